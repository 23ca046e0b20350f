import { parseManeuver } from '../../pieces/maneuver.js';
import { phrase } from '../../texts/rules-texts.js';
import type { Ability } from './ability.js';
import type { ShipEntry } from './event.js';
import { type Refusal, refuse } from './refusal.js';
import { TOKEN_KINDS } from './tokens.js';
import type { Weapon } from './weapon.js';

/** Above any number on a card and any count of tokens or charges; a larger one would be rolled as dice. */
const MOST = 99;
const isCount = (value: number) => Number.isInteger(value) && value >= 0 && value <= MOST;

/** The longest range of the ruler. */
const MAX_RANGE = 3;

/** The problem with a ship as somebody entered it; undefined: there is none. */
export function entryProblem(entry: ShipEntry): Refusal | undefined {
  const { id, hull, shields, agility, initiative, dial = [], tokens = {}, charges = {}, weapons } = entry;
  const strange = Object.keys(tokens).find((token) => !(TOKEN_KINDS as readonly string[]).includes(token));
  if (strange !== undefined)
    return refuse('unknown', phrase('got-token-expected', id, strange, TOKEN_KINDS.join(', ')), phrase('correct-ship'));
  const numbers = { hull, shields, agility, initiative, ...tokens, ...charges };
  const bad = Object.entries(numbers).find(([, value]) => !isCount(value));
  if (bad) return refuse('unknown', phrase('got-expected-whole-number', id, bad[0], bad[1], MOST), phrase('correct-ship'));
  if (hull === 0) return refuse('unknown', phrase('got-hull-0-expected', id), phrase('correct-ship'));
  try {
    for (const code of dial) parseManeuver(code);
  } catch (error) {
    return refuse('MAN-01', phrase('as-it-is', (error as Error).message), phrase('correct-dial'));
  }
  const twice = weapons.find((weapon, i) => weapons.findIndex((other) => other.id === weapon.id) < i);
  if (twice) return refuse('ATK-03', phrase('two-weapons-have-id', id, twice.id), phrase('give-every-weapon-id'));
  return weapons.map((weapon) => weaponProblem(id, weapon)).find((problem) => problem !== undefined);
}

/** The problem with an ability as somebody entered it; undefined: there is none. */
export function abilityProblem({ name, target, ...ability }: Ability): Refusal | undefined {
  const isOfAnAttack = ability.kind === 'ability' && (ability.window === 'after attacking' || ability.window === 'after defending');
  if (target?.isAttackRange && !target.inOwnersArc && !isOfAnAttack)
    return refuse('RNG-03', phrase('asks-attack-range-no', name), phrase('name-arc-ship-measured'));
  if (ability.kind === 'ability' && ability.attackRanges && !isOfAnAttack)
    return refuse('RNG-03', phrase('asks-attack-range-attack', name), phrase('choose-window-after-attack'));
  return undefined;
}

/** A primary weapon has attack range 1 to 3 and no cost; a special one what its card says (ATK-05). */
function weaponProblem(ship: string, { name, kind, value, minRange, maxRange, costs }: Weapon): Refusal | undefined {
  const where = phrase('of', name, ship);
  const numbers = { value, 'least-range': minRange, 'greatest-range': maxRange, 'count-charges': costs.charges ?? 0 };
  const bad = (Object.keys(numbers) as (keyof typeof numbers)[]).find((key) => !isCount(numbers[key]));
  if (bad) return refuse('ATK-05', phrase('got-expected-whole-number', where, phrase(bad), numbers[bad], MOST), phrase('correct-weapon'));
  if (maxRange > MAX_RANGE || minRange > maxRange)
    return refuse('ATK-05', phrase('got-range-expected-part', where, minRange, maxRange, MAX_RANGE), phrase('correct-weapon'));
  if (kind === 'primary' && (minRange !== 1 || maxRange !== MAX_RANGE))
    return refuse('ATK-05', phrase('got-range-primary-weapon', where, minRange, maxRange), phrase('enter-special-weapon'));
  return undefined;
}
