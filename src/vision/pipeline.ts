import { pixelFromTable } from '../geometry/camera.js';
import { type Pose, wrapRad } from '../geometry/pose.js';
import type { Look, LookHints, Problem } from '../table/sighting.js';
import { boardOn } from './board-on.js';
import { MAT_MM } from './camera-from-corners.js';
import { type Detection, type Detections, detect, inPicture } from './detect.js';
import { type BoardCorner, findBoard } from './find-board.js';
import { findMat } from './find-mat.js';
import { findObstacles } from './find-obstacles.js';
import { checkFrame, type Frame } from './frame.js';
import { HONESTY } from './honesty.js';
import { borderProblem, sideCoverage } from './mat-border.js';
import { type KeypointReading, measureKeypoints } from './measure-keypoints.js';
import type { Nets } from './net.js';
import { type BaseMarks, type LensPrior, type Mark, unknownLens } from './observations.js';
import { type Cv, type Mat, openCvError } from './opencv.js';
import { rectify } from './rectify.js';
import { type Registration, registerByBoard, registerByBorder, registerByTaps } from './register.js';
import { type Candidate, MAX_SPREAD, sightingOf } from './sighting-of.js';
import { solveTable, type TableSolution } from './solve.js';
import { thinOut } from './thin-out.js';

/** What the pipeline needs from the outside: it has neither clock nor platform of its own. */
export interface Engines {
  readonly cv: Cv;
  readonly nets: Nets;
  readonly now: () => number;
}

/** Every stage's result, for those who ask by name (tests, stage pictures). */
export interface Stages {
  readonly registration: TableSolution;
  readonly detections: Detections;
  readonly solution: TableSolution;
}

export type SeenTable = { readonly look: Look; readonly stages?: Stages };

/** A base the net is less sure of than this is not there. */
const SURE_SCORE = 0.5;
const MIN_MARKS = 8;
/** What only the detector sees, while the keypoint net finds no sharp points on it, is no base unless the detector is this sure. */
const SEEN_SCORE = 0.6;
/** Neighbouring border points share their error (the same stitch, the same shadow), so each counts for less than it scatters. */
const BORDER_SIGMA_PX = 2.4;
const MAX_BORDER_MARKS = 400;
const MIN_FRAME_PX = 320;

/** One frame in, one look out: register, rectify, detect, refine, solve together. Throws only when an engine breaks. */
export async function seeTable(engines: Engines, frame: Frame, hints: LookHints): Promise<SeenTable> {
  checkFrame(frame);
  const { cv, now } = engines;
  if (Math.max(frame.widthPx, frame.heightPx) < MIN_FRAME_PX) {
    return { look: { ok: false, problem: tooSmall(frame) } };
  }
  const rgba = cv.matFromArray(frame.heightPx, frame.widthPx, cv.CV_8UC4, frame.rgba as unknown as number[]);
  try {
    const stageMs: Record<string, number> = {};
    const timed = async <T>(stage: string, work: () => T | Promise<T>): Promise<T> => {
      const from = now();
      const result = await work();
      stageMs[stage] = (stageMs[stage] ?? 0) + now() - from;
      return result;
    };
    return await seeIn(engines, frame, rgba, hints, timed, stageMs);
  } catch (thrown) {
    throw openCvError(cv, thrown);
  } finally {
    rgba.delete();
  }
}

type Timed = <T>(stage: string, work: () => T | Promise<T>) => Promise<T>;

async function seeIn(
  { cv, nets }: Engines,
  frame: Frame,
  rgba: Mat,
  hints: LookHints,
  timed: Timed,
  stageMs: Record<string, number>,
): Promise<SeenTable> {
  const lens = lensOf(hints, frame);
  const corners = hints.board ? findBoard(cv, rgba, hints.board) : [];
  const registered = await timed('register', () => register(cv, nets, frame, rgba, hints, lens, corners));
  if (!registered.ok) return { look: registered };
  const coarse = registered.solution;
  const rectified = await timed('rectify', () => rectify(cv, rgba, coarse.camera));
  const detections = await timed('detect', () => detect(nets.baseDetector, rectified));
  const around = { border: borderMarks(detections, coarse), ...boardOn(coarse, corners, registered.byBoard === true) };
  const facings = detections.bases.flatMap(facingsOf);
  const first = await timed('refine', () => measureKeypoints(cv, nets.baseKeypoints, rgba, coarse.camera, facings));
  const candidates = detections.bases.flatMap((detection, i) => {
    const from = FACINGS * i;
    return candidate(detection, facings.slice(from, from + FACINGS), first.slice(from, from + FACINGS));
  });
  const settled = solveTable(coarse, { ...around, bases: candidates.map((one) => one.marks) }, lens);
  // A second look with the better camera and poses: the crops now sit square on the bases.
  const second = await timed('refine', () => measureKeypoints(cv, nets.baseKeypoints, rgba, settled.camera, settled.poses));
  const looked = candidates.flatMap((one, i) => remeasured(one, settled.poses[i]!, second[i]));
  const seen = looked.filter((one) => one.reading.spread <= MAX_SPREAD || one.detection.score >= SEEN_SCORE);
  const solution = await timed('solve', () => solveTable(settled, { ...around, bases: seen.map((one) => one.marks) }, lens));
  const byPerson = registered.byBoard === true || hints.corners !== undefined;
  const problem = byPerson ? undefined : borderProblem(sideCoverage(solution, coarse.camera, detections.border));
  if (problem) return { look: { ok: false, problem } };
  const obstacles = findObstacles(cv, detections.obstacles, coarse.camera, solution.camera);
  return {
    look: { ok: true, sighting: sightingOf(frame.capturedAtMs, solution, seen, obstacles, stageMs) },
    stages: { registration: coarse, detections, solution },
  };
}

