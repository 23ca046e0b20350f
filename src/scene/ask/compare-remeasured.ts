import { cameraCentre, pixelFromTable } from '../../geometry/camera.js';
import { meanPoint } from '../../geometry/mean-point.js';
import { distanceMm } from '../../geometry/point.js';
import { type PoseCovariance, wrapRad } from '../../geometry/pose.js';
import { upperMedian } from '../../geometry/statistics.js';
import type { Table } from '../../table/table.js';
import type { TableState } from '../../table/track/track-state.js';
import type { CorrectedShip } from '../../table/track/track-table.js';
import { figure, type Phrase, phrase } from '../../texts/looks-texts.js';
import type { Answer } from '../words/answer.js';
import type { MeasuredPair } from '../words/measured-pair.js';

/** A table as measured, and the answer for the pair that is asked about. */
export interface MeasuredTable {
  readonly state: TableState;
  readonly table: Table;
  readonly ships: readonly CorrectedShip[];
  readonly pair?: MeasuredPair;
  readonly answer?: Answer;
}

/** Result of measuring once more: for two ships their distance and answer, for one its place. */
export interface Remeasured {
  /** Whether it is within the claim, with the same answer. */
  readonly isConfirmed: boolean;
  /** Difference of the distance, or distance at which the ship is seen from its former place, mm. */
  readonly byMm: number;
  /** One standard deviation, the larger of the two, mm. */
  readonly sigmaMm: number;
  /** Whether only the answer differs, although the distance is within the claim. */
  readonly isOnlyAnswer: boolean;
  /** Known reasons for the difference; empty where it is confirmed, or nothing is known. */
  readonly reasons: readonly Phrase[];
}

/**
 * Difference in units of the larger sigma from which on two measurements contradict each other: they have in common what stays the same,
 * such as the lens.
 */
const CONTRADICTED_SIGMAS = 2;
/** Distance beyond which a ship is elsewhere, however exactly it is known, mm, and turn beyond which it faces another way, rad. */
const ELSEWHERE_MM = 1;
const TURNED_RAD = Math.PI / 4;
/** Ratio to its former sigma at which a value is known better. */
const BETTER = 0.7;
/** Distance within which a still camera is found again, mm of its place and px of its picture. */
const CAMERA_MM = 20;
const PICTURE_PX = 3;
const OBSTACLE_MM = 4;

/** Compares a table that was measured once more with what was known before. `of`: two ships, or one; `nameOf`: a ship's name. */
export function compareRemeasured(
  of: readonly string[],
  before: MeasuredTable,
  after: MeasuredTable,
  nameOf: (id: string) => string,
): Remeasured | undefined {
  const compared = of.length === 2 ? pairOf(before, after) : placeOf(of[0]!, before, after);
  if (!compared) return undefined;
  const { byMm, sigmaMm, isSameAnswer } = compared;
  const isWithin = byMm <= CONTRADICTED_SIGMAS * sigmaMm;
  const isConfirmed = isWithin && isSameAnswer;
  return {
    isConfirmed,
    byMm,
    sigmaMm,
    isOnlyAnswer: isWithin && !isSameAnswer,
    reasons: isConfirmed ? [] : reasonsOf(of, before, after, nameOf, isWithin),
  };
}

interface Compared extends Pick<Remeasured, 'byMm' | 'sigmaMm'> {
  readonly isSameAnswer: boolean;
}

function pairOf({ pair: was, answer: said }: MeasuredTable, { pair: is, answer }: MeasuredTable): Compared | undefined {
  if (!was || !is || !said || !answer) return undefined;
  const lines = (one: Answer) => JSON.stringify(one.lines.map(({ text, isCertain }) => [text, isCertain]));
  return {
    byMm: Math.abs(is.closest.mm - was.closest.mm),
    sigmaMm: Math.max(is.closest.sigmaMm ?? 0, was.closest.sigmaMm ?? 0),
    isSameAnswer: lines(said) === lines(answer),
  };
}

/** Distance between the former and the present place in which the camera sees a ship; its former one is not where a hand put it. */
function placeOf(id: string, before: MeasuredTable, after: MeasuredTable): Compared | undefined {
  const [was, is] = [shipOf(before, id)?.ship, after.state.tracks.find((track) => track.id === id && track.isSeen)];
  if (!was || !is) return undefined;
  const turnedRad = Math.abs(wrapRad(is.pose.headingRad - was.pose.headingRad));
  return {
    byMm: distanceMm(was.pose, is.pose),
    sigmaMm: Math.max(sigmaOf(was.covariance), sigmaOf(is.covariance)),
    isSameAnswer: was.base === is.base && turnedRad < TURNED_RAD,
  };
}

function reasonsOf(
  of: readonly string[],
  before: MeasuredTable,
  after: MeasuredTable,
  nameOf: (id: string) => string,
  isWithin: boolean,
): Phrase[] {
  const own = of.flatMap((id) => ownReasons(id, nameOf(id), before, after));
  const elsewhere = elsewhereReasons(of, before, after, nameOf);
  const known = [...own, ...elsewhere, ...knownBetter(of, before, after, nameOf)];
  return known.length === 0 && isWithin ? [phrase('near-boundary')] : known;
}

