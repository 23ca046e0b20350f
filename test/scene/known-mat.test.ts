import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withKnownMat } from '../../src/scene/accuracy/known-mat.js';
import type { Ship } from '../../src/table/table.js';
import { normals } from '../judge/tables.js';

const ship = (id: string, x: number, y: number, variance: number): Ship => ({
  id,
  base: 'small',
  pose: { x, y, headingRad: 0 },
  covariance: { xx: variance, xy: 0, xh: 0, yy: variance, yh: 0, hh: 1e-4 },
  arcs: [],
});

test('a distance of 500 mm at a scale known to 1 % and bases to 0.2 mm is 5.01 mm sure, and 0.57 with the mat known to 0.9 of 900 mm', () => {
  // 5 mm of scale, and 0.2 mm twice: √(25 + 0.08). With the mat known: scale to 1/√(1/0.01² + 1/0.001²), of 500 mm 0.4975.
  const ships = [ship('a', 100, 200, 0.04), ship('b', 400, 600, 0.04)];
  const joint = new Array<number>(36).fill(0);
  const [ux, uy] = [0.6, 0.8];
  // What both share cancels; the scale's part is along the line between them, from the first ship.
  for (const [i, reach] of [0, 500].entries()) {
    joint[3 * i * 6 + 3 * i] = 0.04 + (0.01 * reach * ux) ** 2;
    joint[3 * i * 6 + 3 * i + 1] = joint[(3 * i + 1) * 6 + 3 * i] = (0.01 * reach) ** 2 * ux * uy;
    joint[(3 * i + 1) * 6 + 3 * i + 1] = 0.04 + (0.01 * reach * uy) ** 2;
  }
  const { nowMm, knownMm } = withKnownMat({ ships, jointCovariance: joint }, { widthMm: 900, sigmaMm: 9 }, 0.9);
  assert.ok(Math.abs(nowMm - Math.sqrt(25 + 0.08)) < 1e-9, `${nowMm}`);
  assert.ok(Math.abs(knownMm - Math.sqrt(0.08 + 0.4975 ** 2)) < 2e-4, `${knownMm}`);
});

test('what is claimed agrees with the scatter of 40 000 simulated tables whose scale is known by the claim and by the given size', () => {
  const random = normals(7);
  const [now, told, distanceMm, baseMm] = [1 / 300, 1 / 900, 420, 0.3];
  let squares = 0;
  const tables = 40_000;
  for (let i = 0; i < tables; i++) {
    // Two readings of one scale, weighted by how sure they are.
    const [a, b] = [now * random(), told * random()];
    const scale = (a / now ** 2 + b / told ** 2) / (1 / now ** 2 + 1 / told ** 2);
    squares += (distanceMm * scale + baseMm * random() - baseMm * random()) ** 2;
  }
  const simulatedMm = Math.sqrt(squares / tables);
  const variance = (distanceMm * now) ** 2 / 2 + baseMm ** 2;
  const ships = [ship('a', 100, 100, variance), ship('b', 100 + distanceMm, 100, variance)];
  const { knownMm } = withKnownMat({ ships }, { widthMm: 900, sigmaMm: 3 }, 1);
  assert.ok(Math.abs(knownMm / simulatedMm - 1) < 0.02, `${knownMm} mm claimed, ${simulatedMm} mm simulated`);
});

test('a given size less exact than what is known hardly changes a claim, and none makes it larger', () => {
  const ships = [ship('a', 100, 100, 0.1), ship('b', 700, 300, 0.1), ship('c', 300, 800, 0.1)];
  for (const toldSigma of [0.1, 1, 10, 1000, Number.POSITIVE_INFINITY]) {
    const { nowMm, knownMm } = withKnownMat({ ships }, { widthMm: 914.4, sigmaMm: 0.3 }, toldSigma);
    assert.ok(knownMm <= nowMm);
    if (toldSigma > 9) assert.ok(knownMm > 0.999 * nowMm);
  }
});

test('on an empty mat it is reckoned for the range ruler: 300 mm of a mat of 900 known to 3 mm are 1 mm sure', () => {
  const { nowMm, knownMm } = withKnownMat({ ships: [] }, { widthMm: 900, sigmaMm: 3 }, 4);
  assert.ok(Math.abs(nowMm - 1) < 1e-9);
  assert.ok(Math.abs(knownMm - 0.8) < 1e-9);
});
