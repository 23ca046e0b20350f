import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Point } from '../../src/geometry/point.js';
import { report } from '../../src/judge/report/report.js';
import { drawnLoupes } from '../../src/scene/draw/loupe-view.js';
import { findPair } from '../../src/scene/words/measured-pair.js';
import type { Table } from '../../src/table/table.js';
import { english } from '../../src/texts/english.js';
import { block, ship, sigmas, tableOf } from '../judge/tables.js';

const loupesOf = (table: Table) => drawnLoupes(findPair(report(table).pairs, 'a', 'b')!, table);
const widthMm = (points: readonly Point[]) => Math.max(...points.map(({ y }) => y)) - Math.min(...points.map(({ y }) => y));

test('a range that is too close to call is drawn at both closest points, with the limit and one sigma to both sides', () => {
  // Small bases of 40 mm, the second straight ahead: 100.2 mm between edges.
  const sure = sigmas(0.3, 0.3, 0.01);
  const table = tableOf([ship('a', 'small', 300, 200, 0, { covariance: sure }), ship('b', 'small', 300, 340.2, 0, { covariance: sure })]);
  const [near, far, ...rest] = loupesOf(table);
  assert.equal(rest.length, 0);
  assert.ok(Math.abs(near!.at.y - 220) < 0.1 && Math.abs(far!.at.y - 320.2) < 0.1);
  assert.match(english(far!.text!), /100\.\d mm ± 0\.[345]; range 1 ends at 100 mm/);
  const limit = far!.shapes.find(({ role }) => role === 'limit')!;
  const middle = limit.points[(limit.points.length - 1) / 2]!;
  assert.ok(Math.abs(middle.y - 320) < 0.1, `range 1 ends 100 mm from the base’s edge: ${middle.y}`);
  const { sigmaMm } = findPair(report(table).pairs, 'a', 'b')!.closest;
  const band = far!.shapes.find(({ role }) => role === 'sigma-band')!.points;
  const across = band.filter(({ x }) => Math.abs(x - middle.x) < 0.5);
  assert.ok(Math.abs(widthMm(across) - 2 * sigmaMm!) < 0.05, `${widthMm(across)} mm for two sigmas of ${sigmaMm}`);
  assert.equal(far!.shapes.filter(({ role }) => role === 'ruled-point').length, 2);
});

test('an arc that is too close to call is drawn at its edge, its band from both ships’ errors', () => {
  // The front arc of a small base leaves the corner at about 41.5°: a ship whose corner lies on the line.
  const error = sigmas(0.4, 0.4, 0.3);
  const edgeAt = (tableY: number) => 300 + 20 + (tableY - 220) * 1;
  let table: Table | undefined;
  for (let xMm = edgeAt(400) - 60; xMm < edgeAt(400) + 80; xMm += 0.5) {
    const tried = tableOf([ship('a', 'small', 300, 200, 0, { covariance: error }), ship('b', 'small', xMm, 400, 0, { covariance: error })]);
    if (findPair(report(tried).pairs, 'a', 'b')!.arcs.front!.inArc.certain) continue;
    table = tried;
    break;
  }
  assert.ok(table, 'somewhere the arc is too close to call');
  const loupe = loupesOf(table).find(({ name }) => english(name).includes('arc'))!;
  assert.ok(loupe.shapes.some(({ role }) => role === 'arc-edge'));
  const [a, b, , d] = loupe.shapes.find(({ role }) => role === 'sigma-band')!.points;
  const bandMm = Math.hypot(a!.x - d!.x, a!.y - d!.y);
  // Two independent middles of 0.4 mm each, and a heading of 0.3° at the target, some 240 mm away, move the line by about 1.4 mm.
  assert.ok(bandMm > 2 * Math.hypot(0.4, 0.4) && bandMm < 4, `${bandMm} mm`);
  assert.ok(Math.hypot(b!.x - a!.x, b!.y - a!.y) > 200, 'along the whole edge');
});

test('an obstruction that is too close to call is drawn at the obstacle’s corner beside the line', () => {
  const error = sigmas(0.4, 0.4, 0.2);
  const place = (leftMm: number) =>
    tableOf(
      [ship('a', 'small', 300, 200, 0, { covariance: error }), ship('b', 'small', 300, 420, 0, { covariance: error })],
      [block('rock', leftMm, 300, leftMm + 60, 340)],
    );
  let found = false;
  for (let left = 240; left < 345 && !found; left += 0.5) {
    const table = place(left);
    const { attack } = findPair(report(table).pairs, 'a', 'b')!.arcs.front!;
    if (!attack?.obstructed || attack.obstructed.certain) continue;
    const loupe = loupesOf(table).find(({ name }) => english(name).includes('Obstacle'))!;
    assert.ok(loupe.shapes.some(({ role }) => role === 'obstacle'));
    assert.ok(loupe.at.y === 300 || loupe.at.y === 340, 'a corner of the block');
    found = true;
  }
  assert.ok(found, 'somewhere the obstruction is too close to call');
});

test('a ship that is not there has no loupe', () => {
  const table = tableOf([ship('a', 'small', 300, 200, 0), ship('b', 'small', 300, 400, 0)]);
  const pair = findPair(report(table).pairs, 'a', 'b')!;
  assert.deepEqual(drawnLoupes(pair, tableOf([ship('a', 'small', 300, 200, 0)])), []);
});
