import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { choices } from '../../src/game/choices.js';
import { type Entry, eventsThatCount, type History, NEW_HISTORY, present, recorded, replayed } from '../../src/game/log/history.js';
import { matchFile, readMatch } from '../../src/game/log/match-file.js';
import type { GameEvent } from '../../src/game/model/event.js';
import type { GameState } from '../../src/game/model/game-state.js';
import { attackOf } from '../../src/game/model/lookup.js';
import { isRefusal } from '../../src/game/model/refusal.js';
import { EXAMPLE_ABILITIES } from '../../src/game/queue/example-abilities.js';
import type { Table } from '../../src/table/table.js';
import { ship, tableOf } from '../judge/tables.js';
import { beginEvent, entry, facing, gameShip } from './play.js';

/** Adds entries, leaving out what the rules refuse. */
function played(entries: readonly Entry[], from: History = NEW_HISTORY): History {
  return entries.reduce((history, next) => {
    const found = recorded(history, next);
    return isRefusal(found) ? history : found;
  }, from);
}

const duel = beginEvent({
  table: tableOf([ship('a', 'small', 450, 200, 0), ship('b', 'small', 450, 330, 180), ship('c', 'small', 540, 330, 180)]),
  ships: [
    entry('a', 1, { tokens: { focus: 2, force: 1 }, hull: 2, shields: 0 }),
    entry('b', 2, { tokens: { evade: 1, calculate: 1 }, hull: 2, shields: 0, dial: ['0OW', '0OR', '0OB'] }),
    entry('c', 2, { hull: 1, shields: 0, initiative: 2 }),
  ],
  abilities: [
    {
      kind: 'ability',
      id: 'again',
      name: 'again',
      ship: 'b',
      isOptional: true,
      window: 'after defending',
      grantsBonusAttack: true,
      effects: [{ does: 'by hand', text: 'x' }],
    },
    {
      kind: 'ability',
      id: 'worry',
      name: 'worry',
      ship: 'a',
      isOptional: true,
      window: 'start of engagement',
      target: { whose: 'enemy', ranges: [1], isEach: true },
      effects: [{ does: 'gain', who: 'target', token: 'jam', count: 1 }],
    },
    EXAMPLE_ABILITIES.staticDischargeVanes('b'),
  ],
});

/**
 * Turns numbers into a walk. Most steps are something that the rules allow; now and then somebody tries something else, or takes a step
 * back. Every second walk begins with an engagement, where most of the rules are.
 */
function walked(numbers: readonly number[]): History {
  const key = `${numbers}`;
  const history = walks.get(key) ?? newWalk(numbers);
  walks.set(key, history);
  return history;
}

/** The walks so far: tests that draw the same numbers look at the same walk. */
const walks = new Map<string, History>();

function newWalk(numbers: readonly number[]): History {
  let history = played([(numbers[0] ?? 0) % 2 === 0 ? duel : { ...duel, startsIn: 'engagement' }]);
  for (const number of numbers) {
    const state = present(history)!;
    const legal = choices(state).filter(({ refusal }) => refusal === undefined);
    const isOdd = number % 16 > (attackOf(state)?.step.includes('modifies') ? 6 : 12);
    const tried: readonly GameEvent[] = isOdd || legal.length === 0 ? attempts(state, number >> 4) : legal.map(({ event }) => event);
    const choice = number % 32 === 31 ? ({ kind: 'undo' } as const) : tried[(number >> 4) % tried.length]!;
    const next = recorded(history, choice);
    if (!isRefusal(next) && next.states.length > 0) history = next;
  }
  return history;
}

/** What somebody may try, legal or not. */
function attempts(state: GameState, number: number): readonly GameEvent[] {
  const { id } = state.ships[number % state.ships.length]!;
  const by = number % 4 === 0 ? 'defender' : 'attacker';
  const dice = [number % 3];
  const reroll = { with: 'ability', name: 'x', does: 'reroll', dice, faces: ['blank'], source: 'table' } as const;
  const rerolls: readonly GameEvent[] = [
    { kind: 'modify', by, change: reroll },
    { kind: 'modify', by: by === 'attacker' ? 'defender' : 'attacker', change: reroll },
  ];
  if (attackOf(state)?.step.includes('modifies')) return rerolls;
  return [
    ...state.ships.map((ship): GameEvent => ({ kind: 'set dial', ship: ship.id, code: ['0OW', '0OR', '0OB'][number % 3]! })),
    { kind: 'tokens', ship: id, token: 'stress', by: number % 2 === 0 ? 1 : -1, reason: 'x' },
    { kind: 'attack', attacker: id, isBonus: number % 2 === 0 },
    { kind: 'suffer', ship: id, damage: 'hit', count: 1, reason: 'x' },
    { kind: 'lock', ship: id, target: state.ships[number % 2]!.id, isHeld: number % 3 > 0, reason: 'x' },
    { kind: 'trigger', window: 'after action', ship: id },
    { kind: 'act', ship: id, action: 'boost', isRed: number % 2 === 0, grantedBy: 'x' },
    { kind: 'table', table: nudged(state.table, number % 40) },
    { kind: 'which table', counts: number % 2 === 0 ? 'before' : 'now' },
    { kind: 'next phase' },
    ...rerolls,
  ];
}