/** Changes of one ship since the earlier measurement. */
function ownReasons(id: string, name: string, before: MeasuredTable, after: MeasuredTable): Phrase[] {
  const [was, is] = [shipOf(before, id), shipOf(after, id)];
  if (!was || !is) return [];
  const turnedRad = Math.abs(wrapRad(is.ship.pose.headingRad - was.ship.pose.headingRad));
  return [
    ...(!was.isSeen && is.isSeen ? [phrase('was-hidden', name)] : []),
    ...(was.isSeen && !is.isSeen ? [phrase('is-hidden', name)] : []),
    ...(was.ship.base === is.ship.base ? [] : [phrase('other-size-now', name, phrase(`size-${is.ship.base}`))]),
    ...(turnedRad > TURNED_RAD ? [phrase('other-way-now', name)] : []),
    ...(is.isPlacedByHand ? [phrase('where-hand-put', name)] : []),
  ];
}

/** Things that are elsewhere: the camera, the mat with everything on it, or single ships and obstacles. */
function elsewhereReasons(of: readonly string[], before: MeasuredTable, after: MeasuredTable, nameOf: (id: string) => string): Phrase[] {
  const cameraMm = movedCameraMm(before.state, after.state);
  if (cameraMm > CAMERA_MM && isPictureMoved(before, after)) return [phrase('camera-elsewhere', figure(cameraMm, 0))];
  const apart = after.ships.flatMap(({ ship, isSeen }) => {
    const was = shipOf(before, ship.id);
    if (!was?.isSeen || !isSeen) return [];
    const mm = distanceMm(was.ship.pose, ship.pose);
    const sigmaMm = Math.max(sigmaOf(was.ship.covariance), sigmaOf(ship.covariance));
    return [{ id: ship.id, mm, isElsewhere: mm > Math.max(ELSEWHERE_MM, CONTRADICTED_SIGMAS * sigmaMm) }];
  });
  const moved = apart.filter(({ isElsewhere }) => isElsewhere);
  if (moved.length > 2 && moved.length > apart.length / 2) return [phrase('border-elsewhere')];
  const ships = moved.flatMap(({ id, mm }) => (of.includes(id) ? [phrase('seen-elsewhere', nameOf(id), figure(mm, 1))] : []));
  return areObstaclesElsewhere(before.table, after.table) ? [...ships, phrase('obstacles-elsewhere')] : ships;
}

/** Sizes and places that are known better than before. */
function knownBetter(of: readonly string[], before: MeasuredTable, after: MeasuredTable, nameOf: (id: string) => string): Phrase[] {
  const [was, is] = [before.state.matSigmaMm, after.state.matSigmaMm];
  const mat = was && is && is < BETTER * was ? [phrase('mat-size-now', figure(is, 1), figure(was, 1))] : [];
  const ships = of.flatMap((id) => {
    const [old, now] = [before, after].map((one) => shipOf(one, id)?.ship);
    const [oldMm, nowMm] = [old && sigmaOf(old.covariance), now && sigmaOf(now.covariance)];
    return oldMm && nowMm && nowMm < BETTER * oldMm ? [phrase('seen-better', nameOf(id), figure(nowMm, 1), figure(oldMm, 1))] : [];
  });
  return [...mat, ...ships];
}

function areObstaclesElsewhere({ obstacles: before }: Table, { obstacles: now }: Table): boolean {
  const isThere = (outline: Table['obstacles'][number]['outline'], others: Table['obstacles']) =>
    others.some((other) => distanceMm(meanPoint(outline), meanPoint(other.outline)) < OBSTACLE_MM);
  return before.length !== now.length || now.some(({ outline }) => !isThere(outline, before));
}

function movedCameraMm({ camera: before }: TableState, { camera: now }: TableState): number {
  if (!before || !now) return 0;
  const [from, to] = [cameraCentre(before), cameraCentre(now)];
  return Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z);
}

/** Whether the picture itself has moved, not only the frame in it: ships that stand still are elsewhere in it. */
function isPictureMoved(before: MeasuredTable, after: MeasuredTable): boolean {
  const shifts = after.ships.flatMap(({ ship: { id, pose } }) => {
    const was = shipOf(before, id)?.ship.pose;
    const { camera: earlier } = before.state;
    const { camera: now } = after.state;
    const [from, to] = [was && earlier && pixelFromTable(earlier, { ...was, z: 0 }), now && pixelFromTable(now, { ...pose, z: 0 })];
    return from && to ? [Math.hypot(to.u - from.u, to.v - from.v)] : [];
  });
  return (upperMedian(shifts) ?? 0) > PICTURE_PX;
}

function shipOf({ ships }: Pick<MeasuredTable, 'ships'>, id: string): CorrectedShip | undefined {
  return ships.find(({ ship }) => ship.id === id);
}

/** One standard deviation of a place along an axis, the mean of both, mm. */
function sigmaOf({ xx, yy }: PoseCovariance): number {
  return Math.sqrt((xx + yy) / 2);
}
