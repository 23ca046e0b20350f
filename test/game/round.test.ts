import assert from 'node:assert/strict';
import test from 'node:test';
import { notices } from '../../src/game/log/referee.js';
import type { Ability } from '../../src/game/model/ability.js';
import type { GameState } from '../../src/game/model/game-state.js';
import { nextToActivate, nextToEngage, stillDue } from '../../src/game/model/turn-order.js';
import { unfinished } from '../../src/game/steps/phases.js';
import { english } from '../../src/texts/english.js';
import { ship, tableOf } from '../judge/tables.js';
import { beginEvent, begun, entry, facing, gameShip, play, refused, toActivation, toEngagement } from './play.js';

const four = () =>
  begun({
    table: tableOf(['p', 'q', 'r', 's'].map((id, i) => ship(id, 'small', 150 + 200 * i, 200, 0))),
    ships: [
      entry('p', 2, { initiative: 1 }),
      entry('q', 1, { initiative: 3 }),
      entry('r', 2, { initiative: 3 }),
      entry('s', 1, { initiative: 6 }),
    ],
  });
const ids = (ships: readonly { readonly id: string }[]) => ships.map(({ id }) => id);

test('the lowest initiative activates first, the highest engages first, and the first player before the other', () => {
  let state = toActivation(four());
  const activated: string[] = [];
  while (nextToActivate(state).length > 0) {
    const [next] = ids(nextToActivate(state));
    activated.push(next!);
    state = play(state, { kind: 'activate', ship: next! }, { kind: 'reveal' }, { kind: 'execute' }, { kind: 'end activation' });
  }
  assert.deepEqual(activated, ['p', 'q', 'r', 's']);
  state = play(state, { kind: 'next phase' });
  const engaged: string[] = [];
  while (nextToEngage(state).length > 0) {
    const [next] = ids(nextToEngage(state));
    engaged.push(next!);
    state = play(state, { kind: 'engage', ship: next! }, { kind: 'end engaging' });
  }
  assert.deepEqual(engaged, ['s', 'q', 'r', 'p']);
  assert.equal(play(state, { kind: 'next phase' }, { kind: 'next phase' }).round, 2);
});

test('who is still due is listed in the order of the rules', () => {
  const ships = [
    entry('a', 1, { initiative: 3 }),
    entry('b', 2, { initiative: 3 }),
    entry('c', 2, { initiative: 1 }),
    entry('d', 1, { initiative: 5 }),
  ];
  const state = toActivation(begun({ ships, firstPlayer: 2, table: tableOf([]) }));
  assert.deepEqual(ids(stillDue(state)), ['c', 'b', 'a', 'd']);
  assert.deepEqual(ids(stillDue({ ...state, phase: 'engagement' })), ['d', 'b', 'a', 'c']);
  assert.deepEqual(ids(stillDue({ ...state, phase: 'end' })), []);
});

test('who is not due neither activates nor engages', () => {
  const state = toActivation(four());
  refused(state, { kind: 'activate', ship: 's' }, 'out-of-turn');
  refused(state, { kind: 'engage', ship: 'p' }, 'out-of-turn');
  refused(state, { kind: 'set dial', ship: 'p', code: '1FW' }, 'out-of-turn');
});

test('two ships of one player and one initiative activate in the order that player likes', () => {
  const state = toActivation(begun({ table: facing(50), ships: [entry('a', 1), entry('b', 1)] }));
  assert.deepEqual(ids(nextToActivate(state)), ['a', 'b']);
  play(state, { kind: 'activate', ship: 'b' });
});

test('a phase ends when nothing in it is missing, and what is missing is said', () => {
  const state = toActivation(four());
  assert.deepEqual(unfinished(state).map(english), ['p has not activated']);
  assert.match(english(refused(state, { kind: 'next phase' }, 'out-of-turn').message), /p has not activated/);
});

test('round tokens leave in the End Phase, stress, strain, ion and force stay', () => {
  const tokens = { focus: 1, evade: 1, jam: 1, stress: 2, strain: 1, ion: 1, force: 2 };
  let state = toEngagement(begun({ table: facing(50), ships: [entry('a', 1, { tokens: { ...tokens, ion: 0 } }), entry('b', 2)] }));
  state = play(
    state,
    { kind: 'engage', ship: 'a' },
    { kind: 'end engaging' },
    { kind: 'engage', ship: 'b' },
    { kind: 'end engaging' },
    { kind: 'next phase' },
  );
  const { focus, evade, jam, stress, strain, force } = gameShip(state, 'a').tokens;
  assert.deepEqual([focus, evade, jam, stress, strain, force], [0, 0, 0, 2, 1, 2]);
});

const codes = (state: GameState) => notices(state).map(({ ship: id, code }) => `${id} ${code}`);

