import assert from 'node:assert/strict';
import test from 'node:test';
import { EXACT } from '../../src/geometry/pose.js';
import { report } from '../../src/judge/report/report.js';
import { surveyOf, surveyOverlay } from '../../src/scene/ask/all-ranges.js';
import { ruledBetween } from '../../src/scene/ask/ruler-targets.js';
import type { Ship, Table } from '../../src/table/table.js';
import { english } from '../../src/texts/english.js';

const ship = (id: string, x: number, y: number): Ship => ({
  id,
  base: 'small',
  pose: { x, y, headingRad: 0 },
  covariance: EXACT,
  arcs: ['front', 'bullseye'],
});
const asteroid = [
  { x: 160, y: 290 },
  { x: 240, y: 290 },
  { x: 240, y: 310 },
  { x: 160, y: 310 },
];
const table: Table = {
  widthMm: 914.4,
  depthMm: 914.4,
  // Ahead of the first: one 180 mm off behind a rock, one 120 mm behind its back.
  ships: [ship('ship-1', 200, 200), ship('ship-2', 200, 420), ship('ship-3', 200, 40)],
  obstacles: [{ id: 'obstacle-1', kind: 'asteroid', outline: asteroid }],
  devices: [],
};

test('a survey names every other ship with range, arcs and obstruction, those in the arc first, then the obstacles', () => {
  const rows = surveyOf(table, report(table), 'ship-1');
  assert.deepEqual(
    rows.map(({ name, range, arcs, obstruction, length, isCertain }) => [name, range, arcs, obstruction, length, isCertain]),
    [
      ['Ship 2', 'Range 2', 'in front arc, bullseye', 'obstructed by an asteroid', '180.0 mm', true],
      ['Ship 3', 'Range 2', 'not in front arc', '', '120.0 mm', true],
      ['an asteroid', 'Range 1', 'in front arc, bullseye', '', '70.0 mm', true],
    ],
  );
});

test('a rock or device beyond range 3 lies within the lines of an arc only, one beside it in none; ruler and survey say the same', () => {
  const square = (x: number, y: number) => [
    { x: x - 10, y: y - 10 },
    { x: x + 10, y: y - 10 },
    { x: x + 10, y: y + 10 },
    { x: x - 10, y: y + 10 },
  ];
  const devices = [
    { id: 'far', kind: 'proximity mine', outline: square(230, 560) },
    { id: 'beside', kind: 'proximity mine', outline: square(330, 200) },
  ];
  const whole: Table = { ...table, devices };
  const rows = surveyOf(whole, report(whole), 'ship-1');
  for (const [id, arcs] of [
    ['obstacle-1', 'in front arc, bullseye'],
    ['far', 'front arc: only within its lines'],
    ['beside', 'not in front arc'],
  ] as const) {
    assert.equal(rows.find((row) => row.id === id)?.arcs, arcs);
    assert.deepEqual(ruledBetween(whole, thing('ship-1'), thing(id), 0).arcs, {
      text: arcs,
      isCertain: true,
      isInArc: id !== 'beside',
      isSaidInArc: id === 'obstacle-1',
    });
  }
  assert.equal(ruledBetween(whole, thing('far'), thing('beside'), 0).arcs, undefined);
});

test('the overlay of a survey has a line and a range for each ship in the arc, and none for the others', () => {
  const { shapes, labels } = surveyOverlay(surveyOf(table, report(table), 'ship-1'));
  assert.deepEqual(
    [shapes.map(({ role, points }) => [role, points[1]!.y]), labels.map(({ text }) => text)],
    [[['other-ruler', 400]], ['Range 2']],
  );
});

const between = (a: Parameters<typeof ruledBetween>[1], b: Parameters<typeof ruledBetween>[1], edgeSigmaMm = 0) => {
  const { names, range, length, isCertain, whole } = ruledBetween(table, a, b, edgeSigmaMm);
  return [...names.map(english), range, length, isCertain, ...(whole === undefined ? [] : [english(whole)])];
};
const thing = (id: string) => ({ kind: 'thing', id }) as const;

test('a ruler goes from a ship to an obstacle, and says within which range all of it is', () => {
  // The rock's farther corners: 10 mm beside the middle, within the base's width, 90 mm off.
  assert.deepEqual(between(thing('ship-1'), thing('obstacle-1')), [
    'Ship 1',
    'an asteroid',
    'Range 1',
    '70.0 mm',
    true,
    'all of it within range 1 (92.2 mm)',
  ]);
});

test('a ruler goes to each edge of the mat, from ships and from obstacles', () => {
  const lengths = (['near', 'far', 'left', 'right'] as const).map((side) => between(thing('ship-3'), { kind: 'edge', side })[3]);
  // 40 mm up the mat and 200 mm in, less half a base of 20 mm.
  assert.deepEqual(lengths, ['20.0 mm', '854.4 mm', '180.0 mm', '694.4 mm']);
  assert.equal(between({ kind: 'edge', side: 'left' }, thing('obstacle-1'))[3], '160.0 mm');
  assert.equal(between({ kind: 'edge', side: 'left' }, { kind: 'edge', side: 'right' })[3], '914.4 mm');
});

test('a point that was tapped is known as exactly as a finger taps', () => {
  const [, name, range, length, isCertain] = between(thing('ship-3'), { kind: 'point', at: { x: 319, y: 40 } });
  assert.deepEqual([name, range, length, isCertain], ['the point', 'Range 1 or Range 2', '99.0 mm ± 2.0', false]);
});

test('a mat whose edges are known to 5 mm leaves open what is 3 mm from the next range', () => {
  const near: Table = { ...table, ships: [ship('ship-1', 117, 400)] };
  const found = ruledBetween(near, thing('ship-1'), { kind: 'edge', side: 'left' }, 5);
  assert.deepEqual([found.length, found.isCertain], ['97.0 mm ± 5.0', false]);
});
