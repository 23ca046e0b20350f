import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import sharp from 'sharp';
import { readTruth, type Truth } from '../../../src/cli/eval/truth-file.js';
import { loadEngines } from '../../../src/cli/inputs/node-engines.js';
import { carriedPoint } from '../../../src/geometry/camera.js';
import { distanceMm } from '../../../src/geometry/point.js';
import { basesInFrame, type FrameBase } from '../../../src/vision/bases/frame-bases.js';
import { type PlaneOfBases, type PlaneStarts, planesOfBases } from '../../../src/vision/mat/by-bases/plane-of-bases.js';
import { usualCameras } from '../../../src/vision/mat/by-bases/register-by-bases.js';
import type { Engines } from '../../../src/vision/runtime/engines.js';
import { rgbaOf } from '../../../src/vision/runtime/frame.js';
import type { Mat } from '../../../src/vision/runtime/opencv.js';
import { type Mark, unknownLens } from '../../../src/vision/solve/observations.js';

let engines: Engines;
/** Runs of the detector. */
let runs = 0;

before(async () => {
  const { nets, ...others } = await loadEngines();
  const run: typeof nets.baseDetector.run = (image, dims) => {
    runs++;
    return nets.baseDetector.run(image, dims);
  };
  engines = { ...others, nets: { ...nets, baseDetector: { run } } };
});

/** Number of usual cameras. */
const STARTS = 10;

function square(u: number, right: number, down: number): Mark {
  return { u: u + 60 * right, v: 20 + 60 * down, sigmaPx: 2 };
}

/** A hand-held view in OpenCV's memory, with its truth. */
async function viewed<T>(name: string, use: (rgba: Mat, truth: Truth) => Promise<T>, blurPx?: number): Promise<T> {
  const truth = await readTruth(`test-fixtures/hand-held/${name}.json`);
  const { widthPx, heightPx } = truth.camera!;
  const image = sharp(`test-fixtures/hand-held/${truth.image}`).ensureAlpha();
  const rgba = rgbaOf(engines.cv, { widthPx, heightPx, rgba: await (blurPx ? image.blur(blurPx) : image).raw().toBuffer() });
  try {
    return await use(rgba, truth);
  } finally {
    rgba.delete();
  }
}

async function planesFrom(rgba: Mat, begin: Partial<PlaneStarts>, count = Number.POSITIVE_INFINITY): Promise<PlaneOfBases[]> {
  const lens = unknownLens(rgba.cols, rgba.rows);
  const usual = { starts: usualCameras(rgba.cols, rgba.rows, lens), seen: [], more: () => [] };
  const planes: PlaneOfBases[] = [];
  for await (const plane of planesOfBases(engines, rgba, { ...usual, ...begin }, lens)) {
    planes.push(plane);
    if (planes.length === count) break;
  }
  return planes;
}

/** The plane's bases with the true ones that both cameras see in one place. */
function pairedWith({ table, camera }: Truth, { solution, bases }: PlaneOfBases) {
  return solution.poses.map((pose, i) => {
    const at = carriedPoint(solution.camera, camera!, pose)!;
    const ship = table.ships.find((one) => distanceMm(one.pose, at) < 15);
    assert.equal(bases[i]!.base, ship?.base);
    return { found: pose, there: ship!.pose };
  });
}

function assertRight(truth: Truth, plane: PlaneOfBases): void {
  const pairs = pairedWith(truth, plane);
  for (const one of pairs) {
    for (const other of pairs.slice(0, pairs.indexOf(one))) {
      const ratio = distanceMm(one.found, other.found) / distanceMm(one.there, other.there);
      assert.ok(Math.abs(ratio - 1) < 0.03, `${ratio}`);
    }
  }
}

test('of a picture that hardly shows bases one plane is proposed, of the same one taken sharply others as well', async () => {
  const proposed = (blurPx: number) => viewed('table-03-close-2', (rgba, { camera }) => planesFrom(rgba, { starts: [camera!] }), blurPx);
  assert.ok((await proposed(3)).length > 1);
  const [only, ...others] = await proposed(12);
  assert.ok(only && only.sharpness < 0.8);
  assert.deepEqual(others, []);
});

test('the starts look at the bases that the frame itself shows, without the detector', async () => {
  await viewed('table-04-close-2', async (rgba, truth) => {
    const seen = await basesInFrame(engines.cv, engines.nets.frame, rgba);
    runs = 0;
    const [plane] = await planesFrom(rgba, { seen }, 1);
    assert.ok(runs < STARTS, `${runs}`);
    assert.equal(plane!.bases.length, 4);
    assertRight(truth, plane!);
  });
});

test('where what the frame shows is sharp from no start, the detector is run from each', async () => {
  await viewed('table-04-close-2', async (rgba, truth) => {
    const noBase = (u: number): FrameBase => ({
      ...{ base: 'small', score: 0.9 },
      corners: [square(u, 0, 0), square(u, 1, 0), square(u, 1, 1), square(u, 0, 1)],
    });
    runs = 0;
    const [plane] = await planesFrom(rgba, { seen: [noBase(20), noBase(120)] }, 1);
    assert.ok(runs >= STARTS, `${runs}`);
    assert.equal(plane!.bases.length, 4);
    assertRight(truth, plane!);
  });
});

test('few bases that are seen no better from farther and nearer are then followed at their distance', async () => {
  await viewed('table-03-close-1', async (rgba, truth) => {
    runs = 0;
    const [plane] = await planesFrom(rgba, { starts: [truth.camera!] }, 1);
    // From the start, from three distances, and in two rounds of two planes from one each; from three each they would be 16.
    assert.ok(runs <= 8, `${runs}`);
    assert.equal(plane!.bases.length, 3);
    assertRight(truth, plane!);
  });
});
