import assert from 'node:assert/strict';
import test from 'node:test';
import { choices } from '../../src/game/choices.js';
import type { BarAction } from '../../src/game/model/action.js';
import type { GameEvent } from '../../src/game/model/event.js';
import type { GameState } from '../../src/game/model/game-state.js';
import { readEvent } from '../../src/game/model/read-event.js';
import { english } from '../../src/texts/english.js';
import { begun, entry, gameShip, play, refused, toActivation } from './play.js';

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
