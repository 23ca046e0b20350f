import { cameraCentre } from '../../geometry/camera.js';
import { jointOf, lengthVariance, poseCovarianceAt } from '../../geometry/joint-covariance.js';
import { distanceMm } from '../../geometry/point.js';
import { type Pose, turnedOnSpot, wrapRad } from '../../geometry/pose.js';
import { upperMedian } from '../../geometry/statistics.js';
import { DEFAULT_ARCS } from '../../pieces/arc-names.js';
import { BASE_SIZES, isSquare, type ShipBase } from '../../pieces/base-size.js';
import { halfSideMm } from '../../pieces/bases.js';
import { type Edit, isOver, type ShipEdit, shipEdits } from '../edits.js';
import { withKnownFronts } from '../facing-as.js';
import type { SeenBase, TableMeasurement } from '../measurement.js';
import { isBesideMat } from '../on-mat.js';
import { STATED_SHIP } from '../ship-certainty.js';
import { type Assignment, assign, SAME_PLACE_MM } from './track-assignment.js';
import { halfSeenAfter } from './track-half-seen.js';
import { type Step, scatterAfter, stillReach, withoutNoise, withUnconfirmed } from './track-noise.js';
import { obstaclesAfter } from './track-obstacles.js';
import { isSameSide } from './track-side.js';
import { stoodInLook, withStanding } from './track-standing.js';
import { NO_VOTES, type TableState, type Track } from './track-state.js';
import { correctedShips } from './track-table.js';
import { turnedMeasurement, turnOf } from './track-turn.js';

/** The longest single move: straight 5 of a large base carries it 280 mm in all; half as much again for a boost before it. */
const LONGEST_MOVE_MM = 420;
/** The farthest that a hand puts a removed ship aside. */
const PUT_ASIDE_MM = 2000;
/** Cost of a different size in the pairing, in mm of movement: sizes are rarely mistaken, but ships do pass each other. */
const OTHER_SIZE_COST_MM = 250;
/** The same where a ship stood: a base there is more likely that ship misread than another that was put in its place. */
const OTHER_SIZE_IN_PLACE_MM = 150;
/** Distance from its place at which a base read the wrong way round may also be seen. */
const FLIPPED_MM = 3;
/** Beyond this a changed heading on a base that stays in place is a front mistaken for a rear, not a turn. */
const FLIPPED_RAD = (135 * Math.PI) / 180;
/**
 * Number of looks in a row that see it the other way round, from where it was seen as it faces, after which a ship was turned on the spot.
 */
const TURNED_LOOKS = 3;
/** Number of frames after which the mean forgets, so that slow drifts (a settling mat, a warming camera) are followed. */
const MEAN_FRAMES = 30;
/**
 * Time without it after which a ship that a person deleted, or the rules removed, and the camera lost is gone: anything that appears there
 * later is another ship.
 */
const GONE_AFTER_MS = 3000;
/** Number of frames that confirm a thing: one seen in fewer and then no more was a mistake, not a hidden ship. */
const CONFIRMED_FRAMES = 3;

/** Reach of a ship of which it is known otherwise that it stood. */
const ANY_REACH = { mm: Number.POSITIVE_INFINITY, rad: Number.POSITIVE_INFINITY };

/** What is known of a look besides its measurement. */
export interface LookAbout {
  /** Its frame is the previous one, measured with more known: things that it showed clearly stay even if they are not found again. */
  readonly isSamePicture?: boolean;
  /** Ids of the ships and obstacles that were watched since the look before, and stood: where that shows ships better, they stay as it shows them. */
  readonly stood?: ReadonlySet<string>;
}

/**
 * Takes in what the camera saw in one frame: ships keep their ids through standing still, moving and hiding; poses of still ships are
 * averaged; ships that are not seen keep their place and are marked as hidden. `edits` are the player's: an added ship becomes the one seen
 * there, a corrected heading is not turned back by the camera.
 */
