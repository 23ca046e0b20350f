import type { Attack, AttackStep, GameShip, GameState } from '../model/game-state.js';
import type { Handlers } from '../model/handler.js';
import { attackOf, changedShip, chargesOf, isOnTable, knownShip, shipIn, weaponOf, withAttack, withNote } from '../model/lookup.js';
import { newAttack } from '../model/new-attack.js';
import { isRefusal, type Refusal, refuse } from '../model/refusal.js';
import { withTokens } from '../model/tokens.js';
import type { Weapon } from '../model/weapon.js';
import { attackTarget, candidates, isOpen } from '../table/attack-target.js';

/** Refuses when an attack is not at one of these steps (ATK-01). */
export function atStep(state: GameState, ...steps: readonly AttackStep[]): Attack | Refusal {
  const attack = attackOf(state);
  if (!attack) return refuse('ATK-01', 'No attack is going on.', 'Begin an attack.');
  if (steps.includes(attack.step)) return attack;
  return refuse('ATK-01', `The attack is at “${attack.step}”, this belongs to “${steps.join('” or “')}”.`, 'Follow the steps in order.');
}

type Kinds = 'attack' | 'choose weapon' | 'declare defender' | 'pay costs' | 'no attack';

export const declareHandlers: Handlers<Kinds> = {
  attack: (state, { attacker: id, isBonus = false }) => {
    const ship = shipIn(state, id);
    if (!ship) return refuse('unknown', `${id} is not in play.`, 'A removed ship does not attack.');
    if (!isOnTable(state, id)) return refuse('unknown', `${ship.name} is not on the table.`, 'Add it on the map.');
    const against = isBonus ? bonusRefusal(state, ship) : ownAttackRefusal(state, ship);
    return (
      against ?? withNote({ ...state, attacks: [...state.attacks, newAttack(id, isBonus, state.queue.length)] }, `${ship.name} attacks`)
    );
  },
  'choose weapon': (state, { weapon: id }) => {
    const attack = atStep(state, 'choose weapon', 'declare defender', 'pay costs');
    if (isRefusal(attack)) return attack;
    const ship = knownShip(state, attack.attacker);
    const weapon = weaponOf(ship, id);
    if (!weapon) return refuse('ATK-03', `${ship.name} has no weapon ${id}.`, `It has ${ship.weapons.map(({ name }) => name).join(', ')}.`);
    return withAttack(state, { weapon: id, defender: undefined, facts: undefined, range0By: undefined, step: 'declare defender' });
  },
  'declare defender': (state, { defender, range0By }) => {
    const attack = atStep(state, 'declare defender', 'pay costs');
    if (isRefusal(attack)) return attack;
    const ship = knownShip(state, attack.attacker);
    const other = shipIn(state, defender);
    if (!other) return refuse('unknown', `${defender} is not in play.`, 'Choose an enemy ship.');
    if (other.owner === ship.owner) return refuse('ATK-04', `${other.name} is not an enemy of ${ship.name}.`, 'Choose an enemy ship.');
    const weapon = weaponOf(ship, attack.weapon)!;
    const target = attackTarget(state, ship, weapon, defender, range0By);
    if (isRefusal(target)) return target;
    const need = needRefusal(ship, weapon, defender);
    if (need) return need;
    const noticed = target.facts.isTouching ? [...ship.noticed, `${ship.name} attacks at range 0`] : ship.noticed;
    const { arc, range, isObstructed } = target.facts;
    const noted = withNote(state, `${ship.name} to ${other.name}: range ${range}, ${arc} arc${isObstructed ? ', obstructed' : ''}`);
    return withAttack(changedShip(noted, ship.id, { noticed }), { defender, facts: target.facts, range0By, step: 'pay costs' });
  },
  'pay costs': (state) => {
    const attack = atStep(state, 'pay costs');
    if (isRefusal(attack)) return attack;
    const ship = knownShip(state, attack.attacker);
    const paid = payCosts(ship, weaponOf(ship, attack.weapon)!, attack.defender!);
    if (isRefusal(paid)) return paid;
    // From here on it is the ship's attack of this engagement (ATK-17).
    const counted = attack.isBonus ? paid : { ...paid, hasAttacked: true };
    return withAttack(changedShip(state, ship.id, counted), { step: 'roll attack' });
  },
  'no attack': (state) => {
    const attack = atStep(state, 'choose weapon', 'declare defender', 'pay costs');
    if (isRefusal(attack)) return attack;
    return withNote({ ...state, attacks: state.attacks.slice(0, -1) }, `${knownShip(state, attack.attacker).name} does not attack`);
  },
};

