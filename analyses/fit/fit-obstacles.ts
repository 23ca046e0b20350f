/** npm run analyse -- fit-obstacles: what shows that a spot of the masks is an obstacle, and that its name is right, fitted on pictures with truth of looks that no net was trained on. */

import { knownHints } from '../../src/cli/eval/known-hints.js';
import { sideName, sidesOf } from '../../src/cli/eval/score-obstacles.js';
import type { Truth } from '../../src/cli/eval/truth-file.js';
import { loadEngines } from '../../src/cli/inputs/node-engines.js';
import { readPicture } from '../../src/cli/inputs/read-picture.js';
import { type Camera, carriedPlace } from '../../src/geometry/camera.js';
import { meanPoint } from '../../src/geometry/mean-point.js';
import { outlineContains } from '../../src/geometry/outline.js';
import type { Point } from '../../src/geometry/point.js';
import { measureContext } from '../../src/vision/frame/measure-frame.js';
import { withFrameContext } from '../../src/vision/lens/frame-context.js';
import { findObstacles } from '../../src/vision/objects/find-obstacles.js';
import { fitObstacle } from '../../src/vision/objects/fit-obstacle.js';
import { readObstacles } from '../../src/vision/objects/read-obstacles.js';
import {
  leadOverOthers,
  nameFeatures,
  obstacleFeatures,
  readEdges,
  readMasks,
  recogniseToken,
} from '../../src/vision/objects/recognise-token.js';
import type { Engines } from '../../src/vision/runtime/engines.js';
import { picturesWithTruth } from '../accuracy/pictures-with-truth.js';
import { crossValidated, type Example, logisticRegression } from './logistic-regression.js';

const USE =
  'npm run analyse -- fit-obstacles DIR [DIR…]   (folders of pictures with truth; none of test-fixtures/tables, which ACCURACY.md is about)';

/** A spot is the obstacle on which it lies by the truth, or whose middle is this near. */
const NEAR_MM = 15;
/** An outline is an obstacle's when it lies on it, or its middle is this near. */
const SAME_MM = 8;

interface TrueObstacle {
  readonly outline: readonly Point[];
  /** The sides of tokens that it may be. */
  readonly sides: readonly string[];
}

/** A spot that masks and edges together do not name, with what is asked of it. */
interface Spot {
  readonly obstacle: Example;
  readonly name: Example | undefined;
}

/** A spot that they do name. */
interface NamedSpot {
  readonly peak: number;
  readonly isRight: boolean;
}

/** The masks' peaks, logits, by which names are counted. */
const PEAKS = [-3, -1, 0, 1, 2];

async function main(folders: readonly string[]): Promise<void> {
  if (folders.length === 0) throw new Error(`Got no folder, expected one at least.\n${USE}`);
  const engines = await loadEngines();
  const spots: Spot[] = [];
  const named: NamedSpot[] = [];
  let pictures = 0;
  for (const folder of folders) {
    for await (const { imagePath, truth } of picturesWithTruth(folder)) {
      if (!truth.camera) continue;
      const seen = await spotsOf(engines, folder, imagePath, truth, truth.camera, pictures++);
      spots.push(...seen.spots);
      named.push(...seen.named);
    }
  }
  for (const [i, least] of PEAKS.entries()) {
    const some = named.filter(({ peak }) => peak >= least && peak < (PEAKS[i + 1] ?? Number.POSITIVE_INFINITY));
    process.stdout.write(
      `named by masks and edges together, peak from ${least}: ${some.length}, ${some.filter(({ isRight }) => isRight).length} right\n`,
    );
  }
  process.stdout.write(`${pictures} pictures, ${spots.length} spots that masks and edges together do not name\n`);
  report(
    'an obstacle (constant, peak, lead, close crop, round, behind a miniature)',
    spots.map(({ obstacle }) => obstacle),
  );
  report(
    'its name is right (constant, peak, lead, lead by masks, lead over others)',
    spots.flatMap(({ name }) => name ?? []),
  );
}

