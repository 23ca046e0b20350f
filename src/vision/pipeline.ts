import type { Look, LookHints, Problem } from '../table/sighting.js';
import { boardProblem } from './board-on.js';
import { type BorderDoubt, bothDoubts, FAINT } from './border-doubt.js';
import { MAT_MM } from './camera-from-corners.js';
import { contrastEdges } from './contrast-edges.js';
import { type Detections, detect } from './detect.js';
import { edgeMarks } from './edge-marks.js';
import type { Engines, Timed } from './engines.js';
import type { BoardCorner } from './find-board.js';
import { findObstacles } from './find-obstacles.js';
import { checkFrame, type Frame } from './frame.js';
import { withoutFrame } from './free-network.js';
import { lensPriorOf, otherLensProblem, otherShapeProblem, withLensHint, withoutLens } from './lens-hint.js';
import { type LocatedMat, type MatLocator, matLocator, type Remembered } from './locate-mat.js';
import {
  baseProblem,
  borderProblem,
  contradictedByBases,
  doubtProblem,
  isStrained,
  lensProblem,
  noMat,
  sizesProblem,
  tensionProblem,
} from './mat-border.js';
import { measureEdges, ON_THE_BORDER } from './measure-edges.js';
import { withSides } from './measure-sides.js';
import type { LensPrior } from './observations.js';
import { type Mat, openCvError } from './opencv.js';
import { lookClosely, readBases } from './read-bases.js';
import { rectify } from './rectify.js';
import { differenceOf, settleBorder } from './settle-border.js';
import { areMeasurable, SEEN_SCORE, sightingOf } from './sighting-of.js';
import { solveTable, type TableSolution } from './solve.js';
import { tensionOf, unexplainedOf } from './tension.js';

/** Every stage's result, for those who ask by name (tests, stage pictures). */
export interface Stages {
  readonly registration: TableSolution;
  readonly detections: Detections;
  readonly solution: TableSolution;
  readonly doubt: BorderDoubt;
  /** The mat's border was told by contrast alone. */
  readonly byContrast: boolean;
  /** The sizes of the bases speak against the border. */
  readonly strained: boolean;
}

export interface SeenTable {
  readonly look: Look;
  readonly stages?: Stages;
  /** What is seen of the printed board that was hinted at. */
  readonly boardView?: readonly BoardCorner[];
}

const MIN_FRAME_PX = 320;

/**
 * One frame in, one look out: register, rectify, detect, refine, solve together. `previous`: the solution of an earlier frame of this camera,
 * taken for the registration as long as the border is still where it says. `isPatient`: where the border misleads, the bases are searched for
 * under all usual views, which takes some seconds. Throws only when an engine breaks.
 */
export async function seeTable(
  engines: Engines,
  frame: Frame,
  hints: LookHints,
  previous?: Remembered,
  isPatient = true,
): Promise<SeenTable> {
  checkFrame(frame);
  const { cv, now } = engines;
  if (Math.max(frame.widthPx, frame.heightPx) < MIN_FRAME_PX) {
    return { look: { ok: false, problem: tooSmall(frame) } };
  }
  const otherShape = otherShapeProblem(hints.lens, frame);
  if (otherShape) return { look: { ok: false, problem: otherShape } };
  const rgba = cv.matFromArray(frame.heightPx, frame.widthPx, cv.CV_8UC4, frame.rgba as unknown as number[]);
  try {
    const stageMs: Record<string, number> = {};
    const timed = async <T>(stage: string, work: () => T | Promise<T>): Promise<T> => {
      const from = now();
      const result = await work();
      stageMs[stage] = (stageMs[stage] ?? 0) + now() - from;
      return result;
    };
    const see = (told: LookHints, from: Remembered | undefined) => seeIn(engines, frame, rgba, told, from, isPatient, timed, stageMs);
    if (!hints.lens || previous) return await see(hints, previous);
    // A lens that is told bends what is seen towards itself, so the table is first seen without it.
    const { lens, ...others } = hints;
    const alone = await see(others, undefined);
    const problem = alone.stages && otherLensProblem(alone.stages.solution, lensPriorOf(lens, frame.widthPx, frame.heightPx));
    if (problem) return { ...alone, look: { ok: false, problem } };
    const seen = await see(hints, alone.stages);
    return { ...seen, look: withLensHint(seen.look) };
  } catch (thrown) {
    throw openCvError(cv, thrown);
  } finally {
    rgba.delete();
  }
}

