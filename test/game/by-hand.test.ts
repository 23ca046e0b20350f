import assert from 'node:assert/strict';
import test from 'node:test';
import { choices, mainChoices } from '../../src/game/choices.js';
import { primaryWeapon, SHIP_KINDS } from '../../src/game/facts/ship-facts.js';
import type { Ability } from '../../src/game/model/ability.js';
import { abilityWords } from '../../src/game/model/ability-words.js';
import { parseBarAction } from '../../src/game/model/action.js';
import type { GameEvent } from '../../src/game/model/event.js';
import type { GameState } from '../../src/game/model/game-state.js';
import { readEvent } from '../../src/game/model/read-event.js';
import { isRefusal } from '../../src/game/model/refusal.js';
import { nextToActivate } from '../../src/game/model/turn-order.js';
import { type Weapon, weaponWords } from '../../src/game/model/weapon.js';
import { EXAMPLE_ABILITIES } from '../../src/game/queue/example-abilities.js';
import { weaponRefusal } from '../../src/game/steps/attack-declare.js';
import type { Table } from '../../src/table/table.js';
import { english } from '../../src/texts/english.js';
import { ship, sigmas, tableOf } from '../judge/tables.js';
import {
  A_FIRST,
  attackRolled,
  beginEvent,
  begun,
  declared,
  done,
  entry,
  facing,
  gameShip,
  play,
  refused,
  rolled,
  toActivation,
  toEngagement,
} from './play.js';

const made = (id: string, owner: string, more: object): Ability =>
  ({ kind: 'ability', id, name: id, ship: owner, isOptional: true, window: 'start of engagement', effects: [], ...more }) as Ability;
const byHand = [{ does: 'by hand', text: 'x' }];
const queued = (state: GameState) => state.queue.map(({ ability }) => ability);
const torpedo: Weapon = { ...primaryWeapon('front', 4, 't', 'Torpedo'), kind: 'special', minRange: 2, isOrdnance: true };

test('locks and charges are set by hand, never below none', () => {
  const state = begun({ ships: [entry('a', 1, { weapons: [torpedo], charges: { t: 1 } }), entry('b', 2)] });
  const locked = play(state, { kind: 'lock', ship: 'a', target: 'b', isHeld: true, reason: 'x' });
  assert.deepEqual(gameShip(locked, 'a').locks, ['b']);
  refused(locked, { kind: 'lock', ship: 'a', target: 'b', isHeld: true, reason: 'x' }, 'unknown');
  refused(state, { kind: 'lock', ship: 'a', target: 'a', isHeld: true, reason: 'x' }, 'unknown');
  refused(state, { kind: 'lock', ship: 'a', target: 'z', isHeld: true, reason: 'x' }, 'unknown');
  assert.deepEqual(gameShip(play(locked, { kind: 'lock', ship: 'a', target: 'b', isHeld: false, reason: 'x' }), 'a').locks, []);
  const empty = play(state, { kind: 'charges', ship: 'a', weapon: 't', by: -1, reason: 'x' });
  assert.equal(gameShip(empty, 'a').charges.t, 0);
  refused(empty, { kind: 'charges', ship: 'a', weapon: 't', by: -1, reason: 'x' }, 'ATK-06');
  refused(empty, { kind: 'charges', ship: 'a', weapon: 'superlaser', by: 1, reason: 'x' }, 'ATK-06');
});

test('[ATK-07] a weapon is of no use when the only valid target is not the one that its costs could be paid for', () => {
  const weapon: Weapon = { ...torpedo, costs: { lock: true } };
  // The locked ship stands behind.
  const table = tableOf([ship('a', 'small', 450, 400, 0), ship('b', 'small', 450, 590, 180), ship('c', 'small', 450, 210, 0)]);
  const ships = [entry('a', 1, { weapons: [weapon] }), entry('b', 2), entry('c', 2)];
  const lockOn = (target: string) => {
    const state = play(begun({ table, ships }), { kind: 'lock', ship: 'a', target, isHeld: true, reason: 'x' });
    return weaponRefusal(state, gameShip(state, 'a'), weapon)?.code;
  };
  assert.deepEqual([lockOn('b'), lockOn('c')], [undefined, 'ATK-07']);
});

