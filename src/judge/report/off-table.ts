import { cholesky } from '../../geometry/cholesky.js';
import { cornerMm, type HalfSize } from '../../geometry/half-size.js';
import { NORMAL_POINTS, POINT_COUNT, POINT_DIMENSIONS } from '../../geometry/normal-points.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import { baseHalf } from '../../pieces/bases.js';
import { shipCovariance } from '../../table/pair-covariance.js';
import type { Table } from '../../table/table.js';
import { isLinear, linearAtMost, PROBE_SIGMA, probeOf, SURE_SIGMAS, sampledAtMost } from '../core/error-propagation.js';
import { type Judgement, judgement } from '../core/judgement.js';

/**
 * Whether any part of a ship's base is beyond the edge of the mat (a ship that ends its move so has fled). A base that reaches exactly to
 * the edge is on the table. The margin is the overhang, mm; negative: minus the distance from the edge.
 */
export function offTable(table: Table, shipIndex: number): Judgement {
  const ship = table.ships[shipIndex]!;
  const { pose } = ship;
  const half = baseHalf(ship);
  const marginMm = overhangMm(table, half, pose.x, pose.y, pose.headingRad);
  const value = marginMm > ROUNDING_MM;
  const { xx, xy, xh, yy, yh, hh } = shipCovariance(table, shipIndex);
  const reachMm = SURE_SIGMAS * (Math.sqrt(xx + yy) + cornerMm(half) * Math.sqrt(hh));
  if (Math.abs(marginMm - ROUNDING_MM) > reachMm || reachMm === 0) return judgement(value, Number(value), marginMm);
  const l = cholesky([xx, xy, xh, xy, yy, yh, xh, yh, hh], 3);
  const overhangAt = (z0: number, z1: number, z2: number) => {
    const x = pose.x + l[0]! * z0;
    const y = pose.y + l[3]! * z0 + l[4]! * z1;
    return overhangMm(table, half, x, y, pose.headingRad + l[6]! * z0 + l[7]! * z1 + l[8]! * z2);
  };
  const s = PROBE_SIGMA;
  const axes = [
    overhangAt(s, 0, 0),
    overhangAt(-s, 0, 0),
    overhangAt(0, s, 0),
    overhangAt(0, -s, 0),
    overhangAt(0, 0, s),
    overhangAt(0, 0, -s),
  ];
  const probe = probeOf([marginMm, ...axes]);
  if (isLinear(probe)) return judgement(value, 1 - linearAtMost(ROUNDING_MM, probe), marginMm);
  const atPoints: number[] = [];
  for (let k = 0; k < POINT_COUNT; k++) {
    const at = k * POINT_DIMENSIONS;
    atPoints.push(overhangAt(NORMAL_POINTS[at]!, NORMAL_POINTS[at + 1]!, NORMAL_POINTS[at + 2]!));
  }
  return judgement(value, 1 - sampledAtMost(ROUNDING_MM, probe, atPoints), marginMm);
}

/** Overhang of a base over the edge, mm; negative: minus its distance from the edge. */
function overhangMm({ widthMm, depthMm }: Table, half: HalfSize, x: number, y: number, headingRad: number): number {
  const [sin, cos] = [Math.abs(Math.sin(headingRad)), Math.abs(Math.cos(headingRad))];
  const acrossMm = half.x * cos + half.y * sin;
  const aheadMm = half.x * sin + half.y * cos;
  return Math.max(acrossMm + Math.max(-x, x - widthMm), aheadMm + Math.max(-y, y - depthMm));
}
