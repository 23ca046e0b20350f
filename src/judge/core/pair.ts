import { cornerMm, type HalfSize } from '../../geometry/half-size.js';
import type { Point } from '../../geometry/point.js';
import { rectangleRing } from '../../geometry/ring.js';
import { baseHalf } from '../../pieces/bases.js';
import { shipCovariance } from '../../table/pair-covariance.js';
import type { Ship, Table } from '../../table/table.js';

/** One way a pair of ships may stand: the target as the viewer sees it, and where the viewer stands. Millimetres. */
export interface View {
  /** Corners of the target in the viewer's frame. */
  readonly ring: readonly number[];
  /** The target's centre and relative heading (sine, cosine, clockwise) in the viewer's frame. */
  readonly x: number;
  readonly y: number;
  readonly sin: number;
  readonly cos: number;
  /** The viewer's place and heading on the table. */
  readonly viewerX: number;
  readonly viewerY: number;
  readonly viewerSin: number;
  readonly viewerCos: number;
}

/** Errors of a pair, in the coordinates of pair-errors.ts. */
export interface PairErrors {
  /** Covariance of the six coordinates and its lower triangular factor, 6 × 6. */
  readonly covariance: readonly number[];
  readonly factor: readonly number[];
  /** ± PROBE_SIGMA along each of the first four coordinates, in turn. */
  readonly probes: readonly View[];
}

/** A ship as another one sees it. */
export interface Pair {
  readonly table: Table;
  readonly viewer: Ship;
  readonly target: Ship;
  /** Their places in `table.ships`. */
  readonly viewerIndex: number;
  readonly targetIndex: number;
  readonly viewerHalf: HalfSize;
  readonly targetHalf: HalfSize;
  /** The pair as measured. */
  readonly view: View;
  /** Distance of the centres, mm. */
  readonly apartMm: number;
  /** Nothing about the pair is uncertain. */
  readonly exact: boolean;
  /** Standard deviation by which the two bases can shift against each other at most, taken together, mm. */
  readonly shiftMm: number;
  /** The same for the target in the viewer's frame, which turns with the viewer. */
  readonly seenShiftMm: number;
  /** The same for the points of a shortest line between the bases, as long as its ends stay on the same corner and the same edge. */
  readonly lineShiftMm: number;
  /** Filled in when first asked for, by pair-errors.ts. */
  readonly cache: { errors?: PairErrors };
}

/** The pair (viewer, target) by their places in `table.ships`. */
export function pairOf(table: Table, viewerIndex: number, targetIndex: number): Pair {
  const viewer = table.ships[viewerIndex]!;
  const target = table.ships[targetIndex]!;
  const viewerHalf = baseHalf(viewer);
  const targetHalf = baseHalf(target);
  const [viewerCornerMm, targetCornerMm] = [cornerMm(viewerHalf), cornerMm(targetHalf)];
  const a = shipCovariance(table, viewerIndex);
  const b = shipCovariance(table, targetIndex);
  const view = viewOf(viewer, target, targetHalf);
  const apartMm = Math.sqrt(view.x * view.x + view.y * view.y);
  const placeSq = a.xx + a.yy + b.xx + b.yy;
  const ownTurn = Math.sqrt(a.hh);
  const targetTurnMm = targetCornerMm * Math.sqrt(b.hh);
  const shiftMm = Math.sqrt(placeSq) + targetTurnMm + viewerCornerMm * ownTurn;
  return {
    table,
    viewer,
    target,
    viewerIndex,
    targetIndex,
    viewerHalf,
    targetHalf,
    view,
    apartMm,
    exact: placeSq === 0 && a.hh === 0 && b.hh === 0,
    shiftMm,
    seenShiftMm: Math.sqrt(placeSq) + targetTurnMm + (apartMm + targetCornerMm) * ownTurn,
    lineShiftMm: lineShiftMm(placeSq, a.hh, b.hh, apartMm, viewerCornerMm, targetCornerMm) * (table.jointCovariance ? Math.SQRT2 : 1),
    cache: {},
  };
}

/** An end of a line that is the foot of a perpendicular slides along its edge as the edge turns, as far as the line is long. */
function lineShiftMm(
  placeSq: number,
  ownTurnSq: number,
  targetTurnSq: number,
  apartMm: number,
  corner: number,
  targetCorner: number,
): number {
  const lengthSq = apartMm * apartMm;
  return Math.sqrt(placeSq + ownTurnSq * (lengthSq + corner * corner) + targetTurnSq * (lengthSq + targetCorner * targetCorner));
}

function viewOf({ pose: a }: Ship, { pose: b }: Ship, targetHalf: HalfSize): View {
  const viewerSin = Math.sin(a.headingRad);
  const viewerCos = Math.cos(a.headingRad);
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const x = viewerCos * dx - viewerSin * dy;
  const y = viewerSin * dx + viewerCos * dy;
  const sin = Math.sin(b.headingRad - a.headingRad);
  const cos = Math.cos(b.headingRad - a.headingRad);
  return { ring: rectangleRing(targetHalf, x, y, sin, cos), x, y, sin, cos, viewerX: a.x, viewerY: a.y, viewerSin, viewerCos };
}

/** A point of the viewer's frame on the table. */
export function onTable(view: View, { x, y }: Point): Point {
  return { x: tableX(view, x, y), y: tableY(view, x, y) };
}

/** A point of the viewer's frame on the table: its x. */
export function tableX(view: View, x: number, y: number): number {
  return view.viewerX + view.viewerCos * x + view.viewerSin * y;
}

/** A point of the viewer's frame on the table: its y. */
export function tableY(view: View, x: number, y: number): number {
  return view.viewerY - view.viewerSin * x + view.viewerCos * y;
}
