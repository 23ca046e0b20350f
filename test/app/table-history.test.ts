import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REST_MS, TableHistory } from '../../src/app/state/table-history.js';
import { EXACT } from '../../src/geometry/pose.js';
import type { Table } from '../../src/table/table.js';

const at = (x: number): Table => ({
  widthMm: 914.4,
  depthMm: 914.4,
  ships: [{ id: 'ship-1', base: 'small', pose: { x, y: 300, headingRad: 0 }, covariance: EXACT, arcs: [] }],
  obstacles: [],
  devices: [],
});
const places = (history: TableHistory) => history.snapshots.map(({ table, atMs }) => [table.ships[0]!.pose.x, atMs]);

test('a table is kept once nothing has moved on it for a while, and not again while it stays', () => {
  const history = new TableHistory();
  assert.equal(history.see(at(100), 0), false);
  assert.equal(history.see(at(100), REST_MS - 1), false);
  assert.equal(history.see(at(100), REST_MS), true);
  assert.equal(history.see(at(100.5), 9 * REST_MS), false);
  assert.deepEqual(places(history), [[100, 0]]);
});

test('places on the way are not kept, the one where the ship comes to rest is', () => {
  const history = new TableHistory();
  for (const [x, atMs] of [
    [100, 0],
    [100, 2000],
    [130, 2400],
    [160, 2800],
    [160, 4200],
  ] as const)
    history.see(at(x), atMs);
  assert.deepEqual(places(history), [
    [100, 0],
    [160, 2800],
  ]);
});

test('a table without ships is not kept, and another table starts a new history', () => {
  const history = new TableHistory();
  history.see({ ...at(100), ships: [] }, 0);
  history.see({ ...at(100), ships: [] }, 9000);
  assert.deepEqual(places(history), []);
  history.see(at(100), 10_000);
  history.see(at(100), 20_000);
  history.clear();
  assert.deepEqual(places(history), []);
  history.see(at(100), 30_000);
  assert.equal(history.see(at(100), 40_000), true);
});
