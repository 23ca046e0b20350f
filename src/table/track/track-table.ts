import { fitPose } from '../../geometry/fit-pose.js';
import { jointOf, poseCovarianceAt } from '../../geometry/joint-covariance.js';
import { distanceMm } from '../../geometry/point.js';
import { covarianceSum, EXACT, isExactPose, type Pose, type PoseCovariance, turnedOnSpot, wrapRad } from '../../geometry/pose.js';
import { DEFAULT_ARCS } from '../../pieces/arc-names.js';
import { halfSideMm } from '../../pieces/bases.js';
import { type Edit, isObstacleEdit, isOver, type ShipEdit, shipEdits } from '../edits.js';
import type { FittedBase } from '../measurement.js';
import { motionOf, movedCovariance, movedObstacle, movedPoint, movedPose } from '../moved-table.js';
import { mayMissObstacles } from '../obstacle-kind.js';
import type { Obstacle, Ship, Table, Unmeasurable } from '../table.js';
import { BESIDE_BASE_MM, UNMEASURED } from '../unmeasured-reason.js';
import { withFittedErrors } from './fitted-errors.js';
import { asBelieved } from './track-obstacles.js';
import type { TableState, Track } from './track-state.js';

/** A ship as the page shows it: the camera's measurement, corrected by the player. */
export interface CorrectedShip {
  readonly ship: Ship;
  /** Whether it is in the camera's last frame; ships of a scene file and ships placed by hand count as seen. */
  readonly isSeen: boolean;
  readonly lastSeenAtMs?: number;
  /** Whether a person placed it: it is where it was fitted, or, without a fit (`ship.isByHand`), where the hand put it. */
  readonly isPlacedByHand: boolean;
  /** The rules of a match placed it. */
  readonly isPlacedByRules?: true;
  /** Pose that the hand gave it. */
  readonly said?: Pose;
}

/** A ship fitted to the pixels where a hand had put it. */
export interface ShipFit extends Pick<Ship, 'base' | 'pose' | 'covariance' | 'isFrontOpen'>, Pick<FittedBase, 'ownCovariance'> {
  /** Pose that the hand had given it. */
  readonly said: Pose;
}

/** The same for an obstacle. */
export interface ObstacleFit {
  /** The obstacle as the hand had placed it. */
  readonly said: Obstacle;
  readonly fitted: Obstacle;
}

/** Fits of things that persons placed, by id; a fit counts as long as the hand's pose is the one that it was fitted to. */
export interface HandFits {
  readonly ships: ReadonlyMap<string, ShipFit>;
  readonly obstacles: ReadonlyMap<string, ObstacleFit>;
}

export const NO_FITS: HandFits = { ships: new Map(), obstacles: new Map() };

/**
 * The fits that outlive a look, in its frame: those of things that were watched since the look before and stood (`stood`: ids), until they are fitted to its
 * pixels. They move as the seen ships that stood do, and are as much less sure as those moved unlike each other; fewer than two ships show no motion.
 */
export function carriedFits({ ships, obstacles }: HandFits, before: TableState, after: TableState, stood: ReadonlySet<string>): HandFits {
  const pairs = before.tracks.flatMap(({ id, isSeen, pose }) => {
    const now = after.tracks.find((track) => track.id === id);
    return stood.has(id) && isSeen && now?.isSeen ? [{ from: pose, to: now.pose }] : [];
  });
  if (pairs.length < 2) return NO_FITS;
  const motion = motionOf(
    fitPose(
      pairs.map(({ from }) => from),
      pairs.map(({ to }) => to),
    ),
  );
  const unlikeSq = pairs.reduce((sum, { from, to }) => sum + distanceMm(movedPoint(from, motion), to) ** 2 / 2, 0) / pairs.length;
  const standing = <Fit>(fits: ReadonlyMap<string, Fit>) => [...fits].filter(([id]) => stood.has(id));
  return {
    ships: new Map(
      standing(ships).map(([id, fit]) => {
        const moved = (covariance: PoseCovariance) =>
          covarianceSum(movedCovariance(covariance, motion), { ...EXACT, xx: unlikeSq, yy: unlikeSq });
        const { ownCovariance: own } = fit;
        const covariance = moved(fit.covariance);
        return [id, { ...fit, pose: movedPose(fit.pose, motion), covariance, ...(own && { ownCovariance: moved(own) }) }];
      }),
    ),
    obstacles: new Map(
      standing(obstacles).map(([id, { said, fitted }]) => {
        const sigmaMm = Math.sqrt((fitted.sigmaMm ?? 0) ** 2 + unlikeSq);
        return [id, { said, fitted: { ...movedObstacle(fitted, motion), sigmaMm } }];
      }),
    ),
  };
}

