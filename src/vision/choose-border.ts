import { tableFromPixel } from '../geometry/camera.js';
import { edgeMarks } from './edge-marks.js';
import { type EdgeReading, measureEdges } from './measure-edges.js';
import type { Net } from './net.js';
import type { LensPrior } from './observations.js';
import type { Cv, Mat } from './opencv.js';
import { outsideMm } from './outside-mm.js';
import { solveTable, type TableSolution } from './solve.js';

/** How far outside and inside the registered sides other edges are looked for: the table's, a print's frame, a second mat's. */
const OFFSETS_MM = [-48, -36, -24, -12, 0, 12, 24, 36, 48];
const STEP_MM = 64;
/** Strips so near to a corner would show the neighbouring side. */
const CORNER_MM = 64;
/** A line may run through its strips with this bow and slope: the coarse lens and pose are not exact. */
const NEAR_LINE_MM = 2.5;
const MAX_SLOPE = 0.06;
const MIN_SUPPORT = 0.4;
const LINES_A_SIDE = 3;
const MAX_CHOICES = 16;
const MOST_ROUNDS = 2;
/** So many strips without an edge, of about fifty, are hands and cards on the border. */
const FEW_MISSING = 8;
/** What a strip without an edge costs, as much as a far outlier. */
const MISSING_COST = 6;

/** Edges on one side that lie on one line. */
interface EdgeLine {
  readonly edges: readonly EdgeReading[];
  readonly missing: number;
}

/**
 * Which of the parallel edges near each side of a coarse registration are the mat's: each choice of one line a side is solved, and the one
 * stays that a square mat of nearly standard size under a plausible lens explains best. The registration itself when no side shows a line.
 */
export async function chooseBorder(
  { cv, net }: { readonly cv: Cv; readonly net: Net },
  rgba: Mat,
  registration: TableSolution,
  lens: LensPrior,
): Promise<TableSolution> {
  let solution = registration;
  for (let rounds = 1; ; rounds++) {
    const chosen = await bestChoice(cv, net, rgba, solution, lens);
    if (!chosen) return solution;
    solution = chosen.solution;
    // Edges that are missed because the strips lie askew are seen from a better registration.
    if (rounds === MOST_ROUNDS || chosen.missing <= FEW_MISSING) return solution;
  }
}

async function bestChoice(
  cv: Cv,
  net: Net,
  rgba: Mat,
  registration: TableSolution,
  lens: LensPrior,
): Promise<{ readonly solution: TableSolution; readonly missing: number } | undefined> {
  const seen: EdgeReading[] = [];
  for (const offsetMm of OFFSETS_MM) {
    seen.push(...(await measureEdges(cv, net, rgba, registration, { stepMm: STEP_MM, cornerMm: CORNER_MM, outsideMm: offsetMm })));
  }
  const sides = [0, 1, 2, 3].map((side) =>
    linesOf(
      registration,
      side,
      seen.filter((edge) => edge.side === side),
    ),
  );
  let best: { solution: TableSolution; missing: number; cost: number } | undefined;
  for (const choice of choices(sides)) {
    const border = edgeMarks(choice.flatMap((line) => line.edges));
    const solution = solveTable(registration, { border, bases: [] }, lens);
    const missing = missingIn(choice);
    const cost = solution.cost + MISSING_COST * missing;
    if (!best || cost < best.cost) best = { solution, missing, cost };
  }
  return best;
}

function missingIn(choice: readonly EdgeLine[]): number {
  return choice.reduce((sum, line) => sum + line.missing, 0);
}

/** All choices of one line a side, the best supported first; a side without lines is left out. */
function choices(sides: readonly (readonly EdgeLine[])[]): EdgeLine[][] {
  const all = sides
    .filter((lines) => lines.length > 0)
    .reduce<EdgeLine[][]>((chosen, lines) => chosen.flatMap((before) => lines.map((line) => [...before, line])), [[]])
    .filter((choice) => choice.length >= 2);
  return all.sort((a, b) => missingIn(a) - missingIn(b)).slice(0, MAX_CHOICES);
}

interface Place {
  readonly along: number;
  readonly outside: number;
  readonly edge: EdgeReading;
}

/** The lines that the edges seen near one side form, best supported first. */
function linesOf(registration: TableSolution, side: number, strips: readonly EdgeReading[]): EdgeLine[] {
  let rest = strips.flatMap((edge): Place[] => {
    const at = edge.mark && tableFromPixel(registration.camera, edge.mark);
    return at ? [{ along: side % 2 === 0 ? at.x : at.y, outside: outsideMm(at, side, registration), edge }] : [];
  });
  const long = side % 2 === 0 ? registration.widthMm : registration.depthMm;
  const bins = Math.max(1, Math.floor((long - 2 * CORNER_MM) / STEP_MM) + 1);
  const visible = Math.min(bins, Math.ceil(strips.length / OFFSETS_MM.length));
  const lines: EdgeLine[] = [];
  while (lines.length < LINES_A_SIDE && rest.length > 0) {
    const members = bestLine(rest);
    const support = new Set(members.map(({ along }) => Math.round(along / STEP_MM))).size;
    if (support < Math.max(4, MIN_SUPPORT * visible)) break;
    lines.push({ edges: members.map(({ edge }) => edge), missing: Math.max(0, visible - support) });
    const gone = new Set(members);
    rest = rest.filter((place) => !gone.has(place));
  }
  return lines;
}

/** The places near the straight line that most of them lie near. */
function bestLine(places: readonly Place[]): Place[] {
  let best: Place[] = [];
  for (let i = 0; i < places.length; i++) {
    for (let j = i + 1; j < places.length; j++) {
      const [p, q] = [places[i]!, places[j]!];
      const span = q.along - p.along;
      if (Math.abs(span) < 3 * STEP_MM) continue;
      const slope = (q.outside - p.outside) / span;
      if (Math.abs(slope) > MAX_SLOPE) continue;
      const near = places.filter(({ along, outside }) => Math.abs(outside - p.outside - slope * (along - p.along)) < NEAR_LINE_MM);
      if (near.length > best.length) best = near;
    }
  }
  return best;
}
