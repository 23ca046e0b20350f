import { pixelFromTable } from '../../../geometry/camera.js';
import type { Pixel } from '../../../geometry/point.js';
import { NOTHING_CACHED } from '../../bases/cached-measurements.js';
import type { BoardCorner } from '../../lens/find-board.js';
import type { FrameContext } from '../../lens/frame-context.js';
import { isPaperTheMat, placedBoard } from '../../lens/place-board.js';
import { counterClockwiseFromFirst } from '../../solve/camera-from-corners.js';
import { solveTable, type TableSolution } from '../../solve/joint-solution.js';
import { matCorners } from '../../solve/mat-sides.js';
import { turnedFrames } from '../../solve/moved-frame.js';
import { type BaseMarks, expectedMat, type Mark, type Observations, type TablePrior, withFocal } from '../../solve/observations.js';
import { borderProblem, cornersOffBorderProblem, isStillThere } from '../border/border-problems.js';
import { type BorderChoice, chooseBorder } from '../border/choose-border.js';
import type { RegisteredMat } from '../edges/band-colours.js';
import { contrastEdges } from '../edges/contrast-edges.js';
import { edgesAtCorners, markedCorners } from '../edges/edges-at-corners.js';
import { edgesBeyondHem } from '../edges/hem-correction.js';
import { type EdgeReading, edgeMarks, evenPlacesMm, measureEdges, ON_THE_BORDER, type StripLayout } from '../edges/measure-edges.js';
import { findMat, type MatEvidence } from './find-mat.js';
import { markedMat } from './marked-mat.js';
import { type EarlierRegistration, type MatLocation, type MatSource, ONLY_LOCATION, type Refused, refused } from './mat-location.js';
import { type BorderSolution, bestBorder, registerByBoard, registerByTaps, solveBorders } from './register.js';

/** Number of edge points below which they do not improve the coarse registration. */
const MIN_EDGES = 20;
/** Strips that are enough to see whether the border is where it was: a third of those with which it is then measured. */
const WHERE_IT_WAS: StripLayout = { placesMm: evenPlacesMm(48, 16), outsideMm: [0] };
/** Distance by which a border found by contrast alone wanders from frame to frame, mm. */
const FAINT_MM = 6;

/** Result of the mat finder for the whole frame. */
export interface MatFinding {
  readonly evidence: MatEvidence;
  readonly borders: readonly BorderSolution[];
}

/** Runs the mat finder over the whole frame. */
export function runMatFinder({ engines: { cv, nets }, frame, rgba, lens, timed }: FrameContext): Promise<MatFinding> {
  return timed('register', async () => {
    const evidence = await findMat(cv, nets.matFinder, rgba);
    return { evidence, borders: solveBorders(evidence, frame.widthPx, frame.heightPx, lens) };
  });
}

/**
 * Locates the mat in one frame by the first that applies: an earlier registration whose border is still there, a person's marks, the border that the mat
 * finder shows, a printed board. `boardView`: the corners of the printed board in this frame.
 */
export async function locateMat(
  context: FrameContext,
  boardView: readonly BoardCorner[],
  matFinding: () => Promise<MatFinding>,
  earlier: EarlierRegistration | undefined,
): Promise<MatLocation | Refused> {
  const { hints, frame, lens, timed } = context;
  const { widthPx, heightPx } = frame;
  if (earlier && hints.corners === undefined) {
    const still = await locateWhereItWas(context, boardView, earlier);
    if (still) return still;
  }
  const marked = markedMat(hints, widthPx, heightPx);
  if (marked) {
    const { ring, observed } = marked;
    const byTaps = registerByTaps(ring, widthPx, heightPx, lens);
    if (!byTaps.ok) return byTaps;
    const atTaps = await timed('solve', () => solveTable(byTaps.solution, { border: [], bases: [], ...observed }, lens));
    const { edges } = await edgesAtCorners(context, atTaps, await edgesAt(context, atTaps), observed);
    return timed('solve', () => located('taps', atTaps, edges, boardView, lens, [], observed));
  }
  const taps = hints.corners?.filter((corner) => corner !== undefined) ?? [];
  const { borders } = await matFinding();
  if (taps.length >= MIN_MARKED && bestBorder(borders).ok) return locateAtCorners(context, boardView, borders, hints.corners!);
  const byBorder = bestBorder(borders);
  if (byBorder.ok && !isPaperTheMat(byBorder.solution, boardView)) return locateByBorder(context, boardView, byBorder.solution, []);
  if (!byBorder.ok && boardView.length === 0) return refused(byBorder.problem);
  const byBoard = registerByBoard(boardView, widthPx, heightPx, lens);
  return byBoard.ok ? located('board', byBoard.solution, [], boardView, lens) : byBoard;
}

