import assert from 'node:assert/strict';
import { test as nodeTest } from 'node:test';
import type { Ability } from '../../src/game/model/ability.js';
import type { GameEvent } from '../../src/game/model/event.js';
import type { GameState } from '../../src/game/model/game-state.js';
import { attackOf } from '../../src/game/model/lookup.js';
import { nextToEngage, stillDue } from '../../src/game/model/turn-order.js';
import { ship, tableOf } from '../judge/tables.js';
import * as rules from './play.js';
import { attackRolled, begun, done, entry, facing, gameShip, refused, toActivation, toEngagement } from './play.js';
import { assertSaidAlike } from './said-alike.js';

/** The states that the rules came to in the test that runs. */
const came: GameState[] = [];

function play(state: GameState | undefined, ...events: readonly GameEvent[]): GameState {
  const now = rules.play(state, ...events);
  came.push(now);
  return now;
}

/** A case that people argued about; of each state that it comes to page, command line and overlay say the same. */
function test(name: string, argued: () => void): void {
  nodeTest(`${name}: page, command line and overlay say the same`, async () => {
    came.length = 0;
    argued();
    assert.ok(came.length > 0);
    for (const state of came) await assertSaidAlike(state);
  });
}

const DYING = { hull: 1, shields: 0 };
const ids = (ships: readonly { readonly id: string }[]) => ships.map(({ id }) => id);

/** a and b face each other at initiative 5, c of initiative 4 stands aside; b may attack again after an attack. */
function duel(abilities: readonly Ability[] = [], firstPlayer: 1 | 2 = 1): GameState {
  const table = tableOf([ship('a', 'small', 450, 200, 0), ship('b', 'small', 450, 390, 180), ship('c', 'small', 100, 850, 0)]);
  const ships = [entry('a', 1, { initiative: 5, ...DYING }), entry('b', 2, { initiative: 5, ...DYING }), entry('c', 1, { initiative: 4 })];
  return toEngagement(begun({ table, ships, abilities, firstPlayer }));
}

const attacks = (attacker: string, defender: string, isBonus = false): readonly GameEvent[] => [
  ...(isBonus ? [] : [{ kind: 'engage', ship: attacker } as const, { kind: 'attack', attacker } as const]),
  { kind: 'choose weapon', weapon: 'primary-1' },
  { kind: 'declare defender', defender },
  { kind: 'pay costs' },
];

/** The attack hits once and its damage is dealt. */
function shoots(state: GameState, events: readonly GameEvent[]): GameState {
  return play(attackRolled(play(state, ...events), ['hit', 'blank', 'blank'], ['blank', 'blank']), { kind: 'deal damage' });
}

const AGAIN: Ability = {
  ...{ id: 'again', name: 'Again', ship: 'b', kind: 'ability', window: 'after attacking' },
  ...{ isOptional: true, effects: [], grantsBonusAttack: true },
};

test('[ATK-18] [ATK-16] a ship destroyed at its own initiative still attacks, then its bonus attack follows, and both leave before the next initiative', () => {
  let state = shoots(duel([AGAIN]), attacks('a', 'b'));
  state = play(state, done, done, done, done, { kind: 'end engaging' });
  assert.deepEqual([gameShip(state, 'b').isDestroyed, gameShip(state, 'b').isRemoved], [true, false]);
  assert.deepEqual(ids(nextToEngage(state)), ['b']);
  state = shoots(state, attacks('b', 'a'));
  state = play(state, done, done, done);
  assert.equal(attackOf(state)!.step, 'after 4', 'the attacker’s bonus attacks come last');
  state = play(state, { kind: 'resolve', key: state.queue[0]!.key });
  assert.deepEqual([attackOf(state)!.attacker, attackOf(state)!.isBonus], ['b', true]);
  state = shoots(state, attacks('b', 'a', true));
  state = play(state, done, done, done);
  // That attack, too, is one after which it may attack again; it does not.
  state = play(state, { kind: 'skip', key: state.queue[0]!.key }, done, done);
  assert.deepEqual([gameShip(state, 'a').isRemoved, gameShip(state, 'b').isRemoved], [false, false]);
  state = play(state, { kind: 'end engaging' });
  assert.deepEqual([gameShip(state, 'a').isRemoved, gameShip(state, 'b').isRemoved, state.engagement.initiative], [true, true, 4]);
});

