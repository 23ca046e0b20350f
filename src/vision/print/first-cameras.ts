import { type Camera, middleOf, type Rotation, tableFromPixel } from '../../geometry/camera.js';
import { inverseOf, mapByHomography } from '../../geometry/plane-map.js';
import { FOCAL_PRIOR } from '../../pieces/priors.js';
import { type Homography, homographyFrom } from '../image/planar.js';
import { cameraFromPlane } from '../solve/camera-from-corners.js';
import { PIVOT } from '../solve/residual-blocks.js';
import { type PictureSize, placeOf } from './fit-plane.js';
import type { GraphEdge } from './match-graph.js';

/** Assumed distance of an unknown camera, mm: the unit of a print without any known length. */
const GUESSED_DISTANCE_MM = 700;

/** A camera above the plane, `tiltRad` off the vertical towards `azimuthRad` of the picture's upward direction, that looks at the middle of a usual mat. */
function tiltedCamera({ widthPx, heightPx }: PictureSize, focalPx: number, tiltRad: number, azimuthRad: number): Camera {
  const sin = Math.sin(tiltRad);
  const up = [sin * Math.sin(azimuthRad), -sin * Math.cos(azimuthRad), -Math.cos(tiltRad)] as const;
  const along = [-up[1] * up[0], -(1 - up[1] * up[1]) * -1, -up[1] * up[2]] as const;
  // The table's y axis is the part of the picture's upward direction that is in the plane.
  const raw = [up[1] * up[0], -1 + up[1] * up[1], up[1] * up[2]] as const;
  const length = Math.hypot(...raw) || Math.hypot(...along);
  const y = [raw[0] / length, raw[1] / length, raw[2] / length] as const;
  const x = [y[1] * up[2] - y[2] * up[1], y[2] * up[0] - y[0] * up[2], y[0] * up[1] - y[1] * up[0]] as const;
  const r: Rotation = [x[0], y[0], up[0], x[1], y[1], up[1], x[2], y[2], up[2]];
  const t = [
    -(r[0] * PIVOT.x + r[1] * PIVOT.y),
    -(r[3] * PIVOT.x + r[4] * PIVOT.y),
    GUESSED_DISTANCE_MM - (r[6] * PIVOT.x + r[7] * PIVOT.y),
  ] as const;
  return {
    ...{ widthPx, heightPx, fx: focalPx, fy: focalPx, ...middleOf({ widthPx, heightPx }) },
    ...{ distortion: [0, 0, 0, 0, 0], r, t },
  };
}

/** Deviation from a square, one standard deviation, that a view of the plane may show before the guess behind it is doubted. */
const SQUARENESS_SIGMA = 0.03;
/** Tilt of a camera off the vertical, one standard deviation, rad: decides where few views do not. */
const TILT_SIGMA_RAD = 0.7;

/** Homographies from one picture to others, with their sizes. */
export interface HomographyTo {
  readonly size: PictureSize;
  readonly homography: Homography;
}

/**
 * A camera for a picture of an unknown plane, from other views of the same plane: the focal length and tilt with which squares of the plane
 * look square to all of them. Its distance is a guess.
 */
export function guessedCamera(size: PictureSize, others: readonly HomographyTo[]): Camera {
  const usualPx = FOCAL_PRIOR.ratio * Math.max(size.widthPx, size.heightPx);
  let best = { x: 0, y: 0, logFocal: 0, cost: Number.POSITIVE_INFINITY };
  const consider = (x: number, y: number, logFocal: number) => {
    const tiltRad = Math.hypot(x, y);
    if (tiltRad > 1.3) return;
    const camera = tiltedCamera(size, usualPx * Math.exp(logFocal), tiltRad, Math.atan2(x, y));
    const prior = (tiltRad / TILT_SIGMA_RAD) ** 2 + (logFocal / FOCAL_PRIOR.logSigma) ** 2;
    const cost = others.reduce((sum, other) => sum + Math.log1p(offSquare(camera, other, logFocal)), prior);
    if (cost < best.cost) best = { x, y, logFocal, cost };
  };
  for (let i = -4; i <= 4; i++)
    for (let k = -4; k <= 4; k++) for (const logFocal of [-0.3, -0.1, 0.1, 0.3]) consider(0.3 * i, 0.3 * k, logFocal);
  for (let step = 0.15; step > 0.005; step /= 2) {
    const { x, y, logFocal } = best;
    for (const dx of [-step, 0, step])
      for (const dy of [-step, 0, step]) for (const df of [-step, 0, step]) consider(x + dx, y + dy, logFocal + df);
  }
  return tiltedCamera(size, usualPx * Math.exp(best.logFocal), Math.hypot(best.x, best.y), Math.atan2(best.x, best.y));
}

/**
 * Deviation from a square that a square of the plane shows to another view of the same focal length (as a share of its long side), squared
 * and in standard deviations.
 */