/** Number of corners below which a person can be mistaken about the side. */
const MIN_MARKED = 2;
/** Distance of marked corners from those of a border, at most, in units of the picture's long side: found coarsely, and solved. */
const NEAR_CORNERS = { coarsely: 0.03, closely: 0.008 } as const;

/** Locates the mat by the border that has the marked corners, if not all were marked; they may be given either way around. */
async function locateAtCorners(
  context: FrameContext,
  boardView: readonly BoardCorner[],
  borders: readonly BorderSolution[],
  given: readonly (Pixel | undefined)[],
): Promise<MatLocation | Refused> {
  const longPx = Math.max(context.frame.widthPx, context.frame.heightPx);
  for (const order of [given, [given[0], ...given.slice(1).reverse()]]) {
    const marked = cornersOf(order, longPx);
    const byBorder = bestBorder(bordersAt(borders, marked.corners, context));
    if (byBorder.ok) return locateByBorder(context, boardView, byBorder.solution, [], marked);
  }
  return refused(cornersOffBorderProblem());
}

/** The borders that a person's marks of some corners confirm, each in the frame that these marks give. */
function bordersAt(
  borders: readonly BorderSolution[],
  corners: readonly (Pixel | undefined)[],
  { frame, lens }: FrameContext,
): readonly BorderSolution[] {
  const nearPx = NEAR_CORNERS.coarsely * Math.max(frame.widthPx, frame.heightPx);
  return borders
    .map((border) => ({ ...border, solution: turnedToCorners(border.solution, corners, lens) }))
    .filter(({ solution }) => cornerMisfitPx(solution, corners) <= nearPx);
}

/** The marked corners as the table frame counts them. */
function cornersOf(corners: readonly (Pixel | undefined)[], longPx: number): { readonly corners: readonly (Mark | undefined)[] } {
  return { corners: markedCorners(counterClockwiseFromFirst(corners), longPx) };
}

/** Locates the mat in its place in an earlier frame; undefined where its border is no longer there. */
async function locateWhereItWas(
  context: FrameContext,
  boardView: readonly BoardCorner[],
  { solution, uncertainty, byContrast, cached = NOTHING_CACHED }: EarlierRegistration,
): Promise<MatLocation | undefined> {
  // Where too little of a side is in the picture, few strips do not determine it.
  for (const layout of [WHERE_IT_WAS, ON_THE_BORDER]) {
    const read = await edgesAt(context, solution, layout);
    // The registration may be of a hem's outer line, and its seam read.
    const edges = isStillThere(read, solution) ? read : edgesBeyondHem(context.engines.cv, context.rgba, solution, read);
    if (borderProblem(edges) || !isStillThere(edges, solution)) continue;
    const still = await context.timed('solve', () => located('border', solution, edges, boardView, context.lens));
    return { ...still, uncertainty, cached };
  }
  if (!byContrast) return undefined;
  const faint = locateByContrast(context, boardView, solution);
  const isThere = !borderProblem(faint.edges) && isStillThere(faint.edges, solution, FAINT_MM);
  return isThere ? { ...faint, uncertainty, cached } : undefined;
}

/**
 * Locates the mat by the edges near a registration, and by the corners that a person marked. `bases`: those that determine the
 * registration's plane, in its frame; empty where the border does.
 */
