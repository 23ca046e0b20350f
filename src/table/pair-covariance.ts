import { blockAt, poseCovarianceAt } from '../geometry/joint-covariance.js';
import type { PoseCovariance } from '../geometry/pose.js';
import type { Table } from './table.js';

/** The parts of a table that determine how certain its ships' poses are. */
type Placed = Pick<Table, 'ships' | 'jointCovariance'>;

/**
 * Joint covariance of two ships' poses, 6 × 6 row-major (x mm, y mm, heading rad of ship `i`, then of ship `j`; places in `table.ships`).
 * From the table's joint covariance where there is one, so that errors that a camera makes with both ships alike cancel; otherwise the two
 * are independent.
 */
export function pairCovariance(table: Placed, i: number, j: number): number[] {
  const a = shipCovariance(table, i);
  const b = shipCovariance(table, j);
  const c = crossCovariance(table, i, j);
  return [
    ...[a.xx, a.xy, a.xh, c[0]!, c[1]!, c[2]!],
    ...[a.xy, a.yy, a.yh, c[3]!, c[4]!, c[5]!],
    ...[a.xh, a.yh, a.hh, c[6]!, c[7]!, c[8]!],
    ...[c[0]!, c[3]!, c[6]!, b.xx, b.xy, b.xh],
    ...[c[1]!, c[4]!, c[7]!, b.xy, b.yy, b.yh],
    ...[c[2]!, c[5]!, c[8]!, b.xh, b.yh, b.hh],
  ];
}

/** Covariance of one ship's pose, from the joint covariance where there is one. */
export function shipCovariance(table: Placed, i: number): PoseCovariance {
  const { jointCovariance: joint } = table;
  if (!joint) return table.ships[i]!.covariance;
  const n = 3 * table.ships.length;
  if (joint.length !== n * n) {
    throw new Error(`jointCovariance: got ${joint.length} numbers, expected ${n * n} for ${table.ships.length} ships (3 each, squared)`);
  }
  return poseCovarianceAt(joint, i);
}

/** Covariance between two ships' poses, 3 × 3 row-major: rows ship `i`, columns ship `j`; zero where the ships are independent. */
export function crossCovariance(table: Placed, i: number, j: number): readonly number[] {
  const { jointCovariance: joint } = table;
  return joint ? blockAt(joint, i, j) : INDEPENDENT;
}

const INDEPENDENT: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
