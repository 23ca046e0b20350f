import assert from 'node:assert/strict';
import test from 'node:test';
import { choices } from '../../src/game/choices.js';
import { type History, replayed } from '../../src/game/log/history.js';
import { matchFile, readMatch } from '../../src/game/log/match-file.js';
import { notices } from '../../src/game/log/referee.js';
import type { BarAction } from '../../src/game/model/action.js';
import type { GameEvent } from '../../src/game/model/event.js';
import type { GameState } from '../../src/game/model/game-state.js';
import { readEvent } from '../../src/game/model/read-event.js';
import { nextToActivate } from '../../src/game/model/turn-order.js';
import { english } from '../../src/texts/english.js';
import { ship, tableOf } from '../judge/tables.js';
import { beginEvent, begun, entry, facing, gameShip, logOf, play, refused, toActivation } from './play.js';

const BAR: readonly BarAction[] = [
  { action: 'focus', color: 'white' },
  { action: 'barrel roll', color: 'white', linked: { action: 'lock', color: 'red' } },
  { action: 'barrel roll', color: 'white', linked: { action: 'evade', color: 'white' } },
  { action: 'boost', color: 'red', linked: { action: 'focus', color: 'purple' } },
  { action: 'evade', color: 'purple' },
];

/** Ship a before its action, with this many force charges. */
function before(force: number): GameState {
  const ships = [entry('a', 1, { actions: BAR, tokens: { force }, initiative: 1 }), entry('b', 2, { initiative: 5 })];
  return play(toActivation(begun({ ships })), { kind: 'activate', ship: 'a' }, { kind: 'reveal' }, { kind: 'execute' });
}

const offered = (state: GameState) => choices(state).flatMap(({ event, refusal }) => (event.kind === 'act' && !refusal ? [event] : []));
const act = (action: BarAction['action'], more: Partial<Extract<GameEvent, { kind: 'act' }>> = {}) =>
  ({ kind: 'act', ship: 'a', action, ...more }) as const;

test('a purple action is offered with a force charge and spends it; without one it is refused and changes nothing', () => {
  const state = before(1);
  assert.ok(offered(state).some(({ action, isPurple }) => action === 'evade' && isPurple));
  const done = play(state, act('evade', { isPurple: true }));
  assert.deepEqual([gameShip(done, 'a').tokens.force, gameShip(done, 'a').tokens.evade, gameShip(done, 'a').tokens.stress], [0, 1, 0]);
  const without = before(0);
  assert.ok(!offered(without).some(({ isPurple }) => isPurple));
  assert.match(english(refused(without, act('evade', { isPurple: true }), 'unpaid').message), /no force charge for a purple evade/);
});

test('what the bar links to an action is offered after it, once, and the stress of a red action forbids it', () => {
  const rolled = play(before(1), act('barrel roll'));
  const links = offered(rolled);
  assert.deepEqual(
    links.map(({ action, isRed = false, target, grantedBy }) => [action, isRed, target, grantedBy]),
    [
      ['lock', true, 'b', 'linked action'],
      ['evade', false, undefined, 'linked action'],
    ],
  );
  const locked = play(rolled, links[0]!);
  assert.deepEqual([gameShip(locked, 'a').locks, gameShip(locked, 'a').tokens.stress], [['b'], 1]);
  assert.deepEqual(offered(locked), []);
  assert.deepEqual(offered(play(rolled, { kind: 'end activation' })), []);
  assert.deepEqual(offered(play(before(1), act('focus'))), []);
  // A red boost gives stress: its purple focus may not follow.
  assert.deepEqual(offered(play(before(1), act('boost', { isRed: true }))), []);
  // An action that an ability grants links to nothing.
  assert.deepEqual(offered(play(play(before(1), act('focus')), act('barrel roll', { grantedBy: 'a card' }))), []);
});

test('a purple action in a log is read as it was written', () => {
  const event = act('evade', { isPurple: true });
  assert.deepEqual(readEvent(JSON.parse(JSON.stringify(event)), 'event'), event);
});

/** Nobody attacks, and the End Phase begins. */
function toEndPhase(state: GameState): GameState {
  let now = state;
  for (const { id } of nextToActivate(now))
    now = play(now, { kind: 'activate', ship: id }, { kind: 'reveal' }, { kind: 'execute' }, { kind: 'end activation' });
  now = play(now, { kind: 'next phase' });
  for (const id of ['b', 'a']) now = play(now, { kind: 'engage', ship: id }, { kind: 'end engaging' });
  return play(now, { kind: 'next phase' });
}

test('a ship recovers one force charge in each End Phase, up to what it began with', () => {
  const force = (state: GameState) => gameShip(state, 'a').tokens.force;
  const spent = play(before(3), act('evade', { isPurple: true }), act('evade', { isPurple: true, grantedBy: 'a card' }));
  assert.equal(force(spent), 1);
  const end = (state: GameState) => toEndPhase(play(state, { kind: 'end activation' }));
  const first = end(spent);
  assert.equal(force(first), 2);
  assert.ok(first.notes.some((note) => english(note) === 'a recovers a force charge'));
  assert.equal(force(end(before(3))), 3);
  // One that a card gave beyond its capacity stays, and brings nothing back.
  assert.equal(force(end(play(before(0), { kind: 'tokens', ship: 'a', token: 'force', by: 1, reason: 'a card' }))), 1);
});

