import assert from 'node:assert/strict';
import { choices } from '../../src/game/choices.js';
import { knownEntry, SHIP_KINDS, withSpecialWeapon } from '../../src/game/facts/ship-facts.js';
import { type History, NEW_HISTORY, present, recorded } from '../../src/game/log/history.js';
import type { Ability } from '../../src/game/model/ability.js';
import { seedFrom } from '../../src/game/model/dice.js';
import type { GameEvent, ShipEntry } from '../../src/game/model/event.js';
import type { GameState } from '../../src/game/model/game-state.js';
import { attackOf, inPlay } from '../../src/game/model/lookup.js';
import { isRefusal } from '../../src/game/model/refusal.js';
import { TOKEN_KINDS } from '../../src/game/model/tokens.js';
import { EXAMPLE_ABILITIES } from '../../src/game/queue/example-abilities.js';
import { EXACT } from '../../src/geometry/pose.js';
import type { BaseSize } from '../../src/pieces/base-size.js';
import { BASE_SIZES } from '../../src/pieces/base-size.js';
import { block, seeded, ship, sigmas, tableOf } from '../judge/tables.js';

/** A match that lasts longer than this is over: tournaments have a time limit too. */
const LAST_ROUND = 8;
/** No random player needs as many events; one that does goes in circles. */
const MAX_EVENTS = 6000;

/** How a match went. */
export interface RandomMatch {
  readonly history: History;
  readonly ended: 'destroyed' | 'time';
}

/** Plays a whole match by choosing at random among what `choices` allows, every state checked. The same seed plays the same match. */
export function randomMatch(seed: number): RandomMatch {
  const random = seeded(seed);
  const pick = <T>(many: readonly T[]): T => many[Math.floor(random() * many.length)]!;
  let history = taken(NEW_HISTORY, beginning(seed, random));
  for (let n = 0; n < MAX_EVENTS; n++) {
    const state = present(history)!;
    const isOver = attackOf(state) === undefined && state.queue.length === 0 && state.replacing.length === 0;
    if (isOver && new Set(inPlay(state).map(({ owner }) => owner)).size < 2) return { history, ended: 'destroyed' };
    if (isOver && state.round > LAST_ROUND) return { history, ended: 'time' };
    const offered = choices(state).filter(({ refusal }) => refusal === undefined);
    assert.ok(offered.length > 0, `seed ${seed}, event ${n}: nothing can be done in round ${state.round}, ${state.phase}`);
    // Mostly what carries the match on, else it would turn dials for ever; a dial that is set is changed only now and then.
    const unset = state.phase === 'planning' ? offered.filter(({ event }) => event.kind === 'set dial' && !isSet(state, event.ship)) : [];
    const main = offered.filter(({ isVariant, event }) => !isVariant && event.kind !== 'no attack');
    const wanted = unset.length > 0 ? unset : main.length > 0 && random() < 0.7 ? main : offered;
    history = taken(history, pick(wanted).event);
    checkState(state, present(history)!, seed);
  }
  return assert.fail(`seed ${seed}: no end after ${MAX_EVENTS} events`);
}

function isSet(state: GameState, id: string): boolean {
  return state.ships.some((one) => one.id === id && one.set !== undefined);
}

function taken(history: History, event: GameEvent): History {
  const next = recorded(history, event);
  assert.ok(!isRefusal(next), isRefusal(next) ? `${JSON.stringify(event)}: ${next.code} ${next.message}` : '');
  return next;
}

