import { type Camera, pixelFromTable, tableFromPixel } from '../geometry/camera.js';
import { borderLines, type Search } from './border-lines.js';
import { edgeMarks } from './edge-marks.js';
import type { Net } from './net.js';
import type { BaseMarks, LensPrior, Mark } from './observations.js';
import type { Cv, Mat } from './opencv.js';
import { missingIn, proposeBorders } from './propose-borders.js';
import { solveTable, type TableSolution } from './solve.js';

/** The table's edge, a print's frame, a second mat beside a border that is nearly right. */
const NEARBY: Search = { offsetsMm: [-48, -36, -24, -12, 0, 12, 24, 36, 48], nearLineMm: 2.5, maxSlope: 0.06 };
/** Where the border should be there is none: one side may be far off, or askew because one corner is. */
const FAR_AND_ASKEW: Search = { offsetsMm: Array.from({ length: 27 }, (_, i) => 12 * (i - 13)), nearLineMm: 4, maxSlope: 0.16 };
/** The next search is made only when the one before it misses too much of its border. */
const SEARCHES = [NEARBY, FAR_AND_ASKEW, NEARBY];
/** So many are compared by the bases on the mat. */
const MAX_RIVALS = 10;
/** Costs differ by more than chance alone would have it: the marks of a picture err together. */
const RIVAL_TEMPER = 5;
/** So many strips without an edge, of about fifty, are hands and cards on the border. */
const FEW_MISSING = 8;
/** One way to take the edges near a registration for the mat's border. */
export interface BorderChoice {
  readonly solution: TableSolution;
  readonly border: readonly Mark[];
  /** Strips without an edge. */
  readonly missing: number;
  /** What speaks against it before it is solved: missing edges, distance from where the mat finder has the border. */
  readonly prior: number;
  /** Of two choices the one with the lower cost is likelier. */
  readonly cost: number;
}

/**
 * The ways to take the parallel edges near each side of a coarse registration for the mat's border, likeliest first: each choice of one line
 * a side is solved, and counts by how well a square mat of nearly standard size under a plausible lens explains it. A print's frame inside
 * the border makes a square as well: only what stands on the mat tells the two apart (`chooseByBases`). None when no two sides show a line.
 */
export async function chooseBorder(
  { cv, net }: { readonly cv: Cv; readonly net: Net },
  rgba: Mat,
  registration: TableSolution,
  lens: LensPrior,
): Promise<BorderChoice[]> {
  let ranked: BorderChoice[] = [];
  for (const search of SEARCHES) {
    const next = await rankedChoices(cv, net, rgba, ranked[0]?.solution ?? registration, registration, lens, search);
    if (next.length > 0) ranked = next;
    // Edges that are missed because the strips lie askew are seen from a better registration.
    if (ranked.length > 0 && ranked[0]!.missing <= FEW_MISSING) break;
  }
  return ranked;
}

/** What is left of the doubt which edges are the border's, as a standard deviation of the table's scale (relative) and of its place (mm). */
export interface BorderDoubt {
  readonly scaleSigma: number;
  readonly shiftSigmaMm: number;
}

export const NO_DOUBT: BorderDoubt = { scaleSigma: 0, shiftSigmaMm: 0 };

/**
 * Of several borders the one that fits the size of the bases best, plastic being the better rule, and how far those that fit nearly as well
 * lie from it. The likeliest by itself without bases.
 */
export function chooseByBases(
  choices: readonly BorderChoice[],
  seenFrom: Camera,
  bases: readonly BaseMarks[],
  lens: LensPrior,
): { readonly choice: BorderChoice; readonly doubt: BorderDoubt } {
  const scored = choices.slice(0, MAX_RIVALS).map((choice) => {
    const moved = bases.flatMap((base) => movedTo(choice.solution.camera, seenFrom, base) ?? []);
    const { cost } = solveTable(choice.solution, { border: choice.border, bases: moved }, lens);
    return { choice, cost: cost + choice.prior };
  });
  scored.sort((a, b) => a.cost - b.cost);
  const [best, ...rivals] = scored;
  let weights = 1;
  let scale = 0;
  let shift = 0;
  for (const rival of rivals) {
    const weight = Math.exp((best!.cost - rival.cost) / RIVAL_TEMPER);
    const own = squareIn(best!.choice.solution, best!.choice.solution);
    const other = squareIn(best!.choice.solution, rival.choice.solution);
    if (!own || !other) continue;
    weights += weight;
    scale += weight * (other.radius / own.radius - 1) ** 2;
    shift += weight * ((other.x - own.x) ** 2 + (other.y - own.y) ** 2);
  }
  return { choice: best!.choice, doubt: { scaleSigma: Math.sqrt(scale / weights), shiftSigmaMm: Math.sqrt(shift / weights / 2) } };
}

/** Middle and mean half diagonal of one solution's mat in the table frame of another, mm. */
function squareIn(frame: TableSolution, { camera, widthMm: w, depthMm: d }: TableSolution) {
  const corners = [
    { x: 0, y: 0 },
    { x: w, y: 0 },
    { x: w, y: d },
    { x: 0, y: d },
  ].map((corner) => {
    const pixel = pixelFromTable(camera, { ...corner, z: 0 });
    return pixel && tableFromPixel(frame.camera, pixel);
  });
  if (!corners.every((corner) => corner !== undefined)) return undefined;
  const x = corners.reduce((sum, corner) => sum + corner.x, 0) / 4;
  const y = corners.reduce((sum, corner) => sum + corner.y, 0) / 4;
  return { x, y, radius: corners.reduce((sum, corner) => sum + Math.hypot(corner.x - x, corner.y - y), 0) / 4 };
}

/** A base's marks with its start where another registration has it. */
function movedTo(to: Camera, from: Camera, base: BaseMarks): BaseMarks | undefined {
  const pixel = pixelFromTable(from, { ...base.start, z: 0 });
  const at = pixel && tableFromPixel(to, pixel);
  return at && { ...base, start: { ...base.start, x: at.x, y: at.y } };
}

async function rankedChoices(
  cv: Cv,
  net: Net,
  rgba: Mat,
  registration: TableSolution,
  first: TableSolution,
  lens: LensPrior,
  search: Search,
): Promise<BorderChoice[]> {
  const sides = await borderLines(cv, net, rgba, registration, first, search);
  const ranked = proposeBorders(sides, lens).map(({ choice, focal, prior }): BorderChoice => {
    const border = edgeMarks(choice.flatMap((line) => line.edges));
    const solution = solveTable(registration, { border, bases: [] }, focal);
    return { solution, border, missing: missingIn(choice), prior, cost: solution.cost + prior };
  });
  return ranked.sort((a, b) => a.cost - b.cost);
}