function offSquare(camera: Camera, { size, homography }: HomographyTo, logFocal: number): number {
  const { widthPx, heightPx } = camera;
  const focalPx = FOCAL_PRIOR.ratio * Math.max(size.widthPx, size.heightPx) * Math.exp(logFocal);
  const { cx, cy } = middleOf(size);
  const corners = [
    [0.3, 0.3],
    [0.7, 0.3],
    [0.7, 0.7],
    [0.3, 0.7],
  ] as const;
  const places = corners.map(([u, v]) => ({ u: u * widthPx, v: v * heightPx }));
  const onPlane = places.map((place) => tableFromPixel(camera, place));
  if (onPlane.some((point) => !point)) return 100;
  const h = homographyFrom(
    onPlane.map((point) => [(point!.x - PIVOT.x) / 1000, (point!.y - PIVOT.y) / 1000] as const),
    places.map(({ u, v }) => {
      const [x, y] = mapByHomography(homography, u, v);
      return [(x - cx) / focalPx, (y - cy) / focalPx] as const;
    }),
  );
  if (!h) return 100;
  const a = h[0]! ** 2 + h[3]! ** 2 + h[6]! ** 2;
  const b = h[1]! ** 2 + h[4]! ** 2 + h[7]! ** 2;
  const dot = h[0]! * h[1]! + h[3]! * h[4]! + h[6]! * h[7]!;
  return ((dot * dot) / (a * b) + (Math.log(a / b) / 2) ** 2) / SQUARENESS_SIGMA ** 2;
}

/** The camera of one end of an edge whose other end's camera is known; undefined where it would be below the table. */
export function cameraAlong(edge: GraphEdge, known: Camera, isForward: boolean, { widthPx, heightPx }: PictureSize): Camera | undefined {
  const [knownFeatures, features] = isForward ? [edge.fromFeatures, edge.toFeatures] : [edge.toFeatures, edge.fromFeatures];
  const [knownAt, at] = isForward ? [edge.matches.from, edge.matches.to] : [edge.matches.to, edge.matches.from];
  const pairs = edge.registration.fit.inliers.flatMap((m) => {
    const point = tableFromPixel(known, placeOf(knownFeatures, knownAt[m]!));
    return point ? [{ point, pixel: placeOf(features, at[m]!) }] : [];
  });
  if (pairs.length < 4) return undefined;
  // In units and about a place that keep the equations well conditioned.
  const mid = pairs.reduce((sum, { point }) => ({ x: sum.x + point.x / pairs.length, y: sum.y + point.y / pairs.length }), { x: 0, y: 0 });
  const reach = Math.max(1, ...pairs.map(({ point }) => Math.hypot(point.x - mid.x, point.y - mid.y)));
  const focalPx = (known.fx / Math.max(known.widthPx, known.heightPx)) * Math.max(widthPx, heightPx);
  const camera = cameraFromPlane(
    pairs.map(({ point }) => [((point.x - mid.x) * UNIT) / reach, ((point.y - mid.y) * UNIT) / reach] as const),
    pairs.map(({ pixel }) => pixel),
    ...([widthPx, heightPx, focalPx] as const),
  );
  if (!camera) return undefined;
  const { r, t } = camera;
  const times = reach / UNIT;
  return {
    ...camera,
    distortion: known.distortion,
    t: [t[0] * times - r[0] * mid.x - r[1] * mid.y, t[1] * times - r[3] * mid.x - r[4] * mid.y, t[2] * times - r[6] * mid.x - r[7] * mid.y],
  };
}

/**
 * Unit of the scaled plane in which a camera is placed: large enough for the least height at which `cameraFromPlane` accepts a camera as
 * above the table.
 */
const UNIT = 1000;

/** The homographies from picture `root` to all others that the edges reach, those of the most matches followed first. */
export function homographiesFrom(root: number, edges: readonly GraphEdge[], sizes: readonly PictureSize[]): Map<number, HomographyTo> {
  const order = spanningOrder(root, edges);
  const reached = new Map<number, HomographyTo>();
  for (const { edge, isForward } of order) {
    const [parent, child] = isForward ? [edge.from, edge.to] : [edge.to, edge.from];
    const size = sizes[root]!;
    const corners = [
      [0.3, 0.3],
      [0.7, 0.3],
      [0.7, 0.7],
      [0.3, 0.7],
    ] as const;
    const places = corners.map(([u, v]) => [u * size.widthPx, v * size.heightPx] as const);
    const before = parent === root ? undefined : reached.get(parent)?.homography;
    const step = isForward ? edge.registration.fit.homography : inverseOf(edge.registration.fit.homography);
    if (!step) continue;
    const through = places.map(([u, v]) => (before ? mapByHomography(before, u, v) : ([u, v] as [number, number])));
    const homography = homographyFrom(
      places,
      through.map(([u, v]) => mapByHomography(step, u, v)),
    );
    if (homography) reached.set(child, { size: sizes[child]!, homography });
  }
  return reached;
}

/** Edges in the order in which they reach the pictures from `root`, those with the most matches first (Prim's tree). */
export function spanningOrder(root: number, edges: readonly GraphEdge[]): { readonly edge: GraphEdge; readonly isForward: boolean }[] {
  const sorted = [...edges].sort((a, b) => b.registration.cells - a.registration.cells);
  const reached = new Set([root]);
  const order: { edge: GraphEdge; isForward: boolean }[] = [];
  for (;;) {
    const edge = sorted.find(({ from, to }) => reached.has(from) !== reached.has(to));
    if (!edge) return order;
    const isForward = reached.has(edge.from);
    reached.add(isForward ? edge.to : edge.from);
    order.push({ edge, isForward });
  }
}
