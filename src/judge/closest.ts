import { squareGapMm } from '../geometry/box.js';
import { tableFromPiece } from '../geometry/pose.js';
import { ROUNDING_MM } from '../geometry/rounding.js';
import { probeOf } from './doubt.js';
import { type PairView, RELATIVE_COORDINATES, type View } from './pair-view.js';
import type { RangeAnswer } from './range.js';
import { doubtfulRange, exactRange } from './range-doubt.js';
import { middleLine, shortestLines } from './shortest-lines.js';

/** Closest distance between two ships, base to base (RNG-02, RNG-04); guides do not count. */
export interface Closest {
  readonly answer: RangeAnswer;
  /** Negative: how deep the bases overlap, mm. */
  readonly signedGapMm: number;
}

/** The closest distance of a pair, with the closest points in the table frame; of parallel bases the middle of what faces each other. */
export function closest(pair: PairView): Closest {
  const { centre } = pair;
  const signedGapMm = gapAt(pair, centre);
  const line = middleLine(shortestLines(pair.viewerHalfMm, centre.ring, 4, ROUNDING_MM));
  const from = tableFromPiece(centre.viewer, line.from);
  const to = tableFromPiece(centre.viewer, line.to);
  if (pair.exact) return { answer: exactRange(signedGapMm, from, to), signedGapMm };
  const values = [signedGapMm];
  for (let i = 0; i < 2 * RELATIVE_COORDINATES; i++) values.push(gapAt(pair, pair.probes[i]!));
  const answer = doubtfulRange(probeOf(values), from, to, () => Float64Array.from(pair.samples(), (view) => gapAt(pair, view)));
  return { answer, signedGapMm };
}

function gapAt({ viewerHalfMm, targetHalfMm }: PairView, { x, y, sin, cos }: View): number {
  return squareGapMm(viewerHalfMm, targetHalfMm, x, y, sin, cos);
}