export function track(
  state: TableState,
  seen: TableMeasurement,
  said: readonly Edit[],
  { isSamePicture = false, stood = new Set() }: LookAbout = {},
): TableState {
  const edits = shipEdits(said);
  const added = addedByHand(state, edits);
  const { quarters, open } = turnOf(state, seen);
  const before = [...state.tracks, ...added];
  const measurement = withKnownFronts(turnedMeasurement(seen, quarters), before);
  const pairs = pair(before, measurement, edits);
  const standing = stoodInLook(state, measurement, pairs, stood);
  const countsAlone = isMoreExact(state, measurement, pairs) || (!standing && areAllBeside(state, measurement, pairs));
  const known = [...(standing?.state ?? state).tracks, ...added];
  const followed = known.map((one, row): Step => {
    const was = countsAlone && pairs[row] !== undefined ? begun(one) : one;
    const column = pairs[row];
    const from = row < state.tracks.length ? { row } : {};
    if (column === undefined) return { now: { ...was, isSeen: false }, ...from };
    const reach = standing?.rows.includes(row) ? ANY_REACH : stillReach(state, row);
    return { ...follow(was, measurement.bases[column]!, measurement, reach, isFacingSet(was, edits)), ...from };
  });
  const fresh = measurement.bases.flatMap((base, column) => (pairs.includes(column) ? [] : [{ base, column }]));
  const firstNumber = Math.max(nextNumber(known), state.firstNumber ?? 1);
  const rows = [
    ...followed.map((step, index) => ({ ...step, column: pairs[index] })),
    ...fresh.map(({ base, column }, index) => ({ now: begin(`ship-${firstNumber + index}`, base, measurement), column })),
  ].filter(({ now }: Step) => isWorthKeeping(now, edits, isSamePicture) && (now.isSeen || !added.some(({ id }) => id === now.id)));
  const scatter = scatterAfter(state, rows);
  // The errors of ships seen in one frame belong together; a hidden ship's error is from another frame, so it is independent.
  const joint = jointOf(
    rows.map(({ now, column }) => column ?? now.covariance),
    measurement.jointCovariance,
  );
  const jointCovariance = withUnconfirmed(withoutNoise(joint, scatter, rows), rows);
  const mistakable = mistakableShips(state, pairs, measurement, edits);
  const { isEdgeUnknown: _, isLookCoarser: __, areObstaclesSaid: ___, ...rest } = state;
  const after: TableState = {
    ...rest,
    ...(mistakable.length > 0 && { mayBeExchanged: mistakable }),
    ...(measurement.isEdgeUnknown && { isEdgeUnknown: true }),
    areObstaclesSeen: true,
    widthMm: measurement.mat.widthMm,
    depthMm: measurement.mat.depthMm,
    matSigmaMm: measurement.mat.sigmaMm,
    camera: measurement.camera,
    turned: quarters,
    ...(open !== undefined && { mayBeTurned: { quarters: open, before: state } }),
    capturedAtMs: measurement.capturedAtMs,
    tracks: rows.map(({ now }, row) => (now.isSeen ? { ...now, covariance: poseCovarianceAt(jointCovariance, row) } : now)),
    jointCovariance,
    scatter,
    ...obstaclesAfter(state, measurement, said),
    unmeasurable: halfSeenAfter(state.unmeasurable, measurement.unmeasurable),
    templates: measurement.templates ?? [],
    lengths: measurement.lengths ?? [],
  };
  return standing ? withStanding(after, rows, standing) : after;
}

/** The state at a later time: the camera shows the same picture, and everything that was seen is still seen. */
export function trackUnchanged(state: TableState, capturedAtMs: number): TableState {
  return { ...state, capturedAtMs, tracks: state.tracks.map((track) => (track.isSeen ? { ...track, lastSeenAtMs: capturedAtMs } : track)) };
}

/**
 * The state where the next frame is the first that counts: each ship has the pose that it shows, and the size in it or in those that
 * follow.
 */
export function withoutAverages(state: TableState): TableState {
  return { ...state, tracks: state.tracks.map(begun) };
}

