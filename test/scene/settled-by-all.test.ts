import assert from 'node:assert/strict';
import { test } from 'node:test';
import { report } from '../../src/judge/report/report.js';
import { isSettledByAll } from '../../src/scene/ask/settled-by-all.js';
import type { Table } from '../../src/table/table.js';
import { UNMEASURED } from '../../src/table/unmeasured-reason.js';
import { block, ship, tableOf } from '../judge/tables.js';

const SHIPS = [ship('a', 'small', 400, 300, 0), ship('b', 'small', 500, 440, 0)];
/** On the only shortest line of the two, which runs from (420, 320) to (480, 420). */
const across = { at: { x: 450, y: 370 }, radiusMm: 20, probability: 0.3, reason: UNMEASURED.perhapsObstacle };

function isAsked(table: Table): boolean {
  const pair = report(table).pairs.find(({ from, to }) => from === 'a' && to === 'b')!;
  return isSettledByAll(table, pair);
}

test('whether there are other obstacles is asked where the answer settles a line', () => {
  const clear = tableOf(SHIPS);
  assert.equal(isAsked(clear), false, 'nothing is open');
  assert.equal(isAsked({ ...clear, areObstaclesOpen: true }), true, 'none was recognised');
  assert.equal(isAsked({ ...clear, unmeasurable: [across] }), true, 'something on the line');
  assert.equal(isAsked({ ...clear, unmeasurable: [{ ...across, at: { x: 600, y: 370 } }] }), false, 'something beside it');
});

test('it is not asked where a line stays open all the same, or a person has said it', () => {
  const doubted = { ...block('rock', 445, 365, 455, 375), detectionProbability: 0.3 };
  assert.equal(isAsked({ ...tableOf(SHIPS, [doubted]), unmeasurable: [across] }), false);
  assert.equal(
    isAsked({ ...tableOf(SHIPS), areObstaclesSaid: true, unmeasurable: [{ ...across, reason: UNMEASURED.obstacleWasThere }] }),
    false,
  );
});
