import assert from 'node:assert/strict';
import test from 'node:test';
import { EXACT } from '../../src/geometry/pose.js';
import { answerOf, answerSentence, lastAnswer, lengthText } from '../../src/scene/answer.js';
import type { MeasuredPair, MeasuredRange } from '../../src/scene/measured-pair.js';
import type { Table } from '../../src/table/table.js';

const certain: MeasuredRange = {
  mm: 143.21,
  sigmaMm: 0.41,
  range: 2,
  probability: { '2': 1 },
  certain: true,
  fromMm: [0, 0],
  toMm: [143.21, 0],
};
const pair = (closest: MeasuredRange, arcs: MeasuredPair['arcs'] = {}): MeasuredPair => ({
  from: 'a',
  to: 'b',
  closest,
  touching: { value: closest.range === 0, certain: true },
  arcs,
});

const table: Table = {
  widthMm: 914,
  depthMm: 914,
  ships: [
    { id: 'a', base: 'small', pose: { x: 100, y: 100, headingRad: 0 }, covariance: EXACT, arcs: ['front'] },
    { id: 'ship-7', base: 'small', pose: { x: 100, y: 300, headingRad: 0 }, covariance: EXACT, arcs: [], name: 'Wedge' },
  ],
  obstacles: [
    { id: 'obstacle-1', kind: 'gas', outline: [] },
    {
      id: 'obstacle-2',
      kind: 'asteroid',
      outline: [],
      token: { xws: 'x', name: 'Asteroid 3', mirrored: false, pose: { x: 0, y: 0, headingRad: 0 }, covariance: EXACT },
    },
  ],
  devices: [],
};
const answer = (of: MeasuredPair, on: Table = table) => answerOf(of, on);

test('a certain answer gives the range, the millimetres and one standard deviation', () => {
  const { headline, detail, isCertain } = answer(pair(certain));
  assert.deepEqual([headline, detail, isCertain], ['Range 2', '143.2 mm ± 0.4 · certain', true]);
});

test('an answer that is not certain names every range that it may be and none as the answer', () => {
  const { headline, detail, isCertain } = answer(
    pair({ ...certain, mm: 99.9, range: 1, probability: { '1': 0.62, '2': 0.38 }, certain: false }),
  );
  assert.deepEqual([headline, detail, isCertain], ['Too close to call', 'Range 1 (62 %) or 2 (38 %) · 99.9 mm ± 0.4', false]);
});

test('what is open is never said to be 0 % or 100 % likely', () => {
  const { detail } = answer(pair({ ...certain, range: 3, probability: { '3': 0.9951, '4': 0.0049 + 0.0001 }, certain: false }));
  assert.match(detail, /^Range 3 \(99 %\) or beyond 3 \(1 %\)/);
});

test('touching and beyond range 3 are said in words', () => {
  assert.equal(answer(pair({ mm: 0, range: 0, certain: true })).headline, 'Range 0: touching');
  assert.equal(answer(pair({ mm: 412, range: 4, certain: true })).headline, 'Beyond range 3');
});

test('a doubt that exists is never rounded to ± 0.0, and exact poses have no ±', () => {
  assert.equal(lengthText({ mm: 10, sigmaMm: 0.04 }), '10.0 mm ± 0.04');
  assert.equal(lengthText({ mm: 10, sigmaMm: 0.001 }), '10.0 mm ± 0.01');
  assert.equal(lengthText({ mm: 10 }), '10.0 mm');
});

test('an arc answer says yes or no with its margin, and neither where it is open', () => {
  const arcs: MeasuredPair['arcs'] = {
    front: { inArc: { value: true, certain: true, marginMm: 12.34 }, attack: certain },
    bullseye: { inArc: { value: false, certain: false, probability: 0.3 }, attack: null },
  };
  assert.deepEqual(answer(pair(certain, arcs)).facts, [
    { name: 'Front arc', text: 'yes, by 12.3 mm', isCertain: true, verdict: 'yes' },
    { name: 'Bullseye', text: 'too close to call: in arc 30 %', isCertain: false, verdict: 'open' },
  ]);
});

