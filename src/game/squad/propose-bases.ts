import type { Player, Ship, Table } from '../../table/table.js';
import type { Squad, SquadShip } from './squad.js';

/** The base of the table to which a ship of a squad is assigned, and why; a person confirms or corrects it. */
export interface Proposal {
  readonly player: Player;
  /** Place in the squad. */
  readonly index: number;
  /** Undefined: no base of its size is left on its player's side, or its size is not known. */
  readonly shipId?: string;
  /** `named`: the base bears its name; `only`: no other base can be it; `order`: one of several, taken from left to right. */
  readonly because?: 'named' | 'only' | 'order';
}

export type Squads = Partial<Readonly<Record<Player, Squad>>>;

const PLAYERS = [1, 2] as const;

/**
 * Proposes for each ship of the squads the base that it is: by name where that was said, else by size among the bases of its player, from left to right
 * as that player sees them. A base belongs to the player that was said, else to the one whose edge is nearer; no base is given twice.
 */
export function proposeBases(table: Table, squads: Squads): readonly Proposal[] {
  return PLAYERS.flatMap((player) => {
    const squad = squads[player];
    return squad ? ofPlayer(player, squad.ships, basesOf(player, table)) : [];
  });
}

/** The bases of a player, those nearest to the player's edge first. */
function basesOf(player: Player, { ships, depthMm }: Table): readonly Ship[] {
  const fromEdgeMm = ({ pose }: Ship) => (player === 1 ? pose.y : depthMm - pose.y);
  return ships
    .filter((ship) => (ship.owner ?? (ship.pose.y < depthMm / 2 ? 1 : 2)) === player)
    .sort((a, b) => fromEdgeMm(a) - fromEdgeMm(b));
}

function ofPlayer(player: Player, squad: readonly SquadShip[], bases: readonly Ship[]): readonly Proposal[] {
  const taken = new Map<number, Pick<Proposal, 'shipId' | 'because'>>();
  const isFree = ({ id }: Ship) => ![...taken.values()].some(({ shipId }) => shipId === id);
  const sizes = squad.map(({ base, isHuge }) => (isHuge ? 'huge' : base));
  squad.forEach(({ name }, index) => {
    const named = bases.find((one) => one.base === sizes[index] && one.name === name && isFree(one));
    if (named) taken.set(index, { shipId: named.id, because: 'named' });
  });
  for (const size of new Set(sizes)) {
    const wanted = [...squad.keys()].filter((index) => sizes[index] === size && !taken.has(index));
    const free = bases.filter((one) => one.base === size && isFree(one));
    const near = free.slice(0, wanted.length).sort((a, b) => (player === 1 ? a.pose.x - b.pose.x : b.pose.x - a.pose.x));
    const because = wanted.length === 1 && free.length === 1 ? 'only' : 'order';
    for (const [i, { id }] of near.entries()) taken.set(wanted[i]!, { shipId: id, because });
  }
  return squad.map((_, index) => ({ player, index, ...taken.get(index) }));
}
