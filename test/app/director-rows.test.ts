import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byUrgency, newRow, resultsCsv, rowState } from '../../src/app/director/table-row.js';

const ship = { id: 'a', name: 'A', owner: 1 as const, initiative: 3, hull: 2, shields: 1, crits: 0, isDestroyed: false, tokens: [] };

test('results have a row for each table, with names that are no formulas and quotes that are doubled', () => {
  const match = {
    round: 4,
    phase: 'end' as const,
    firstPlayer: 1 as const,
    order: [],
    ships: [ship, { ...ship, id: 'b', owner: 2 as const, isDestroyed: true }],
  };
  const rows = [
    {
      ...newRow('one'),
      match,
      show: { panel: { names: ['=HYPERLINK("x")', 'Ann, "Ace"'] as [string, string], score: [12, 7] as [number, number] } },
    },
    newRow('two'),
  ];
  const [, one, two] = resultsCsv(rows).split('\r\n');
  assert.equal(one, 'one,"\'=HYPERLINK(""x"")","Ann, ""Ace""",12,7,4,end,1,0,3,0');
  assert.equal(two, 'two,,,,,,,,,,');
});

test('no cell of the results begins as a formula does, whoever wrote the name', () => {
  const begins = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1'];
  for (const name of begins) {
    const [, line = ''] = resultsCsv([{ ...newRow('one'), show: { panel: { names: [name, 'Ann'] as [string, string] } } }]).split('one,');
    assert.match(line, /^"?'/, JSON.stringify(name));
  }
  // A score below zero is a number, and stays one.
  assert.match(resultsCsv([{ ...newRow('one'), show: { panel: { score: [-3, 7] as [number, number] } } }]), /one,,,-3,7,/);
});

test('calls come first, the oldest of them at the top, by the clock of this page', () => {
  const call = (table: string, calledHereAtMs: number) => ({ ...newRow(table), call: { calledAtMs: 1e12 }, calledHereAtMs });
  assert.deepEqual(
    byUrgency([newRow('a'), call('b', 200), newRow('c'), call('d', 100)]).map(({ table }) => table),
    ['d', 'b', 'a', 'c'],
  );
});

test('a table is live only while its camera sends', () => {
  const status = { linked: true, stale: false, camera: { online: true } };
  assert.deepEqual(rowState({ ...newRow('a'), status }), { text: 'Live', isGood: true });
  assert.equal(rowState({ ...newRow('a'), status: { ...status, stale: true } }).isGood, false);
  assert.equal(rowState({ ...newRow('a'), status: { ...status, camera: { online: false } } }).text, 'No camera is sending');
  assert.equal(rowState(newRow('a')).text, 'Connecting…');
});
