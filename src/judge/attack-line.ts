import { NEAREST_SIZE, nearestInto, squareGapMm } from '../geometry/box.js';
import { clipInto, ringSeparation } from '../geometry/ring.js';
import { eachRingCandidate } from '../geometry/ring-distance.js';
import { ROUNDING_MM } from '../geometry/rounding.js';
import type { ArcRegion } from '../pieces/arcs.js';
import type { PairView, View } from './pair-view.js';
import { boxSides, commonPoint, contactLine, type ShortestLines, shortestLines, tiedLines } from './shortest-lines.js';

/**
 * From where an attack is measured. `whole base`: from the closest point of the attacker, as the rules reference words it (RNG-03).
 * `in arc`: only from the part of the attacker's base that lies in the arc (TTS mod, FlyCasual, an FFG e-mail for the first edition).
 */
export type AttackFrom = 'whole base' | 'in arc';

/** Room for a clipped square: four corners and one more for each of three sides, and to spare. */
const CLIP_SIZE = 32;

/** The attack lines of one pair in one arc. The buffers are reused from call to call, so that sampling makes no garbage. */
export interface AttackLines {
  /** Length of the shortest line to the target's part in the arc, mm; NaN when no part of it is inside. */
  readonly gapAt: (view: View) => number;
  /** That line: squared length, point on the attacker, point on the target (attacker's frame). Overwritten by the next call. */
  readonly lineAt: (view: View) => Float64Array | undefined;
  /** All lines that are equally short to within `tieMm`, attacker's frame; undefined when no part of the target is inside. */
  readonly linesAt: (view: View, tieMm: number) => ShortestLines | undefined;
  /** The part of the target that is inside, ring in the attacker's frame; empty when none is. Overwritten by the next call. */
  readonly partAt: (view: View) => { readonly ring: Float64Array; readonly count: number };
}

export function attackLines(pair: PairView, region: ArcRegion, from: AttackFrom): AttackLines {
  const out = new Float64Array(CLIP_SIZE);
  const spare = new Float64Array(CLIP_SIZE);
  const nearest = new Float64Array(NEAREST_SIZE);
  const half = pair.viewerHalfMm;
  const confined = from === 'in arc';
  const box = [-half, -half, half, -half, half, half, -half, half];
  const own = confined ? clipped(box, region) : box;
  const ownCount = own.length / 2;
  const partAt = (view: View) => {
    const part = clipInto(out, spare, view.ring, 4, region.sides, 0);
    // A corner that only just lies on the border may be lost to rounding.
    return part.count > 0 ? part : clipInto(out, spare, view.ring, 4, region.sides, ROUNDING_MM);
  };
  const overlap = (view: View, ring: Float64Array, count: number) =>
    squareGapMm(half, pair.targetHalfMm, view.x, view.y, view.sin, view.cos) <= 0 && ringSeparation(own, ownCount, ring, count) <= 0;
  const lineAt = (view: View) => {
    const { ring, count } = partAt(view);
    if (count === 0) return undefined;
    if (overlap(view, ring, count)) return nearest.fill(0);
    if (confined) nearestOfRings(nearest, own, ring, count);
    else nearestInto(nearest, half, ring, count);
    return nearest;
  };
  return {
    partAt,
    lineAt,
    gapAt: (view) => Math.sqrt(lineAt(view)?.[0] ?? NaN),
    linesAt: (view, tieMm) => {
      const { ring, count } = partAt(view);
      if (count === 0) return undefined;
      if (!confined) return shortestLines(half, ring, count, tieMm);
      if (overlap(view, ring, count))
        return contactLine(commonPoint([...region.sides, ...boxSides(half)], ring, count) ?? { x: 0, y: half });
      return tiedLines((candidate) => eachRingCandidate(own, ownCount, ring, count, candidate), tieMm);
    },
  };
}

/** The part of the attacker's own base that lies in the arc, ring in its own frame. */
function clipped(box: readonly number[], region: ArcRegion): Float64Array {
  const { ring, count } = clipInto(new Float64Array(CLIP_SIZE), new Float64Array(CLIP_SIZE), box, 4, region.sides, 0);
  return ring.slice(0, 2 * count);
}

function nearestOfRings(nearest: Float64Array, own: ArrayLike<number>, ring: Float64Array, count: number): void {
  nearest[0] = Infinity;
  eachRingCandidate(own as Float64Array, own.length / 2, ring, count, (gapSq, px, py, qx, qy) => {
    if (gapSq >= nearest[0]!) return;
    nearest[0] = gapSq;
    nearest[1] = px;
    nearest[2] = py;
    nearest[3] = qx;
    nearest[4] = qy;
  });
}
