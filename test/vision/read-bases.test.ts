import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { MIRRORED } from '../../src/vision/base-keypoints.js';
import type { Candidate } from '../../src/vision/candidate.js';
import type { Net } from '../../src/vision/net.js';
import type { Cv, Mat } from '../../src/vision/opencv.js';
import { lookClosely, readBases } from '../../src/vision/read-bases.js';
import { cameraAt } from './made-up-table.js';
import { openCv } from './open-cv.js';

let cv: Cv;
let rgba: Mat;
before(async () => {
  cv = (await openCv()).cv;
  rgba = new cv.Mat(1080, 1920, cv.CV_8UC4);
});

const camera = cameraAt(60, 1400);
const detection = { base: 'small' as const, at: { x: 450, y: 450 }, headingRad: 0.2, score: 0.9 };

/** A net that finds the sixteen keypoints along its crop's middle, the front hashmark ahead, with one log spread for each crop of a run. */
function net(spreads: readonly (readonly number[])[], front = (_crop: number): 1 | -1 => 1): Net {
  let run = 0;
  return {
    async run(_image, dims) {
      const count = dims[0]!;
      const logSigma = Float32Array.from(
        { length: 16 * count },
        (_, i) => spreads[Math.min(run, spreads.length - 1)]![Math.floor(i / 16)]!,
      );
      run += 1;
      const points = Float32Array.from({ length: 32 * count }, (_, i) => {
        const keypoint = Math.floor(i / 2) % 16;
        const ahead = front(Math.floor(i / 32));
        if (keypoint === 8 || keypoint === 10) return i % 2 === 0 ? 63.5 : 63.5 + (keypoint === 8 ? -25 : 25) * ahead;
        return i % 2 === 0 ? 63.5 : 63.5 + 20 * Math.sin(Math.min(keypoint, MIRRORED[keypoint]!));
      });
      return {
        points: { data: points, dims: [count, 16, 2] },
        logSigma: { data: logSigma, dims: [count, 16] },
        classes: { data: Float32Array.from({ length: 4 * count }, (_, i) => (i % 4 === 0 ? 9 : i % 4 === 1 ? 5 : 0)), dims: [count, 4] },
      };
    },
  };
}

test('a front on which both facings agree is told; one on which equally sharp looks differ is not', async () => {
  const sharp = -0.5;
  // The second crop is turned by half a turn: its front lies behind when the looks agree.
  const agreeing = net([[sharp, sharp]], (crop) => (crop % 2 === 0 ? 1 : -1));
  const [told] = await readBases(cv, agreeing, rgba, camera, [detection], true);
  assert.equal(told!.frontTold, true);
  const [open] = await readBases(cv, net([[sharp, sharp]]), rgba, camera, [detection], true);
  assert.equal(open!.frontTold, false);
  const [clear] = await readBases(cv, net([[sharp, sharp + 1]]), rgba, camera, [detection], true);
  assert.equal(clear!.frontTold, true);
});

test('close looks turn a base round when its other end is the sharper front, and leave it open when none is', async () => {
  const [candidate] = await readBases(cv, net([[-0.5, -0.5]]), rgba, camera, [detection], true);
  const one: Candidate = candidate!;
  const pose = { ...detection.at, headingRad: 0.2 };
  const [turned] = await lookClosely(cv, net([[0, 0.4, -0.3, 0.4]]), rgba, camera, [one], [pose]);
  assert.ok(Math.abs(turned!.marks.start.headingRad - (0.2 - Math.PI)) < 1e-9, `${turned!.marks.start.headingRad}`);
  assert.equal(turned!.frontTold, true);
  const [open] = await lookClosely(cv, net([[0, 0.4, 0.02, 0.4]]), rgba, camera, [one], [pose]);
  assert.equal(open!.frontTold, false);
});
