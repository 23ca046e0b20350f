import type { Net } from '../../runtime/net.js';
import type { Cv, Mat } from '../../runtime/opencv.js';
import { solveTable, type TableSolution } from '../../solve/joint-solution.js';
import { SIDES } from '../../solve/mat-sides.js';
import { type BaseMarks, type Mark, movedBases, type TablePrior, withFocal } from '../../solve/observations.js';
import { edgeMarks } from '../edges/measure-edges.js';
import { type BorderSearch, borderLines, type EdgeLine } from './border-lines.js';
import { missingStrips, proposeBorders } from './propose-borders.js';

/** Search for the table's edge, a print's frame, or a second mat beside a border that is nearly right. */
const NEARBY: BorderSearch = { offsetsMm: [-48, -36, -24, -12, 0, 12, 24, 36, 48], nearLineMm: 2.5, maxSlope: 0.06 };
/** Search for a border that is not where it should be: one side may be far off, or rotated because one of its corners is far off. */
const FAR_AND_ROTATED: BorderSearch = { offsetsMm: Array.from({ length: 27 }, (_, i) => 12 * (i - 13)), nearLineMm: 4, maxSlope: 0.16 };
/** Searches in order, each made only when the one before it misses too much of its border. */
const SEARCHES = [NEARBY, FAR_AND_ROTATED, NEARBY];
/** Searches on a plane that the bases determine, where the border is near and not rotated. */
const SEARCHES_ON_PLANE = [NEARBY, NEARBY];
/** Number of strips without an edge, of about fifty, that hands and cards on the border explain. */
const FEW_MISSING = 8;
/** Number of strips without an edge that make a side or two: if one search nearby found no more, another will not. */
const MANY_MISSING = 20;
/** Number of strips without an edge up to which a side has been found: it is not searched for again. */
const FOUND_MISSING = 2;

/** Cost above the best choice’s from which a choice is not compared by the bases, and is not solved when its prior alone exceeds it. */
export const MAX_EXCESS_COST = 22;

/** One way to take the edges near a registration for the mat's border. */
export interface BorderChoice {
  readonly solution: TableSolution;
  readonly border: readonly Mark[];
  /** One for each side that is in the picture. */
  readonly lines: readonly EdgeLine[];
  /** Cost before it is solved: missing edges, distance from where the mat finder has the border. */
  readonly prior: number;
  /** The lower cost of two choices is the likelier one's. */
  readonly cost: number;
}

/**
 * The ways to take the parallel edges near each side of a coarse registration for the mat's border, likeliest first: each choice of one
 * line a side is solved, and is rated by how well a square mat of nearly standard size under a plausible lens explains it. A print's frame
 * inside the border makes a square as well: only the pieces on the mat distinguish the two (`selectBorder`). Empty when no two sides show a
 * line. `bases`: those that determine the plane of the registration, in its frame; empty where the border has to.
 */
export async function chooseBorder(
  { cv, net }: { readonly cv: Cv; readonly net: Net },
  rgba: Mat,
  registration: TableSolution,
  lens: TablePrior,
  bases: readonly BaseMarks[] = [],
): Promise<BorderChoice[]> {
  let ranked: BorderChoice[] = [];
  let sides: readonly (readonly EdgeLine[])[] = [];
  for (const [i, search] of (bases.length > 0 ? SEARCHES_ON_PLANE : SEARCHES).entries()) {
    const [best] = ranked;
    if (i > 0 && search === NEARBY && (!best || missingStrips(best.lines) > MANY_MISSING)) break;
    const from = best?.solution ?? registration;
    const found = SIDES.filter((side) => best?.lines.some((line) => line.missing <= FOUND_MISSING && line.edges[0]?.side === side));
    const sought = SIDES.filter((side) => !found.includes(side));
    const seen = await borderLines(cv, net, rgba, from, registration, search, sought);
    const next = SIDES.map((side) => (found.includes(side) ? sides[side]! : seen[side]!));
    const better = rankedChoices(next, from, lens, movedBases(from.camera, registration.camera, bases));
    if (better.length > 0) [ranked, sides] = [better, next];
    // Edges that rotated strips miss are found from a better registration.
    if (ranked.length > 0 && missingStrips(ranked[0]!.lines) <= FEW_MISSING) break;
  }
  return ranked;
}

/**
 * Each choice of one line a side solved, likeliest first. `from`: a registration near the border; `bases`: those that hold its scale, in
 * its frame.
 */
export function rankedChoices(
  sides: readonly (readonly EdgeLine[])[],
  from: TableSolution,
  lens: TablePrior,
  bases: readonly BaseMarks[],
): BorderChoice[] {
  const ranked: BorderChoice[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  const isPlaneKnown = bases.length > 0;
  for (const { choice, focal, prior } of proposeBorders(sides, isPlaneKnown ? withFocal(lens, from.camera.fx) : lens)) {
    if (prior > lowest + MAX_EXCESS_COST) break;
    const border = edgeMarks(choice.flatMap((line) => line.edges));
    // Two sides that meet fit a mat of any size: the bases hold it, and the lens, before costs of the border alone are counted.
    const near = isPlaneKnown ? solveTable(from, { border, bases }, lens) : from;
    const solution = solveTable(near, { border, bases: [] }, isPlaneKnown ? withFocal(lens, near.camera.fx) : focal);
    const cost = solution.cost + prior;
    lowest = Math.min(lowest, cost);
    ranked.push({ solution, border, lines: choice, prior, cost });
  }
  return ranked.sort((a, b) => a.cost - b.cost);
}
