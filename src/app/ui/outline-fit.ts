import type { RankedObstacle } from '../../table/measurement.js';

/** A lead below which an outline cannot be distinguished from the next one by its edges, percent of an outline's length. */
export const CLEAR_LEAD_PERCENT = 10;

/**
 * Fit of one outline compared with the others at a place: the share of its edge that is seen there, and its lead over the best of the
 * others, percent.
 */
export interface OutlineFit {
  readonly percent: number;
  /** Negative where another one fits better. */
  readonly leadPercent: number;
  /** The best of the others. */
  readonly next: RankedObstacle | undefined;
}

/** The fit of a token among all that were tried at its place; undefined where it was not tried. */
export function outlineFit(ranked: readonly RankedObstacle[], xws: string): OutlineFit | undefined {
  const own = ranked.find(({ token }) => token?.xws === xws);
  if (!own) return undefined;
  const next = ranked.find((other) => other !== own);
  const percent = percentOf(own);
  return { percent, leadPercent: percent - (next ? percentOf(next) : 0), next };
}

export const percentOf = ({ fitShare }: RankedObstacle) => Math.floor(100 * fitShare);