test('a ship that activates ionized may perform only a focus action, not even a linked one, unless a card grants it', () => {
  const ships = [entry('a', 1, { actions: BAR, tokens: { ion: 1 }, initiative: 1 }), entry('b', 2, { initiative: 5 })];
  const state = play(begun({ ships }), { kind: 'next phase' }, { kind: 'activate', ship: 'a' }, { kind: 'execute' });
  assert.equal(gameShip(state, 'a').tokens.ion, 0);
  assert.deepEqual(
    offered(state).map(({ action }) => action),
    ['focus'],
  );
  assert.match(english(refused(state, act('barrel roll'), 'ionized').message), /only a focus action/);
  assert.equal(gameShip(play(state, act('evade', { grantedBy: 'a card' })), 'a').tokens.evade, 1);
});

test('a lock of the bar reaches to range 3; a ship that may be within it is locked, and a card may lock farther', () => {
  const at = (gapMm: number) => {
    const ships = [entry('a', 1, { actions: [{ action: 'lock', color: 'white' }], initiative: 1 }), entry('b', 2, { initiative: 5 })];
    // It executes a straight 1, which is 80 mm in all with its base, before it locks.
    const table = facing(gapMm + 80);
    return play(toActivation(begun({ ships, table })), { kind: 'activate', ship: 'a' }, { kind: 'reveal' }, { kind: 'execute' });
  };
  const lock = act('lock', { target: 'b' });
  assert.deepEqual(gameShip(play(at(290), lock), 'a').locks, ['b']);
  assert.deepEqual(gameShip(play(at(300), lock), 'a').locks, ['b']);
  assert.match(english(refused(at(310), lock, 'beyond-range').message), /b is beyond range 3 of a/);
  assert.deepEqual(offered(at(310)), []);
  assert.deepEqual(gameShip(play(at(310), act('lock', { target: 'b', grantedBy: 'a card' })), 'a').locks, ['b']);
});

test('a reload gives a disarm token, and so does a SLAM', () => {
  for (const action of ['reload', 'slam'] as const) assert.equal(gameShip(play(before(0), act(action)), 'a').tokens.disarm, 1);
});

test('a lock replaces the one before; what people say beside the table stays, with a word about it; a log by older rules is played as it was', () => {
  const table = tableOf([...facing(150).ships, ship('c', 'small', 600, 390, 180)]);
  const ships = [entry('a', 1, { initiative: 1 }), entry('b', 2), entry('c', 2)];
  const events: readonly GameEvent[] = [act('lock', { target: 'b', grantedBy: 'x' }), act('lock', { target: 'c', grantedBy: 'x' })];
  const begin = beginEvent({ ships, table });
  const started = toActivation(play(undefined, begin));
  const locked = play(started, ...events);
  assert.deepEqual(gameShip(locked, 'a').locks, ['c']);
  assert.ok(locked.notes.some((note) => english(note) === 'a: loses its lock on b, since a ship keeps only one'));
  assert.deepEqual(gameShip(play(locked, events[1]!), 'a').locks, ['c'], 'the same ship again');
  const both = play(locked, { kind: 'lock', ship: 'a', target: 'b', isHeld: true, reason: 'a card' });
  assert.deepEqual(gameShip(both, 'a').locks, ['c', 'b']);
  assert.ok(both.notes.some((note) => /more than one lock/.test(english(note))));
  const file = matchFile({ entries: [...logOf(started), ...events] });
  const end = (rulesVersion: number) => {
    const history = replayed(readMatch(JSON.parse(JSON.stringify({ ...file, rulesVersion }))));
    return gameShip((history as History).states.at(-1)!, 'a').locks;
  };
  assert.deepEqual([end(6), end(7)], [['b', 'c'], ['c']]);
});

test('a jam token takes a lock, or a green token or lock that comes after it; of several people choose', () => {
  const jam: GameEvent = { kind: 'tokens', ship: 'a', token: 'jam', by: 1, reason: 'x' };
  const [lock, focus] = [act('lock', { target: 'b', grantedBy: 'x' }), act('focus', { grantedBy: 'x' })];
  const left = (...events: readonly GameEvent[]) => {
    const { tokens, locks } = gameShip(play(before(0), ...events), 'a');
    return [tokens.jam, tokens.focus, locks.length];
  };
  assert.deepEqual(left(lock, jam), [0, 0, 0]);
  assert.deepEqual(left(jam, lock), [0, 0, 0]);
  assert.deepEqual(left(jam, focus), [0, 0, 0]);
  assert.deepEqual(left(focus, jam), [0, 0, 0]);
  assert.deepEqual(left(lock, focus, jam), [1, 1, 1], 'which goes is for people to choose');
  const open = play(before(0), lock, focus, jam);
  assert.deepEqual(
    notices(open).map(({ ship: id, code }) => [id, code]),
    [['a', 'jam-open']],
  );
});
