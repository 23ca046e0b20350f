import type { ArcKind } from '../../pieces/arcs.js';
import { isAnySupposed } from '../../table/ship-certainty.js';
import type { Table } from '../../table/table.js';
import { ARC_MM, objectInArc } from '../arc/object-arc.js';
import { blockersOf } from '../core/blockers.js';
import type { Judgement } from '../core/judgement.js';
import { atRange, beyondRange, type RangeAnswer, withinRange } from '../range/range.js';
import { farthestRange, rangeBetween } from '../range/range-between.js';
import { judgementReport, rangeReport } from './pair-report.js';
import { report } from './report.js';
import type { ArcReport, JudgementReport, RangeReport } from './report-file.js';
import { opened } from './supposed.js';

/** At which range one thing of a table is of another, and beyond which, exactly as in range.schema.json: millimetres, table frame. */
export interface RangeFile {
  readonly format: 'hashmark-range';
  readonly version: 1;
  readonly from: string;
  readonly to: string;
  readonly closest: RangeReport;
  /** Whether it is at each range, keyed '0' to '3' (RNG-07). */
  readonly at: Readonly<Record<string, JudgementReport>>;
  /** Whether the whole of it is within each range, keyed '1' to '3'; measured from a ship only, to another thing. */
  readonly within?: Readonly<Record<string, JudgementReport>>;
  /** Whether it is beyond each range, keyed '0' to '3' (RNG-08). */
  readonly beyond: Readonly<Record<string, JudgementReport>>;
  readonly arc?: ArcKind;
  /** Whether any part of it is within the arc's lines, at whatever range. */
  readonly inArc?: JudgementReport;
  /** The same no farther than range 3, where an arc ends; of an obstacle or device, which nobody attacks. */
  readonly inArcUpTo3?: JudgementReport;
  /** Attack range in the arc (RNG-03) to another ship; null when it is not in the arc. */
  readonly attack?: ArcReport['attack'];
}

const RANGES = [0, 1, 2, 3] as const;

/**
 * Measures between any two things of a table by their ids; with an arc of the first, which then must be a ship, whether the second is in it, and of
 * another ship the attack range too. Throws on an unknown id, and where an arc is asked of what is no ship, or to itself.
 */
export function rangeFile(table: Table, from: string, to: string, arc?: ArcKind): RangeFile {
  const answer = rangeBetween(table, from, to);
  const isOpen = isAnySupposed(table.ships, from, to);
  const said = (found: Judgement) => (isOpen ? opened(judgementReport(found)) : judgementReport(found));
  const isFromShip = table.ships.some(({ id }) => id === from);
  const each = (ask: (answer: RangeAnswer, range: 0 | 1 | 2 | 3) => Judgement) =>
    Object.fromEntries(RANGES.map((range) => [String(range), said(ask(answer, range))]));
  const common = {
    format: 'hashmark-range',
    version: 1,
    from,
    to,
    closest: rangeReport(answer),
    at: each(atRange),
    beyond: each(beyondRange),
    ...(isFromShip && from !== to && { within: withinEach(farthestRange(table, from, to), said) }),
  } as const;
  if (arc === undefined) return common;
  const withArc = { ...table, ships: table.ships.map((ship) => (ship.id === from ? { ...ship, arcs: [arc] } : ship)) };
  const index = table.ships.findIndex(({ id }) => id === from);
  const object = blockersOf(table).find(({ id, shipIndex }) => id === to && shipIndex < 0);
  if (index >= 0 && object) {
    const [inArc, inArcUpTo3] = [undefined, ARC_MM].map((upToMm) => said(objectInArc(table, index, object, arc, upToMm)));
    return { ...common, arc, inArc: inArc!, inArcUpTo3: inArcUpTo3! };
  }
  const pair = report(withArc).pairs.find((one) => one.from === from && one.to === to);
  if (!pair) throw new Error(`Arc: got '${from}' and '${to}', expected a ship and another thing.`);
  const { inArc, attack } = pair.arcs[arc]!;
  return { ...common, arc, inArc, attack };
}

function withinEach(farthest: RangeAnswer, said: (found: Judgement) => JudgementReport): Readonly<Record<string, JudgementReport>> {
  return Object.fromEntries(([1, 2, 3] as const).map((range) => [String(range), said(withinRange(farthest, range))]));
}
