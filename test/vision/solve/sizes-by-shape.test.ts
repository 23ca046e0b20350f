import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableFromPixel } from '../../../src/geometry/camera.js';
import { solveTable } from '../../../src/vision/solve/joint-solution.js';
import { type BaseMarks, unknownLens } from '../../../src/vision/solve/observations.js';
import { further, sizesByShape } from '../../../src/vision/solve/sizes-by-shape.js';
import { CLOSE_LAYOUT, cameraAt, marksOf, normals } from '../made-up-table.js';

const LENS = unknownLens(1920, 1080);
/** What is read of the bases through a camera that is 20 % too near, those of `misread` a size too small. */
function readFromTooNear(misread: readonly number[]) {
  const camera = cameraAt(55, 900);
  const near = further(camera, 0.8);
  const normal = normals(11);
  const bases = CLOSE_LAYOUT.map(({ base: size, pose }, i): BaseMarks => {
    const marks = marksOf(camera, size, pose, normal, 1.5);
    const middle = marks
      .filter((one) => one !== undefined)
      .reduce((sum, { u, v }) => ({ u: sum.u + u / marks.length, v: sum.v + v / marks.length }), { u: 0, v: 0 });
    const at = tableFromPixel(near, middle)!;
    const smaller = size === 'large' ? 'medium' : 'small';
    return { base: misread.includes(i) ? smaller : size, start: { ...at, headingRad: pose.headingRad }, marks };
  });
  return { camera, near, bases };
}

for (const misread of [[0], [0, 3], [2, 3, 5]]) {
  test(`bases that are read a size too small, ${misread.length} of ${CLOSE_LAYOUT.length}, get their sizes from the shapes of all`, () => {
    const { near, bases } = readFromTooNear(misread);
    const cost = (camera: typeof near, some: readonly BaseMarks[]) =>
      solveTable({ camera, widthMm: 914.4, depthMm: 914.4 }, { border: [], bases: some }, LENS).cost;
    const [best] = sizesByShape(near, bases, LENS)
      .map((one) => ({ ...one, cost: cost(one.camera, one.bases) }))
      .sort((a, b) => a.cost - b.cost);
    assert.deepEqual(
      best?.bases.map(({ base }) => base),
      CLOSE_LAYOUT.map(({ base }) => base),
    );
    assert.ok(best && best.cost < cost(near, bases), `${best?.cost} of ${cost(near, bases)}`);
  });
}

test('two bases show no scale: nothing is proposed', () => {
  const { near, bases } = readFromTooNear([]);
  assert.deepEqual(sizesByShape(near, bases.slice(0, 2), LENS), []);
});
