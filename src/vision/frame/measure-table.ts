import { carriedPlace } from '../../geometry/camera.js';
import type { MeasureHints, MeasureResult, Problem } from '../../table/measurement.js';
import {
  ACCEPTED_PROBABILITY,
  baseProbability,
  MIN_SOLVED_PROBABILITY,
  solvedFeatures,
  unsolvedBaseProbability,
} from '../bases/base-classifier.js';
import { type CachedMeasurements, isNear, isOn, NOTHING_CACHED } from '../bases/cached-measurements.js';
import type { Candidate, ConfirmedCandidate } from '../bases/candidate.js';
import { type Detections, detect } from '../bases/detect.js';
import { withSides } from '../bases/measure-sides.js';
import { nonMaximumSuppression } from '../bases/non-maximum-suppression.js';
import { lookClosely, readBases } from '../bases/read-bases.js';
import { rectify } from '../image/rectify.js';
import type { BoardCorner } from '../lens/find-board.js';
import { otherLensProblem, withoutLens } from '../lens/lens-hint.js';
import { boardProblem } from '../lens/place-board.js';
import {
  baseProblem,
  borderProblem,
  fisheyeProblem,
  inconsistencyProblem,
  isBorderInconsistent,
  type KnownFromSides,
  knownFromSides,
  lensProblem,
  onlyRelative,
  placeProblem,
  printedLineProblem,
  scaleProblem,
  sizeProblem,
  sizesProblem,
  uncertaintyProblem,
  unusualSizeUncertainty,
} from '../mat/border-problems.js';
import { contrastEdges } from '../mat/contrast-edges.js';
import { edgeMarks } from '../mat/edge-marks.js';
import type { LocatedMat, MatLocator } from '../mat/locate-mat.js';
import { measureEdges, ON_THE_BORDER } from '../mat/measure-edges.js';
import { isLinePrinted } from '../mat/printed-line.js';
import { tellsScale } from '../mat/register-by-bases.js';
import { isWithin, selectBorder } from '../mat/select-border.js';
import { type FoundObstacles, findObstacles } from '../objects/find-obstacles.js';
import { type FoundTemplates, findTemplates } from '../objects/find-templates.js';
import type { Engines, Timed } from '../runtime/engines.js';
import type { Frame } from '../runtime/frame.js';
import type { Mat } from '../runtime/opencv.js';
import {
  borderInconsistency,
  type ConsistencyCheck,
  MIN_CONSISTENCY_BASES,
  meanBaseCost,
  varianceFactor,
} from '../solve/border-consistency.js';
import { type BorderUncertainty, CERTAIN_BORDER, combinedUncertainty, FAINT_BORDER, UNKNOWN_BORDER } from '../solve/border-uncertainty.js';
import { withoutFrame } from '../solve/free-network.js';
import { solveTable, type TableSolution } from '../solve/joint-solution.js';
import type { BaseMarks, LensPrior, Observations } from '../solve/observations.js';
import { SEEN_SCORE, tableMeasurement } from './table-measurement.js';

/** What one frame is looked at with. */
export interface FrameContext {
  readonly engines: Engines;
  readonly frame: Frame;
  readonly rgba: Mat;
  readonly hints: MeasureHints;
  readonly lens: LensPrior;
  readonly locator: MatLocator;
  readonly timed: Timed;
  readonly stageMs: Readonly<Record<string, number>>;
}

/** Every stage's result, for those who ask by name (tests, stage pictures). */
export interface Stages {
  readonly registration: TableSolution;
  readonly detections: Detections;
  readonly solution: TableSolution;
  /** The candidates whose poses are solved for. */
  readonly seen: readonly ConfirmedCandidate[];
  /** What the solution was made from. */
  readonly observed: Observations;
  readonly doubt: BorderUncertainty;
  /** The mat's border was told by contrast alone. */
  readonly byContrast: boolean;
  /** The sizes of the bases speak against the border. */
  readonly strained: boolean;
  /** What was not read in this frame, because an earlier one has told it. */
  readonly known: CachedMeasurements;
  /** Absent until they are looked for, which is done at the place of the mat that is settled on. */
  readonly obstacles?: FoundObstacles;
}

