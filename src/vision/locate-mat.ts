import type { LookHints, Problem } from '../table/sighting.js';
import { boardOn } from './board-on.js';
import { type BorderDoubt, NO_DOUBT } from './border-doubt.js';
import { type BorderChoice, chooseBorder } from './choose-border.js';
import { edgeMarks } from './edge-marks.js';
import type { Engines, Timed } from './engines.js';
import { type BoardCorner, findBoard } from './find-board.js';
import { findMat } from './find-mat.js';
import type { Frame } from './frame.js';
import { borderProblem, isStillThere } from './mat-border.js';
import { type EdgeReading, measureEdges, ON_THE_BORDER } from './measure-edges.js';
import type { LensPrior } from './observations.js';
import type { Mat } from './opencv.js';
import { type Registration, registerByBoard, registerByBorder, registerByTaps } from './register.js';
import { solveTable, type TableSolution } from './solve.js';

/** Where the mat is, before any base was looked for. */
export interface LocatedMat {
  readonly coarse: TableSolution;
  /** What was seen of the border's edge. */
  readonly edges: readonly EdgeReading[];
  readonly board: ReturnType<typeof boardOn>;
  readonly byBoard: boolean;
  /** True when a person vouches for it, with taps or with a printed board. */
  readonly byPerson: boolean;
  /** Other ways to take the edges for the border, this one among them; empty when nothing is in doubt. */
  readonly choices: readonly BorderChoice[];
  /** The doubt of an earlier frame whose registration still holds. */
  readonly doubt: BorderDoubt;
}

/** A registration of an earlier frame, with the doubt it was made with: looking again does not make it surer. */
export interface Remembered {
  readonly solution: TableSolution;
  readonly doubt: BorderDoubt;
}

/** With fewer edge points than this the coarse registration is not made better by them. */
const MIN_EDGES = 20;

/** Finds the mat: where it was a moment ago, by taps, by its border, or by a printed board. */
export async function locateMat(
  { cv, nets }: Engines,
  frame: Frame,
  rgba: Mat,
  hints: LookHints,
  lens: LensPrior,
  previous: Remembered | undefined,
  timed: Timed,
): Promise<({ readonly ok: true } & LocatedMat) | { readonly ok: false; readonly problem: Problem }> {
  const edgesOn = (solution: TableSolution) => timed('border', () => measureEdges(cv, nets.matEdge, rgba, solution, ON_THE_BORDER));
  const corners = hints.board ? findBoard(cv, rgba, hints.board) : [];
  const located = (
    chosen: TableSolution,
    edges: readonly EdgeReading[],
    byBoard: boolean,
    byPerson: boolean,
    choices: readonly BorderChoice[] = [],
  ) => {
    const board = boardOn(chosen, corners, byBoard);
    const border = edgeMarks(edges);
    const coarse = border.length < MIN_EDGES ? chosen : solveTable(chosen, { border, bases: [], ...board }, lens);
    return { ok: true, coarse, edges, board, byBoard, byPerson, choices, doubt: NO_DOUBT } as const;
  };
  if (previous && hints.corners === undefined) {
    const { solution, doubt } = previous;
    const edges = await edgesOn(solution);
    if (!borderProblem(edges) && isStillThere(edges, solution)) {
      return timed('solve', () => ({ ...located(solution, edges, false, false), doubt }));
    }
  }
  const registered = await timed('register', () => register({ cv, nets }, frame, rgba, hints, lens, corners));
  if (!registered.ok) return registered;
  const { solution, byBoard, byPerson } = registered;
  if (byBoard) return located(solution, [], true, true);
  const choices = byPerson ? [] : await timed('border', () => chooseBorder({ cv, net: nets.matEdge }, rgba, solution, lens));
  const chosen = choices[0]?.solution ?? solution;
  const edges = await edgesOn(chosen);
  return timed('solve', () => located(chosen, edges, false, byPerson, choices.length > 1 ? choices : []));
}

/** The same with another solution of the border. */
export async function locateAgain(
  { cv, nets }: Engines,
  rgba: Mat,
  located: LocatedMat,
  solution: TableSolution,
  lens: LensPrior,
  timed: Timed,
): Promise<LocatedMat> {
  const edges = await timed('border', () => measureEdges(cv, nets.matEdge, rgba, solution, ON_THE_BORDER));
  const coarse = await timed('solve', () => solveTable(solution, { border: edgeMarks(edges), bases: [], ...located.board }, lens));
  return { ...located, coarse, edges };
}

async function register(
  { cv, nets }: Pick<Engines, 'cv' | 'nets'>,
  frame: Frame,
  rgba: Mat,
  hints: LookHints,
  lens: LensPrior,
  corners: readonly BoardCorner[],
): Promise<Registration & { readonly byBoard: boolean; readonly byPerson: boolean }> {
  const taps = hints.corners?.filter((corner) => corner !== undefined) ?? [];
  if (taps.length === 4) return { ...registerByTaps(taps, frame.widthPx, frame.heightPx, lens), byBoard: false, byPerson: true };
  const byBorder = registerByBorder(await findMat(cv, nets.matFinder, frame, rgba), frame.widthPx, frame.heightPx, lens);
  if (byBorder.ok || corners.length === 0) return { ...byBorder, byBoard: false, byPerson: hints.corners !== undefined };
  return { ...registerByBoard(corners, frame.widthPx, frame.heightPx, lens), byBoard: true, byPerson: true };
}
