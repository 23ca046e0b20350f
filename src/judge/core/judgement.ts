import { normalCdf } from '../../geometry/normal.js';

/**
 * An answer counts as certain when it is right with at least this probability, given the claimed covariances: 1 wrong call in 1000 of
 * those at the very limit, far fewer over all. For a margin with a normal error this is 3.09 sigma. The only threshold of its kind.
 */
export const CERTAIN_PROBABILITY = 0.999;

export type Verdict = 'yes' | 'no' | 'too close to call';

/** A yes-or-no answer with its uncertainty. */
export interface Judgement {
  /** The answer for the table as measured. */
  readonly value: boolean;
  /** Probability that the answer is yes. */
  readonly probability: number;
  readonly certain: boolean;
  /** Distance of the answer from turning over, mm: positive when `value` is true. */
  readonly marginMm: number;
}

/** Judges a margin with a normal error: yes when positive, and certain when sigma is small against it. Sigma 0: exact, always certain. */
export function judge({ marginMm, sigmaMm }: { readonly marginMm: number; readonly sigmaMm: number }): Judgement {
  if (!(sigmaMm >= 0) || Number.isNaN(marginMm)) {
    throw new Error(`judge: got margin ${marginMm} mm and sigma ${sigmaMm} mm, expected numbers and a sigma of at least 0`);
  }
  const value = marginMm >= 0;
  const probability = sigmaMm === 0 ? (value ? 1 : 0) : normalCdf(marginMm / sigmaMm);
  return judgement(value, probability, marginMm);
}

/** A judgement whose probability is already known. */
export function judgement(value: boolean, probability: number, marginMm: number): Judgement {
  return { value, probability, certain: isCertain(value ? probability : 1 - probability), marginMm };
}

/** Whether an answer that is right with this probability counts as certain. */
export function isCertain(probability: number): boolean {
  return probability >= CERTAIN_PROBABILITY;
}

/** A probability in whole percent, for an answer that is open: never 0 or 100. */
export function openPercent(probability: number): number {
  return Math.min(99, Math.max(1, Math.round(100 * probability)));
}

/** The judgement in words. */
export function verdict({ value, certain }: Pick<Judgement, 'value' | 'certain'>): Verdict {
  if (!certain) return 'too close to call';
  return value ? 'yes' : 'no';
}
