import assert from 'node:assert/strict';
import test from 'node:test';
import { normalCdf } from '../../src/geometry/normal.js';
import type { PoseCovariance } from '../../src/geometry/pose.js';
import { CERTAIN_PROBABILITY, judge, verdict } from '../../src/judge/core/judgement.js';
import { report } from '../../src/judge/report/report.js';
import { block, randomTable, ship, sigmas, tableOf } from './tables.js';
import { worstClaim } from './worst-claim.js';

test('one threshold turns margin and sigma into words: certain from 3.09 sigma', () => {
  assert.equal(CERTAIN_PROBABILITY, 0.999);
  assert.equal(verdict(judge({ marginMm: 3.1, sigmaMm: 1 })), 'yes');
  assert.equal(verdict(judge({ marginMm: 3.0, sigmaMm: 1 })), 'too close to call');
  assert.equal(verdict(judge({ marginMm: -3.0, sigmaMm: 1 })), 'too close to call');
  assert.equal(verdict(judge({ marginMm: -3.1, sigmaMm: 1 })), 'no');
  assert.equal(verdict(judge({ marginMm: 0, sigmaMm: 0 })), 'yes');
  assert.throws(() => judge({ marginMm: 1, sigmaMm: -1 }), /expected numbers and a sigma of at least 0/);
  assert.throws(() => judge({ marginMm: NaN, sigmaMm: 1 }), /got margin NaN/);
});

test('a gap of 100.5 mm known to 0.5 mm is range 2 with 84 %, and too close to call', () => {
  const covariance = sigmas(0, 0.5, 0);
  const table = tableOf([ship('a', 'small', 400, 300, 0, { covariance }), ship('b', 'small', 430, 440.5, 0)]);
  const { closest } = report(table).pairs[0]!;
  assert.ok(Math.abs(closest.sigmaMm - 0.5) < 0.01);
  assert.ok(Math.abs(closest.probability['2']! - 0.8413) < 0.005);
  assert.deepEqual([closest.range, closest.certain], [2, false]);
});

test('exact scenes are certain about everything', () => {
  const { pairs, ships } = report(randomTable({ seed: 3 }));
  for (const { closest, touching, arcs } of pairs) {
    assert.ok(closest.certain && touching.certain && closest.sigmaMm === 0);
    for (const { inArc, attack } of Object.values(arcs))
      assert.ok(inArc.certain && (!attack || (attack.certain && attack.obstructed.certain)));
  }
  for (const { offTable, objects } of ships) assert.ok(offTable.certain && objects.every(({ closest }) => closest.certain));
});

test('what the camera does to both ships alike does not touch their distance', () => {
  const ships = [ship('a', 'small', 400, 300, 0), ship('b', 'small', 460, 440.5, 20)];
  const joint = Array.from({ length: 36 }, (_, i) => (i % 3 === Math.floor(i / 6) % 3 && i % 3 < 2 ? 25 : 0));
  const { closest } = report({ ...tableOf(ships), jointCovariance: joint }).pairs[0]!;
  assert.ok(closest.sigmaMm < 1e-6);
  assert.equal(closest.certain, true);
  assert.throws(() => report({ ...tableOf(ships), jointCovariance: [1, 2, 3] }), /got 3 numbers, expected 36/);
});

test('an obstacle whose outline is known to 1 mm makes the range to it uncertain', () => {
  const rock = { ...block('rock', 380, 419, 420, 450), sigmaMm: 1 };
  const found = report(tableOf([ship('a', 'small', 400, 300, 0)], [rock])).ships[0]!.objects[0]!.closest;
  assert.ok(Math.abs(found.mm - 99) < 1e-9 && Math.abs(found.sigmaMm - 1) < 0.02);
  assert.ok(Math.abs(found.probability['1']! - 0.8413) < 0.01);
});

/** What the camera claims, and three times that. */
const COVARIANCES: readonly PoseCovariance[] = [sigmas(0.4, 0.5, 0.3), { ...sigmas(1.2, 1.5, 0.9), xy: 0.6 }];