export interface MeasuredTable {
  readonly look: MeasureResult;
  readonly stages?: Stages;
  /** What is seen of the printed board that was hinted at. */
  readonly boardView?: readonly BoardCorner[];
}

/** Looks at the bases and templates on a mat that was located. */
export async function measureTable(found: LocatedMat, scene: FrameContext): Promise<MeasuredTable> {
  const told = await tellBorder(found, scene);
  if (!told.ok) return { look: told };
  const measured = await measure(told, scene);
  if (!measured.ok) return { look: measured };
  const accord = await accordIn(measured, told.located, scene);
  const problem = contradictionIn(measured, told.located, accord, scene);
  if (problem) return { look: { ok: false, problem } };
  return describe(told, measured, accord, scene);
}

type Refused = { readonly ok: false; readonly problem: Problem };

function refused(problem: Problem): Refused {
  return { ok: false, problem };
}

/** A mat of whose border the bases on it have told which edges it is, and the table from straight above. */
interface ToldBorder {
  readonly ok: true;
  readonly located: LocatedMat;
  readonly doubt: BorderUncertainty;
  readonly view: View;
}

async function tellBorder(located: LocatedMat, { engines, rgba, lens, locator, timed }: FrameContext): Promise<ToldBorder | Refused> {
  const hopeless = isByBorder(located) ? borderProblem(located.edges, 'coarsely') : undefined;
  if (hopeless) return refused(hopeless);
  const { choices, coarse, doubt, known } = located;
  const view = await lookFromAbove(engines, rgba, coarse, timed, known);
  if (choices.length === 0) return { ok: true, located, doubt, view };
  const better = await timed('border', () => selectBorder(engines, rgba, choices, coarse.camera, view.candidates, lens));
  const unsure = uncertaintyProblem(better.doubt);
  if (unsure) return refused(unsure);
  if (isSameMat(coarse, better.solution)) return { ok: true, located, doubt: better.doubt, view };
  const again = await locator.again(located, better.solution);
  return { ok: true, located: again, doubt: better.doubt, view: await lookFromAbove(engines, rgba, again.coarse, timed) };
}

/** Everything measured closely and solved together. */
interface Measured {
  readonly ok: true;
  readonly solution: TableSolution;
  readonly seen: readonly ConfirmedCandidate[];
  /** What the solution was made from. */
  readonly observed: Observations;
  readonly templates: FoundTemplates;
  readonly byContrast: boolean;
  readonly told: KnownFromSides;
}