export async function locateByBorder(
  context: FrameContext,
  boardView: readonly BoardCorner[],
  registration: TableSolution,
  bases: readonly BaseMarks[],
  marked: Pick<Observations, 'corners'> = {},
): Promise<MatLocation> {
  const { engines, rgba, lens, timed, frame } = context;
  const net = engines.nets.matEdge;
  const all = await timed('border', () => chooseBorder({ cv: engines.cv, net }, rgba, registration, lens, bases));
  const nearPx = NEAR_CORNERS.closely * Math.max(frame.widthPx, frame.heightPx);
  const choices = all.filter(({ solution }) => cornerMisfitPx(solution, marked.corners ?? []) <= nearPx);
  const chosen = choices[0]?.solution ?? registration;
  const { edges } = await edgesAtCorners(context, chosen, await edgesAt(context, chosen), marked);
  const lensOnPlane = bases.length > 0 ? withFocal(lens, chosen.camera.fx) : lens;
  return timed('solve', () => located('border', chosen, edges, boardView, lensOnPlane, choices, marked));
}

/** The mat at a registration that the bases determine better than its faint border could: it is not solved again. */
export function locateByContrast({ engines, rgba }: FrameContext, boardView: readonly BoardCorner[], coarse: TableSolution): MatLocation {
  const edges = contrastEdges(engines.cv, rgba, coarse);
  return { ...ONLY_LOCATION, source: 'contrast', coarse, edges, board: placedBoard(coarse, boardView, false) };
}

/** The mat at another solution of its border, one that was solved together with the bases on it. */
export async function relocated(context: FrameContext, before: MatLocation, solution: TableSolution): Promise<MatLocation> {
  const { edges } = await edgesAtCorners(context, solution, await edgesAt(context, solution), before.board);
  // The bases, with which it was solved, determine the lens better than the border alone.
  const lens = withFocal(context.lens, solution.camera.fx);
  const coarse = await context.timed('solve', () => solveTable(solution, { border: edgeMarks(edges), bases: [], ...before.board }, lens));
  return { ...before, coarse, edges };
}

function edgesAt(
  { engines: { cv, nets }, rgba, timed }: FrameContext,
  solution: TableSolution,
  layout = ON_THE_BORDER,
): Promise<EdgeReading[]> {
  return timed('border', () => measureEdges(cv, nets.matEdge, rgba, solution, layout));
}

function located(
  source: MatSource,
  registration: TableSolution,
  edges: readonly EdgeReading[],
  boardView: readonly BoardCorner[],
  lens: TablePrior,
  choices: readonly BorderChoice[] = [],
  marked: Pick<Observations, 'corners' | 'sideMarks'> = {},
): MatLocation {
  const board = { ...placedBoard(registration, boardView, source === 'board'), ...marked };
  const border = edgeMarks(edges);
  const coarse =
    border.length < MIN_EDGES && !marked.corners ? registration : solveTable(registration, { border, bases: [], ...board }, lens);
  return { ...ONLY_LOCATION, source, coarse, edges, board, choices: choices.length > 1 ? choices : [] };
}

/**
 * The registration in whose frame, turned by quarters, the mat's corners are nearest to marked ones (counter-clockwise from the
 * nearest-left, some out of view).
 */
export function turnedToCorners(solution: TableSolution, corners: readonly (Pixel | undefined)[], lens: TablePrior): TableSolution {
  const turned = turnedFrames(solution.camera).map((camera) => ({
    ...solution,
    camera,
    ...(camera !== solution.camera && expectedMat(lens)),
  }));
  const misfits = turned.map((one) => cornerMisfitPx(one, corners));
  return turned[misfits.indexOf(Math.min(...misfits))]!;
}

/** Distance of the worst of the marked corners from that of the registration's mat, px. */
export function cornerMisfitPx(mat: RegisteredMat, corners: readonly (Pixel | undefined)[]): number {
  const places = matCorners(mat);
  const apart = corners.map((corner, i) => {
    const seen = pixelFromTable(mat.camera, { ...places[i]!, z: 0 });
    if (!corner) return 0;
    return seen ? Math.hypot(seen.u - corner.u, seen.v - corner.v) : Number.POSITIVE_INFINITY;
  });
  return Math.max(...apart);
}
