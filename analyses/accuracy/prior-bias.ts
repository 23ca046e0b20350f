/** npm run analyse -- prior-bias: how far the sides of bases are read where, and as large as, the crop expected them, and how wrong the scale is that they determine. */

import type { Truth } from '../../src/cli/eval/truth-file.js';
import { loadEngines } from '../../src/cli/inputs/node-engines.js';
import { readPicture } from '../../src/cli/inputs/read-picture.js';
import { type Camera, tableFromPixel } from '../../src/geometry/camera.js';
import type { Point } from '../../src/geometry/point.js';
import { upperMedian } from '../../src/geometry/statistics.js';
import { isSquare } from '../../src/pieces/base-size.js';
import { halfSideMm } from '../../src/pieces/bases.js';
import { measureSides } from '../../src/vision/bases/measure-sides.js';
import type { Engines } from '../../src/vision/runtime/engines.js';
import { rgbaOf } from '../../src/vision/runtime/frame.js';
import type { Mat } from '../../src/vision/runtime/opencv.js';
import type { BaseEdgeMark } from '../../src/vision/solve/observations.js';
import { picturesWithTruth } from './pictures-with-truth.js';

const USE = 'npm run analyse -- prior-bias DIR [DIR…]   (folders of pictures with truth)';

/** How many times larger than it is the table is assumed to be. */
const SCALES = [0.98, 1, 1.02] as const;
/** Bases that are hidden by more determine little. */
const SEEN = 0.5;
/** A side this unsure (px) is not asked; with fewer widths a picture determines nothing. */
const SURE_PX = 1.2;
const FEWEST = 6;

async function main(folders: readonly string[]): Promise<void> {
  if (folders.length === 0) throw new Error(`Got no folder, expected one at least.\n${USE}`);
  const engines = await loadEngines();
  for (const folder of folders) {
    const pictures: { readonly follows: number; readonly off: number }[] = [];
    for await (const { imagePath, truth } of picturesWithTruth(folder)) {
      if (!truth.camera) continue;
      const widths = await widthsAt(engines, imagePath, truth, truth.camera);
      if (!widths) continue;
      const follows = (widths[2] - widths[0]) / (SCALES[2] - SCALES[0]);
      pictures.push({ follows, off: widths[1] / follows });
    }
    const follows = upperMedian(pictures.map((picture) => picture.follows))!;
    const offs = pictures.map(({ off }) => 100 * Math.abs(off));
    const rms = Math.sqrt(offs.reduce((sum, off) => sum + off * off, 0) / offs.length);
    process.stdout.write(
      `${folder}: ${pictures.length} pictures; sides follow by ${(100 * follows).toFixed(0)} % (median); followed to the end, the scale they tell is off by ${upperMedian(offs)!.toFixed(2)} % (median), ${rms.toFixed(2)} % (root mean square)\n`,
    );
  }
}

/** How much too wide the feet are read (median, relative to a foot of the scale's size), for each scale; undefined when few are. */
async function widthsAt(engines: Engines, path: string, truth: Truth, camera: Camera): Promise<[number, number, number] | undefined> {
  const { cv } = engines;
  const rgba = rgbaOf(cv, await readPicture(path));
  try {
    const widths: number[] = [];
    for (const scale of SCALES) {
      const found = await widthAt(engines, rgba, truth, camera, scale);
      if (found === undefined) return undefined;
      widths.push(found);
    }
    return widths as [number, number, number];
  } finally {
    rgba.delete();
  }
}

async function widthAt({ cv, nets }: Engines, rgba: Mat, truth: Truth, camera: Camera, scale: number): Promise<number | undefined> {
  const [x, y, z] = camera.t;
  const larger: Camera = { ...camera, t: [scale * x, scale * y, scale * z] };
  const bases = truth.table.ships
    .filter(isSquare)
    .filter((_, i) => truth.visibleFraction[i]! > SEEN)
    .map(({ base, pose }) => ({ base, pose: { ...pose, x: scale * pose.x, y: scale * pose.y } }));
  const sides = await measureSides(cv, nets.baseSides, rgba, larger, bases);
  const widths = sides.flatMap((edges, i) => footWidths(edges, larger).map((width) => width / (2 * halfSideMm(bases[i]!.base)) - 1));
  return widths.length < FEWEST ? undefined : upperMedian(widths);
}

/** Width and depth of a foot where both sides are read at both places, mm. */
function footWidths(edges: readonly BaseEdgeMark[], camera: Camera): number[] {
  const foot = edges.filter(({ onTile, mark }) => !onTile && mark.sigmaPx < SURE_PX);
  return (['x', 'y'] as const).flatMap((axis) => {
    const end = (sign: number) =>
      foot
        .filter(({ local, along }) => Math.abs(along[axis]) < 0.5 && Math.sign(local[axis]) === sign)
        .flatMap(({ mark }) => tableFromPixel(camera, mark) ?? []);
    const [one, other] = [end(1), end(-1)];
    return one.length === 2 && other.length === 2 ? [gapMm(one, other)] : [];
  });
}

/** From the middle of one pair of points to the line along the other. */
function gapMm([a, b]: readonly Point[], [c, d]: readonly Point[]): number {
  const along = { x: b!.x - a!.x, y: b!.y - a!.y };
  const across = { x: (c!.x + d!.x - a!.x - b!.x) / 2, y: (c!.y + d!.y - a!.y - b!.y) / 2 };
  return Math.abs(across.x * along.y - across.y * along.x) / Math.hypot(along.x, along.y);
}

await main(process.argv.slice(2));