/** The spots of one picture, the mat's size given. */
async function spotsOf(
  engines: Engines,
  folder: string,
  imagePath: string,
  truth: Truth,
  trueCamera: Camera,
  picture: number,
): Promise<{ readonly spots: readonly Spot[]; readonly named: readonly NamedSpot[] }> {
  const hints = await knownHints(engines, folder, truth, 'mat');
  return withFrameContext(engines, await readPicture(imagePath), hints, async (context) => {
    const { result, stages } = await measureContext(context);
    if (!result.ok || !stages) return { spots: [], named: [] };
    const { camera } = stages.solution;
    const truths = truth.table.obstacles.map(({ outline }): TrueObstacle => {
      return { outline: outline.map((point) => carriedPlace(trueCamera, camera, point)), sides: sidesOf(outline) };
    });
    const spots: Spot[] = [];
    const namedSpots: NamedSpot[] = [];
    const scene = { coarse: stages.registration.camera, camera, bases: result.measurement.bases };
    const recogniseAt: typeof recogniseToken = (view, spot, place) => {
      const { named, ranked } = readMasks(view, spot, place);
      if (named) namedSpots.push({ peak: spot.peak, isRight: isNameRight(truths, named.shape, named) });
      else {
        const read = readEdges(view, spot, place, ranked);
        const isTrue = lyingAt(truths, place, NEAR_MM) !== undefined;
        spots.push({
          obstacle: { picture, isTrue, features: obstacleFeatures(spot, read?.evidence.lead) },
          name: read && {
            picture,
            isTrue: isNameRight(truths, read.best.shape, fitObstacle(read.edges, read.best)),
            features: nameFeatures({ ...read.evidence, leadOverOthers: leadOverOthers(read, place) }),
          },
        });
      }
      return recogniseToken(view, spot, place);
    };
    await findObstacles(engines.cv, context.rgba, stages.detections.obstacles, scene, {
      readAt: (places) => readObstacles(engines.cv, engines.nets.obstacleOutline, context.rgba, camera, places),
      recogniseAt,
    });
    return { spots, named: namedSpots };
  });
}

function lyingAt(truths: readonly TrueObstacle[], place: Point, nearMm: number): TrueObstacle | undefined {
  return truths.find(({ outline }) => {
    const middle = meanPoint(outline);
    return outlineContains(outline, place) || Math.hypot(middle.x - place.x, middle.y - place.y) < nearMm;
  });
}

function isNameRight(
  truths: readonly TrueObstacle[],
  { token, mirrored }: { readonly token: { readonly xws: string }; readonly mirrored: boolean },
  at: Point,
): boolean {
  return lyingAt(truths, at, SAME_MM)?.sides.includes(sideName(token.xws, mirrored)) ?? false;
}

/** Weights of leads, which are a tenth of a unit, are some tens. */
const RIDGE = 0.001;
/** Bounds of the probabilities that are compared with what is true. */
const BINS = [0, 0.03, 0.1, 0.3, 0.5, 0.8, 0.9, 1];

function report(title: string, examples: readonly Example[]): void {
  process.stdout.write(`${title}: ${[...logisticRegression(examples, RIDGE)].map((value) => value.toFixed(2)).join(', ')}\n`);
  const predicted = crossValidated(examples, RIDGE);
  const cost = examples.reduce((sum, { isTrue }, i) => sum - Math.log(isTrue ? predicted[i]! : 1 - predicted[i]!), 0);
  process.stdout.write(`  ${examples.filter(({ isTrue }) => isTrue).length} of ${examples.length} true, cost ${cost.toFixed(1)}\n`);
  BINS.slice(1).forEach((most, i) => {
    const inBin = examples.flatMap(({ isTrue }, k) =>
      predicted[k]! >= BINS[i]! && predicted[k]! < most ? [{ isTrue, p: predicted[k]! }] : [],
    );
    const claimed = inBin.reduce((sum, { p }) => sum + p, 0);
    const right = inBin.filter(({ isTrue }) => isTrue).length;
    process.stdout.write(`  claimed ${BINS[i]}–${most}: ${inBin.length} spots, ${right} true, ${claimed.toFixed(1)} claimed\n`);
  });
}

await main(process.argv.slice(2));