test('[ATK-18] a ship destroyed by an effect before it engages attacks all the same, and is on no table once its initiative is over', () => {
  let state = play(duel(), { kind: 'engage', ship: 'a' }, { kind: 'suffer', ship: 'b', damage: 'hit', count: 1, reason: 'a card' });
  state = play(state, { kind: 'end engaging' });
  assert.deepEqual(ids(nextToEngage(state)), ['b']);
  state = play(shoots(state, attacks('b', 'a')), done, done, done, done, { kind: 'end engaging' });
  assert.deepEqual(
    state.ships.map(({ id, isRemoved }) => [id, isRemoved]),
    [
      ['a', true],
      ['b', true],
      ['c', false],
    ],
  );
  state = play(state, { kind: 'engage', ship: 'c' }, { kind: 'end engaging' }, { kind: 'next phase' });
  assert.ok(
    state.ships.every(({ hull, isRemoved }) => hull > 0 || isRemoved),
    'nobody with hull 0 is left on the table',
  );
  assert.deepEqual(ids(state.table.ships), ['c']);
});

test('[MAN-26] [RNG-06] bases that touch without an overlap: the action stays, the attack waits until they are apart', () => {
  const table = tableOf([ship('a', 'small', 450, 200, 0), ship('b', 'small', 450, 360, 180)]);
  const ships = [entry('a', 1, { initiative: 1 }), entry('b', 2, { initiative: 2 })];
  let state = toActivation(begun({ table, ships }), { a: '2FB', b: '0OW' });
  state = play(state, { kind: 'activate', ship: 'a' }, { kind: 'reveal' }, { kind: 'execute' });
  assert.equal(state.activation!.step, 'action', 'it touches and was fully executed');
  state = play(state, { kind: 'act', ship: 'a', action: 'focus' }, { kind: 'end activation' }, { kind: 'activate', ship: 'b' });
  state = play(state, { kind: 'reveal' }, { kind: 'execute' }, { kind: 'end activation' }, { kind: 'next phase' });
  const declare = { kind: 'declare defender', defender: 'b' } as const;
  state = play(state, { kind: 'engage', ship: 'b' }, { kind: 'end engaging' }, { kind: 'engage', ship: 'a' });
  state = play(state, { kind: 'attack', attacker: 'a' }, { kind: 'choose weapon', weapon: 'primary-1' });
  refused(state, declare, 'ATK-21');
  const moved = state.table.ships.map((one) => (one.id === 'b' ? { ...one, pose: { ...one.pose, y: one.pose.y + 40 } } : one));
  // Only the bases at that moment count.
  const apart = play(
    state,
    { kind: 'no attack' },
    { kind: 'table', table: { ...state.table, ships: moved } },
    { kind: 'attack', attacker: 'a' },
  );
  assert.equal(attackOf(play(apart, { kind: 'choose weapon', weapon: 'primary-1' }, declare))!.facts!.range, 1);
});

for (const [how, gapMm] of [
  ['fully', 400],
  ['partially', 70],
] as const)
  test(`[MAN-04] a blue maneuver that is executed ${how} takes a stress and a strain token`, () => {
    const ships = [entry('a', 1, { initiative: 1, tokens: { stress: 1, strain: 1 } }), entry('b', 2, { initiative: 2 })];
    const state = toActivation(begun({ table: facing(gapMm), ships }), { a: '2FB' });
    const moved = play(state, { kind: 'activate', ship: 'a' }, { kind: 'reveal' }, { kind: 'execute' });
    const { tokens, wasPartial } = gameShip(moved, 'a');
    assert.deepEqual([tokens.stress, tokens.strain, wasPartial], [0, 0, how === 'partially']);
  });

test('GAME-14 [QUE-02] [ATK-16] after an attack the defender’s abilities come before the attacker’s, whoever is first player', () => {
  const after = (id: string, owner: string, window: 'after attacking' | 'after defending'): Ability => ({
    ...{ id, name: id, ship: owner, kind: 'ability', window, isOptional: true },
    effects: [{ does: 'gain', who: 'self', token: 'focus', count: 1 }],
  });
  const abilities = [after('attacker', 'a', 'after attacking'), after('defender', 'b', 'after defending')];
  const state = shoots(duel(abilities), attacks('a', 'b'));
  assert.deepEqual(
    state.queue.map(({ ability }) => ability),
    ['defender'],
  );
  const next = play(state, { kind: 'resolve', key: state.queue[0]!.key }, done);
  assert.deepEqual(
    next.queue.map(({ ability }) => ability),
    ['attacker'],
  );
  assert.equal(
    gameShip(next, 'b').tokens.focus,
    1,
    'a destroyed ship’s own ability still counts: it is in play until its initiative is over',
  );
});