function begun({ beside: _, ...before }: Track): Track {
  return { ...before, stillFrames: 0, sizeVotes: fewVotes(before) };
}

/** A few votes for the size that a ship has had until now, so that a few looks that see another one decide. */
function fewVotes({ base, sizeVotes }: Track): Track['sizeVotes'] {
  return { ...NO_VOTES, [base]: Math.min(sizeVotes[base], CONFIRMED_FRAMES) };
}

/** A look whose ships' distances have at most this share of the claims until now was taken from closer up, or with more known. */
const MORE_EXACT = 0.8;

/**
 * Whether a look is so much more exact than the mean of those before that it is better alone: errors that they all share do not shrink with
 * their number.
 */
function isMoreExact({ tracks, jointCovariance }: TableState, measurement: TableMeasurement, pairs: Assignment): boolean {
  const common = tracks.flatMap((track, row) =>
    track.isSeen && !track.beside && pairs[row] !== undefined ? [{ row, column: pairs[row]! }] : [],
  );
  const ratios = common.flatMap((a, i) =>
    common.slice(0, i).map((b) => {
      const [one, other] = [measurement.bases[a.column]!.pose, measurement.bases[b.column]!.pose];
      const now = lengthVariance(measurement.jointCovariance, a.column, b.column, one, other);
      return now / lengthVariance(jointCovariance, a.row, b.row, one, other);
    }),
  );
  return (upperMedian(ratios) ?? Number.POSITIVE_INFINITY) < MORE_EXACT ** 2;
}

/**
 * Whether a look has every ship beside its place: its frame is another, or somebody has moved the mat. In the frame of the looks before they would be drawn
 * beside the ships.
 */
function areAllBeside(state: TableState, { bases }: TableMeasurement, pairs: Assignment): boolean {
  const common = state.tracks.flatMap((track, row) =>
    track.isSeen && pairs[row] !== undefined ? [{ track, row, pose: bases[pairs[row]]!.pose }] : [],
  );
  return common.length > 1 && common.every(({ track, row, pose }) => distanceMm(track.pose, pose) >= stillReach(state, row).mm);
}

/**
 * A person said whether the picture was turned or a ship has moved. Where it was turned, sightings since then count with the next look,
 * turned back.
 */
export function withTurnSaid(state: TableState, isTurned: boolean): TableState {
  const { mayBeTurned, ...moved } = state;
  return isTurned && mayBeTurned ? { ...mayBeTurned.before, turned: mayBeTurned.quarters } : moved;
}

/**
 * Ships that moved at once and may have been confused, with earlier ones: of one size, each within a move of where the other is now, and
 * with different names. A camera that sees them one after the other knows them apart; after a round that it did not see they are paired by
 * what is near.
 */
function mistakableShips(state: TableState, pairs: Assignment, { bases }: TableMeasurement, edits: readonly ShipEdit[]): readonly string[] {
  const { tracks, mayBeExchanged = [] } = state;
  const moved = tracks.flatMap((track, row) => {
    const now = bases[pairs[row] ?? -1]?.pose;
    // Nobody flies a ship that the rules removed.
    if (edits.some((edit) => edit.kind === 'removed' && edit.shipId === track.id)) return [];
    return now && distanceMm(track.pose, now) >= SAME_PLACE_MM ? [{ track, now }] : [];
  });
  if (moved.length < 2) return mayBeExchanged;
  const called = new Map(
    correctedShips(state, edits).map(({ ship: { id, name, owner, pilot } }) => [id, JSON.stringify([name, owner, pilot])]),
  );
  const mayStandAt = ({ track }: (typeof moved)[number], { now }: (typeof moved)[number]) => distanceMm(track.pose, now) < LONGEST_MOVE_MM;
  const open = moved.filter((one) =>
    moved.some(
      (other) =>
        one.track.base === other.track.base &&
        called.get(one.track.id) !== called.get(other.track.id) &&
        mayStandAt(one, other) &&
        mayStandAt(other, one),
    ),
  );
  return [...new Set([...mayBeExchanged, ...open.map(({ track }) => track.id)])];
}