async function seeIn(
  engines: Engines,
  frame: Frame,
  rgba: Mat,
  hints: LookHints,
  previous: Remembered | undefined,
  isPatient: boolean,
  timed: Timed,
  stageMs: Record<string, number>,
): Promise<SeenTable> {
  const lens = lensPriorOf(hints.lens, frame.widthPx, frame.heightPx);
  const locator = matLocator(engines, frame, rgba, hints, lens, timed);
  const seen = await search({ engines, frame, rgba, hints, lens, locator, timed, stageMs }, previous, isPatient);
  return { ...seen, boardView: locator.boardView };
}

async function search(scene: Scene, previous: Remembered | undefined, isPatient: boolean): Promise<SeenTable> {
  const { locator } = scene;
  const see = (located: LocatedMat) => seeOn(located, scene);
  const found = await locator.locate(previous);
  const seen: SeenTable = found.ok ? await see(found) : { look: found };
  if (!isPatient || (found.ok && found.byPerson) || !isMisplaced(seen)) return seen;
  // The mat finder was misled: the bases tell how the table lies, and the mat is looked for on it.
  let isContradicted = false;
  for await (const place of locator.byBases()) {
    const other = await see(place);
    if (isBetter(other, seen)) return other;
    isContradicted = true;
  }
  return seen.look.ok && isContradicted && !seen.stages?.strained ? { look: { ok: false, problem: contradictedByBases() } } : seen;
}

interface Scene {
  readonly engines: Engines;
  readonly frame: Frame;
  readonly rgba: Mat;
  readonly hints: LookHints;
  readonly lens: LensPrior;
  readonly locator: MatLocator;
  readonly timed: Timed;
  readonly stageMs: Readonly<Record<string, number>>;
}

/** A border with rivals, and fewer bases than this to tell them apart, is probably another thing's. */
const FEW_WITNESSES = 3;
const RIVALLED = 0.003;

function isMisplaced({ look, stages }: SeenTable): boolean {
  if (look.ok)
    return stages !== undefined && (stages.strained || (measuredIn({ look }) < FEW_WITNESSES && stages.doubt.scaleSigma > RIVALLED));
  return look.problem.code === 'mat-border-unsure' || look.problem.code === 'mat-not-found';
}

/** Whether a mat found elsewhere explains more: more bases, or about as many without strain. */
function isBetter(other: SeenTable, seen: SeenTable): boolean {
  if (!other.look.ok) return false;
  if (!seen.stages?.strained) return measuredIn(other) > measuredIn(seen);
  return !other.stages?.strained && !other.look.sighting.caution && measuredIn(other) >= measuredIn(seen) - 1;
}

function measuredIn({ look }: SeenTable): number {
  return look.ok ? look.sighting.bases.length : 0;
}