/**
 * One standard deviation of a ship that a hand placed beside ships that a camera measured: 4 mm along each axis and 4° (a careful one was 6.6 mm and 4.3°
 * off).
 */
const BY_HAND: PoseCovariance = { ...EXACT, xx: 16, yy: 16, hh: ((4 * Math.PI) / 180) ** 2 };

/** The same for an obstacle's outline, mm, and the probability of one that no picture confirms: anything that crosses it is open. */
const OBSTACLE_BY_HAND = { sigmaMm: 4, detectionProbability: 0.5 };

/** The ships with all edits applied, in the order of their tracks, then those added by hand. */
export function correctedShips(state: TableState, edits: readonly Edit[], fits = NO_FITS): CorrectedShip[] {
  return corrected(state, shipEdits(edits), fits).map(({ row, own, ...shown }) => shown);
}

/** The table with all edits applied, which is judged, drawn, saved and published. */
export function tableOf(state: TableState, edits: readonly Edit[], fits = NO_FITS): Table {
  const ships = corrected(state, shipEdits(edits), fits);
  const dismissed = edits.flatMap((edit) => (edit.kind === 'nothing' ? [edit.at] : []));
  const obstacles = correctedObstacles(state, edits, fits);
  const isAllSaid = state.areObstaclesSaid || edits.some(({ kind }) => kind === 'all obstacles');
  const jointCovariance = jointOfCorrected(state, ships);
  return {
    widthMm: state.widthMm,
    depthMm: state.depthMm,
    ...(state.isEdgeUnknown && { isEdgeUnknown: true }),
    ...(isAllSaid && { areObstaclesSaid: true }),
    ...(state.areObstaclesSeen && !isAllSaid && mayMissObstacles(obstacles) && { areObstaclesOpen: true }),
    ships: ships.map(({ ship, own }, row) => (own ? { ...ship, covariance: poseCovarianceAt(jointCovariance, row) } : ship)),
    obstacles,
    devices: state.devices,
    unmeasurable: state.unmeasurable.flatMap(({ unseenFrames, ...one }) => {
      const isDismissed = dismissed.some(({ x, y }) => Math.hypot(x - one.at.x, y - one.at.y) <= one.radiusMm);
      const isNone = isAllSaid && one.reason === UNMEASURED.perhapsObstacle;
      return isDismissed || isNone || ships.some(({ ship }) => isThatShip(ship, one)) ? [] : [one];
    }),
    jointCovariance,
  };
}

/** The joint covariance of the ships; one that was fitted shares the camera's errors with those that the same look has measured. */
function jointOfCorrected(state: TableState, ships: readonly Corrected[]): readonly number[] {
  const joint = jointOf(
    ships.map(({ row, ship }) => row ?? ship.covariance),
    state.jointCovariance,
  );
  if (state.isLookCoarser) return joint;
  const placed = ships.map(({ ship: { pose, isByHand }, row: track, own, isSeen }, row) => ({
    row,
    pose,
    own,
    isMeasured: track !== undefined && isSeen && !isByHand,
  }));
  return withFittedErrors(
    joint,
    placed.filter(({ isMeasured }) => isMeasured),
    placed.flatMap(({ own, ...one }) => (own ? [{ ...one, own }] : [])),
  );
}

