import assert from 'node:assert/strict';
import { primaryWeapon } from '../../src/game/facts/ship-facts.js';
import type { Ability } from '../../src/game/model/ability.js';
import type { Face } from '../../src/game/model/dice.js';
import { seedFrom } from '../../src/game/model/dice.js';
import type { EventOf, GameEvent, ShipEntry } from '../../src/game/model/event.js';
import type { GameShip, GameState } from '../../src/game/model/game-state.js';
import { knownShip } from '../../src/game/model/lookup.js';
import { isRefusal, type Refusal } from '../../src/game/model/refusal.js';
import { nextToActivate } from '../../src/game/model/turn-order.js';
import { reduce } from '../../src/game/reduce.js';
import type { Table } from '../../src/table/table.js';
import { english } from '../../src/texts/english.js';
import { ship, tableOf } from '../judge/tables.js';

/** A ship of a match with round numbers: agility 2, hull 4, shields 2, a primary weapon of value 3 in the front arc. */
export function entry(id: string, owner: 1 | 2, more: Partial<ShipEntry> = {}): ShipEntry {
  return { id, owner, name: id, initiative: 3, agility: 2, hull: 4, shields: 2, weapons: [primaryWeapon('front', 3)], ...more };
}

/** Two small ships that look at each other with this gap between their bases, `a` of player 1 below, `b` of player 2 above. */
export function facing(gapMm: number): Table {
  return tableOf([ship('a', 'small', 450, 200, 0), ship('b', 'small', 450, 240 + gapMm, 180)]);
}

export interface Begin {
  readonly table?: Table;
  readonly ships?: readonly ShipEntry[];
  readonly abilities?: readonly Ability[];
  readonly firstPlayer?: 1 | 2;
  readonly blueRemoves?: 'stress and strain' | 'stress only';
}

export function beginEvent({ table = facing(150), ships, abilities = [], firstPlayer = 1, blueRemoves }: Begin = {}): EventOf<'begin'> {
  return {
    kind: 'begin',
    table,
    ships: ships ?? [entry('a', 1), entry('b', 2)],
    abilities,
    firstPlayer,
    seed: seedFrom(7),
    options: { blueRemoves: blueRemoves ?? 'stress and strain' },
  };
}

const LOGS = new WeakMap<GameState, readonly GameEvent[]>();

/** What led to a state that was played here. */
export const logOf = (state: GameState): readonly GameEvent[] => LOGS.get(state) ?? [];

/** Plays events that the rules must take. */
export function play(state: GameState | undefined, ...events: readonly GameEvent[]): GameState {
  let now = state;
  for (const event of events) {
    const next = reduce(now, event);
    assert.ok(!isRefusal(next), isRefusal(next) ? `${event.kind}: ${next.code} ${next.message}` : '');
    LOGS.set(next, [...(now ? logOf(now) : []), event]);
    now = next;
  }
  return now!;
}

export function begun(how: Begin = {}): GameState {
  return play(undefined, beginEvent(how));
}

/** Plays an event that the rules must refuse, with this code. */
export function refused(state: GameState | undefined, event: GameEvent, code: Refusal['code']): Refusal {
  const next = reduce(state, event);
  assert.ok(isRefusal(next), `${event.kind} was taken, expected ${code}`);
  assert.equal(next.code, code, english(next.message));
  return next;
}

export const gameShip = (state: GameState, id: string): GameShip => knownShip(state, id);

/** Sets every dial (white straight 1) and ends the Planning Phase. */
export function toActivation(state: GameState, codes: Readonly<Record<string, string>> = {}): GameState {
  const set = state.ships
    .filter((one) => !one.isRemoved)
    .map((one): GameEvent => ({ kind: 'set dial', ship: one.id, code: codes[one.id] ?? '1FW' }));
  return play(state, ...set, { kind: 'next phase' });
}

/** Goes to the Engagement Phase on the table as it is: all ships execute a stationary maneuver. */
export function toEngagement(state: GameState): GameState {
  const stay = Object.fromEntries(state.ships.map((one) => [one.id, '0OW']));
  let now = toActivation(state, stay);
  while (nextToActivate(now).length > 0) {
    const [{ id }] = nextToActivate(now) as readonly [GameShip];
    now = play(now, { kind: 'activate', ship: id }, { kind: 'reveal' }, { kind: 'execute' }, { kind: 'end activation' });
  }
  return play(now, { kind: 'next phase' });
}

/** A state in which ship `a` has declared an attack on `b` with its first weapon and paid for it. */
export function declared(state: GameState, weapon = 'primary-1', more: Partial<EventOf<'declare defender'>> = {}): GameState {
  return play(
    state,
    { kind: 'engage', ship: 'a' },
    { kind: 'attack', attacker: 'a' },
    { kind: 'choose weapon', weapon },
    { kind: 'declare defender', defender: 'b', ...more },
    { kind: 'pay costs' },
  );
}

export const rolled = (...faces: readonly Face[]): GameEvent => ({ kind: 'roll', faces, source: 'table' });
export const done: GameEvent = { kind: 'done' };

/** `a` shoots first. */
export const A_FIRST: readonly ShipEntry[] = [entry('a', 1, { initiative: 5 }), entry('b', 2, { initiative: 2 })];

/** Rolls and passes all modification, up to neutralizing. */
export function attackRolled(state: GameState, attack: readonly Face[], defense: readonly Face[]): GameState {
  return play(state, rolled(...attack), done, done, rolled(...defense), done, done, { kind: 'neutralize' });
}
