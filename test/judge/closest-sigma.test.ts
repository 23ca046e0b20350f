import assert from 'node:assert/strict';
import test from 'node:test';
import { alongTile } from '../../src/judge/core/facings.js';
import { pairOf } from '../../src/judge/core/pair.js';
import { newWorkspace } from '../../src/judge/core/workspace.js';
import { closest } from '../../src/judge/range/closest.js';
import { outlinesMm } from '../geometry/slow-plane.js';
import { corners } from './slow-oracle.js';
import { seeded, ship, tableOf } from './tables.js';

/** Nine coordinates of three ships that share errors: sums of the same random numbers. */
function jointByLot(seed: number): number[] {
  const random = seeded(seed);
  const rows = Array.from({ length: 9 }, (_, i) => Array.from({ length: 11 }, () => (i % 3 === 2 ? 0.006 : 0.5) * (2 * random() - 1)));
  return rows.flatMap((row) => rows.map((other) => row.reduce((sum, value, k) => sum + value * other[k]!, 0)));
}

test('the sigma of a distance between ships that share errors is that of its slopes by finite differences', () => {
  const random = seeded(11);
  for (let k = 0; k < 60; k++) {
    const joint = jointByLot(k);
    const heading = () => 360 * random();
    // Some 150 mm apart, so that no band line is near and the line has its own two ends.
    const angle = 2 * Math.PI * random();
    const ships = [
      ship('a', 'small', 450, 450, heading()),
      ship('b', 'medium', 100, 100, heading()),
      ship('c', 'large', 450 + 205 * Math.cos(angle), 450 + 205 * Math.sin(angle), heading()),
    ];
    const table = { ...tableOf(ships), jointCovariance: joint };
    const [from, to] = k % 2 === 0 ? [0, 2] : [2, 0];
    const { answer } = closest(newWorkspace(), pairOf(table, from!, to!));
    const gapAt = (place: number, by: number) => {
      const poses = ships.map(({ base, pose }, i) => {
        const e = [0, 1, 2].map((r) => (3 * i + r === place ? by : 0));
        return { base, pose: { x: pose.x + e[0]!, y: pose.y + e[1]!, headingRad: pose.headingRad + e[2]! } };
      });
      return outlinesMm(corners(poses[0]!), corners(poses[2]!));
    };
    const slope = Array.from({ length: 9 }, (_, i) => {
      const step = i % 3 === 2 ? 1e-6 : 1e-4;
      return (gapAt(i, step) - gapAt(i, -step)) / (2 * step);
    });
    let variance = 0;
    for (let i = 0; i < 9; i++) for (let j = 0; j < 9; j++) variance += slope[i]! * joint[9 * i + j]! * slope[j]!;
    assert.ok(Math.abs(answer.gapMm - gapAt(0, 0)) < 1e-9);
    // Where it was sampled, near a tie, its sigma is that of the samples.
    const tolerance = answer.gapMm > 110 && answer.gapMm < 190 ? 2e-3 : 0.08;
    assert.ok(Math.abs(answer.sigmaMm / Math.sqrt(variance) - 1) < tolerance, `${k}: ${answer.sigmaMm}, expected ${Math.sqrt(variance)}`);
  }
});

test('a ship taken along its tile is turned on the spot, and its heading alone is known worse by the tile’s variance', () => {
  const joint = jointByLot(4);
  const tile = { turnRad: 0.02, sigmaRad: 0.01 };
  const ships = ['a', 'b', 'c'].map((id, i) => ship(id, 'small', 200 + 200 * i, 300, 30 * i, { tile }));
  for (const index of [0, 1, 2]) {
    const found = alongTile({ ...tableOf(ships), jointCovariance: joint }, index)!;
    const changed = found.jointCovariance!.map((value, place) => value - joint[place]!);
    changed.forEach((by, place) => {
      const [row, column] = [Math.floor(place / 9), place % 9];
      const expected = row === column && row === 3 * index + 2 ? 1e-4 : 0;
      assert.ok(Math.abs(by - expected) < 1e-15, `ship ${index}: row ${row}, column ${column} changed by ${by}`);
    });
    found.ships.forEach(({ pose }, i) => {
      const was = ships[i]!.pose;
      assert.ok(Math.abs(pose.headingRad - was.headingRad - (i === index ? 0.02 : 0)) < 1e-12);
      assert.deepEqual([pose.x, pose.y], [was.x, was.y]);
    });
  }
});
