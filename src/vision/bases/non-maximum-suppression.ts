import { halfSideMm } from '../../pieces/bases.js';
import { unsolvedBaseProbability } from './base-classifier.js';

import type { Candidate } from './candidate.js';

/** Least distance of two bases’ centres, as a share of half the sum of their sides: nearer they would stand in one another. */
const NEAREST = 0.8;

/** Of candidates that would stand in one another the most probable one; the order stays. */
export function nonMaximumSuppression<T extends Candidate>(candidates: readonly T[]): T[] {
  const chosen = new Set<T>();
  for (const one of [...candidates].sort((a, b) => unsolvedBaseProbability(b) - unsolvedBaseProbability(a))) {
    if (![...chosen].some((other) => standIn(one, other))) chosen.add(one);
  }
  return candidates.filter((one) => chosen.has(one));
}

function standIn({ marks: a }: Candidate, { marks: b }: Candidate): boolean {
  return Math.hypot(a.start.x - b.start.x, a.start.y - b.start.y) < NEAREST * (halfSideMm(a.base) + halfSideMm(b.base));
}
