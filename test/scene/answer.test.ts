import assert from 'node:assert/strict';
import test from 'node:test';
import { EXACT } from '../../src/geometry/pose.js';
import { answerOf, answerSentence, lastAnswer, lengthText } from '../../src/scene/words/answer.js';
import { namesOf, percentText } from '../../src/scene/words/headline.js';
import type { MeasuredAttack, MeasuredPair, MeasuredRange, Verdict } from '../../src/scene/words/measured-pair.js';
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
  const { headline, detail, isCertain, lines } = answer(
    pair({ ...certain, mm: 99.9, range: 1, probability: { '1': 0.62, '2': 0.38 }, certain: false }),
  );
  assert.deepEqual([headline, detail, isCertain], ['Range 1 or 2', '99.9 mm ± 0.4', false]);
  assert.deepEqual(lines[0]!.outcomes, [
    { text: 'Range 1', probability: 0.62 },
    { text: 'Range 2', probability: 0.38 },
  ]);
});

test('what is open is never said to be 0 % or 100 % likely, nor 99 % where it is more', () => {
  const open = answer(pair({ ...certain, range: 3, probability: { '3': 0.9951, '4': 0.0049 }, certain: false }));
  assert.match(answerSentence(open, 'a', 'b'), /^a to b\. Range 3 99\.5 % or Beyond range 3 0\.5 %\./);
  assert.deepEqual(
    [0.99931, 0.00069, 0.99999, 0.985, 0.62].map((share) => percentText(share)),
    ['99.9 %', '0.1 %', '99.9 %', '98.5 %', '62 %'],
  );
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
  assert.deepEqual(answer(pair(certain, arcs)).facts.slice(0, 2), [
    { name: 'Front arc', text: 'yes, by 12.3 mm', isCertain: true, verdict: 'yes' },
    { name: 'Bullseye', text: 'too close to call: in arc 30 %', isCertain: false, verdict: 'open' },
  ]);
});

const inFront = (attack: MeasuredAttack, inArc: Verdict = { value: true, certain: true }) => pair(certain, { front: { inArc, attack } });
const texts = (of: MeasuredPair) => answer(of).lines.map(({ text }) => text);

test('[RNG-03] in an arc the attack’s range, the arc and the obstruction decide, and the closest range is a fact beside them', () => {
  const attack = {
    ...certain,
    mm: 210.5,
    range: 3,
    probability: { '3': 1 },
    obstructed: { value: true, certain: true },
    by: ['obstacle-2'],
  };
  const { lines, detail, isCertain, facts } = answer(inFront(attack));
  assert.deepEqual(
    lines.map(({ text }) => text),
    ['Range 3', 'in front arc', 'obstructed by Asteroid 3'],
  );
  assert.deepEqual([detail, isCertain], ['210.5 mm ± 0.4 · certain', true]);
  assert.ok(facts.some(({ name, text }) => name === 'Closest, base to base' && text === 'range 2 · 143.2 mm ± 0.4'));
});

test('out of the arc the closest range decides, and that it is in none is said', () => {
  const { lines, isCertain } = answer(pair(certain, { front: { inArc: { value: false, certain: true }, attack: null } }));
  assert.deepEqual([lines.map(({ text }) => text), isCertain], [['Range 2', 'not in front arc'], true]);
  const two = { inArc: { value: false, certain: true }, attack: null };
  assert.deepEqual(texts(pair(certain, { front: two, rear: two })), ['Range 2', 'in no arc']);
});

test('the arc that the target is in decides, whichever it is', () => {
  const out = { inArc: { value: false, certain: true }, attack: null };
  const arcs = {
    front: out,
    rear: { inArc: { value: true, certain: true }, attack: { ...certain, obstructed: { value: false, certain: true } } },
  };
  assert.deepEqual(texts(pair(certain, arcs)), ['Range 2', 'in rear arc', 'not obstructed']);
});

test('no answer is certain while one line of its headline is open, and that line names both outcomes with their odds', () => {
  const inArc = { value: true, certain: false, probability: 0.9 };
  const attack = { ...certain, certain: false, obstructed: { value: false, certain: false, probability: 0.25 }, by: ['obstacle-1'] };
  const { lines, isCertain } = answer(inFront(attack, inArc));
  assert.equal(isCertain, false);
  assert.deepEqual(
    lines.map((line) => [line.text, line.isCertain]),
    [
      ['Range 2', true],
      ['in front arc or not', false],
      ['clear or obstructed', false],
    ],
  );
  assert.deepEqual(
    lines[2]!.outcomes.map(({ text, probability }) => [text, probability]),
    [
      ['not obstructed', 0.75],
      ['obstructed by a gas cloud', 0.25],
    ],
  );
});

