import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pixelFromTable } from '../../../src/geometry/camera.js';
import { solveWithOneMat } from '../../../src/vision/frame/borders-of-one-mat.js';
import { matSides } from '../../../src/vision/solve/mat-sides.js';
import type { BorderMark } from '../../../src/vision/solve/observations.js';
import type { TogetherSolution } from '../../../src/vision/solve/solve-together.js';
import { OVERHEAD } from '../made-up-table.js';

const MAT = { widthMm: 914.4, depthMm: 914.4, sigmaMm: 3 };
const PER_SIDE = 10;

/** A border read this far outside of each side of the mat, mm. */
function border(...outMm: readonly [number, number, number, number]): BorderMark[] {
  return matSides(MAT.widthMm, MAT.depthMm).flatMap(({ from, along, out, longMm }, side) =>
    Array.from({ length: PER_SIDE }, (_, i) => {
      const at = ((i + 0.5) / PER_SIDE) * longMm;
      const [x, y] = [from.x + at * along.x + outMm[side]! * out.x, from.y + at * along.y + outMm[side]! * out.y];
      return { ...pixelFromTable(OVERHEAD, { x, y, z: 0 })!, sigmaPx: 0.3 };
    }),
  );
}

/** Cameras and mat as they are whatever borders count; `costOf` a solution by the pictures whose borders do, and how large the mat comes out. */
function solver(costOf: (counted: readonly number[]) => number = () => 0, widthMm = MAT.widthMm) {
  return (borders: readonly (readonly BorderMark[])[]): TogetherSolution => {
    const cost = costOf(borders.flatMap((marks, i) => (marks.length > 0 ? [i] : [])));
    const view = { camera: OVERHEAD, widthMm, depthMm: MAT.depthMm, borderAgreement: 0.9, cost };
    return { views: borders.map(() => view), mat: MAT } as unknown as TogetherSolution;
  };
}

const NEAR = border(0, 0, 0, 0);
const counted = (...given: Parameters<typeof solveWithOneMat>) => solveWithOneMat(...given)?.borders.map((marks) => marks.length);

test('borders that are one line within a few millimetres all count', () => {
  assert.deepEqual(counted([NEAR, border(3, -3, 0, 3)], solver()), [40, 40]);
});

test('one side that two pictures show as different lines counts in neither', () => {
  const { borders } = solveWithOneMat([NEAR, border(25, 0, 0, 0)], solver())!;
  assert.deepEqual(borders[0], NEAR.slice(PER_SIDE));
  assert.deepEqual(
    borders.map((marks) => marks.length),
    [30, 30],
  );
});

test('where more sides are contradicted the border counts that fits far better, and those that agree with it', () => {
  const given = [border(25, 0, 0, 6), NEAR, border(1, -1, 2, 0)];
  const cost = (rim: number, right: number) => solver((pictures) => (pictures.includes(0) ? rim : right));
  assert.deepEqual(counted(given, cost(200, 100)), [0, 40, 40]);
});

test('where none fits far better all count, unless they are not one mat’s', () => {
  const given = [border(25, 0, 0, 6), NEAR];
  const cost = (rim: number, right: number) => solver((pictures) => (pictures.includes(0) ? rim : right));
  assert.deepEqual(counted(given, cost(120, 100)), [40, 40]);
  assert.equal(counted(given, solver(undefined, MAT.widthMm + 20)), undefined);
  assert.deepEqual(counted(given, cost(131, 100)), [0, 40]);
});

test('borders that make the mat of another size than is known are not one mat’s', () => {
  assert.equal(counted([NEAR, NEAR], solver(undefined, MAT.widthMm + 5.1 * MAT.sigmaMm)), undefined);
  assert.deepEqual(counted([NEAR, NEAR], solver(undefined, MAT.widthMm + 4.9 * MAT.sigmaMm)), [40, 40]);
});

test('a border at what may be a hem’s seam counts only where no other does, and where the others are of another thing', () => {
  const seam = (...outMm: Parameters<typeof border>) => border(...outMm).map((mark) => ({ ...mark, hemMm: 6 }));
  const cost = solver((pictures) => (pictures.includes(1) ? 200 : 100));
  assert.deepEqual(counted([seam(-5, -5, -5, -5), NEAR], cost), [0, 40]);
  assert.deepEqual(counted([seam(0, 0, 0, 0), border(25, 0, 0, 0)], cost), [0, 30]);
  assert.deepEqual(counted([seam(0, 0, 0, 0), border(25, 0, 0, 12)], cost), [40, 0]);
});