test('GAME-06 [MAN-28] [MAN-29] an ionized ship reveals no dial, so nothing comes after revealing one; its token is gone, and the next round is as any', () => {
  const after: Ability = {
    ...{ id: 'after', name: 'After', ship: 'a', kind: 'ability', window: 'after revealing', isOptional: true },
    effects: [{ does: 'gain', who: 'self', token: 'focus', count: 1 }],
  };
  const ships = (ion: number) => [entry('a', 1, { initiative: 1, tokens: { ion } }), entry('b', 2, { initiative: 2 })];
  const start = (ion: number) => begun({ table: facing(400), ships: ships(ion), abilities: [after] });
  const other = { kind: 'set dial', ship: 'b', code: '0OW' } as const;
  refused(start(1), { kind: 'set dial', ship: 'a', code: '1FW' }, 'MAN-28');
  const ionized = play(start(1), other, { kind: 'next phase' }, { kind: 'activate', ship: 'a' });
  assert.deepEqual(ionized.queue, []);
  const moved = play(ionized, { kind: 'execute' });
  assert.deepEqual([moved.queue, gameShip(moved, 'a').tokens.ion], [[], 0]);
  const free = play(toActivation(start(0), { a: '1FW', b: '0OW' }), { kind: 'activate', ship: 'a' }, { kind: 'reveal' });
  assert.deepEqual(
    free.queue.map(({ ability }) => ability),
    ['after'],
    'a ship that is not ionized has it',
  );
  let state = play(moved, { kind: 'end activation' }, { kind: 'activate', ship: 'b' }, { kind: 'reveal' }, { kind: 'execute' });
  state = play(state, { kind: 'end activation' }, { kind: 'next phase' });
  for (const id of ['b', 'a']) state = play(state, { kind: 'engage', ship: id }, { kind: 'end engaging' });
  state = play(state, { kind: 'next phase' });
  while (state.phase !== 'planning') state = play(state, { kind: 'next phase' });
  state = play(toActivation(state, { a: '1FW', b: '0OW' }), { kind: 'activate', ship: 'a' }, { kind: 'reveal' });
  assert.deepEqual(
    state.queue.map(({ ability }) => ability),
    ['after'],
  );
});

// Of the same kinds as the cases that people argued about, made up.

test('GAME-08 [ATK-18] a ship that is destroyed before its own initiative comes is gone by then, and never engages', () => {
  const table = tableOf([ship('a', 'small', 450, 200, 0), ship('b', 'small', 450, 390, 180), ship('c', 'small', 100, 850, 0)]);
  const ships = [entry('a', 1, { initiative: 5 }), entry('b', 2, { initiative: 3, ...DYING }), entry('c', 1, { initiative: 4 })];
  let state = shoots(toEngagement(begun({ table, ships })), attacks('a', 'b'));
  state = play(state, done, done, done, done);
  assert.deepEqual([gameShip(state, 'b').isDestroyed, gameShip(state, 'b').isRemoved], [true, false], 'its abilities may still count');
  assert.deepEqual(ids(stillDue(state)), ['a', 'c'], 'it is not among those who come');
  state = play(state, { kind: 'end engaging' });
  assert.deepEqual([gameShip(state, 'b').isRemoved, ids(nextToEngage(state))], [true, ['c']]);
  state = play(state, { kind: 'engage', ship: 'c' }, { kind: 'end engaging' });
  assert.deepEqual(ids(nextToEngage(state)), []);
  assert.deepEqual(ids(state.table.ships), ['a', 'c']);
});

test('GAME-09 [ATK-17] [ATK-18] a ship that has engaged and is destroyed at its own initiative afterwards stays until that is over, and does not engage again', () => {
  let state = play(duel([], 2), { kind: 'engage', ship: 'b' }, { kind: 'end engaging' });
  state = play(shoots(state, attacks('a', 'b')), done, done, done, done);
  assert.deepEqual([gameShip(state, 'b').isDestroyed, gameShip(state, 'b').isRemoved], [true, false]);
  refused(state, { kind: 'engage', ship: 'b' }, 'out-of-turn');
  state = play(state, { kind: 'end engaging' });
  assert.deepEqual([gameShip(state, 'b').isRemoved, ids(nextToEngage(state))], [true, ['c']]);
});

