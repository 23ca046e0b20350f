import type { FrameContext } from '../lens/frame-context.js';
import { knownFromSides } from '../mat/border/border-problems.js';
import { edgesBeyondHem } from '../mat/edges/hem-correction.js';
import { type EdgeReading, edgeMarks, measureEdges, ON_THE_BORDER } from '../mat/edges/measure-edges.js';
import { solveTable, type TableSolution } from '../solve/joint-solution.js';
import { SIDES } from '../solve/mat-sides.js';
import type { Observations } from '../solve/observations.js';

/** The edges of a mat that a person marked: those that pass through the marks, and all, with those of sides that were seen elsewhere only. */
interface MarkedEdges {
  readonly edges: readonly EdgeReading[];
  readonly elsewhere: readonly EdgeReading[];
}

/**
 * Number of times that the edges are read again where a corner is left out: the first time they may be a strip's length away at the other
 * end.
 */
const READ_AGAIN = 2;
/** Share of its strips that must show a side for it to be seen. */
const SEEN_SHARE = 0.5;

/**
 * The table according to its edges, where some pass by the corners that a person marked: corners count only where the edges leave the place
 * open. A corner neither of whose sides passes through its marks may be the one that is wrong: its sides are read again where the others
 * have the mat. Undefined where they are seen neither there nor elsewhere.
 */
export async function tableByEdges(
  { engines: { cv, nets }, rgba, lens, timed }: FrameContext,
  from: TableSolution,
  observations: Observations,
  marked: MarkedEdges,
): Promise<TableSolution | undefined> {
  const { corners = [], sideMarks = [], ...others } = observations;
  const solve = (start: TableSolution, seen: Observations) => timed('solve', () => solveTable(start, seen, lens));
  const border = edgeMarks(marked.elsewhere);
  const { scale, place } = knownFromSides(marked.elsewhere);
  if (scale && place) return solve(from, { ...others, border });
  const wrong = corners.flatMap((corner, i) => (corner && sidesOf(i).every((side) => isPassed(side, marked)) ? [i] : []));
  const asSeen = { ...others, border, corners, sideMarks, areCornersDoubted: true as const };
  if (wrong.length === 0) return solve(from, asSeen);
  const without = { ...asSeen, corners: corners.map((corner, i) => (wrong.includes(i) ? undefined : corner)) };
  let solution = await solve(from, { ...without, border: edgeMarks(marked.edges) });
  let read: readonly EdgeReading[] = [];
  for (let round = 0; round < READ_AGAIN; round++) {
    const now = solution;
    read = edgesBeyondHem(cv, rgba, now, await timed('border', () => measureEdges(cv, nets.matEdge, rgba, now, ON_THE_BORDER)));
    solution = await solve(now, { ...without, border: edgeMarks(read) });
  }
  const isSeen = (some: readonly EdgeReading[], share: number) => wrong.flatMap(sidesOf).every((side) => shareRead(some, side) >= share);
  if (isSeen(read, SEEN_SHARE)) return solution;
  return isSeen(marked.elsewhere, Number.EPSILON) ? solve(from, asSeen) : undefined;
}

/** The two sides of a corner. */
function sidesOf(corner: number): readonly number[] {
  return [corner, (corner + SIDES.length - 1) % SIDES.length];
}

/** Whether a side was seen, or searched for, and does not pass through its marks. */
function isPassed(side: number, { edges, elsewhere }: MarkedEdges): boolean {
  return elsewhere.some((edge) => edge.side === side) && !edges.some((edge) => edge.side === side);
}

function shareRead(edges: readonly EdgeReading[], side: number): number {
  const own = edges.filter((edge) => edge.side === side);
  return own.filter(({ mark }) => mark).length / Math.max(1, own.length);
}
