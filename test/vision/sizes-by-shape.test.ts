import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableFromPixel } from '../../src/geometry/camera.js';
import type { BaseSize } from '../../src/pieces/base-size.js';
import { solveTable } from '../../src/vision/solve/joint-solution.js';
import { type BaseMarks, unknownLens } from '../../src/vision/solve/observations.js';
import { further, sizesByShape } from '../../src/vision/solve/sizes-by-shape.js';
import { cameraAt, marksOf, normals } from './made-up-table.js';

const LENS = unknownLens(1920, 1080);
const PLACES: readonly (readonly [BaseSize, number, number, number])[] = [
  ['large', 330, 380, 0.3],
  ['small', 560, 330, 2],
  ['medium', 470, 520, -1],
  ['large', 620, 600, 1.2],
  ['small', 350, 620, -2.5],
  ['medium', 520, 720, 0.6],
];

/** What is read of the bases through a camera that is 20 % too near, those of `misread` a size too small. */
function readFromTooNear(misread: readonly number[]) {
  const camera = cameraAt(55, 900);
  const near = further(camera, 0.8);
  const normal = normals(11);
  const bases = PLACES.map(([size, x, y, headingRad], i): BaseMarks => {
    const marks = marksOf(camera, size, { x, y, headingRad }, normal, 1.5);
    const middle = marks
      .filter((one) => one !== undefined)
      .reduce((sum, { u, v }) => ({ u: sum.u + u / marks.length, v: sum.v + v / marks.length }), { u: 0, v: 0 });
    const at = tableFromPixel(near, middle)!;
    const smaller = size === 'large' ? 'medium' : 'small';
    return { base: misread.includes(i) ? smaller : size, start: { ...at, headingRad }, marks };
  });
  return { camera, near, bases };
}

for (const misread of [[0], [0, 3], [2, 3, 5]]) {
  test(`bases that are read a size too small, ${misread.length} of ${PLACES.length}, get their sizes from the shapes of all`, () => {
    const { near, bases } = readFromTooNear(misread);
    const cost = (camera: typeof near, some: readonly BaseMarks[]) =>
      solveTable({ camera, widthMm: 914.4, depthMm: 914.4 }, { border: [], bases: some }, LENS).cost;
    const [best] = sizesByShape(near, bases, LENS)
      .map((one) => ({ ...one, cost: cost(one.camera, one.bases) }))
      .sort((a, b) => a.cost - b.cost);
    assert.deepEqual(
      best?.bases.map(({ base }) => base),
      PLACES.map(([size]) => size),
    );
    assert.ok(best && best.cost < cost(near, bases), `${best?.cost} of ${cost(near, bases)}`);
  });
}

test('two bases show no scale: nothing is proposed', () => {
  const { near, bases } = readFromTooNear([]);
  assert.deepEqual(sizesByShape(near, bases.slice(0, 2), LENS), []);
});