async function measure({ located, view }: ToldBorder, { engines, rgba, lens, timed }: FrameContext): Promise<Measured | Refused> {
  const { cv, nets } = engines;
  const { coarse, edges, board, byBoard, byBasesAlone, byPerson } = located;
  const { known, candidates } = view;
  const settled = await timed('solve', () =>
    solveTable(coarse, { border: edgeMarks(edges), bases: [...known, ...candidates].map((one) => one.marks), ...board }, lens),
  );
  // A second look with the better camera and poses: the crops now sit closely and square on the bases, the strips on the border.
  const poses = settled.poses.slice(known.length);
  const close = await timed('refine', () => lookClosely(cv, nets.baseKeypoints, rgba, settled.camera, candidates, poses));
  const looked = [...known, ...close];
  const isBorderSeen = !byBoard && !byBasesAlone;
  let sharper = isBorderSeen ? await timed('border', () => measureEdges(cv, nets.matEdge, rgba, settled, ON_THE_BORDER)) : [];
  let problem = byPerson || byBasesAlone ? undefined : borderProblem(sharper);
  const byContrast = problem !== undefined && located.byContrast;
  if (byContrast) {
    sharper = contrastEdges(cv, rgba, settled);
    problem = borderProblem(sharper);
  }
  if (problem) return refused(problem);
  const isToldByEdges = isBorderSeen && !byPerson && !byContrast;
  const isPrinted = () => isLinePrinted(cv, nets.matEdge, rgba, settled, sharper);
  if (isToldByEdges && (await timed('border', isPrinted))) return refused(printedLineProblem());
  const border = edgeMarks(sharper);
  const solveWith = (some: readonly ConfirmedCandidate[]) =>
    timed('solve', () => solveTable(settled, { border, bases: some.map((one) => one.marks), ...board }, lens));
  const maybe = nonMaximumSuppression(
    looked.filter((one) => unsolvedBaseProbability(one) >= MIN_SOLVED_PROBABILITY || one.detection.score >= SEEN_SCORE),
  );
  const first = await solveWith(maybe);
  // What is no base once it is solved for would pull the camera all the same.
  const seen = maybe.filter(
    (one, i) => baseProbability(one, solvedFeatures(first, i)) >= MIN_SOLVED_PROBABILITY || one.detection.score >= SEEN_SCORE,
  );
  const near = seen.length < maybe.length ? await solveWith(seen) : first;
  const marks = seen.map((one) => one.marks);
  const standing = marks.map(({ base }, i) => ({ base, pose: near.poses[i]! }));
  const places = { coarse: coarse.camera, camera: near.camera, bases: standing };
  const templates = await timed('templates', () => findTemplates(cv, rgba, view.detections.templates, places));
  const { lengths } = templates;
  const observedWith = (bases: readonly BaseMarks[]): Observations => ({ border, bases, ...board, lengths });
  const solve = (from: TableSolution, observed: Observations) => timed('solve', () => solveTable(from, observed, lens));
  // Sides lean towards where their crops were cut for: read roughly first and then, with the better camera, once more, they tell the lens of a
  // steep view.
  const nearer = await solve(near, observedWith(await timed('sides', () => withSides(engines, rgba, near, marks, false))));
  const observed = observedWith(await timed('sides', () => withSides(engines, rgba, nearer, marks)));
  const solved = await solve(nearer, observed);
  const sides = knownFromSides(sharper, byContrast);
  const told = { scale: byPerson || byBasesAlone || lengths.length > 0 || sides.scale, place: byPerson || sides.place };
  const solution = told.place ? solved : { ...solved, jointCovariance: withoutFrame(solved.jointCovariance, solved.poses) };
  return { ok: true, solution, seen, observed, templates, byContrast, told };
}

function accordIn(
  { solution, observed: { border, bases } }: Measured,
  { byPerson, byBasesAlone }: LocatedMat,
  { lens, timed }: FrameContext,
): Promise<ConsistencyCheck> {
  return timed('solve', () => {
    if (byBasesAlone) return { unexplained: meanBaseCost(solution, bases, lens), isAlone: true };
    if (byPerson) return bases.length < MIN_CONSISTENCY_BASES ? {} : { unexplained: meanBaseCost(solution, bases, lens) };
    const tension = borderInconsistency(solution, border, bases, lens);
    return { tension, unexplained: tension?.unexplained };
  });
}

/** What speaks against the solution as a whole. */
function contradictionIn(
  { solution, seen, observed, told }: Measured,
  { board, byBasesAlone }: LocatedMat,
  { tension, unexplained, isAlone }: ConsistencyCheck,
  { hints, lens }: FrameContext,
): Problem | undefined {
  return (
    (hints.lens && otherLensProblem(withoutLens(solution, observed, lens), solution, lens)) ??
    lensProblem(solution, lens) ??
    fisheyeProblem(solution) ??
    baseProblem(solution) ??
    boardProblem(solution, board) ??
    (byBasesAlone || board.board ? undefined : sizeProblem(solution, lens)) ??
    (tension && inconsistencyProblem(tension)) ??
    (told.scale || tellsScale(believed(solution, seen)) ? undefined : scaleProblem()) ??
    // From frame to frame places would wander along the sides.
    (told.place || hints.isPhoto ? undefined : placeProblem()) ??
    (isAlone && unexplained !== undefined ? sizesProblem(unexplained) : undefined)
  );
}

