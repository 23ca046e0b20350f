import type { MeasureHints, Problem } from '../../table/measurement.js';
import { type CachedMeasurements, NOTHING_CACHED } from '../bases/cached-measurements.js';
import { type BoardCorner, findBoard } from '../lens/find-board.js';
import { isPaperTheMat, placedBoard } from '../lens/place-board.js';
import type { Engines, Timed } from '../runtime/engines.js';
import type { Frame } from '../runtime/frame.js';
import type { Mat } from '../runtime/opencv.js';
import { type BorderUncertainty, CERTAIN_BORDER } from '../solve/border-uncertainty.js';
import { solveTable, type TableSolution } from '../solve/joint-solution.js';
import { type BaseMarks, type LensPrior, withFocal } from '../solve/observations.js';
import { borderProblem, isStillThere } from './border-problems.js';
import { type BorderChoice, chooseBorder } from './choose-border.js';
import { contrastEdges } from './contrast-edges.js';
import { contrastSquares } from './contrast-square.js';
import { edgeMarks } from './edge-marks.js';
import { findMat, type MatEvidence } from './find-mat.js';
import { type EdgeReading, measureEdges, ON_THE_BORDER } from './measure-edges.js';
import { type BorderSolution, bestBorder, registerByBoard, registerByTaps, solveBorders } from './register.js';
import {
  basesOn,
  type PlaneOfBases,
  planeOfBases,
  planesLike,
  registerOnPlane,
  registrationAround,
  registrationOn,
  tellsScale,
  usualCameras,
} from './register-by-bases.js';

/** Where the mat is, before any base was looked for. */
export interface LocatedMat {
  readonly coarse: TableSolution;
  /** What was seen of the border's edge. */
  readonly edges: readonly EdgeReading[];
  readonly board: ReturnType<typeof placedBoard>;
  readonly byBoard: boolean;
  /** True when the contrast of mat and table along whole sides tells where it is: its edges may be too faint for strips. */
  readonly byContrast: boolean;
  /** True when no mat was found: the frame lies about the bases' middle. */
  readonly byBasesAlone: boolean;
  /** True when a person vouches for it, with taps or with a printed board. */
  readonly byPerson: boolean;
  /** Other ways to take the edges for the border, this one among them; empty when nothing is in doubt. */
  readonly choices: readonly BorderChoice[];
  /** The doubt of an earlier frame whose registration still holds. */
  readonly doubt: BorderUncertainty;
  /** What an earlier frame has told of places on it that have not changed. */
  readonly known: CachedMeasurements;
}

/** A registration of an earlier frame, with the doubt it was made with: looking again does not make it surer. */
export interface Remembered {
  readonly solution: TableSolution;
  readonly doubt: BorderUncertainty;
  /** Its border was told by contrast alone. */
  readonly byContrast: boolean;
  readonly known?: CachedMeasurements;
}

const NO_MAT = {
  ...{ byBoard: false, byContrast: false, byBasesAlone: false, byPerson: false },
  ...{ choices: [], known: NOTHING_CACHED },
} as const;

/** With fewer edge points than this the coarse registration is not made better by them. */
const MIN_EDGES = 20;
/** Lines told by contrast wander by so much from frame to frame. */
const FAINT_MM = 6;
/** Fewer bases than this are not measured without a mat: nothing else would bear out that they are bases. */
const FEWEST_ALONE = 4;
/** A square of which another one's sides are nearly as plain is not told by contrast. */
const UNRIVALLED = 0.85;

export type Found = ({ readonly ok: true } & LocatedMat) | { readonly ok: false; readonly problem: Problem };

/** The ways to find the mat in one frame; each may be asked for after another, and none is asked the mat finder twice. */
export interface MatLocator {
  /** What is seen of the printed board. */
  readonly boardView: readonly BoardCorner[];
  /** Where it was a moment ago, by taps, by its border, or by a printed board. */
  locate(previous: Remembered | undefined): Promise<Found>;
  /** The same with another solution of the border. */
  again(located: LocatedMat, solution: TableSolution): Promise<LocatedMat>;
  /**
   * By the bases that stand on it, for a border that the mat finder misses: places where it may lie, likeliest first, looked for as they are
   * asked for; in a photo at last the bases alone, whatever they stand on.
   */
  byBases(): AsyncIterable<LocatedMat>;
}

