import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readTruth } from '../../src/cli/eval/truth-file.js';
import { describeTable, type TableWishes } from '../../src/sim/describe-table.js';
import type { TableDescription } from '../../src/sim/table-description.js';
import { laterRound } from './later-round.js';
import { makePair } from './make-pair.js';
import { openPictureBrowser, type PictureBrowser } from './picture-browser.js';

/** Pictures of consecutive seeds, the cameras between two elevations above the table, degrees. */
interface Series {
  readonly firstSeed: number;
  readonly count: number;
  readonly elevationDeg: readonly [number, number];
}

/** npm run analyse -- fixtures [--out DIR]: the pictures under test-fixtures that the simulated table makes; a picture already there is kept. */
const FOLDERS: readonly {
  readonly name: string;
  readonly wishes: TableWishes;
  readonly series: readonly Series[];
  /** True: each picture has another one of the same table and camera in `setup`, other ships and other light on it. */
  readonly hasSetups?: boolean;
}[] = [
  {
    name: 'tables',
    hasSetups: true,
    wishes: { split: 'test', framing: 'whole' },
    series: [
      { firstSeed: 0, count: 16, elevationDeg: [35, 45] },
      { firstSeed: 100, count: 18, elevationDeg: [45, 60] },
      { firstSeed: 200, count: 16, elevationDeg: [60, 75] },
      { firstSeed: 300, count: 12, elevationDeg: [75, 90] },
    ],
  },
  { name: 'tables-cut', wishes: { split: 'test', framing: 'cut' }, series: [{ firstSeed: 2000, count: 6, elevationDeg: [35, 90] }] },
  // Seeds far from those of training: the looks were trained on, the pictures were not.
  {
    name: 'tables-trained-on',
    wishes: { split: 'train', framing: 'whole' },
    series: [{ firstSeed: 9_000_000, count: 12, elevationDeg: [35, 90] }],
  },
];

/** Better files would make the folder too large to keep in the repository. */
const BEST_JPEG = 0.85;
const SETUP_JPEG = 0.82;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { out: { type: 'string', default: fileURLToPath(new URL('../../test-fixtures/', import.meta.url)) } },
  });
  const browser = await openPictureBrowser();
  try {
    for (const { name, wishes, series, hasSetups = false } of FOLDERS) {
      const folder = join(values.out, name);
      await mkdir(folder, { recursive: true });
      for (const { seed, elevationDeg } of series.flatMap(seedsOf)) {
        const stem = `${wishes.split}-${String(seed).padStart(6, '0')}`;
        const made = await makePair(browser, folder, stem, { seed, wishes: { ...wishes, elevationDeg }, bestJpegQuality: BEST_JPEG });
        process.stdout.write(`${name}/${stem} ${made === undefined ? 'was there' : 'made'}\n`);
        if (hasSetups) await makeSetup(browser, folder, stem, seed, { ...wishes, elevationDeg });
      }
      process.stdout.write(`${name}: ${((await sizeOf(folder)) / 1e6).toFixed(1)} MB\n`);
    }
  } finally {
    await browser.close();
  }
}

/** The other picture of a fixture's table, through the fixture's own camera. */
async function makeSetup(browser: PictureBrowser, folder: string, stem: string, seed: number, wishes: TableWishes): Promise<void> {
  const { camera, table } = await readTruth(join(folder, `${stem}.json`));
  if (!camera) throw new Error(`${stem}.json: got no lens, expected the camera that took ${stem}.jpg.`);
  const drawn = describeTable(seed, wishes);
  const first: TableDescription = { ...drawn, camera, mat: { ...drawn.mat, widthMm: table.widthMm, depthMm: table.depthMm } };
  const setups = join(folder, 'setup');
  await mkdir(setups, { recursive: true });
  const order = { seed, wishes, table: laterRound(first, 1, 'others'), bestJpegQuality: SETUP_JPEG };
  const made = await makePair(browser, setups, stem, order);
  process.stdout.write(`setup/${stem} ${made === undefined ? 'was there' : 'made'}\n`);
}

function seedsOf({ firstSeed, count, elevationDeg }: Series) {
  return Array.from({ length: count }, (_, i) => ({ seed: firstSeed + i, elevationDeg }));
}

async function sizeOf(folder: string): Promise<number> {
  const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((a, b) => a + b, 0);
}

await main();
