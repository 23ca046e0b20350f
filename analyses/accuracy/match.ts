/** npm run analyse -- match: simulated matches through one still camera, measured round by round, each round with what the ones before it have determined. */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tableOfMeasurement } from '../../src/cli/commands/measure.js';
import { evaluate } from '../../src/cli/eval/evaluation.js';
import { type PictureScore, scorePicture } from '../../src/cli/eval/score-picture.js';
import { readTruth } from '../../src/cli/eval/truth-file.js';
import { loadEngines } from '../../src/cli/inputs/node-engines.js';
import { readPicture } from '../../src/cli/inputs/read-picture.js';
import { rootMeanSquare, upperMedian } from '../../src/geometry/statistics.js';
import { MAT_MM } from '../../src/pieces/dimensions.js';
import { MAT_SIGMA_MM } from '../../src/pieces/priors.js';
import { describeTable, type TableWishes } from '../../src/sim/describe-table.js';
import type { TableDescription } from '../../src/sim/table-description.js';
import type { MeasureHints } from '../../src/table/measurement.js';
import type { Setup } from '../../src/table/setup/setup.js';
import { measureFrame } from '../../src/vision/frame/measure-frame.js';
import type { Engines } from '../../src/vision/runtime/engines.js';
import { laterRound } from '../simulate/later-round.js';
import { makePair } from '../simulate/make-pair.js';
import { openPictureBrowser, type PictureBrowser } from '../simulate/picture-browser.js';
import { writeSection } from './accuracy-section.js';

const USE = 'npm run analyse -- match [--matches 6] [--rounds 12] [--out DIR] [--write]';
const WISHES: TableWishes = { split: 'test', framing: 'whole', elevationDeg: [35, 80], ships: [6, 10] };
/** Seeds of no fixture and no training picture. */
const FIRST_SEED = 8_000_000;
/** The same make of bases on another table. */
const ELSEWHERE = 500;
const SHOWN = [1, 3, 6, 12];

/** One picture of a match, measured. */
interface Measured {
  readonly score: PictureScore;
  /** How much too large the table is measured, relative; absent where it is not. */
  readonly scale?: number;
  readonly setup?: Setup;
}

async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      matches: { type: 'string', default: '6' },
      rounds: { type: 'string', default: '12' },
      out: { type: 'string', default: 'runs/matches' },
      write: { type: 'boolean', default: false },
    },
  });
  const [matches, rounds] = [Number(values.matches), Number(values.rounds)];
  if (!(matches >= 1 && rounds >= 1))
    throw new Error(`Got ${values.matches} matches of ${values.rounds} rounds, expected whole numbers above 0.\n${USE}`);
  await mkdir(values.out, { recursive: true });
  const engines = await loadEngines();
  const browser = await openPictureBrowser();
  const played = { nothing: [] as Measured[][], mat: [] as Measured[][], stranger: [] as Measured[], box: [] as Measured[] };
  try {
    for (let i = 0; i < matches; i++) {
      const first = describeTable(FIRST_SEED + i, WISHES);
      const tables = [first];
      for (let round = 1; round < rounds; round++) tables.push(laterRound(tables.at(-1)!, round, 'moved'));
      const files: string[] = [];
      for (const [round, table] of tables.entries()) files.push(await picture(browser, values.out, `match-${i}-${round + 1}`, table));
      const { widthMm, depthMm } = first.mat;
      played.nothing.push(await measureMatch(engines, files, {}));
      const withMat = await measureMatch(engines, files, { mat: { widthMm, depthMm, sigmaMm: 0.5 } });
      played.mat.push(withMat);
      const elsewhere = await picture(
        browser,
        values.out,
        `match-${i}-elsewhere`,
        withBasesOf(first, describeTable(FIRST_SEED + ELSEWHERE + i, WISHES)),
      );
      played.stranger.push(await measured(engines, elsewhere, {}));
      const box = boxOf(withMat.findLast(({ setup }) => setup)?.setup);
      if (box) played.box.push(await measured(engines, elsewhere, { setup: box }));
    }
  } finally {
    await browser.close();
  }
  const section = page(played, matches, rounds);
  process.stdout.write(section);
  if (values.write) await writeSection(section, 'match');
}

async function picture(browser: PictureBrowser, folder: string, stem: string, table: TableDescription): Promise<string> {
  await makePair(browser, folder, stem, { seed: table.seed, wishes: WISHES, table, bestJpegQuality: 0.9 });
  return join(folder, `${stem}.json`);
}

