import { type Camera, tableFromPixel } from '../geometry/camera.js';
import { type Pose, wrapRad } from '../geometry/pose.js';
import { KEYPOINT_NAMES, TILE_TOP_MM } from './base-keypoints.js';
import type { Candidate } from './candidate.js';
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

/** A wide look sharper by so much (mean log spread) is right about the front; else a front elsewhere leaves it to the close looks. */
const CLEARLY_SHARPER = 0.6;
/** Close looks at the right place tell the front by less: seen the wrong way round, no base of unseen looks was ever the sharper. */
const SHARPER_CLOSELY = 0.08;
const OTHER_FRONT_RAD = Math.PI / 4;
const FRONT_HASHMARK = KEYPOINT_NAMES.indexOf('hashmark front');
const REAR_HASHMARK = KEYPOINT_NAMES.indexOf('hashmark rear');

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
  const looks: Look[][] = detections.map(() => []);
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
      const look = { start: pose, reading };
      looks[i]!.push(look);
      if (reading.spread < (surest[i]?.reading.spread ?? Number.POSITIVE_INFINITY)) surest[i] = look;
    });
  }
  return detections.flatMap((detection, i) => {
    const look = surest[i];
    if (!look) return [];
    const frontTold = isSharp(look) && !looks[i]!.some((other) => contradicts(camera, look.reading, other.reading));
    return [{ marks: marksOf(look.reading, look.start), reading: look.reading, detection, frontTold }];
  });
}

/** A reading that is nearly as sharp (mean log spread) and has the front elsewhere. */
function contradicts(camera: Camera, best: KeypointReading, other: KeypointReading): boolean {
  if (other.spread > best.spread + CLEARLY_SHARPER) return false;
  const [a, b] = [facingOf(camera, best), facingOf(camera, other)];
  return a !== undefined && b !== undefined && Math.abs(wrapRad(a - b)) > OTHER_FRONT_RAD;
}

/** Where a reading has the front, from the front and rear hashmarks, rad. */
function facingOf(camera: Camera, { marks }: KeypointReading): number | undefined {
  const [front, rear] = [FRONT_HASHMARK, REAR_HASHMARK].map((k) => marks[k] && tableFromPixel(camera, marks[k], TILE_TOP_MM));
  return front && rear && Math.atan2(front.x - rear.x, front.y - rear.y);
}

function isSharp(look: Look | undefined): boolean {
  return look !== undefined && look.reading.spread < SHARP_SPREAD;
}

/**
 * The candidates that close looks at their solved poses confirm, with what those read. Where the front is not told, a base is looked at turned
 * by quarters as well.
 */
export async function lookClosely(
  cv: Cv,
  net: Net,
  rgba: Mat,
  camera: Camera,
  candidates: readonly Candidate[],
  poses: readonly Pose[],
): Promise<Candidate[]> {
  const starts = candidates.map(({ frontTold }, i) => (frontTold ? [poses[i]!] : QUARTERS_RAD.map((turn) => turned(poses[i]!, turn))));
  const crops = candidates.flatMap(({ reading }, i) => starts[i]!.map((pose) => ({ pose, base: reading.base })));
  const readings = await measureKeypoints(cv, net, rgba, camera, crops, true);
  const looked: Candidate[] = [];
  let from = 0;
  for (const [i, one] of candidates.entries()) {
    const to = from + starts[i]!.length;
    looked.push(...readClosely(one, starts[i]!, readings.slice(from, to)));
    from = to;
  }
  return looked;
}

const QUARTERS_RAD = [0, 1, 2, 3].map((quarter) => (quarter * Math.PI) / 2);

function turned(pose: Pose, turnRad: number): Pose {
  return { ...pose, headingRad: wrapRad(pose.headingRad + turnRad) };
}

/** A base after close looks from some poses: the sharpest counts, and tells the front; nothing when none confirms it. */
export function readClosely(one: Candidate, poses: readonly Pose[], readings: readonly (KeypointReading | undefined)[]): Candidate[] {
  const looks = poses.flatMap((start, i): Look[] => {
    const reading = readings[i];
    return isUsable(reading) ? [{ start, reading }] : [];
  });
  const [best, next] = looks.sort((p, q) => p.reading.spread - q.reading.spread);
  if (!best) return [];
  const frontTold = !next || next.reading.spread - best.reading.spread > SHARPER_CLOSELY;
  return [{ ...one, marks: marksOf(best.reading, best.start), reading: best.reading, frontTold }];
}

function isUsable(reading: KeypointReading | undefined): reading is KeypointReading {
  return reading !== undefined && reading.score >= SURE_SCORE && reading.marks.filter(Boolean).length >= MIN_MARKS;
}

function marksOf(reading: KeypointReading, start: Pose): BaseMarks {
  const marks = reading.marks.map(
    (mark) => mark && { ...mark, sigmaPx: HONESTY.markFactor * Math.hypot(mark.sigmaPx, HONESTY.markFloorPx) },
  );
  return { base: reading.base, start, marks };
}
