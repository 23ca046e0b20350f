import { distanceMm } from '../../geometry/point.js';
import type { Ring } from '../../geometry/ring.js';
import { ringContains } from '../../geometry/ring-point.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import type { Blocker } from '../core/blockers.js';
import type { Line } from '../core/shortest-lines.js';

/** Part of a row of equally short lines, as places from the first (0) to the last (1). */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** Ids of what these lines pass over; empty: they are clear. */
  readonly by: readonly string[];
}

/**
 * Lists for each of several equally short lines the things it passes over: the row from the first to the last line (all parallel), divided where the answer
 * changes. The attacker chooses one (RR obstructed). Spans too narrow to be chosen (below `ROUNDING_MM`) are left out.
 */
export function lineChoices(first: Line, last: Line, blockers: readonly Blocker[]): readonly Span[] {
  const widthMm = Math.max(distanceMm(first.from, last.from), distanceMm(first.to, last.to));
  const cuts = [0, 1];
  const frame = rowFrame(first, last);
  const local = blockers.map(({ id, ring }) => ({ id, ring: intoFrame(frame, ring) }));
  for (const { ring } of local) cuts.push(...edgePlaces(ring));
  cuts.sort((a, b) => a - b);
  const spans: Span[] = [];
  for (let i = 1; i < cuts.length; i++) {
    const from = cuts[i - 1]!;
    const to = cuts[i]!;
    if ((to - from) * widthMm <= ROUNDING_MM) continue;
    const by = local.filter(({ ring }) => isCrossed(ring, (from + to) / 2)).map(({ id }) => id);
    const before = spans.at(-1);
    if (before && before.by.join() === by.join()) spans[spans.length - 1] = { ...before, to };
    else spans.push({ from, to, by });
  }
  return spans;
}

/** Affine frame in which the first line runs from (0, 0) to (0, 1) and the last one from (1, 0) to (1, 1). */
interface RowFrame {
  readonly x: number;
  readonly y: number;
  readonly inverse: readonly [number, number, number, number];
}

function rowFrame(first: Line, last: Line): RowFrame {
  const { x, y } = first.from;
  // Of nearly parallel lines, the longer of the two ends gives the direction of the row.
  const wide = distanceMm(first.from, last.from) >= distanceMm(first.to, last.to) ? [first.from, last.from] : [first.to, last.to];
  const ux = wide[1]!.x - wide[0]!.x;
  const uy = wide[1]!.y - wide[0]!.y;
  const vx = first.to.x - x;
  const vy = first.to.y - y;
  const det = ux * vy - uy * vx;
  return { x, y, inverse: [vy / det, -vx / det, -uy / det, ux / det] };
}

function intoFrame({ x, y, inverse: [a, b, c, d] }: RowFrame, ring: Ring): number[] {
  const local: number[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    const dx = ring[i]! - x;
    const dy = ring[i + 1]! - y;
    local.push(a * dx + b * dy, c * dx + d * dy);
  }
  return local;
}

/** Places (0 to 1) where a line of the row begins or ceases to cross an edge: the ends of each edge's part between the two pieces. */
function edgePlaces(ring: Ring): number[] {
  const places: number[] = [];
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const [ax, ay, bx, by] = [ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!];
    if (ay >= 0 && ay <= 1) places.push(ax);
    // Where the edge passes the two ends of the lines, y = 0 and y = 1.
    for (const end of [0, 1]) if (ay < end !== by < end) places.push(ax + ((end - ay) / (by - ay)) * (bx - ax));
  }
  return places.filter((place) => place > 0 && place < 1);
}

/** Whether the line at `place` has a point in common with the ring. */
function isCrossed(ring: Ring, place: number): boolean {
  if (ringContains(ring, place, 0)) return true;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const [ax, ay, bx, by] = [ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!];
    if (ax < place === bx < place) continue;
    const y = ay + ((place - ax) / (bx - ax)) * (by - ay);
    if (y >= 0 && y <= 1) return true;
  }
  return false;
}