test('[RNG-03] the attack range is said on its own where it is not the ships’ range', () => {
  const attack = { ...certain, mm: 210.5, range: 3, obstructed: { value: true, certain: true }, by: ['obstacle-2'] };
  const { facts } = answer(pair(certain, { front: { inArc: { value: true, certain: true }, attack } }));
  assert.deepEqual(
    facts.map(({ name, text }) => [name, text]),
    [
      ['Front arc', 'yes'],
      ['Attack range, front arc', 'range 3 · 210.5 mm ± 0.4'],
      ['Obstructed, front arc', 'yes, by Asteroid 3'],
    ],
  );
});

test('what is in the way is called what people call it, and what gives no die is said to give none', () => {
  const words = (by: readonly string[], shipsOnLine: readonly string[]) => {
    const attack = { ...certain, obstructed: { value: by.length > 0, certain: true }, by, shipsOnLine };
    const { facts } = answer(pair(certain, { front: { inArc: { value: true, certain: true }, attack } }));
    return facts.slice(1).map(({ name, text }) => `${name}: ${text}`);
  };
  assert.deepEqual(words([], ['ship-7']), ['On the line, front arc: Wedge: no die for that']);
  assert.deepEqual(words(['obstacle-1'], ['ship-7']), [
    'Obstructed, front arc: yes, by a gas cloud',
    'On the line, front arc: Wedge: no die for that',
  ]);
});

test('an attack of which only the arc is open has a range that is not', () => {
  const words = (probability: Readonly<Record<string, number>>) => {
    const attack = { ...certain, certain: false, probability };
    return answer(pair(certain, { front: { inArc: { value: true, certain: false, probability: 0.9 }, attack } })).facts[1]!.text;
  };
  assert.equal(words({ '2': 1 }), 'range 2, if it is in the arc · 143.2 mm ± 0.4');
  assert.equal(words({ '2': 0.9, '3': 0.1 }), 'too close to call: range 2 (90 %) or 3 (10 %) · 143.2 mm ± 0.4');
});

test('lines printed on a tile that may lie askew are said beside the arc, with how much it does', () => {
  const tile = { turnRad: 0.02, sigmaRad: 0.007 };
  const played: Table = { ...table, ships: table.ships.map((ship) => ({ ...ship, tile })) };
  const arcs: MeasuredPair['arcs'] = {
    front: { inArc: { value: true, certain: true }, byPrintedLines: { value: false, certain: true }, attack: null },
  };
  const { name, text, isCertain } = answer(pair(certain, arcs), played).facts[1]!;
  assert.deepEqual(
    [name, text, isCertain],
    ['Printed lines, front arc', 'no: the tile lies 1.1° ± 0.4° askew, and the base counts', false],
  );
});

test('a front that is open is said before the arcs', () => {
  const open: Table = { ...table, ships: table.ships.map((ship) => ({ ...ship, isFrontOpen: true })) };
  const arcs: MeasuredPair['arcs'] = { front: { inArc: { value: true, certain: false, probability: 0.65 }, attack: null } };
  assert.deepEqual(
    answer(pair(certain, arcs), open).facts.map(({ name, text }) => [name, text]),
    [
      ['Front', 'not told: say under Ships which way it faces'],
      ['Front arc', 'too close to call: in arc 65 %'],
    ],
  );
});

test('the sentence for a screen reader holds the whole answer', () => {
  const whole = answer(pair(certain, { front: { inArc: { value: false, certain: true }, attack: null } }));
  assert.equal(answerSentence(whole, 'Luke', 'Ship 3'), 'Luke to Ship 3. Range 2. 143.2 mm ± 0.4 · certain. Front arc: no.');
});

test('of a table that is not seen now no verdict is given, only what it was', () => {
  const whole = answer(pair(certain, { front: { inArc: { value: false, certain: true }, attack: null } }));
  assert.deepEqual(lastAnswer(whole), {
    headline: 'Not seen now',
    detail: 'It was: Range 2, 143.2 mm ± 0.4',
    isCertain: false,
    facts: [],
  });
});
