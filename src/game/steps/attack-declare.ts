import { type Phrase, phrase } from '../../texts/rules-texts.js';
import type { Attack, AttackStep, GameShip, GameState } from '../model/game-state.js';
import type { Handlers } from '../model/handler.js';
import { attackOf, changedShip, chargesOf, inPlay, isOnTable, knownShip, shipIn, weaponOf, withAttack, withNote } from '../model/lookup.js';
import { newAttack } from '../model/new-attack.js';
import { isRefusal, type Refusal, refuse } from '../model/refusal.js';
import { withTokens } from '../model/tokens.js';
import { type Need, type Weapon, weaponTitle } from '../model/weapon.js';
import { attackTarget, isOpen, type Target } from '../table/attack-target.js';

export interface Candidate {
  readonly defender: string;
  readonly target: Target;
}

/** Refuses when an attack is not at one of these steps (ATK-01). */
export function atStep(state: GameState, ...steps: readonly AttackStep[]): Attack | Refusal {
  const attack = attackOf(state);
  if (!attack) return refuse('ATK-01', phrase('no-attack-going'), phrase('begin-attack'));
  if (steps.includes(attack.step)) return attack;
  return refuse(
    'ATK-01',
    phrase('attack-belongs', phrase(attack.step), phrase('or-quoted', ...steps.map((step) => phrase(step)))),
    phrase('follow-steps-order'),
  );
}

type Kinds = 'attack' | 'choose weapon' | 'declare defender' | 'pay costs' | 'no attack';

export const declareHandlers: Handlers<Kinds> = {
  attack: (state, { attacker: id, isBonus = false }) => {
    const ship = shipIn(state, id);
    if (!ship) return refuse('unknown', phrase('not-play', id), phrase('removed-ship-does-not'));
    if (!isOnTable(state, id)) return refuse('unknown', phrase('not-table', ship.name), phrase('add-map'));
    const against = isBonus ? bonusRefusal(state, ship) : ownAttackRefusal(state, ship);
    return (
      against ??
      withNote({ ...state, attacks: [...state.attacks, newAttack(id, isBonus, state.queue.length)] }, phrase('attacks', ship.name))
    );
  },
  'choose weapon': (state, { weapon: id }) => {
    const attack = atStep(state, 'choose weapon', 'declare defender', 'pay costs');
    if (isRefusal(attack)) return attack;
    const ship = knownShip(state, attack.attacker);
    const weapon = weaponOf(ship, id);
    if (!weapon)
      return refuse(
        'ATK-03',
        phrase('has-no-weapon', ship.name, id),
        phrase('it-has', phrase('list', ...ship.weapons.map(({ name }) => weaponTitle(name)))),
      );
    return withAttack(state, { weapon: id, defender: undefined, facts: undefined, range0By: undefined, step: 'declare defender' });
  },
  'declare defender': (state, { defender, range0By }) => {
    const attack = atStep(state, 'declare defender', 'pay costs');
    if (isRefusal(attack)) return attack;
    const ship = knownShip(state, attack.attacker);
    const other = shipIn(state, defender);
    if (!other) return refuse('unknown', phrase('not-play', defender), phrase('choose-enemy-ship'));
    if (other.owner === ship.owner) return refuse('ATK-04', phrase('not-enemy', other.name, ship.name), phrase('choose-enemy-ship'));
    const weapon = weaponOf(ship, attack.weapon)!;
    const target = requiredTarget(state, ship, weapon, defender, range0By);
    if (isRefusal(target)) return target;
    const noticed = target.facts.isTouching ? [...ship.noticed, phrase('attacks-range-0', ship.name)] : ship.noticed;
    const { arc, range, isObstructed } = target.facts;
    const noted = withNote(
      state,
      phrase(isObstructed ? 'attack-measured-obstructed' : 'attack-measured', ship.name, other.name, range, phrase(arc)),
    );
    return withAttack(changedShip(noted, ship.id, { noticed }), { defender, facts: target.facts, range0By, step: 'pay costs' });
  },
  'pay costs': (state) => {
    const attack = atStep(state, 'pay costs');
    if (isRefusal(attack)) return attack;
    const ship = knownShip(state, attack.attacker);
    const paid = payCosts(state, ship, weaponOf(ship, attack.weapon)!, attack.defender!);
    if (isRefusal(paid)) return paid;
    // From here on it is the ship's attack of this engagement (ATK-17).
    const counted = attack.isBonus ? paid : { ...paid, hasAttacked: true };
    return withAttack(changedShip(state, ship.id, counted), { step: 'roll attack' });
  },
  'no attack': (state) => {
    const attack = atStep(state, 'choose weapon', 'declare defender', 'pay costs');
    if (isRefusal(attack)) return attack;
    return withNote({ ...state, attacks: state.attacks.slice(0, -1) }, phrase('does-not-attack', knownShip(state, attack.attacker).name));
  },
};