export function matLocator(
  engines: Engines,
  { widthPx, heightPx }: Frame,
  rgba: Mat,
  hints: MeasureHints,
  lens: LensPrior,
  timed: Timed,
): MatLocator {
  const { cv, nets } = engines;
  const corners = hints.board ? findBoard(cv, rgba, hints.board) : [];
  let seen: { readonly evidence: MatEvidence; readonly borders: readonly BorderSolution[] } | undefined;

  const lookForMat = async () => {
    seen ??= await timed('register', async () => {
      const evidence = await findMat(cv, nets.matFinder, rgba);
      return { evidence, borders: solveBorders(evidence, widthPx, heightPx, lens) };
    });
    return seen;
  };
  const edgesOn = (solution: TableSolution) => timed('border', () => measureEdges(cv, nets.matEdge, rgba, solution, ON_THE_BORDER));
  const located = (
    chosen: TableSolution,
    edges: readonly EdgeReading[],
    by: {
      readonly byBoard?: boolean;
      readonly byPerson?: boolean;
      readonly choices?: readonly BorderChoice[];
      readonly lens?: LensPrior;
    } = {},
  ) => {
    const { byBoard = false, byPerson = false, choices = [], lens: told = lens } = by;
    const board = placedBoard(chosen, corners, byBoard);
    const border = edgeMarks(edges);
    const coarse = border.length < MIN_EDGES ? chosen : solveTable(chosen, { border, bases: [], ...board }, told);
    const rivals = choices.length > 1 ? choices : [];
    return {
      ok: true,
      coarse,
      edges,
      board,
      byBoard,
      byContrast: false,
      byBasesAlone: false,
      byPerson,
      choices: rivals,
      doubt: CERTAIN_BORDER,
      known: NOTHING_CACHED,
    } as const;
  };
  const fromBorder = async (registration: TableSolution, bases: readonly BaseMarks[]) => {
    const choices = await timed('border', () => chooseBorder({ cv, net: nets.matEdge }, rgba, registration, lens, bases));
    const chosen = choices[0]?.solution ?? registration;
    const edges = await edgesOn(chosen);
    const told = bases.length > 0 ? withFocal(lens, chosen.camera.fx) : lens;
    return timed('solve', () => located(chosen, edges, { choices, lens: told }));
  };

  // The bases tell the camera better than a faint border would: it is not solved anew.
  const withContrast = (coarse: TableSolution, doubt: BorderUncertainty): LocatedMat => {
    const edges = contrastEdges(cv, rgba, coarse);
    const board = placedBoard(coarse, corners, false);
    return { ...NO_MAT, coarse, edges, board, byContrast: true, doubt };
  };
  const fromContrast = (plane: PlaneOfBases): LocatedMat[] => {
    for (const solution of planesLike(plane, lens)) {
      const [best, rival] = contrastSquares(cv, rgba, solution.camera, solution.poses, 2);
      if (!best || (rival && rival.score > UNRIVALLED * best.score)) continue;
      return [withContrast(registrationOn(solution, best), CERTAIN_BORDER)];
    }
    return [];
  };

  return {
    boardView: corners,
    async locate(previous) {
      if (previous && hints.corners === undefined) {
        const { solution, doubt, known = NOTHING_CACHED } = previous;
        const edges = await edgesOn(solution);
        if (!borderProblem(edges) && isStillThere(edges, solution))
          return timed('solve', () => ({ ...located(solution, edges), doubt, known }));
        const faint = previous.byContrast ? withContrast(solution, doubt) : undefined;
        if (faint && !borderProblem(faint.edges) && isStillThere(faint.edges, solution, FAINT_MM)) return { ok: true, ...faint, known };
      }
      const taps = hints.corners?.filter((corner) => corner !== undefined) ?? [];
      if (taps.length === 4) {
        const byTaps = registerByTaps(taps, widthPx, heightPx, lens);
        if (!byTaps.ok) return byTaps;
        const edges = await edgesOn(byTaps.solution);
        return timed('solve', () => located(byTaps.solution, edges, { byPerson: true }));
      }
      const byBorder = bestBorder((await lookForMat()).borders);
      if (byBorder.ok && !isPaperTheMat(byBorder.solution, corners)) return fromBorder(byBorder.solution, []);
      if (!byBorder.ok && corners.length === 0) return byBorder;
      const byBoard = registerByBoard(corners, widthPx, heightPx, lens);
      return byBoard.ok ? located(byBoard.solution, [], { byBoard: true, byPerson: true }) : byBoard;
    },
    async again(before, solution) {
      const edges = await edgesOn(solution);
      // The bases, with which it was solved, tell the lens better than the border by itself.
      const told = withFocal(lens, solution.camera.fx);
      const coarse = await timed('solve', () => solveTable(solution, { border: edgeMarks(edges), bases: [], ...before.board }, told));
      return { ...before, coarse, edges };
    },
    async *byBases() {
      const { evidence, borders } = await lookForMat();
      const starts = [...borders.slice(0, 1).map(({ solution }) => solution.camera), ...usualCameras(widthPx, heightPx, lens)];
      const plane = await timed('bases-first', () => planeOfBases(engines, rgba, starts, lens));
      if (!plane) return;
      for (const registration of registerOnPlane(evidence, plane)) yield await fromBorder(registration, basesOn(plane, registration));
      yield* await timed('border', () => fromContrast(plane));
      if (!hints.isPhoto || plane.candidates.length < FEWEST_ALONE || !tellsScale(plane.candidates)) return;
      const coarse = registrationAround(plane.solution);
      yield { ...NO_MAT, coarse, edges: [], board: placedBoard(coarse, corners, false), byBasesAlone: true, doubt: CERTAIN_BORDER };
    },
  };
}
