import type { Net } from '../runtime/net.js';
import type { Cv, Mat } from '../runtime/opencv.js';
import type { TableSolution } from '../solve/joint-solution.js';
import { SIDES } from '../solve/mat-sides.js';
import { looksApart } from './band-colours.js';
import { runsOn } from './cross-border-correlation.js';
import { type EdgeReading, measureEdges, type StripLayout } from './measure-edges.js';
import { edgeOutsideMm } from './outside-mm.js';

/** Where the two sides beside another one are looked at beyond it, mm from their corner. */
const BEYOND_MM = [40, 64, 88, 112];
const BEFORE_ITS_START: StripLayout = { placesMm: () => BEYOND_MM.map((mm) => -mm), outsideMm: [0] };
const AFTER_ITS_END: StripLayout = { placesMm: (longMm) => BEYOND_MM.map((mm) => longMm + mm), outsideMm: [0] };
/** An edge so near to a side's line is that side's. */
const ON_THE_LINE_MM = 3;
/** So many strips must be in the picture, and so large a share of them show the side running on. */
const MIN_STRIPS = 2;
const RUNNING_ON = 0.75;
/**
 * Where the table looks no more different than this across a side, it is the same on both. Of 44 sides of unseen looks all but four, of a mat as dark
 * as its table, had more than 0.25; a line printed across a dark mat 0.002.
 */
const ALIKE = 0.02;

/**
 * Whether a side of a registered mat is a line that is printed on it: one print lies on both sides of it, or the sides beside it run on beyond it
 * and it looks the same on both sides. `edges`: what was seen along the sides.
 * A table that is just as wide as the mat on it has edges that run on too, but does not look like the mat.
 */
export async function isLinePrinted(
  cv: Cv,
  net: Net,
  rgba: Mat,
  registration: TableSolution,
  edges: readonly EdgeReading[],
): Promise<boolean> {
  if (runsOn(cv, rgba, registration, edges)) return true;
  const before = await measureEdges(cv, net, rgba, registration, BEFORE_ITS_START);
  const after = await measureEdges(cv, net, rgba, registration, AFTER_ITS_END);
  return SIDES.some((side) => {
    const beyond = [...of(before, (side + 1) % SIDES.length), ...of(after, (side + SIDES.length - 1) % SIDES.length)];
    const onLine = beyond.filter((edge) => isOnLine(edge, registration)).length;
    if (beyond.length < MIN_STRIPS || onLine < RUNNING_ON * beyond.length) return false;
    const apart = looksApart(rgba, registration, side);
    return apart !== undefined && apart < ALIKE;
  });
}

function of(edges: readonly EdgeReading[], side: number): EdgeReading[] {
  return edges.filter((edge) => edge.side === side);
}

function isOnLine(edge: EdgeReading, registration: TableSolution): boolean {
  const outside = edgeOutsideMm(edge, registration);
  return outside !== undefined && Math.abs(outside) < ON_THE_LINE_MM;
}
