import { ROUNDING_MM } from '../../geometry/rounding.js';
import type { BaseSize } from '../../pieces/base-size.js';
import { type GuidedPath, poseAlong } from './guided-path.js';
import { baseGapMm, type PlacedBase } from './placed-base.js';

/** Distance by which a ship was moved back along its template, and what it was backed over. */
export interface ResolvedOverlap {
  /** Place of the rear guides along the centre line, mm; −side when the ship may not leave its place. */
  readonly rearAlongMm: number;
  /** Ids of the ships it overlapped on the way back, in the order in which it came free of them. */
  readonly backedOver: readonly string[];
}

/**
 * No point of a base goes farther than this for each mm its rear guides go: the front guides go up to 1.4 times as fast around the
 * tightest turn, and the base turns about its middle. Only the speed of the search depends on it being tight.
 */
const REACH_PER_MM = 4;

/** Shortest step back, mm: gaps between two ships that are narrower than this are not stopped in. */
const MIN_STEP_MM = 1e-3;

/**
 * Moves a base back from the end of its template until it overlaps no other base (MAN-22). The depth of an overlap bounds how far the
 * base may go back without coming free, so no place is passed over; the last step is narrowed down to rounding.
 */
export function resolveOverlap(
  path: GuidedPath,
  base: BaseSize,
  others: readonly (PlacedBase & { readonly id: string })[],
): ResolvedOverlap {
  const start = -path.sideMm;
  let at = path.template.lengthMm;
  let backedOver: readonly string[] = [];
  for (;;) {
    const moved = { base, pose: poseAlong(path, at) };
    const overlapped = others.filter((other) => baseGapMm(moved, other) < -ROUNDING_MM);
    if (overlapped.length === 0 || at <= start) return { rearAlongMm: at, backedOver };
    // Between here and the last of these places the base overlaps at least one of them, so nothing is passed over.
    const left = overlapped.map((other) => ({ id: other.id, atMm: comeFree(path, base, other, at) })).sort((a, b) => b.atMm - a.atMm);
    backedOver = [...backedOver.filter((id) => !left.some((one) => one.id === id)), ...left.map(({ id }) => id)];
    at = left.at(-1)!.atMm;
  }
}

/** The first place on the way back from `fromMm` where the base is free of one other base; the start if there is no such place. */
function comeFree(path: GuidedPath, base: BaseSize, other: PlacedBase, fromMm: number): number {
  const start = -path.sideMm;
  const gapAt = (at: number) => baseGapMm({ base, pose: poseAlong(path, at) }, other);
  let inside = fromMm;
  let outside = fromMm;
  for (let gap = gapAt(inside); ; gap = gapAt(outside)) {
    if (gap >= 0) break;
    inside = outside;
    if (inside <= start) return start;
    outside = Math.max(start, inside - Math.max(-gap / REACH_PER_MM, MIN_STEP_MM));
  }
  for (let i = 0; i < 60 && inside - outside > 1e-12; i++) {
    const middle = (inside + outside) / 2;
    if (gapAt(middle) >= 0) outside = middle;
    else inside = middle;
  }
  return outside;
}
