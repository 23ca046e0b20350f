import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Pose, tableFromPiece } from '../../../src/geometry/pose.js';
import type { BaseSize } from '../../../src/pieces/base-size.js';
import { readBases, readCloseCrops } from '../../../src/vision/bases/read-bases.js';
import type { Net } from '../../../src/vision/runtime/net.js';
import type { Cv, Mat } from '../../../src/vision/runtime/opencv.js';
import { BASE_KEYPOINTS, MIRRORED } from '../../../src/vision/solve/base-keypoints.js';
import { cameraAt } from '../made-up-table.js';
import { openCv } from '../open-cv.js';

let cv: Cv;
let rgba: Mat;
before(async () => {
  cv = (await openCv()).cv;
  rgba = new cv.Mat(1080, 1920, cv.CV_8UC4);
});

const camera = cameraAt(60, 1400);
const detection = { base: 'small' as const, at: { x: 450, y: 450 }, headingRad: 0.2, score: 0.9, cardLogit: -4 };

/**
 * A net that finds the sixteen keypoints along its crop's middle, with one log spread for each crop of a run, the last run's for all that follow;
 * mirror images of the crops come after them and are read alike. `front`: whether a crop's front hashmark lies ahead in it or behind;
 * `asideRad`: how far to its right.
 */
function net(spreads: readonly (readonly number[])[], front = (_crop: number): 1 | -1 => 1, asideRad = (_crop: number) => 0): Net {
  let run = 0;
  return {
    async run(_image, dims) {
      const count = dims[0]!;
      const ofRun = spreads[Math.min(run, spreads.length - 1)]!;
      run += 1;
      const points = Float32Array.from({ length: 32 * count }, (_, i) => {
        const keypoint = Math.floor(i / 2) % 16;
        const at = Math.floor(i / 32);
        const ahead = front(at % ofRun.length) * (keypoint === 8 ? 25 : -25);
        const aside = asideRad(at % ofRun.length) * (at < ofRun.length ? 1 : -1);
        if (keypoint === 8 || keypoint === 10) return 63.5 + (i % 2 === 0 ? ahead * Math.sin(aside) : -ahead * Math.cos(aside));
        return i % 2 === 0 ? 63.5 : 63.5 + 20 * Math.sin(Math.min(keypoint, MIRRORED[keypoint]!));
      });
      return {
        points: { data: points, dims: [count, 16, 2] },
        logSigma: {
          data: Float32Array.from({ length: 16 * count }, (_, i) => ofRun[Math.floor(i / 16) % ofRun.length]!),
          dims: [count, 16],
        },
        classes: { data: Float32Array.from({ length: 4 * count }, (_, i) => (i % 4 === 0 ? 9 : i % 4 === 1 ? 5 : 0)), dims: [count, 4] },
      };
    },
  };
}

const pose = { ...detection.at, headingRad: 0.2 };

/** What is read one way is read both ways where the crop from ahead leads by no more than this. */
const FAR_BEHIND = 1.25;

/**
 * Close looks from ahead, which is mirrored in the same run, and behind, then, where those leave it open, from the right and the left. What was read one way
 * and may count is read again with its mirror image, the sharpest first.
 */
async function lookedAt(ends: readonly [number, number], sides?: readonly [number, number], front?: (crop: number) => 1 | -1) {
  const candidates = await readBases(cv, net([[-0.5, -0.5]]), rgba, camera, [detection], true);
  const isBehindOpen = ends[1] - ends[0] <= FAR_BEHIND && front === undefined;
  const runs = [ends, ...(isBehindOpen ? [[ends[1]]] : []), ...(sides ? [sides, sides.toSorted((a, b) => a - b)] : [])];
  const seen = await readCloseCrops(cv, net(runs, front), rgba, camera, candidates, [pose]);
  assert.equal(seen.length, 1);
  return seen[0]!;
}

test('the front is the end from which a close crop is clearly sharper', async () => {
  const ahead = await lookedAt([-0.5, 0.3]);
  assert.equal(ahead.isFrontKnown, true);
  assert.equal(ahead.marks.start.headingRad, 0.2);
  const behind = await lookedAt([0.3, -0.5]);
  assert.equal(behind.isFrontKnown, true);
  assert.ok(Math.abs(behind.marks.start.headingRad - (0.2 - Math.PI)) < 1e-9, `${behind.marks.start.headingRad}`);
});

