import assert from 'node:assert/strict';
import test from 'node:test';
import { execute } from '../../src/judge/maneuver/execute.js';
import { overObstacles } from '../../src/judge/maneuver/over-obstacles.js';
import { isOffTable } from '../../src/judge/maneuver/placed-base.js';
import { parseManeuver } from '../../src/pieces/maneuver.js';
import { block, DEG, ship, sigmas, tableOf } from './tables.js';

/** What is said of one rock when a small ship at (400, 300) facing +y makes a move. */
function overRock(
  code: string,
  rock: readonly [number, number, number, number],
  covariance = sigmas(0, 0, 0),
  others: Parameters<typeof tableOf>[0] = [],
) {
  const table = tableOf([ship('a', 'small', 400, 300, 0, { covariance }), ...others], [block('rock', ...rock)]);
  const maneuver = parseManeuver(code);
  const execution = execute(table, 'a', maneuver);
  return overObstacles(table, 'a', maneuver, execution, execution.execution === 'full')[0]!.over;
}

test('a rock beside a straight 2 is as far from being moved over as it lies beside the template, or before the base at its end', () => {
  // Template: x 390 to 410, y 320 to 400; base at the end: x 380 to 420, y 400 to 440.
  const margins = [
    [[417, 330, 440, 380], -7],
    [[407, 330, 440, 380], 3],
    [[360, 330, 392, 380], 2],
    [[426, 405, 450, 435], -6],
    [[416, 405, 450, 435], 4],
    [[385, 445, 415, 470], -5],
    [[385, 438, 415, 470], 2],
    [[600, 600, 650, 650], -64],
  ] as const;
  for (const [rock, marginMm] of margins) {
    const over = overRock('2FB', rock);
    assert.ok(Math.abs(over.marginMm - marginMm) < 1e-4, `${rock}: ${over.marginMm}, expected ${marginMm}`);
    assert.deepEqual([over.value, over.certain], [marginMm > 0, true]);
  }
});

test('a stationary ship is on a rock that only touches it; the margin of one apart is its gap', () => {
  const touching = overRock('0OR', [420, 290, 440, 310]);
  assert.ok(touching.value && Math.abs(touching.marginMm) < 1e-4);
  const apart = overRock('0OR', [423, 290, 440, 310]);
  assert.ok(!apart.value && Math.abs(apart.marginMm + 3) < 1e-4);
  // It goes nowhere, so no template reaches what lies ahead.
  assert.equal(overRock('0OR', [390, 330, 410, 380]).value, false);
});

test('how sure it is follows from the ship’s errors carried to the end: place, and heading times the way and half a diagonal', () => {
  const normal = (z: number) => 0.5 * (1 + Math.sign(z) * Math.sqrt(1 - Math.exp((-2 * z * z) / Math.PI)));
  const reachMm = 120 + 20 * Math.SQRT2;
  for (const [xMm, yMm, deg] of [
    [3, 0, 0],
    [0, 4, 0],
    [3, 4, 0],
    [0, 0, 1],
    [1, 2, 1.5],
  ] as const) {
    const sigma = Math.hypot(xMm, yMm, reachMm * deg * DEG);
    const { probability } = overRock('2FB', [407, 330, 440, 380], sigmas(xMm, yMm, deg));
    // The approximation of the normal distribution is good to 0.003.
    assert.ok(Math.abs(probability - normal(3 / sigma)) < 0.004, `${xMm} ${yMm} ${deg}: ${probability}, expected ${normal(3 / sigma)}`);
  }
});

test('after a partial move the place of the ship in the way counts too, that of others does not', () => {
  const rock = [407, 330, 440, 350] as const;
  const inWay = (mm: number) => overRock('2FB', rock, sigmas(0, 0, 0), [ship('b', 'small', 400, 440, 0, { covariance: sigmas(mm, 0, 0) })]);
  assert.deepEqual([inWay(0).value, inWay(0).probability], [true, 1]);
  assert.ok(Math.abs(inWay(3).probability - 0.8413) < 0.002, `${inWay(3).probability}`);
  const aside = overRock('2FB', rock, sigmas(0, 0, 0), [
    ship('b', 'small', 400, 440, 0),
    ship('c', 'small', 700, 440, 0, { covariance: sigmas(9, 9, 3) }),
  ]);
  assert.equal(aside.probability, 1);
});

test('a base exactly at an edge of the mat is on the table, a hundredth of a millimetre beyond it is not', () => {
  const mat = { widthMm: 914.4, depthMm: 900 };
  const at = (x: number, y: number) => isOffTable(mat, { base: 'small', pose: { x, y, headingRad: 0 } });
  assert.deepEqual([at(20, 450), at(894.4, 450), at(450, 20), at(450, 880)], [false, false, false, false]);
  assert.deepEqual([at(19.99, 450), at(894.41, 450), at(450, 19.99), at(450, 880.01)], [true, true, true, true]);
});