/**
 * Applies a person's word on which ships are which, where several moved at once: their names are right, or two of them are exchanged; with
 * more than two, others may be exchanged too.
 */
export function withNamesSaid(state: TableState, exchanged?: readonly [string, string]): TableState {
  const { mayBeExchanged = [], ...rest } = state;
  const settled = exchanged && mayBeExchanged.length > 2 ? state : rest;
  const [one, other] = (exchanged ?? []).map((id) => state.tracks.find((track) => track.id === id));
  if (!one || !other) return settled;
  const as = (track: Track, { id, details }: Track): Track => ({ ...track, id, details });
  return { ...settled, tracks: state.tracks.map((track) => (track === one ? as(one, other) : track === other ? as(other, one) : track)) };
}

/** Ships that a person added where the camera had none: future tracks, so that a base seen there later becomes them. */
function addedByHand(state: TableState, edits: readonly ShipEdit[]): Track[] {
  return edits.flatMap((edit) => {
    if (edit.kind !== 'add' || state.tracks.some(({ id }) => id === edit.shipId)) return [];
    const sizeVotes = { ...NO_VOTES, [edit.base]: 1 };
    const covariance = { xx: 0, xy: 0, xh: 0, yy: 0, yh: 0, hh: 0 };
    const details = { arcs: DEFAULT_ARCS };
    return [
      { id: edit.shipId, base: edit.base, pose: edit.pose, covariance, isSeen: false, stillFrames: 0, sizeVotes, facingVotes: 1, details },
    ];
  });
}

/**
 * Pairs first ships that are still in place, then those that moved, at the least cost of distance and size. A base of another size in a
 * ship's place is that ship misread, unless the ship may have moved away. A ship that the rules of a match removed is a base that is put
 * beside the mat, and otherwise comes last: a base that any other ship may be is not that one.
 */
function pair(known: readonly Track[], measurement: TableMeasurement, edits: readonly ShipEdit[]): Assignment {
  const idsOf = (kind: ShipEdit['kind']) => new Set(edits.flatMap((edit) => (edit.kind === kind ? [edit.shipId] : [])));
  const [deleted, removed] = [idsOf('delete'), idsOf('removed')];
  const isOut = ({ id }: Track) => deleted.has(id) || removed.has(id);
  // No net finds a huge base: anything seen where one stands is something else.
  const isGone = (candidate: Track) =>
    !isSquare(candidate) ||
    (isOut(candidate) &&
      !candidate.isSeen &&
      measurement.capturedAtMs - (candidate.lastSeenAtMs ?? Number.NEGATIVE_INFINITY) > GONE_AFTER_MS);
  const still = assign(
    known.map((before) => {
      const mayHaveMoved = mayStandElsewhere(before, known, measurement);
      return measurement.bases.map((seen) =>
        isGone(before) || (mayHaveMoved && seen.base !== before.base) ? Number.POSITIVE_INFINITY : distanceMm(before.pose, seen.pose),
      );
    }),
    SAME_PLACE_MM,
  );
  /** Pairs what is left. */
  const then = (pairs: Assignment, may: (before: Track, seen: SeenBase) => boolean, gate: number): Assignment => {
    const costs = known.map((before, row) =>
      measurement.bases.map((seen, column) =>
        pairs[row] !== undefined || pairs.includes(column) || !may(before, seen) ? Number.POSITIVE_INFINITY : movedCost(before, seen),
      ),
    );
    const found = assign(costs, gate);
    return known.map((_, row) => pairs[row] ?? found[row]);
  };
  const mayMove = (before: Track) => !isOut(before) && isSquare(before);
  if (removed.size === 0) return then(still, mayMove, LONGEST_MOVE_MM);
  const isRemoved = ({ id, base }: Track, seen: SeenBase) => removed.has(id) && base === seen.base;
  const aside = then(
    still,
    (before, seen) => !measurement.isEdgeUnknown && isBesideMat(measurement.mat, seen) && isRemoved(before, seen),
    PUT_ASIDE_MM,
  );
  return then(then(aside, mayMove, LONGEST_MOVE_MM), isRemoved, LONGEST_MOVE_MM);
}

