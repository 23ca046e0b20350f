import { boxGapMm } from '../../geometry/box.js';
import { fitPose } from '../../geometry/fit-pose.js';
import { type Pose, pieceFromTable, tableFromPiece } from '../../geometry/pose.js';
import type { ShipBase } from '../../pieces/base-size.js';
import { baseHalf } from '../../pieces/bases.js';

/** Pairs further apart are not compared by distance (evaluation.schema.json). */
const PAIR_REACH_MM = 400;

export interface PlacedBase {
  readonly base: ShipBase;
  readonly pose: Pose;
}

/** One base where it is, and where it was found. */
export interface Match {
  readonly truth: PlacedBase;
  readonly found: PlacedBase;
}

/** Errors of position that are left after the one rigid motion of all bases that fits best, mm; none for a single base. */
export function layoutErrors(matches: readonly Match[]): number[] {
  if (matches.length < 2) return [];
  const motion = fitPose(
    matches.map(({ found }) => found.pose),
    matches.map(({ truth }) => truth.pose),
  );
  return matches.map(({ truth, found }) => {
    const moved = tableFromPiece(motion, found.pose);
    return Math.hypot(moved.x - truth.pose.x, moved.y - truth.pose.y);
  });
}

/** Errors of the closest distance of all pairs that are truly within reach, mm. */
export function gapErrors(matches: readonly Match[]): number[] {
  return matches.flatMap((a, i) =>
    matches.slice(i + 1).flatMap((b) => {
      const trueMm = gapMm(a.truth, b.truth);
      return trueMm > PAIR_REACH_MM ? [] : [Math.abs(trueMm - gapMm(a.found, b.found))];
    }),
  );
}

/** Closest distance of two bases, 0 when they overlap, mm. */
export function gapMm(a: PlacedBase, b: PlacedBase): number {
  const { x, y } = pieceFromTable(a.pose, b.pose);
  const turn = b.pose.headingRad - a.pose.headingRad;
  return Math.max(0, boxGapMm(baseHalf(a), baseHalf(b), x, y, Math.sin(turn), Math.cos(turn)));
}