/** Why a weapon cannot be used at all now: no valid target, or costs that cannot be paid (ATK-07); undefined: it can. */
export function weaponRefusal(state: GameState, ship: GameShip, weapon: Weapon): Refusal | undefined {
  const found = targets(state, ship, weapon).map(({ target }) => target);
  if (found.some(mayTurnOut)) return undefined;
  const isUnpaid = found.some((target) => 'code' in target && target.code === 'ATK-06');
  const why = isUnpaid
    ? phrase('cannot-pay', ship.name, weaponTitle(weapon.name))
    : phrase('has-no-valid-target', weaponTitle(weapon.name));
  return refuse('ATK-07', why, phrase('choose-another-weapon-do'));
}

/** Every enemy ship, and whether a weapon may attack it: by the table, by what its card requires and by its costs (ATK-02, ATK-04 to ATK-06). */
export function targets(state: GameState, ship: GameShip, weapon: Weapon, range0By?: string): readonly Candidate[] {
  const enemies = inPlay(state).filter(({ owner }) => owner !== ship.owner);
  return enemies.map(({ id: defender }) => {
    const target = requiredTarget(state, ship, weapon, defender, range0By);
    const paid = payCosts(state, ship, weapon, defender);
    return { defender, target: mayTurnOut(target) && isRefusal(paid) ? paid : target };
  });
}

/** An attack on one enemy ship, by the table and by what the weapon's card requires; what is too close to call is not asked in vain. */
function requiredTarget(state: GameState, ship: GameShip, weapon: Weapon, defender: string, range0By?: string): Target {
  const target = attackTarget(state, ship, weapon, defender, range0By);
  return mayTurnOut(target) ? (needRefusal(state, ship, weapon, defender) ?? target) : target;
}

/** Whether a target is one, or may turn out to be one: too close to call, or where the log does not have it. */
const mayTurnOut = (target: Target): boolean => 'facts' in target || isOpen(target) || target.code === 'astray';

function ownAttackRefusal(state: GameState, ship: GameShip): Refusal | undefined {
  if (attackOf(state)) return refuse('ATK-01', phrase('attack-going'), phrase('finish-steps'));
  if (state.engagement.ship !== ship.id) return refuse('ATK-17', phrase('not-engaging', ship.name), phrase('ship-attacks-when-engages'));
  if (ship.hasAttacked) return refuse('ATK-17', phrase('has-attacked-engagement', ship.name), phrase('one-attack-each-ship'));
  return undefined;
}

/** Bonus attacks come in the last two windows after an attack, the defender's before the attacker's (ATK-16). */
function bonusRefusal(state: GameState, ship: GameShip): Refusal | undefined {
  if (state.phase !== 'engagement') return refuse('ATK-17', phrase('attacks-belong-engagement-phase'), phrase('wait-for-it'));
  const attack = attackOf(state);
  if (!attack) return undefined;
  const [attacker, defender] = [attack.attacker, attack.defender].map((id) => (id ? knownShip(state, id).owner : undefined));
  if (attack.step === 'after 3' && ship.owner === defender) return undefined;
  if (attack.step === 'after 4' && ship.owner === attacker) return undefined;
  return refuse('ATK-16', phrase('no-bonus-attack', ship.name, phrase(attack.step)), phrase('defending-players-come-third'));
}

function needRefusal(state: GameState, ship: GameShip, { name, needs }: Weapon, defender: string): Refusal | undefined {
  const isThere = (need: Need) => (need === 'lock' ? ship.locks.includes(defender) : ship.tokens[need] > 0);
  if (needs.length === 0 || needs.some(isThere)) return undefined;
  const lock = phrase('a-lock-on', knownShip(state, defender).name);
  const wanted = needs.map((need) => (need === 'lock' ? lock : phrase('a-token', phrase(need))));
  return refuse(
    'ATK-05',
    phrase('weapon-requires', weaponTitle(name), phrase('either', ...wanted)),
    phrase('choose-another-weapon-another'),
  );
}

/** The attacker after it has paid for a weapon; refused where it cannot (ATK-06). */
export function payCosts(state: GameState, ship: GameShip, { id, name, costs }: Weapon, defender: string): GameShip | Refusal {
  const cannot = (what: Phrase) =>
    refuse('ATK-06', phrase('cannot-pay-2', ship.name, weaponTitle(name), what), phrase('choose-another-weapon-do'));
  let paid = ship;
  if (costs.charges) {
    const left = chargesOf(ship, id) - costs.charges;
    if (left < 0) return cannot(phrase('no-charge-left'));
    paid = { ...paid, charges: { ...paid.charges, [id]: left } };
  }
  if (costs.lock) {
    if (!ship.locks.includes(defender)) return cannot(phrase('has-no-lock', knownShip(state, defender).name));
    paid = { ...paid, locks: paid.locks.filter((lock) => lock !== defender) };
  }
  for (const token of costs.tokens ?? []) {
    if (paid.tokens[token] === 0) return cannot(phrase('has-no-token', phrase(token)));
    paid = { ...paid, tokens: withTokens(paid.tokens, token, -1) };
  }
  return paid;
}
