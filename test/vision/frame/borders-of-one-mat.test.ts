import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pixelFromTable, tableFromPixel } from '../../../src/geometry/camera.js';
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

type Borders = Parameters<typeof solveWithOneMat>[0];

/** Cost of one mark that is on another line than the mat's. */
const OTHER_COST = 25;

/** How well some borders fit the mat's sides: nothing for a mark on its side, `OTHER_COST` for one that is not; `costOf`: instead of that. */
interface MadeUp {
  readonly costOf?: (borders: Borders) => number;
  readonly widthMm?: number;
  /** By how much larger the table comes out. */
  readonly scaleOf?: (borders: Borders) => number;
}

/** Cameras and mat as they are whatever borders count. */
function solver({ costOf = offSides, widthMm = MAT.widthMm, scaleOf = () => 1 }: MadeUp = {}) {
  return (borders: Borders): TogetherSolution => {
    const poses = [100, 300].map((x) => ({ x: scaleOf(borders) * x, y: 0, headingRad: 0 }));
    const view = { camera: OVERHEAD, widthMm, depthMm: MAT.depthMm, borderAgreement: 0.9, cost: costOf(borders), poses };
    return { views: borders.map(() => view), mat: MAT } as unknown as TogetherSolution;
  };
}

function offSides(borders: Borders): number {
  const off = borders.flat().filter((mark) => {
    const { x, y } = tableFromPixel(OVERHEAD, mark)!;
    return Math.min(...[x, y, MAT.widthMm - x, MAT.depthMm - y].map(Math.abs)) > 4;
  });
  return OTHER_COST * off.length;
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

test('where two pictures have each misread another side, on both the line counts that fits far better', () => {
  const given = [border(13, 0, 0, 0), border(0, 0, 0, -21), border(1, -1, 2, 0)];
  const { borders, open } = solveWithOneMat(given, solver())!;
  assert.deepEqual(borders, [given[0]!.slice(PER_SIDE), given[1]!.slice(0, 3 * PER_SIDE), given[2]]);
  assert.deepEqual(open, { scaleSigma: 0, shiftSigmaMm: 0 });
});

test('what lines would change that fit nearly as well is left open, and what others would is not', () => {
  const given = [border(25, 0, 0, 6), NEAR];
  const hasRim = ([first]: Borders) => Number(first!.length > 2 * PER_SIDE);
  const scaleOf = (borders: Borders) => 1 + 0.01 * hasRim(borders);
  const rimCosts = (by: number) => solver({ costOf: (borders) => 100 + by * hasRim(borders), scaleOf });
  const near = solveWithOneMat(given, rimCosts(29))!;
  assert.deepEqual(
    near.borders.map((marks) => marks.length),
    [0, 40],
    'nothing of a border counts that is another thing’s on two sides',
  );
  assert.ok(Math.abs(near.open!.scaleSigma - 0.01) < 1e-9, `${near.open!.scaleSigma}`);
  // Two bases 1 and 3 mm farther out.
  assert.ok(Math.abs(near.open!.shiftSigmaMm - Math.sqrt(5)) < 1e-9, `${near.open!.shiftSigmaMm}`);
  assert.deepEqual(solveWithOneMat(given, rimCosts(31))!.open, { scaleSigma: 0, shiftSigmaMm: 0 });
});

test('no lines count where none of them are of one mat, or they are too many', () => {
  assert.equal(counted([border(25, 0, 0, 6), NEAR], solver({ widthMm: MAT.widthMm + 20 })), undefined);
  assert.equal(counted([border(25, 25, 25, 25), NEAR, border(-20, -20, 0, 0)], solver()), undefined);
});

test('borders that make the mat of another size than is known are not one mat’s', () => {
  assert.equal(counted([NEAR, NEAR], solver({ widthMm: MAT.widthMm + 5.1 * MAT.sigmaMm })), undefined);
  assert.deepEqual(counted([NEAR, NEAR], solver({ widthMm: MAT.widthMm + 4.9 * MAT.sigmaMm })), [40, 40]);
});

test('a border at what may be a hem’s seam counts only where no other does, and where the others are of another thing', () => {
  const seam = (...outMm: Parameters<typeof border>) => border(...outMm).map((mark) => ({ ...mark, hemMm: 6 }));
  assert.deepEqual(counted([seam(-5, -5, -5, -5), NEAR], solver()), [0, 40]);
  assert.deepEqual(counted([seam(0, 0, 0, 0), border(25, 0, 0, 0)], solver()), [0, 30]);
  assert.deepEqual(counted([seam(0, 0, 0, 0), border(25, 0, 0, 12)], solver()), [40, 0]);
});
