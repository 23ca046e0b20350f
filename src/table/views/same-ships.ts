import { jointOf } from '../../geometry/joint-covariance.js';
import { meanPoint } from '../../geometry/mean-point.js';
import { distanceMm } from '../../geometry/point.js';
import { turnedByQuarters, wrapRad } from '../../geometry/pose.js';
import { type Edit, type Quarters, shipEdits } from '../edits.js';
import { type Motion, movedCovariance, movedJoint, movedObstacle, movedPoint, movedPose, quarterMotion } from '../moved-table.js';
import { isUnlikely } from '../obstacle-kind.js';
import { onMat } from '../on-mat.js';
import type { Obstacle, Ship, Table } from '../table.js';
import { SAME_PLACE_MM } from '../track/track-assignment.js';
import { movedEdit } from './carried-table.js';

/** A ship in its place faces as before within this, rad. */
const SAME_RAD = (25 * Math.PI) / 180;
/** Share within which the sides of a mat agree for it to be a square, which looks the same from all four sides. */
const SQUARE_SHARE = 0.03;
/** Number of ships in place that cannot be a coincidence. */
const ENOUGH_IN_PLACE = 2;

/** Which ships of a table that is seen are ships of a known one, and how its frame lies in that one's. */
export interface SameShips {
  /** By which the seen table is turned about its middle, counter-clockwise seen from above. */
  readonly quarters: Quarters;
  /** Ids on the known table, by those on the seen one. */
  readonly ids: ReadonlyMap<string, string>;
}

/** The same, as far as the places of the ships show it. */
export interface FoundShips extends SameShips {
  /** Whether every known ship stands as it stood, under one turn only; otherwise a person has to say which is which. */
  readonly isCertain: boolean;
}

/**
 * The known ships on a table that is seen, by their places; undefined where its mat has no known edge. Ids say nothing: another tab may have
 * given others. Of those that have moved, only the last of a size is proposed.
 */
export function foundShips(known: Table, seen: Table): FoundShips | undefined {
  if (known.isEdgeUnknown || seen.isEdgeUnknown) return undefined;
  const turns = turnsOf(seen).map((quarters) => inPlace(known, seen, quarters));
  const [best, next] = turns.sort((a, b) => b.score - a.score) as [InPlace, InPlace];
  const isClear = best.facing >= ENOUGH_IN_PLACE && best.score > next.score;
  if (isClear && best.facing === known.ships.length) return { quarters: best.quarters, ids: best.ids, isCertain: true };
  if (!isClear) return { quarters: 0, ids: new Map(), isCertain: false };
  return { quarters: best.quarters, ids: withLast(known, seen, best.ids), isCertain: false };
}

/** The same, with ships that are out of the match where their bases still stand as they stood: those are no new ones. */
export function withRemoved(same: SameShips, seen: Table, removed: readonly Ship[]): SameShips {
  const free = seen.ships.filter(({ id }) => !same.ids.has(id));
  const pairs = pairsInPlace(removed, free, quarterMotion(seen, same.quarters));
  return { ...same, ids: new Map([...same.ids, ...idsOf(pairs)]) };
}

/** The turn under which ships that a person has named are nearest to their places. */
export function turnOfNamed(known: Table, seen: Table, ids: ReadonlyMap<string, string>): Quarters {
  const away = (quarters: Quarters) => {
    const motion = quarterMotion(seen, quarters);
    return seen.ships.reduce((sum, { id, pose }) => {
      const before = known.ships.find((one) => one.id === ids.get(id));
      return before ? sum + distanceMm(before.pose, movedPoint(pose, motion)) : sum;
    }, 0);
  };
  return turnsOf(seen).reduce<Quarters>((best, quarters) => (away(quarters) < away(best) ? quarters : best), 0);
}

/** A table, and what persons said of it that no look brings. */
export interface SaidTable {
  readonly table: Table;
  readonly edits: readonly Edit[];
}

/**
 * The seen table in the frame of the known one, with the ids and names of its ships, and the edits that go on there; `table`: before its
 * ships are corrected. Known ships that are not seen stay where they were, hidden where others are seen; what only one of the two tables shows is on it too, the
 * seen under ids that the known one has not.
 */
export function asKnown(known: Table, { table: seen, edits }: SaidTable, { quarters, ids }: SameShips): SaidTable {
  const motion = quarterMotion(seen, quarters);
  const idOf = newIds(known, [...seen.ships.map(({ id }) => id), ...shipEdits(edits).map(({ shipId }) => shipId)], ids);
  const found = new Set(ids.values());
  const isUnseen = seen.ships.length === 0;
  const hidden = known.ships.filter(({ id }) => !found.has(id)).map((ship): Ship => (isUnseen ? ship : { ...ship, isHidden: true }));
  const ships = seen.ships.map((ship): Ship => {
    const moved = { ...ship, id: idOf(ship.id), pose: movedPose(ship.pose, motion), covariance: movedCovariance(ship.covariance, motion) };
    const before = known.ships.find(({ id }) => id === ids.get(ship.id));
    return before ? { ...moved, ...calledAs(before) } : moved;
  });
  const { jointCovariance: joint, unmeasurable, areObstaclesOpen, ...rest } = seen;
  const [widthMm, depthMm] = quarters % 2 === 1 ? [seen.depthMm, seen.widthMm] : [seen.widthMm, seen.depthMm];
  const errors = joint && jointOf([...seen.ships.keys(), ...hidden.map(({ covariance }) => covariance)], movedJoint(joint, motion));
  const fresh = newObstacles(known, seen, motion);
  // Who said that there are no others before did not see new ones.
  const areObstaclesSaid = known.areObstaclesSaid && fresh.every(isUnlikely);
  const table = {
    ...rest,
    ...(areObstaclesSaid ? { areObstaclesSaid } : areObstaclesOpen && { areObstaclesOpen }),
    widthMm,
    depthMm,
    ships: [...ships, ...hidden],
    obstacles: [...known.obstacles, ...fresh],
    devices: known.devices,
    ...(unmeasurable && { unmeasurable: unmeasurable.map((one) => ({ ...one, at: movedPoint(one.at, motion) })) }),
    ...(errors && { jointCovariance: errors }),
  };
  const isSaidAgain = edits.some(({ kind }) => kind === 'all obstacles');
  const before: readonly Edit[] = areObstaclesSaid && !isSaidAgain ? [{ kind: 'all obstacles' }] : [];
  return { table, edits: [...before, ...edits.flatMap((edit) => goingOn(movedEdit(edit, motion), ids, idOf))] };
}

