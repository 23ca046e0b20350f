/** npm run analyse -- touching: what is said of bases that touch or nearly do, hundreds of pairs on simulated tables, with a mat's border in view and without. */

import { appendFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { tableOfMeasurement } from '../../src/cli/commands/measure.js';
import { loadEngines } from '../../src/cli/inputs/node-engines.js';
import { pictureOf } from '../../src/cli/inputs/read-picture.js';
import { type Camera, carriedPlace } from '../../src/geometry/camera.js';
import { inRadians } from '../../src/geometry/degrees.js';
import { distanceMm } from '../../src/geometry/point.js';
import { tableFromPiece } from '../../src/geometry/pose.js';
import { report } from '../../src/judge/report/report.js';
import { halfSideMm } from '../../src/pieces/bases.js';
import { describeTable } from '../../src/sim/describe-table.js';
import { createRandom, type Random } from '../../src/sim/random.js';
import type { ShipDescription, Split, TableDescription } from '../../src/sim/table-description.js';
import { measureFrame } from '../../src/vision/frame/measure-frame.js';
import { openPictureBrowser } from '../simulate/picture-browser.js';

const USE = 'npm run analyse -- touching [--from 0] [--count 12] [--split test] [--border seen|unseen] [--rows FILE]';

/** Pairs stand in cells of a grid, so that each is near its own neighbour only. */
const CELLS = { across: 4, along: 3 };
/** Pictures of cameras in turn. */
const SIZES = [
  [1920, 1080],
  [1280, 720],
  [1440, 1080],
] as const;
/** A mat whose border no camera sees, mm. */
const BOUNDLESS_MM = 4000;
/** A base that is seen this near to a true one is that one, mm; a pair whose gap is no larger than this touches. */
const SAME_MM = 18;
const MAX_GAP_MM = 5;

interface Pair {
  readonly ids: readonly [string, string];
  readonly gapMm: number;
  readonly isTurned: boolean;
}

/** What was said of one pair. */
interface Row extends Pair {
  readonly table: string;
  readonly mm: number;
  readonly sigmaMm: number;
  readonly range: number;
  readonly isCertain: boolean;
  /** Of the bases, whether they touch. */
  readonly touches: { readonly value: boolean; readonly certain: boolean };
}

async function main(): Promise<void> {
  const options = { from: { type: 'string', default: '0' }, count: { type: 'string', default: '12' } } as const;
  const { values } = parseArgs({
    options: {
      ...options,
      split: { type: 'string', default: 'test' },
      border: { type: 'string', default: 'unseen' },
      rows: { type: 'string' },
    },
  });
  const [from, count] = [Number(values.from), Number(values.count)];
  if (!Number.isInteger(from) || !Number.isInteger(count) || !['seen', 'unseen'].includes(values.border)) throw new Error(USE);
  const engines = await loadEngines();
  const browser = await openPictureBrowser();
  const rows: Row[] = [];
  let pairsLaid = 0;
  try {
    for (let seed = from; seed < from + count; seed++) {
      const { table, pairs } = pairedTable(seed, values.split as Split, values.border === 'unseen');
      pairsLaid += pairs.length;
      const wishes = { split: table.split, widthPx: table.camera.widthPx, heightPx: table.camera.heightPx };
      const made = await browser.make({ seed, wishes, table, image: 'touching.jpg' });
      const frame = await pictureOf(Buffer.from(made.framesBase64[0]!, 'base64'), `seed ${seed}`);
      const { result } = await measureFrame(engines, frame, { isPhoto: true });
      if (!result.ok) {
        process.stdout.write(`${seed}: ${result.problem.code}\n`);
        continue;
      }
      const found = saidOf(result.measurement, table, pairs);
      rows.push(...found);
      process.stdout.write(`${seed}: ${found.length} of ${pairs.length} pairs, ${summary(found)}\n`);
      if (values.rows) for (const row of found) await appendFile(values.rows, `${JSON.stringify(row)}\n`);
    }
  } finally {
    await browser.close();
  }
  process.stdout.write(`border ${values.border}: ${rows.length} of ${pairsLaid} pairs read, ${summary(rows)}\n`);
}

/** A table with pairs of ships that touch or stand up to 5 mm apart, side to side or corner to side. */
function pairedTable(
  seed: number,
  split: Split,
  isBoundless: boolean,
): { readonly table: TableDescription; readonly pairs: readonly Pair[] } {
  const random = createRandom(`${split} ${seed} pairs`);
  const [widthPx, heightPx] = SIZES[seed % SIZES.length]!;
  const most = 2 * CELLS.across * CELLS.along;
  const drawn = describeTable(seed, { split, widthPx, heightPx, elevationDeg: [35, 80], framing: 'whole', ships: [most, most] });
  const { mat } = drawn;
  const shift = isBoundless ? { x: (BOUNDLESS_MM - mat.widthMm) / 2, y: (BOUNDLESS_MM - mat.depthMm) / 2 } : { x: 0, y: 0 };
  const ships: ShipDescription[] = [];
  const pairs: Pair[] = [];
  for (let cell = 0; 2 * cell + 1 < drawn.ships.length; cell++) {
    const [one, other] = [drawn.ships[2 * cell]!, drawn.ships[2 * cell + 1]!];
    const at = {
      x: (((cell % CELLS.across) + random.range(0.4, 0.6)) / CELLS.across) * mat.widthMm + shift.x,
      y: ((Math.floor(cell / CELLS.across) + random.range(0.4, 0.6)) / CELLS.along) * mat.depthMm + shift.y,
    };
    const gapMm = random.chance(0.5) ? 0 : random.range(0.1, MAX_GAP_MM);
    const isTurned = random.chance(0.3);
    const first = { ...one, ...at, headingDeg: random.range(-180, 180) };
    ships.push(first, besideIt(random, first, other, gapMm, isTurned));
    pairs.push({ ids: [one.id, other.id], gapMm, isTurned });
  }
  const { r, t } = drawn.camera;
  const moved = ([0, 3, 6] as const).map((row, i) => t[i]! - r[row]! * shift.x - r[row + 1]! * shift.y) as [number, number, number];
  const camera: Camera = { ...drawn.camera, t: moved };
  const table: TableDescription = {
    ...{ ...drawn, ships, camera, obstacles: [], clutter: [] },
    mat: isBoundless ? { ...mat, widthMm: BOUNDLESS_MM, depthMm: BOUNDLESS_MM } : mat,
  };
  return { table, pairs };
}

/** The other ship with its nearest side or corner at `gapMm` from a side of the first. */
function besideIt(random: Random, first: ShipDescription, other: ShipDescription, gapMm: number, isTurned: boolean): ShipDescription {
  const [half, own] = [halfSideMm(first.base), halfSideMm(other.base)];
  const turnDeg = isTurned ? random.range(8, 82) : 0;
  const [sin, cos] = [Math.sin(inRadians(turnDeg)), Math.cos(inRadians(turnDeg))];
  // Of a turned square one corner reaches farthest, this much aside of its middle.
  const reach = half + own * (sin + cos) + gapMm;
  const aside = own * (cos - sin) * (isTurned ? 1 : 0);
  const slide = random.range(-0.8, 0.8) * half - aside;
  const [side, quarter] = [90 * random.int(0, 3), 90 * random.int(0, 3)];
  const pose = { x: first.x, y: first.y, headingRad: inRadians(first.headingDeg + side) };
  const { x, y } = tableFromPiece(pose, { x: slide, y: reach });
  return { ...other, x, y, headingDeg: ((first.headingDeg + side + turnDeg + quarter + 540) % 360) - 180 };
}

function saidOf(measurement: Parameters<typeof tableOfMeasurement>[0], { ships, camera }: TableDescription, pairs: readonly Pair[]): Row[] {
  const found = tableOfMeasurement(measurement);
  const byIds = new Map(report(found).pairs.map((pair) => [`${pair.from} ${pair.to}`, pair]));
  const idOf = (id: string) => {
    const { x, y, base } = ships.find((one) => one.id === id)!;
    const near = (pose: { readonly x: number; readonly y: number }) => distanceMm(carriedPlace(measurement.camera, camera, pose), { x, y });
    return found.ships.filter((ship) => ship.base === base && near(ship.pose) < SAME_MM).sort((a, b) => near(a.pose) - near(b.pose))[0]?.id;
  };
  return pairs.flatMap((pair): Row[] => {
    const [from, to] = pair.ids.map(idOf);
    const said = byIds.get(`${from} ${to}`);
    if (!said) return [];
    const { mm, sigmaMm, range, certain } = said.closest;
    return [{ ...pair, table: `${measurement.camera.widthPx}`, mm, sigmaMm, range, isCertain: certain, touches: said.touching }];
  });
}

function summary(rows: readonly Row[]): string {
  const wrong = rows.filter(({ gapMm, range, isCertain, touches }) => {
    const isTouching = gapMm === 0;
    return (isCertain && (range === 0) !== isTouching) || (touches.certain && touches.value !== isTouching);
  });
  const read = rows.filter(({ mm, range }) => mm > 0 && range > 0);
  const off = read.map(({ mm, gapMm, sigmaMm }) => (mm - gapMm) / sigmaMm);
  const rms = Math.sqrt(off.reduce((sum, one) => sum + one * one, 0) / Math.max(1, off.length));
  const worst = off.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most), 0);
  const certain = rows.filter((row) => row.isCertain || row.touches.certain);
  return `${certain.length} certain, ${wrong.length} of them wrong; ${read.length} gaps ${rms.toFixed(2)} of their sigma off (root mean square), at worst ${worst.toFixed(1)}`;
}

await main();
