import type { Judgement } from '../../judge/core/judgement.js';
import { offTable } from '../../judge/report/off-table.js';
import type { GameState } from '../model/game-state.js';

/**
 * Whether a ship's base hangs over the edge of the mat: a ship that ends its move like this has fled. Undefined: it is not on the table at
 * all.
 */
export function overEdge({ table }: GameState, id: string): Judgement | undefined {
  const place = table.ships.findIndex((ship) => ship.id === id);
  return place < 0 ? undefined : offTable(table, place);
}

/** The ship that has executed a maneuver and certainly hangs over the edge: that it flees is nobody's choice. */
export function fleeing(state: GameState): string | undefined {
  const { ship, step } = state.activation ?? {};
  if (ship === undefined || step === 'reveal' || step === 'execute') return undefined;
  const over = overEdge(state, ship);
  return over?.certain && over.value ? ship : undefined;
}
