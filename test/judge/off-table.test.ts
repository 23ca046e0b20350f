import assert from 'node:assert/strict';
import test from 'node:test';
import { report } from '../../src/judge/report/report.js';
import { MAT_MM, ship, tableOf } from './tables.js';

test('a base hangs over an edge as likely as its place across that edge leaves open, whatever it is along the edge', () => {
  // 1 mm across the sides, 3 mm across near and far, and partly the same error.
  const covariance = { xx: 1, xy: 1.5, xh: 0, yy: 9, yh: 0, hh: 0 };
  const offTable = (x: number, y: number) => report(tableOf([ship('a', 'small', x, y, 0, { covariance })])).ships[0]!.offTable;
  // Half a millimetre over the edge: 0.5 and 0.17 standard deviations.
  for (const x of [19.5, MAT_MM - 19.5]) assert.ok(Math.abs(offTable(x, 450).probability - 0.6915) < 0.002);
  for (const y of [19.5, MAT_MM - 19.5]) assert.ok(Math.abs(offTable(450, y).probability - 0.5662) < 0.002);
  assert.deepEqual([offTable(20.5, 450).value, offTable(20.5, 450).certain], [false, false]);
  assert.ok(Math.abs(offTable(20.5, 450).probability - 0.3085) < 0.002);
});
