import { cholesky } from '../../geometry/cholesky.js';
import { NORMAL_POINTS, POINT_COUNT, POINT_DIMENSIONS } from '../../geometry/normal-points.js';
import type { PoseCovariance } from '../../geometry/pose.js';
import { rectangleInto } from '../../geometry/ring.js';
import { pairCovariance } from '../../table/pair-covariance.js';
import { PROBE_SIGMA } from './error-propagation.js';
import type { Pair, PairErrors, View } from './pair.js';

/**
 * The error coordinates of a pair. Before they are made independent they are: relative heading, the target's centre minus the viewer's in
 * the viewer's axes (2), the viewer's heading, the viewer's place in its own axes (2). The first four decide everything about the target as
 * seen. Relative heading comes first, so that it alone is the first coordinate: ties of parallel edges depend on nothing else.
 */
export const PAIR_COORDINATES = 6;
/** The first of them, on which the target as the viewer sees it depends. */
export const SEEN_COORDINATES = 4;

/** The errors of a pair that is not exact. */
export function errorsOf(pair: Pair): PairErrors {
  pair.cache.errors ??= makeErrors(pair);
  return pair.cache.errors;
}

/** Asks a question of the pair at every sample point. The view is the same object each time, overwritten: read it, do not keep it. */
export function atSamples(pair: Pair, question: (view: View, point: number) => number): number[] {
  const { factor } = errorsOf(pair);
  const view = blankView();
  const values: number[] = [];
  for (let k = 0; k < POINT_COUNT; k++) {
    placeInto(view, pair, factor, NORMAL_POINTS, k * POINT_DIMENSIONS);
    values.push(question(view, k));
  }
  return values;
}

/** The pair with its relative heading off by this many sigmas, and what goes with it: on that alone ties of parallel edges depend. */
export function turnedBy(pair: Pair, sigmas: number): View {
  const coordinates = new Float64Array(PAIR_COORDINATES);
  coordinates[0] = sigmas;
  return placeInto(blankView(), pair, errorsOf(pair).factor, coordinates, 0);
}

/**
 * Whether a question of the pair holds all around, on every side as far out as counts: what turns over in a half-space of the errors that is likelier than one in two thousand turns
 * over at one of these points. The view is written over each time.
 */
export function holdsAllAround(pair: Pair, question: (view: View) => boolean): boolean {
  const { factor } = errorsOf(pair);
  const view = blankView();
  for (let i = 0; i < AROUND.length; i += PAIR_COORDINATES) {
    placeInto(view, pair, factor, AROUND, i);
    if (!question(view)) return false;
  }
  return true;
}

/** No direction of the first four coordinates is farther than 45° from one of these 24, the corners of a 24-cell; 4.7 sigma out they are 3.3 in that direction. */
const AROUND = Float64Array.from(
  [0, 1, 2, 3].flatMap((a) =>
    [0, 1, 2, 3].flatMap((b) =>
      a >= b
        ? []
        : [-1, 1].flatMap((one) =>
            [-1, 1].flatMap((other) =>
              Array.from({ length: PAIR_COORDINATES }, (_, k) => (4.7 / Math.SQRT2) * (k === a ? one : k === b ? other : 0)),
            ),
          ),
    ),
  ),
);

type MutableView = { -readonly [Key in Exclude<keyof View, 'ring'>]: View[Key] } & { readonly ring: number[] };

function blankView(): MutableView {
  const n = 0.5;
  return { ring: [n, n, n, n, n, n, n, n], x: n, y: n, sin: n, cos: n, viewerX: n, viewerY: n, viewerSin: n, viewerCos: n };
}

function makeErrors(pair: Pair): PairErrors {
  const covariance = pair.table.jointCovariance ? jointSpread(pair) : ownSpread(pair);
  const factor = cholesky(covariance, PAIR_COORDINATES);
  const probes: View[] = [];
  for (let i = 0; i < 2 * SEEN_COORDINATES; i++) probes.push(placeInto(blankView(), pair, factor, PROBE_COORDINATES, i * PAIR_COORDINATES));
  return { covariance, factor, probes };
}

/** ± PROBE_SIGMA along each of the first four coordinates. */
const PROBE_COORDINATES = Float64Array.from({ length: 2 * SEEN_COORDINATES * PAIR_COORDINATES }, (_, k) => {
  const [probe, coordinate] = [Math.floor(k / PAIR_COORDINATES), k % PAIR_COORDINATES];
  if (probe >> 1 !== coordinate) return 0;
  return probe % 2 === 0 ? PROBE_SIGMA : -PROBE_SIGMA;
});

