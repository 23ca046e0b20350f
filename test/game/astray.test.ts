import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GameSession } from '../../src/app/match/state/game-session.js';
import { eventsThatCount } from '../../src/game/log/history.js';
import { matchFile, readMatch } from '../../src/game/log/match-file.js';
import { movesByPlayer, moveWords, seenMoves } from '../../src/game/log/seen-moves.js';
import { attackOf } from '../../src/game/model/lookup.js';
import { flown } from '../../src/game/table/flown.js';
import type { Table } from '../../src/table/table.js';
import { english } from '../../src/texts/english.js';
import { ship, sigmas, tableOf } from '../judge/tables.js';
import { beginEvent, entry, gameShip } from './play.js';

const covariance = sigmas(0.3, 0.3, 0.002);
const at = (a: readonly [number, number, number], b: readonly [number, number, number]): Table =>
  tableOf([ship('a', 'small', ...a, { covariance }), ship('b', 'small', ...b, { covariance })]);
const START = at([300, 100, 0], [600, 800, 180]);
const SHIPS = [entry('a', 1, { initiative: 1, dial: ['2FW', '3FW', '1BW'] }), entry('b', 2, { initiative: 2, dial: ['2FW', '1BW'] })];

/** A match that is watched, in the Activation Phase: `a` is the first to move. */
function watched(): GameSession {
  const play = new GameSession(START, () => {});
  assert.ok(play.do({ ...beginEvent({ table: START, ships: SHIPS }), options: { asksWhatHappened: true } }));
  assert.ok(play.do({ kind: 'next phase' }));
  assert.equal(play.now.state!.activation!.ship, 'a');
  return play;
}

/** The ship has moved on the table before anybody says what its dial shows. */
function flies(play: GameSession, table: Table, code: string): void {
  play.see(table);
  assert.ok(play.do({ kind: 'reveal', code }));
  assert.ok(play.do({ kind: 'execute', seen: play.now.table }), play.now.refusal?.code);
}

test('a ship that was moved before its dial was entered still flies from where it stood, and what moved names the maneuver', () => {
  const play = watched();
  play.see(at([300, 221.2, 0], [600, 679, 180]));
  const [best, ...others] = flown(play.now.state!, 'a', play.now.table);
  assert.deepEqual([best!.code, others.length], ['2FW', 0]);
  flies(play, play.now.table, '2FW');
  const { state } = play.now;
  assert.equal(state!.table.ships[0]!.pose.y, 221.2);
  assert.equal(state!.table.ships[1]!.pose.y, 800, 'the other one, already moved too, is held back until it is due');
  assert.equal(gameShip(state!, 'a').astray, undefined);
  assert.ok(play.do({ kind: 'act', ship: 'a', action: 'focus' }));
  assert.equal(play.now.state!.activation!.ship, 'b');
  flies(play, play.now.table, '2FW');
  assert.equal(play.now.state!.table.ships[1]!.pose.y, 679);
});

test('a ship that ends where its maneuver does not lead is not judged until somebody says what happened', () => {
  const play = watched();
  flies(play, at([300, 262, 0], [600, 800, 180]), '2FW');
  const { astray } = gameShip(play.now.state!, 'a');
  assert.equal(Math.round(astray!.distanceMm), 42);
  assert.ok(play.do({ kind: 'act', ship: 'a', action: 'focus' }));
  flies(play, at([300, 262, 0], [400, 500, 180]), '2FW');
  assert.ok(gameShip(play.now.state!, 'b').astray);
  assert.ok(play.do({ kind: 'act', ship: 'b', action: 'focus' }));
  assert.equal(attackOf(play.now.state!)?.step, 'declare defender', 'no engagement passes by because of it');
  const attacker = attackOf(play.now.state!)!.attacker;
  assert.equal(play.do({ kind: 'declare defender', defender: attacker === 'a' ? 'b' : 'a' }), false);
  assert.equal(play.now.refusal!.code, 'astray');
  for (const id of ['a', 'b']) assert.ok(play.do({ kind: 'stands right', ship: id, reason: 'players agree' }));
  assert.equal(play.do({ kind: 'stands right', ship: 'a', reason: 'again' }), false);
  assert.equal(gameShip(play.now.state!, 'a').astray, undefined);
  play.do({ kind: 'declare defender', defender: attacker === 'a' ? 'b' : 'a' });
  assert.notEqual(play.now.refusal?.code, 'astray');
});

