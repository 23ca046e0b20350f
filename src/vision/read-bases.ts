import { type Camera, tableFromPixel } from '../geometry/camera.js';
import { type Pose, wrapRad } from '../geometry/pose.js';
import { KEYPOINT_NAMES, TILE_TOP_MM } from './base-keypoints.js';
import type { Candidate, ConfirmedCandidate } from './candidate.js';
import type { Detection } from './detect.js';
import { HONESTY } from './honesty.js';
import { type KeypointReading, measureKeypoints } from './measure-keypoints.js';
import type { Net } from './net.js';
import type { BaseMarks } from './observations.js';
import type { Cv, Mat } from './opencv.js';

/** A base the net is less sure of than this is not there. */
const SURE_SCORE = 0.5;
const MIN_MARKS = 8;
/** A crop whose keypoints are as sharp as this (mean log spread, mm) shows its base well enough: no other facing is tried. */
const SHARP_SPREAD = -0.22;
/**
 * The detected facing and its opposite, which prints tell apart least; then the quarter turns; then the eighths, since a detector torn between
 * two fronts points to the diagonal between them.
 */
const TURNS_RAD = [
  [0, 4],
  [2, 6],
  [1, 3, 5, 7],
].map((eighths) => eighths.map((eighth) => (eighth * Math.PI) / 4));

/** What the detector hardly believes in is looked at as it says, and its opposite; so many turns are worth the time only for the rest. */
const WORTH_TURNING = 0.35;

/**
 * Of looks that have the front at different ends the right one is sharper (mean log spread): by so much where it is sharp itself, by more where it
 * is blurred. Of 918 bases of unseen looks four whose sharpest look was from the wrong end led by 0.07 at most; two more led by 0.35 and 0.67
 * (`sightingOf` leaves the likes of them open).
 */
const SHARPER_FROM_FRONT = { sharp: 0.1, blurred: 0.35 };
const BLURRED_CLOSELY = -0.2;
const OTHER_FRONT_RAD = Math.PI / 4;
const FRONT_HASHMARK = KEYPOINT_NAMES.indexOf('hashmark front');
const REAR_HASHMARK = KEYPOINT_NAMES.indexOf('hashmark rear');
/** The pose a base was solved with and its opposite; where neither is sharp or both are, its quarter turns as well. */
const CLOSE_TURNS_RAD = [
  [0, Math.PI],
  [Math.PI / 2, -Math.PI / 2],
];

interface Look {
  readonly start: Pose;
  readonly reading: KeypointReading;
}

/**
 * The detections that the keypoint net confirms, with what it reads. Where the detected facing and its opposite show no sharp base, other turns
 * are looked at too, if `thoroughly`: the keypoint net, which sees more of the print, decides where the front is.
 */
export async function readBases(
  cv: Cv,
  net: Net,
  rgba: Mat,
  camera: Camera,
  detections: readonly Detection[],
  thoroughly: boolean,
): Promise<Candidate[]> {
  const surest: (Look | undefined)[] = detections.map(() => undefined);
  for (const [round, turns] of (thoroughly ? TURNS_RAD : TURNS_RAD.slice(0, 1)).entries()) {
    const starts = detections.flatMap((detection, i) =>
      isSharp(surest[i]) || (round > 0 && detection.score < WORTH_TURNING)
        ? []
        : turns.map((turnRad) => ({ i, pose: { ...detection.at, headingRad: wrapRad(detection.headingRad + turnRad) } })),
    );
    const readings = await measureKeypoints(cv, net, rgba, camera, starts, false);
    starts.forEach(({ i, pose }, k) => {
      const reading = readings[k];
      if (!isUsable(reading)) return;
      if (reading.spread < (surest[i]?.reading.spread ?? Number.POSITIVE_INFINITY)) surest[i] = { start: pose, reading };
    });
  }
  return detections.flatMap((detection, i) => {
    const look = surest[i];
    return look ? [{ ...readAs(look), detection }] : [];
  });
}

function isSharp(look: Look | undefined): boolean {
  return look !== undefined && look.reading.spread < SHARP_SPREAD;
}

/**
 * The candidates that close looks at their solved poses confirm, with what the sharpest look read. Every one is looked at from the other way round
 * as well: what the wide looks took for the front is not taken for granted.
 */
export async function lookClosely(
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
      isSharp(looks[i]![0]) && isFrontTold(looks[i]![0]!, frontLead(camera, looks[i]!))
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
    return [{ ...readAs(sharpest), detection, frontTold: isFrontTold(sharpest, lead), frontLead: lead }];
  });
}

/** True when all close looks have the front where the sharpest has it, or are less sharp by a clear lead. */
function isFrontTold({ reading: { spread } }: Look, lead: number): boolean {
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
    (mark) => mark && { ...mark, sigmaPx: HONESTY.markFactor * Math.hypot(mark.sigmaPx, HONESTY.markFloorPx) },
  );
  return { base: reading.base, start, marks };
}
