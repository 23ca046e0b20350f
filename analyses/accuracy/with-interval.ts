import { rootMeanSquare } from '../../src/geometry/statistics.js';
import { createRandom } from '../../src/sim/random.js';
import type { ViewScore } from './hand-held-score.js';
import { quantile } from './quantile.js';

/** A figure of some scores; undefined where they have none. */
export type Figure = (scores: readonly ViewScore[]) => number | undefined;

/** A part of a whole; undefined of nothing. */
export const share = (part: number, whole: number) => (whole === 0 ? undefined : part / whole);
/** The sum of a figure over scores. */
export const total = (scores: readonly ViewScore[], of: (score: ViewScore) => number) => scores.reduce((sum, score) => sum + of(score), 0);
/** A quantile of what each score has several of. */
export const spread =
  (of: (score: ViewScore) => readonly number[], at: number): Figure =>
  (scores) => {
    const values = scores.flatMap(of);
    return values.length === 0 ? undefined : quantile(values, at);
  };

/** Share of the views that are measured. */
export const measuredShare: Figure = (scores) =>
  share(
    total(scores, ({ failed }) => (failed ? 0 : 1)),
    scores.length,
  );

/** Share of the verdicts that are certain, and of the certain ones that are right. */
export const certainShare: Figure = (scores) =>
  share(
    total(scores, ({ verdicts }) => verdicts.certain),
    total(scores, ({ verdicts }) => verdicts.asked),
  );
export const rightShare: Figure = (scores) =>
  share(
    total(scores, ({ verdicts }) => verdicts.certainCorrect),
    total(scores, ({ verdicts }) => verdicts.certain),
  );

const claimsOf = (scores: readonly ViewScore[]) => scores.flatMap(({ claims }) => claims);

/** Root mean square of the distances' errors over their claims. */
export const overClaims: Figure = (scores) => {
  const claims = claimsOf(scores);
  return claims.length > 0 ? rootMeanSquare(claims) : undefined;
};
/** Distances further off than this many claims are too many where claims are right: 0.3 % would be chance. */
export const FAR_OFF = 3;
/** Share of the distances that are. */
export const farOff: Figure = (scores) => {
  const claims = claimsOf(scores);
  return share(claims.filter((one) => Math.abs(one) > FAR_OFF).length, claims.length);
};

const DRAWS = 1000;

/** The 90 % interval of a figure over the tables that its scores come from, which are redrawn with replacement; the same `seed` gives the same one. */
export function intervalOver<T>(
  tables: readonly (readonly T[])[],
  figure: (scores: readonly T[]) => number | undefined,
  seed: string,
): readonly [number, number] {
  const random = createRandom(seed);
  const drawn = Array.from({ length: DRAWS }, () => figure(tables.flatMap(() => random.pick(tables)))).flatMap((one) => one ?? []);
  return [quantile(drawn, 0.05), quantile(drawn, 0.95)];
}

/** A figure with its 90 % interval over the tables. */
export function withInterval<T>(
  tables: readonly (readonly T[])[],
  figure: (scores: readonly T[]) => number | undefined,
  digits: number,
  seed = 'hand-held bootstrap',
): { readonly is: number | undefined; readonly text: string } {
  const is = figure(tables.flat());
  if (is === undefined) return { is, text: '–' };
  const [low, high] = intervalOver(tables, figure, seed);
  return { is, text: `${is.toFixed(digits)} [${low.toFixed(digits)}–${high.toFixed(digits)}]` };
}