test('what a crop from behind shows is read mirrored as well only where it may count', async () => {
  const cropsFor = async (behind: number) => {
    let crops = 0;
    const one = net([[-0.5, behind], [behind]]);
    const counting: Net = {
      run(image, dims) {
        crops += dims[0]!;
        return one.run(image, dims);
      },
    };
    const candidates = await readBases(cv, net([[-0.5, -0.5]]), rgba, camera, [detection], true);
    const [seen] = await readCloseCrops(cv, counting, rgba, camera, candidates, [pose]);
    assert.equal(seen!.isFrontKnown, true);
    return crops;
  };
  assert.deepEqual([await cropsFor(0.8), await cropsFor(0.7)], [3, 5]);
});

test('the front is left open when a crop turned otherwise is about as sharp', async () => {
  assert.equal((await lookedAt([0, 0.7], [1, 1])).isFrontKnown, false);
  assert.equal((await lookedAt([0.7, 0], [1, 1])).isFrontKnown, false);
  assert.equal((await lookedAt([0.9, 1.4], [1.1, 2])).isFrontKnown, false);
});

test('crops from both ends that agree where the front is determine it, however sharp they are', async () => {
  const agreeing = await lookedAt([-0.5, -0.45], undefined, (crop) => (crop === 0 ? 1 : -1));
  assert.equal(agreeing.isFrontKnown, true);
});

test('what is blurred has its front only where a crop from behind shows it there too', async () => {
  const sameEnd = (crop: number) => (crop === 0 ? 1 : -1);
  const confirmed = await lookedAt([0.4, 1.2], undefined, sameEnd);
  assert.ok(confirmed.reading.spread > -0.35, `${confirmed.reading.spread}`);
  assert.equal(confirmed.isFrontKnown, true);
  assert.equal((await lookedAt([0.4, 2.9], undefined, sameEnd)).isFrontKnown, false);
  assert.equal((await lookedAt([0.4, 2.9])).isFrontKnown, false);
  assert.equal((await lookedAt([-0.5, 2.9])).isFrontKnown, true);
});

test('a crop from behind that shows the front far aside of where the blurred one does confirms it not', async () => {
  const seen = async (asideDeg: number) => {
    const [candidate] = await readBases(cv, net([[-0.5, -0.5]]), rgba, camera, [detection], true);
    const aside = (crop: number) => (crop === 0 ? 0 : (asideDeg * Math.PI) / 180);
    const crops = net([[0.4, 1.2]], (crop) => (crop === 0 ? 1 : -1), aside);
    return (await readCloseCrops(cv, crops, rgba, camera, [candidate!], [pose]))[0]!.isFrontKnown;
  };
  assert.deepEqual([await seen(10), await seen(35)], [true, false]);
});

test('a base that was read a quarter turn off is turned back', async () => {
  const turned = await lookedAt([1, 1.5], [1.3, 0]);
  assert.equal(turned.isFrontKnown, true);
  assert.ok(Math.abs(turned.marks.start.headingRad - (0.2 - Math.PI / 2)) < 1e-9, `${turned.marks.start.headingRad}`);
});

test('a blurred base is not measured where it may be a larger one whose rest is hidden; a large one is if the detector is sure', async () => {
  /** How many bases are left of one of that size, cut at this many pixels a millimetre, whose sharpest close crop has this log spread, mm. */
  const left = async (base: BaseSize, pxPerMm: number, spread: number, score = 0.9) => {
    const [candidate] = await readBases(cv, net([[-0.5, -0.5]]), rgba, camera, [{ ...detection, score }], true);
    const candidates = [{ ...candidate!, reading: { ...candidate!.reading, base } }];
    return (
      await readCloseCrops(
        cv,
        net([
          [spread + Math.log(pxPerMm), 2],
          [2, 2],
        ]),
        rgba,
        camera,
        candidates,
        [pose],
      )
    ).length;
  };
  assert.deepEqual([await left('small', 64 / 32, 0.24), await left('small', 64 / 32, 0.26)], [1, 0]);
  assert.deepEqual([await left('medium', 64 / 42, 0.24), await left('medium', 64 / 42, 0.26)], [1, 0]);
  assert.deepEqual([await left('large', 64 / 52, 0.24), await left('large', 64 / 52, 0.6)], [1, 1]);
  assert.deepEqual([await left('large', 64 / 52, 0.24, 0.45), await left('large', 64 / 52, 0.6, 0.45)], [1, 0]);
});

