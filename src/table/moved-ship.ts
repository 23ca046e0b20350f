import { carriedCovariance } from '../geometry/carried-covariance.js';
import { covarianceSum, EXACT, type Pose, type PoseCovariance } from '../geometry/pose.js';
import { shipCovariance } from './pair-covariance.js';
import type { Table } from './table.js';

/**
 * The table with a ship moved to where its place before leads: its error is carried along, by the lever of its heading, with what it has in common with the errors of others. `hand`: what
 * the hand that moves it adds; it adds nothing to a ship that stands exactly. Throws on an unknown ship.
 */
export function withShipMoved(table: Table, id: string, end: Pose, hand: PoseCovariance = EXACT): Table {
  const index = table.ships.findIndex((ship) => ship.id === id);
  const ship = table.ships[index];
  if (!ship) throw new Error(`withShipMoved: got ship '${id}', expected one of ${table.ships.map((one) => one.id).join(', ')}.`);
  const offset = { x: end.x - ship.pose.x, y: end.y - ship.pose.y };
  const own = shipCovariance(table, index);
  const added = own.xx + own.yy + own.hh > 0 ? hand : EXACT;
  const carried = covarianceSum(carriedCovariance(own, offset), added);
  const ships = table.ships.map((one) => (one === ship ? { ...ship, pose: end, covariance: carried } : one));
  const { jointCovariance: joint, ...rest } = table;
  return { ...rest, ships, ...(joint && { jointCovariance: carriedJoint(joint, table.ships.length, index, offset, carried) }) };
}

/** A joint covariance after one ship went by `offset`; its own block is given. */
function carriedJoint(
  joint: readonly number[],
  count: number,
  index: number,
  offset: { readonly x: number; readonly y: number },
  own: PoseCovariance,
) {
  const n = 3 * count;
  const [x, y, h] = [3 * index, 3 * index + 1, 3 * index + 2];
  const moved = [...joint];
  for (let other = 0; other < n; other++) {
    // A clockwise turn takes the offset (x, y) along (y, −x).
    moved[x * n + other] = moved[other * n + x] = joint[x * n + other]! + offset.y * joint[h * n + other]!;
    moved[y * n + other] = moved[other * n + y] = joint[y * n + other]! - offset.x * joint[h * n + other]!;
  }
  const block = [own.xx, own.xy, own.xh, own.xy, own.yy, own.yh, own.xh, own.yh, own.hh];
  block.forEach((value, k) => {
    moved[(x + Math.floor(k / 3)) * n + x + (k % 3)] = value;
  });
  return moved;
}
