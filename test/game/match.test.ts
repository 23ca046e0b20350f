import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { threeRounds } from '../../src/analysis/matches/three-rounds.js';
import { counted, present, replayed } from '../../src/game/log/history.js';
import { matchFile, readMatch } from '../../src/game/log/match-file.js';
import { isRefusal } from '../../src/game/model/refusal.js';
import { gameShip } from './play.js';

const file = JSON.parse(await readFile('test-fixtures/matches/three-rounds.json', 'utf8'));

test('the example match of three rounds replays from its file to its end', () => {
  const history = replayed(readMatch(file));
  assert.ok(!isRefusal(history));
  const state = present(history)!;
  assert.deepEqual([state.round, state.phase], [4, 'planning']);
  // Read by hand from the log: four hits, one evaded, on a hull of 3; Biggs lost his stress to the blue maneuver of round 3.
  assert.deepEqual([gameShip(state, 'howl').isRemoved, gameShip(state, 'biggs').tokens.stress], [true, 0]);
  assert.equal(gameShip(state, 'luke').charges.protontorpedoes, 1);
});

test('the example match shows what its README says: partial executions, range bonuses, an obstacle, a removal after simultaneous fire', () => {
  const history = replayed(readMatch(file));
  assert.ok(!isRefusal(history));
  const notes = history.states.flatMap((state) => state.notes);
  assert.equal(notes.filter((note) => note.includes('partially executed')).length, 2);
  assert.ok(notes.some((note) => note.includes('range 3, front arc, obstructed')));
  const rolls = counted(history).flatMap(({ event }) => (event.kind === 'roll' ? [event.faces.length] : []));
  // Luke's first attack: 3 dice against agility 3 and range 3; Biggs's: one die more for the asteroid.
  assert.deepEqual(rolls.slice(0, 2), [3, 4]);
  assert.ok(rolls.includes(5));
  assert.ok(notes.indexOf('“Howlrunner” is destroyed') < notes.indexOf('“Howlrunner” engages', notes.indexOf('“Howlrunner” is destroyed')));
});

test('the file is what the program that made it writes today', () => {
  assert.deepEqual(JSON.parse(JSON.stringify(matchFile(threeRounds()))), file);
});
