import { squareGapMm } from '../../geometry/box.js';
import { type Pose, pieceFromTable } from '../../geometry/pose.js';
import type { BaseSize } from '../../pieces/base-size.js';
import { halfSideMm } from '../../pieces/bases.js';

/** Pairs further apart are not compared by distance (evaluation.schema.json). */
const PAIR_REACH_MM = 400;

export interface PlacedBase {
  readonly base: BaseSize;
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
  const mean = (pick: (match: Match) => number) => matches.reduce((sum, match) => sum + pick(match), 0) / matches.length;
  const [tx, ty, fx, fy] = [
    mean((m) => m.truth.pose.x),
    mean((m) => m.truth.pose.y),
    mean((m) => m.found.pose.x),
    mean((m) => m.found.pose.y),
  ];
  let dot = 0;
  let cross = 0;
  for (const { truth: t, found: f } of matches) {
    const [ax, ay, bx, by] = [f.pose.x - fx, f.pose.y - fy, t.pose.x - tx, t.pose.y - ty];
    dot += ax * bx + ay * by;
    cross += ax * by - ay * bx;
  }
  const angle = Math.atan2(cross, dot);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return matches.map(({ truth: t, found: f }) => {
    const [ax, ay] = [f.pose.x - fx, f.pose.y - fy];
    return Math.hypot(tx + cos * ax - sin * ay - t.pose.x, ty + sin * ax + cos * ay - t.pose.y);
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
  return Math.max(0, squareGapMm(halfSideMm(a.base), halfSideMm(b.base), x, y, Math.sin(turn), Math.cos(turn)));
}
