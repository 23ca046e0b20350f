import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Camera } from '../../../src/geometry/camera.js';
import { CORNER_SIGNS } from '../../../src/geometry/corner-signs.js';
import { tableFromPiece } from '../../../src/geometry/pose.js';
import { BASE_SIZES, type BaseSize } from '../../../src/pieces/base-size.js';
import { halfSideMm } from '../../../src/pieces/bases.js';
import { readSizes } from '../../../src/vision/bases/read-sizes.js';
import type { Net } from '../../../src/vision/runtime/net.js';
import type { Cv } from '../../../src/vision/runtime/opencv.js';
import { drawPicture } from '../drawn-obstacles.js';
import { cameraAt } from '../made-up-table.js';
import { openCv } from '../open-cv.js';

let cv: Cv;
before(async () => {
  cv = (await openCv()).cv;
});

/** A net that notes how wide what is bright is in its crops, px, and finds each crop medium by as much as its number says. */
function netThatMeasures(): { readonly net: Net; readonly widths: number[] } {
  const widths: number[] = [];
  const net: Net = {
    async run(data, [n, channels, height, width]) {
      const sizes = new Float32Array(3 * n!);
      for (let i = 0; i < n!; i++) {
        const red = data.subarray(i * channels! * height! * width!, (i * channels! + 1) * height! * width!);
        widths.push(Math.sqrt(red.reduce((sum, one) => sum + (one > 0.6 ? 1 : 0), 0)));
        sizes[3 * i + 1] = i;
      }
      return { sizes: { data: sizes, dims: [n!, 3] } };
    },
  };
  return { net, widths };
}

const POSES = [
  { x: 300, y: 420, headingRad: 0.4 },
  { x: 460, y: 430, headingRad: -1.2 },
  { x: 620, y: 440, headingRad: 2.5 },
];

/** Bases of the sizes, bright on a dark mat, read as those of the assumed sizes by a camera that many times further away. */
async function readThrough(camera: Camera, sizes: readonly BaseSize[], assumed: readonly BaseSize[], further = 1) {
  const things = POSES.map((pose, i) => {
    const half = halfSideMm(sizes[i]!);
    return { outline: CORNER_SIGNS.map(([x, y]) => tableFromPiece(pose, { x: x * half, y: y * half })), kind: 'gas' as const, grey: 240 };
  });
  const mat = new cv.Mat(camera.heightPx, camera.widthPx, cv.CV_8UC4);
  const { net, widths } = netThatMeasures();
  const t = camera.t.map((one) => further * one) as unknown as Camera['t'];
  try {
    mat.data.set(drawPicture({ camera, things, noiseLevels: 2, seed: 1 }));
    const bases = POSES.map(({ x, y, headingRad }, i) => ({ base: assumed[i]!, pose: { x: further * x, y: further * y, headingRad } }));
    return { odds: await readSizes(cv, net, mat, { ...camera, t }, bases), widths };
  } finally {
    mat.delete();
  }
}

test('a base fills two thirds of its crop, of whatever size it is', async () => {
  const { widths } = await readThrough(cameraAt(60, 1500), BASE_SIZES, BASE_SIZES);
  assert.equal(widths.length, 3);
  for (const width of widths) assert.ok(Math.abs(width - 64) < 1.5, `${width} px`);
});

test('from half as far again, small bases read as medium ones fill it as well', async () => {
  const camera = cameraAt(60, 1500);
  const { widths } = await readThrough(camera, ['small', 'small', 'small'], ['medium', 'medium', 'medium'], 1.5);
  for (const width of widths) assert.ok(Math.abs(width - 64) < 1.5, `${width} px`);
});

test('each base has the odds of its own crop, and one behind the camera has none', async () => {
  const camera = cameraAt(40, 1500);
  const { net } = netThatMeasures();
  const mat = new cv.Mat(camera.heightPx, camera.widthPx, cv.CV_8UC4);
  try {
    const bases = [...POSES, { x: 450, y: -9000, headingRad: 0 }].map((pose) => ({ base: 'small' as const, pose }));
    const odds = await readSizes(cv, net, mat, camera, bases);
    assert.deepEqual(
      odds.map((one) => one && Math.round(100 * one.medium)),
      [33, 58, 79, undefined],
    );
    for (const one of odds.slice(0, 3)) assert.ok(Math.abs(one!.small + one!.medium + one!.large - 1) < 1e-6);
  } finally {
    mat.delete();
  }
});
