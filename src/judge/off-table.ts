import { cholesky } from '../geometry/cholesky.js';
import { NORMAL_POINTS, POINT_COUNT, POINT_DIMENSIONS } from '../geometry/normal-points.js';
import { ROUNDING_MM } from '../geometry/rounding.js';
import { halfSideMm } from '../pieces/bases.js';
import { shipCovariance } from '../table/pair-covariance.js';
import type { Table } from '../table/table.js';
import { isSettled, PROBE_SIGMA, probabilityAtMost, probeOf } from './doubt.js';
import { type Judgement, judgement } from './judgement.js';

/**
 * Whether any part of a ship's base lies beyond the edge of the mat (a ship that ends its move so has fled). A base that reaches exactly
 * to the edge is on the table. The margin is how far it hangs over, mm; negative: how far it is from the edge.
 */
export function offTable(table: Table, shipIndex: number): Judgement {
  const { base, pose } = table.ships[shipIndex]!;
  const half = halfSideMm(base);
  const overhang = (x: number, y: number, headingRad: number) => {
    // The box around a turned square is as wide as it is deep.
    const reach = half * (Math.abs(Math.sin(headingRad)) + Math.abs(Math.cos(headingRad)));
    return reach + Math.max(-x, x - table.widthMm, -y, y - table.depthMm);
  };
  const marginMm = overhang(pose.x, pose.y, pose.headingRad);
  const value = marginMm > ROUNDING_MM;
  const { xx, xy, xh, yy, yh, hh } = shipCovariance(table, shipIndex);
  if (xx === 0 && yy === 0 && hh === 0) return judgement(value, Number(value), marginMm);
  const factor = cholesky([xx, xy, xh, xy, yy, yh, xh, yh, hh], 3);
  const at = (z: ArrayLike<number>, k: number) =>
    overhang(
      pose.x + factor[0]! * z[k]!,
      pose.y + factor[3]! * z[k]! + factor[4]! * z[k + 1]!,
      pose.headingRad + factor[6]! * z[k]! + factor[7]! * z[k + 1]! + factor[8]! * z[k + 2]!,
    );
  const values = [marginMm];
  for (let i = 0; i < 3; i++)
    for (const side of [PROBE_SIGMA, -PROBE_SIGMA])
      values.push(
        at(
          [0, 1, 2].map((j) => (i === j ? side : 0)),
          0,
        ),
      );
  const probe = probeOf(values);
  if (isSettled(probe, ROUNDING_MM)) return judgement(value, Number(value), marginMm);
  const samples = Float64Array.from({ length: POINT_COUNT }, (_, k) => at(NORMAL_POINTS, k * POINT_DIMENSIONS));
  return judgement(value, 1 - probabilityAtMost(ROUNDING_MM, probe, samples), marginMm);
}