const RUNS = 2500;

test('claimed probabilities are the shares of random tables, to 0.02', () => {
  for (const [i, covariance] of COVARIANCES.entries()) {
    for (const headingStepDeg of [0, 90]) {
      const table = randomTable({ seed: 40 + i, ships: 4, obstacles: 4, covariance, headingStepDeg, widthMm: 400 });
      const { off, what } = worstClaim(table, RUNS, 7);
      assert.ok(off <= 0.02, what);
    }
  }
});

test('close calls of every kind are claimed right: corner on an arc line, tie of parallel bases, contact, grazed obstacle, table edge', () => {
  const covariance = sigmas(0.5, 0.4, 0.4);
  const at = (id: string, base: 'small' | 'large', x: number, y: number, deg: number) =>
    ship(id, base, x, y, deg, { covariance, arcs: ['front', 'rear', 'left', 'bullseye'] });
  const half = (40.62 * Math.PI) / 180;
  const ships = [
    at('a', 'small', 300, 300, 0),
    at('b', 'small', 300 + 150 * Math.sin(half) + 20.3, 300 + 150 * Math.cos(half) - 20, 0),
    at('c', 'large', 300.2, 500, 90.3),
    at('d', 'small', 360.4, 500.1, 0),
    at('e', 'small', 20.3, 700, 5),
  ];
  const table = tableOf(ships, [block('rock', 275, 380, 300, 395), block('reef', 322, 382, 350, 400)]);
  const { off, what } = worstClaim(table, RUNS, 11);
  assert.ok(off <= 0.02, what);
});

test('an attack across an obstacle from a ship that may touch its target is obstructed only as far as the two are apart', () => {
  const covariance = sigmas(0.6, 0.6, 0.5);
  const placed = (apartMm: number) =>
    tableOf(
      [
        ship('a', 'small', 300, 300, 0, { covariance, arcs: ['front', 'fullFront'] }),
        ship('b', 'medium', 310, 350 + apartMm, 7, { covariance }),
      ],
      [block('rock', 270, 310, 350, 330)],
    );
  for (const apartMm of [1, 2]) {
    const { off, what } = worstClaim(placed(apartMm), RUNS, 13);
    assert.ok(off <= 0.02, what);
  }
  const { closest, arcs } = report(placed(2)).pairs[0]!;
  const touches = closest.probability[0]!;
  assert.ok(touches > 0.1 && touches < 0.9);
  assert.ok(Math.abs(arcs.fullFront!.attack!.obstructed.probability - (1 - touches)) < 0.01);
});

test('parallel bases at a band line: any turn brings a corner nearer, and the claimed probability is the integral over the turns', () => {
  const sigmaMm = 1.25;
  for (const turnSigmaDeg of [0.1, 0.25, 0.33, 0.5, 1, 2]) {
    const covariance = sigmas(0, sigmaMm, turnSigmaDeg);
    // The small base lies wholly before the edge of the large one, 99.9 mm away.
    const table = tableOf([ship('a', 'large', 400, 300, 0), ship('b', 'small', 405, 300 + 40 + 99.9 + 20, 0, { covariance })]);
    let expected = 0;
    const step = 0.01;
    for (let z = -6; z <= 6; z += step) {
      const turn = (z * turnSigmaDeg * Math.PI) / 180;
      const nearerMm = 20 * (Math.cos(turn) + Math.abs(Math.sin(turn)) - 1);
      expected += (step * Math.exp((-z * z) / 2) * normalCdf((0.1 + nearerMm) / sigmaMm)) / Math.sqrt(2 * Math.PI);
    }
    const claimed = report(table).pairs[0]!.closest.probability['1']!;
    assert.ok(Math.abs(claimed - expected) < 0.012, `${turnSigmaDeg}°: claimed ${claimed}, expected ${expected}`);
  }
});
