import type { Point } from '../../geometry/point.js';
import { type Pose, turnedByQuarters } from '../../geometry/pose.js';
import { pointSegmentDistanceSq } from '../../geometry/ring-point.js';
import { HAND_SIGMA, offsetFrom } from '../../judge/maneuver/explain-move.js';
import { halfSideMm } from '../../pieces/bases.js';
import { SOLD_MATS } from '../../pieces/mats.js';
import { pairCovariance, shipCovariance } from '../../table/pair-covariance.js';
import type { Device, Obstacle, Ship, Table, Unmeasurable } from '../../table/table.js';

/** A camera's error of this many standard deviations is no move. */
const SIGMAS = 4;

/** A measurement is better when its variances are this share of the older one's or less: below that they vary from picture to picture. */
const BETTER_SHARE = 0.9;

/** Largest difference between two measurements of a side of one mat that their own errors explain, mm. */
const SAME_MAT_MM = SIGMAS * Math.SQRT2 * Math.max(...SOLD_MATS.map(({ sigmaMm }) => sigmaMm));

/** Id of the mat among the changes, where its size differs. */
export const THE_MAT = 'the mat';

/**
 * Ids of the ships, obstacles and devices that came, went, stand elsewhere on the second table or are other ones (base, kind, outline), and
 * `THE_MAT` where its size is another one; what a camera's error or a hand explains is no change.
 */
export function whatChanged(before: Table, after: Table): readonly string[] {
  return [
    ...(isSameMat(before, after) ? [] : [THE_MAT]),
    ...changedOf(before.ships, after.ships, (old, now) => old.base !== now.base || hasMoved(old, now)),
    ...changedOf(before.obstacles, after.obstacles, (old, now) => old.kind !== now.kind || isElsewhere(old, now)),
    ...changedOf(before.devices, after.devices, (old, now) => old.kind !== now.kind || isElsewhere(old, now)),
  ];
}

function isSameMat(before: Table, after: Table): boolean {
  const widerMm = Math.abs(after.widthMm - before.widthMm);
  const deeperMm = Math.abs(after.depthMm - before.depthMm);
  return Math.max(widerMm, deeperMm) <= SAME_MAT_MM;
}

function changedOf<T extends { readonly id: string }>(before: readonly T[], after: readonly T[], isOther: (old: T, now: T) => boolean) {
  const gone = before.filter(({ id }) => !after.some((one) => one.id === id));
  const changed = after.filter((now) => {
    const old = before.find(({ id }) => id === now.id);
    return !old || isOther(old, now);
  });
  return [...gone, ...changed].map(({ id }) => id);
}

function hasMoved(old: Ship, now: Ship): boolean {
  const { covariance: a } = old;
  const { covariance: b } = now;
  const pose = old.isFrontOpen || now.isFrontOpen ? turnedByQuarters(now.pose, old.pose.headingRad) : now.pose;
  return !isSamePlace(old.pose, pose, Math.sqrt(a.xx + a.yy + b.xx + b.yy), Math.sqrt(a.hh + b.hh));
}

/**
 * Whether two poses are the same place, within a camera's error (standard deviations, mm and radians) and differences that a hand does not
 * notice.
 */
export function isSamePlace(a: Pose, b: Pose, sigmaMm = 0, sigmaRad = 0): boolean {
  const { distanceMm, turnDeg } = offsetFrom(a, b);
  const turnRad = (Math.abs(turnDeg) * Math.PI) / 180;
  return distanceMm <= Math.max(HAND_SIGMA.mm, SIGMAS * sigmaMm) && turnRad <= Math.max(HAND_SIGMA.rad, SIGMAS * sigmaRad);
}

/** Whether two outlines differ anywhere by more than a camera's error and differences that a hand does not notice. */
function isElsewhere(old: Obstacle | Device, now: Obstacle | Device): boolean {
  const limitMm = Math.max(HAND_SIGMA.mm, SIGMAS * Math.hypot(outlineSigmaMm(old), outlineSigmaMm(now)));
  return isBeyond(old.outline, now.outline, limitMm) || isBeyond(now.outline, old.outline, limitMm);
}

/** Standard deviation of an outline's place, mm. */
function outlineSigmaMm(one: Obstacle | Device): number {
  if (!('token' in one) || !one.token) return one.sigmaMm ?? 0;
  const { xx, yy } = one.token.covariance;
  return Math.max(one.sigmaMm ?? 0, Math.sqrt(xx + yy));
}

/** Whether a corner of an outline lies farther than this from the border of another one, mm. */
function isBeyond(outline: readonly Point[], other: readonly Point[], limitMm: number): boolean {
  const isNear = ({ x, y }: Point) =>
    other.some((a, i) => {
      const b = other[(i + 1) % other.length]!;
      return pointSegmentDistanceSq(x, y, a.x, a.y, b.x, b.y) <= limitMm * limitMm;
    });
  return !outline.every(isNear);
}

/**
 * Whether the second table is to be taken in place of the first: something changed, or the same table is measured better. A measurement of
 * the same table that is no better would only move its errors about.
 */
export function isWorthTaking(before: Table, after: Table): boolean {
  if (whatChanged(before, after).length > 0) return true;
  if (JSON.stringify(before) === JSON.stringify(after)) return false;
  return hidesOtherwise(before, after) || variance(after) <= BETTER_SHARE * variance(before);
}

/** Whether something could not be made out on one table where the other has nothing of the kind. */
export function hidesOtherwise(before: Table, after: Table): boolean {
  const [a, b] = [before.unmeasurable ?? [], after.unmeasurable ?? []];
  const isNew = (one: Unmeasurable, others: readonly Unmeasurable[]) =>
    !others.some(({ at }) => Math.hypot(at.x - one.at.x, at.y - one.at.y) <= one.radiusMm);
  const areOtherwiseKnown = before.areObstaclesOpen !== after.areObstaclesOpen || before.areObstaclesSaid !== after.areObstaclesSaid;
  return areOtherwiseKnown || a.some((one) => isNew(one, b)) || b.some((one) => isNew(one, a));
}

/** Variances of all that is asked about on a table, summed, mm²: of each pair of ships against each other, of a single ship, of outlines. */
function variance(table: Table): number {
  const { ships } = table;
  const sums = ships.flatMap((ship, i) => ships.slice(i + 1).map((other, k) => pairVariance(table, i, i + 1 + k, ship, other)));
  const alone = ships.length === 1 ? poseVariance(shipCovariance(table, 0), ships[0]!) : 0;
  const outlines = [...table.obstacles, ...table.devices].map((one) => outlineSigmaMm(one) ** 2);
  return [...sums, ...outlines, alone].reduce((sum, one) => sum + one, 0);
}

function pairVariance(table: Table, i: number, j: number, a: Ship, b: Ship): number {
  const joint = pairCovariance(table, i, j);
  const own = poseVariance(shipCovariance(table, i), a) + poseVariance(shipCovariance(table, j), b);
  return own - 2 * (joint[3]! + joint[10]!);
}

/** Of a place (mm²) and of a heading, whose error is taken at the base's corner; a front that is open may be any way round. */
function poseVariance(
  { xx, yy, hh }: { readonly xx: number; readonly yy: number; readonly hh: number },
  { base, isFrontOpen }: Ship,
): number {
  const turnSq = isFrontOpen ? Math.PI ** 2 : hh;
  return xx + yy + 2 * halfSideMm(base) ** 2 * turnSq;
}
