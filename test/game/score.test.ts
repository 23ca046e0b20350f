import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { MatchState } from '../../src/game/log/states-of-match.js';
import type { GameEvent } from '../../src/game/model/event.js';
import { hallResults, resultsCsv } from '../../src/game/score/hall-results.js';
import { scoreOf } from '../../src/game/score/score.js';
import { readScore, type ScoreFile, scoreFile } from '../../src/game/score/score-file.js';
import { hashmark } from '../cli/hashmark.js';
import { beginEvent, entry, facing, play } from './play.js';

const SHIPS = [
  entry('a', 1, { hull: 3, shields: 2, points: 5 }),
  entry('b', 2, { hull: 4, shields: 0 }),
  entry('c', 2, { hull: 1, shields: 0, points: 7 }),
];
const hit = (ship: string, count: number): GameEvent => ({ kind: 'suffer', ship, damage: 'hit', count, reason: 'x' });

function states(...events: readonly GameEvent[]): readonly MatchState[] {
  const found: MatchState[] = [];
  for (const event of [beginEvent({ table: facing(150), ships: SHIPS }), ...events])
    found.push({ event, state: play(found.at(-1)?.state, event) });
  return found;
}
const lost = (...events: readonly GameEvent[]) => scoreOf(states(...events))!.ships.map(({ lost: what }) => what);

test('a ship is halved once half of its hull and shields together, rounded up, is lost, and lost whole when it is destroyed or fled', () => {
  assert.equal(scoreOf([]), undefined);
  assert.deepEqual(lost(), ['nothing', 'nothing', 'nothing']);
  assert.deepEqual(lost(hit('a', 2), hit('b', 1)), ['nothing', 'nothing', 'nothing'], '2 of 5, 1 of 4');
  assert.deepEqual(lost(hit('a', 3), hit('b', 2)), ['half', 'half', 'nothing'], '3 of 5, 2 of 4');
  assert.deepEqual(lost(hit('a', 5), hit('c', 1)), ['all', 'nothing', 'all']);
  assert.deepEqual(lost({ kind: 'flee', ship: 'c' }), ['nothing', 'nothing', 'all']);
});

test('a ship that is described before it has lost anything is measured by that; what is said of one that has lost some is what is left', () => {
  const described = (hull: number, shields: number): GameEvent => ({ kind: 'describe ship', ship: entry('b', 2, { hull, shields }) });
  const b = (...events: readonly GameEvent[]) => {
    const { whole, left, lost: what } = scoreOf(states(...events))!.ships[1]!;
    return [whole, left, what];
  };
  // It began with the round numbers of an unknown ship, 4 and 0, and is a TIE fighter of hull 3.
  assert.deepEqual(b(described(3, 0)), [3, 3, 'nothing']);
  assert.deepEqual(b(described(3, 0), hit('b', 1)), [3, 2, 'nothing']);
  assert.deepEqual(b(described(3, 0), hit('b', 2)), [3, 1, 'half']);
  assert.deepEqual(b(described(5, 3), described(3, 0), described(4, 1)), [5, 5, 'nothing']);
  assert.deepEqual(b(hit('b', 1), described(2, 0)), [4, 2, 'half']);
  assert.deepEqual(b(hit('b', 1), described(5, 3)), [8, 8, 'nothing']);
});

test('half points are rounded up, and points that nobody has said leave the sum open', () => {
  const score = scoreOf(states(hit('a', 3), hit('b', 2), hit('c', 1)))!;
  assert.deepEqual(score.players, [
    { player: 1, points: 7, unknown: 1, destroyed: 1, halved: 1 },
    { player: 2, points: 3, unknown: 0, destroyed: 0, halved: 1 },
  ]);
  assert.equal(scoreOf(states(hit('b', 2)), { b: 9 })!.players[0].points, 5, 'what people say counts');
});

const sheet = (table: string, name: string, minute = 0): ScoreFile =>
  scoreFile(
    scoreOf(states(hit('c', 1)))!,
    { table, names: [name, 'Ines'], mission: [2, 4], isOver: true },
    new Date(Date.UTC(2026, 10, 25, 20, minute)),
  );

test('a score sheet comes back from its file, and what is not a valid one is refused with the reason', () => {
  const written = sheet('7', 'Mara');
  assert.deepEqual(readScore(JSON.parse(JSON.stringify(written))), written);
  assert.throws(() => readScore({ format: 'hashmark-match' }), /no score sheet/);
  assert.throws(() => readScore({ ...written, players: written.players.slice(1) }), /players/);
});

test('of several sheets of one table the newest counts; tables stand as people number them, and no name becomes a formula', () => {
  const { tables } = hallResults([sheet('10', 'Zoe'), sheet('2', 'Mara', 5), sheet('2', 'Mara', 1), sheet('2', 'Mara', 3)]);
  assert.deepEqual(
    tables.map(({ table, writtenAt }) => [table, writtenAt.slice(14, 16)]),
    [
      ['2', '05'],
      ['10', '00'],
    ],
  );
  const rows = resultsCsv(hallResults([sheet('1', '=1+1'), sheet('3', 'a,"b"')])).split('\n');
  assert.match(rows[1]!, /^1,1,'=1\+1,9,7,2,1,0,0,yes,1,/);
  assert.match(rows[3]!, /^3,1,"a,""b""",/);
});

test('the command line makes one file of the sheets of a hall', async () => {
  const path = 'docs/formats/examples/score.json';
  const { status, stdout } = await hashmark('results', path, '--json');
  assert.equal(status, 0);
  assert.deepEqual(JSON.parse(stdout).tables, [readScore(JSON.parse(readFileSync(path, 'utf8')))]);
  assert.match((await hashmark('results', path)).stdout, /^table,player,name,total.*\n7,1,Mara,11,7,4,/);
  assert.equal((await hashmark('results')).status, 2);
  assert.equal((await hashmark('results', 'docs/formats/examples/scene.json')).status, 1);
});