test('the referee misses tokens that do not lie beside the ship, and no dial that lies on the table', () => {
  const state = begun({ ships: [entry('a', 1, { tokens: { stress: 1 } }), entry('b', 2)] });
  assert.deepEqual(codes(state), []);
  const counted = play(state, { kind: 'count tokens', ship: 'a', token: 'stress', count: 0 });
  assert.deepEqual(codes(counted), ['a token-missing']);
  assert.match(english(notices(counted)[0]!.text), /1 stress forgotten/);
  assert.deepEqual(codes(play(counted, { kind: 'count tokens', ship: 'a', token: 'stress', count: 1 })), []);
  // What was counted was said of that moment: once tokens of the kind come or go, the referee knows nothing of what lies there.
  const more = { kind: 'tokens', ship: 'a', reason: 'x', by: 1 } as const;
  assert.deepEqual(codes(play(counted, { ...more, token: 'stress' })), []);
  assert.deepEqual(codes(play(counted, { ...more, token: 'focus' })), codes(counted));
});

test('[MAN-27] a dial that was entered nowhere shows its maneuver when it is turned over, and only one of the ship’s own', () => {
  const ships = [entry('a', 1, { dial: ['2FB', '3KR'] }), entry('b', 2)];
  const state = play(begun({ table: facing(300), ships }), { kind: 'next phase' }, { kind: 'activate', ship: 'a' });
  refused(state, { kind: 'reveal' }, 'unknown');
  refused(state, { kind: 'reveal', code: '3FW' }, 'MAN-01');
  const shown = play(state, { kind: 'reveal', code: '2FB' });
  assert.deepEqual(gameShip(shown, 'a').set, { code: '2FB', isRevealed: true });
  assert.equal(gameShip(play(shown, { kind: 'execute' }), 'a').tokens.stress, 0);
  const set = play(begun({ ships }), { kind: 'set dial', ship: 'a', code: '2FB' }, { kind: 'next phase' }, { kind: 'activate', ship: 'a' });
  refused(set, { kind: 'reveal', code: '3KR' }, 'MAN-27');
});

test('[MAN-28] [MAN-29] an ionized ship has no dial and reveals nothing, its ion tokens leave, and the next round it flies as always', () => {
  const effects = [{ does: 'by hand', text: 'x' }] as const;
  const revealed: Ability = { id: 'r', name: 'R', ship: 'a', kind: 'ability', window: 'after revealing', effects, isOptional: true };
  let state = begun({
    table: facing(400),
    ships: [entry('a', 1, { tokens: { ion: 1 }, initiative: 1 }), entry('b', 2)],
    abilities: [revealed],
  });
  refused(state, { kind: 'set dial', ship: 'a', code: '1FW' }, 'MAN-28');
  state = play(state, { kind: 'next phase' }, { kind: 'activate', ship: 'a' });
  refused(state, { kind: 'reveal', code: '1FW' }, 'MAN-28');
  refused(state, { kind: 'trigger', window: 'after revealing', ship: 'a' }, 'MAN-29');
  state = play(state, { kind: 'execute' }, { kind: 'end activation' });
  assert.deepEqual([state.queue, gameShip(state, 'a').tokens.ion, gameShip(state, 'a').set], [[], 0, undefined]);
  const stays = { b: '0OW' } as Readonly<Record<string, string>>;
  state = play(state, { kind: 'activate', ship: 'b' }, { kind: 'reveal', code: stays.b! }, { kind: 'execute' }, { kind: 'end activation' });
  state = play(state, { kind: 'next phase' });
  for (const ship of ['b', 'a']) state = play(state, { kind: 'engage', ship }, { kind: 'end engaging' });
  state = play(state, { kind: 'next phase' }, { kind: 'next phase' }, { kind: 'next phase' }, { kind: 'activate', ship: 'a' });
  state = play(state, { kind: 'reveal', code: '2FW' });
  assert.deepEqual(
    state.queue.map(({ ability }) => ability),
    ['r'],
  );
});

test('the referee sees a red maneuver on the dial of a ship that became stressed', () => {
  const state = play(toActivation(begun(), { a: '1FR' }), { kind: 'tokens', ship: 'a', token: 'stress', by: 1, reason: 'x' });
  assert.deepEqual(codes(state), ['a red-while-stressed']);
});

test('the referee asks which green token a jam token removes where there are several kinds', () => {
  const state = begun({ ships: [entry('a', 1, { tokens: { focus: 1, evade: 1 } }), entry('b', 2)] });
  const jammed = toActivation(play(state, { kind: 'tokens', ship: 'a', token: 'jam', by: 1, reason: 'x' }));
  assert.deepEqual(codes(jammed), ['a jam-open']);
});

