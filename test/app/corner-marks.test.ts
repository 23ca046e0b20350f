import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Asked,
  type CornerMarks,
  edgesOf,
  handlesOf,
  hintOf,
  NO_MARKS,
  nextAsked,
  withAnswer,
  withHandle,
} from '../../src/app/picture/corner-marks.js';
import type { Pixel } from '../../src/geometry/point.js';

/** A mat in perspective: its near corners would be below a picture 700 px high. */
const [NEAR_LEFT, NEAR_RIGHT, FAR_RIGHT, FAR_LEFT] = [
  { u: 100, v: 900 },
  { u: 1100, v: 900 },
  { u: 900, v: 100 },
  { u: 300, v: 100 },
];
/** On its right and left edge, where they leave the picture. */
const [RIGHT, LEFT] = [
  { u: 1050, v: 700 },
  { u: 150, v: 700 },
];

/** Answers in order; undefined: out of view. */
const marked = (...answers: readonly (Pixel | undefined)[]): CornerMarks => answers.reduce(withAnswer, NO_MARKS);
const named = (asked: Asked | undefined) =>
  asked &&
  (asked.kind === 'corner'
    ? `corner ${asked.corner}`
    : `side ${asked.side}, place ${asked.place}${asked.hasCorner ? ' beyond its corner' : ''}`);

test('four corners are asked for, and where all are seen nothing else', () => {
  assert.deepEqual(
    [marked(), marked(NEAR_LEFT), marked(NEAR_LEFT, undefined, FAR_RIGHT)].map((one) => named(nextAsked(one))),
    ['corner 0', 'corner 1', 'corner 3'],
  );
  const all = marked(NEAR_LEFT, NEAR_RIGHT, FAR_RIGHT, FAR_LEFT);
  assert.equal(nextAsked(all), undefined);
  assert.deepEqual(hintOf(all), { corners: [NEAR_LEFT, NEAR_RIGHT, FAR_RIGHT, FAR_LEFT] });
});

test('of edges whose corner is out of view those that begin at a marked one come first, with one place each', () => {
  const corners = marked(undefined, undefined, FAR_RIGHT, FAR_LEFT);
  assert.equal(named(nextAsked(corners)), 'side 1, place 0 beyond its corner');
  const right = withAnswer(corners, RIGHT);
  assert.equal(named(nextAsked(right)), 'side 3, place 0 beyond its corner');
  const both = withAnswer(right, LEFT);
  assert.equal(named(nextAsked(both)), 'side 0, place 0');
  // The near edge is not in view either.
  const end = withAnswer(both, undefined);
  assert.equal(nextAsked(end), undefined);
  assert.deepEqual(hintOf(end), {
    corners: [undefined, undefined, FAR_RIGHT, FAR_LEFT],
    edges: [undefined, [FAR_RIGHT, RIGHT], undefined, [FAR_LEFT, LEFT]],
  });
});

test('two corners alone are a hint as ever, also where one of the edges beyond them is out of view', () => {
  const corners = marked(undefined, undefined, FAR_RIGHT, FAR_LEFT);
  assert.deepEqual(hintOf(corners), { corners: [undefined, undefined, FAR_RIGHT, FAR_LEFT] });
  const one = withAnswer(withAnswer(corners, RIGHT), undefined);
  assert.deepEqual(hintOf(one), { corners: [undefined, undefined, FAR_RIGHT, FAR_LEFT] });
});

test('without any corner three edges of two places each are enough, and two are not', () => {
  const none = marked(undefined, undefined, undefined, undefined);
  const near = [
    { u: 300, v: 650 },
    { u: 800, v: 650 },
  ];
  const right = [
    { u: 980, v: 500 },
    { u: 930, v: 250 },
  ];
  const left = [
    { u: 230, v: 500 },
    { u: 270, v: 250 },
  ];
  const two = [...near, ...right].reduce(withAnswer, none);
  assert.equal(named(nextAsked(two)), 'side 2, place 0');
  assert.equal(hintOf(two), undefined);
  const three = [undefined, ...left].reduce(withAnswer, two);
  assert.equal(nextAsked(three), undefined);
  assert.deepEqual(hintOf(three)?.edges, [near, right, undefined, left]);
});

test('a place on an edge that was begun is finished first, and each mark can be moved', () => {
  const begun = marked(undefined, undefined, undefined, undefined, { u: 300, v: 650 });
  assert.equal(named(nextAsked(begun)), 'side 0, place 1');
  const marks = withAnswer(begun, { u: 800, v: 650 });
  const [, second] = handlesOf(marks);
  const moved = withHandle(marks, second!, { u: 820, v: 640 });
  assert.deepEqual(edgesOf(moved)[0], [
    { u: 300, v: 650 },
    { u: 820, v: 640 },
  ]);
});