function isThatShip({ base, pose }: Ship, { at, radiusMm }: Unmeasurable): boolean {
  return Math.hypot(pose.x - at.x, pose.y - at.y) < Math.min(radiusMm, halfSideMm(base) + BESIDE_BASE_MM);
}

/**
 * The obstacles with all edits applied: those of the camera in their order, then those added by hand. One placed by hand is where it was
 * fitted, otherwise where the hand placed it.
 */
function correctedObstacles(state: TableState, edits: readonly Edit[], fits: HandFits): Obstacle[] {
  const { obstacles } = state;
  const said = new Map(edits.filter(isObstacleEdit).map(({ obstacleId, placed }) => [obstacleId, placed]));
  const byHand = ({ detectionProbability: _, ...one }: Obstacle): Obstacle => {
    if (!isMeasured(state)) return one;
    const fit = fits.obstacles.get(one.id);
    if (fit?.said.outline === one.outline) return { ...fit.fitted, id: one.id };
    return { ...one, ...OBSTACLE_BY_HAND, sigmaMm: Math.max(one.sigmaMm ?? 0, OBSTACLE_BY_HAND.sigmaMm) };
  };
  const all = [
    ...obstacles.map((one) => (said.has(one.id) ? said.get(one.id) : asBelieved(one, state))),
    ...[...said].flatMap(([id, placed]) => (obstacles.some((one) => one.id === id) ? [] : [placed])),
  ];
  return all.flatMap((one) => (one === undefined ? [] : [said.has(one.id) ? byHand(one) : one]));
}

/**
 * Whether any part of it was measured, by a camera or before it was saved: things placed by hand beside a typed table are as exact as that.
 */
function isMeasured({ camera, tracks }: TableState): boolean {
  return camera !== undefined || tracks.some(({ lastSeenAtMs, covariance }) => lastSeenAtMs !== undefined || !isExactPose(covariance));
}

interface Corrected extends CorrectedShip {
  /** The ship's row in the state's joint covariance; absent where its place comes from a person. */
  readonly row?: number;
  /** What is unsure of a fit besides the camera of the look. */
  readonly own?: PoseCovariance;
}

function corrected(state: TableState, edits: readonly ShipEdit[], fits: HandFits): Corrected[] {
  const editsOf = (id: string) => edits.filter(({ shipId }) => shipId === id);
  const isDeleted = (id: string) => edits.some((edit) => edit.kind === 'delete' && edit.shipId === id);
  // Without a camera the rules are all that is known of it.
  const isTakenOff = ({ id, isSeen }: Track) =>
    (!isSeen || state.camera === undefined) && edits.some((edit) => edit.kind === 'removed' && edit.shipId === id);
  const settled = (ship: Ship): Settled => (isMeasured(state) ? asFitted(ship, fits.ships.get(ship.id)) : { ship });
  const followed = state.tracks.flatMap((track, row) =>
    isDeleted(track.id) || isTakenOff(track) ? [] : [correctTrack(track, row, editsOf(track.id), settled)],
  );
  const added = edits.flatMap((edit) => {
    if (edit.kind !== 'add' || isDeleted(edit.shipId) || state.tracks.some(({ id }) => id === edit.shipId)) return [];
    const { shipId: id, base, pose } = edit;
    const ship = withWords({ id, base, pose, covariance: EXACT, arcs: DEFAULT_ARCS }, editsOf(id));
    return [{ ...settled(ship), said: ship.pose, isSeen: true, isPlacedByHand: true }];
  });
  return [...followed, ...added];
}

/** A ship where a hand placed it, and what is unsure of its fit besides the camera. */
type Settled = Pick<Corrected, 'ship' | 'own'>;

/** A ship that a hand placed, as it was fitted there, or with the uncertainty of a hand. */
function asFitted(ship: Ship, fit: ShipFit | undefined): Settled {
  if (!fit || fit.base !== ship.base || !isSamePose(fit.said, ship.pose)) return { ship: { ...ship, covariance: BY_HAND, isByHand: true } };
  const { pose, covariance, ownCovariance: own, isFrontOpen } = fit;
  return { ship: { ...ship, pose, covariance, ...(isFrontOpen && { isFrontOpen }), corrected: 'fitted' }, ...(own && { own }) };
}

