import type { Table } from '../../table/table.js';
import { phrase, type Value } from '../../texts/rules-texts.js';
import type { GameState } from '../model/game-state.js';

/** Name of a ship of the match, or of an obstacle or device on a table: by name, else by what it is. */
export function nameInMatch({ ships, table }: GameState, id: string, { obstacles, devices }: Table = table): Value {
  const ship = ships.find((one) => one.id === id);
  if (ship) return ship.name;
  const obstacle = [...obstacles, ...table.obstacles].find((one) => one.id === id);
  if (obstacle) return obstacle.token?.name ?? phrase('an-obstacle');
  return [...devices, ...table.devices].find((one) => one.id === id)?.kind ?? id;
}
