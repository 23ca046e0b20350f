import type { PoseCovariance } from '../geometry/pose.js';
import type { Table } from './table.js';

/**
 * Joint covariance of two ships' poses, 6 × 6 row-major (x mm, y mm, heading rad of ship `i`, then of ship `j`; places in `table.ships`).
 * From the table's joint covariance where there is one, so that what a camera does to both ships alike cancels; else the two are independent.
 */
export function pairCovariance(table: Table, i: number, j: number): Float64Array {
  const pair = new Float64Array(36);
  const { jointCovariance: joint } = table;
  if (!joint) {
    putBlock(pair, 0, table.ships[i]!.covariance);
    putBlock(pair, 3, table.ships[j]!.covariance);
    return pair;
  }
  const n = 3 * table.ships.length;
  if (joint.length !== n * n) {
    throw new Error(`jointCovariance: got ${joint.length} numbers, expected ${n * n} for ${table.ships.length} ships (3 each, squared)`);
  }
  for (let r = 0; r < 6; r++) {
    const row = (r < 3 ? 3 * i : 3 * j - 3) + r;
    for (let c = 0; c < 6; c++) pair[r * 6 + c] = joint[row * n + (c < 3 ? 3 * i : 3 * j - 3) + c]!;
  }
  return pair;
}

/** Covariance of one ship's pose, from the joint covariance where there is one. */
export function shipCovariance(table: Table, i: number): PoseCovariance {
  const { jointCovariance: joint } = table;
  if (!joint) return table.ships[i]!.covariance;
  const n = 3 * table.ships.length;
  const at = (r: number, c: number) => joint[(3 * i + r) * n + 3 * i + c]!;
  return { xx: at(0, 0), xy: at(0, 1), xh: at(0, 2), yy: at(1, 1), yh: at(1, 2), hh: at(2, 2) };
}

/** Covariance between two ships' poses, 3 × 3 row-major: rows ship `i`, columns ship `j`; zero where the ships are independent. */
export function crossCovariance(table: Table, i: number, j: number): Float64Array {
  const block = new Float64Array(9);
  const { jointCovariance: joint } = table;
  if (!joint) return block;
  const n = 3 * table.ships.length;
  for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) block[3 * r + c] = joint[(3 * i + r) * n + 3 * j + c]!;
  return block;
}

function putBlock(pair: Float64Array, at: number, { xx, xy, xh, yy, yh, hh }: PoseCovariance): void {
  const block = [xx, xy, xh, xy, yy, yh, xh, yh, hh];
  for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) pair[(at + r) * 6 + at + c] = block[3 * r + c]!;
}