/** The table with its last ship pushed away. */
function nudged(table: Table, byMm: number): Table {
  const last = table.ships.length - 1;
  return { ...table, ships: table.ships.map((one, i) => (i === last ? { ...one, pose: { ...one.pose, x: one.pose.x + byMm } } : one)) };
}

/** What must hold of every state. */
function assertLegal(state: GameState, before: GameState | undefined): void {
  for (const one of state.ships) {
    for (const value of [...Object.values(one.tokens), ...Object.values(one.charges), one.hull, one.shields, one.crits])
      assert.ok(Number.isInteger(value) && value >= 0);
    if (one.hull === 0) assert.ok(one.isDestroyed);
    if (one.isRemoved) assert.ok(one.isDestroyed || one.hasFled);
    if (one.isRemoved) assert.ok(state.activation?.ship !== one.id && state.engagement.ship !== one.id);
  }
  for (const attack of state.attacks) {
    assert.equal(gameShip(state, attack.attacker).isRemoved, false);
    if (attack.defender !== undefined) assert.notEqual(gameShip(state, attack.attacker).owner, gameShip(state, attack.defender).owner);
    // A removed ship begins no attack, and the attack that is over leaves one attack for each engagement.
    const old = before?.attacks[state.attacks.indexOf(attack)];
    for (const dice of ['attackDice', 'defenseDice'] as const) {
      attack[dice].forEach((die, i) => {
        const was = old && old.attacker === attack.attacker ? old[dice][i] : undefined;
        if (was?.isRerolled) assert.ok(die.isRerolled);
      });
    }
  }
  assert.ok(new Set(state.queue.map(({ key }) => key)).size === state.queue.length);
  assert.ok(state.phase === 'engagement' || state.attacks.length === 0);
  assert.ok(state.changedTable === undefined || state.attacks.length > 0);
}

const WALKS = fc.array(fc.nat(1_000_000), { minLength: 40, maxLength: 120 });
const RUNS = { numRuns: 50, seed: 20 };

test('no sequence of legal events leads to an illegal state', () => {
  fc.assert(
    fc.property(WALKS, (numbers) => {
      const { states } = walked(numbers);
      for (const [i, state] of states.entries()) assertLegal(state, states[i - 1]);
    }),
    RUNS,
  );
});

test('the walks get about: attacks with damage, rerolls, bonus attacks, replacement effects, removed ships, new rounds', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(WALKS, (numbers) => {
      const { entries, states } = walked(numbers);
      for (const { kind } of entries) seen.add(kind);
      for (const { attacks, ships, round } of states) {
        if (attacks.length > 1) seen.add('a bonus attack');
        if (attacks.some(({ attackDice }) => attackDice.some(({ isRerolled }) => isRerolled))) seen.add('a reroll');
        if (ships.some(({ isRemoved }) => isRemoved)) seen.add('a removal');
        if (round > 1) seen.add('a second round');
      }
    }),
    RUNS,
  );
  const hoped = [
    'deal damage',
    'modify',
    'resolve',
    'skip',
    'replace',
    'undo',
    'a bonus attack',
    'which table',
    'a reroll',
    'a removal',
    'a second round',
  ];
  assert.deepEqual(
    hoped.filter((what) => !seen.has(what)),
    [],
  );
});

test('undo of any event gives back the state before, and a replayed log ends in the same state', () => {
  fc.assert(
    fc.property(WALKS, (numbers) => {
      const history = walked(numbers);
      const again = replayed(history.entries);
      assert.ok(!isRefusal(again));
      assert.deepEqual(present(again), present(history));
      const back = recorded(history, { kind: 'undo' });
      assert.ok(!isRefusal(back));
      assert.deepEqual(present(back), history.states.at(-2));
      assert.equal(back.entries.length, history.entries.length + 1, 'nothing is struck out');
    }),
    RUNS,
  );
});

