import { figure, phrase } from '../../texts/rules-texts.js';
import type { GameState } from '../model/game-state.js';
import type { Handlers } from '../model/handler.js';
import { changedShip, chargesOf, knownShip, nameOf, shipIn, weaponOf, withNote } from '../model/lookup.js';
import { type Refusal, refuse } from '../model/refusal.js';
import { removed } from '../model/turn-order.js';
import { overEdge } from '../table/over-edge.js';
import { attackAgain, remeasured } from './attack-again.js';
import { gain, jammed, remove, suffer } from './effects.js';

/** More than any ship has shields and hull. */
const MAX_DAMAGE = 99;

/** Handlers of what players do with the pieces themselves. */
export const handHandlers: Handlers<
  'tokens' | 'lock' | 'charges' | 'count tokens' | 'point turret' | 'suffer' | 'flee' | 'first player' | 'stands right'
> = {
  tokens: (state, { ship: id, token, by, reason }) => {
    const ship = shipIn(state, id);
    if (!ship) return unknown(state, id);
    if (!Number.isInteger(by) || by === 0) return refuse('unknown', phrase('tokens-got-expected-whole', by), phrase('say-how-many-more'));
    if (ship.tokens[token] + by < 0)
      return refuse(
        'unknown',
        phrase('has-would-removed', ship.name, ship.tokens[token], phrase(token), -by),
        phrase('remove-no-more-than'),
      );
    const noted = withNote(state, phrase('tokens-changed', ship.name, `${by > 0 ? '+' : ''}${by}` as string, phrase(token), reason));
    return by > 0 ? gain(noted, id, token, by) : remove(noted, id, token, -by);
  },
  lock: (state, { ship: id, target, isHeld, reason }) => {
    const ship = shipIn(state, id);
    if (!ship) return unknown(state, id);
    const had = ship.locks.includes(target);
    if (isHeld && (target === id || !shipIn(state, target))) return unknown(state, target);
    if (had === isHeld) return refuse('unknown', phrase(had ? 'has-that-lock' : 'has-no-such-lock', ship.name), phrase('nothing-change'));
    if (!isHeld)
      return withNote(
        changedShip(state, id, { locks: ship.locks.filter((one) => one !== target) }),
        phrase('lock-lost', ship.name, reason),
      );
    // A card may allow several: what people say of the pieces stays.
    const gained = withNote(changedShip(state, id, { locks: [...ship.locks, target] }), phrase('lock-gained', ship.name, reason));
    return jammed(ship.locks.length > 0 ? withNote(gained, phrase('locks-several', ship.name)) : gained, id);
  },
  charges: (state, { ship: id, weapon, by, reason }) => {
    const ship = shipIn(state, id);
    if (!ship) return unknown(state, id);
    const left = chargesOf(ship, weapon) + by;
    if (!Number.isInteger(by) || by === 0 || left < 0 || !weaponOf(ship, weapon))
      return refuse('ATK-06', phrase('charges-cannot', ship.name, left, weapon), phrase('charges-one-weapons-never'));
    return withNote(changedShip(state, id, { charges: { ...ship.charges, [weapon]: left } }), phrase('charges', ship.name, left, reason));
  },
  'count tokens': (state, { ship: id, token, count }) => {
    const ship = shipIn(state, id);
    if (!ship) return unknown(state, id);
    if (!Number.isInteger(count) || count < 0)
      return refuse('unknown', phrase('tokens-got-expected-whole-number', count), phrase('count-again'));
    return changedShip(state, id, { counted: { ...ship.counted, [token]: count } });
  },
  'point turret': (state, { ship: id, turret }) => {
    if (!shipIn(state, id)) return unknown(state, id);
    const pointed = changedShip(state, id, { turret });
    // Said late, in an attack that was declared with the turret as it stood before.
    const isOther = attackAgain(pointed)?.isSame === false;
    return isOther ? remeasured(pointed, phrase('turret-as-now'), phrase('take-attack-back-declare')) : pointed;
  },
  suffer: (state, { ship: id, damage, count, reason }) => {
    const ship = shipIn(state, id);
    if (!ship) return unknown(state, id);
    if (count < 1 || count > MAX_DAMAGE)
      return refuse('unknown', phrase('damage-got-expected-whole', count, MAX_DAMAGE), phrase('say-how-much'));
    return suffer(withNote(state, phrase('suffers', ship.name, count, phrase(damage), reason)), id, damage, count).state;
  },
  /** Leaves it to people to see whether a base hangs over the edge where the table does not say for certain that it stands on the mat. */
  flee: (state, { ship: id }) => {
    const ship = shipIn(state, id);
    if (!ship) return unknown(state, id);
    const over = overEdge(state, id);
    if (over?.certain && !over.value)
      return refuse('unknown', phrase('stands-mat-mm-from', ship.name, figure(-over.marginMm, 1)), phrase('correct-table'));
    const fled = changedShip(withNote(state, phrase('flees', ship.name)), id, { hasFled: true });
    return removed(fled, [knownShip(fled, id)]);
  },
  'first player': (state, { player }) =>
    player === state.firstPlayer
      ? refuse('unknown', phrase('player-is-first', player), phrase('nothing-change'))
      : withNote({ ...state, firstPlayer: player }, phrase('player-is-first', player)),
  'stands right': (state, { ship: id, reason }) => {
    const ship = shipIn(state, id);
    if (!ship) return unknown(state, id);
    if (!ship.astray) return refuse('unknown', phrase('stands-where-log', ship.name), phrase('nothing-change'));
    return withNote(changedShip(state, id, { astray: undefined }), phrase('stands-right', ship.name, reason));
  },
};

function unknown(state: GameState, id: string): Refusal {
  return refuse('unknown', phrase('not-play', nameOf(state, id)), phrase('name-ship'));
}
