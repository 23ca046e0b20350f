import assert from 'node:assert/strict';
import test from 'node:test';
import { report } from '../../src/judge/report/report.js';
import { updatedReport } from '../../src/judge/report/updated-report.js';
import type { Table } from '../../src/table/table.js';
import { randomTable, sigmas } from './tables.js';

const covariance = sigmas(0.3, 0.3, 0.2);
const before = randomTable({ seed: 21, ships: 12, obstacles: 6, covariance });
const reported = { table: before, report: report(before) };

function withShip(table: Table, index: number, change: (ship: Table['ships'][number]) => Table['ships'][number]): Table {
  return { ...table, ships: table.ships.map((ship, i) => (i === index ? change(ship) : ship)) };
}

test('after any one ship has moved, the updated report is the same as a new one', () => {
  for (let index = 0; index < 12; index++) {
    const moved = withShip(before, index, (ship) => ({ ...ship, pose: { ...ship.pose, x: ship.pose.x + 7, y: ship.pose.y - 40 } }));
    assert.deepEqual(updatedReport(reported, moved), report(moved));
  }
});

test('pairs that the moved ship has nothing to do with are taken over, not worked out again', () => {
  const moved = withShip(before, 3, (ship) => ({ ...ship, pose: { ...ship.pose, x: ship.pose.x + 1 } }));
  const again = updatedReport(reported, moved);
  const known = new Set(reported.report.pairs);
  const kept = again.pairs.filter((pair) => known.has(pair));
  // 22 of 132 pairs are the ship's own; it stands between a few of the others.
  assert.ok(kept.length > 80 && kept.every(({ from, to }) => from !== 's3' && to !== 's3'), `${kept.length} kept`);
  assert.ok(kept.length < 132 - 22 + 1);
});

test('nothing changed: everything is taken over', () => {
  const again = updatedReport(reported, { ...before });
  assert.ok(again.pairs.every((pair, i) => pair === reported.report.pairs[i]));
});

test('changes of arcs, spread, obstacles, ships that come or go, and of the mat are all seen', () => {
  const changes: readonly Table[] = [
    { ...before, areObstaclesOpen: true },
    withShip(before, 2, (ship) => ({ ...ship, arcs: ['front'] })),
    withShip(before, 2, (ship) => ({ ...ship, covariance: sigmas(2, 2, 1) })),
    { ...before, ships: before.ships.slice(1) },
    { ...before, ships: [...before.ships.slice(5), ...before.ships.slice(0, 5)] },
    { ...before, obstacles: before.obstacles.slice(1) },
    {
      ...before,
      obstacles: before.obstacles.map((one, i) => (i === 1 ? { ...one, outline: one.outline.map(({ x, y }) => ({ x: x + 30, y })) } : one)),
    },
    { ...before, obstacles: before.obstacles.map((one, i) => (i === 2 ? { ...one, sigmaMm: 3 } : one)) },
    { ...before, unmeasurable: [{ at: { x: 450, y: 450 }, radiusMm: 40, probability: 0.3, reason: 'not made out' }] },
    { ...before, widthMm: 800 },
    { ...before, jointCovariance: jointOf(before) },
  ];
  for (const table of changes) assert.deepEqual(updatedReport(reported, table), report(table));
  const doubted = {
    table: changes.find(({ unmeasurable }) => unmeasurable)!,
    report: report(changes.find(({ unmeasurable }) => unmeasurable)!),
  };
  assert.deepEqual(updatedReport(doubted, before), reported.report);
  const fewer = { table: changes[2]!, report: report(changes[2]!) };
  assert.deepEqual(updatedReport(fewer, before), reported.report);
});

/** The ships' own covariances, and 0.04 mm² that all share. */
function jointOf({ ships }: Table): number[] {
  const n = 3 * ships.length;
  return Array.from({ length: n * n }, (_, k) => {
    const [row, column] = [Math.floor(k / n), k % n];
    const own = row === column ? [covariance.xx, covariance.yy, covariance.hh][row % 3]! : 0;
    return own + (row % 3 === column % 3 && row % 3 < 2 ? 0.04 : 0);
  });
}

test('asked about some ships only, a report has just these and the pairs that they are in, as the whole report has them', () => {
  const only = ['s3', 's7'];
  const part = report(before, { only });
  const whole = reported.report;
  assert.deepEqual(
    part.pairs,
    whole.pairs.filter(({ from, to }) => only.includes(from) || only.includes(to)),
  );
  assert.deepEqual(
    part.ships,
    whole.ships.filter(({ id }) => only.includes(id)),
  );
  assert.deepEqual(report(before, { only: [] }).pairs, []);
});
