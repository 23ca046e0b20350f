import { type Pose, turnedByQuarters } from '../../geometry/pose.js';
import { HAND_SIGMA, offsetFrom } from '../../judge/maneuver/explain-move.js';
import type { Ship, Table } from '../../table/table.js';

/** A camera's error of this many standard deviations is no move. */
const SIGMAS = 4;

/** Ids of the ships that stand elsewhere on the second table, came or went; what a camera's error explains is no move. */
export function whatMoved(before: Table, after: Table): readonly string[] {
  const gone = before.ships.filter(({ id }) => !after.ships.some((ship) => ship.id === id));
  const moved = after.ships.filter((ship) => {
    const old = before.ships.find(({ id }) => id === ship.id);
    return !old || hasMoved(old, ship);
  });
  return [...gone, ...moved].map(({ id }) => id);
}

function hasMoved(old: Ship, now: Ship): boolean {
  const { covariance: a } = old;
  const { covariance: b } = now;
  const pose = old.isFrontOpen || now.isFrontOpen ? turnedByQuarters(now.pose, old.pose.headingRad) : now.pose;
  return !isSamePlace(old.pose, pose, Math.sqrt(a.xx + a.yy + b.xx + b.yy), Math.sqrt(a.hh + b.hh));
}

/** Whether two poses are the same place, but for a camera's error (standard deviations, mm and radians) and what a hand does not notice. */
export function isSamePlace(a: Pose, b: Pose, sigmaMm = 0, sigmaRad = 0): boolean {
  const { distanceMm, turnDeg } = offsetFrom(a, b);
  const turnRad = (Math.abs(turnDeg) * Math.PI) / 180;
  return distanceMm <= Math.max(HAND_SIGMA.mm, SIGMAS * sigmaMm) && turnRad <= Math.max(HAND_SIGMA.rad, SIGMAS * sigmaRad);
}