const isTurned = (a: Pose, b: Pose) => Math.abs(wrapRad(a.headingRad - b.headingRad)) > Math.PI / 4;
const isSamePose = (a: Pose, b: Pose) => a.x === b.x && a.y === b.y && a.headingRad === b.headingRad;

function correctTrack(track: Track, row: number, own: readonly ShipEdit[], settled: (ship: Ship) => Settled): Corrected {
  const inForce = own.filter((edit) => (edit.kind !== 'move' && edit.kind !== 'turn') || !track.isSeen || !isOver(edit, track.pose));
  const size = inForce.findLast((edit) => edit.kind === 'size');
  // A place measured for another size is no better than a hand's.
  const isPlacedByHand = inForce.some(({ kind }) => kind === 'move') || (size !== undefined && size.base !== track.base);
  const isFacingSaid = isPlacedByHand || inForce.some(({ kind }) => kind === 'turn');
  const ship: Ship = {
    id: track.id,
    base: track.base,
    pose: track.pose,
    covariance: isPlacedByHand ? EXACT : track.covariance,
    ...track.details,
    ...(track.tile && !isPlacedByHand && { tile: track.tile }),
    ...(track.isByHand && { isByHand: true }),
    ...(track.corrected && !isPlacedByHand && { corrected: track.corrected }),
    ...(!track.isSeen && !isPlacedByHand && { isHidden: true }),
    // A thing that a person has touched is there: the doubt was settled by looking at the table.
    ...((track.facingVotes === 0 || track.otherwiseLooks) && !isFacingSaid && { isFrontOpen: true }),
    ...(track.detectionProbability === undefined || own.length > 0 ? {} : { detectionProbability: track.detectionProbability }),
  };
  const said = withWords(ship, inForce);
  const isAgainstCamera = !ship.isFrontOpen && isTurned(said.pose, track.pose) && track.facingVotes > 0;
  const move = inForce.findLast((edit) => edit.kind === 'move');
  const placed = move?.covariance ? { ship: { ...said, covariance: move.covariance } } : settled(said);
  return {
    ...(isPlacedByHand ? placed : { ship: isAgainstCamera ? { ...said, corrected: 'turned' } : said }),
    ...(isPlacedByHand && { said: said.pose }),
    isSeen: track.isSeen || isPlacedByHand,
    ...(track.lastSeenAtMs === undefined ? {} : { lastSeenAtMs: track.lastSeenAtMs }),
    isPlacedByHand,
    ...(move?.isByRules && { isPlacedByRules: true }),
    ...(isPlacedByHand ? {} : { row }),
  };
}

/** Applies everything said about a ship in order: a move gives the heading too, so only a turn after it changes that heading. */
function withWords(ship: Ship, said: readonly ShipEdit[]): Ship {
  return said.reduce(withWord, ship);
}

function withWord(ship: Ship, edit: ShipEdit): Ship {
  if (edit.kind === 'move') return { ...ship, pose: edit.pose };
  if (edit.kind === 'turn') return { ...ship, pose: turnedOnSpot(ship.pose, (edit.quarters * Math.PI) / 2) };
  if (edit.kind === 'size') return withOptional({ ...ship, base: edit.base }, 'lengthMm', edit.lengthMm);
  if (edit.kind === 'arcs') return withOptional({ ...ship, arcs: edit.arcs }, 'hasTurret', edit.hasTurret);
  if (edit.kind === 'name') return withOptional(ship, 'name', edit.name.trim() || undefined);
  if (edit.kind === 'owner') return withOptional(ship, 'owner', edit.owner);
  return ship;
}

function withOptional<K extends 'lengthMm' | 'name' | 'owner' | 'hasTurret'>(ship: Ship, key: K, value: Ship[K] | undefined): Ship {
  const { [key]: _, ...rest } = ship;
  return value === undefined ? (rest as Ship) : { ...(rest as Ship), [key]: value };
}