/** One round in which everybody executes the same maneuver and nobody attacks. */
function round(state: GameState, code: string): GameState {
  const dials = Object.fromEntries(state.ships.map(({ id }) => [id, code]));
  let now = toActivation(state, dials);
  for (const { id } of now.ships)
    now = play(now, { kind: 'activate', ship: id }, { kind: 'reveal' }, { kind: 'execute' }, { kind: 'end activation' });
  now = play(now, { kind: 'next phase' });
  for (const { id } of now.ships) now = play(now, { kind: 'engage', ship: id }, { kind: 'end engaging' });
  return play(now, { kind: 'next phase' }, { kind: 'next phase' });
}

test('the referee sees a ship that has not moved for two rounds', () => {
  const start = begun({ table: tableOf([ship('a', 'small', 200, 200, 0), ship('b', 'small', 600, 200, 0)]) });
  const isStill = (state: GameState) => codes(state).includes('a still');
  const one = round(start, '0OW');
  assert.equal(isStill(one), false);
  const two = round(one, '0OW');
  assert.equal(isStill(two), true);
  assert.equal(isStill(round(two, '1FW')), false);
});

test('the referee sees an action that an ability grants after a partial maneuver', () => {
  const table = tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'small', 450, 390, 0)]);
  let state = toActivation(begun({ table, ships: [entry('a', 1, { initiative: 1 }), entry('b', 2)] }));
  state = play(state, { kind: 'activate', ship: 'a' }, { kind: 'reveal' }, { kind: 'execute' });
  const acted = play(state, { kind: 'act', ship: 'a', action: 'focus', grantedBy: 'an ability' });
  assert.ok(notices(acted).some(({ text }) => english(text).includes('after a partial maneuver')));
});

test('a match may begin with one engagement, as the ships stand; the next round is a whole one', () => {
  const state = play(undefined, {
    ...beginEvent({ table: facing(50), ships: [entry('a', 1, { initiative: 4 }), entry('b', 2)] }),
    startsIn: 'engagement',
  });
  assert.deepEqual([state.phase, ids(nextToEngage(state))], ['engagement', ['a']]);
  refused(state, { kind: 'engage', ship: 'b' }, 'out-of-turn');
  let over = state;
  for (const id of ['a', 'b']) over = play(over, { kind: 'engage', ship: id }, { kind: 'end engaging' });
  assert.deepEqual(
    [play(over, { kind: 'next phase' }, { kind: 'next phase' })].map(({ round: n, phase }) => [n, phase]),
    [[2, 'planning']],
  );
});

test('bad input is refused: an unknown ship, doubled ids, a hull of 0, an ability of nobody, a second beginning', () => {
  const state = begun();
  refused(undefined, { kind: 'reveal' }, 'out-of-turn');
  refused(state, beginEvent(), 'out-of-turn');
  refused(undefined, beginEvent({ ships: [entry('a', 1), entry('a', 2)] }), 'unknown');
  refused(undefined, beginEvent({ ships: [entry('a', 1, { hull: 0 })] }), 'unknown');
  refused(undefined, beginEvent({ ships: [entry('a', 1, { agility: -1 })] }), 'unknown');
  refused(undefined, beginEvent({ ships: [entry('a', 1, { dial: ['7XX'] })] }), 'MAN-01');
  refused(
    undefined,
    beginEvent({ abilities: [{ kind: 'ability', id: 'x', name: 'x', ship: 'z', isOptional: true, window: 'after action', effects: [] }] }),
    'unknown',
  );
  refused(state, { kind: 'set dial', ship: 'z', code: '1FW' }, 'unknown');
  refused(state, { kind: 'tokens', ship: 'a', token: 'focus', by: -1, reason: 'x' }, 'unknown');
  refused(state, { kind: 'nonsense' } as never, 'unknown');
});

test('a ship that no list knows is described by hand in the middle of the match', () => {
  const state = play(begun(), { kind: 'describe ship', ship: entry('a', 1, { name: 'Home-made', agility: 3, shields: 5 }) });
  assert.deepEqual([gameShip(state, 'a').name, gameShip(state, 'a').agility, gameShip(state, 'a').shields], ['Home-made', 3, 5]);
});

test('what keeps a phase from its end is said by the names of the ships', () => {
  const named = begun({ ships: [entry('a', 1, { name: 'Red Five' }), entry('b', 2)] });
  const said = (state: GameState) => unfinished(state).map(english);
  assert.deepEqual(said(play(toActivation(named), { kind: 'activate', ship: 'a' })), ['Red Five is activating']);
  assert.deepEqual(said(play(toEngagement(named), { kind: 'engage', ship: 'a' })), ['Red Five is engaging']);
});
