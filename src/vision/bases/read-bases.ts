import { type Camera, tableFromPixel } from '../../geometry/camera.js';
import { fitPose } from '../../geometry/fit-pose.js';
import { type Pose, wrapRad } from '../../geometry/pose.js';
import { TILE_TOP_MM } from '../../pieces/dimensions.js';
import type { Net } from '../runtime/net.js';
import type { Cv, Mat } from '../runtime/opencv.js';
import { BASE_KEYPOINTS, KEYPOINT_NAMES } from '../solve/base-keypoints.js';
import type { BaseMarks } from '../solve/observations.js';
import { SIGMA_INFLATION } from '../solve/sigma-inflation.js';
import type { Candidate, ConfirmedCandidate } from './candidate.js';
import type { Detection } from './detect.js';
import { type CropAt, type KeypointReading, measureKeypoints } from './measure-keypoints.js';

/** A base the net is less sure of than this is not there. */
const SURE_SCORE = 0.5;
const MIN_MARKS = 8;
/** A crop whose keypoints are as sharp as this (mean log spread, mm) shows its base well enough: no other facing is tried. */
const SHARP_SPREAD = -0.22;
/**
 * From where what does not look sharp is looked at in turn, eighths of a turn from the detected facing: as detected and from the opposite, which
 * prints tell apart least; then between, for the detector, torn between two fronts, points to the diagonal between them, and of what is half hidden
 * it knows no facing at all; then, where it believes in a base enough to be worth the time, from the rest.
 */
const ROUNDS = [
  { turnsRad: eighths(0, 4), leastScore: 0 },
  { turnsRad: eighths(1, 2, 3), leastScore: 0 },
  { turnsRad: eighths(5, 6, 7), leastScore: 0.35 },
];

/**
 * No more of what does not look sharp is looked at from other turns, the detector's likeliest first: on none of 102 tables a base came after more
 * than twelve things that are none.
 */
const MOST_TURNED = 16;

function eighths(...counts: readonly number[]): number[] {
  return counts.map((count) => (count * Math.PI) / 4);
}

/**
 * Of looks that have the front at different ends the right one is sharper (mean log spread): by so much where it is sharp itself, by more where it
 * is blurred. Of 918 bases of unseen looks four whose sharpest look was from the wrong end led by 0.07 at most; two more led by 0.35 and 0.67
 * (`tableMeasurement` leaves the likes of them open). Of 253 path-traced ones two more led by 0.11.
 */
const SHARPER_FROM_FRONT = { sharp: 0.15, blurred: 0.35 };
const BLURRED_CLOSELY = -0.2;
const OTHER_FRONT_RAD = Math.PI / 4;
const FRONT_HASHMARK = KEYPOINT_NAMES.indexOf('hashmark front');
const REAR_HASHMARK = KEYPOINT_NAMES.indexOf('hashmark rear');
/** The pose a base was solved with and its opposite; where neither is sharp or both are, its quarter turns as well. */
const CLOSE_TURNS_RAD = [
  [0, Math.PI],
  [Math.PI / 2, -Math.PI / 2],
];

/** A look that is followed gets sharper (mean log spread) by so much at each step, of which there are no more than so many. */
const SHARPER_STEP = 0.03;
const MOST_STEPS = 3;

interface Look {
  readonly start: Pose;
  readonly reading: KeypointReading;
}

/**
 * The detections that the keypoint net confirms, with what it reads. If `thoroughly`, a base that does not look sharp is looked at again where
 * its own keypoints say that it lies, and from other turns: the keypoint net, which sees more of the print, decides where the front is.
 */
export async function readBases(
  cv: Cv,
  net: Net,
  rgba: Mat,
  camera: Camera,
  detections: readonly Detection[],
  thoroughly: boolean,
): Promise<Candidate[]> {
  const read: Read = (starts) => measureKeypoints(cv, net, rgba, camera, starts, false);
  const sharpest: (Look | undefined)[] = detections.map(() => undefined);
  for (const [round, { turnsRad, leastScore }] of ROUNDS.slice(0, thoroughly ? ROUNDS.length : 1).entries()) {
    const blurred = detections.flatMap(({ score }, i) => (isSharp(sharpest[i]) || score < leastScore ? [] : [i]));
    const starts = blurred.slice(0, round === 0 ? blurred.length : MOST_TURNED).flatMap((i) => {
      const { at, headingRad } = detections[i]!;
      return turnsRad.map((turnRad) => ({ i, pose: { ...at, headingRad: wrapRad(headingRad + turnRad) } }));
    });
    const readings = await read(starts);
    const looks: Look[][] = detections.map(() => []);
    starts.forEach(({ i, pose }, k) => {
      if (readings[k]) looks[i]!.push({ start: pose, reading: readings[k] });
    });
    const firsts = looks.map((some) => some.reduce<Look | undefined>(sharper, undefined));
    const found = thoroughly ? await followed(read, camera, firsts) : firsts;
    found.forEach((look, i) => {
      for (const one of [...looks[i]!, look]) if (one && isUsable(one.reading)) sharpest[i] = sharper(sharpest[i], one);
    });
  }
  return detections.flatMap((detection, i) => {
    const look = sharpest[i];
    return look ? [{ ...readAs(look), detection }] : [];
  });
}

type Read = (starts: readonly CropAt[]) => Promise<(KeypointReading | undefined)[]>;

/**
 * The looks one arrives at by looking again where the keypoints say that the base lies, as long as it gets sharper: crops some 15 mm beside a
 * base that is half hidden, and turned against it by 20°, lead to it though the net takes them for no base at all.
 */
