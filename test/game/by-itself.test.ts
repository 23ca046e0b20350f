import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byItself } from '../../src/game/choices/by-itself.js';
import { primaryWeapon } from '../../src/game/facts/ship-facts.js';
import type { GameEvent, ShipEntry } from '../../src/game/model/event.js';
import type { GameState } from '../../src/game/model/game-state.js';
import { attackOf } from '../../src/game/model/lookup.js';
import { EXACT } from '../../src/geometry/pose.js';
import { ship, sigmas, tableOf } from '../judge/tables.js';
import { A_FIRST, begun, entry, facing, gameShip, play, rolled, toActivation, toEngagement } from './play.js';

/** Plays an event, then all that follows by itself; the kinds that followed, in order. */
function followed(from: GameState | undefined, event: GameEvent): { readonly state: GameState; readonly kinds: readonly string[] } {
  let state = play(from, event);
  let last = event;
  const kinds: string[] = [];
  for (let next = byItself(state, last); next; next = byItself(state, last)) {
    assert.ok(kinds.length < 100, `goes in circles: ${kinds.join(', ')}`);
    state = play(state, next);
    kinds.push(next.kind);
    last = next;
  }
  return { state, kinds };
}

const focused = [entry('a', 1, { initiative: 5, tokens: { focus: 1 } }), entry('b', 2, { initiative: 2, tokens: { evade: 1 } })];
const shooting = (ships = A_FIRST) => followed(toEngagement(begun({ ships })), { kind: 'engage', ship: 'a' });

test('nobody passes for a ship whose turret points where it has no target and might point elsewhere, nor attacks for one that is disarmed or cloaked', () => {
  const turret = (pointing: 'rear' | 'left', more: Partial<ShipEntry> = {}) => [
    { ...A_FIRST[0]!, weapons: [{ ...primaryWeapon('front', 3), arc: 'single turret' as const }], turret: pointing, ...more },
    A_FIRST[1]!,
  ];
  for (const pointing of ['rear', 'left'] as const) assert.deepEqual(shooting(turret(pointing)).kinds, []);
  const { state } = shooting(turret('rear'));
  assert.equal(byItself(state, { kind: 'no attack' })?.kind, 'end engaging', 'who has declined is not asked again');
  const pointed = followed(play(state, { kind: 'point turret', ship: 'a', turret: 'front' }), { kind: 'attack', attacker: 'a' });
  assert.deepEqual(pointed.kinds, ['choose weapon']);
  for (const tokens of [{ disarm: 1 }, { cloak: 1 }]) assert.deepEqual(shooting([{ ...A_FIRST[0]!, tokens }, A_FIRST[1]!]).kinds, []);
});

test('who engages and has one weapon attacks at once; costs are paid, and nothing is modified where no token would change a die', () => {
  const { state, kinds } = shooting();
  assert.deepEqual(kinds, ['attack', 'choose weapon']);
  const aimed = followed(state, { kind: 'declare defender', defender: 'b' });
  assert.deepEqual(aimed.kinds, ['pay costs']);
  const hit = followed(aimed.state, rolled('hit', 'focus', 'blank'));
  assert.deepEqual(hit.kinds, ['done', 'done']);
  const over = followed(hit.state, rolled('blank', 'blank'));
  assert.deepEqual(over.kinds.slice(0, 6), ['done', 'done', 'neutralize', 'deal damage', 'done', 'done']);
  assert.equal(gameShip(over.state, 'b').shields, 1);
  assert.equal(attackOf(over.state)?.attacker, 'b', 'the next one who can attack is asked');
});

test('a token that would change a die is a choice; one that would change none is not', () => {
  const aimed = followed(shooting(focused).state, { kind: 'declare defender', defender: 'b' }).state;
  assert.equal(attackOf(followed(aimed, rolled('hit', 'focus', 'blank')).state)!.step, 'attacker modifies attack');
  const plain = followed(aimed, rolled('hit', 'hit', 'blank')).state;
  assert.equal(attackOf(plain)!.step, 'roll defense');
  assert.equal(attackOf(followed(plain, rolled('blank', 'focus')).state)!.step, 'defender modifies defense');
  assert.equal(attackOf(followed(plain, rolled('evade', 'evade')).state)?.attacker, 'b');
  // What its reinforce token adds, its player says before the results are neutralized.
  const reinforced = [entry('a', 1, { initiative: 5 }), entry('b', 2, { initiative: 2, tokens: { reinforce: 1 } })];
  const { state } = followed(shooting(reinforced).state, { kind: 'declare defender', defender: 'b' });
  const behind = followed(followed(state, rolled('hit', 'hit', 'hit')).state, rolled('blank', 'blank'));
  assert.deepEqual([behind.kinds, attackOf(behind.state)!.step], [['done'], 'defender modifies defense']);
});

