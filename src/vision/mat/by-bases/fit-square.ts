import { type Camera, tableFromPixel } from '../../../geometry/camera.js';
import type { Point } from '../../../geometry/point.js';
import { MAT_MM } from '../../../pieces/dimensions.js';

import type { MatEvidence } from '../find/find-mat.js';
import { cellCentre } from '../find/propose-quads.js';

/**
 * A mat's square on a plane that is known otherwise: its corner (0, 0) and the turn of its x axis against the plane's, counter-clockwise.
 */
export interface Square {
  readonly corner: Point;
  readonly turnRad: number;
}

const TURN_STEP_RAD = Math.PI / 90;
const STEP_MM = 12;
/** Standard deviation of the net’s border from a side, mm. */
const NEAR_MM = 14;
/** Largest distance over the mat’s edge at which a base may stand, its middle included, mm. */
export const OVERHANG_MM = 30;
/** Number of places along each axis that are tried together for every turn. */
const PLACES = 4;
/** Separation (`squareSeparationMm`) below which squares are one, mm. */
const SEPARATE_MM = 40;

/**
 * The squares of a mat’s size that fit the mat finder’s evidence best, on the plane that `camera` sees (mm), at most `count`: the border
 * along their sides, the mask inside, and all of `inside` on the mat. Empty when `inside` spans more than a mat.
 */
export function fitSquares(evidence: MatEvidence, camera: Camera, inside: readonly Point[], count: number): Square[] {
  const border = evidence.border.flatMap(({ probability, ...pixel }) => {
    const at = tableFromPixel(camera, pixel);
    return at ? [{ ...at, probability }] : [];
  });
  const cells = Array.from({ length: evidence.rows * evidence.columns }, (_, i) => {
    const at = tableFromPixel(camera, cellCentre(evidence, Math.floor(i / evidence.columns), i % evidence.columns));
    return { at, probability: evidence.mask[i]! };
  });
  const found: { readonly square: Square; readonly score: number }[] = [];
  for (let turnRad = 0; turnRad < Math.PI / 2 - 1e-9; turnRad += TURN_STEP_RAD) {
    const axes = [unit(turnRad), unit(turnRad + Math.PI / 2)] as const;
    const [xs, ys] = axes.map((axis) => places(axis, border, inside));
    for (const x of xs!) {
      for (const y of ys!) {
        const corner = { x: x * axes[0].x + y * axes[1].x, y: x * axes[0].y + y * axes[1].y };
        found.push({ square: { corner, turnRad }, score: overlap(cells, axes, x, y) + 0.5 * along(border, axes, x, y) });
      }
    }
  }
  const separate: Square[] = [];
  for (const { square } of found.sort((a, b) => b.score - a.score)) {
    if (separate.length === count) break;
    if (separate.every((other) => squareSeparationMm(square, other) > SEPARATE_MM)) separate.push(square);
  }
  return separate;
}

/** Places along an axis where the square may begin, those first that put the most border on its two sides across that axis. */
function places(axis: Point, border: readonly (Point & { readonly probability: number })[], inside: readonly Point[]): number[] {
  const along = inside.map((point) => dot(axis, point));
  const last = Math.min(...along) + OVERHANG_MM;
  const first = Math.max(...along) - OVERHANG_MM - MAT_MM;
  const seen = border.map((point) => ({ at: dot(axis, point), probability: point.probability }));
  const all: { readonly at: number; readonly score: number }[] = [];
  for (let at = first; at <= last; at += STEP_MM) {
    const score = seen.reduce((sum, one) => sum + one.probability * (nearness(one.at - at) + nearness(one.at - at - MAT_MM)), 0);
    all.push({ at, score });
  }
  return all
    .sort((a, b) => b.score - a.score)
    .slice(0, PLACES)
    .map(({ at }) => at);
}

type Axes = readonly [Point, Point];

/** Intersection over union of the square and the mask, 0…1. */
function overlap(
  cells: readonly { readonly at: Point | undefined; readonly probability: number }[],
  axes: Axes,
  x: number,
  y: number,
): number {
  let both = 0;
  let either = 0;
  for (const { at, probability } of cells) {
    const u = at ? dot(axes[0], at) - x : -1;
    const v = at ? dot(axes[1], at) - y : -1;
    const isIn = u > 0 && v > 0 && u < MAT_MM && v < MAT_MM;
    both += isIn ? probability : 0;
    either += isIn ? 1 : probability;
  }
  return either > 0 ? both / either : 0;
}

/** Share of the border that is along the square's sides, 0…1. */
function along(border: readonly (Point & { readonly probability: number })[], axes: Axes, x: number, y: number): number {
  let near = 0;
  let all = 0;
  for (const point of border) {
    const u = Math.abs(dot(axes[0], point) - x - MAT_MM / 2) - MAT_MM / 2;
    const v = Math.abs(dot(axes[1], point) - y - MAT_MM / 2) - MAT_MM / 2;
    near += point.probability * nearness(u > 0 && v > 0 ? Math.hypot(u, v) : Math.max(u, v));
    all += point.probability;
  }
  return all > 0 ? near / all : 0;
}

function nearness(gapMm: number): number {
  return Math.exp(-((gapMm / NEAR_MM) ** 2) / 2);
}

/** Distance of two squares' middles, and of their sides' directions at a corner, mm. */
export function squareSeparationMm(a: Square, b: Square): number {
  const middle = ({ corner, turnRad }: Square) => {
    const [x, y] = [unit(turnRad), unit(turnRad + Math.PI / 2)];
    return { x: corner.x + (MAT_MM / 2) * (x.x + y.x), y: corner.y + (MAT_MM / 2) * (x.y + y.y) };
  };
  const [p, q] = [middle(a), middle(b)];
  const quarter = Math.PI / 2;
  const turn = Math.abs(((((a.turnRad - b.turnRad) % quarter) + 1.5 * quarter) % quarter) - quarter / 2);
  return Math.hypot(p.x - q.x, p.y - q.y) + turn * MAT_MM * Math.SQRT1_2;
}

function unit(angle: number): Point {
  return { x: Math.cos(angle), y: Math.sin(angle) };
}

function dot(a: Point, b: Point): number {
  return a.x * b.x + a.y * b.y;
}