test('a ship that somebody bumps outside of its turn is astray until it is put back; what a person placed is believed', () => {
  const session = watched();
  flies(session, at([300, 220, 0], [600, 800, 180]), '2FW');
  assert.equal(gameShip(session.now.state!, 'a').astray, undefined);
  assert.ok(session.do({ kind: 'act', ship: 'a', action: 'focus' }));
  session.see(at([325, 230, 20], [600, 800, 180]));
  assert.ok(session.do({ kind: 'reveal', code: '2FW' }));
  assert.ok(session.do({ kind: 'execute' }));
  assert.ok(gameShip(session.now.state!, 'a').astray, 'moved while b was to move');
  session.see(at([302, 222, 1], [600, 680, 180]));
  assert.ok(session.do({ kind: 'act', ship: 'b', action: 'focus' }));
  assert.equal(gameShip(session.now.state!, 'a').astray, undefined, 'put back, it is noticed by itself');
  const placed = at([360, 230, 20], [600, 680, 180]);
  session.see({ ...placed, ships: placed.ships.map((one) => (one.id === 'a' ? { ...one, isByHand: true } : one)) });
  assert.ok(session.do({ kind: 'next phase' }));
  assert.equal(session.now.state!.table.ships[0]!.pose.x, 360);
  assert.equal(gameShip(session.now.state!, 'a').astray, undefined);
});

test('a ship that is put back is judged again at once, while nothing else is done', () => {
  const play = watched();
  flies(play, at([340, 262, 0], [600, 800, 180]), '2FW');
  assert.ok(gameShip(play.now.state!, 'a').astray);
  play.see(at([330, 240, 0], [600, 800, 180]));
  assert.ok(gameShip(play.now.state!, 'a').astray, 'while it activates');
  const { length } = play.now.history.entries;
  play.see(at([300, 221, 0], [600, 679, 180]));
  assert.equal(gameShip(play.now.state!, 'a').astray, undefined);
  assert.equal(play.now.state!.table.ships[1]!.pose.y, 800, 'the other one, moved too, is held back');
  assert.equal(play.now.history.entries.length, length + 1);
});

test('a boost is seen when the table is next looked at, and is no reason to ask', () => {
  const play = watched();
  flies(play, at([300, 220, 0], [600, 800, 180]), '2FW');
  assert.ok(play.do({ kind: 'act', ship: 'a', action: 'boost' }));
  play.see(at([300, 300, 0], [600, 800, 180]));
  assert.ok(play.do({ kind: 'reveal', code: '2FW' }));
  assert.ok(play.do({ kind: 'execute' }));
  assert.equal(gameShip(play.now.state!, 'a').astray, undefined);
  assert.equal(play.now.state!.table.ships[0]!.pose.y, 300);
});

test('a judge is shown the moves that were seen, with sigma; below the tolerance nothing is noted, and a file brings them back', () => {
  const play = watched();
  flies(play, at([300.5, 222.1, 0.4], [600, 800, 180]), '2FW');
  assert.ok(play.do({ kind: 'act', ship: 'a', action: 'focus' }));
  flies(play, at([300.5, 222.1, 0.4], [600, 673, 180]), '2FW');
  const moves = seenMoves(eventsThatCount(play.now.history));
  assert.deepEqual(
    moves.map(({ ship: id, isNoted, offset }) => [id, isNoted, Math.round(offset.forwardMm)]),
    [
      ['a', false, 2],
      ['b', true, 7],
    ],
  );
  assert.match(
    english(moveWords(moves[0]!)),
    /^2\.1 mm beyond the template, 0\.5 mm to its right, turned 0\.4° clockwise, sigma 0\.\d mm and 0\.\d°$/,
  );
  assert.doesNotMatch(moves.map((move) => english(moveWords(move))).join(), /illegal|cheat|wrong/i);
  assert.deepEqual(
    seenMoves(eventsThatCount(play.now.history), { mm: 1, deg: 3 }).map(({ isNoted }) => isNoted),
    [true, true],
  );
  assert.deepEqual(
    movesByPlayer(moves).map(({ owner, moves: n, noted }) => [owner, n, noted]),
    [
      [1, 1, 0],
      [2, 1, 1],
    ],
  );
  const again = new GameSession(START, () => {});
  again.open(JSON.parse(JSON.stringify(matchFile(play.now.history))));
  again.show(undefined);
  assert.ok(readMatch(JSON.parse(JSON.stringify(matchFile(play.now.history)))).length > 5);
  assert.deepEqual(seenMoves(eventsThatCount(again.now.history)).map(moveWords), moves.map(moveWords));
});

test('a ship that was placed by the rules is compared as soon as a camera sees it, unless an action or a hand may have moved it since', () => {
  const placed = (next: readonly [number, number, number], action: 'focus' | 'boost') => {
    const play = watched();
    assert.ok(play.do({ kind: 'reveal', code: '2FW' }));
    assert.ok(play.do({ kind: 'execute' }));
    play.see(at(next, [600, 800, 180]));
    assert.ok(play.do({ kind: 'act', ship: 'a', action }));
    assert.ok(play.do({ kind: 'reveal', code: '2FW' }));
    assert.ok(play.do({ kind: 'execute' }));
    return seenMoves(eventsThatCount(play.now.history)).map(({ ship: id, offset }) => [id, Math.round(10 * offset.forwardMm)]);
  };
  assert.deepEqual(placed([300.5, 222.1, 0.4], 'focus'), [['a', 21]]);
  assert.deepEqual(placed([300, 282, 0], 'boost'), []);
  assert.deepEqual(placed([360, 240, 0], 'focus'), [], 'it is astray, and somebody has to say why');
});
