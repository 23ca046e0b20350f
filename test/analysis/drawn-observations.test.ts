import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnObservations, halves } from '../../analyses/accuracy/drawn-observations.js';
import { createRandom } from '../../src/sim/random.js';
import { solveTable } from '../../src/vision/solve/joint-solution.js';
import { unknownLens } from '../../src/vision/solve/observations.js';
import { borderOf, cameraAt, LAYOUT, marksOf, normals } from '../vision/made-up-table.js';

const lens = unknownLens(1920, 1080);
const camera = cameraAt(55, 1450, -0.04);
const noise = normals(3);
const observed = {
  border: borderOf(camera, 913, 915, noise, 0.3),
  bases: LAYOUT.map(({ base, pose }) => ({ base, start: pose, marks: marksOf(camera, base, pose, noise, 0.3) })),
};
const solution = solveTable({ camera, widthMm: 914.4, depthMm: 914.4 }, observed, lens);

test('marks drawn without any spread give the table back that they were drawn from', () => {
  const still = { ...createRandom(1), normal: () => 0 };
  const again = solveTable(solution, drawnObservations(solution, observed, still), lens);
  again.poses.forEach(({ x, y, headingRad }, i) => {
    const pose = solution.poses[i]!;
    assert.ok(Math.hypot(x - pose.x, y - pose.y) < 0.6, `base ${i}: ${x}, ${y}; ${pose.x}, ${pose.y}`);
    assert.ok(Math.abs(headingRad - pose.headingRad) < 1e-3);
  });
  assert.ok(Math.abs(again.widthMm - 914.4) < 0.01, 'the mat that is believed in, not the one that was measured');
});

test('each mark is in one of the two halves', () => {
  const [one, other] = halves(observed);
  assert.equal(one!.border.length + other!.border.length, observed.border.length);
  observed.bases.forEach(({ marks }, i) => {
    marks.forEach((_, k) => {
      assert.equal([one!, other!].filter(({ bases }) => bases[i]!.marks[k]).length, 1);
    });
  });
});