/** Another table on which the ships stand on the bases of this one. */
function withBasesOf({ ships: own }: TableDescription, other: TableDescription): TableDescription {
  const [{ plastic }] = own as [TableDescription['ships'][number]];
  const profiles = new Map(own.map(({ base, profile }) => [base, profile]));
  const ships = other.ships.map((ship) => ({
    ...ship,
    plastic: { ...plastic, seed: ship.plastic.seed },
    profile: profiles.get(ship.base) ?? ship.profile,
  }));
  return { ...other, ships };
}

/** What of a setup goes with the box of ships to another table. */
function boxOf(setup: Setup | undefined): Setup | undefined {
  if (!setup?.plastic) return undefined;
  const mat = { widthMm: MAT_MM, depthMm: MAT_MM, sigmaMm: MAT_SIGMA_MM, source: 'nominal' } as const;
  return { mat, plastic: setup.plastic, obstacles: [], learnedFrom: setup.learnedFrom };
}

async function measureMatch(engines: Engines, files: readonly string[], hints: MeasureHints): Promise<Measured[]> {
  let setup: Setup | undefined;
  const rounds: Measured[] = [];
  for (const file of files) {
    const round = await measured(engines, file, { ...hints, ...(setup && { setup }) });
    setup = round.setup ?? setup;
    rounds.push(round);
  }
  return rounds;
}

async function measured(engines: Engines, file: string, hints: MeasureHints): Promise<Measured> {
  const truth = await readTruth(file);
  const from = performance.now();
  const { result } = await measureFrame(engines, await readPicture(file.replace(/json$/, 'jpg')), { ...hints, isPhoto: true });
  const seen = result.ok ? result.measurement : undefined;
  const score = scorePicture(truth, seen && tableOfMeasurement(seen), (performance.now() - from) / 1000, seen?.camera);
  process.stderr.write(
    `${truth.image} ${hints.mat ? 'mat known' : 'nothing known'}: layout up to ${Math.max(0, ...score.layoutMm).toFixed(2)} mm\n`,
  );
  const { widthMm, depthMm } = truth.table;
  const scale = seen && (seen.mat.widthMm + seen.mat.depthMm) / (widthMm + depthMm) - 1;
  return { score, ...(scale !== undefined && { scale }), ...(result.ok && result.setup && { setup: result.setup }) };
}

function page(
  { nothing, mat, stranger, box }: Readonly<Record<'nothing' | 'mat', Measured[][]>> & Readonly<Record<'stranger' | 'box', Measured[]>>,
  matches: number,
  rounds: number,
): string {
  const shown = SHOWN.filter((round) => round <= rounds);
  const rowsOf = (name: string, all: readonly (readonly Measured[])[]) => shown.map((round) => rowOf(name, round, all));
  const percent = (some: readonly Measured[]) => (100 * rootMeanSquare(some.flatMap(({ scale }) => scale ?? []))).toFixed(2);
  return `## Over a match

Printed by \`npm run -s analyse -- match\`: ${matches} simulated matches of ${rounds} rounds. The ships move from round to round in front of one still camera; no net was trained on these styles. Each
round is measured with what the earlier rounds have shown of lens, mat, bases and edges. "claimed" is the median claimed sigma of positions. A single round has few ships, so
figures vary from row to row.

| known | round | layout p50 / p95, mm | pairs p50 / p95, mm | claimed, mm | normalised error | certain, of them right |
|---|---|---|---|---|---|---|
${[...rowsOf('nothing', nothing), ...rowsOf('mat ± 0.5', mat)].join('\n')}

The bases of one box of ships, learned at a table whose mat is known and then used at another table where nothing else is known: the scale there is off by ${percent(box)} % (root mean square of
${box.length} tables); with a box that is not known, by ${percent(stranger)} %.

Goals: with the mat known, layout errors in round 12 are at most 0.75 of those in round 1; with nothing known, the normalised error is 0.8 to 1.2 in every round; with a known box, the scale error is half that of an unknown box.
`;
}

function rowOf(name: string, round: number, matches: readonly (readonly Measured[])[]): string {
  const scores = matches.map((rounds) => rounds[round - 1]!.score);
  const { layoutMm, relativeMm, normalisedError, verdicts } = evaluate(scores);
  const claims = scores.flatMap(({ claimedMm }) => claimedMm);
  const spread = ({ p50, p95 }: typeof layoutMm) => `${p50.toFixed(2)} / ${p95.toFixed(2)}`;
  const cells = [spread(layoutMm), spread(relativeMm), upperMedian(claims)?.toFixed(2) ?? '–', normalisedError.toFixed(2)];
  const sure = `${(verdicts.certain / verdicts.asked).toFixed(3)}, ${verdicts.certainCorrect} of ${verdicts.certain}`;
  return `| ${name} | ${round} | ${cells.join(' | ')} | ${sure} |`;
}

await main(process.argv.slice(2));
