import assert from 'node:assert/strict';
import test from 'node:test';
import { evidencePage } from '../../src/app/evidence/evidence-page.js';
import { frozenDispute, frozenReading } from '../evidence/frozen.js';

test('the page to print has the answer, the numbers of the pair both ways, and whose file it is', () => {
  const evidence = frozenDispute();
  const page = evidencePage(evidence, 'data:image/png;base64,AAAA', 'its file is signed by key 1234');
  const { closest } = evidence.report.pairs.find(({ from, to }) => from === 'a' && to === 'b')!;
  for (const words of [
    evidence.answer!,
    `${closest.mm.toFixed(2)} mm ± ${closest.sigmaMm.toFixed(2)}`,
    'Wedge\u200e → b',
    'b\u200e → Wedge',
    'key 1234',
    'b was turned by hand: the camera saw it face another way.',
    'c was placed by hand and fitted to the picture.',
  ])
    assert.ok(page.includes(words), words);
  assert.ok(page.includes('obstructed: too close to call (yes '), 'what is open is said to be');
  assert.ok(!/<script|https?:/.test(page), 'it needs nothing besides');
});

test('what people wrote cannot become a part of the page', () => {
  const evil = '<img src=x onerror="alert(1)">';
  const { table, ...rest } = frozenReading();
  const named = { ...table, ships: table.ships.map((ship) => ({ ...ship, name: evil })) };
  const page = evidencePage({ ...rest, table: named, said: evil, asked: { from: 'a', to: 'b' } }, 'data:,', evil);
  assert.equal(page.split('<img').length, 2, 'only its own picture');
});

test('what nobody measured is not said to be too close to call, nor how likely it is', () => {
  const { table, ...rest } = frozenDispute();
  const byHand = { ...table, ships: table.ships.map((ship) => ({ ...ship, isByHand: true as const })) };
  const page = evidencePage({ ...rest, table: byHand }, 'data:,', '');
  assert.ok(page.includes('<td>placed by hand, not measured</td>'));
  assert.ok(!page.includes('<td>too close to call'));
});
