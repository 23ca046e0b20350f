import { type Evaluation, evaluate } from './evaluation.js';
import type { PictureScore } from './score-picture.js';

/** Number of times that the tables are redrawn, with replacement; the 90 % interval is between the two quantiles. */
const DRAWS = 1000;
const INTERVAL = [0.05, 0.95] as const;
/** Distance within which a ship's reported place is right, mm. */
const RIGHT_MM = 1;

/**
 * Whether a person can rely on everything said about a table: every ship that must be found is, of its size and within 1 mm, nothing is
 * mistaken for a ship, and no answer is certain and wrong. `errorsMm`: its ships' errors, of their place on the mat or relative to each
 * other.
 */
export function isTableRight(score: PictureScore, errorsMm: readonly number[]): boolean {
  const { failed, due, dueFound, found, foundRight, matched, sizeRight, verdicts, obstruction } = score;
  const areRight = [verdicts, obstruction].every(({ certain, certainCorrect }) => certain === certainCorrect);
  return !failed && dueFound === due && found === foundRight && matched === sizeRight && areRight && errorsMm.every((mm) => mm <= RIGHT_MM);
}

interface Figure {
  readonly title: string;
  readonly of: (scores: readonly PictureScore[], pooled: Evaluation) => number;
  readonly digits: number;
}

const FIGURES: readonly Figure[] = [
  { title: 'tables right, ships within 1 mm among each other', of: shareRight((score) => score.layoutMm), digits: 3 },
  { title: 'tables right, ships within 1 mm on the mat', of: shareRight((score) => score.positionMm), digits: 3 },
  { title: 'tables refused', of: (scores) => share(scores, ({ failed }) => failed), digits: 3 },
  { title: 'recall', of: (_, { recall }) => recall, digits: 3 },
  { title: 'precision', of: (_, { precision }) => precision, digits: 3 },
  { title: 'position p50, mm', of: (_, { positionMm }) => positionMm.p50, digits: 2 },
  { title: 'layout p50, mm', of: (_, { layoutMm }) => layoutMm.p50, digits: 2 },
  { title: 'pair distance p50, mm', of: (_, { relativeMm }) => relativeMm.p50, digits: 2 },
  { title: 'heading p95, °', of: (_, { headingDeg }) => headingDeg.p95, digits: 2 },
  { title: 'normalised error', of: (_, { normalisedError }) => normalisedError, digits: 2 },
  { title: 'verdicts certain', of: (_, { verdicts }) => ratio(verdicts.certain, verdicts.asked), digits: 3 },
  { title: 'certain ones right', of: (_, { verdicts }) => ratio(verdicts.certainCorrect, verdicts.certain), digits: 4 },
  { title: 'obstacles found', of: (_, { obstacles }) => ratio(obstacles.found, obstacles.onTable), digits: 3 },
  { title: 'obstacle names right', of: (_, { obstacles }) => ratio(obstacles.namedRight, obstacles.named), digits: 3 },
];

/** A table in Markdown: figures of a set of tables, each with its 90 % interval (bootstrap over tables). The same scores give the same intervals. */
export function intervalTable(scores: readonly PictureScore[]): string {
  const draws = Array.from({ length: DRAWS }, redraw(scores)).map((drawn) => ({ drawn, pooled: evaluate(drawn) }));
  const pooled = evaluate(scores);
  const rows = FIGURES.map(({ title, of, digits }) => {
    const sorted = draws.map(({ drawn, pooled: of_ }) => of(drawn, of_)).sort((a, b) => a - b);
    const [low, high] = INTERVAL.map((quantile) => sorted[Math.round(quantile * (DRAWS - 1))]!.toFixed(digits));
    return `| ${title} | ${of(scores, pooled).toFixed(digits)} | ${low} to ${high} |`;
  });
  return ['| figure | value | 90 % interval |', '|---|---|---|', ...rows].join('\n');
}

/** Draws as many from the list as it has, with replacement, differently at each call. */
function redraw<T>(list: readonly T[]): () => T[] {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0; // Numerical Recipes' generator: its high bits are what is used
    return state / 2 ** 32;
  };
  return () => list.map(() => list[Math.floor(next() * list.length)]!);
}

function shareRight(errorsOf: (score: PictureScore) => readonly number[]): Figure['of'] {
  return (scores) => share(scores, (score) => isTableRight(score, errorsOf(score)));
}

function share(scores: readonly PictureScore[], is: (score: PictureScore) => boolean): number {
  return ratio(scores.filter(is).length, scores.length);
}

/** Nothing asked, nothing wrong. */
function ratio(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}
