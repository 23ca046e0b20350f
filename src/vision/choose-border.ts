import { type Camera, pixelFromTable, tableFromPixel } from '../geometry/camera.js';
import { edgeMarks } from './edge-marks.js';
import { type EdgeReading, measureEdges } from './measure-edges.js';
import type { Net } from './net.js';
import type { BaseMarks, LensPrior, Mark } from './observations.js';
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
/** How far the mat finder's border is off where nothing misleads it, mm. */
const FINDER_SIGMA_MM = 8;
const MAX_CHOICES = 24;
/** So many are compared by the bases on the mat. */
const MAX_RIVALS = 10;
/** Costs differ by more than chance alone would have it: the marks of a picture err together. */
const RIVAL_TEMPER = 5;
const MOST_ROUNDS = 2;
/** So many strips without an edge, of about fifty, are hands and cards on the border. */
const FEW_MISSING = 8;
/** What a strip without an edge costs: seen edges are sometimes missed, hidden, or as dark as the table. */
const MISSING_COST = 2.5;

/** Lines at this distance from each other, give or take, on several sides belong to one printed frame. */
const FRAME_TOLERANCE_MM = 4;
/** Nearer than this two lines of a side are one edge seen twice. */
const APART_MM = 6;
/** What a frame costs on each side where it is not seen, while it is on two others. */
const BROKEN_FRAME_COST = 4;
/** What it costs beyond that when such a side shows a line outside instead, at just the frame's distance. */
const TURNED_FRAME_COST = 6;
/** What it costs when something runs around the mat on three sides or more at the same distance: then that is the border, and the rest a print. */
const RIM_COST = 8;

/** Edges on one side that lie on one line. */
interface EdgeLine {
  readonly edges: readonly EdgeReading[];
  readonly missing: number;
  /** Distance of the line from where the mat finder, which sees the whole picture, has the side. */
  readonly offsetMm: number;
  /** How far outside of it the other lines of its side are; negative inside. */
  readonly others: readonly number[];
}

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
  for (let rounds = 1; rounds <= MOST_ROUNDS; rounds++) {
    const next = await rankedChoices(cv, net, rgba, ranked[0]?.solution ?? registration, registration, lens);
    if (next.length === 0) return ranked;
    ranked = next;
    // Edges that are missed because the strips lie askew are seen from a better registration.
    if (ranked[0]!.missing <= FEW_MISSING) break;
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
): Promise<BorderChoice[]> {
  const seen: EdgeReading[] = [];
  for (const offsetMm of OFFSETS_MM) {
    seen.push(...(await measureEdges(cv, net, rgba, registration, { stepMm: STEP_MM, cornerMm: CORNER_MM, outsideMm: offsetMm })));
  }
  const sides = [0, 1, 2, 3].map((side) =>
    linesOf(
      registration,
      first,
      side,
      seen.filter((edge) => edge.side === side),
    ),
  );
  const ranked = choices(sides).map(({ choice, prior }): BorderChoice => {
    const border = edgeMarks(choice.flatMap((line) => line.edges));
    const solution = solveTable(registration, { border, bases: [] }, lens);
    return { solution, border, missing: missingIn(choice), prior, cost: solution.cost + prior };
  });
  return ranked.sort((a, b) => a.cost - b.cost);
}

function missingIn(choice: readonly EdgeLine[]): number {
  return choice.reduce((sum, line) => sum + line.missing, 0);
}

/** All choices of one line a side, the likeliest first; a side without lines is left out. */
function choices(sides: readonly (readonly EdgeLine[])[]): { readonly choice: readonly EdgeLine[]; readonly prior: number }[] {
  const all = sides
    .filter((lines) => lines.length > 0)
    .reduce<EdgeLine[][]>((chosen, lines) => chosen.flatMap((before) => lines.map((line) => [...before, line])), [[]])
    .filter((choice) => choice.length >= 2);
  return all
    .map((choice) => ({ choice, prior: priorCost(choice) }))
    .sort((a, b) => a.prior - b.prior)
    .slice(0, MAX_CHOICES);
}

/** What speaks against a choice before it is solved. */
function priorCost(choice: readonly EdgeLine[]): number {
  const each = choice.reduce((sum, line) => sum + MISSING_COST * line.missing + (line.offsetMm / FINDER_SIGMA_MM) ** 2, 0);
  return each + frameCost(choice);
}

/** A print's frame keeps one distance from the border all around, and a table seldom does: a choice that mixes the two contradicts itself. */
function frameCost(choice: readonly EdgeLine[]): number {
  const gaps = choice.flatMap(({ others }) => others).filter((gap) => Math.abs(gap) > APART_MM);
  const shows = (line: EdgeLine, gap: number) => line.others.some((other) => Math.abs(other - gap) < FRAME_TOLERANCE_MM);
  const costs = gaps.map((gap) => {
    const without = choice.filter((line) => !shows(line, gap));
    const sides = choice.length - without.length;
    if (gap > 0) return sides >= 3 ? RIM_COST : 0;
    if (sides < 2) return 0;
    return without.reduce((sum, line) => sum + BROKEN_FRAME_COST + (shows(line, -gap) ? TURNED_FRAME_COST : 0), 0);
  });
  return Math.max(0, ...costs);
}

interface Place {
  readonly along: number;
  readonly outside: number;
  readonly edge: EdgeReading;
}

/** The lines that the edges seen near one side form, best supported first. */
function linesOf(registration: TableSolution, first: TableSolution, side: number, strips: readonly EdgeReading[]): EdgeLine[] {
  let rest = strips.flatMap((edge): Place[] => {
    const at = edge.mark && tableFromPixel(registration.camera, edge.mark);
    return at ? [{ along: side % 2 === 0 ? at.x : at.y, outside: outsideMm(at, side, registration), edge }] : [];
  });
  const long = side % 2 === 0 ? registration.widthMm : registration.depthMm;
  const bins = Math.max(1, Math.floor((long - 2 * CORNER_MM) / STEP_MM) + 1);
  const visible = Math.min(bins, Math.ceil(strips.length / OFFSETS_MM.length));
  const lines: Omit<EdgeLine, 'others'>[] = [];
  while (lines.length < LINES_A_SIDE && rest.length > 0) {
    const members = bestLine(rest);
    const support = new Set(members.map(({ along }) => Math.round(along / STEP_MM))).size;
    if (support < Math.max(4, MIN_SUPPORT * visible)) break;
    const offsets = members.flatMap(({ edge }) => {
      const at = edge.mark && tableFromPixel(first.camera, edge.mark);
      return at ? [outsideMm(at, side, first)] : [];
    });
    const offsetMm = offsets.sort((a, b) => a - b)[offsets.length >> 1] ?? 0;
    lines.push({ edges: members.map(({ edge }) => edge), missing: Math.max(0, visible - support), offsetMm });
    const gone = new Set(members);
    rest = rest.filter((place) => !gone.has(place));
  }
  return lines.map((line) => ({
    ...line,
    others: lines.filter((other) => other !== line).map(({ offsetMm }) => offsetMm - line.offsetMm),
  }));
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
