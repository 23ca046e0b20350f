/** npm run analyse -- borders: how often a wrong border is preferred before any base was measured, with and without the looks of its sides. */

import type { Truth } from '../../src/cli/eval/truth-file.js';
import { loadEngines } from '../../src/cli/inputs/node-engines.js';
import { readPicture } from '../../src/cli/inputs/read-picture.js';
import { type Camera, carriedPoint } from '../../src/geometry/camera.js';
import type { Point } from '../../src/geometry/point.js';
import { type BorderChoice, chooseBorder, MAX_EXCESS_COST } from '../../src/vision/mat/border/choose-border.js';
import { sidesSeen, withSideColourCosts } from '../../src/vision/mat/border/select-border.js';
import { crossBorderCorrelation } from '../../src/vision/mat/edges/cross-border-correlation.js';
import { findMat } from '../../src/vision/mat/find/find-mat.js';
import { bestBorder, solveBorders } from '../../src/vision/mat/find/register.js';
import type { Engines } from '../../src/vision/runtime/engines.js';
import { rgbaOf } from '../../src/vision/runtime/frame.js';
import type { Mat } from '../../src/vision/runtime/opencv.js';
import { matSides, outsideMm, SIDES } from '../../src/vision/solve/mat-sides.js';
import { unknownLens } from '../../src/vision/solve/observations.js';
import { picturesWithTruth } from './pictures-with-truth.js';

const USE = 'npm run analyse -- borders DIR [DIR…]   (folders of pictures with truth)';

/** A border is right when each of its sides that was seen lies this near to a true one, in the middle, mm. */
const RIGHT_MM = 5;
/** More than this is the likeness of what varies along a line on both sides of it where one print lies on both. */
const LIKE = 0.3;

interface BorderRow {
  /** What the wrong border costs more than the right one, without and with the looks of the sides; undefined where no wrong one is near. */
  readonly leads: { readonly plain: number; readonly withLooks: number } | undefined;
  /** Likeness across the sides of the true border. */
  readonly likeness: readonly number[];
}

async function main(folders: readonly string[]): Promise<void> {
  if (folders.length === 0) throw new Error(`Got no folder, expected one at least.\n${USE}`);
  const engines = await loadEngines();
  for (const folder of folders) {
    const rows: BorderRow[] = [];
    for await (const { imagePath, truth } of picturesWithTruth(folder)) {
      if (truth.camera) rows.push(await look(engines, imagePath, truth, truth.camera));
    }
    const rivals = rows.flatMap(({ leads }) => leads ?? []);
    const likeness = rows.flatMap((one) => one.likeness);
    const wrong = (which: 'plain' | 'withLooks') => rivals.filter((leads) => leads[which] < 0).length;
    process.stdout.write(
      `${folder}: ${rows.length} pictures; in ${rivals.length} a wrong border is near the right one, and is preferred in ${wrong('plain')} by its edges, in ${wrong('withLooks')} with the looks of its sides; of ${likeness.length} true sides ${likeness.filter((one) => one > LIKE).length} are more alike across than ${LIKE}\n`,
    );
  }
}

async function look({ cv, nets }: Engines, path: string, truth: Truth, camera: Camera): Promise<BorderRow> {
  const picture = await readPicture(path);
  const { widthPx, heightPx } = picture;
  const rgba = rgbaOf(cv, picture);
  try {
    const likeness = crossBorderCorrelation(cv, rgba, { camera, ...truth.table }).flatMap((one) => one ?? []);
    const lens = unknownLens(widthPx, heightPx);
    const registered = bestBorder(solveBorders(await findMat(cv, nets.matFinder, rgba), widthPx, heightPx, lens));
    if (!registered.ok) return { leads: undefined, likeness };
    const choices = await chooseBorder({ cv, net: nets.matEdge }, rgba, registered.solution, lens);
    return { leads: leadsOf(cv, rgba, choices, truth, camera), likeness };
  } finally {
    rgba.delete();
  }
}

function leadsOf(cv: Engines['cv'], rgba: Mat, choices: readonly BorderChoice[], truth: Truth, camera: Camera): BorderRow['leads'] {
  const near = choices.filter(({ cost }) => cost < choices[0]!.cost + MAX_EXCESS_COST);
  const plain = leadOf(near, truth, camera);
  return Number.isFinite(plain) ? { plain, withLooks: leadOf(withSideColourCosts(cv, rgba, near), truth, camera) } : undefined;
}

/** What the likeliest wrong border costs more than the likeliest right one; infinite where none is wrong, or none right. */
function leadOf(choices: readonly BorderChoice[], truth: Truth, camera: Camera): number {
  const least = (wanted: boolean) =>
    Math.min(...choices.filter((choice) => isRight(choice, truth, camera) === wanted).map(({ cost }) => cost));
  return least(false) - least(true);
}

function isRight(choice: BorderChoice, truth: Truth, camera: Camera): boolean {
  const { solution } = choice;
  const sides = matSides(solution.widthMm, solution.depthMm);
  return sidesSeen(choice).every((side) => {
    const { from, along, longMm } = sides[side]!;
    const middle = { x: from.x + (along.x * longMm) / 2, y: from.y + (along.y * longMm) / 2 };
    const at = carriedPoint(solution.camera, camera, middle);
    return at !== undefined && isOnBorder(at, truth);
  });
}

/** A square mat has no first side: any will do. */
function isOnBorder(at: Point, { table }: Truth): boolean {
  return SIDES.some((side) => Math.abs(outsideMm(at, side, table)) < RIGHT_MM);
}

await main(process.argv.slice(2));
