import type { Net } from '../../runtime/net.js';
import type { Cv, Mat } from '../../runtime/opencv.js';
import type { TableSolution } from '../../solve/joint-solution.js';
import { SIDES } from '../../solve/mat-sides.js';
import { applies } from '../border-rules.js';
import { colourDistanceAcross } from './band-colours.js';
import { continuesBeyond } from './cross-border-correlation.js';
import { type EdgeReading, edgeOutsideMm, measureEdges, type StripLayout } from './measure-edges.js';

/** Positions beyond a side at which its two neighbours are measured, mm from their corner. */
const BEYOND_MM = [40, 64, 88, 112];
const BEFORE_ITS_START: StripLayout = { placesMm: () => BEYOND_MM.map((mm) => -mm), outsideMm: [0] };
const AFTER_ITS_END: StripLayout = { placesMm: (longMm) => BEYOND_MM.map((mm) => longMm + mm), outsideMm: [0] };
/** Distance within which an edge is on a side’s line, mm. */
const ON_THE_LINE_MM = 3;
/** Number of strips that must be in the picture, and the share of them that must show the side running on. */
const MIN_STRIPS = 2;
const RUNNING_ON = 0.75;
/** Colour distance across a side (`colourDistanceAcross`) below which the table is the same on both sides. */
const ALIKE = 0.02;

/**
 * True when a side of a registered mat is a line that is printed on it: one print is on both sides of it, or the sides beside it run on
 * beyond it and its colours are the same on both sides. `edges`: readings along the sides. A table that is just as wide as the mat on it
 * has edges that run on too, but not the mat’s colours.
 */
export async function isLinePrinted(
  cv: Cv,
  net: Net,
  rgba: Mat,
  registration: TableSolution,
  edges: readonly EdgeReading[],
): Promise<boolean> {
  if (continuesBeyond(cv, rgba, registration, edges) && applies('print-across-refused')) return true;
  const before = await measureEdges(cv, net, rgba, registration, BEFORE_ITS_START);
  const after = await measureEdges(cv, net, rgba, registration, AFTER_ITS_END);
  return SIDES.some((side) => {
    const beyond = [...of(before, (side + 1) % SIDES.length), ...of(after, (side + SIDES.length - 1) % SIDES.length)];
    const onLine = beyond.filter((edge) => isOnLine(edge, registration)).length;
    if (beyond.length < MIN_STRIPS || onLine < RUNNING_ON * beyond.length) return false;
    const distance = colourDistanceAcross(rgba, registration, side);
    return distance !== undefined && distance < ALIKE && applies('runs-on-refused');
  });
}

function of(edges: readonly EdgeReading[], side: number): EdgeReading[] {
  return edges.filter((edge) => edge.side === side);
}

function isOnLine(edge: EdgeReading, registration: TableSolution): boolean {
  const outside = edgeOutsideMm(edge, registration);
  return outside !== undefined && Math.abs(outside) < ON_THE_LINE_MM;
}
