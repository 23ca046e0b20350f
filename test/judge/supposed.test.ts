import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rangeFile } from '../../src/judge/report/range-file.js';
import { report } from '../../src/judge/report/report.js';
import { updatedReport } from '../../src/judge/report/updated-report.js';
import { ruledBetween } from '../../src/scene/ask/ruler-targets.js';
import type { Ship, Table } from '../../src/table/table.js';
import { DEG } from './tables.js';

const covariance = { xx: 16, xy: 0, xh: 0, yy: 16, yh: 0, hh: (4 * DEG) ** 2 };
const ship = (id: string, x: number, more: Partial<Ship> = {}): Ship => ({
  ...{ id, base: 'small', pose: { x, y: 400, headingRad: Math.PI / 2 }, covariance, arcs: ['front', 'rear'] },
  ...more,
});
const rock = { id: 'rock', kind: 'asteroid' as const, outline: [1, 2, 3].map((i) => ({ x: 700 + 20 * i, y: 800 - 10 * i * (i - 2) })) };
/** Range 2, in the front arc, far from every line: certain wherever the two are measured, be it to 4 mm. */
const table = (more: Partial<Ship> = {}): Table => ({
  ...{ widthMm: 914, depthMm: 914, obstacles: [rock], devices: [] },
  ships: [ship('a', 200), ship('b', 390, more), ship('c', 700)],
});

/** Every word "certain" of what is said about two ships, or one. */
function certainties(of: unknown): boolean[] {
  if (typeof of !== 'object' || of === null) return [];
  return Object.entries(of).flatMap(([key, value]) => (key === 'certain' ? [value as boolean] : certainties(value)));
}

test('nothing is certain of a ship that stands where a hand put it, however wide its margins are; all of the others stays as it was', () => {
  const measured = report(table());
  const placed = report(table({ isByHand: true }));
  const pairsOf = ({ pairs }: typeof measured, isOfB: boolean) => pairs.filter(({ from, to }) => (from === 'b' || to === 'b') === isOfB);
  assert.ok(
    pairsOf(measured, true).some((pair) => certainties(pair).includes(true)),
    'it would be certain',
  );
  assert.ok(pairsOf(placed, true).every((pair) => !certainties(pair).includes(true)));
  assert.ok(certainties(placed.ships.find(({ id }) => id === 'b')).every((one) => !one));
  assert.deepEqual(pairsOf(placed, false), pairsOf(measured, false));
});

test('a ship that is fitted, or placed by hand, is judged again where nothing else of it has changed', () => {
  const [measured, placed] = [table(), table({ isByHand: true })];
  assert.deepEqual(updatedReport({ table: measured, report: report(measured) }, placed), report(placed));
  assert.deepEqual(updatedReport({ table: placed, report: report(placed) }, measured), report(measured));
});

test('nothing is certain of what may be no ship, until a person says that it is one', () => {
  const ofPair = (more: Partial<Ship>) => report(table(more)).pairs.filter(({ from, to }) => from === 'a' && to === 'b');
  assert.ok(certainties(ofPair({ detectionProbability: 0.92 })).every((isCertain) => !isCertain));
  assert.ok(certainties(ofPair({ detectionProbability: 0.96 })).every((isCertain) => isCertain));
  const doubtful = table({ detectionProbability: 0.92 });
  assert.deepEqual(updatedReport({ table: table(), report: report(table()) }, doubtful), report(doubtful));
});

test('a ruler laid at such a ship says nothing for certain, to another ship, an obstacle or a point', () => {
  const at = { kind: 'point', at: { x: 390, y: 700 } } as const;
  const things = (id: string) => ({ kind: 'thing', id }) as const;
  for (const more of [{ isByHand: true }, { detectionProbability: 0.9 }] as const) {
    for (const to of ['a', 'rock']) {
      assert.ok(certainties(rangeFile(table(), 'b', to, 'rear')).includes(true), `${to}: it would be certain`);
      assert.ok(!certainties(rangeFile(table(more), 'b', to, 'rear')).includes(true), to);
      assert.ok(!certainties(rangeFile(table(more), to, 'b')).includes(true), `from ${to}`);
      assert.deepEqual(
        [table(), table(more)].map((one) => ruledBetween(one, things('b'), things(to), 1).isCertain),
        [true, false],
      );
    }
    assert.deepEqual(
      [table(), table(more)].map((one) => ruledBetween(one, things('b'), at, 1).isCertain),
      [true, false],
    );
    assert.deepEqual(rangeFile(table(more), 'a', 'c'), rangeFile(table(), 'a', 'c'));
  }
});
