import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Split } from '../../src/sim/table-description.js';
import { describeHandHeld } from './hand-held.js';
import { makePair } from './make-pair.js';
import { openPictureBrowser } from './picture-browser.js';

/** Hand-held views of simulated tables with their truth: table-00-whole.jpg, -around, -close-1…; those already there are kept. */
const USAGE = 'make-hand-held [--out DIR] [--split test|train] [--from 0] [--tables 6] [--close 2] [--px 1280] [--quality 0.75]';
/** The first seed, far beyond those of other simulated pictures. */
const FIRST_SEED = 50_000;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: fileURLToPath(new URL('../../test-fixtures/hand-held/', import.meta.url)) },
      split: { type: 'string', default: 'test' },
      from: { type: 'string', default: '0' },
      tables: { type: 'string', default: '6' },
      close: { type: 'string', default: '2' },
      px: { type: 'string', default: '1280' },
      quality: { type: 'string', default: '0.75' },
    },
  });
  const { out } = values;
  const [from, tables, closeViews, longSidePx] = [values.from, values.tables, values.close, values.px].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  if (![from, tables, closeViews, longSidePx].every(Number.isInteger) || (values.split !== 'test' && values.split !== 'train')) {
    throw new Error(`Got ${JSON.stringify(values)}, expected whole numbers and a split.\n${USAGE}`);
  }
  const split: Split = values.split;
  await mkdir(out, { recursive: true });
  const browser = await openPictureBrowser();
  try {
    for (let number = from; number < from + tables; number++) {
      const seed = FIRST_SEED + number;
      for (const { name, table, moved } of describeHandHeld(seed, { split, longSidePx, closeViews })) {
        const stem = `table-${String(number).padStart(2, '0')}-${name}`;
        const order = { seed, wishes: { split }, table, bestJpegQuality: Number(values.quality), isClose: true };
        const made = await makePair(
          browser,
          out,
          stem,
          order,
          moved.map((id) => `moved:${id}`),
        );
        process.stdout.write(`${stem} ${made === undefined ? 'was there' : 'made'}\n`);
      }
    }
  } finally {
    await browser.close();
  }
}

await main();
