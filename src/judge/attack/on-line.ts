import { measureClearance } from '../../geometry/clearance.js';
import { pointSegmentDistanceSq } from '../../geometry/ring-point.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import type { Blocker } from '../core/blockers.js';
import type { Line } from '../core/shortest-lines.js';
import type { Workspace } from '../core/workspace.js';
import type { Attack } from './attack.js';
import { lineChoices } from './line-choice.js';

/** Ids of what an attack line passes over and that gives no die (ATK-11): any of its lines, where several are equally short. */
export interface OnLine {
  readonly ships: readonly string[];
  readonly devices: readonly string[];
}

/** Ships and devices under the line as measured, in the order of the table; the two ships themselves are not among `blockers`. */
export function onLine(work: Workspace, { lines: { first, last, gapMm } }: Attack, blockers: readonly Blocker[]): OnLine {
  const others = gapMm <= ROUNDING_MM ? [] : blockers.filter(({ kind }) => kind !== 'obstacle');
  if (others.length === 0) return NOTHING;
  const ids =
    first === last
      ? new Set(others.filter((other) => isCrossed(work, first, other)).map(({ id }) => id))
      : new Set(lineChoices(first, last, others).flatMap(({ by }) => by));
  const of = (kind: Blocker['kind']) => others.filter((other) => other.kind === kind && ids.has(other.id)).map(({ id }) => id);
  return ids.size === 0 ? NOTHING : { ships: of('ship'), devices: of('device') };
}

const NOTHING: OnLine = { ships: [], devices: [] };

function isCrossed({ clearance }: Workspace, { from, to }: Line, { x, y, radiusMm, ring }: Blocker): boolean {
  const farMm = radiusMm + ROUNDING_MM;
  if (pointSegmentDistanceSq(x, y, from.x, from.y, to.x, to.y) > farMm * farMm) return false;
  measureClearance(clearance, from.x, from.y, to.x, to.y, ring);
  return clearance.gapMm <= ROUNDING_MM;
}