test('[ATK-16] what a player’s ability makes of the other side’s attack waits in that player’s window', () => {
  const abilities = [
    made('answers', 'b', { window: 'after attacking', of: 'enemy', effects: byHand }),
    made('follows', 'a', { window: 'after defending', of: 'enemy', effects: byHand }),
  ];
  const state = attackRolled(declared(toEngagement(begun({ ships: A_FIRST, abilities }))), ['blank', 'blank', 'blank'], ['blank', 'blank']);
  assert.deepEqual(queued(state), ['answers']);
  const next = play(state, { kind: 'skip', key: state.queue[0]!.key }, done);
  assert.deepEqual(queued(next), ['follows']);
});

test('[QUE-04] what is done by hand for an ability that resolves triggers in front of what waits', () => {
  const abilities = [
    made('rolls', 'a', { effects: byHand }),
    made('waits', 'a', { effects: byHand }),
    made('after', 'a', { window: 'after action', effects: byHand }),
  ];
  const state = toEngagement(begun({ abilities }));
  const act = { kind: 'act', ship: 'a', action: 'barrel roll', grantedBy: 'rolls' } as const;
  refused(state, act, 'QUE-01');
  const acted = play(state, { kind: 'resolve', key: state.queue[0]!.key }, act);
  assert.deepEqual(queued(acted), ['after', 'waits']);
  const skipped = play(acted, { kind: 'skip', key: acted.queue[0]!.key });
  refused(skipped, act, 'QUE-01');
  assert.deepEqual(queued(play(skipped, { kind: 'skip', key: skipped.queue[0]!.key }, act)), ['after']);
});

test('[QUE-06] a replacement effect that is not optional has to be used', () => {
  const must = made('must', 'b', {
    kind: 'replacement',
    isOptional: false,
    tokens: ['jam'],
    effects: [{ does: 'gain', who: 'self', token: 'strain', count: 1 }],
  });
  const state = play(begun({ abilities: [must] }), { kind: 'tokens', ship: 'b', token: 'jam', by: 1, reason: 'x' });
  refused(state, { kind: 'replace', isUsed: false }, 'QUE-06');
  const used = gameShip(play(state, { kind: 'replace', isUsed: true }), 'b').tokens;
  assert.deepEqual([used.strain, used.jam], [1, 1]);
});

test('[QUE-08] a ship whose range is too close to call stops nobody who chooses another one', () => {
  const covariance = sigmas(0.3, 0.3, 0.1);
  const table = tableOf([
    ship('a', 'small', 450, 300, 0, { covariance }),
    ship('b', 'small', 450, 440.1, 180, { covariance }),
    ship('c', 'small', 520, 300, 180, { covariance }),
  ]);
  const ability = made('shocks', 'a', {
    target: { whose: 'enemy', ranges: [1] },
    effects: [{ does: 'gain', who: 'target', token: 'stress', count: 1 }],
  });
  const state = toEngagement(begun({ table, ships: [entry('a', 1), entry('b', 2), entry('c', 2)], abilities: [ability] }));
  const { key } = state.queue[0]!;
  assert.equal(gameShip(play(state, { kind: 'resolve', key, target: 'c' }), 'c').tokens.stress, 1);
  assert.ok(refused(state, { kind: 'resolve', key, target: 'b' }, 'too-close').open);
  assert.deepEqual(
    mainChoices(state).map(({ label, refusal }) => [english(label), refusal?.code]),
    [
      ['Resolve shocks on b', 'too-close'],
      ['Resolve shocks on c', undefined],
      ['shocks: not used', undefined],
    ],
  );
  assert.deepEqual(
    choices(state)
      .flatMap(({ event, refusal }) => (event.kind === 'decide' && !refusal ? [event.answer] : []))
      .sort(),
    [1, 2],
  );
});

