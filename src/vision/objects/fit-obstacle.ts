import { definiteCholesky, solveCholesky } from '../../geometry/cholesky.js';
import type { PoseCovariance } from '../../geometry/pose.js';
import { bilinear } from '../image/bilinear.js';
import { edgeAcross } from '../image/structure-tensor.js';
import { type ObstacleView, VIEW_PX_PER_MM } from './obstacle-view.js';
import { CARD_MM, type PlacedOutline, parallaxPerMm } from './rate-obstacle.js';

/** A shape fitted to those of its edges that are seen. */
export interface FittedObstacle extends PlacedOutline {
  /** Ratio of its size to that of the known outline. */
  readonly scale: number;
  /** Of centroid and heading. */
  readonly covariance: PoseCovariance;
  /** Distance of the edges from the outline, robust rms, mm. */
  readonly residualMm: number;
  /** Share of the outline's points that have an edge beside them. */
  readonly agreement: number;
}

/**
 * Standard deviation of an obstacle's size relative to its known outline: the outlines are collision masks of VASSAL, of pixels of 0.35 mm.
 */
const SCALE_SIGMA = 0.002;
const CARD_SIGMA_MM = 0.3;
const ROUNDS = 12;
/** Distance to either side of the outline within which an edge is searched for, mm, in the first and in the last round. */
const REACH_MM = [2.4, 0.9] as const;
/**
 * Starts of fits, relative to the place they are asked for, mm: from one side they meet the foot of the cardboard, from the other the rim
 * of its print.
 */
const STARTS_MM = [
  [0, 0],
  [1.5, 0],
  [-1.5, 0],
  [0, 1.5],
  [0, -1.5],
] as const;
/** Difference in support at which a fit counts for 1/e of another. */
const SUPPORT_SCALE = 0.05;
const STEP_MM = 0.25;
/** Cauchy scale of an edge's distance, mm. */
const ROBUST_MM = 0.6;
/** Support below which there is no edge. */
const MIN_SUPPORT = 0.25;
/** Edges along the outline err together over about this length: they share their light, their print and the picture's own blur. */
const TOGETHER_MM = 20;
/** Least standard deviation of an outline against its edges, mm: print is never cut exactly along it. */
const FLOOR_MM = 0.45;
const UNKNOWNS = 5;

/** A fit from one start, and the mean support of its edges. */
interface Fit extends FittedObstacle {
  readonly support: number;
}

/**
 * Fits place, heading, scale and the cardboard's thickness to the edges along a placed shape, robustly, from several starts: the mean of
 * the results, weighted by their support, with their differences in its covariance (docs/experiments/obstacles.md).
 */
export function fitObstacle(view: ObstacleView, placed: PlacedOutline): FittedObstacle {
  const fits = STARTS_MM.map(([dx, dy]) => fitFrom(view, { ...placed, x: placed.x + dx, y: placed.y + dy }));
  const best = fits.reduce((one, other) => (other.support > one.support ? other : one));
  const weights = fits.map(({ support }) => Math.exp((support - best.support) / SUPPORT_SCALE));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const mean = (of: (fit: Fit) => number) => fits.reduce((all, fit, i) => all + (weights[i]! / sum) * of(fit), 0);
  const [x, y, headingRad] = [mean((fit) => fit.x), mean((fit) => fit.y), mean((fit) => fit.headingRad)];
  const apart = (of: (dx: number, dy: number, dh: number) => number) =>
    mean((fit) => of(fit.x - x, fit.y - y, fit.headingRad - headingRad));
  const { xx, xy, xh, yy, yh, hh } = best.covariance;
  const covariance = {
    xx: xx + apart((dx) => dx ** 2),
    xy: xy + apart((dx, dy) => dx * dy),
    xh: xh + apart((dx, _, dh) => dx * dh),
    yy: yy + apart((_, dy) => dy ** 2),
    yh: yh + apart((_, dy, dh) => dy * dh),
    hh: hh + apart((_dx, _dy, dh) => dh ** 2),
  };
  const { shape, scale, residualMm, agreement } = best;
  return { shape, x, y, headingRad, scale, covariance, residualMm, agreement };
}

function fitFrom(view: ObstacleView, placed: PlacedOutline): Fit {
  const { shape } = placed;
  const params = Float64Array.from([placed.x, placed.y, placed.headingRad, 0, CARD_MM]);
  let marks = edgesBeside(view, placed, params, REACH_MM[0]);
  for (let round = 1; round <= ROUNDS; round++) {
    const { normal, gradient } = equations(marks, params);
    const factor = definiteCholesky(normal, UNKNOWNS);
    if (!factor) break;
    solveCholesky(factor, gradient, UNKNOWNS).forEach((delta, i) => {
      params[i]! += delta;
    });
    marks = edgesBeside(view, placed, params, REACH_MM[0] + (round / ROUNDS) * (REACH_MM[1] - REACH_MM[0]));
  }
  const { normal, squares, weight } = equations(marks, params);
  const residualMm = Math.sqrt(FLOOR_MM ** 2 + squares / Math.max(weight, 1e-9));
  const together = (TOGETHER_MM / shape.fine.length) * residualMm ** 2;
  return {
    shape,
    x: params[0]!,
    y: params[1]!,
    headingRad: params[2]!,
    scale: Math.exp(params[3]!),
    covariance: covarianceOf(normal, together),
    residualMm,
    agreement: marks.filter(({ isThere, awayMm }) => isThere && Math.abs(awayMm) < ROBUST_MM).length / Math.max(1, marks.length),
    support: weight / Math.max(1, marks.length),
  };
}

interface EdgeBeside {
  readonly isThere: boolean;
  /** Distance of the edge outside the outline. */
  readonly awayMm: number;
  readonly weight: number;
  /** Movement of the outline outward there by each unknown. */
  readonly jacobian: readonly number[];
}

