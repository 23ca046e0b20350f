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

const DRAWS = 1000;

/** A figure with its 90 % interval over the tables: they are redrawn with replacement. */
export function withInterval(
  tables: readonly (readonly ViewScore[])[],
  figure: Figure,
  digits: number,
): { readonly is: number | undefined; readonly text: string } {
  const is = figure(tables.flat());
  if (is === undefined) return { is, text: '–' };
  const random = createRandom('hand-held bootstrap');
  const drawn = Array.from({ length: DRAWS }, () => figure(tables.flatMap(() => random.pick(tables)))).flatMap((one) => one ?? []);
  return { is, text: `${is.toFixed(digits)} [${quantile(drawn, 0.05).toFixed(digits)}–${quantile(drawn, 0.95).toFixed(digits)}]` };
}
