import type { Handlers } from '../model/handler.js';
import { changedShip, chargesOf, knownShip, shipIn, weaponOf, withNote } from '../model/lookup.js';
import { type Refusal, refuse } from '../model/refusal.js';
import { removed } from '../model/turn-order.js';
import { overEdge } from '../table/over-edge.js';
import { attackAgain, measuredAnew } from './attack-again.js';
import { gain, remove, suffer } from './effects.js';

/** More than any ship has shields and hull. */
const MOST_DAMAGE = 99;

/** What players do with the pieces themselves. */
export const handHandlers: Handlers<'tokens' | 'lock' | 'charges' | 'count tokens' | 'point turret' | 'suffer' | 'flee'> = {
  tokens: (state, { ship: id, token, by, reason }) => {
    const ship = shipIn(state, id);
    if (!ship) return unknown(id);
    if (!Number.isInteger(by) || by === 0)
      return refuse('unknown', `Tokens: got ${by}, expected a whole number that is not 0.`, 'Say how many more or fewer.');
    if (ship.tokens[token] + by < 0)
      return refuse(
        'unknown',
        `${ship.name} has ${ship.tokens[token]} ${token}, ${-by} would be removed.`,
        'Remove no more than there are.',
      );
    const noted = withNote(state, `${ship.name}: ${by > 0 ? '+' : ''}${by} ${token} (${reason})`);
    return by > 0 ? gain(noted, id, token, by) : remove(noted, id, token, -by);
  },
  lock: (state, { ship: id, target, isHeld, reason }) => {
    const ship = shipIn(state, id);
    if (!ship) return unknown(id);
    const had = ship.locks.includes(target);
    if (isHeld && (target === id || !shipIn(state, target))) return unknown(target);
    if (had === isHeld) return refuse('unknown', `${ship.name} has ${had ? 'that' : 'no such'} lock.`, 'There is nothing to change.');
    const locks = isHeld ? [...ship.locks, target] : ship.locks.filter((one) => one !== target);
    return withNote(changedShip(state, id, { locks }), `${ship.name}: ${isHeld ? 'gains' : 'loses'} a lock (${reason})`);
  },
  charges: (state, { ship: id, weapon, by, reason }) => {
    const ship = shipIn(state, id);
    if (!ship) return unknown(id);
    const left = chargesOf(ship, weapon) + by;
    if (!Number.isInteger(by) || by === 0 || left < 0 || !weaponOf(ship, weapon))
      return refuse('ATK-06', `${ship.name}: ${left} charges of ${weapon} cannot be.`, 'Charges of one of its weapons never fall below 0.');
    return withNote(changedShip(state, id, { charges: { ...ship.charges, [weapon]: left } }), `${ship.name}: ${left} charges (${reason})`);
  },
  'count tokens': (state, { ship: id, token, count }) => {
    const ship = shipIn(state, id);
    if (!ship) return unknown(id);
    if (!Number.isInteger(count) || count < 0)
      return refuse('unknown', `Tokens: got ${count}, expected a whole number of at least 0.`, 'Count again.');
    return changedShip(state, id, { counted: { ...ship.counted, [token]: count } });
  },
  'point turret': (state, { ship: id, turret }) => {
    if (!shipIn(state, id)) return unknown(id);
    const pointed = changedShip(state, id, { turret });
    // Said late, in an attack that was declared with the turret as it stood before.
    const isOther = attackAgain(pointed)?.isSame === false;
    return isOther ? measuredAnew(pointed, 'With the turret as it points now', 'Take the attack back and declare it again.') : pointed;
  },
  suffer: (state, { ship: id, damage, count, reason }) => {
    const ship = shipIn(state, id);
    if (!ship) return unknown(id);
    if (count < 1 || count > MOST_DAMAGE)
      return refuse('unknown', `Damage: got ${count}, expected a whole number from 1 to ${MOST_DAMAGE}.`, 'Say how much.');
    return suffer(withNote(state, `${ship.name} suffers ${count} ${damage} (${reason})`), id, damage, count).state;
  },
  /** Whether a base hangs over the edge is for people to see where the table does not say for certain that it stands on the mat. */
  flee: (state, { ship: id }) => {
    const ship = shipIn(state, id);
    if (!ship) return unknown(id);
    const over = overEdge(state, id);
    if (over?.certain && !over.value)
      return refuse('unknown', `${ship.name} stands on the mat, ${(-over.marginMm).toFixed(1)} mm from its edge.`, 'Correct the table.');
    const fled = changedShip(withNote(state, `${ship.name} flees`), id, { hasFled: true });
    return removed(fled, [knownShip(fled, id)]);
  },
};

function unknown(id: string): Refusal {
  return refuse('unknown', `${id} is not in play.`, 'Name a ship that is.');
}
