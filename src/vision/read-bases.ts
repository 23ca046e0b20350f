import type { Camera } from '../geometry/camera.js';
import { type Pose, wrapRad } from '../geometry/pose.js';
import type { Detection } from './detect.js';
import { HONESTY } from './honesty.js';
import { type KeypointReading, measureKeypoints } from './measure-keypoints.js';
import type { Net } from './net.js';
import type { BaseMarks } from './observations.js';
import type { Cv, Mat } from './opencv.js';
import type { Candidate } from './sighting-of.js';

/** A base the net is less sure of than this is not there. */
const SURE_SCORE = 0.5;
const MIN_MARKS = 8;
/** A crop whose keypoints are as sharp as this (mean log spread, crop px) shows its base well enough: no other facing is tried. */
const SHARP_SPREAD = 0;
const OTHER_TURNS = [1, 2, 3];

/**
 * The detections that the keypoint net confirms, with what it reads. Where the detected facing does not show a sharp base, the other quarter
 * turns are looked at too: the keypoint net, which sees more of the print, decides where the front is.
 */
export async function readBases(cv: Cv, net: Net, rgba: Mat, camera: Camera, detections: readonly Detection[]): Promise<Candidate[]> {
  const straight = detections.map((detection) => facing(detection, 0));
  const first = await measureKeypoints(cv, net, rgba, camera, straight, false);
  const unsure = first.flatMap((reading, i) => (isUsable(reading) && reading.spread < SHARP_SPREAD ? [] : [i]));
  const turned = unsure.flatMap((i) => OTHER_TURNS.map((turn) => facing(detections[i]!, turn)));
  const others = await measureKeypoints(cv, net, rgba, camera, turned, false);
  return detections.flatMap((detection, i) => {
    const at = OTHER_TURNS.length * unsure.indexOf(i);
    const turns = at < 0 ? [] : OTHER_TURNS.map((_, k) => ({ start: turned[at + k]!, reading: others[at + k] }));
    return surest(detection, [{ start: straight[i]!, reading: first[i] }, ...turns]);
  });
}

/** A confirmed base after a second look at a better pose; nothing when that look does not confirm it. */
export function readAgain(one: Candidate, pose: Pose, reading: KeypointReading | undefined): Candidate[] {
  return isUsable(reading) ? [{ ...one, marks: marksOf(reading, pose), reading }] : [];
}

function facing(detection: Detection, turn: number): Pose {
  return { x: detection.at.x, y: detection.at.y, headingRad: wrapRad(detection.headingRad + (turn * Math.PI) / 2) };
}

function surest(
  detection: Detection,
  looks: readonly { readonly start: Pose; readonly reading: KeypointReading | undefined }[],
): Candidate[] {
  const usable = looks.flatMap(({ start, reading }) => (isUsable(reading) ? [{ start, reading }] : []));
  const best = usable.sort((a, b) => a.reading.spread - b.reading.spread)[0];
  return best ? [{ marks: marksOf(best.reading, best.start), reading: best.reading, detection }] : [];
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
