import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { TableWishes } from '../../src/sim/describe-table.js';
import type { Split } from '../../src/sim/table-description.js';
import { makePair } from './make-pair.js';
import { openPictureBrowser, type PictureBrowser } from './picture-browser.js';

/** Pictures or clips of simulated tables with their truth, one pair of files to a seed; those already there are kept. */
const USAGE = `make-pictures --out DIR [--split train|test|demo] [--from 0] [--count 100] [--width 1920] [--height 1080]
  [--elevation 30-90] [--ships 3-14] [--own-makes] [--strewn] [--whole-mat] [--frames 10] [--browsers 1] [--timing]`;

interface Options {
  readonly out: string;
  readonly split: Split;
  readonly from: number;
  readonly count: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly elevationDeg: readonly [number, number];
  readonly ships: readonly [number, number] | undefined;
  readonly ownMakes: boolean;
  /** Templates and rulers lie all about. */
  readonly strewn: boolean;
  readonly wholeMat: boolean;
  /** Of a clip of each table; undefined: a single picture. */
  readonly frames: number | undefined;
  readonly browsers: number;
  readonly timing: boolean;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      split: { type: 'string', default: 'train' },
      from: { type: 'string', default: '0' },
      count: { type: 'string', default: '100' },
      width: { type: 'string', default: '1920' },
      height: { type: 'string', default: '1080' },
      elevation: { type: 'string', default: '30-90' },
      ships: { type: 'string' },
      'own-makes': { type: 'boolean', default: false },
      strewn: { type: 'boolean', default: false },
      'whole-mat': { type: 'boolean', default: false },
      frames: { type: 'string' },
      browsers: { type: 'string', default: '1' },
      timing: { type: 'boolean', default: false },
    },
  });
  if (values.out === undefined) throw new Error(`Got no --out, expected a folder to write to.\n${USAGE}`);
  if (values.split !== 'train' && values.split !== 'test' && values.split !== 'demo') {
    throw new Error(`Got --split ${values.split}, expected train, test or demo.`);
  }
  const elevation = values.elevation.split('-').map(Number);
  const [low, high = low] = elevation;
  if (low === undefined || high === undefined || !(low >= 15 && high <= 90 && low <= high)) {
    throw new Error(`Got --elevation ${values.elevation}, expected two degrees between 15 and 90, such as 30-90.`);
  }
  return {
    out: values.out,
    split: values.split,
    from: whole('from', values.from),
    count: whole('count', values.count),
    widthPx: whole('width', values.width),
    heightPx: whole('height', values.height),
    elevationDeg: [low, high],
    ships: values.ships === undefined ? undefined : shipCount(values.ships),
    ownMakes: values['own-makes'],
    strewn: values.strewn,
    wholeMat: values['whole-mat'],
    frames: values.frames === undefined ? undefined : whole('frames', values.frames),
    browsers: whole('browsers', values.browsers),
    timing: values.timing,
  };
}

function shipCount(text: string): readonly [number, number] {
  const [fewest, most = fewest] = text.split('-').map(Number);
  if (fewest !== undefined && most !== undefined && fewest >= 1 && fewest <= most && most <= 40) return [fewest, most];
  throw new Error(`Got --ships ${text}, expected one or two numbers between 1 and 40, such as 3-14.`);
}

function whole(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`Got --${name} ${text}, expected a whole number.`);
  return value;
}

async function makeOne(browser: PictureBrowser, options: Options, seed: number): Promise<boolean> {
  const stem = `${options.split}-${String(seed).padStart(6, '0')}`;
  const { split, widthPx, heightPx, elevationDeg, ships, ownMakes, strewn, wholeMat, frames } = options;
  const wishes: TableWishes = {
    split,
    widthPx,
    heightPx,
    elevationDeg,
    ownMakes,
    strewn,
    framing: wholeMat ? 'whole' : 'either',
    ...(ships === undefined ? {} : { ships }),
  };
  const made = await makePair(browser, options.out, stem, { seed, wishes, ...(frames === undefined ? {} : { frames }) });
  if (options.timing && made !== undefined) process.stdout.write(`${stem} ${made.stageMs.map((ms) => ms.toFixed(0)).join(' ')} ms\n`);
  return made !== undefined;
}

async function main(): Promise<void> {
  const options = readOptions();
  await mkdir(options.out, { recursive: true });
  let next = options.from;
  let made = 0;
  const began = Date.now();
  const worker = async () => {
    const browser = await openPictureBrowser();
    try {
      while (next < options.from + options.count) {
        if (!(await makeOne(browser, options, next++))) continue;
        made++;
        if (made % 50 === 0) process.stdout.write(`${made} pictures, ${((1000 * made) / (Date.now() - began)).toFixed(2)} a second\n`);
      }
    } finally {
      await browser.close();
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.browsers) }, worker));
  process.stdout.write(
    `${made} pictures made, ${options.count - made} were there, ${((1000 * made) / Math.max(1, Date.now() - began)).toFixed(2)} a second\n`,
  );
}

await main();
