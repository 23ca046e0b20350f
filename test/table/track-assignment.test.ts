import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { assign } from '../../src/table/track/track-assignment.js';

/** The cheapest total over all pairings, tried one by one. */
function cheapestMm(cost: readonly (readonly number[])[], gate: number, row = 0, taken: ReadonlySet<number> = new Set()): number {
  if (row === cost.length) return 0;
  const alone = gate + cheapestMm(cost, gate, row + 1, taken);
  const paired = cost[row]!.map((price, column) =>
    taken.has(column) || price >= gate ? Number.POSITIVE_INFINITY : price + cheapestMm(cost, gate, row + 1, new Set([...taken, column])),
  );
  return Math.min(alone, ...paired);
}

test('the pairing costs as little as the cheapest of all pairings tried one by one', () => {
  const table = fc
    .tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }))
    .chain(([rows, columns]) =>
      fc.array(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
    );
  fc.assert(
    fc.property(table, fc.integer({ min: 1, max: 60 }), (cost, gate) => {
      const pairs = assign(cost, gate);
      const used = pairs.filter((column) => column !== undefined);
      assert.equal(new Set(used).size, used.length);
      const total = pairs.reduce((sum: number, column, row) => sum + (column === undefined ? gate : cost[row]![column]!), 0);
      assert.equal(total, cheapestMm(cost, gate));
    }),
    { seed: 20261120, numRuns: 400 },
  );
});

test('a row whose every column is impossible stays alone', () => {
  assert.deepEqual(assign([[Number.POSITIVE_INFINITY], [3]], 10), [undefined, 0]);
});
