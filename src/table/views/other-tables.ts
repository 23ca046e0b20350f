import { meanPoint } from '../../geometry/mean-point.js';
import { distanceMm, type Point } from '../../geometry/point.js';
import { isTurnedByQuarters, wrapRad } from '../../geometry/pose.js';
import type { SeenBase, SeenObstacle, TableMeasurement } from '../measurement.js';
import { isKindKnown } from '../obstacle-kind.js';
import { type PlacedView, shows } from './identify-ships.js';
import { isAtBase } from './objects-of-all.js';

/** Largest difference between two pictures of a base that has not moved, mm and rad: it is read from two sides. */
const STOOD = { mm: 12, rad: 0.07 };
/** Largest difference of a recognised obstacle, mm: obstacles do not move in a game. */
const LAY_MM = 15;
/** Number of ships that cannot all have flown between two pictures. */
const MANY = 3;

/**
 * Pictures that the mat's print puts into one frame but that show another table than the first of them: mats are printed by the thousand.
 * Such a picture shows many ships, the first table had many where it looks, and nothing is where it was. One with few ships is of the table
 * of which it shows more.
 */
export function ofOtherTables(pictures: readonly PlacedView[]): ReadonlySet<number> {
  const [, ...others] = byTable(pictures, isAnother);
  return new Set(others.flatMap((table) => table.map(({ picture }) => picture)));
}

/**
 * Pictures by the table that they show beyond doubt, that of the first one first: one that the print alone places, and whose ships all
 * stand where no other has any, may be of another table, or they have flown. So may one that shares nothing with the others and has an
 * obstacle where they show none, or they have missed it.
 */
export function tablesInDoubt(pictures: readonly PlacedView[], inFrame: ReadonlySet<number>): readonly (readonly PlacedView[])[] {
  const showsShips = ({ measurement }: PlacedView) => measurement.bases.length > 0;
  const mayBeOther = (view: PlacedView, one: PlacedView) =>
    (showsShips(view) && showsShips(one)) || hasObstacleOfItsOwn(view, one) || hasObstacleOfItsOwn(one, view);
  return byTable(pictures, (table, view) => inFrame.has(view.picture) && table.some((one) => mayBeOther(view, one)));
}

/** Whether a picture recognises an obstacle where another looks and has nothing: obstacles do not move in a game. */
function hasObstacleOfItsOwn({ measurement: { obstacles } }: PlacedView, { measurement: other }: PlacedView): boolean {
  return obstacles.filter(isKindKnown).some(({ outline }) => {
    const at = meanPoint(outline);
    const isNear = (place: Point) => distanceMm(place, at) < LAY_MM;
    const hasSomething =
      other.obstacles.some((one) => isNear(meanPoint(one.outline))) ||
      other.unmeasurable.some((one) => isNear(one.at)) ||
      other.bases.some((base) => isAtBase(base, at));
    return shows(other, at) && !hasSomething;
  });
}

/** Pictures by table: each belongs to that with which it has most in common; with nothing in common to the first, unless it is another. */
function byTable(
  [first, ...others]: readonly PlacedView[],
  isOther: (table: readonly PlacedView[], view: PlacedView) => boolean,
): PlacedView[][] {
  if (!first) return [];
  const tables: PlacedView[][] = [[first]];
  let left = others;
  for (;;) {
    // A picture that shares something with another belongs to its table, and a third may share something with it.
    const found = left.flatMap((view) =>
      tables.map((table) => ({ view, table, common: Math.max(...table.map((one) => inCommon(one, view))) })),
    );
    const [best] = found.sort((a, b) => b.common - a.common);
    if (!best) return tables;
    const another = best.common === 0 ? left.find((view) => isOther(tables[0]!, view)) : undefined;
    if (another) tables.push([another]);
    else best.table.push(best.view);
    left = left.filter((view) => !tables.some((table) => table.includes(view)));
  }
}

/** Number of ships and obstacles that two pictures show in the same places. */
function inCommon({ measurement: one }: PlacedView, { measurement: other }: PlacedView): number {
  const ships = other.bases.filter((base) => one.bases.some((was) => hasStood(was, base)));
  const obstacles = other.obstacles.filter((obstacle) => one.obstacles.some((was) => hasLain(was, obstacle)));
  return ships.length + obstacles.length;
}

function hasStood(was: SeenBase, base: SeenBase): boolean {
  if (was.base !== base.base || distanceMm(was.pose, base.pose) > STOOD.mm) return false;
  const [a, b] = [was.pose.headingRad, base.pose.headingRad];
  return Math.abs(wrapRad(a - b)) < STOOD.rad || isTurnedByQuarters(a, b, STOOD.rad);
}

function hasLain(was: SeenObstacle, { token, outline }: SeenObstacle): boolean {
  return token !== undefined && token.xws === was.token?.xws && distanceMm(meanPoint(was.outline), meanPoint(outline)) < LAY_MM;
}

/** Whether a picture that shares nothing with those of a table shows so much of it that it is another table. */
function isAnother(table: readonly PlacedView[], { measurement }: PlacedView): boolean {
  return measurement.bases.length >= MANY && table.some((one) => basesIn(one.measurement, measurement) >= MANY);
}

/** Number of bases of one picture that another would show. */
function basesIn({ bases }: TableMeasurement, by: TableMeasurement): number {
  return bases.filter(({ pose }) => shows(by, pose)).length;
}
