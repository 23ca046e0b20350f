import { phrase } from '../../texts/rules-texts.js';
import type { GameShip, GameState } from './game-state.js';
import { inPlay, playerOrder, playersWithoutShips } from './lookup.js';
import { tableInPlay } from './table-in-play.js';

/** Ships that may activate next: of the lowest initiative that is left those of the first player, then the other's. */
export function nextToActivate(state: GameState): readonly GameShip[] {
  if (state.phase !== 'activation' || state.activation) return [];
  const left = inPlay(state).filter(({ hasActivated }) => !hasActivated);
  const initiative = Math.min(...left.map((ship) => ship.initiative));
  return inPlayerOrder(state, left, initiative);
}

/** Ships that may engage next: those of the initiative reached, the first player's first. A destroyed one still engages then (ATK-18). */
export function nextToEngage(state: GameState): readonly GameShip[] {
  const { phase, engagement } = state;
  if (phase !== 'engagement' || engagement.ship !== undefined || engagement.initiative === undefined) return [];
  const left = inPlay(state).filter(({ hasEngaged }) => !hasEngaged);
  return inPlayerOrder(state, left, engagement.initiative);
}

/**
 * All ships that are still to activate, or to engage, in the order of the rules; those of one player and initiative in the order listed. A
 * destroyed one engages only at the initiative that is reached: before its own it is removed (ATK-18).
 */
export function stillDue(state: GameState): readonly GameShip[] {
  const { phase } = state;
  if (phase !== 'activation' && phase !== 'engagement') return [];
  const isLate = phase === 'engagement';
  const [first] = playerOrder(state);
  const isTooLate = ({ isDestroyed, initiative }: GameShip) => isDestroyed && initiative !== state.engagement.initiative;
  const left = inPlay(state).filter((ship) => (isLate ? !ship.hasEngaged && !isTooLate(ship) : !ship.hasActivated));
  const step = (a: GameShip, b: GameShip) => (isLate ? b.initiative - a.initiative : a.initiative - b.initiative);
  return left.sort((a, b) => step(a, b) || Number(b.owner === first) - Number(a.owner === first));
}

function inPlayerOrder(state: GameState, left: readonly GameShip[], initiative: number): readonly GameShip[] {
  const due = left.filter((ship) => ship.initiative === initiative);
  const player = playerOrder(state).find((one) => due.some(({ owner }) => owner === one));
  return due.filter(({ owner }) => owner === player);
}

/**
 * Brings the state on where nobody has a choice: removes destroyed ships when the rules let them go, and reaches the next initiative. Once
 * the Engagement Phase has reached an initiative, a destroyed ship stays until all ships of that one have engaged (ATK-18); at its start, and
 * in other phases, there is no attacker whose initiative it could wait for, so it goes at once.
 */
export function settled(state: GameState): GameState {
  const isShooting = state.attacks.length > 0 || state.changedTable !== undefined;
  const isReached = state.phase === 'engagement' && state.engagement.initiative !== undefined;
  const now = isShooting || isReached ? state : withoutDestroyed(state);
  if (isShooting || now.queue.length > 0 || now.replacing.length > 0 || now.phase !== 'engagement') return now;
  if (now.engagement.ship !== undefined) return now;
  const { initiative } = now.engagement;
  const isLeft = inPlay(now).some((ship) => !ship.hasEngaged && ship.initiative === initiative);
  if (isLeft) return now;
  const cleared = withoutDestroyed(now);
  const left = inPlay(cleared).filter(({ hasEngaged }) => !hasEngaged);
  const next = left.length > 0 ? Math.max(...left.map((ship) => ship.initiative)) : undefined;
  return { ...cleared, engagement: { initiative: next, ship: undefined } };
}

function withoutDestroyed(state: GameState): GameState {
  return removed(
    state,
    inPlay(state).filter(({ isDestroyed }) => isDestroyed),
  );
}

/** Takes ships out of the match: they are on no table, hold no turn and are locked by nobody. */
export function removed(state: GameState, gone: readonly GameShip[]): GameState {
  if (gone.length === 0) return state;
  const ids = new Set(gone.map(({ id }) => id));
  const ships = state.ships.map((ship) =>
    ids.has(ship.id) ? { ...ship, isRemoved: true } : { ...ship, locks: ship.locks.filter((lock) => !ids.has(lock)) },
  );
  const activation = state.activation && ids.has(state.activation.ship) ? undefined : state.activation;
  const isEngaging = state.engagement.ship !== undefined && ids.has(state.engagement.ship);
  const engagement = isEngaging ? { ...state.engagement, ship: undefined } : state.engagement;
  const { table, toTakeOff } = tableInPlay({ ships }, state.table);
  const notes = gone.map(({ id, name }) => (toTakeOff.includes(id) ? phrase('removed-take-off-table', name) : phrase('removed', name)));
  const over = playersWithoutShips({ ...state, ships }).filter((player) => gone.some(({ owner }) => owner === player));
  return {
    ...state,
    ships,
    activation,
    engagement,
    table,
    toTakeOff: [...state.toTakeOff, ...toTakeOff],
    notes: [...state.notes, ...notes, ...over.map((player) => phrase('no-ships-left', player))],
  };
}
