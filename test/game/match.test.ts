import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import Ajv2020 from 'ajv/dist/2020.js';
import { threeRounds } from '../../analyses/simulate/three-rounds.js';
import { eventsThatCount, present, replayed } from '../../src/game/log/history.js';
import { matchFile, readMatch } from '../../src/game/log/match-file.js';
import { statesOfMatch } from '../../src/game/log/states-of-match.js';
import { isRefusal } from '../../src/game/model/refusal.js';
import { RULES_VERSION } from '../../src/game/model/rules-version.js';
import { english } from '../../src/texts/english.js';
import { block, ship, tableOf } from '../judge/tables.js';
import { beginEvent, gameShip } from './play.js';
import { randomMatch } from './random-match.js';

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
  const notes = history.states.flatMap((state) => state.notes.map(english));
  assert.equal(notes.filter((note) => note.includes('partially executed')).length, 2);
  assert.ok(notes.some((note) => note.includes('range 3, front arc, obstructed')));
  const rolls = eventsThatCount(history).flatMap(({ event }) => (event.kind === 'roll' ? [event.faces.length] : []));
  // Luke's first attack: 3 dice against agility 3 and range 3; Biggs's: one die more for the asteroid.
  assert.deepEqual(rolls.slice(0, 2), [3, 4]);
  assert.ok(rolls.includes(5));
  assert.ok(notes.indexOf('“Howlrunner” is destroyed') < notes.indexOf('“Howlrunner” engages', notes.indexOf('“Howlrunner” is destroyed')));
});

test('the file is what the program that made it writes today', () => {
  assert.deepEqual(JSON.parse(JSON.stringify(matchFile(threeRounds()))), file);
});

test('a log of version 1, with its tables in radians, still plays to the same state', async () => {
  const old = JSON.parse(await readFile('test-fixtures/matches/three-rounds-v1.json', 'utf8'));
  assert.equal(old.version, 1);
  const [before, now] = [old, file].map((json) => statesOfMatch(json).at(-1)!.state);
  // By the rules of then a ship keeps every lock.
  assert.deepEqual(before, { ...now!, options: { ...now!.options, keepsLocks: true } });
});

test('the file of a match is in millimetres and degrees, says its rules version, and keeps covariances whole', () => {
  const covariance = { xx: 0.09, xy: 0.01, xh: 0.002, yy: 0.16, yh: -0.001, hh: 0.0004 };
  const tables = [
    tableOf([
      ship('a', 'small', 450.25, 200, 33, { covariance, tile: { turnRad: 0.01, sigmaRad: 0.002 } }),
      ship('b', 'large', 450, 500, 181),
    ]),
    {
      ...tableOf([ship('a', 'small', 1, 2, -7, { isFrontOpen: true, covariance }), ship('b', 'small', 300, 4, 5)]),
      jointCovariance: Array.from({ length: 36 }, (_, i) => (i % 7 === 0 ? 0.1 + i : 0.001)),
    },
  ];
  const obstacles = [
    {
      ...block('rock', 1, 2, 30, 40),
      sigmaMm: 0.5,
      token: { xws: 'x', name: 'x', mirrored: true, pose: { x: 1, y: 2, headingRad: 1 }, covariance },
    },
  ];
  const unmeasurable = [{ at: { x: 5, y: 6 }, radiusMm: 7, probability: 0.5, reason: 'hidden' }];
  const begin = beginEvent({ table: { ...tables[0]!, obstacles, unmeasurable } });
  const written = JSON.parse(JSON.stringify(matchFile({ entries: [begin, { kind: 'table', table: tables[1]! }] })));
  assert.equal(written.rulesVersion, RULES_VERSION);
  const [first] = written.tables[0].ships;
  assert.deepEqual([first.xMm, Math.round(first.headingDeg * 1e9) / 1e9, first.covariance.xx], [450.25, 33, 0.09]);
  assert.ok(Math.abs(first.covariance.hh - 0.0004 * (180 / Math.PI) ** 2) < 1e-12, 'degrees squared');
  assert.ok(!JSON.stringify(written).includes('Rad'), 'no radians');
  const back = readMatch(written).map((entry) => ('table' in entry ? entry.table : undefined));
  near(back, [begin.table, tables[1]]);
});

/** Equal but for the last bits of numbers. */
function near(found: unknown, expected: unknown, where = ''): void {
  if (typeof found === 'number' && typeof expected === 'number')
    assert.ok(Math.abs(found - expected) <= 4e-16 * Math.abs(expected), `${where}: ${found}, ${expected}`);
  else if (typeof expected === 'object' && expected !== null) {
    assert.deepEqual(Object.keys(found as object).sort(), Object.keys(expected).sort(), where);
    for (const [key, value] of Object.entries(expected)) near((found as Record<string, unknown>)[key], value, `${where}.${key}`);
  } else assert.equal(found, expected, where);
}

test('the log of a match is valid by docs/formats/match.schema.json', () => {
  const text = readFileSync('docs/formats/match.schema.json', 'utf8');
  const check = new Ajv2020({ allowUnionTypes: true }).compile(JSON.parse(text));
  assert.ok(check(structuredClone(file)), JSON.stringify(check.errors?.slice(0, 2)));
  for (let seed = 1; seed <= 2; seed++) assert.ok(check(JSON.parse(JSON.stringify(matchFile(randomMatch(seed).history)))), `seed ${seed}`);
  const [begin, second, ...rest] = file.entries;
  assert.equal(check({ ...file, entries: [begin, { ...second, event: { kind: 'dance' } }, ...rest] }), false);
});
