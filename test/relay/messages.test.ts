import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkMessage } from '../../src/relay/wire/messages.js';
import type { Channel } from '../../src/relay/wire/topics.js';
import { sceneText } from './relay-bench.js';

const YES = { value: true, certain: true, probability: 1 };
const RANGE = { mm: 120, sigmaMm: 0.4, range: 2, certain: true, probability: { 2: 1 }, fromMm: [1, 2], toMm: [3, 4] };
const ATTACK = { ...RANGE, obstructed: YES, by: ['rock'], shipsOnLine: ['c'], choice: false };
const PAIR = {
  from: 'a',
  to: 'b',
  closest: RANGE,
  touching: YES,
  arcs: { front: { inArc: YES, attack: ATTACK }, rear: { inArc: YES, attack: null } },
};
const SHIP = { id: 'a', overlaps: ['rock'], offTable: YES, objects: [{ id: 'rock', closest: RANGE }] };

test('a whole report passes, with fields that the format leaves out and fields that it does not know', () => {
  assert.equal(reasonFor('report', report(PAIR, SHIP)), undefined);
  assert.equal(reasonFor('report', report({ ...PAIR, arcs: {}, news: [{ deep: [1] }] })), undefined);
  assert.equal(reasonFor('report', report({ ...PAIR, closest: { mm: 1, range: 1, certain: false } })), undefined);
});

const BAD_PAIRS: readonly (readonly [string, object, RegExp])[] = [
  ['no arcs', { ...PAIR, arcs: undefined }, /pairs\[0\]\.arcs: got nothing, expected an object/],
  ['arcs that are a list', { ...PAIR, arcs: [] }, /pairs\[0\]\.arcs: got \[\], expected an object/],
  ['no word on touching', { ...PAIR, touching: undefined }, /touching: got nothing/],
  ['a sigma that is a text', { ...PAIR, closest: { ...RANGE, sigmaMm: '0.4' } }, /closest\.sigmaMm: got "0.4", expected a finite number/],
  ['a sigma that is null', { ...PAIR, closest: { ...RANGE, sigmaMm: null } }, /closest\.sigmaMm: got null/],
  ['a sigma beyond any table', { ...PAIR, closest: { ...RANGE, sigmaMm: 1e200 } }, /sigmaMm: got 1e\+200/],
  ['a distance below zero', { ...PAIR, closest: { ...RANGE, mm: -1 } }, /closest\.mm: got -1/],
  [
    'a "certain" that is a text',
    { ...PAIR, closest: { ...RANGE, certain: 'false' } },
    /closest\.certain: got "false", expected true or false/,
  ],
  ['a range that there is not', { ...PAIR, closest: { ...RANGE, range: 5 } }, /closest\.range: got 5, expected one of 0, 1, 2, 3, 4/],
  ['a probability above one', { ...PAIR, closest: { ...RANGE, probability: { 2: 1.5 } } }, /probability\.2: got 1\.5/],
  ['a point of one number', { ...PAIR, closest: { ...RANGE, toMm: [3] } }, /toMm: got \[3\], expected two numbers/],
  ['an attack without its answer', { ...PAIR, arcs: { front: { inArc: YES } } }, /arcs\.front\.attack: got nothing, expected an object/],
  [
    'an obstruction that is a word',
    { ...PAIR, arcs: { front: { inArc: YES, attack: { ...ATTACK, obstructed: 'no' } } } },
    /obstructed: got "no"/,
  ],
];

for (const [what, pair, expected] of BAD_PAIRS) {
  test(`a report with ${what} is refused by name`, () => assert.match(reasonFor('report', report(pair)) ?? 'it passed', expected));
}

test('a ship of a report without its answers is refused by name', () => {
  assert.match(reasonFor('report', report(PAIR, { ...SHIP, offTable: undefined })) ?? '', /ships\[0\]\.offTable: got nothing/);
});

test('numbers beyond any use, endless texts and nestings and a changed prototype are refused in every document, in fields nobody knows too', () => {
  const nested = `${'['.repeat(40)}${']'.repeat(40)}`;
  const bad: readonly (readonly [string, RegExp])[] = [
    ['{"online":true,"x":1e300}', /message\.x: got 1e\+300, expected a finite number of at most/],
    ['{"online":true,"x":1e999}', /message\.x: got Infinity/],
    [`{"online":true,"x":"${'y'.repeat(3000)}"}`, /message\.x: got "y+…, expected a text of at most 2000/],
    [`{"online":true,"x":${nested}}`, /expected at most 16 objects and arrays in each other/],
    ['{"online":true,"__proto__":{"a":1}}', /got "__proto__"/],
  ];
  for (const [text, expected] of bad) {
    assert.match(reasonFor('status', text) ?? 'it passed', expected);
    assert.match(reasonFor('show', text) ?? 'it passed', expected);
  }
  const sigma = sceneText(1).replace('"headingDeg":0', '"headingDeg":0,"sigma":{"xMm":1e200,"yMm":1,"headingDeg":1}');
  assert.match(reasonFor('scene', sigma) ?? 'it passed', /sigma\.xMm: got 1e\+200/);
});

test('a problem of a status with a hint that is no text is refused', () => {
  assert.match(reasonFor('status', '{"online":true,"problem":{"message":"m","hint":{"html":"x"}}}') ?? '', /problem\.hint: got/);
});

function report(pair: object, ...ships: readonly object[]): string {
  return JSON.stringify({ sequence: 1, report: { format: 'hashmark-report', version: 1, pairs: [pair], ships } });
}

/** Why a message is refused; undefined when it passes. */
function reasonFor(channel: Channel, text: string): string | undefined {
  const checked = checkMessage(channel, Buffer.from(text));
  return checked.ok ? undefined : checked.reason;
}
