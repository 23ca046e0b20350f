import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadOpenCv } from '../../../src/cli/inputs/node-engines.js';
import { describeTable, type TableWishes } from '../../../src/sim/describe-table.js';
import { createRandom } from '../../../src/sim/random.js';
import type { TableDescription } from '../../../src/sim/table-description.js';
import { markerRows } from '../../accuracy/markers/read-markers.js';
import { makePair } from '../../simulate/make-pair.js';
import { openPictureBrowser } from '../../simulate/picture-browser.js';

/** Where the frames are kept: they are the same whenever they are made. */
export const FRAMES_FOLDER = fileURLToPath(new URL('../../../build/bench/', import.meta.url));
const SEED = 20294;
const SHIPS = 12;
/** Frames of one still table, which differ by the sensor's noise. */
export const STILL_FRAMES = 4;
export const INPUT = `1080p, ${SHIPS} ships, 6 obstacles, simulated (seed ${SEED})`;
const WISHES: TableWishes = { split: 'test', framing: 'whole', ships: [SHIPS, SHIPS], elevationDeg: [50, 65] };

/** The tables whose frames there are, each the same but for what its name says. */
export type BenchTable = 'plain' | 'moved' | 'marked';

/** Makes the frames that are missing: `plain-f00.jpg`…, the same with one ship flown on, and with a marker on each base. */
export async function makeFrames(): Promise<void> {
  await mkdir(FRAMES_FOLDER, { recursive: true });
  const table = describeTable(SEED, WISHES);
  const { cv } = await loadOpenCv();
  const browser = await openPictureBrowser();
  try {
    const order = { seed: SEED, wishes: WISHES, frames: STILL_FRAMES };
    await makePair(browser, FRAMES_FOLDER, 'plain', { ...order, table });
    await makePair(browser, FRAMES_FOLDER, 'moved', { ...order, table: withShipMoved(table) });
    await makePair(browser, FRAMES_FOLDER, 'marked', { ...order, table, markers: markerRows(cv, SHIPS) });
  } finally {
    await browser.close();
  }
}

export const frameNames = (table: BenchTable) =>
  Array.from({ length: STILL_FRAMES }, (_, frame) => `${table}-f${String(frame).padStart(2, '0')}.jpg`);

/** One ship stands elsewhere, on free ground. */
function withShipMoved(table: TableDescription): TableDescription {
  const random = createRandom(`${SEED} moved`);
  const [first, ...others] = table.ships;
  for (let tries = 0; tries < 10_000; tries++) {
    const [x, y] = [random.range(80, 830), random.range(80, 830)];
    const isFree = others.every((ship) => Math.hypot(ship.x - x, ship.y - y) > 110);
    const isOffObstacles = table.obstacles.every(({ outline }) => outline.every((point) => Math.hypot(point.x - x, point.y - y) > 80));
    if (isFree && isOffObstacles && Math.hypot(first!.x - x, first!.y - y) > 150) {
      return { ...table, ships: [{ ...first!, x, y, headingDeg: first!.headingDeg + 40 }, ...others] };
    }
  }
  throw new Error(`Found no free place for a ship on the table of seed ${SEED}; choose another seed.`);
}