/** Covariance of the coordinates of two ships that are independent of each other. */
function ownSpread({ view, viewer, target }: Pair): number[] {
  const a = turnedSpread(viewer.covariance, view);
  const b = turnedSpread(target.covariance, view);
  const h = a.hh + b.hh;
  const hx = a.xh + b.xh;
  const hy = a.yh + b.yh;
  const xy = a.xy + b.xy;
  // biome-ignore format: a matrix is read in rows
  return [
    h, hx, hy, -a.hh, -a.xh, -a.yh,
    hx, a.xx + b.xx, xy, -a.xh, -a.xx, -a.xy,
    hy, xy, a.yy + b.yy, -a.yh, -a.xy, -a.yy,
    -a.hh, -a.xh, -a.yh, a.hh, a.xh, a.yh,
    -a.xh, -a.xx, -a.xy, a.xh, a.xx, a.xy,
    -a.yh, -a.xy, -a.yy, a.yh, a.xy, a.yy,
  ];
}

/** A pose's covariance in the viewer's axes. */
function turnedSpread({ xx, xy, xh, yy, yh, hh }: PoseCovariance, { viewerSin: s, viewerCos: c }: View): PoseCovariance {
  return {
    xx: c * c * xx - 2 * s * c * xy + s * s * yy,
    xy: s * c * (xx - yy) + (c * c - s * s) * xy,
    xh: c * xh - s * yh,
    yy: s * s * xx + 2 * s * c * xy + c * c * yy,
    yh: s * xh + c * yh,
    hh,
  };
}

/** The same where both ships share errors. */
function jointSpread(pair: Pair): number[] {
  const rows = coordinateRows(pair.view);
  const spread = pairCovariance(pair.table, pair.viewerIndex, pair.targetIndex);
  const left: number[] = [];
  for (const row of rows) for (let j = 0; j < 6; j++) left.push(row.reduce((sum, weight, k) => sum + weight * spread[k * 6 + j]!, 0));
  return rows.flatMap((_, i) => rows.map((row) => row.reduce((sum, weight, k) => sum + weight * left[i * 6 + k]!, 0)));
}

/** Writes the view of the pair with given values of its error coordinates into `out`. */
function placeInto(out: MutableView, { view, targetHalf }: Pair, l: readonly number[], z: Float64Array, at: number): View {
  const z0 = z[at]!;
  const z1 = z[at + 1]!;
  const z2 = z[at + 2]!;
  const z3 = z[at + 3]!;
  const z4 = z[at + 4]!;
  const z5 = z[at + 5]!;
  const relativeTurn = l[0]! * z0;
  const u = view.x + l[6]! * z0 + l[7]! * z1;
  const v = view.y + l[12]! * z0 + l[13]! * z1 + l[14]! * z2;
  const turn = l[18]! * z0 + l[19]! * z1 + l[20]! * z2 + l[21]! * z3;
  const turnSin = Math.sin(turn);
  const turnCos = Math.cos(turn);
  // Seen from a viewer that is turned clockwise, the table turns counter-clockwise.
  const x = turnCos * u - turnSin * v;
  const y = turnSin * u + turnCos * v;
  const relativeSin = Math.sin(relativeTurn);
  const relativeCos = Math.cos(relativeTurn);
  const sin = view.sin * relativeCos + view.cos * relativeSin;
  const cos = view.cos * relativeCos - view.sin * relativeSin;
  rectangleInto(out.ring, targetHalf, x, y, sin, cos);
  out.x = x;
  out.y = y;
  out.sin = sin;
  out.cos = cos;
  const aside = l[24]! * z0 + l[25]! * z1 + l[26]! * z2 + l[27]! * z3 + l[28]! * z4;
  const ahead = l[30]! * z0 + l[31]! * z1 + l[32]! * z2 + l[33]! * z3 + l[34]! * z4 + l[35]! * z5;
  out.viewerX = view.viewerX + view.viewerCos * aside + view.viewerSin * ahead;
  out.viewerY = view.viewerY - view.viewerSin * aside + view.viewerCos * ahead;
  out.viewerSin = view.viewerSin * turnCos + view.viewerCos * turnSin;
  out.viewerCos = view.viewerCos * turnCos - view.viewerSin * turnSin;
  return out;
}

/** Matrix from the errors of both poses to the six coordinates: x, y, heading of the viewer, then of the target, table axes. */
export function coordinateRows({ viewerSin: sin, viewerCos: cos }: View): readonly (readonly number[])[] {
  return [
    [0, 0, -1, 0, 0, 1],
    [-cos, sin, 0, cos, -sin, 0],
    [-sin, -cos, 0, sin, cos, 0],
    [0, 0, 1, 0, 0, 0],
    [cos, -sin, 0, 0, 0, 0],
    [sin, cos, 0, 0, 0, 0],
  ];
}