test('[MAN-25] Adaptive Ailerons move a ship once, and “after you execute” triggers', () => {
  const ability = made('after', 'a', { window: 'after executing', effects: byHand });
  const state = toActivation(begun({ ships: [entry('a', 1, { xws: 'tiereaper' }), entry('b', 2)], abilities: [ability] }));
  const moved = play(state, { kind: 'activate', ship: 'a' }, { kind: 'ailerons', code: '1FW' });
  assert.deepEqual(queued(moved), ['after']);
  refused(play(moved, { kind: 'skip', key: moved.queue[0]!.key }), { kind: 'ailerons', code: '1FW' }, 'MAN-25');
});

test('[MAN-29] “after you reveal” is not triggered by hand for a ship that has revealed nothing', () => {
  const state = toActivation(begun());
  refused(state, { kind: 'trigger', window: 'after revealing', ship: 'a' }, 'MAN-29');
  play(state, { kind: 'activate', ship: 'a' }, { kind: 'reveal' }, { kind: 'trigger', window: 'after revealing', ship: 'a' });
});

test('a weapon or a beginning that cannot be is refused with what is wrong', () => {
  const withWeapon = (weapon: Weapon) => beginEvent({ ships: [entry('a', 1, { weapons: [weapon] }), entry('b', 2)] });
  refused(undefined, withWeapon({ ...torpedo, minRange: 3, maxRange: 2 }), 'ATK-05');
  refused(undefined, withWeapon({ ...torpedo, maxRange: 4 }), 'ATK-05');
  refused(undefined, withWeapon({ ...torpedo, value: -1 }), 'ATK-05');
  refused(undefined, withWeapon({ ...torpedo, kind: 'primary' }), 'ATK-05');
  refused(undefined, beginEvent({ ships: [entry('a', 1, { weapons: [torpedo, torpedo] })] }), 'ATK-03');
  refused(undefined, { ...beginEvent(), seed: [0, 0, 0, 0] }, 'not-the-dice');
  const twice = made('x', 'a', {});
  refused(undefined, beginEvent({ abilities: [twice, twice] }), 'unknown');
  refused(begun(), { kind: 'describe ship', ship: entry('a', 1, { weapons: [{ ...torpedo, value: 0.5 }] }) }, 'unknown');
  // A damaged change of dice says its field, instead of breaking.
  const change = { with: 'ability', name: 'x', does: 'reroll', dice: [0] };
  assert.throws(() => readEvent({ kind: 'modify', by: 'attacker', change }, 'entries[3]'), /entries\[3\]\.change\.faces: got nothing/);
});

test('a weapon in words says its dice, arc, ranges, ordnance icon, requirement and cost', () => {
  assert.equal(
    english(weaponWords({ ...torpedo, needs: ['lock'], costs: { charges: 1 } })),
    '4 dice · front · range 2–3 · ordnance: no range bonus · requires lock · costs 1 charge',
  );
  assert.equal(
    english(weaponWords({ ...torpedo, value: 1, arc: 'fullFront', minRange: 3, isOrdnance: false })),
    '1 die · full front · range 3',
  );
});

test('the action bar of every ship of the list is known, with red, purple and linked actions', () => {
  const bare = SHIP_KINDS.filter(({ actions }) => actions.length === 0).map(({ xws }) => xws);
  assert.deepEqual(bare, ['syliureclasshyperspacering'], 'the ring that carries another ship has none');
  const bar = (xws: string) => SHIP_KINDS.find((kind) => kind.xws === xws)!.actions;
  assert.deepEqual(bar('t65xwing'), [
    { action: 'focus', color: 'white' },
    { action: 'lock', color: 'white' },
    { action: 'barrel roll', color: 'white' },
  ]);
  assert.deepEqual(parseBarAction('barrel roll > red lock'), {
    action: 'barrel roll',
    color: 'white',
    linked: { action: 'lock', color: 'red' },
  });
  assert.throws(() => parseBarAction('red dance'), /got dance, expected one of/);
});

