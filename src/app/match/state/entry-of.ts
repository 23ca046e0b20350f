import type { ShipEntry } from '../../../game/model/event.js';
import type { GameShip } from '../../../game/model/game-state.js';

/** A ship of the match as an entry, to be corrected by hand. */
export function entryOf({
  id,
  owner,
  name,
  initiative,
  agility,
  hull,
  shields,
  weapons,
  turret,
  charges,
  xws,
  points,
  dial,
  actions,
}: GameShip): ShipEntry {
  const known = {
    ...(xws !== undefined && { xws }),
    ...(points !== undefined && { points }),
    ...(dial && { dial }),
    ...(actions && { actions }),
  };
  return { id, owner, name, initiative, agility, hull, shields, weapons, turret, charges, ...known };
}