test('GAME-10 [MAN-28] [MAN-24] an ionized ship that bumps moves partially, skips its action, and its ion tokens are gone all the same', () => {
  const ships = [entry('a', 1, { initiative: 1, tokens: { ion: 1 } }), entry('b', 2, { initiative: 2 })];
  const state = play(begun({ table: facing(30), ships }), { kind: 'set dial', ship: 'b', code: '0OW' }, { kind: 'next phase' });
  const moved = play(state, { kind: 'activate', ship: 'a' }, { kind: 'execute' });
  assert.deepEqual([gameShip(moved, 'a').wasPartial, gameShip(moved, 'a').tokens.ion, moved.activation!.step], [true, 0, 'over']);
  refused(moved, { kind: 'act', ship: 'a', action: 'focus' }, 'MAN-24');
});

for (const [code, before, after] of [
  ['2FB', { stress: 2, strain: 2 }, { stress: 1, strain: 1 }],
  ['2FB', { strain: 1 }, { stress: 0, strain: 0 }],
  ['2FW', { stress: 1, strain: 1 }, { stress: 1, strain: 1 }],
  ['2FR', { strain: 1 }, { stress: 1, strain: 1 }],
] as const)
  test(`GAME-11 [MAN-03] [MAN-04] a ${code} into another ship: ${JSON.stringify(before)} become ${JSON.stringify(after)}`, () => {
    const ships = [entry('a', 1, { initiative: 1, tokens: before }), entry('b', 2, { initiative: 2 })];
    const state = toActivation(begun({ table: facing(70), ships }), { a: code });
    const { tokens, wasPartial } = gameShip(play(state, { kind: 'activate', ship: 'a' }, { kind: 'reveal' }, { kind: 'execute' }), 'a');
    assert.deepEqual({ stress: tokens.stress, strain: tokens.strain, wasPartial }, { ...after, wasPartial: true });
  });

test('GAME-12 [MAN-21] a template that lies on a ship is no overlap: full, the action stays, and there is an attack on whoever is not touched', () => {
  const table = tableOf([ship('a', 'small', 450, 200, 0), ship('b', 'small', 450, 270, 180), ship('c', 'small', 450, 560, 180)]);
  const ships = [entry('a', 1, { initiative: 1 }), entry('b', 2, { initiative: 2 }), entry('c', 2, { initiative: 3 })];
  const state = toActivation(begun({ table, ships }), { a: '3FW' });
  const moved = play(state, { kind: 'activate', ship: 'a' }, { kind: 'reveal' }, { kind: 'execute' });
  assert.deepEqual([gameShip(moved, 'a').wasPartial, moved.activation!.step], [false, 'action']);
  assert.ok(Math.abs(moved.table.ships.find(({ id }) => id === 'a')!.pose.y - 360) < 1e-6, 'a base of 40 mm and a template of 120 mm on');
});

test('GAME-13 [MAN-26] [ATK-21] after an overlap neither of the two attacks the other, and both attack a third ship', () => {
  const table = tableOf([
    ship('a', 'small', 450, 200, 0),
    ship('b', 'small', 450, 320, 180),
    ship('c', 'small', 540, 400, 180),
    ship('d', 'small', 380, 130, 0),
  ]);
  const ships = [
    entry('a', 1, { initiative: 1 }),
    entry('b', 2, { initiative: 2 }),
    entry('c', 2, { initiative: 3 }),
    entry('d', 1, { initiative: 4 }),
  ];
  const still = { b: '0OW', c: '0OW', d: '0OW' } as const;
  let state = toActivation(begun({ table, ships }), { a: '2FW', ...still });
  for (const id of ['a', 'b', 'c', 'd'])
    state = play(state, { kind: 'activate', ship: id }, { kind: 'reveal' }, { kind: 'execute' }, { kind: 'end activation' });
  assert.ok(gameShip(state, 'a').wasPartial);
  state = play(state, { kind: 'next phase' });
  for (const id of ['d', 'c']) state = play(state, { kind: 'engage', ship: id }, { kind: 'end engaging' });
  // From (430, 300) to (400, 150), and from (470, 300) to (520, 380).
  for (const [attacker, touched, third, range] of [
    ['b', 'a', 'd', 2],
    ['a', 'b', 'c', 1],
  ] as const) {
    const aims = play(
      state,
      { kind: 'engage', ship: attacker },
      { kind: 'attack', attacker },
      { kind: 'choose weapon', weapon: 'primary-1' },
    );
    refused(aims, { kind: 'declare defender', defender: touched }, 'ATK-21');
    assert.equal(attackOf(play(aims, { kind: 'declare defender', defender: third }))!.facts!.range, range);
    state = play(state, { kind: 'engage', ship: attacker }, { kind: 'end engaging' });
  }
});
