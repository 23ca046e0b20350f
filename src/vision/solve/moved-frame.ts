import { type Camera, cameraCentre, pixelFromTable, type Rotation } from '../../geometry/camera.js';
import type { Point } from '../../geometry/point.js';
import { MAT_MM } from '../../pieces/dimensions.js';

/** A camera nearer to the vertical over the mat's middle than this, as its tangent, stands on no side of the mat. */
const OVERHEAD = 0.12;
const MIDDLE_MM = MAT_MM / 2;

/** The same camera described in a table frame with its origin at `corner` (mm) and turned counter-clockwise by `turnRad`. */
export function movedFrame(camera: Camera, corner: Point, turnRad: number): Camera {
  const { r, t } = camera;
  const [cos, sin] = [Math.cos(turnRad), Math.sin(turnRad)];
  const at = (row: 0 | 3 | 6, i: 0 | 1 | 2) => r[row]! * corner.x + r[(row + 1) as 1 | 4 | 7]! * corner.y + t[i]!;
  const x = (row: 0 | 3 | 6) => cos * r[row]! + sin * r[(row + 1) as 1 | 4 | 7]!;
  const y = (row: 0 | 3 | 6) => -sin * r[row]! + cos * r[(row + 1) as 1 | 4 | 7]!;
  return {
    ...camera,
    r: [x(0), y(0), r[2], x(3), y(3), r[5], x(6), y(6), r[8]],
    t: [at(0, 0), at(3, 1), at(6, 2)],
  };
}

const CORNERS: readonly Point[] = [
  { x: 0, y: 0 },
  { x: MAT_MM, y: 0 },
  { x: MAT_MM, y: MAT_MM },
  { x: 0, y: MAT_MM },
];

/**
 * The same camera with the frame of a mat of 3 ft turned by quarters so that player 1, at y = 0, sits nearest to the camera, or most nearly as in a
 * picture that was taken with the rotation `like`. The very camera that was given where it is so already.
 */
export function turnedToPlayer1(camera: Camera, like?: Rotation): Camera {
  const turned = turnedFrames(camera);
  const distances = turned.map((one) => (like ? -sameness(one.r, like) : nearness(one)));
  return turned[distances.indexOf(Math.min(...distances))]!;
}

/** The same camera with the frame of a mat of 3 ft turned by no, one, two and three quarters counter-clockwise. */
export function turnedFrames(camera: Camera): readonly Camera[] {
  return CORNERS.map((corner, quarter) => (quarter === 0 ? camera : movedFrame(camera, corner, (quarter * Math.PI) / 2)));
}

/** High when the table's x axis points the same way in the pictures of two cameras. */
export function sameness(one: Rotation, other: Rotation): number {
  return (one[0] * other[0] + one[3] * other[3]) / Math.hypot(one[0], one[3]) / Math.hypot(other[0], other[3]);
}

/** Low when side y = 0 is the one nearest to the camera; straight from above, when it is the lowest in the picture. */
export function nearness(camera: Camera): number {
  const centre = cameraCentre(camera);
  const aside = Math.hypot(centre.x - MIDDLE_MM, centre.y - MIDDLE_MM);
  if (aside > OVERHEAD * centre.z) return (centre.y - MIDDLE_MM) / aside;
  const v = (y: number) => pixelFromTable(camera, { x: MIDDLE_MM, y, z: 0 })?.v ?? 0;
  return v(MAT_MM) - v(0);
}
