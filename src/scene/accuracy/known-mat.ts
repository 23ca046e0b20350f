import type { Ship, Table } from '../../table/table.js';

/** Standard deviation of a distance between two ships, mm: as it is claimed now, and with the mat's size known. */
export interface DistanceSigmas {
  readonly nowMm: number;
  readonly knownMm: number;
}

/** Length for which the error is computed where there are no two ships, that of the range ruler, mm. */
const RULER_MM = 300;

/**
 * Predicts the distances between ships if the mat's size were known to `knownSigmaMm`: the median over all pairs. A claim consists of the
 * scale's part, which grows with the distance, and of the reading errors of the two bases, which stay. `mat`: the present claim about its
 * size.
 */
export function withKnownMat(
  { ships, jointCovariance }: Pick<Table, 'ships' | 'jointCovariance'>,
  mat: { readonly widthMm: number; readonly sigmaMm: number },
  knownSigmaMm: number,
): DistanceSigmas {
  const scaleNow = mat.sigmaMm / mat.widthMm;
  const scaleKnown = 1 / Math.hypot(mat.widthMm / mat.sigmaMm, mat.widthMm / knownSigmaMm);
  const pairs = ships.flatMap((from, i) =>
    ships.slice(i + 1).map((to, k) => pairOf(from, to, i, i + 1 + k, jointCovariance, ships.length)),
  );
  const each = pairs.length > 0 ? pairs : [{ distanceMm: RULER_MM, varianceMm2: (RULER_MM * scaleNow) ** 2 }];
  const known = each.map(({ distanceMm, varianceMm2 }) => {
    const restMm2 = Math.max(0, varianceMm2 - (distanceMm * scaleNow) ** 2);
    return Math.sqrt(Math.min(varianceMm2, restMm2 + (distanceMm * scaleKnown) ** 2));
  });
  return { nowMm: median(each.map(({ varianceMm2 }) => Math.sqrt(varianceMm2))), knownMm: median(known) };
}

function pairOf(from: Ship, to: Ship, i: number, k: number, joint: readonly number[] | undefined, ships: number) {
  const [dx, dy] = [to.pose.x - from.pose.x, to.pose.y - from.pose.y];
  const distanceMm = Math.hypot(dx, dy);
  const [ux, uy] = distanceMm > 0 ? [dx / distanceMm, dy / distanceMm] : [1, 0];
  const n = 3 * ships;
  const alone = ({ covariance: { xx, xy, yy } }: Ship) => ux * ux * xx + 2 * ux * uy * xy + uy * uy * yy;
  if (!joint) return { distanceMm, varianceMm2: alone(from) + alone(to) };
  const between = (a: number, b: number) =>
    ux * ux * joint[3 * a * n + 3 * b]! +
    ux * uy * (joint[3 * a * n + 3 * b + 1]! + joint[(3 * a + 1) * n + 3 * b]!) +
    uy * uy * joint[(3 * a + 1) * n + 3 * b + 1]!;
  return { distanceMm, varianceMm2: Math.max(0, between(i, i) + between(k, k) - 2 * between(i, k)) };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}