test('a log in a file comes back event for event, and every event has the table it happened on', () => {
  const history = played(
    [
      { kind: 'set dial', ship: 'a', code: '1FW' },
      { kind: 'undo' },
      { kind: 'table', table: facing(99) },
      { kind: 'set dial', ship: 'b', code: '0OW' },
    ],
    walked([]),
  );
  const file = JSON.parse(JSON.stringify(matchFile(history)));
  assert.deepEqual(
    file.entries.map(({ n, table }: { n: number; table: number }) => [n, table]),
    [
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 1],
      [5, 1],
    ],
  );
  assert.equal(file.tables.length, 2);
  assert.deepEqual(readMatch(file), history.entries);
  assert.deepEqual(
    eventsThatCount(history).map(({ event }) => event.kind),
    ['begin', 'table', 'set dial'],
  );
});

test('a random match survives the file', () => {
  fc.assert(
    fc.property(WALKS, (numbers) => {
      const history = walked(numbers);
      const again = replayed(readMatch(JSON.parse(JSON.stringify(matchFile(history)))));
      assert.ok(!isRefusal(again));
      assert.deepEqual(present(again), present(history));
    }),
    { ...RUNS, numRuns: 5 },
  );
});

test('a log that is not one, of a newer version, with a hole, out of order or damaged is refused with what to do', () => {
  const file = JSON.parse(
    JSON.stringify(matchFile(played([duel, { kind: 'set dial', ship: 'b', code: '0OW' }, { kind: 'set dial', ship: 'c', code: '1FW' }]))),
  );
  const refusedBy = (change: (copy: typeof file) => void, what: RegExp) => {
    const copy = structuredClone(file);
    change(copy);
    assert.throws(() => readMatch(copy), what);
  };
  refusedBy((copy) => (copy.format = 'hashmark-scene'), /not the log of a match/);
  refusedBy((copy) => (copy.version = 3), /version: got 3.*newer Hashmark/);
  refusedBy((copy) => copy.entries.splice(1, 1), /entries\[1\]\.n: got 3, expected 2.*missing/);
  refusedBy((copy) => copy.entries.reverse(), /entries\[0\]\.n: got 3, expected 1/);
  refusedBy((copy) => (copy.entries[2].n = 2), /out of order or doubled/);
  refusedBy((copy) => (copy.entries[1].table = 7), /entries\[1\]\.table.*place in tables/);
  refusedBy((copy) => (copy.entries[1].event.kind = 'dance'), /entries\[1\]\.event\.kind: got "dance"/);
  refusedBy((copy) => delete copy.entries[1].event.code, /entries\[1\]\.event\.code: got nothing/);
  refusedBy((copy) => (copy.entries[0].event.ships[0].owner = 3), /entries\[0\]\.event\.ships\[0\]\.owner: got 3/);
  refusedBy((copy) => (copy.entries[0].event.abilities[0].effects[0].does = 'fly'), /does: got "fly"/);
  refusedBy((copy) => (copy.tables[0].ships[0].xMm = null), /tables\[0\]\.ships\[0\]\.xMm: got null, expected a finite number/);
  refusedBy((copy) => (copy.tables[0].ships[0].covariance = { xx: 'big' }), /covariance\.xx/);
  refusedBy(
    (copy) => (copy.tables[0].ships[0].covariance = { xx: 1e308, xy: 0, xh: 0, yy: 0, yh: 0, hh: 0 }),
    /covariance\.xx: got 1e\+308/,
  );
  refusedBy((copy) => delete copy.tables[0].ships[0].arcs, /ships\[0\]\.arcs: got nothing, expected an array/);
  refusedBy((copy) => (copy.tables[0].table.widthMm = 1e308), /widthMm: got 1e\+308/);
  refusedBy((copy) => (copy.rulesVersion = 99), /rulesVersion: got 99.*newer rules/);
  assert.throws(() => readMatch('hello'), /match: got "hello"/);
});

test('a log whose events the rules refuse says which entry it is', () => {
  const found = replayed([duel, { kind: 'reveal' }]);
  assert.ok(isRefusal(found));
  assert.deepEqual([found.code, 'at' in found && found.at], ['out-of-turn', 1]);
  const nothing = recorded(NEW_HISTORY, { kind: 'undo' });
  assert.ok(isRefusal(nothing));
});
