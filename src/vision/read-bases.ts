import type { Camera } from '../geometry/camera.js';
import { type Pose, wrapRad } from '../geometry/pose.js';
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

interface Look {
  readonly start: Pose;
  readonly reading: KeypointReading;
}

/**
 * The detections that the keypoint net confirms, with what it reads. Where the detected facing and its opposite show no sharp base, other turns
 * are looked at too: the keypoint net, which sees more of the print, decides where the front is.
 */
export async function readBases(cv: Cv, net: Net, rgba: Mat, camera: Camera, detections: readonly Detection[]): Promise<Candidate[]> {
  const surest: (Look | undefined)[] = detections.map(() => undefined);
  for (const [round, turns] of TURNS_RAD.entries()) {
    const starts = detections.flatMap((detection, i) =>
      isSharp(surest[i]) || (round > 0 && detection.score < WORTH_TURNING)
        ? []
        : turns.map((turnRad) => ({ i, pose: { ...detection.at, headingRad: wrapRad(detection.headingRad + turnRad) } })),
    );
    const readings = await measureKeypoints(cv, net, rgba, camera, starts, false);
    starts.forEach(({ i, pose }, k) => {
      const reading = readings[k];
      if (isUsable(reading) && reading.spread < (surest[i]?.reading.spread ?? Number.POSITIVE_INFINITY))
        surest[i] = { start: pose, reading };
    });
  }
  return detections.flatMap((detection, i) => {
    const look = surest[i];
    return look ? [{ marks: marksOf(look.reading, look.start), reading: look.reading, detection }] : [];
  });
}

function isSharp(look: Look | undefined): boolean {
  return look !== undefined && look.reading.spread < SHARP_SPREAD;
}

/** A confirmed base after a second look at a better pose; nothing when that look does not confirm it. */
export function readAgain(one: Candidate, pose: Pose, reading: KeypointReading | undefined): Candidate[] {
  return isUsable(reading) ? [{ ...one, marks: marksOf(reading, pose), reading }] : [];
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
