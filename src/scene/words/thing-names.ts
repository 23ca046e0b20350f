import { isKindKnown } from '../../table/obstacle-kind.js';
import type { Obstacle, Table } from '../../table/table.js';
import { phrase, type Value } from '../../texts/tools-texts.js';
import { shipLabel } from './ship-label.js';

/** Names of ships, obstacles and devices, in the reader's language. */
export function thingNames(ids: readonly string[], { ships, obstacles, devices }: Table): Value {
  const names = ids.map((id): Value => {
    const ship = ships.find((one) => one.id === id);
    if (ship) return shipLabel(ship, ships);
    const obstacle = obstacles.find((one) => one.id === id);
    return obstacle ? obstacleThing(obstacle) : (devices.find((one) => one.id === id)?.kind ?? id);
  });
  return names.length === 1 ? names[0]! : phrase('list', ...names);
}

function obstacleThing(obstacle: Obstacle): Value {
  return isKindKnown(obstacle) ? (obstacle.token?.name ?? phrase(`thing-${obstacle.kind}`)) : phrase('thing-unknown');
}
