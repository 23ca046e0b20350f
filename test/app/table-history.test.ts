import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REST_MS, setRightSince, TableHistory } from '../../src/app/state/table-history.js';
import { EXACT } from '../../src/geometry/pose.js';
import { movedSince } from '../../src/scene/ask/what-moved.js';
import { type EditHistory, NO_EDITS } from '../../src/table/edits.js';
import type { Table } from '../../src/table/table.js';

const at = (x: number): Table => ({
  widthMm: 914.4,
  depthMm: 914.4,
  ships: [{ id: 'ship-1', base: 'small', pose: { x, y: 300, headingRad: 0 }, covariance: EXACT, arcs: [] }],
  obstacles: [],
  devices: [],
});
const known = (table: Table, history: EditHistory = NO_EDITS) => ({ table, history });
const places = (history: TableHistory) => history.snapshots.map(({ table, atMs }) => [table.ships[0]!.pose.x, atMs]);

test('a table is kept once nothing has moved on it for a while, and not again while it stays', () => {
  const history = new TableHistory();
  assert.equal(history.see(known(at(100)), 0), false);
  assert.equal(history.see(known(at(100)), REST_MS - 1), false);
  assert.equal(history.see(known(at(100)), REST_MS), true);
  assert.equal(history.see(known(at(100.5)), 9 * REST_MS), false);
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
    history.see(known(at(x)), atMs);
  assert.deepEqual(places(history), [
    [100, 0],
    [160, 2800],
  ]);
});

test('a table without ships is not kept, and another table starts a new history', () => {
  const history = new TableHistory();
  history.see(known({ ...at(100), ships: [] }), 0);
  history.see(known({ ...at(100), ships: [] }), 9000);
  assert.deepEqual(places(history), []);
  history.see(known(at(100)), 10_000);
  history.see(known(at(100)), 20_000);
  history.clear();
  assert.deepEqual(places(history), []);
  history.see(known(at(100)), 30_000);
  assert.equal(history.see(known(at(100)), 40_000), true);
});

test('a ship that a person removed, and put back, has neither gone nor come, whatever moved meanwhile; one that the camera no longer sees has gone', () => {
  const history = new TableHistory();
  const other = (x: number) => ({ ...at(x).ships[0]!, id: 'ship-2', pose: { x, y: 600, headingRad: 0 } });
  const whole = (x: number, otherX = 300): Table => ({ ...at(x), ships: [...at(x).ships, other(otherX)] });
  const removed = { done: [{ kind: 'delete', shipId: 'ship-2' }], undone: [] } as const;
  const rest = (table: Table, edits: EditHistory, atMs: number) => [0, REST_MS].map((ms) => history.see(known(table, edits), atMs + ms));
  const since = (moment: number, table: Table, edits = NO_EDITS) => {
    const { ships, others } = movedSince(setRightSince(history.snapshots[moment]!, known(table, edits)), table);
    return [ships.map(({ id }) => id), others.length];
  };
  rest(whole(100), NO_EDITS, 0);
  assert.deepEqual(rest(at(100), removed, 5000), [false, false], 'nothing moved');
  assert.deepEqual(since(0, at(100), removed), [[], 0]);
  assert.deepEqual(since(0, at(100)), [[], 1]);
  assert.deepEqual(rest(at(160), removed, 10_000), [false, true]);
  assert.deepEqual(
    [since(0, at(160), removed), since(0, whole(160)), since(1, whole(160))],
    [
      [['ship-1'], 0],
      [['ship-1'], 0],
      [[], 0],
    ],
  );
  assert.deepEqual(rest(whole(160), NO_EDITS, 20_000), [false, true]);
  assert.deepEqual(since(2, whole(160, 350)), [['ship-2'], 0], 'it moves again');
});
