import assert from 'node:assert/strict';
import { test } from 'node:test';
import { report } from '../../src/judge/report/report.js';
import { carriedOverlay } from '../../src/scene/draw/carried-overlay.js';
import { tableBetween } from '../../src/scene/stream/between-tables.js';
import { drawingLines, onAirOverlay, pairsOnAir } from '../../src/scene/stream/on-air.js';
import { findPair } from '../../src/scene/words/measured-pair.js';
import { ship, tableOf } from '../judge/tables.js';

const table = tableOf([ship('a', 'small', 200, 400, 0), ship('b', 'small', 400, 400, 90), ship('c', 'large', 600, 700, 180)]);
const { pairs } = report(table);
const roles = (show?: Parameters<typeof onAirOverlay>[1], shown = pairsOnAir(show, pairs, undefined)) =>
  new Set(onAirOverlay(table, show, shown).shapes.map(({ role }) => role));

test('without a choice the camera’s measured pair is on air, with one only what was chosen', () => {
  const measured = findPair(pairs, 'a', 'b')!;
  assert.deepEqual(pairsOnAir(undefined, pairs, measured), [measured]);
  assert.deepEqual(pairsOnAir({ pairs: [] }, pairs, measured), []);
  assert.deepEqual(
    pairsOnAir(
      {
        pairs: [
          { from: 'b', to: 'c' },
          { from: 'b', to: 'gone' },
        ],
      },
      pairs,
      measured,
    ).map(({ from, to }) => [from, to]),
    [['b', 'c']],
  );
});

test('arcs, a fan, a flown maneuver and a spotlight are drawn where they were chosen, and are not where they were not', () => {
  assert.ok(!['arc-area', 'ghost', 'ghost-template', 'spotlight'].some((role) => roles({ pairs: [] }).has(role as never)));
  assert.ok(roles({ pairs: [], arcs: ['b'] }).has('arc-area'));
  assert.ok(roles({ pairs: [], fan: { ship: 'a', codes: ['2FB', '1TW', 'nonsense'] } }).has('ghost'));
  const flown = { ship: 'a', fromMm: [200, 320], fromHeadingDeg: 0, code: '1FB' } as const;
  assert.ok(roles({ pairs: [], flown: [flown] }).has('ghost-template'));
  assert.ok(roles({ pairs: [], flown: [{ ...flown, code: undefined }] }).has('ghost-way'));
  assert.ok(roles({ pairs: [], spotlight: 'c' }).has('spotlight'));
});

test('what names a ship that is not there, or a maneuver that there is none of, is passed over', () => {
  const plain = onAirOverlay(table, { pairs: [] }, []);
  const nowhere = {
    pairs: [],
    arcs: ['x'],
    fan: { ship: 'a', codes: ['9ZZ'] },
    spotlight: 'x',
    flown: [{ ship: 'x', fromMm: [0, 0], fromHeadingDeg: 0 }],
  } as const;
  assert.deepEqual(onAirOverlay(table, nowhere, []), plain);
});

test('a ship that is hardly believed in is on air only where doubtful things were chosen', () => {
  const doubtful = { ...table, ships: table.ships.map((one) => (one.id === 'c' ? { ...one, detectionProbability: 0.3 } : one)) };
  const bases = (show: object) => onAirOverlay(doubtful, show, []).shapes.filter(({ role }) => role === 'base').length;
  assert.deepEqual([bases({}), bases({ doubtful: true })], [2, 3]);
});

test('every point of a drawn circle is as far from its centre as the point that was given', () => {
  const [line] = drawingLines({
    id: '1',
    kind: 'circle',
    pointsMm: [
      [100, 200],
      [130, 240],
    ],
  });
  for (const { x, y } of line!) assert.ok(Math.abs(Math.hypot(x - 100, y - 200) - 50) < 1e-9);
  assert.deepEqual(line![0]!.x, line!.at(-1)!.x);
});

test('an overlay carried with its ships is the overlay of the table in which they stand', () => {
  const to = tableOf([ship('a', 'small', 300, 450, 80), ship('b', 'small', 400, 400, 90), ship('c', 'large', 500, 650, -100)]);
  for (const share of [0, 0.3, 0.9, 1]) {
    const between = tableBetween(table, to, share);
    const show = { pairs: [], arcs: ['a', 'c'] };
    const carried = carriedOverlay(onAirOverlay(to, show, []), to, between).shapes;
    const expected = onAirOverlay(between, show, []).shapes;
    assert.equal(carried.length, expected.length);
    const gaps = carried.flatMap(({ points }, i) =>
      points.map((point, k) => Math.hypot(point.x - expected[i]!.points[k]!.x, point.y - expected[i]!.points[k]!.y)),
    );
    assert.ok(Math.max(...gaps) < 1e-6, `${Math.max(...gaps)} mm at ${share}`);
  }
});

test('a heading turns the shorter way', () => {
  const [from, to] = [tableOf([ship('a', 'small', 0, 0, 170)]), tableOf([ship('a', 'small', 0, 0, -170)])];
  assert.ok(Math.abs(Math.abs(tableBetween(from, to, 0.5).ships[0]!.pose.headingRad) - Math.PI) < 1e-9);
});