test('a lock action names another ship in play', () => {
  const state = play(toActivation(begun({ table: facing(300) })), { kind: 'activate', ship: 'a' }, { kind: 'reveal' }, { kind: 'execute' });
  refused(state, { kind: 'act', ship: 'a', action: 'lock', target: 'a' }, 'unknown');
  refused(state, { kind: 'act', ship: 'a', action: 'lock', target: 'z' }, 'unknown');
  const locked = play(state, { kind: 'act', ship: 'a', action: 'lock', target: 'b' });
  assert.deepEqual(gameShip(locked, 'a').locks, ['b']);
  assert.ok(!isRefusal(locked));
});

test('an ability is struck from the list, but not while it waits in the queue', () => {
  const abilities = [made('here', 'a', { effects: byHand })];
  const state = toEngagement(begun({ abilities }));
  refused(state, { kind: 'remove ability', ability: 'here' }, 'QUE-01');
  const skipped = play(state, { kind: 'skip', key: state.queue[0]!.key });
  assert.deepEqual(play(skipped, { kind: 'remove ability', ability: 'here' }).abilities, []);
  refused(skipped, { kind: 'remove ability', ability: 'there' }, 'unknown');
});

test('an ability in words says when, whether it may, whom by range and arc, and what it does', () => {
  assert.equal(
    english(abilityWords(EXAMPLE_ABILITIES.oldTeroch('a'))),
    'start of engagement · may · an enemy ship at range 1, if it is in the front arc of that ship · the chosen ship removes all green tokens',
  );
  assert.equal(
    english(abilityWords(EXAMPLE_ABILITIES.staticDischargeVanes('a'))),
    'would gain ion or jam: instead, at once · may · a ship at range 0, 1 · its ship gains 1 stress, passes on 1 of what it would gain',
  );
});

test('an event of a kind, a token, an action or a change of dice that there is none of is refused, whatever its name is', () => {
  const shot = play(declared(toEngagement(begun({ ships: A_FIRST }))), rolled('focus', 'hit', 'blank'), done);
  const dial = begun();
  const bad: readonly (readonly [GameState, object])[] = [
    ...['constructor', 'toString', '__proto__', 'hasOwnProperty', 'no such', 7, null].map((kind) => [dial, { kind }] as const),
    ...['constructor', 'toString', '__proto__'].map((word) => [shot, { kind: 'modify', by: 'attacker', change: { with: word } }] as const),
    ...['constructor', 'gold'].map((token) => [dial, { kind: 'tokens', ship: 'a', token, by: 1, reason: 'x' }] as const),
    [dial, { kind: 'act', ship: 'a', action: 'dance', grantedBy: 'x' }],
    [dial, { kind: 'act', ship: 'a', action: 'toString', grantedBy: 'x' }],
    [dial, { kind: 'tokens', ship: 'a', token: 'focus', by: 1e12, reason: 'x' }],
    [shot, { kind: 'adjust dice', dice: 'attack', by: 0.5, reason: 'x' }],
  ];
  for (const [state, event] of bad) refused(state, event as GameEvent, 'unknown');
  for (const ship of ['constructor', '__proto__']) refused(dial, { kind: 'set dial', ship, code: '1FW' }, 'unknown');
  refused(dial, { kind: 'charges', ship: 'a', weapon: 'constructor', by: 1, reason: 'x' }, 'ATK-06');
  refused(undefined, beginEvent({ ships: [entry('a', 1, { tokens: { gold: 1 } as object })] }), 'unknown');
  const aiming = toEngagement(begun({ ships: A_FIRST }));
  refused(declared(aiming), { kind: 'adjust dice', dice: 'attack', by: 1000, reason: 'x' }, 'ATK-08');
});