/** Why a weapon cannot be used at all now: no valid target, or costs that cannot be paid (ATK-07); undefined: it can. */
export function weaponRefusal(state: GameState, ship: GameShip, weapon: Weapon): Refusal | undefined {
  const found = candidates(state, ship, weapon);
  // A target that is too close to call may turn out to be one.
  const valid = found.filter(({ target, defender }) => ('facts' in target ? !needRefusal(ship, weapon, defender) : isOpen(target)));
  if (valid.length === 0) return refuse('ATK-07', `${weapon.name} has no valid target.`, 'Choose another weapon or do not attack.');
  const payable = valid.some(({ defender }) => !isRefusal(payCosts(ship, weapon, defender)));
  return payable ? undefined : refuse('ATK-07', `${ship.name} cannot pay for ${weapon.name}.`, 'Choose another weapon or do not attack.');
}

function ownAttackRefusal(state: GameState, ship: GameShip): Refusal | undefined {
  if (attackOf(state)) return refuse('ATK-01', 'An attack is going on.', 'Finish its steps.');
  if (state.engagement.ship !== ship.id)
    return refuse('ATK-17', `${ship.name} is not engaging.`, 'A ship attacks when it engages in the Engagement Phase.');
  if (ship.hasAttacked)
    return refuse(
      'ATK-17',
      `${ship.name} has attacked in this engagement.`,
      'One attack for each ship; an ability may grant a bonus attack.',
    );
  return undefined;
}

/** Bonus attacks come in the last two windows after an attack, the defender's before the attacker's (ATK-16). */
function bonusRefusal(state: GameState, ship: GameShip): Refusal | undefined {
  if (state.phase !== 'engagement') return refuse('ATK-17', 'Attacks belong to the Engagement Phase.', 'Wait for it.');
  const attack = attackOf(state);
  if (!attack) return undefined;
  const [attacker, defender] = [attack.attacker, attack.defender].map((id) => (id ? knownShip(state, id).owner : undefined));
  if (attack.step === 'after 3' && ship.owner === defender) return undefined;
  if (attack.step === 'after 4' && ship.owner === attacker) return undefined;
  return refuse(
    'ATK-16',
    `No bonus attack of ${ship.name} at “${attack.step}”.`,
    'The defending player’s come third after an attack, the attacking player’s fourth.',
  );
}

function needRefusal(ship: GameShip, weapon: Weapon, defender: string): Refusal | undefined {
  const missing = weapon.needs.find((need) => (need === 'lock' ? !ship.locks.includes(defender) : ship.tokens[need] === 0));
  if (!missing) return undefined;
  const what = missing === 'lock' ? `a lock on ${defender}` : `a ${missing} token`;
  return refuse('ATK-05', `${weapon.name} requires ${what}.`, 'Choose another weapon or another defender.');
}

/** The attacker after it has paid for a weapon; refused where it cannot (ATK-06). */
export function payCosts(ship: GameShip, { id, name, costs }: Weapon, defender: string): GameShip | Refusal {
  const cannot = (what: string) =>
    refuse('ATK-06', `${ship.name} cannot pay for ${name}: ${what}.`, 'Choose another weapon or do not attack (ATK-07).');
  let paid = ship;
  if (costs.charges) {
    const left = chargesOf(ship, id) - costs.charges;
    if (left < 0) return cannot('no charge is left');
    paid = { ...paid, charges: { ...paid.charges, [id]: left } };
  }
  if (costs.lock) {
    if (!ship.locks.includes(defender)) return cannot(`it has no lock on ${defender}`);
    paid = { ...paid, locks: paid.locks.filter((lock) => lock !== defender) };
  }
  for (const token of costs.tokens ?? []) {
    if (paid.tokens[token] === 0) return cannot(`it has no ${token} token`);
    paid = { ...paid, tokens: withTokens(paid.tokens, token, -1) };
  }
  return paid;
}
