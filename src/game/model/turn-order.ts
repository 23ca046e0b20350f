import type { GameShip, GameState } from './game-state.js';
import { inPlay, playerOrder } from './lookup.js';

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

/** All ships that are still to activate, or to engage, in the order of the rules; those of one player and initiative in the order listed. */
export function stillDue(state: GameState): readonly GameShip[] {
  const { phase } = state;
  if (phase !== 'activation' && phase !== 'engagement') return [];
  const isLate = phase === 'engagement';
  const [first] = playerOrder(state);
  const left = inPlay(state).filter((ship) => !(isLate ? ship.hasEngaged : ship.hasActivated));
  const step = (a: GameShip, b: GameShip) => (isLate ? b.initiative - a.initiative : a.initiative - b.initiative);
  return left.sort((a, b) => step(a, b) || Number(b.owner === first) - Number(a.owner === first));
}

function inPlayerOrder(state: GameState, left: readonly GameShip[], initiative: number): readonly GameShip[] {
  const due = left.filter((ship) => ship.initiative === initiative);
  const player = playerOrder(state).find((one) => due.some(({ owner }) => owner === one));
  return due.filter(({ owner }) => owner === player);
}

/**
 * Brings the state on where nobody has a choice: removes destroyed ships when the rules let them go, and reaches the next initiative. In
 * the Engagement Phase a destroyed ship stays until all ships of the present initiative have engaged (ATK-18).
 */
export function settled(state: GameState): GameState {
  const isBusy = state.attacks.length > 0 || state.queue.length > 0 || state.replacing.length > 0 || state.changedTable !== undefined;
  if (isBusy) return state;
  if (state.phase !== 'engagement') return withoutDestroyed(state);
  if (state.engagement.ship !== undefined) return state;
  const { initiative } = state.engagement;
  const isLeft = inPlay(state).some((ship) => !ship.hasEngaged && ship.initiative === initiative);
  if (isLeft) return state;
  const cleared = withoutDestroyed(state);
  const left = inPlay(cleared).filter(({ hasEngaged }) => !hasEngaged);
  const next = left.length > 0 ? Math.max(...left.map((ship) => ship.initiative)) : undefined;
  return { ...cleared, engagement: { initiative: next, ship: undefined } };
}

function withoutDestroyed(state: GameState): GameState {
  const gone = inPlay(state).filter(({ isDestroyed }) => isDestroyed);
  if (gone.length === 0) return state;
  const ids = new Set(gone.map(({ id }) => id));
  const ships = state.ships.map((ship) => (ids.has(ship.id) ? { ...ship, isRemoved: true } : ship));
  const activation = state.activation && ids.has(state.activation.ship) ? undefined : state.activation;
  return { ...state, ships, activation, notes: [...state.notes, ...gone.map(({ name }) => `${name} is removed`)] };
}
