import { type Camera, cameraCentre, pixelFromTable } from '../../geometry/camera.js';
import { BETWEEN_PIXELS_PX, pixelInPicture } from '../../geometry/in-picture.js';
import type { Point, Point3 } from '../../geometry/point.js';
import { type Pose, pieceFromTable, tableFromPiece } from '../../geometry/pose.js';
import type { BaseSize } from '../../pieces/base-size.js';
import { BASE_SIDE_MM, RAIL_TOP_MM, TILE_MM, TILE_TOP_MM } from '../../pieces/dimensions.js';
import type { EdgePoint } from './edge-sensitivity.js';

/** A base as a visible solid that hides things behind it. */
export interface Solid {
  readonly base: BaseSize;
  readonly pose: Pose;
  readonly tile: { readonly halfWidthMm: number; readonly halfLengthMm: number; readonly topMm: number; readonly thickMm: number };
  /** Height of the rails above the mat. */
  readonly railTopMm: number;
}

/** Thickness of a printed tile, mm: assumed. */
const TILE_THICK_MM = 1;
/** An edge this near to the picture's border cannot be distinguished from it. */
const MARGIN_PX = 3;
/** The mat's corners are rounded. */
const CORNER_MM = 15;

/** A base of nominal section (`pieces/dimensions.ts`). */
export function nominalSolid(base: BaseSize, pose: Pose): Solid {
  const [widthMm, lengthMm] = TILE_MM[base];
  const tile = { halfWidthMm: widthMm / 2, halfLengthMm: lengthMm / 2, topMm: TILE_TOP_MM, thickMm: TILE_THICK_MM };
  return { base, pose, tile, railTopMm: RAIL_TOP_MM };
}

/**
 * The edges of a base's foot and of its tile that the picture shows: inside it, not behind another base, and of the foot what its own tile
 * does not hide; clear plastic hides nothing. One independent sample for every `spacingPx` along an edge.
 */
export function baseEdges(camera: Camera, solid: Solid, others: readonly Solid[], spacingPx: number): EdgePoint[] {
  const { base, pose, tile } = solid;
  const half = BASE_SIDE_MM[base] / 2;
  const near = others.filter((other) => other !== solid);
  const eye = cameraCentre(camera);
  const isHidden = (at: Point3) =>
    near.some((other) => hides(other, BASE_SIDE_MM[other.base] / 2, BASE_SIDE_MM[other.base] / 2, 0, other.railTopMm, at, eye));
  const rectangle = (halfX: number, halfY: number, z: number, onTile: boolean) => {
    const corners = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(([sx, sy]) => ({ ...tableFromPiece(pose, { x: sx! * halfX, y: sy! * halfY }), z }));
    return corners.flatMap((from, i) => along(camera, from, corners[(i + 1) % 4]!, spacingPx, { base, ...pose, onTile }));
  };
  const { halfWidthMm, halfLengthMm, topMm, thickMm } = tile;
  const foot = rectangle(half, half, 0, false).filter(
    ({ at }) => !hides(solid, halfWidthMm, halfLengthMm, topMm - thickMm, topMm, at, eye),
  );
  return [...foot, ...rectangle(halfWidthMm, halfLengthMm, topMm, true)].filter(({ at }) => !isHidden(at));
}

/** The edges of a mat that the picture shows. */
export function matEdges(
  camera: Camera,
  mat: { readonly widthMm: number; readonly depthMm: number },
  solids: readonly Solid[],
  spacingPx: number,
): EdgePoint[] {
  const { widthMm: w, depthMm: d } = mat;
  const c = CORNER_MM;
  const sides = [
    [c, 0, w - c, 0],
    [w, c, w, d - c],
    [w - c, d, c, d],
    [0, d - c, 0, c],
  ] as const;
  const eye = cameraCentre(camera);
  return sides
    .flatMap(([ax, ay, bx, by], side) => along(camera, { x: ax, y: ay, z: 0 }, { x: bx, y: by, z: 0 }, spacingPx, side))
    .filter(
      ({ at }) =>
        !solids.some((solid) => hides(solid, BASE_SIDE_MM[solid.base] / 2, BASE_SIDE_MM[solid.base] / 2, 0, solid.railTopMm, at, eye)),
    );
}

/** Places along a straight edge that lie in the picture. A long edge is cut first, because it is bent and its far end smaller. */
function along(camera: Camera, from: Point3, to: Point3, spacingPx: number, of: EdgePoint['of']): EdgePoint[] {
  const d = { x: to.x - from.x, y: to.y - from.y, z: to.z - from.z };
  const long = Math.hypot(d.x, d.y, d.z);
  const pieces = Math.max(1, Math.ceil(long / 40));
  const direction = { x: d.x / long, y: d.y / long, z: d.z / long };
  const at = (share: number): Point3 => ({ x: from.x + share * d.x, y: from.y + share * d.y, z: from.z + share * d.z });
  const points: EdgePoint[] = [];
  for (let piece = 0; piece < pieces; piece++) {
    const [a, b] = [pixelFromTable(camera, at(piece / pieces)), pixelFromTable(camera, at((piece + 1) / pieces))];
    if (!a || !b) continue;
    const samples = Math.hypot(b.u - a.u, b.v - a.v) / spacingPx;
    const count = Math.min(MAX_POINTS, Math.max(1, Math.round(samples)));
    for (let i = 0; i < count; i++) {
      const point = at((piece + (i + 0.5) / count) / pieces);
      if (isInside(camera, point)) points.push({ at: point, along: direction, samples: samples / count, of });
    }
  }
  return points;
}

/** Points on 40 mm of an edge: more of them determine no better where it is hidden. */
const MAX_POINTS = 20;

function isInside(camera: Camera, point: Point3): boolean {
  return pixelInPicture(camera, point, BETWEEN_PIXELS_PX + MARGIN_PX) !== undefined;
}

/** Whether the box |x| ≤ halfX, |y| ≤ halfY of a solid's own frame, between two heights, stands between a point and the eye. */
function hides({ pose }: Solid, halfX: number, halfY: number, low: number, high: number, at: Point3, eye: Point3): boolean {
  if (at.z >= high) return false;
  const place = (z: number): Point => {
    const share = (Math.max(z, at.z) - at.z) / (eye.z - at.z);
    return pieceFromTable(pose, { x: at.x + share * (eye.x - at.x), y: at.y + share * (eye.y - at.y) });
  };
  const [from, to] = [place(low), place(high)];
  let first = 0;
  let last = 1;
  for (const [start, end, half] of [
    [from.x, to.x, halfX],
    [from.y, to.y, halfY],
  ] as const) {
    const step = end - start;
    if (Math.abs(step) < 1e-9) {
      if (Math.abs(start) >= half) return false;
      continue;
    }
    const [a, b] = [(-half - start) / step, (half - start) / step];
    first = Math.max(first, Math.min(a, b));
    last = Math.min(last, Math.max(a, b));
  }
  return first < last;
}