function movedCost({ base, pose }: Track, seen: SeenBase): number {
  const mm = distanceMm(pose, seen.pose);
  if (base === seen.base) return mm;
  return mm + (mm < SAME_PLACE_MM ? OTHER_SIZE_IN_PLACE_MM : OTHER_SIZE_COST_MM);
}

/** Whether a base of a ship's size is seen within a move of it, where none of that size stood. */
function mayStandElsewhere({ base, pose }: Track, known: readonly Track[], { bases }: TableMeasurement): boolean {
  return bases.some(
    (seen) =>
      seen.base === base &&
      distanceMm(pose, seen.pose) < LONGEST_MOVE_MM &&
      !known.some((one) => one.base === base && distanceMm(one.pose, seen.pose) < SAME_PLACE_MM),
  );
}

function begin(id: string, seen: SeenBase, { capturedAtMs: atMs, camera }: TableMeasurement): Track {
  return {
    id,
    base: seen.base,
    pose: seen.pose,
    covariance: seen.covariance,
    detectionProbability: seen.detectionProbability,
    ...(seen.tile && { tile: seen.tile }),
    isSeen: true,
    lastSeenAtMs: atMs,
    stillFrames: 1,
    sizeVotes: { ...NO_VOTES, [seen.base]: 1 },
    facingVotes: seen.isFrontOpen ? 0 : 1,
    ...(!seen.isFrontOpen && { facedFrom: cameraCentre(camera) }),
    details: { arcs: DEFAULT_ARCS },
  };
}

/**
 * Adds one frame of a ship: averaged where it stands, replaced where it was moved. A first frame that sees it a little to the side is
 * unconfirmed, as is one that reads another size than most: until frames agree it claims what another size would give.
 */
function follow(
  before: Track,
  seen: SeenBase,
  { capturedAtMs: atMs, camera }: TableMeasurement,
  reach: { readonly mm: number; readonly rad: number },
  isHeadingSet: boolean,
): Step {
  const turnedRad = wrapRad(seen.pose.headingRad - before.pose.headingRad);
  const awayMm = distanceMm(before.pose, seen.pose);
  const isFlipped = awayMm < flippedReachMm(seen) && Math.abs(turnedRad) > FLIPPED_RAD;
  const pose = isFlipped ? turnedOnSpot(seen.pose, Math.PI) : seen.pose;
  const isWithin = (mean: Pose) => distanceMm(mean, pose) < reach.mm && Math.abs(wrapRad(pose.headingRad - mean.headingRad)) < reach.rad;
  const isStill = before.stillFrames > 0 && (isFlipped || isWithin(before.pose));
  if (seen.isKept && isStill && !isFlipped) {
    return { now: { ...before, covariance: seen.covariance, isSeen: true, lastSeenAtMs: atMs }, isKept: true };
  }
  const apart = differenceOf(pose, before.pose);
  const { beside, isByHand: _, corrected: __, facedFrom, otherwiseLooks: otherwiseBefore = 0, ...settled } = before;
  const isSettled = before.stillFrames >= CONFIRMED_FRAMES && awayMm < SAME_PLACE_MM;
  const isBeside = !isStill && isSettled && !(beside && isWithin(beside));
  // A base in another place may be another ship than most frames saw.
  const votesBefore = isStill || isBeside ? before.sizeVotes : fewVotes(before);
  const sizeVotes = { ...votesBefore, [seen.base]: Math.min(votesBefore[seen.base] + 1, MEAN_FRAMES) };
  const base = mostVoted(sizeVotes, before.base);
  const sizeDoubtMm = Math.abs(halfSideMm(base) - halfSideMm(seen.base));
  if (isBeside || (isStill && isSettled && sizeDoubtMm > 0)) {
    return { now: { ...before, sizeVotes, beside: pose, isSeen: true, lastSeenAtMs: atMs }, apart, isUnconfirmed: true, sizeDoubtMm };
  }
  const vote = seen.isFrontOpen ? 0 : isFlipped ? -1 : 1;
  const votes = isStill ? Math.min(before.facingVotes + vote, MEAN_FRAMES) : Number(!seen.isFrontOpen);
  const eye = cameraCentre(camera);
  const otherwiseLooks = vote > 0 ? 0 : otherwiseBefore + Number(vote < 0);
  // A camera that saw the ship one way does not misread it from there the other way, twice.
  const isTurned = vote < 0 && otherwiseLooks >= TURNED_LOOKS && before.facedFrom !== undefined && isSameSide(eye, before.facedFrom, pose);
  // Frames that disagree outvote the heading, but never what a person said.
  const isOutvoted = (votes < 0 || isTurned) && !isHeadingSet;
  const mean = isStill ? meanPose(before.pose, pose, before.stillFrames) : pose;
  const now: Track = {
    ...settled,
    base,
    ...(sizeDoubtMm > 0 && { beside: pose }),
    pose: isOutvoted ? turnedOnSpot(mean, Math.PI) : mean,
    covariance: seen.covariance,
    detectionProbability: isStill
      ? towards(before.detectionProbability ?? seen.detectionProbability, seen.detectionProbability, before.stillFrames)
      : seen.detectionProbability,
    ...(seen.tile && { tile: seen.tile }),
    isSeen: true,
    lastSeenAtMs: atMs,
    stillFrames: isStill ? Math.min(before.stillFrames + 1, MEAN_FRAMES) : 1,
    sizeVotes,
    facingVotes: isOutvoted ? otherwiseLooks : isHeadingSet ? Math.max(votes, 0) : votes,
    ...(vote > 0 || isOutvoted ? { facedFrom: eye } : facedFrom && { facedFrom }),
    ...(otherwiseLooks > 0 && !isOutvoted && { otherwiseLooks }),
  };
  return { now, ...(isStill && { apart }), sizeDoubtMm };
}