/** Two or three ships of the list on each side, some with a special weapon, some with an ability of the examples; every sixteenth table measured. */
function beginning(seed: number, random: () => number): GameEvent {
  const pick = <T>(many: readonly T[]): T => many[Math.floor(random() * many.length)]!;
  const count = 2 + Math.floor(random() * 2);
  const covariance = seed % 16 === 4 ? sigmas(0.4, 0.4, 0.15) : EXACT;
  const entries: ShipEntry[] = [];
  const bases: { readonly id: string; readonly base: BaseSize; readonly owner: 1 | 2; readonly x: number }[] = [];
  for (const owner of [1, 2] as const) {
    for (let i = 0; i < count; i++) {
      const kind = pick(
        SHIP_KINDS.filter(({ size, dial }) => (BASE_SIZES as readonly string[]).includes(size.toLowerCase()) && dial.length > 0),
      );
      const id = `${owner}${'abc'[i]}`;
      const entry = knownEntry(kind, { id, owner, name: id, initiative: 1 + Math.floor(random() * 6) });
      const armed = random() < 0.3 ? withSpecialWeapon(entry, pick(['protontorpedoes', 'ioncannon', 'concussionmissiles'])) : entry;
      entries.push({ ...armed, hull: Math.min(armed.hull, 4), tokens: random() < 0.2 ? { force: 1 } : {} });
      bases.push({ id, base: kind.size.toLowerCase() as BaseSize, owner, x: 200 + 250 * i + random() * 60 });
    }
  }
  const ships = bases.map(({ id, base, owner, x }) =>
    ship(id, base, x, owner === 1 ? 250 : 660, owner === 1 ? 0 : 180, { owner, covariance }),
  );
  const rocks = [block('rock', 300, 440, 340, 470), block('cloud', 560, 430, 600, 470, 'debris'), block('gas', 430, 560, 470, 580, 'gas')];
  const abilities: readonly Ability[] = [
    EXAMPLE_ABILITIES.jakeFarrell('1a'),
    EXAMPLE_ABILITIES.aWing('1a'),
    EXAMPLE_ABILITIES.chopper('1b'),
    EXAMPLE_ABILITIES.kyleKatarn('2a'),
    EXAMPLE_ABILITIES.oldTeroch('2b'),
    EXAMPLE_ABILITIES.staticDischargeVanes('2b'),
    { ...EXAMPLE_ABILITIES.staticDischargeVanes('1b'), tokens: ['stress'] } as Ability,
    { ...EXAMPLE_ABILITIES.staticDischargeVanes('1a'), id: 'hands stress on', tokens: ['stress'] } as Ability,
    bonus('1a', 'after attacking'),
    bonus('2a', 'after defending'),
  ];
  return {
    kind: 'begin',
    table: tableOf(ships, rocks),
    ships: entries,
    abilities: abilities.filter(() => random() < 0.6),
    firstPlayer: random() < 0.5 ? 1 : 2,
    seed: seedFrom(seed),
    options: {},
  };
}

function bonus(owner: string, window: 'after attacking' | 'after defending'): Ability {
  const effects = [{ does: 'gain', who: 'self', token: 'stress', count: 1 }] as const;
  const base = { kind: 'ability', isOptional: true, window, grantsBonusAttack: true, effects } as const;
  return { ...base, id: `bonus-${owner}`, name: `bonus of ${owner}`, ship: owner };
}

/** What holds in every state that the rules lead to. */
function checkState(before: GameState, state: GameState, seed: number): void {
  const where = `seed ${seed}, round ${state.round}, ${state.phase}`;
  for (const one of state.ships) {
    for (const token of TOKEN_KINDS)
      assert.ok(Number.isInteger(one.tokens[token]) && one.tokens[token] >= 0, `${where}: ${one.id} ${token}`);
    for (const number of [one.hull, one.shields, one.crits, ...Object.values(one.charges)])
      assert.ok(Number.isInteger(number) && number >= 0, `${where}: ${one.id} has ${number}`);
    assert.equal(one.isDestroyed, one.hull === 0, `${where}: ${one.id}`);
    assert.ok(!one.isRemoved || one.isDestroyed || one.hasFled, `${where}: ${one.id} was removed alive`);
    assert.ok(!one.isRemoved || !state.table.ships.some(({ id }) => id === one.id), `${where}: ${one.id} was removed and stands there`);
    assert.ok(
      one.locks.every((lock) => lock !== one.id && inPlay(state).some(({ id }) => id === lock)),
      `${where}: a lock of ${one.id}`,
    );
    assert.ok(!one.hasAttacked || state.phase === 'engagement' || state.phase === 'end', `${where}: ${one.id} has attacked`);
  }
  const keys = state.queue.map(({ key }) => key);
  assert.equal(new Set(keys).size, keys.length, where);
  assert.ok(state.pending.length === 0 || state.replacing.length > 0, `${where}: something is pending and nothing is asked`);
  assert.ok(state.round === before.round || (before.phase === 'end' && state.phase === 'planning'), where);
  for (const attack of state.attacks) checkAttack(state, attack, where);
  for (const { pose } of state.table.ships)
    for (const number of [pose.x, pose.y, pose.headingRad]) assert.ok(Number.isFinite(number), where);
}

function checkAttack(state: GameState, attack: GameState['attacks'][number], where: string): void {
  const shipOf = (id: string) => state.ships.find((one) => one.id === id)!;
  assert.ok(!shipOf(attack.attacker).isRemoved, `${where}: a removed ship attacks`);
  if (!attack.facts || !attack.defender) return;
  const weapon = shipOf(attack.attacker).weapons.find(({ id }) => id === attack.weapon)!;
  assert.notEqual(shipOf(attack.defender).owner, shipOf(attack.attacker).owner, where);
  assert.ok(
    attack.facts.range <= weapon.maxRange && attack.facts.range >= weapon.minRange,
    `${where}: ${weapon.name} at ${attack.facts.range}`,
  );
  assert.ok(!attack.facts.isTouching, `${where}: an attack at range 0 that no ability permits`);
}
