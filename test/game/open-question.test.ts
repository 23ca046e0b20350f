import assert from 'node:assert/strict';
import test from 'node:test';
import type { Question } from '../../src/game/model/question.js';
import { openQuestion } from '../../src/game/table/open-question.js';
import { ship, sigmas, tableOf } from '../judge/tables.js';
import { begun, entry } from './play.js';

/** Bases 0.1 mm from each other, known to 1 mm. */
const covariance = sigmas(1, 1, 0);
const near = [ship('a', 'small', 450, 300, 0, { covariance }), ship('b', 'small', 450, 340.1, 180, { covariance })];
const STATE = begun({ table: tableOf(near), ships: [entry('a', 1), entry('b', 2)] });

test('a question that makes no sense is not open: no such maneuver or alignment, nothing of that name, a ship to itself', () => {
  const questions: readonly Question[] = [
    { about: 'full execution', from: 'a', code: '9ZZ' },
    { about: 'full execution', from: 'a', code: '1FW', align: 'left' },
    { about: 'full execution', from: 'c', code: '1FW' },
    { about: 'over obstacle', from: 'a', to: 'rock', code: '1FW' },
    { about: 'touching', from: 'a', to: 'c' },
    { about: 'touching', from: 'a', to: 'a' },
  ];
  for (const question of questions) assert.equal(openQuestion(STATE, question), undefined, JSON.stringify(question));
});

test('a question that the table leaves open comes with every answer that may be right, whatever a judge has said', () => {
  const question = { about: 'touching', from: 'a', to: 'b' } as const;
  for (const decisions of [[], [{ question, answer: true }]]) {
    const { outcomes } = openQuestion({ ...STATE, decisions }, question)!;
    // The gap is 0.1 mm, its sigma that of two places: 1.41 mm.
    assert.deepEqual(outcomes.map(({ answer }) => answer).sort(), [false, true]);
    assert.ok(Math.abs(outcomes.find(({ answer }) => answer === true)!.probability - 0.472) < 0.01);
  }
});