function isWorthKeeping(now: Track, edits: readonly ShipEdit[], isSamePicture: boolean): boolean {
  const frames = now.sizeVotes.small + now.sizeVotes.medium + now.sizeVotes.large;
  const wasClear = isSamePicture && (now.detectionProbability ?? 1) >= STATED_SHIP;
  return (
    now.isSeen || now.lastSeenAtMs === undefined || frames >= CONFIRMED_FRAMES || wasClear || edits.some(({ shipId }) => shipId === now.id)
  );
}

function isFacingSet({ id, pose }: Track, edits: readonly ShipEdit[]): boolean {
  return edits.some((edit) => edit.shipId === id && edit.kind === 'turn' && !isOver(edit, pose));
}

function nextNumber(known: readonly Track[]): number {
  return 1 + Math.max(0, ...known.map(({ id }) => Number(/^ship-(\d+)$/.exec(id)?.[1] ?? 0)));
}

function flippedReachMm({ covariance }: SeenBase): number {
  return Math.min(FLIPPED_MM + 4 * Math.sqrt((covariance.xx + covariance.yy) / 2), SAME_PLACE_MM);
}

function mostVoted(votes: Track['sizeVotes'], now: ShipBase): ShipBase {
  return BASE_SIZES.reduce<ShipBase>((best, size) => (votes[size] > votes[best] ? size : best), now);
}

function meanPose(mean: Pose, next: Pose, frames: number): Pose {
  return {
    x: towards(mean.x, next.x, frames),
    y: towards(mean.y, next.y, frames),
    headingRad: wrapRad(mean.headingRad + wrapRad(next.headingRad - mean.headingRad) / (frames + 1)),
  };
}

const towards = (mean: number, next: number, frames: number) => mean + (next - mean) / (frames + 1);
const differenceOf = (a: Pose, b: Pose): Pose => ({ x: a.x - b.x, y: a.y - b.y, headingRad: wrapRad(a.headingRad - b.headingRad) });