test('where only the arc is open, the outcome out of it names the range that then counts', () => {
  const attack = { ...certain, mm: 250, range: 3, probability: { '3': 1 }, certain: false };
  const [, arc] = answer(inFront(attack, { value: true, certain: false, probability: 0.6 })).lines;
  assert.deepEqual(
    arc!.outcomes.map(({ text }) => text),
    ['in front arc', 'not in front arc (range 2)'],
  );
});

test('ships that touch cannot attack each other, though the range in the arc is 1; that they touch may be what is open', () => {
  const attack = { ...certain, mm: 12, range: 1, probability: { '1': 1 }, obstructed: { value: false, certain: true } };
  const front = { front: { inArc: { value: true, certain: true }, attack } };
  assert.deepEqual(texts(pair({ mm: 0, range: 0, certain: true }, front)), ['Range 0: touching', 'no attack at range 0']);
  const near = { ...certain, mm: 0.3, range: 1, probability: { '0': 0.2, '1': 0.8 }, certain: false };
  const open = answer(pair(near, front));
  assert.deepEqual([open.headline, open.isCertain], ['Range 1 or 0', false]);
  assert.deepEqual(
    open.lines[0]!.outcomes.map(({ probability }) => probability),
    [0.8, 0.2],
  );
});

test('beyond range 3 nothing is asked about obstruction', () => {
  const far = { ...certain, mm: 350, range: 4, probability: { '4': 1 }, obstructed: { value: true, certain: true }, by: ['obstacle-1'] };
  assert.deepEqual(texts(inFront(far)), ['Beyond range 3', 'front arc: only within its lines']);
});

test('beyond range 3 for certain it is not asked whether the ship is in the arc; within it is', () => {
  const open = { front: { inArc: { value: false, probability: 0.4, certain: false }, attack: null } };
  const far = { ...certain, mm: 350, range: 4, probability: { '4': 1 } };
  assert.deepEqual(texts(pair(far, open)), ['Beyond range 3']);
  assert.equal(answer(pair(far, open)).isCertain, true);
  const perhaps = { ...far, mm: 300.1, probability: { '3': 0.4, '4': 0.6 }, certain: false };
  for (const near of [certain, perhaps]) assert.equal(texts(pair(near, open)).length, 2);
});

test('what is in the way is called what people call it, and what gives no die is said to give none', () => {
  const words = (by: readonly string[], shipsOnLine: readonly string[]) => {
    const attack = { ...certain, obstructed: { value: by.length > 0, certain: true }, by, shipsOnLine };
    const { lines, facts } = answer(inFront(attack));
    return [lines.at(-1)!.text, facts.find(({ name }) => name === 'On the line')!.text];
  };
  assert.deepEqual(words([], ['ship-7']), ['not obstructed', 'Wedge: no extra die']);
  assert.deepEqual(words(['obstacle-1'], ['ship-7']), ['obstructed by a gas cloud', 'Wedge: no extra die']);
});

test('the answer says in millimetres how far the range is from its nearer limit', () => {
  const turn = (mm: number, range: number) => answer(pair({ ...certain, mm, range, probability: { [range]: 1 } })).facts.at(-1)!.text;
  assert.equal(turn(196, 2), '4.0 mm to range 3');
  assert.equal(turn(104.5, 2), '4.5 mm to range 1');
  assert.equal(turn(305, 4), '5.0 mm to range 3');
  assert.equal(turn(296, 3), '4.0 mm to beyond range 3');
});

test('where a tile may be rotated in its base, its printed lines have a row beside the arc that says by how much', () => {
  const tile = { turnRad: 0.02, sigmaRad: 0.007 };
  const played: Table = { ...table, ships: table.ships.map((ship) => ({ ...ship, tile })) };
  const arcs: MeasuredPair['arcs'] = {
    front: { inArc: { value: true, certain: true }, byPrintedLines: { value: false, certain: true }, attack: null },
  };
  const { name, text, isCertain } = answer(pair(certain, arcs), played).facts[1]!;
  assert.deepEqual(
    [name, text, isCertain],
    ['Printed lines, front arc', 'no: the cardboard is rotated 1.1° ± 0.4° in its base; the base is what counts', false],
  );
});

test('a front that is open is said before the arcs', () => {
  const open: Table = { ...table, ships: table.ships.map((ship) => ({ ...ship, isFrontOpen: true })) };
  const arcs: MeasuredPair['arcs'] = { front: { inArc: { value: true, certain: false, probability: 0.65 }, attack: null } };
  assert.equal(answer(pair(certain, arcs), open).isCertain, false);
  assert.deepEqual(
    answer(pair(certain, arcs), open)
      .facts.slice(0, 2)
      .map(({ name, text }) => [name, text]),
    [
      ['Front', 'facing unknown: set it under Ships'],
      ['Front arc', 'too close to call: in arc 65 %'],
    ],
  );
});