async function followed(read: Read, camera: Camera, firsts: readonly (Look | undefined)[]): Promise<(Look | undefined)[]> {
  const at = [...firsts];
  let going = at.flatMap((look, i) => (look && !isSharp(look) ? [i] : []));
  for (let step = 0; step < MOST_STEPS && going.length > 0; step++) {
    const next = going.flatMap((i) => {
      const pose = poseOf(camera, at[i]!.reading);
      return pose ? [{ i, pose }] : [];
    });
    const readings = await read(next);
    going = next.flatMap(({ i, pose }, k) => {
      const reading = readings[k];
      if (!reading || reading.spread > at[i]!.reading.spread - SHARPER_STEP) return [];
      at[i] = { start: pose, reading };
      return isSharp(at[i]) ? [] : [i];
    });
  }
  return at;
}

/** Where a base lies by its keypoints alone; undefined where too few are in the picture. */
function poseOf(camera: Camera, { base, marks }: KeypointReading): Pose | undefined {
  const seen = BASE_KEYPOINTS[base].flatMap((local, k) => {
    const mark = marks[k];
    const at = mark && tableFromPixel(camera, mark, local.z);
    return at ? [{ local, at, weight: 1 / mark.sigmaPx ** 2 }] : [];
  });
  if (seen.length < MIN_MARKS) return undefined;
  return fitPose(
    seen.map(({ local }) => local),
    seen.map(({ at }) => at),
    seen.map(({ weight }) => weight),
  );
}

function sharper(one: Look | undefined, other: Look): Look {
  return one && one.reading.spread <= other.reading.spread ? one : other;
}

function isSharp(look: Look | undefined): boolean {
  return look !== undefined && look.reading.spread < SHARP_SPREAD;
}

/**
 * The candidates that close looks at their solved poses confirm, with what the sharpest look read. Every one is looked at from the other way round
 * as well: what the wide looks took for the front is not taken for granted.
 */
export async function readClosely(
  cv: Cv,
  net: Net,
  rgba: Mat,
  camera: Camera,
  candidates: readonly Candidate[],
  poses: readonly Pose[],
): Promise<ConfirmedCandidate[]> {
  const looks: Look[][] = candidates.map(() => []);
  for (const turns of CLOSE_TURNS_RAD) {
    const starts = candidates.flatMap(({ reading: { base } }, i) =>
      isSharp(looks[i]![0]) && isFrontAlike(looks[i]![0]!, frontLead(camera, looks[i]!))
        ? []
        : turns.map((turnRad) => ({ i, base, pose: { ...poses[i]!, headingRad: wrapRad(poses[i]!.headingRad + turnRad) } })),
    );
    const readings = await measureKeypoints(cv, net, rgba, camera, starts, true);
    starts.forEach(({ i, pose }, k) => {
      const reading = readings[k];
      if (isUsable(reading)) looks[i]!.push({ start: pose, reading });
    });
    for (const some of looks) some.sort((p, q) => p.reading.spread - q.reading.spread);
  }
  return candidates.flatMap(({ detection }, i) => {
    const [sharpest] = looks[i]!;
    if (!sharpest) return [];
    const lead = frontLead(camera, looks[i]!);
    return [{ ...readAs(sharpest), detection, isFrontKnown: isFrontAlike(sharpest, lead), frontLead: lead }];
  });
}

/** True when all close looks have the front where the sharpest has it, or are less sharp by a clear lead. */
function isFrontAlike({ reading: { spread } }: Look, lead: number): boolean {
  return lead > (spread < BLURRED_CLOSELY ? SHARPER_FROM_FRONT.sharp : SHARPER_FROM_FRONT.blurred);
}

/** How much less sharp than the first of some looks, sharpest first, the next one is that has the front elsewhere. */
function frontLead(camera: Camera, [best, ...others]: readonly Look[]): number {
  const rival = best && others.find((other) => hasOtherFront(camera, best, other));
  return rival ? rival.reading.spread - best.reading.spread : Number.POSITIVE_INFINITY;
}

function hasOtherFront(camera: Camera, one: Look, other: Look): boolean {
  return Math.abs(wrapRad(facingOf(camera, one) - facingOf(camera, other))) > OTHER_FRONT_RAD;
}

/** Where a look has the front, by the front and rear hashmarks, rad; ahead where it does not show both. */
function facingOf(camera: Camera, { start, reading: { marks } }: Look): number {
  const [front, rear] = [FRONT_HASHMARK, REAR_HASHMARK].map((k) => marks[k] && tableFromPixel(camera, marks[k], TILE_TOP_MM));
  return front && rear ? Math.atan2(front.x - rear.x, front.y - rear.y) : start.headingRad;
}

function isUsable(reading: KeypointReading | undefined): reading is KeypointReading {
  return reading !== undefined && reading.score >= SURE_SCORE && reading.marks.filter(Boolean).length >= MIN_MARKS;
}

function readAs({ reading, start }: Look): Pick<Candidate, 'marks' | 'reading'> {
  return { marks: marksOf(reading, start), reading };
}

function marksOf(reading: KeypointReading, start: Pose): BaseMarks {
  const marks = reading.marks.map(
    (mark) => mark && { ...mark, sigmaPx: SIGMA_INFLATION.markFactor * Math.hypot(mark.sigmaPx, SIGMA_INFLATION.markFloorPx) },
  );
  return { base: reading.base, start, marks };
}