test('an event with an invalid table is refused like any other that is wrong, and the state stays', () => {
  const state = begun();
  const [a, b] = facing(150).ships as readonly [Table['ships'][number], Table['ships'][number]];
  const lost = { ...a, pose: { ...a.pose, x: Number.NaN } };
  const bad: readonly unknown[] = [undefined, null, 5, {}, tableOf([lost, b]), tableOf([a, b, a])];
  const moving = play(toActivation(begun({ ships: A_FIRST })), { kind: 'activate', ship: 'b' }, { kind: 'reveal' });
  for (const table of bad) {
    refused(state, { kind: 'table', table } as GameEvent, 'unknown');
    refused(undefined, { ...beginEvent(), table } as GameEvent, 'unknown');
    if (table !== undefined) refused(moving, { kind: 'execute', seen: table } as GameEvent, 'unknown');
  }
});

test('numbers that no card has are refused before they are rolled as dice or dealt as damage', () => {
  const huge = 1e9;
  refused(undefined, beginEvent({ ships: [entry('a', 1, { weapons: [{ ...torpedo, value: huge }] })] }), 'ATK-05');
  for (const more of [{ agility: huge }, { hull: huge }, { tokens: { focus: huge } }, { charges: { x: huge } }])
    refused(undefined, beginEvent({ ships: [entry('a', 1, more)] }), 'unknown');
  for (const count of [huge, 0, -5]) {
    for (const effect of [
      { does: 'suffer', who: 'self', damage: 'hit', count },
      { does: 'gain', who: 'self', token: 'focus', count },
      { does: 'remove', who: 'self', token: 'focus', count },
      { does: 'transfer', token: 'focus', count },
      { does: 'transfer gained', count },
    ])
      refused(begun(), { kind: 'add ability', ability: made('x', 'a', { effects: [effect] }) }, 'unknown');
  }
  refused(begun(), { kind: 'tokens', ship: 'a', token: 'focus', by: huge, reason: 'x' }, 'unknown');
});

test('[QUE-08] a replacement effect that asks for no ship takes none, whatever its name is', () => {
  const replacement = made('x', 'a', { kind: 'replacement', tokens: ['stress'], effects: [{ does: 'transfer gained', count: 1 }] });
  const state = play(begun({ abilities: [replacement] }), { kind: 'tokens', ship: 'a', token: 'stress', by: 1, reason: 'x' });
  for (const target of ['b', 'nobody', '__proto__']) refused(state, { kind: 'replace', isUsed: true, target }, 'QUE-08');
  assert.equal(gameShip(play(state, { kind: 'replace', isUsed: true }), 'a').tokens.stress, 1);
});

test('a ship that is described with some hull after it lost all is not destroyed, and stays', () => {
  const state = play(
    toEngagement(begun({ ships: A_FIRST })),
    { kind: 'suffer', ship: 'b', damage: 'hit', count: 6, reason: 'miscounted' },
    { kind: 'describe ship', ship: entry('b', 2, { initiative: 2, hull: 1, shields: 0 }) },
    ...(['a', 'b'] as const).flatMap((ship): GameEvent[] => [{ kind: 'engage', ship }, { kind: 'end engaging' }]),
  );
  const { hull, isDestroyed, isRemoved } = gameShip(state, 'b');
  assert.deepEqual({ hull, isDestroyed, isRemoved }, { hull: 1, isDestroyed: false, isRemoved: false });
});

test('who is first player can be corrected at any time, and the order follows', () => {
  const ships = [entry('a', 1), entry('b', 2)];
  const state = toActivation(begun({ ships, firstPlayer: 1 }));
  const next = (of: GameState) => nextToActivate(of).map(({ id }) => id);
  assert.deepEqual(next(state), ['a']);
  const corrected = play(state, { kind: 'first player', player: 2 });
  assert.deepEqual([next(corrected), corrected.firstPlayer], [['b'], 2]);
  refused(corrected, { kind: 'first player', player: 2 }, 'unknown');
  refused(state, { kind: 'first player', player: 3 as 2 }, 'unknown');
  const shooting = declared(toEngagement(begun({ ships: A_FIRST })));
  assert.equal(play(shooting, { kind: 'first player', player: 2 }).attacks.length, 1);
});
