import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { TableWishes } from '../sim/describe-table.js';
import { makePair } from './pictures/make-pair.js';
import { openPictureBrowser } from './pictures/picture-browser.js';

/** The pictures under test-fixtures that the simulated table makes; a picture already there is kept. */
const FOLDERS: readonly { readonly name: string; readonly count: number; readonly firstSeed: number; readonly wishes: TableWishes }[] = [
  { name: 'tables', count: 60, firstSeed: 1000, wishes: { split: 'test', framing: 'whole' } },
  { name: 'tables-cut', count: 6, firstSeed: 2000, wishes: { split: 'test', framing: 'cut' } },
  // Seeds far from those of training: the looks were trained on, the pictures were not.
  { name: 'tables-trained-on', count: 12, firstSeed: 9_000_000, wishes: { split: 'train', framing: 'whole' } },
];

/** Cameras stand evenly between these elevations above the table, degrees. */
const LOWEST_DEG = 35;
const HIGHEST_DEG = 90;
/** Better files would make the folder too large to keep in the repository. */
const BEST_JPEG = 0.85;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { out: { type: 'string', default: fileURLToPath(new URL('../../test-fixtures/', import.meta.url)) } },
  });
  const browser = await openPictureBrowser();
  try {
    for (const { name, count, firstSeed, wishes } of FOLDERS) {
      const folder = join(values.out, name);
      await mkdir(folder, { recursive: true });
      for (let i = 0; i < count; i++) {
        const stem = `table-${String(i + 1).padStart(2, '0')}`;
        const elevation = (share: number) => LOWEST_DEG + ((HIGHEST_DEG - LOWEST_DEG) * share) / count;
        const elevationDeg = [elevation(i), elevation(i + 1)] as const;
        const made = await makePair(browser, folder, stem, {
          seed: firstSeed + i,
          wishes: { ...wishes, elevationDeg },
          bestJpegQuality: BEST_JPEG,
        });
        process.stdout.write(`${name}/${stem} ${made === undefined ? 'was there' : 'made'}\n`);
      }
      process.stdout.write(`${name}: ${((await sizeOf(folder)) / 1e6).toFixed(1)} MB\n`);
    }
  } finally {
    await browser.close();
  }
}

async function sizeOf(folder: string): Promise<number> {
  const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((a, b) => a + b, 0);
}

await main();
