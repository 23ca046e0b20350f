import type { SquadShip } from '../../game/squad/squad.js';
import { ARC_NAMES } from '../../pieces/arc-names.js';
import type { Edit } from '../../table/edits.js';
import type { ArcName, Player, Ship, Table } from '../../table/table.js';
import { draftOfWeapons, type ShipEntryDraft } from '../match/roster/roster.js';
import type { SquadUse } from './squad-use.js';

/** A base of the table, and the ship of a squad that it stands for. */
export interface AssignedShip {
  readonly shipId: string;
  readonly player: Player;
  readonly ship: SquadShip;
}

/** Consequences of assigning ships to bases: name, player, size and arcs on the table, and all details before a match. */
export function squadUse(assigned: readonly AssignedShip[], { ships }: Table): SquadUse {
  const there = assigned.flatMap((one) => {
    const base = ships.find(({ id }) => id === one.shipId);
    return base ? [{ one, base }] : [];
  });
  return {
    edits: there.flatMap(({ one, base }) => editsOf(one, base)),
    drafts: Object.fromEntries(there.map(({ one, base }) => [one.shipId, draftOf(one, base)])),
  };
}

function editsOf({ shipId, player, ship }: AssignedShip, base: Ship): Edit[] {
  const arcs = arcsOf(ship);
  const hasTurret = ship.numbers?.weapons.some(({ arc }) => arc.endsWith('turret')) ?? false;
  return [
    { kind: 'name', shipId, name: ship.name },
    { kind: 'owner', shipId, owner: player },
    ...(ship.base === undefined || base.base === ship.base ? [] : [{ kind: 'size', shipId, base: ship.base } as const]),
    ...(arcs === undefined || (!hasTurret && arcs.every((arc) => base.arcs.includes(arc)))
      ? []
      : [{ kind: 'arcs', shipId, arcs: [...new Set([...base.arcs, ...arcs])], ...(hasTurret && { hasTurret }) } as const]),
  ];
}

/** The arcs of its printed weapons that do not turn; undefined for an unknown ship. */
function arcsOf({ numbers }: SquadShip): readonly ArcName[] | undefined {
  return numbers?.weapons.flatMap(({ arc }) => ARC_NAMES.filter((name) => name === arc));
}

function draftOf({ player, ship }: AssignedShip, base: Ship): ShipEntryDraft {
  const { kind, name, pilot, initiative, points, numbers, specialWeapons } = ship;
  return {
    base: ship.base ?? base.base,
    owner: player,
    pilot: name,
    ...(kind !== undefined && { kind }),
    ...(pilot && { card: pilot.xws[0]! }),
    ...(numbers && { numbers }),
    ...(initiative !== undefined && { initiative }),
    ...(points !== undefined && { points }),
    ...draftOfWeapons(specialWeapons),
  };
}
