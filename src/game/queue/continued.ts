import type { Ability } from '../model/ability.js';
import type { GameState, PendingStep } from '../model/game-state.js';
import { gain } from '../steps/effects.js';
import { applied, doesAnything } from './ability-effect.js';

/** Everything that an ability does to a ship, in order, before what was pending already. */
export function withEffects(state: GameState, ability: Ability, targets: readonly (string | undefined)[]): GameState {
  const steps = targets.flatMap((target) =>
    ability.effects.map((_, place): PendingStep => ({ step: 'effect', ability: ability.id, place, target })),
  );
  return { ...state, pending: [...steps, ...state.pending] };
}

/**
 * Does what is pending, one thing after the other, until a replacement effect has to be asked about. What cannot be done when its turn comes
 * has no effect and keeps nothing else from happening (QUE-07).
 */
export function continued(state: GameState): GameState {
  const [step, ...pending] = state.pending;
  if (!step || state.replacing.length > 0) return state;
  return continued(taken({ ...state, pending }, step));
}

function taken(state: GameState, step: PendingStep): GameState {
  if (step.step === 'gain') return gain(state, step.ship, step.token, step.count, step.tried);
  const ability = state.abilities.find(({ id }) => id === step.ability)!;
  const effect = ability.effects[step.place]!;
  return doesAnything(state, ability, effect, step.target) ? applied(state, ability, effect, step.target) : state;
}
