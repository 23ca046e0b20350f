/** npm run analyse -- kept-out DIR: single pictures of tables whose art, looks and light no net has seen, close ones among them, for ACCURACY.md. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureWhole } from '../../src/cli/commands/measure.js';
import { loadEngines } from '../../src/cli/inputs/node-engines.js';
import type { TableMeasurement } from '../../src/table/measurement.js';
import type { Engines } from '../../src/vision/runtime/engines.js';
import { writeSection } from './accuracy-section.js';
import { measurementOrWhy, scoreAlone, type ViewScore } from './hand-held-score.js';
import { picturesWithTruth } from './pictures-with-truth.js';
import { certainShare, type Figure, measuredShare, rightShare, share, spread, total, withInterval } from './with-interval.js';

const USE = 'npm run analyse -- kept-out DIR [--keep FOLDER] [--write]   (--keep: measurements that are there are read, others written)';

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keep: { type: 'string' }, write: { type: 'boolean', default: false } },
  });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new Error(`Got ${positionals.length} folders, expected one.\n${USE}`);
  if (values.keep !== undefined) await mkdir(values.keep, { recursive: true });
  let engines: Engines | undefined;
  const scores: ViewScore[] = [];
  for await (const { imagePath, truth } of picturesWithTruth(folder)) {
    const kept = values.keep === undefined ? undefined : join(values.keep, `${basename(imagePath).replace(/\.\w+$/, '')}.json`);
    let measured: TableMeasurement | string;
    if (kept && existsSync(kept)) measured = JSON.parse(await readFile(kept, 'utf8')) as TableMeasurement | string;
    else {
      engines ??= await loadEngines();
      measured = measurementOrWhy(await measureWhole(engines, imagePath, {}).catch(String));
      if (kept) await writeFile(kept, JSON.stringify(measured));
    }
    scores.push(scoreAlone(truth, measured));
  }
  if (scores.length === 0) throw new Error(`Got no pictures with truth in ${folder}.\n${USE}`);
  const section = page(scores);
  process.stdout.write(section);
  if (values.write) await writeSection(section, 'kept-out');
}

/** A row: its name, its figure, digits, and the goal it has to reach, from below or from above. */
type Row = readonly [name: string, figure: Figure, digits: number, goal?: { readonly least: number } | { readonly most: number }];

const dueShare =
  (areRefusedIn: boolean): Figure =>
  (scores) => {
    const some = scores.filter(({ failed }) => areRefusedIn || !failed);
    return share(
      total(some, ({ dueFound }) => dueFound),
      total(some, ({ due }) => due),
    );
  };

const ROWS: readonly Row[] = [
  ['refused', (scores) => 1 - (measuredShare(scores) ?? 0), 3, { most: 0.02 }],
  ['recall', dueShare(true), 3, { least: 0.97 }],
  ['recall where measured', dueShare(false), 3],
  [
    'precision',
    (scores) =>
      share(
        total(scores, ({ foundRight }) => foundRight),
        total(scores, ({ found }) => found),
      ),
    3,
    { least: 0.995 },
  ],
  [
    'obstacles found',
    (scores) =>
      share(
        total(scores, ({ obstacles }) => obstacles.found),
        total(scores, ({ obstacles }) => obstacles.onTable),
      ),
    3,
    { least: 0.9 },
  ],
  [
    'named right, of those named',
    (scores) =>
      share(
        total(scores, ({ obstacles }) => obstacles.namedRight),
        total(scores, ({ obstacles }) => obstacles.named),
      ),
    3,
    { least: 0.97 },
  ],
  ['heading p95, °', spread(({ headingDeg }) => headingDeg, 0.95), 1, { most: 1 }],
  ['layout p50, mm', spread(({ layoutMm }) => layoutMm, 0.5), 2],
  ['layout p95, mm', spread(({ layoutMm }) => layoutMm, 0.95), 2],
  ['certain', certainShare, 3, { least: 0.93 }],
  ['of them right', rightShare, 4, { least: 0.9995 }],
];

function page(scores: readonly ViewScore[]): string {
  const row = ([name, figure, digits, goal]: Row) => {
    const { is, text } = withInterval(
      scores.map((score) => [score]),
      figure,
      digits,
    );
    if (goal === undefined || is === undefined) return `| ${name} | ${text} |`;
    const isReached = 'least' in goal ? is >= goal.least : is <= goal.most;
    return `| ${name} | ${isReached ? text : `**${text}**`} (${'least' in goal ? `≥ ${goal.least}` : `≤ ${goal.most}`}) |`;
  };
  const count = (of: (score: ViewScore) => number) => total(scores, of);
  return `## Tables that no net has seen

Printed by \`npm run analyse -- kept-out DIR\` of ${scores.length} pictures, each of a different path-traced table. Its mats, tiles, light and surroundings are kept out of training. The pictures imitate webcams, phones and action cameras, mostly from close by, and two
thirds of the ships are half hidden. Nothing is known beforehand; each table is aligned with the truth by its own ships. The nets have seen none of these tables, but most of them were used to work out how sizes are decided without a border ([close-views.md](docs/experiments/close-views.md)). To be found: the ${count(({ due }) => due)} bases that are wholly in view and at least 40 % visible, and the ${count(({ obstacles }) => obstacles.onTable)} obstacles wholly in view.
Each figure: result [90 % interval over the tables] (goal); **bold** where the result misses the goal. The pictures are not kept in the repository; they are made by
\`blender -b -P models/train/path_traced/render_tables.py -- --out LIGHT --view mixed --seed kept-out-eyes --held --own-makes --width 1280 --height 720 --samples 8 --adaptive 0.1 --elevation 25-88 --art ART --look LOOK --count N\` and
\`python3 models/train/develop.py LIGHT --out DIR\` (models/train/path_traced/README.md).

| | |
|---|---|
${ROWS.map(row).join('\n')}
| certain answers | ${count(({ verdicts }) => verdicts.certain)} |
`;
}

await main();
