/** npm run analyse -- fit-classifier: what distinguishes a base from what only looks like one, fitted on pictures with truth of looks that no net was trained on. */

import type { Truth } from '../../src/cli/eval/truth-file.js';
import { loadEngines } from '../../src/cli/inputs/node-engines.js';
import { readPicture } from '../../src/cli/inputs/read-picture.js';
import { type Camera, carriedPose } from '../../src/geometry/camera.js';
import { wrapRad } from '../../src/geometry/pose.js';
import { ACCEPTED_PROBABILITY, featuresOf, solvedFeatures } from '../../src/vision/bases/base-classifier.js';
import { measureFrame } from '../../src/vision/frame/measure-frame.js';
import type { Stages } from '../../src/vision/frame/measured-table.js';
import { picturesWithTruth } from '../accuracy/pictures-with-truth.js';
import { crossValidated, logisticRegression } from './logistic-regression.js';

const USE =
  'npm run analyse -- fit-classifier DIR [DIR…]   (folders of pictures with truth; none of test-fixtures/tables, which ACCURACY.md is about)';

/** A candidate is the ship that it lies on by the truth, no ship when none is near; in between it is left out. */
const SAME_MM = 12;
const SAME_RAD = 0.5;
const NEAR_MM = 40;

/** Number of features that are known before the table is solved. */
const BEFORE_SOLVING = 4;

interface Example {
  readonly picture: number;
  /** As `featuresOf` gives them for a solved candidate. */
  readonly features: readonly number[];
  readonly isBase: boolean;
}

async function main(folders: readonly string[]): Promise<void> {
  if (folders.length === 0) throw new Error(`Got no folder, expected one at least.\n${USE}`);
  const engines = await loadEngines();
  const examples: Example[] = [];
  let pictures = 0;
  for (const folder of folders) {
    for await (const { imagePath, truth } of picturesWithTruth(folder)) {
      const { stages } = await measureFrame(engines, await readPicture(imagePath), {});
      if (!stages || !truth.camera) continue;
      examples.push(...examplesOf(stages, truth, truth.camera, pictures++));
    }
  }
  const bases = examples.filter(({ isBase }) => isBase).length;
  process.stdout.write(`${pictures} pictures, ${bases} bases, ${examples.length - bases} other things\n`);
  report('before solving (constant, detection, spread, card)', examples, (features) => features.slice(0, BEFORE_SOLVING));
  report('solved (constant, detection, spread, card, heading, keypoints, sides)', examples, (features) => features);
}

function examplesOf({ candidates, solution }: Stages, truth: Truth, camera: Camera, picture: number): Example[] {
  return candidates.flatMap((candidate, i): Example[] => {
    const pose = carriedPose(solution.camera, camera, solution.poses[i]!);
    if (!pose) return [];
    const gaps = truth.table.ships.map((ship) => Math.hypot(ship.pose.x - pose.x, ship.pose.y - pose.y));
    const nearest = truth.table.ships[gaps.indexOf(Math.min(...gaps))];
    const gap = Math.min(...gaps, Number.POSITIVE_INFINITY);
    const isBase =
      nearest?.base === candidate.reading.base && gap < SAME_MM && Math.abs(wrapRad(nearest.pose.headingRad - pose.headingRad)) < SAME_RAD;
    if (!isBase && gap < NEAR_MM) return [];
    return [{ picture, isBase, features: featuresOf(candidate, solvedFeatures(solution, i)) }];
  });
}

const RIDGE = 0.05;

function report(title: string, examples: readonly Example[], pick: (features: Example['features']) => readonly number[]): void {
  const rows = examples.map(({ features, isBase, picture }) => ({ features: pick(features), isTrue: isBase, picture }));
  process.stdout.write(`${title}: ${[...logisticRegression(rows, RIDGE)].map((value) => value.toFixed(2)).join(', ')}\n`);
  const predicted = crossValidated(rows, RIDGE);
  for (const limit of [0.4, 0.5, 0.6, 0.7, ACCEPTED_PROBABILITY, 0.9]) {
    const count = (isBase: boolean) => rows.filter((row, i) => row.isTrue === isBase && predicted[i]! >= limit).length;
    process.stdout.write(`  believed ${limit} and more: ${count(true)} bases, ${count(false)} other things\n`);
  }
}

await main(process.argv.slice(2));
