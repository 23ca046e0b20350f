import assert from 'node:assert/strict';
import test from 'node:test';
import { execute } from '../../src/judge/maneuver/execute.js';
import { report } from '../../src/judge/report/report.js';
import { parseManeuver } from '../../src/pieces/maneuver.js';
import { block, ship, tableOf } from './tables.js';

/** `a` in the middle faces +y with its front open; `b` is a small ship from there. */
const table = (dx: number, dy: number, headingDeg = 0) =>
  tableOf([
    ship('a', 'small', 450, 450, headingDeg, { isFrontOpen: true, arcs: ['front', 'rear', 'bullseye'] }),
    ship('b', 'small', 450 + dx, 450 + dy, 0),
  ]);
const pairs = (dx: number, dy: number) => report(table(dx, dy)).pairs;

test('a ship whose front is open is measured to and from as certainly as any', () => {
  const [there, back] = pairs(0, 200);
  assert.deepEqual([there!.closest.mm, there!.closest.certain], [160, true]);
  assert.deepEqual([back!.closest.mm, back!.arcs.front!.inArc.certain], [160, true]);
});

test('what is in its front arc may be in its rear arc: neither is certain', () => {
  const { front, rear, bullseye } = pairs(0, 200)[0]!.arcs;
  assert.deepEqual([front!.inArc.value, front!.inArc.certain, front!.inArc.probability], [true, false, 0.65]);
  assert.deepEqual([rear!.inArc.value, rear!.inArc.certain, rear!.inArc.probability], [false, false, 0.3]);
  assert.deepEqual([bullseye!.inArc.certain, bullseye!.inArc.probability], [false, 0.65]);
  assert.equal(front!.attack!.certain, false);
});

test('what is in no bullseye whichever side is the front is certainly in none', () => {
  const { bullseye, front } = pairs(200, 200)[0]!.arcs;
  assert.deepEqual([bullseye!.inArc.value, bullseye!.inArc.certain], [false, true]);
  assert.equal(front!.inArc.certain, false);
});

test('whether its attack is obstructed is not certain either', () => {
  const { ships } = table(0, 250);
  const [there] = report(tableOf(ships, [block('rock', 430, 560, 470, 580)])).pairs;
  assert.deepEqual([there!.arcs.front!.attack!.obstructed.value, there!.arcs.front!.attack!.obstructed.certain], [true, false]);
});

test('it executes no maneuver until its front is known', () => {
  assert.throws(() => execute(table(0, 300), 'a', parseManeuver('1FW')), /Ship 'a': its facing is unknown.*Set which/);
  assert.equal(execute(table(0, 300), 'b', parseManeuver('1FW')).execution, 'full');
});