test('a ship that flies over the edge for certain flees by itself; where that is not certain people say so', () => {
  const flown = (covariance = EXACT) => {
    const table = tableOf([ship('a', 'small', 450, 200, 0), ship('b', 'small', 450, 850, 0, { covariance })]);
    const game = begun({ table, ships: [entry('a', 1, { initiative: 5 }), entry('b', 2, { initiative: 2 })] });
    const shown = play(toActivation(game, { b: '1FW' }), { kind: 'activate', ship: 'b' }, { kind: 'reveal' });
    return followed(shown, { kind: 'execute' });
  };
  const { state, kinds } = flown();
  assert.equal(kinds[0], 'flee');
  assert.deepEqual([gameShip(state, 'b').hasFled, gameShip(state, 'b').isDestroyed], [true, false]);
  const open = flown(sigmas(20, 20, 0.1));
  assert.ok(!open.kinds.includes('flee'));
  assert.equal(gameShip(open.state, 'b').hasFled, false);
});

test('who declines to attack is not asked again, and who can attack nobody is done', () => {
  const none = followed(shooting().state, { kind: 'no attack' });
  assert.deepEqual(none.kinds.slice(0, 1), ['end engaging']);
  assert.equal(gameShip(none.state, 'a').hasEngaged, true);
  const back = tableOf([ship('a', 'small', 450, 200, 180), ship('b', 'small', 450, 700, 0)]);
  const { state, kinds } = followed(toEngagement(begun({ table: back, ships: A_FIRST })), { kind: 'engage', ship: 'a' });
  assert.ok(!kinds.includes('attack'), kinds.join());
  assert.deepEqual([state.round, state.phase], [2, 'planning']);
});

test('two weapons, two ships of one initiative and an ability that waits are choices', () => {
  const torpedo = { ...A_FIRST[0]!.weapons[0]!, id: 'second', name: 'Second' };
  const two = [{ ...A_FIRST[0]!, weapons: [...A_FIRST[0]!.weapons, torpedo] }, A_FIRST[1]!];
  assert.equal(attackOf(shooting(two).state)!.step, 'choose weapon');
  const pair = toEngagement(begun({ table: facing(500), ships: [entry('a', 1), entry('b', 1)] }));
  assert.equal(byItself(pair, { kind: 'next phase' }), undefined);
});

test('the attack of one ship may be all that is played', () => {
  const { state } = followed(undefined, { ...begunEvent(), startsIn: 'engagement', attacker: 'b' });
  assert.equal(attackOf(state)?.attacker, 'b');
});

const begunEvent = () =>
  ({ kind: 'begin', table: facing(150), ships: A_FIRST, abilities: [], firstPlayer: 1, seed: [1, 2, 3, 4], options: {} }) as const;

/** Eight ships of two players, far apart but for one pair that sees each other. */
function eight(): GameState {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const ships = ids.map((id, i) => entry(id, i < 4 ? 1 : 2, { initiative: 1 + (i % 4) }));
  const places = ids.map((id, i) => ship(id, 'small', 100 + 230 * (i % 4), i < 4 ? 60 : 850, i < 4 ? 0 : 180));
  return begun({ table: tableOf(places), ships });
}

test('a round of eight ships with one attack takes at most 45 taps, its attack at most 10', () => {
  let state = eight();
  let taps = 0;
  const tap = (event: GameEvent) => {
    taps++;
    ({ state } = followed(state, event));
  };
  tap({ kind: 'next phase' });
  while (state.phase === 'activation') {
    assert.ok(state.activation, 'no two ships of one player and initiative');
    const { ship: id } = state.activation;
    // What the dial shows, the place, and an action.
    tap({ kind: 'reveal', code: id === 'a' || id === 'e' ? '5FW' : '1FB' });
    tap({ kind: 'execute' });
    if (state.activation?.ship === id) tap({ kind: 'act', ship: id, action: 'focus' });
  }
  const before = taps;
  while (state.phase === 'engagement') {
    const attack = attackOf(state)!;
    if (attack.attacker !== 'a' && attack.step === 'declare defender') tap({ kind: 'no attack' });
    else if (attack.step === 'declare defender') tap({ kind: 'declare defender', defender: 'e' });
    else if (attack.step === 'roll attack') tap(rolled('hit', 'focus', 'blank'));
    else if (attack.step.startsWith('roll')) tap(rolled('focus', 'blank', 'blank'));
    else tap({ kind: 'modify', by: attack.step.startsWith('attacker') ? 'attacker' : 'defender', change: { with: 'focus' } });
  }
  assert.deepEqual([state.round, state.phase], [2, 'planning']);
  assert.ok(taps <= 45, `${taps} taps`);
  assert.ok(taps - before <= 10, `${taps - before} taps of the engagement`);
});