async function register(
  cv: Cv,
  nets: Nets,
  frame: Frame,
  rgba: Mat,
  hints: LookHints,
  lens: LensPrior,
  corners: readonly BoardCorner[],
): Promise<Registration & { readonly byBoard?: true }> {
  const taps = hints.corners?.filter((corner) => corner !== undefined) ?? [];
  if (taps.length === 4) return registerByTaps(taps, frame.widthPx, frame.heightPx, lens);
  const evidence = await findMat(cv, nets.matFinder, frame, rgba);
  const byBorder = registerByBorder(evidence, frame.widthPx, frame.heightPx, lens);
  if (byBorder.ok || corners.length === 0) return byBorder;
  return { ...registerByBoard(corners, frame.widthPx, frame.heightPx, lens), byBoard: true };
}

function lensOf(hints: LookHints, frame: Frame): LensPrior {
  const known = hints.lens;
  const unknown = unknownLens(frame.widthPx, frame.heightPx);
  if (!known) return unknown;
  const scale = frame.widthPx / known.widthPx;
  return {
    focalPx: known.fx * scale,
    logFocalSigma: 0.004,
    k1: known.distortion[0],
    k1Sigma: 0.004,
    k2: known.distortion[1],
    k2Sigma: 0.006,
    cx: (known.cx + 0.5) * scale - 0.5,
    cy: (known.cy + 0.5) * scale - 0.5,
    centreSigmaPx: 3 * scale,
  };
}

/** Quarter turns in which a detection is looked at: the keypoint net, which sees more of the print, decides where its front is. */
const FACINGS = 4;

function facingsOf(detection: Detection): Pose[] {
  return Array.from({ length: FACINGS }, (_, turn) => ({
    x: detection.at.x,
    y: detection.at.y,
    headingRad: wrapRad(detection.headingRad + (turn * 2 * Math.PI) / FACINGS),
  }));
}

/** The detector's border points, taken back into the original frame. */
function borderMarks(detections: Detections, coarse: TableSolution): Mark[] {
  const share = Math.max(1, detections.border.length / MAX_BORDER_MARKS);
  return thinOut(detections.border, MAX_BORDER_MARKS).flatMap((point) => {
    const pixel = pixelFromTable(coarse.camera, { ...point, z: 0 });
    return inPicture(coarse.camera, pixel, 6) ? [{ ...pixel!, sigmaPx: BORDER_SIGMA_PX / Math.sqrt(share) }] : [];
  });
}

/** The facing in which the net is surest of its keypoints; nothing when it sees no base in any. */
function candidate(detection: Detection, facings: readonly Pose[], readings: readonly (KeypointReading | undefined)[]): Candidate[] {
  const usable = readings.flatMap((reading, i) => (isUsable(reading) ? [{ reading, start: facings[i]! }] : []));
  const best = usable.sort((a, b) => a.reading.spread - b.reading.spread)[0];
  return best ? [{ marks: marksOf(best.reading, best.start), reading: best.reading, detection }] : [];
}

function isUsable(reading: KeypointReading | undefined): reading is KeypointReading {
  return reading !== undefined && reading.score >= SURE_SCORE && reading.marks.filter(Boolean).length >= MIN_MARKS;
}

function remeasured(one: Candidate, pose: BaseMarks['start'], reading: KeypointReading | undefined): Candidate[] {
  return isUsable(reading) ? [{ ...one, marks: marksOf(reading, pose), reading }] : [];
}

function marksOf(reading: KeypointReading, start: BaseMarks['start']): BaseMarks {
  const marks = reading.marks.map(
    (mark) => mark && { ...mark, sigmaPx: HONESTY.markFactor * Math.hypot(mark.sigmaPx, HONESTY.markFloorPx) },
  );
  return { base: reading.base, start, marks };
}

function tooSmall(frame: Frame): Problem {
  return {
    code: 'picture-too-small',
    message: `The picture is ${frame.widthPx}×${frame.heightPx} px; at least ${MIN_FRAME_PX} px on its long side are needed to see a base on a ${Math.round(MAT_MM)} mm mat.`,
    hint: 'Use the camera’s full resolution, 1920×1080 or more.',
  };
}
