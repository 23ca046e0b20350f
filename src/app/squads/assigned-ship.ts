import type { SquadShip } from '../../game/squad/squad.js';
import { ARC_NAMES } from '../../pieces/arc-names.js';
import type { Edit } from '../../table/edits.js';
import type { ArcName, Player, Ship, Table } from '../../table/table.js';
import { draftOfWeapons, type ShipEntryDraft } from '../match/roster/roster.js';

/** A base of the table, and the ship of a squad that it stands for. */
export interface AssignedShip {
  readonly shipId: string;
  readonly player: Player;
  readonly ship: SquadShip;
}

/**
 * Consequences of assigning ships to bases: name, player, size and arcs on the table, and all entries for a match. A base that was a ship
 * `before` and is not one now has its name and entries no longer.
 */
export function squadEdits(assigned: readonly AssignedShip[], { ships }: Table, before: readonly AssignedShip[] = []): readonly Edit[] {
  const baseOf = ({ shipId }: AssignedShip) => ships.find(({ id }) => id === shipId);
  const pilots = new Set([...before, ...assigned].map(({ ship }) => ship.name));
  const released = before.filter((one) => baseOf(one)?.name === one.ship.name && !assigned.some(({ shipId }) => shipId === one.shipId));
  return [
    ...released.flatMap(({ shipId }): Edit[] => [
      { kind: 'entry', shipId, entered: {} },
      { kind: 'name', shipId, name: '' },
    ]),
    ...assigned.flatMap((one) => {
      const base = baseOf(one);
      return base ? editsOf(one, base, pilots) : [];
    }),
  ];
}

/** `pilots`: names of the squads' ships; a base has another name, or no name, without its squad. */
function editsOf(assigned: AssignedShip, base: Ship, pilots: ReadonlySet<string>): Edit[] {
  const { shipId, player, ship } = assigned;
  const arcs = arcsOf(ship);
  const hasTurret = ship.numbers?.weapons.some(({ arc }) => arc.endsWith('turret')) ?? false;
  return [
    { kind: 'entry', shipId, entered: draftOf(assigned, base, pilots) },
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

function draftOf({ ship }: AssignedShip, base: Ship, pilots: ReadonlySet<string>): ShipEntryDraft {
  const { kind, name, pilot, initiative, points, numbers, specialWeapons } = ship;
  return {
    base: ship.base ?? base.base,
    ...(base.name !== undefined && !pilots.has(base.name) && { called: base.name }),
    pilot: name,
    ...(kind !== undefined && { kind }),
    ...(pilot && { card: pilot.xws[0]! }),
    ...(numbers && { numbers }),
    ...(initiative !== undefined && { initiative }),
    ...(points !== undefined && { points }),
    ...draftOfWeapons(specialWeapons),
  };
}
