import { rootMeanSquare } from '../../geometry/statistics.js';
import { MAT_MM } from '../../pieces/dimensions.js';
import { MAT_SIGMA_MM } from '../../pieces/priors.js';

import type { Evaluation } from './evaluation.js';
import type { PictureScore } from './score-picture.js';

type Figures = Evaluation['byElevation'][string];

/** Goals of the project in one band of the camera's elevation; millimetres and degrees are p50 and p95. */
interface Goal {
  readonly recall: number;
  readonly precision: number;
  readonly sizeAccuracy: number;
  readonly positionMm: readonly [number, number];
  readonly layoutMm: readonly [number, number];
  readonly relativeMm: readonly [number, number];
  readonly headingDeg: number;
}

/** Goals as exact as if a marker were glued to every ship. */
const GOALS: Readonly<Record<string, Goal>> = {
  '60-90': {
    ...{ recall: 0.995, precision: 0.998, sizeAccuracy: 1, headingDeg: 0.3 },
    ...{ positionMm: [0.35, 0.9], layoutMm: [0.15, 0.45], relativeMm: [0.15, 0.45] },
  },
  '40-60': {
    ...{ recall: 0.99, precision: 0.995, sizeAccuracy: 0.998, headingDeg: 0.4 },
    ...{ positionMm: [0.4, 1.1], layoutMm: [0.2, 0.6], relativeMm: [0.2, 0.6] },
  },
  '30-40': {
    ...{ recall: 0.98, precision: 0.99, sizeAccuracy: 0.995, headingDeg: 0.7 },
    ...{ positionMm: [0.5, 1.5], layoutMm: [0.3, 0.9], relativeMm: [0.3, 0.9] },
  },
};

/** Shares: of all verdicts 0.95 should be certain, and of those 0.999 right; the claimed errors should be the true ones within these bounds. */
const VERDICTS = { certain: 0.95, right: 0.999 };
const NORMALISED = [0.8, 1.2] as const;

/** The section of ACCURACY.md that compares results with the goals. */
export function goalsSection(evaluation: Evaluation, scores: readonly PictureScore[]): string {
  const { normalisedError, verdicts } = evaluation;
  const certain = verdicts.certain / Math.max(1, verdicts.asked);
  const right = verdicts.certainCorrect / Math.max(1, verdicts.certain);
  const unusual = scores.flatMap(({ unusualMatMm }) => unusualMatMm);
  const unusualMm = unusual.length > 0 ? rootMeanSquare(unusual) : 0;
  return `## Results and goals

The goal is the accuracy of a marker, without a marker. Each cell has the result, then the goal in brackets; the result is **bold** where it misses the goal.

| camera above the table | recall | precision | size right | position p50 / p95, mm | layout p50 / p95, mm | pair distance p50 / p95, mm | heading p95, ° |
|---|---|---|---|---|---|---|---|
${Object.entries(evaluation.byElevation)
  .map(([name, figures]) => goalRow(name, figures, GOALS[name]!))
  .join('\n')}

Verdicts certain: ${withGoal(certain >= VERDICTS.certain, certain.toFixed(3), String(VERDICTS.certain))}; certain ones right: ${withGoal(right >= VERDICTS.right, right.toFixed(4), String(VERDICTS.right))};
normalised error: ${withGoal(normalisedError >= NORMALISED[0] && normalisedError <= NORMALISED[1], normalisedError.toFixed(2), NORMALISED.join(' to '))}.
The sides of these mats are ${unusualMm.toFixed(1)} mm (root mean square) away from ${MAT_MM} mm; claimed positions on the mat allow for ${MAT_SIGMA_MM}, since cloth varies.

Why distances miss their goals: random noise alone moves a ship by a fifth of a millimetre (cross-validated, below). The rest is scale. All base outlines in
a picture are read slightly too large or slightly too small together, and the size of the mat itself is not known. Higher resolution or more frames do not
remove an error that all bases of a picture share (both below). docs/experiments lists what was tried against it, and the result of each attempt.
Why headings miss theirs: the printed tile is read sharply, but sits loose in its base by half a degree. Arcs follow the base, and the sides of its clear
plastic are read with a bias of a few tenths of a millimetre.
A ship that is missed is never guessed: wherever some of it was seen, the program reports a place where a base may stand.
`;
}

function goalRow(
  name: string,
  { recall, precision, sizeAccuracy, positionMm, layoutMm, relativeMm, headingDeg }: Figures,
  goal: Goal,
): string {
  const share = (reached: number, asked: number) => withGoal(reached >= asked, reached.toFixed(3), String(asked));
  const spread = ({ p50, p95 }: Figures['positionMm'], [most, most95]: readonly [number, number]) =>
    withGoal(p50 <= most && p95 <= most95, `${p50.toFixed(2)} / ${p95.toFixed(2)}`, `${most} / ${most95}`);
  const cells = [
    `${name}°`,
    share(recall, goal.recall),
    share(precision, goal.precision),
    share(sizeAccuracy, goal.sizeAccuracy),
    spread(positionMm, goal.positionMm),
    spread(layoutMm, goal.layoutMm),
    spread(relativeMm, goal.relativeMm),
    withGoal(headingDeg.p95 <= goal.headingDeg, headingDeg.p95.toFixed(2), String(goal.headingDeg)),
  ];
  return `| ${cells.join(' | ')} |`;
}

function withGoal(isReached: boolean, reached: string, goal: string): string {
  return isReached ? `${reached} (${goal})` : `**${reached}** (${goal})`;
}