/** Looks at the bases and obstacles on a mat that was located. */
async function seeOn(found: LocatedMat, { engines, frame, rgba, hints, lens, locator, timed, stageMs }: Scene): Promise<SeenTable> {
  const { cv, nets } = engines;
  let located = found;
  let view = await lookFromAbove(engines, rgba, located.coarse, timed);
  let { doubt } = located;
  if (located.choices.length > 0) {
    const { choices, coarse } = located;
    const better = await timed('border', () => settleBorder(engines, rgba, choices, coarse.camera, view.candidates, lens));
    doubt = better.doubt;
    const unsure = doubtProblem(doubt);
    if (unsure) return { look: { ok: false, problem: unsure } };
    if (isElsewhere(coarse, better.solution)) {
      located = await locator.again(located, better.solution);
      view = await lookFromAbove(engines, rgba, located.coarse, timed);
    }
  }
  const { coarse, edges, board, byPerson, byBasesAlone } = located;
  const isBorderSeen = !located.byBoard && !byBasesAlone;
  const { detections, candidates } = view;
  const settled = await timed('solve', () =>
    solveTable(coarse, { border: edgeMarks(edges), bases: candidates.map((one) => one.marks), ...board }, lens),
  );
  // A second look with the better camera and poses: the crops now sit closely and square on the bases, the strips on the border.
  const looked = await timed('refine', () => lookClosely(cv, nets.baseKeypoints, rgba, settled.camera, candidates, settled.poses));
  let sharper = isBorderSeen ? await timed('border', () => measureEdges(cv, nets.matEdge, rgba, settled, ON_THE_BORDER)) : [];
  let problem = byPerson || byBasesAlone ? undefined : borderProblem(sharper);
  const byContrast = problem !== undefined && located.byContrast;
  if (byContrast) {
    sharper = contrastEdges(cv, rgba, settled);
    problem = borderProblem(sharper);
    doubt = FAINT;
  }
  if (problem) return { look: { ok: false, problem } };
  const measurable = areMeasurable(looked);
  const seen = looked.filter((one, i) => measurable[i] || one.detection.score >= SEEN_SCORE);
  const border = edgeMarks(sharper);
  const near = await timed('solve', () => solveTable(settled, { border, bases: seen.map((one) => one.marks), ...board }, lens));
  const marks = seen.map((one) => one.marks);
  // Sides lean towards where their crops were cut for: read once more with the better camera, they tell the lens of a steep view.
  let bases = await timed('sides', () => withSides(engines, rgba, near, marks));
  const nearer = await timed('solve', () => solveTable(near, { border, bases, ...board }, lens));
  bases = await timed('sides', () => withSides(engines, rgba, nearer, marks));
  const solved = await timed('solve', () => solveTable(nearer, { border, bases, ...board }, lens));
  const solution = byBasesAlone ? { ...solved, jointCovariance: withoutFrame(solved.jointCovariance, solved.poses) } : solved;
  const tension = byPerson || byBasesAlone ? undefined : await timed('solve', () => tensionOf(solution, border, bases, lens));
  const otherLens = hints.lens && otherLensProblem(withoutLens(solution, { border, bases, ...board }), lens);
  const contradiction =
    otherLens ??
    lensProblem(solution, lens) ??
    baseProblem(solution) ??
    boardProblem(solution, board) ??
    (tension && tensionProblem(tension)) ??
    (byBasesAlone ? sizesProblem(unexplainedOf(solution, bases, lens)) : undefined);
  if (contradiction) return { look: { ok: false, problem: contradiction } };
  const strained = tension !== undefined && isStrained(tension);
  const sighting = sightingOf(frame.capturedAtMs, solution, strained ? bothDoubts(doubt, tension.doubt) : doubt, seen, stageMs);
  const scene = { coarse: coarse.camera, camera: solution.camera, bases: sighting.bases };
  const { obstacles, suspects } = await timed('obstacles', () => findObstacles(cv, rgba, detections.obstacles, scene));
  return {
    look: {
      ok: true,
      sighting: {
        ...sighting,
        obstacles,
        unmeasurable: [...sighting.unmeasurable, ...suspects],
        ...(byBasesAlone && { caution: noMat() }),
      },
    },
    stages: { registration: coarse, detections, solution, doubt, byContrast, strained },
  };
}

/** The table from straight above, and what the bases found there look like in the frame. */
async function lookFromAbove({ cv, nets }: Engines, rgba: Mat, coarse: TableSolution, timed: Timed) {
  const rectified = await timed('rectify', () => rectify(cv, rgba, coarse.camera));
  const detections = await timed('detect', () => detect(nets.baseDetector, rectified, true));
  const candidates = await timed('refine', () => readBases(cv, nets.baseKeypoints, rgba, coarse.camera, detections.bases, true));
  return { detections, candidates };
}

/** A mat that moves by less needs no second look from above. */
const SAME_MAT = { scale: 0.005, shiftMm: 3 };

function isElsewhere(one: TableSolution, other: TableSolution): boolean {
  const apart = differenceOf(one, other);
  return apart === undefined || Math.abs(apart.scale) > SAME_MAT.scale || apart.shiftMm > SAME_MAT.shiftMm;
}

function tooSmall(frame: Frame): Problem {
  return {
    code: 'picture-too-small',
    message: `The picture is ${frame.widthPx}×${frame.heightPx} px; at least ${MIN_FRAME_PX} px on its long side are needed to see a base on a ${Math.round(MAT_MM)} mm mat.`,
    hint: 'Use the camera’s full resolution, 1920×1080 or more.',
  };
}
