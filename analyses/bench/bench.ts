/**
 * npm run bench: how fast we are beside others, each row measured in one run, both sides in turns.
 *
 *   npm run bench -- [--only ID,ID] [--rounds N] [--photos N] [--json] [--write]
 *
 * --write prints the rows into BENCHMARKS.md. A row that cannot be had is left out, and why goes to the error output.
 */
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { stampPrinted } from '../../src/cli/eval/printed-page.js';
import { geometryRows } from './bench-geometry.js';
import type { BenchRow } from './bench-row.js';
import { benchmarksPage, rowText } from './benchmarks-page.js';
import { FIRST_ANSWERS, firstAnswerRows } from './vision/first-answer.js';
import { MEASURE_PHOTO, measurePhotoRow } from './vision/measure-photo.js';
import { VISION_ROWS, visionRows } from './vision/vision-rows.js';

const PAGE = fileURLToPath(new URL('../../BENCHMARKS.md', import.meta.url));
const GEOMETRY_ROWS = ['report-vs-flatten', 'report-growth'];

interface BenchOptions {
  readonly isWanted: (id: string) => boolean;
  /** Of how many fixtures `hashmark measure` is timed. */
  readonly photos: number;
  /** How often both sides of a row in the browser take turns, or the app is opened; undefined: as often as is usual for the row. */
  readonly rounds: number | undefined;
  readonly log: (text: string) => void;
}

/** The groups of rows; adding one is adding a row. */
const GROUPS: readonly { readonly ids: readonly string[]; readonly rows: (options: BenchOptions) => Promise<readonly BenchRow[]> }[] = [
  { ids: GEOMETRY_ROWS, rows: async () => geometryRows() },
  { ids: VISION_ROWS, rows: ({ isWanted, log, rounds }) => visionRows(isWanted, log, rounds) },
  { ids: FIRST_ANSWERS, rows: ({ isWanted, rounds }) => firstAnswerRows(isWanted, rounds) },
  { ids: [MEASURE_PHOTO], rows: async ({ photos }) => [await measurePhotoRow(photos)] },
];

async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      rounds: { type: 'string' },
      photos: { type: 'string', default: '62' },
      json: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const only = values.only?.split(',');
  const all = GROUPS.flatMap(({ ids }) => ids);
  const unknown = only?.find((id) => !all.includes(id));
  if (unknown !== undefined) throw new Error(`--only: got ${unknown}, expected some of ${all.join(', ')}, with commas between.`);
  const photos = countOf('photos', values.photos);
  const rounds = values.rounds === undefined ? undefined : countOf('rounds', values.rounds);
  const isWanted = (id: string) => !only || only.includes(id);
  const log = (text: string) => void process.stderr.write(`${text}\n`);
  const rows: BenchRow[] = [];
  for (const group of GROUPS.filter(({ ids }) => ids.some(isWanted))) {
    try {
      const found = await group.rows({ isWanted, photos, rounds, log });
      rows.push(...found.filter(({ id }) => isWanted(id)));
    } catch (error) {
      log(`${group.ids.filter(isWanted).join(', ')}: left out. ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${cpus().length} threads, Node ${process.version}`;
  if (values.write) {
    await writeFile(PAGE, benchmarksPage(machine, rows));
    await stampPrinted('BENCHMARKS.md');
  }
  if (values.json) process.stdout.write(`${JSON.stringify({ format: 'hashmark-benchmarks', version: 1, machine, rows })}\n`);
  else process.stdout.write(`${machine}\n${rows.map(rowText).join('')}`);
}

function countOf(option: string, text: string): number {
  const count = Number(text);
  if (!(Number.isInteger(count) && count > 0)) throw new Error(`--${option}: got ${text}, expected a whole number above 0.`);
  return count;
}

await main(process.argv.slice(2));
