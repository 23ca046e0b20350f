import { type Camera, cameraCentre, pixelFromTable, type Rotation } from '../../geometry/camera.js';
import type { Point } from '../../geometry/point.js';
import { MAT_MM } from '../../pieces/dimensions.js';
import { matCorners } from './mat-sides.js';

/** Tangent of a camera's angle from the vertical over the mat's middle below which it stands on no side of the mat. */
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

const CORNERS = matCorners({ widthMm: MAT_MM, depthMm: MAT_MM });

/**
 * The same camera with the frame of a mat of 3 ft turned by quarters so that player 1, at y = 0, sits nearest to the camera, or as nearly
 * as possible as in a picture that was taken with the rotation `like`. Returns the given camera itself where nothing changes.
 */
export function turnedToPlayer1(camera: Camera, like?: Rotation): Camera {
  const turned = turnedFrames(camera);
  const distances = turned.map((one) => (like ? -xAxisCosine(one.r, like) : nearSideCost(one)));
  return turned[distances.indexOf(Math.min(...distances))]!;
}

/** The same camera with the frame of a mat of 3 ft turned by zero, one, two and three quarters counter-clockwise. */
export function turnedFrames(camera: Camera): readonly Camera[] {
  return CORNERS.map((corner, quarter) => (quarter === 0 ? camera : movedFrame(camera, corner, (quarter * Math.PI) / 2)));
}

/** Cosine of the angle between the table's x axes in the pictures of two cameras with these rotations: 1 where both point the same way. */
export function xAxisCosine(one: Rotation, other: Rotation): number {
  return (one[0] * other[0] + one[3] * other[3]) / Math.hypot(one[0], one[3]) / Math.hypot(other[0], other[3]);
}

/**
 * Cost of side y = 0 as the one nearest to the camera, −1 where it is to 1 where the opposite side is; from straight above the lowest in
 * the picture counts as nearest.
 */
export function nearSideCost(camera: Camera): number {
  return asideOf(camera) > OVERHEAD ? costByPlace(camera) : costInPicture(camera);
}

/** The tangent of the camera's angle from the vertical over the mat's middle. */
function asideOf(camera: Camera): number {
  const { x, y, z } = cameraCentre(camera);
  return Math.hypot(x - MIDDLE_MM, y - MIDDLE_MM) / z;
}

/** −1 where the camera stands right before side y = 0, 1 behind the opposite one. */
function costByPlace(camera: Camera): number {
  const { x, y } = cameraCentre(camera);
  return (y - MIDDLE_MM) / Math.hypot(x - MIDDLE_MM, y - MIDDLE_MM);
}

/** −1 where side y = 0 is right below the mat's middle in the picture, 1 right above. */
function costInPicture(camera: Camera): number {
  const at = (y: number) => pixelFromTable(camera, { x: MIDDLE_MM, y, z: 0 });
  const [near, far] = [at(0), at(MAT_MM)];
  return near && far ? (far.v - near.v) / Math.hypot(far.u - near.u, far.v - near.v) : 0;
}

/** Difference in the costs of two sides below which the camera looks over a corner. */
const OVER_A_CORNER = 0.2;

/**
 * Whether the side of the mat that is nearest to the camera is beyond dispute: it does not look over a corner, nor from nearly above with
 * another side lowest in its picture.
 */
export function isNearestSideClear(camera: Camera): boolean {
  const rules = asideOf(camera) < 2 * OVERHEAD ? [costByPlace, costInPicture] : [costByPlace];
  const [nearest, ...others] = rules.map((rule) => {
    const sides = turnedFrames(camera).map(rule);
    const least = Math.min(...sides);
    return sides.filter((one) => one < least + OVER_A_CORNER).length === 1 ? sides.indexOf(least) : undefined;
  });
  return nearest !== undefined && others.every((side) => side === nearest);
}
