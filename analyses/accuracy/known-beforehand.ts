/** npm run analyse -- known-beforehand: how exact a table is measured by which hints are given beforehand, beside what is aimed at, for ACCURACY.md. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { scoreFolder } from '../../src/cli/commands/eval.js';
import { evaluate } from '../../src/cli/eval/evaluation.js';
import { intervalTable } from '../../src/cli/eval/intervals.js';
import { KNOWN_BEFOREHAND, type KnownBeforehand } from '../../src/cli/eval/known-hints.js';
import type { PictureScore } from '../../src/cli/eval/score-picture.js';
import { writeSection } from './accuracy-section.js';

const USE =
  'npm run analyse -- known-beforehand [DIR] [--every N] [--write], or of scores that eval has written: npm run analyse -- known-beforehand DIR --scores NOTHING,MAT,SETUP [--write]';
const OWN = { folder: 'test-fixtures/tables', name: 'simulated tables' } as const;
const NAMES: Readonly<Record<string, string>> = {
  [OWN.folder]: OWN.name,
  'test-fixtures/path-traced': 'tables of another renderer (path-traced by Blender)',
};

/** At least, or p50 and p95 at most. */
interface Goal {
  readonly recall: number;
  readonly precision: number;
  readonly layoutMm: readonly [number, number];
  readonly pairMm: readonly [number, number];
  readonly placeMm: readonly [number, number];
  readonly headingDeg: number;
  readonly certain: number;
  readonly right: number;
}

const GOALS: Readonly<Record<KnownBeforehand, Goal>> = {
  nothing: {
    ...{ recall: 0.992, precision: 0.998, headingDeg: 0.9, certain: 0.95, right: 0.9995 },
    ...{ layoutMm: [0.5, 1.5], pairMm: [0.42, 1.35], placeMm: [1.1, 3.3] },
  },
  mat: {
    ...{ recall: 0.992, precision: 0.998, headingDeg: 0.8, certain: 0.965, right: 0.9995 },
    ...{ layoutMm: [0.27, 0.9], pairMm: [0.22, 0.8], placeMm: [0.45, 1.5] },
  },
  setup: {
    ...{ recall: 0.997, precision: 0.999, headingDeg: 0.6, certain: 0.975, right: 0.9998 },
    ...{ layoutMm: [0.2, 0.6], pairMm: [0.15, 0.5], placeMm: [0.3, 0.9] },
  },
};

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { every: { type: 'string', default: '1' }, scores: { type: 'string' }, write: { type: 'boolean', default: false } },
  });
  const [folder = OWN.folder] = positionals;
  const every = Number(values.every);
  const files = values.scores?.split(',');
  if (!(Number.isInteger(every) && every >= 1) || (files && files.length !== KNOWN_BEFOREHAND.length)) {
    throw new Error(
      `Got --every ${values.every} and ${files?.length ?? 'no'} files of scores, expected a whole number and three files.\n${USE}`,
    );
  }
  const scores: PictureScore[][] = [];
  for (const [i, known] of KNOWN_BEFOREHAND.entries()) {
    scores.push(
      files ? (JSON.parse(await readFile(files[i]!, 'utf8')) as PictureScore[]) : (await scoreFolder(folder, known, every)).scores,
    );
  }
  const section = page(folder.replace(/\/$/, ''), scores, GOALS);
  process.stdout.write(section);
  if (values.write) await writeSection(section, 'known-beforehand');
}

function page(folder: string, scores: readonly (readonly PictureScore[])[], goals: typeof GOALS): string {
  const evaluations = scores.map(evaluate);
  const columns = KNOWN_BEFOREHAND.map((known, i) => ({ goal: goals[known], is: evaluations[i]! }));
  const row = (name: string, cell: (column: (typeof columns)[number]) => string) => `| ${name} | ${columns.map(cell).join(' | ')} |`;
  const share = (reached: number, asked: number, digits = 3) => mark(reached >= asked, reached.toFixed(digits), `≥ ${asked}`);
  const spread = ({ p50, p95 }: { readonly p50: number; readonly p95: number }, [most, most95]: readonly [number, number]) =>
    mark(p50 <= most && p95 <= most95, `${p50.toFixed(2)} / ${p95.toFixed(2)}`, `≤ ${most} / ${most95}`);
  const asked = folder === OWN.folder ? ([0.8, 1.2] as const) : ([0.8, 1.3] as const);
  return `## What is known beforehand: ${NAMES[folder] ?? folder}

Printed by \`npm run -s analyse -- known-beforehand ${folder}\` of ${evaluations[0]!.images} pictures. Each cell: result (goal); **bold** where the result misses the goal.
"mat known": its true size ± 0.5 mm is given. "setup": that size, and what the program has learned by itself from another picture of the same table and
camera (\`setup/\`), with other ships and in other light.

| | nothing known | mat known | setup from another picture |
|---|---|---|---|
${[
  row('pictures not measured', ({ is }) => String(is.failedImages.length)),
  row('recall', ({ is, goal }) => share(is.recall, goal.recall)),
  row('precision', ({ is, goal }) => share(is.precision, goal.precision)),
  row('layout p50 / p95, mm', ({ is, goal }) => spread(is.layoutMm, goal.layoutMm)),
  row('pairs p50 / p95, mm', ({ is, goal }) => spread(is.relativeMm, goal.pairMm)),
  row('place on the mat p50 / p95, mm', ({ is, goal }) => spread(is.positionMm, goal.placeMm)),
  row('heading p95, °', ({ is, goal }) => mark(is.headingDeg.p95 <= goal.headingDeg, is.headingDeg.p95.toFixed(2), `≤ ${goal.headingDeg}`)),
  row('certain', ({ is, goal }) => share(is.verdicts.certain / is.verdicts.asked, goal.certain)),
  row('of them right', ({ is, goal }) => share(is.verdicts.certainCorrect / is.verdicts.certain, goal.right, 4)),
  row('normalised error', ({ is: { normalisedError } }) =>
    mark(normalisedError >= asked[0] && normalisedError <= asked[1], normalisedError.toFixed(2), `${asked[0]}–${asked[1]}`),
  ),
  row('obstacles found / named of all', ({ is: { obstacles } }) => `${obstacles.found} / ${obstacles.named} of ${obstacles.onTable}`),
].join('\n')}

With nothing known. For another set of as many tables of this kind, each figure would fall within its interval nine times out of ten (bootstrap over tables):

${intervalTable(scores[0]!)}

With nothing known, the scale comes from the mat, which is assumed to be 3 ft wide; cloth mats differ from that by several millimetres, and the whole table is off in proportion.
With the mat known, most of what is left is how each single base is read: even with the true lens as well, layouts are off by a quarter of a millimetre (docs/experiments/scale.md).
A base whose front is hidden, or of which too little is seen to be sure, is scored here by the likeliest reading, which may be half a turn off; no certain verdict relies on it.
For comparison: a marker on every base with the camera known, 0.25 / 0.57 mm (place); a person with a 300 mm ruler, 0.39 / 1.18 mm (pairs). Both are from \`npm run -s analyse -- markers\`.
`;
}

function mark(isReached: boolean, reached: string, goal: string): string {
  return isReached ? `${reached} (${goal})` : `**${reached}** (${goal})`;
}

await main(process.argv.slice(2));