function believed(solution: TableSolution, seen: readonly ConfirmedCandidate[]): ConfirmedCandidate[] {
  return seen.filter((one, i) => baseProbability(one, solvedFeatures(solution, i)) >= ACCEPTED_PROBABILITY);
}

function describe(
  { located, view, doubt: borderDoubt }: ToldBorder,
  { solution, seen, observed, templates, byContrast, told: { place } }: Measured,
  accord: ConsistencyCheck,
  { frame, stageMs }: FrameContext,
): MeasuredTable {
  const { tension } = accord;
  const { coarse, byBasesAlone } = located;
  const { detections } = view;
  const doubt = !place ? combinedUncertainty(borderDoubt, UNKNOWN_BORDER) : byContrast ? FAINT_BORDER : borderDoubt;
  const strained = tension !== undefined && isBorderInconsistent(tension);
  const unread = detections.bases
    .filter((one) => !seen.some(({ detection }) => detection === one))
    .map((one) => ({ ...one, at: carriedPlace(coarse.camera, solution.camera, one.at) }));
  const byItsBases = combinedUncertainty(unusualSizeUncertainty(solution), strained ? tension.doubt : CERTAIN_BORDER);
  return {
    look: {
      ok: true,
      measurement: {
        ...tableMeasurement(
          frame.capturedAtMs,
          solution,
          combinedUncertainty(doubt, byItsBases),
          varianceFactor(accord),
          seen,
          unread,
          stageMs,
        ),
        obstacles: [],
        templates: templates.templates,
        ...(!place && { caution: onlyRelative(!byBasesAlone) }),
      },
    },
    stages: {
      registration: coarse,
      detections,
      solution,
      seen,
      observed,
      doubt,
      byContrast,
      strained,
      known: located.known,
    },
  };
}

/** A table that was seen, with the obstacles on it. */
export async function withObstacles(table: MeasuredTable, { engines, rgba, timed }: FrameContext): Promise<MeasuredTable> {
  const { look, stages } = table;
  if (!look.ok || !stages) return table;
  const { measurement } = look;
  const places = { coarse: stages.registration.camera, camera: stages.solution.camera, bases: measurement.bases, known: stages.known };
  const obstacles = await timed('obstacles', () => findObstacles(engines.cv, rgba, stages.detections.obstacles, places));
  const unmeasurable = [...measurement.unmeasurable, ...obstacles.suspects];
  return {
    ...table,
    look: { ok: true, measurement: { ...measurement, obstacles: obstacles.obstacles, unmeasurable } },
    stages: { ...stages, obstacles },
  };
}

/** True when nothing but edges of the mat's border tells where it is. */
function isByBorder({ byPerson, byContrast, byBasesAlone }: LocatedMat): boolean {
  return !byPerson && !byContrast && !byBasesAlone;
}

/** The table from straight above, and what the bases found there look like in the frame; those that were known are as an earlier frame has them. */
interface View {
  readonly detections: Detections;
  readonly known: readonly ConfirmedCandidate[];
  readonly candidates: readonly Candidate[];
}

async function lookFromAbove(
  { cv, nets }: Engines,
  rgba: Mat,
  coarse: TableSolution,
  timed: Timed,
  { bases, noBases } = NOTHING_CACHED,
): Promise<View> {
  const rectified = await timed('rectify', () => rectify(cv, rgba, coarse.camera));
  const detections = await timed('detect', () => detect(nets.baseDetector, rectified, true));
  const known = bases.map((one) => ({ ...one, detection: detections.bases.find(({ at }) => isOn(one, at)) ?? one.detection }));
  const unknown = detections.bases.filter(({ at }) => !known.some((one) => isOn(one, at)) && !noBases.some((none) => isNear(none, at)));
  const candidates = await timed('refine', () => readBases(cv, nets.baseKeypoints, rgba, coarse.camera, unknown, true));
  return { detections, known, candidates };
}

/** Mats that differ by less are one. */
const SAME_MAT = { scale: 0.005, shiftMm: 3 };

export function isSameMat(one: TableSolution, other: TableSolution): boolean {
  return isWithin(SAME_MAT, one, other);
}
