import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Camera } from '../../../src/geometry/camera.js';
import { outlineContains, signedAreaSqMm } from '../../../src/geometry/outline.js';
import type { Point } from '../../../src/geometry/point.js';
import { pointRingDistanceSq } from '../../../src/geometry/ring-point.js';
import { miniatureCovers } from '../../../src/vision/objects/base-cover.js';
import { readObstacles } from '../../../src/vision/objects/read-obstacles.js';
import type { Net } from '../../../src/vision/runtime/net.js';
import type { Cv } from '../../../src/vision/runtime/opencv.js';
import { type Drawn, drawPicture } from '../drawn-obstacles.js';
import { cameraAt } from '../made-up-table.js';
import { openCv } from '../open-cv.js';

let cv: Cv;
before(async () => {
  cv = (await openCv()).cv;
});

/** A net to which whatever is as bright as the drawn obstacles is one. */
const BY_BRIGHTNESS: Net = {
  async run(data, [n, , height, width]) {
    const classes = new Float32Array(4 * n!);
    const mask = new Float32Array(n! * 32 * 32);
    for (let i = 0; i < n!; i++) {
      const red = data.subarray(3 * i * height! * width!, (3 * i + 1) * height! * width!);
      for (let cell = 0; cell < 1024; cell++) {
        let sum = 0;
        for (let k = 0; k < 16; k++) sum += red[(4 * Math.floor(cell / 32) + Math.floor(k / 4)) * width! + 4 * (cell % 32) + (k % 4)]!;
        mask[1024 * i + cell] = 40 * (sum / 16 - 0.5);
      }
      classes[4 * i] = mask[1024 * i + 16 * 32 + 16]!;
    }
    return { classes: { data: classes, dims: [n!, 4] }, mask: { data: mask, dims: [n!, 32, 32] } };
  },
};

const L_SHAPE: readonly (readonly [number, number])[] = [
  [-30, -20],
  [25, -20],
  [25, 0],
  [-5, 0],
  [-5, 25],
  [-30, 25],
];

function placed(x: number, y: number): Point[] {
  return L_SHAPE.map(([dx, dy]) => ({ x: x + dx, y: y + dy }));
}

async function readIn(camera: Camera, things: readonly Drawn[], places: readonly Point[]) {
  const rgba = drawPicture({ camera, things, noiseLevels: 2, seed: 1 });
  const mat = new cv.Mat(camera.heightPx, camera.widthPx, cv.CV_8UC4);
  try {
    mat.data.set(rgba);
    return await readObstacles(cv, BY_BRIGHTNESS, mat, camera, places);
  } finally {
    mat.delete();
  }
}

for (const [what, camera] of [
  ['as fine as the crop', cameraAt(50, 1250)],
  ['three times as fine', cameraAt(65, 1500, -0.05, 0.01, 1920, 1080, 550)],
] as const) {
  test(`an outline is on the table where a picture ${what} shows it, and of two obstacles it is that of the place`, async () => {
    const [first, second] = [placed(430, 450), placed(505, 470)];
    const things = [first, second].map((outline): Drawn => ({ outline, kind: 'gas', grey: 230 }));
    const readings = await readIn(camera, things, [
      { x: 417, y: 442 },
      { x: 492, y: 462 },
      { x: 450, y: 380 },
    ]);
    for (const [i, truth] of [first, second].entries()) {
      const { logit, outline, areaMm2 } = readings[i]!;
      assert.ok(logit > 5);
      const ring = truth.flatMap(({ x, y }) => [x, y]);
      const worst = Math.max(...outline.map(({ x, y }) => Math.sqrt(pointRingDistanceSq(x, y, ring))));
      assert.ok(worst < 3, `${worst.toFixed(2)} mm off`);
      assert.ok(Math.abs(areaMm2 / Math.abs(signedAreaSqMm(truth)) - 1) < 0.1, `${areaMm2} mm²`);
      assert.ok(outlineContains(outline, { x: truth[0]!.x + 10, y: truth[0]!.y + 10 }));
    }
    assert.ok(readings[2]!.logit < -5);
  });
}

test('a place behind the camera has no reading, and the others keep theirs', async () => {
  const camera = cameraAt(40, 1250);
  const outline = placed(430, 450);
  const readings = await readIn(
    camera,
    [{ outline, kind: 'gas', grey: 230 }],
    [
      { x: 430, y: -4000 },
      { x: 417, y: 442 },
    ],
  );
  assert.equal(readings[0], undefined);
  assert.ok(readings[1]!.logit > 5);
});

test('a miniature is seen before the mat beyond its base, and straight from above before nothing else', () => {
  const pose = { x: 450, y: 450, headingRad: 0.2 };
  const isBehind = (camera: Camera, place: Point) => miniatureCovers('small', pose, camera).some((cover) => outlineContains(cover, place));
  const flat = cameraAt(40, 1250);
  assert.ok(isBehind(flat, { x: 450, y: 500 }) && isBehind(flat, { x: 450, y: 540 }));
  assert.ok(!isBehind(flat, { x: 450, y: 400 }) && !isBehind(flat, { x: 540, y: 500 }) && !isBehind(flat, { x: 450, y: 640 }));
  const above = cameraAt(89, 1250);
  assert.ok(!isBehind(above, { x: 450, y: 500 }));
});
