import { ROUNDING_MM } from '../../geometry/rounding.js';
import { type ArcKind, type ArcRegion, arcRegion } from '../../pieces/arcs.js';
import { NOMINAL } from '../../pieces/dimensions.js';
import type { Table } from '../../table/table.js';
import { attackArc } from '../arc/attack-line.js';
import { inArc } from '../arc/in-arc.js';
import { attack } from '../attack/attack.js';
import { blockersOf } from '../core/blockers.js';
import { facings } from '../core/facings.js';
import { type Pair, pairOf } from '../core/pair.js';
import { newWorkspace } from '../core/workspace.js';
import { closest } from '../range/closest.js';
import { attackReport, blockersBetween, lineOver } from './pair-report.js';
import type { AttackReport } from './report-file.js';

/**
 * The attack range and obstruction given that the target is in the arc, which the table leaves open: measured to what of the target's base
 * lies in the arc or, where that is just outside, to the part that is nearest to the arc. Millimetres, table frame. The range's certainty is
 * that of the range alone. Of a viewer whose front is open, the likeliest facing that has the target in the arc is taken. Throws on unknown ids.
 */
export function attackIfInArc(table: Table, fromId: string, toId: string, arc: ArcKind): AttackReport {
  const pair = likeliest(pairOf(table, placeOf(table, fromId), placeOf(table, toId)), arc);
  const region = regionOf(pair, arc);
  const work = newWorkspace();
  const nearest = closest(work, pair);
  const missingMm = Math.max(0, -inArc({ ...pair, viewer: asFacing(pair) }, region).marginMm);
  const widened = missingMm > 0 ? widenedBy(region, missingMm + ROUNDING_MM) : region;
  const found = attack(work, pair, attackArc(widened, pair.viewerHalf, 'whole base'), nearest)!;
  const back = pairOf(pair.table, pair.targetIndex, pair.viewerIndex);
  const { over, onLine } = lineOver(work, pair, found, nearest, blockersBetween(pair, back, blockersOf(pair.table)));
  return attackReport(found.answer, found.answer.certain, over, onLine);
}

function placeOf({ ships }: Table, id: string): number {
  const place = ships.findIndex((ship) => ship.id === id);
  if (place >= 0) return place;
  throw new Error(`Ship '${id}': not on the table, expected one of ${ships.map((ship) => ship.id).join(', ')}.`);
}

function regionOf({ viewer, viewerHalf }: Pair, arc: ArcKind): ArcRegion {
  return arcRegion(viewer.base, arc, NOMINAL, viewerHalf.y);
}

function likeliest(pair: Pair, arc: ArcKind): Pair {
  if (!pair.viewer.isFrontOpen) return pair;
  const found = facings(pair).map((one) => {
    const { probability } = inArc({ ...one.pair, viewer: asFacing(one.pair) }, regionOf(pair, arc));
    return { pair: one.pair, probability: one.probability * probability };
  });
  return found.reduce((best, one) => (one.probability > best.probability ? one : best)).pair;
}

/** The viewer as it is taken to face, its front no longer open. */
function asFacing({ viewer: { isFrontOpen: _, ...viewer } }: Pair): Pair['viewer'] {
  return viewer;
}

/** An arc that reaches out farther by this on every side, mm. */
function widenedBy({ arc, sides, corners, apexes }: ArcRegion, byMm: number): ArcRegion {
  return { arc, sides: sides.map((value, i) => (i % 3 === 2 ? value - byMm : value)), corners, apexes };
}