test('a base of whose size the wide crop is not sure is measured only where the close one is sharp', async () => {
  const left = async (sizeScore: number, spread: number) => {
    const [candidate] = await readBases(cv, net([[-0.5, -0.5]]), rgba, camera, [detection], true);
    const candidates = [{ ...candidate!, reading: { ...candidate!.reading, sizeScore } }];
    const crops = net([[spread + Math.log(64 / 32), 2]]);
    return (await readCloseCrops(cv, crops, rgba, camera, candidates, [pose])).length;
  };
  assert.deepEqual([await left(0.99, -0.2), await left(0.92, -0.2), await left(0.92, -0.4)], [1, 0, 1]);
});

test('a base of which detector and another picture show one size and its keypoints another is not measured', async () => {
  const left = async (detected: BaseSize, standing: BaseSize) => {
    const [candidate] = await readBases(cv, net([[-0.5, -0.5]]), rgba, camera, [detection], true);
    const candidates = [{ ...candidate!, detection: { ...detection, base: detected, standing } }];
    return (await readCloseCrops(cv, net([[-0.5, 2]]), rgba, camera, candidates, [pose])).length;
  };
  assert.deepEqual([await left('large', 'large'), await left('small', 'large'), await left('large', 'small')], [0, 1, 1]);
});

/** A net that sees a small base standing so in its first crops, and as it should in the ones that follow; with one log spread for each run. */
function netOfBaseAt(local: Pose, spreads: readonly number[]): Net {
  let run = 0;
  return {
    async run(_image, dims) {
      const count = dims[0]!;
      const stands = run === 0 ? local : { x: 0, y: 0, headingRad: 0 };
      const spread = spreads[Math.min(run, spreads.length - 1)]!;
      run += 1;
      const points = BASE_KEYPOINTS.small.flatMap((point) => {
        const { x, y } = tableFromPiece(stands, point);
        return [63.5 + 1.25 * x, 63.5 - 1.25 * y];
      });
      const repeated = (values: readonly number[]) => Float32Array.from(Array.from({ length: count }, () => values).flat());
      return {
        points: { data: repeated(points), dims: [count, 16, 2] },
        logSigma: { data: repeated(Array.from({ length: 16 }, () => spread)), dims: [count, 16] },
        classes: { data: repeated([9, 5, 0, 0]), dims: [count, 4] },
      };
    },
  };
}

const beside: Pose = { x: 9, y: -6, headingRad: 0.3 };

test('a blurred crop leads to where its keypoints say that the base lies', async () => {
  const [candidate] = await readBases(cv, netOfBaseAt(beside, [1, 0.2, -0.5]), rgba, camera, [detection], true);
  const there = tableFromPiece(pose, beside);
  const { start } = candidate!.marks;
  // Half of the keypoints stand higher than the crop was cut for.
  assert.ok(Math.hypot(start.x - there.x, start.y - there.y) < 2, `${start.x}, ${start.y} for ${there.x}, ${there.y}`);
  assert.ok(Math.abs(start.headingRad - 0.5) < 0.03, `${start.headingRad}`);
  assert.ok(Math.abs(candidate!.reading.spread - (-0.5 - Math.log(1.25))) < 1e-6);
});

test('a crop that gets no sharper by being followed stays where it was', async () => {
  const [candidate] = await readBases(cv, netOfBaseAt(beside, [1, 1]), rgba, camera, [detection], true);
  assert.deepEqual(candidate!.marks.start, pose);
});

test('of many things that are never sharp only the likeliest sixteen are measured in all facings', async () => {
  let crops = 0;
  const blurred = net([[...Array(96).keys()].map(() => 1)]);
  const counting: Net = {
    run(image, dims) {
      crops += dims[0]!;
      return blurred.run(image, dims);
    },
  };
  const many = Array.from({ length: 20 }, (_, i) => ({ ...detection, at: { x: 200 + 120 * (i % 5), y: 200 + 120 * Math.floor(i / 5) } }));
  await readBases(cv, counting, rgba, camera, many, true);
  // From ahead and behind, then twice from three sides; the sharpest look of each round is followed by one step.
  assert.equal(crops, 20 * (2 + 1) + 2 * 16 * (3 + 1));
});
