import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fittingBases } from '../../../src/vision/solve/fitting-bases.js';
import { solveTable } from '../../../src/vision/solve/joint-solution.js';
import { type BaseMarks, unknownLens } from '../../../src/vision/solve/observations.js';
import { cameraAt, marksOf, normals } from '../made-up-table.js';

const camera = cameraAt(50, 1500, 0, 0, 1920, 1080, 520);
const lens = unknownLens(1920, 1080);
const POSES = [
  { x: 400, y: 440, headingRad: 0.3 },
  { x: 520, y: 480, headingRad: 2 },
  { x: 440, y: 560, headingRad: -1 },
];

const seen = POSES.map((start, i): BaseMarks => ({ base: 'small', start, marks: marksOf(camera, 'small', start, normals(3 + i), 0.3) }));
const solve = (bases: readonly BaseMarks[]) => solveTable({ camera, widthMm: 914.4, depthMm: 914.4 }, { border: [], bases }, lens);

test('bases that fit each other all stay', () => {
  assert.deepEqual(fittingBases(seen, solve).bases, seen);
});

test('one that is read as of another size is left out, and the camera is found with the rest', () => {
  const misread: BaseMarks = { ...seen[1]!, base: 'medium' };
  const { bases, solution } = fittingBases([seen[0]!, misread, seen[2]!], solve);
  assert.deepEqual(bases, [seen[0], seen[2]]);
  const [one, two] = solution.poses;
  const trueMm = Math.hypot(POSES[0]!.x - POSES[2]!.x, POSES[0]!.y - POSES[2]!.y);
  assert.ok(Math.abs(Math.hypot(one!.x - two!.x, one!.y - two!.y) - trueMm) < 0.03 * trueMm);
});