/** The edge beside each point of the outline that is in view. */
function edgesBeside(view: ObstacleView, { shape }: PlacedOutline, params: Float64Array, reachMm: number): EdgeBeside[] {
  const [x, y, headingRad, logScale, cardMm] = params as unknown as [number, number, number, number, number];
  const { fine } = shape;
  const sin = Math.sin(headingRad);
  const cos = Math.cos(headingRad);
  const scale = Math.exp(logScale);
  const away = parallaxPerMm(view, { x, y });
  const marks: EdgeBeside[] = [];
  for (let i = 0; i < fine.count; i++) {
    const rx = scale * (cos * fine.x[i]! + sin * fine.y[i]!);
    const ry = scale * (-sin * fine.x[i]! + cos * fine.y[i]!);
    const nx = cos * fine.nx[i]! + sin * fine.ny[i]!;
    const ny = -sin * fine.nx[i]! + cos * fine.ny[i]!;
    const perCard = away.x * nx + away.y * ny;
    const foot = perCard > 0 ? undefined : strongest(view, x + rx, y + ry, nx, ny, reachMm);
    const top = strongest(view, x + rx + cardMm * away.x, y + ry + cardMm * away.y, nx, ny, reachMm);
    const isTop = perCard > 0 || (top?.preferred ?? 0) > (foot?.preferred ?? 0);
    const seen = isTop ? top : foot;
    if (!seen) continue;
    marks.push({
      isThere: seen.support > MIN_SUPPORT,
      awayMm: seen.awayMm,
      weight: seen.support > MIN_SUPPORT ? seen.support : 0,
      jacobian: [nx, ny, nx * ry - ny * rx, nx * rx + ny * ry, isTop ? perCard : 0],
    });
  }
  return marks;
}

/** The strongest edge across a normal, the nearer ones first; undefined out of view. */
function strongest(view: ObstacleView, x: number, y: number, nx: number, ny: number, reachMm: number) {
  const steps = Math.round(reachMm / STEP_MM);
  let best = -1;
  let bestAt = 0;
  const supports: number[] = [];
  for (let i = -steps; i <= steps; i++) {
    const support = supportAt(view, x + i * STEP_MM * nx, y + i * STEP_MM * ny, nx, ny);
    if (support === undefined) return undefined;
    supports.push(support);
    const preferred = support * Math.exp(-0.5 * ((1.5 * i) / steps) ** 2);
    if (preferred <= best) continue;
    best = preferred;
    bestAt = i;
  }
  const k = bestAt + steps;
  const [before, here, after] = [supports[k - 1] ?? 0, supports[k]!, supports[k + 1] ?? 0];
  const bend = before - 2 * here + after;
  const shift = bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0;
  return { support: here, preferred: best, awayMm: (bestAt + shift) * STEP_MM };
}

/** Strength of an edge across the normal at a table point; undefined where the mat is not seen. */
function supportAt({ left, low, columns, rows, fine, seen }: ObstacleView, x: number, y: number, nx: number, ny: number) {
  const u = (x - left) * VIEW_PX_PER_MM;
  const v = (y - low) * VIEW_PX_PER_MM;
  const column = Math.floor(u);
  const row = Math.floor(v);
  if (column < 0 || row < 0 || column >= columns - 1 || row >= rows - 1) return undefined;
  const at = row * columns + column;
  if (!seen[at]) return undefined;
  const here = edgeAcross(fine, at, nx, ny);
  const right = edgeAcross(fine, at + 1, nx, ny);
  const above = edgeAcross(fine, at + columns, nx, ny);
  return bilinear(u - column, v - row, here, right, above, edgeAcross(fine, at + columns + 1, nx, ny));
}

/** Normal equations of the weighted marks (mm) and the priors, the latter in units of the marks’ own variance. */
function equations(marks: readonly EdgeBeside[], params: Float64Array) {
  const normal = new Float64Array(UNKNOWNS ** 2);
  const gradient = new Float64Array(UNKNOWNS);
  let squares = 0;
  let weight = 0;
  for (const mark of marks) {
    const w = mark.weight / (1 + (mark.awayMm / ROBUST_MM) ** 2);
    squares += w * mark.awayMm ** 2;
    weight += w;
    mark.jacobian.forEach((a, i) => {
      gradient[i]! += w * a * mark.awayMm;
      mark.jacobian.forEach((b, j) => {
        normal[UNKNOWNS * i + j]! += w * a * b;
      });
    });
  }
  const variance = FLOOR_MM ** 2 + squares / Math.max(weight, 1e-9);
  for (const [i, value, sigma] of [
    [0, params[0]!, 20],
    [1, params[1]!, 20],
    [2, params[2]!, 0.5],
    [3, 0, SCALE_SIGMA],
    [4, CARD_MM, CARD_SIGMA_MM],
  ] as const) {
    normal[(UNKNOWNS + 1) * i]! += variance / sigma ** 2;
    gradient[i]! += (variance / sigma ** 2) * (value - params[i]!);
  }
  return { normal, gradient, squares, weight };
}

function covarianceOf(normal: Float64Array, variance: number): PoseCovariance {
  const factor = definiteCholesky(normal, UNKNOWNS);
  if (!factor) return { xx: 400, xy: 0, xh: 0, yy: 400, yh: 0, hh: 1 };
  const column = (i: number) =>
    solveCholesky(
      factor,
      Float64Array.from({ length: UNKNOWNS }, (_, k) => (k === i ? variance : 0)),
      UNKNOWNS,
    );
  const [x, y, h] = [column(0), column(1), column(2)];
  return { xx: x[0]!, xy: x[1]!, xh: x[2]!, yy: y[1]!, yh: y[2]!, hh: h[2]! };
}