test('the sentence for a screen reader holds the whole answer', () => {
  const whole = answer(pair(certain, { front: { inArc: { value: false, certain: true }, attack: null } }));
  assert.equal(
    answerSentence(whole, 'Luke', 'Ship 3'),
    'Luke to Ship 3. Range 2, not in front arc. 143.2 mm ± 0.4 · certain. Front arc: no. Margin: 43.2 mm to range 1.',
  );
});

test('of a table that is not seen now no verdict is given, only what it was', () => {
  const whole = answer(pair(certain, { front: { inArc: { value: false, certain: true }, attack: null } }));
  assert.deepEqual(lastAnswer(whole), {
    headline: 'Not seen now',
    lines: [],
    detail: 'It was: Range 2, not in front arc, 143.2 mm ± 0.4',
    isCertain: false,
    facts: [],
  });
});

test('a clear way that is measured up to 25 mm only is said to be more; of an open one nothing is said', () => {
  const turns = (obstructed: Verdict) => {
    const { facts } = answer(inFront({ ...certain, obstructed }));
    return facts.find(({ name }) => name === 'Margin')!.text;
  };
  assert.match(turns({ value: false, certain: true, marginMm: -25 }), /; obstruction more than 25 mm$/);
  assert.match(turns({ value: false, certain: true, marginMm: -24.94 }), /; obstruction 24\.9 mm$/);
  assert.match(turns({ value: true, certain: true, marginMm: 31 }), /; obstruction 31\.0 mm$/);
  assert.doesNotMatch(turns({ value: false, certain: false, probability: 0.2, marginMm: -3 }), /obstruction/);
});

test('the kind of an obstacle is stated where a person said it, or it was recognised with 95 % at least', () => {
  const nameOf = (id: string, detectionProbability?: number) => {
    const obstacles = table.obstacles.map((one) => ({ ...one, ...(detectionProbability !== undefined && { detectionProbability }) }));
    return namesOf([id], { ...table, obstacles });
  };
  assert.deepEqual([nameOf('obstacle-1'), nameOf('obstacle-2')], ['a gas cloud', 'Asteroid 3']);
  assert.deepEqual([nameOf('obstacle-1', 0.97), nameOf('obstacle-2', 0.97)], ['an obstacle', 'Asteroid 3']);
  assert.equal(nameOf('obstacle-2', 0.9), 'an obstacle (2)', 'one of two');
});

test('a ship with a turret of which nobody has said where it points is never certainly out of all its arcs', () => {
  const out = { inArc: { value: false, certain: true, probability: 0, marginMm: -40 }, attack: null };
  const asked = { ...pair({ ...certain, range: 2 }), arcs: { front: out } };
  const lineOf = (more: object) => {
    const ships = ['a', 'b'].map((id) => ({
      id,
      base: 'small' as const,
      pose: { x: 0, y: 0, headingRad: 0 },
      covariance: EXACT,
      arcs: ['front' as const],
      ...more,
    }));
    return answerOf(asked, { widthMm: 914, depthMm: 914, ships, obstacles: [], devices: [] }).lines.find(({ about }) => about === 'arc')!;
  };
  assert.deepEqual([lineOf({}).text, lineOf({}).isCertain], ['not in front arc', true]);
  assert.deepEqual(
    [lineOf({ hasTurret: true }).text, lineOf({ hasTurret: true }).isCertain],
    ['not in front arc, turret not asked', false],
  );
});

test('of what may be no ship the answer is supposed, and says why', () => {
  const doubtful = { ...table, ships: table.ships.map((ship) => ({ ...ship, detectionProbability: 0.92 })) };
  const { headline, detail, isCertain } = answerOf(pair(certain), doubtful);
  assert.deepEqual([headline, detail, isCertain], ['Perhaps range 2', '143.2 mm ± 0.4 · if both are ships', false]);
});

test('two alike obstacles have numbers, one by itself has none', () => {
  const one = (id: string, name: string) =>
    ({ id, kind: 'asteroid', outline: [], token: { name } }) as unknown as Table['obstacles'][number];
  const table: Table = {
    widthMm: 914,
    depthMm: 914,
    ships: [],
    devices: [],
    obstacles: [one('a', 'Asteroid 1'), one('b', 'Debris 2'), one('c', 'Asteroid 1')],
  };
  assert.equal(namesOf(['c', 'b', 'a'], table), 'Asteroid 1 (2), Debris 2, Asteroid 1 (1)');
});
