import { parseManeuver } from '../../pieces/maneuver.js';
import type { Ability } from './ability.js';
import type { ShipEntry } from './event.js';
import { type Refusal, refuse } from './refusal.js';
import { TOKEN_KINDS } from './tokens.js';
import type { Weapon } from './weapon.js';

/** No number on a card, and no count of tokens or charges, comes near; a larger one would be rolled as dice. */
const MOST = 99;
const isCount = (value: number) => Number.isInteger(value) && value >= 0 && value <= MOST;

/** The longest range of the ruler. */
const MAX_RANGE = 3;

/** What is wrong with a ship as somebody entered it; undefined: nothing. */
export function entryProblem(entry: ShipEntry): Refusal | undefined {
  const { id, hull, shields, agility, initiative, dial = [], tokens = {}, charges = {}, weapons } = entry;
  const strange = Object.keys(tokens).find((token) => !(TOKEN_KINDS as readonly string[]).includes(token));
  if (strange !== undefined)
    return refuse('unknown', `${id}: got a token ${strange}, expected ${TOKEN_KINDS.join(', ')}.`, 'Correct the ship.');
  const numbers = { hull, shields, agility, initiative, ...tokens, ...charges };
  const bad = Object.entries(numbers).find(([, value]) => !isCount(value));
  if (bad) return refuse('unknown', `${id}: got ${bad[0]} ${bad[1]}, expected a whole number from 0 to ${MOST}.`, 'Correct the ship.');
  if (hull === 0) return refuse('unknown', `${id}: got hull 0, expected at least 1.`, 'Correct the ship.');
  try {
    for (const code of dial) parseManeuver(code);
  } catch (error) {
    return refuse('MAN-01', (error as Error).message, 'Correct the dial.');
  }
  const twice = weapons.find((weapon, i) => weapons.findIndex((other) => other.id === weapon.id) < i);
  if (twice) return refuse('ATK-03', `${id}: two weapons have the id ${twice.id}.`, 'Give every weapon an id of its own.');
  return weapons.map((weapon) => weaponProblem(id, weapon)).find((problem) => problem !== undefined);
}

/** What is wrong with an ability as somebody entered it; undefined: nothing. */
export function abilityProblem({ name, target, ...ability }: Ability): Refusal | undefined {
  const isOfAnAttack = ability.kind === 'ability' && (ability.window === 'after attacking' || ability.window === 'after defending');
  if (target?.isAttackRange && !target.inOwnersArc && !isOfAnAttack)
    return refuse('RNG-03', `${name} asks for an attack range, and no arc is named.`, 'Name the arc of its ship that is measured in.');
  if (ability.kind === 'ability' && ability.attackRanges && !isOfAnAttack)
    return refuse('RNG-03', `${name} asks for the attack range of an attack, but waits for none.`, 'Choose a window after an attack.');
  return undefined;
}

/** A primary weapon has attack range 1 to 3 and no cost; a special one what its card says (ATK-05). */
function weaponProblem(ship: string, { name, kind, value, minRange, maxRange, costs }: Weapon): Refusal | undefined {
  const where = `${name} of ${ship}`;
  const numbers = { value, 'least range': minRange, 'greatest range': maxRange, charges: costs.charges ?? 0 };
  const bad = Object.entries(numbers).find(([, number]) => !isCount(number));
  if (bad) return refuse('ATK-05', `${where}: got ${bad[0]} ${bad[1]}, expected a whole number from 0 to ${MOST}.`, 'Correct the weapon.');
  if (maxRange > MAX_RANGE || minRange > maxRange)
    return refuse('ATK-05', `${where}: got range ${minRange} to ${maxRange}, expected a part of 0 to ${MAX_RANGE}.`, 'Correct the weapon.');
  if (kind === 'primary' && (minRange !== 1 || maxRange !== MAX_RANGE))
    return refuse(
      'ATK-05',
      `${where}: got range ${minRange} to ${maxRange}, a primary weapon has 1 to 3.`,
      'Enter it as a special weapon.',
    );
  return undefined;
}
