import { boxOutlineGap } from '../../geometry/box-outline.js';
import type { Pose } from '../../geometry/pose.js';
import { ringSeenFrom } from '../../geometry/ring.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import { baseHalf, halfSideMm } from '../../pieces/bases.js';
import { shipCovariance } from '../../table/pair-covariance.js';
import type { Table } from '../../table/table.js';
import { blockersOf } from '../core/blockers.js';
import { judge } from '../core/judgement.js';
import type { GuidedPath } from './guided-path.js';
import { baseGapMm, flyingBase } from './placed-base.js';
import { isUnderTemplate } from './under-template.js';

/** A ship's move as it is laid on the table. */
export interface LaidMove {
  /** Pose of the base at its end, table frame. */
  readonly end: Pose;
  /** The template; absent: the ship stays, and what it only touches counts. */
  readonly path?: GuidedPath;
  /** Length of the template, along its centre line, that counts, mm. */
  readonly alongMm: number;
  /** Ships it was backed over, whose places determine its end. */
  readonly backedOver?: readonly string[];
}

/** How far something is from turning over, mm: positive where it is so; one standard deviation of that, mm. */
export interface MoveMargin {
  readonly id: string;
  /** What may lie on it. */
  readonly part: 'template' | 'base';
  readonly marginMm: number;
  readonly sigmaMm: number;
}

/** Whether a margin is too close to call. */
export function isClose(margin: Pick<MoveMargin, 'marginMm' | 'sigmaMm'>): boolean {
  return !judge(margin).certain;
}

/** Largest margin that is determined, mm; beyond it the answer is no less certain. */
const FAR_MM = 64;

/**
 * For every obstacle and device whether a move's template and the base at its end lie on it, for every other ship whether the base would
 * overlap it. Sigma is that of the ship's place and heading carried to the end of the move, of the other thing's place, and of the ships
 * that it was backed over; all taken in their worst direction.
 */
export function moveMargins(table: Table, shipId: string, move: LaidMove): readonly MoveMargin[] {
  const index = table.ships.findIndex(({ id }) => id === shipId);
  const { end, path, alongMm } = move;
  const half = halfSideMm(flyingBase(table.ships[index]!));
  const moverSq = moverVarianceSq(table, index, end) + backedOverSigmaMm(table, move.backedOver ?? []) ** 2;
  const blockers = blockersOf(table);
  const onThings = [...table.obstacles, ...table.devices].flatMap(({ id, outline }, i): readonly MoveMargin[] => {
    const { ring, radiusMm, covariance } = blockers[i]!;
    const { xx, yy, hh } = covariance;
    const sigmaMm = Math.sqrt(moverSq + xx + yy + radiusMm ** 2 * hh);
    const local = ringSeenFrom(end, ring);
    const baseMeets = (byMm: number) => {
      const { gapMm } = boxOutlineGap(square(Math.max(ROUNDING_MM, half + byMm)), local);
      return path ? gapMm < -ROUNDING_MM : gapMm <= ROUNDING_MM;
    };
    const base = { id, part: 'base', marginMm: marginOf(baseMeets), sigmaMm } as const;
    if (!path) return [base];
    const templateMeets = (byMm: number) => {
      const widthMm = path.template.widthMm + 2 * byMm;
      return widthMm > 0 && isUnderTemplate({ ...path, template: { ...path.template, widthMm } }, alongMm + byMm, outline, -byMm);
    };
    return [base, { id, part: 'template', marginMm: marginOf(templateMeets), sigmaMm }];
  });
  return [...onThings, ...overlapMargins(table, index, end)];
}

/** For every other ship whether a ship's base would overlap it at the end of a move. */
export function overlapMargins(table: Table, index: number, end: Pose): readonly MoveMargin[] {
  const placed = { base: flyingBase(table.ships[index]!), pose: end };
  const moverSq = moverVarianceSq(table, index, end);
  return table.ships.flatMap((other, i): readonly MoveMargin[] => {
    if (i === index) return [];
    return [{ id: other.id, part: 'base', marginMm: -baseGapMm(placed, other), sigmaMm: Math.sqrt(moverSq + placeVarianceSq(table, i)) }];
  });
}

const square = (halfMm: number) => ({ x: halfMm, y: halfMm });

/** Amount by which everything could be thinner and still meet, or minus the amount by which it would have to be thicker, mm. */
function marginOf(meets: (byMm: number) => boolean): number {
  let [inside, outside] = [FAR_MM, -FAR_MM];
  if (!meets(inside)) return -FAR_MM;
  if (meets(outside)) return FAR_MM;
  // The exact position decides the sign of the margin.
  if (meets(0)) inside = 0;
  else outside = 0;
  for (let i = 0; i < 40; i++) {
    const middle = (inside + outside) / 2;
    if (meets(middle)) inside = middle;
    else outside = middle;
  }
  return inside === 0 ? 0 : -inside;
}

/** Variance of any point of a ship at the end of its move, mm²; an error of its heading swings the whole move. */
function moverVarianceSq(table: Table, index: number, end: Pose): number {
  const { pose, base } = table.ships[index]!;
  const { xx, yy, hh } = shipCovariance(table, index);
  const reachMm = Math.hypot(end.x - pose.x, end.y - pose.y) + Math.SQRT2 * halfSideMm(flyingBase({ base }));
  return xx + yy + reachMm ** 2 * hh;
}

/** Standard deviation of the place to which a ship is backed over others, from their places, mm. */
export function backedOverSigmaMm(table: Table, ids: readonly string[]): number {
  const each = table.ships.map(({ id }, i) => (ids.includes(id) ? placeVarianceSq(table, i) : 0));
  return Math.sqrt(Math.max(0, ...each));
}

/** Variance of any point of a standing ship's base, mm². */
function placeVarianceSq(table: Table, index: number): number {
  const { xx, yy, hh } = shipCovariance(table, index);
  const half = baseHalf(table.ships[index]!);
  return xx + yy + (half.x ** 2 + half.y ** 2) * hh;
}