/** The edit on the known table, whose names, players and entries count there. */
function goingOn(edit: Edit, ids: ReadonlyMap<string, string>, idOf: (id: string) => string): readonly Edit[] {
  switch (edit.kind) {
    case 'nothing':
    case 'all obstacles':
      return [edit];
    // Obstacles are on the table where they were said to be.
    case 'obstacle':
    case 'entry':
    case 'removed':
      return [];
    case 'name':
    case 'owner':
    case 'arcs':
      return ids.has(edit.shipId) ? [] : [{ ...edit, shipId: idOf(edit.shipId) }];
    default:
      return [{ ...edit, shipId: idOf(edit.shipId) }];
  }
}

interface InPlace extends SameShips {
  /** Number of ships that stand where they stood, facing as they did. */
  readonly facing: number;
  /** The same with the obstacles in place. */
  readonly score: number;
}

function inPlace(known: Table, seen: Table, quarters: Quarters): InPlace {
  const motion = quarterMotion(seen, quarters);
  const pairs = pairsInPlace(known.ships, seen.ships, motion);
  const facing = pairs.filter(({ before, now }) => {
    const pose = movedPose(now.pose, motion);
    const isOpen = before.isFrontOpen || now.isFrontOpen;
    const { headingRad } = isOpen ? turnedByQuarters(pose, before.pose.headingRad) : pose;
    return Math.abs(wrapRad(headingRad - before.pose.headingRad)) < SAME_RAD;
  }).length;
  const lying = known.obstacles.filter((one) => seen.obstacles.some((other) => isWhere(one, other, motion))).length;
  return { quarters, ids: new Map(idsOf(pairs)), facing, score: facing + lying };
}

interface Pair {
  readonly before: Ship;
  readonly now: Ship;
}

function pairsInPlace(known: readonly Ship[], seen: readonly Ship[], motion: Motion): readonly Pair[] {
  return known.flatMap((before) => {
    const now = seen.find(({ base, pose }) => base === before.base && distanceMm(before.pose, movedPoint(pose, motion)) < SAME_PLACE_MM);
    return now ? [{ before, now }] : [];
  });
}

const idsOf = (pairs: readonly Pair[]) => pairs.map(({ before, now }) => [now.id, before.id] as const);

function turnsOf({ widthMm, depthMm }: Table): readonly Quarters[] {
  return Math.abs(widthMm - depthMm) < SQUARE_SHARE * Math.max(widthMm, depthMm) ? [0, 1, 2, 3] : [0, 2];
}

/** With the one known ship of a size that is left over, where one base of that size is left over on the mat. */
function withLast(known: Table, seen: Table, ids: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const found = new Set(ids.values());
  const left = known.ships.filter(({ id }) => !found.has(id));
  const free = onMat(seen).table.ships.filter(({ id }) => !ids.has(id));
  const last = left.flatMap((one): [string, string][] => {
    const [base, ...others] = free.filter((ship) => ship.base === one.base);
    const isLast = base && others.length === 0 && left.filter((ship) => ship.base === one.base).length === 1;
    return isLast ? [[base.id, one.id]] : [];
  });
  return new Map([...ids, ...last]);
}

/** The id of each seen ship on the known table: its own there, or one that no ship of either has. */
function newIds(known: Table, seen: readonly string[], ids: ReadonlyMap<string, string>): (id: string) => string {
  const strangers = [...new Set(seen)].filter((id) => !ids.has(id));
  const numbers = [...known.ships.map(({ id }) => id), ...seen, ...ids.values()].map((id) => Number(/^ship-(\d+)$/.exec(id)?.[1] ?? 0));
  const first = 1 + Math.max(0, ...numbers);
  return (id) => ids.get(id) ?? `ship-${first + strangers.indexOf(id)}`;
}

function calledAs({ arcs, hasTurret, owner, name, pilot, initiative }: Ship): Partial<Ship> {
  return {
    arcs,
    ...(hasTurret && { hasTurret }),
    ...(owner !== undefined && { owner }),
    ...(name !== undefined && { name }),
    ...(pilot !== undefined && { pilot }),
    ...(initiative !== undefined && { initiative }),
  };
}

function newObstacles(known: Table, seen: Table, motion: Motion): readonly Obstacle[] {
  const others = seen.obstacles.filter((one) => !known.obstacles.some((before) => isWhere(before, one, motion)));
  const first = 1 + Math.max(0, ...[...known.obstacles, ...seen.obstacles].map(({ id }) => Number(/(\d+)$/.exec(id)?.[1] ?? 0)));
  return others.map((one, i) => ({ ...movedObstacle(one, motion), id: `obstacle-${first + i}` }));
}

function isWhere(known: Obstacle, seen: Obstacle, motion: Motion): boolean {
  return distanceMm(meanPoint(known.outline), movedPoint(meanPoint(seen.outline), motion)) < SAME_PLACE_MM;
}
