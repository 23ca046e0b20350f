import { isKindKnown } from '../../table/obstacle-kind.js';
import type { ObstacleKind, Table } from '../../table/table.js';
import { phrase, type Value } from '../../texts/rules-texts.js';
import type { GameState } from '../model/game-state.js';

const OF_KIND = { asteroid: 'one-asteroid', debris: 'a-debris', gas: 'a-gas' } as const satisfies Record<ObstacleKind, string>;

/** Name of a ship of the match, or of an obstacle or device on a table: by name, else by what it is, as far as that is known. */
export function nameInMatch({ ships, table }: GameState, id: string, { obstacles, devices }: Table = table): Value {
  const ship = ships.find((one) => one.id === id);
  if (ship) return ship.name;
  const obstacle = [...obstacles, ...table.obstacles].find((one) => one.id === id);
  if (obstacle) return isKindKnown(obstacle) ? (obstacle.token?.name ?? phrase(OF_KIND[obstacle.kind])) : phrase('an-obstacle');
  return [...devices, ...table.devices].find((one) => one.id === id)?.kind ?? id;
}
