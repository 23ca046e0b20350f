import { tableFromPixel } from '../../../geometry/camera.js';
import { upperMedian } from '../../../geometry/statistics.js';
import type { Net } from '../../runtime/net.js';
import type { Cv, Mat } from '../../runtime/opencv.js';
import type { TableSolution } from '../../solve/joint-solution.js';
import { matSides, outsideMm, SIDES } from '../../solve/mat-sides.js';
import { applied } from '../border-rules.js';
import { bandColourCosts, type LineBeside } from '../edges/band-colours.js';
import { type EdgeReading, edgeOutsideMm, evenPlacesMm, measureEdges } from '../edges/measure-edges.js';

/** Places where edges are searched for: distances outside (negative: inside) the registered sides, mm, and slopes to them. */
export interface BorderSearch {
  readonly offsetsMm: readonly number[];
  /** Bow and slope with which a line may run through its strips: the coarse lens and pose are not exact. */
  readonly nearLineMm: number;
  readonly maxSlope: number;
}

const STEP_MM = 64;
/** Distance from a corner within which strips would show the neighbouring side, mm. */
const CORNER_MM = 64;
const MIN_SUPPORT = 0.4;
/** Number of strips in the picture below which a side is as good as out of it. */
const MIN_VISIBLE = 4;
const LINES_A_SIDE = 5;

/** Edges of one side that are on one line. */
export interface EdgeLine {
  readonly edges: readonly EdgeReading[];
  readonly missing: number;
  /** Distance of the line from where the mat finder, which has the whole picture, places the side, mm. */
  readonly offsetMm: number;
  /** Distances of the other lines of its side outside of it, mm; negative inside. */
  readonly others: readonly number[];
  /** Cost by the colours of the table on either side of it. */
  readonly colourCost: number;
}

/**
 * The lines near some of the four sides of a registration, best supported first; empty for other sides. `first`: the mat finder's own
 * registration, from which the lines' offsets are counted.
 */
export async function borderLines(
  cv: Cv,
  net: Net,
  rgba: Mat,
  registration: TableSolution,
  first: TableSolution,
  search: BorderSearch,
  sides: readonly number[],
): Promise<EdgeLine[][]> {
  const layout = { placesMm: evenPlacesMm(STEP_MM, CORNER_MM), outsideMm: search.offsetsMm };
  const seen = await measureEdges(cv, net, rgba, registration, layout, sides);
  return SIDES.map((side) => {
    const strips = seen.filter((edge) => edge.side === side);
    return linesOf(rgba, registration, first, side, strips, search);
  });
}

interface Place {
  readonly along: number;
  readonly outside: number;
  readonly edge: EdgeReading;
}

/** The lines formed by the edges near one side, best supported first. */
function linesOf(
  rgba: Mat,
  registration: TableSolution,
  first: TableSolution,
  side: number,
  strips: readonly EdgeReading[],
  search: BorderSearch,
): EdgeLine[] {
  const { from, along, longMm } = matSides(registration.widthMm, registration.depthMm)[side]!;
  let rest = strips.flatMap((edge): Place[] => {
    const at = edge.mark && tableFromPixel(registration.camera, edge.mark);
    if (!at) return [];
    return [{ along: (at.x - from.x) * along.x + (at.y - from.y) * along.y, outside: outsideMm(at, side, registration), edge }];
  });
  const bins = Math.max(1, Math.floor((longMm - 2 * CORNER_MM) / STEP_MM) + 1);
  const visible = Math.min(bins, Math.ceil(strips.length / search.offsetsMm.length));
  const lines: (Omit<EdgeLine, 'others' | 'colourCost'> & { readonly beside: LineBeside })[] = [];
  while (lines.length < LINES_A_SIDE && rest.length > 0) {
    const members = bestLine(rest, search);
    const support = new Set(members.map(({ along }) => Math.round(along / STEP_MM))).size;
    if (support < Math.max(MIN_VISIBLE, MIN_SUPPORT * visible)) break;
    const offsets = members.flatMap(({ edge }) => edgeOutsideMm(edge, first) ?? []);
    const offsetMm = upperMedian(offsets) ?? 0;
    const edges = members.map(({ edge }) => edge);
    lines.push({ edges, missing: Math.max(0, visible - support), offsetMm, beside: lineBeside(members) });
    const gone = new Set(members);
    rest = rest.filter((place) => !gone.has(place));
  }
  // A side that is largely in the picture but shows no line speaks against every choice; one that is out of it does not.
  if (lines.length === 0 && visible >= MIN_VISIBLE) return [{ edges: [], missing: visible, offsetMm: 0, others: [], colourCost: 0 }];
  const outwards = [...lines].sort((a, b) => a.offsetMm - b.offsetMm);
  const costs = bandColourCosts(
    rgba,
    registration,
    side,
    outwards.map(({ beside }) => beside),
  );
  return lines.map((line) => ({
    edges: line.edges,
    missing: line.missing,
    offsetMm: line.offsetMm,
    others: lines.filter((other) => other !== line).map((other) => other.offsetMm - line.offsetMm),
    colourCost: applied('band-colours', costs[outwards.indexOf(line)]!),
  }));
}

/** The straight line through places, by least squares. */
function lineBeside(places: readonly Place[]): LineBeside {
  const mean = (of: (place: Place) => number) => places.reduce((sum, place) => sum + of(place), 0) / places.length;
  const [s, o] = [mean(({ along }) => along), mean(({ outside }) => outside)];
  const spread = mean(({ along }) => (along - s) ** 2);
  const slope = spread > 0 ? mean(({ along, outside }) => (along - s) * (outside - o)) / spread : 0;
  return { outsideMm: o - slope * s, slope };
}

/** The places near the straight line that is nearest to most of them. */
function bestLine(places: readonly Place[], { nearLineMm, maxSlope }: BorderSearch): Place[] {
  let best: Place[] = [];
  for (let i = 0; i < places.length; i++) {
    for (let j = i + 1; j < places.length; j++) {
      const [p, q] = [places[i]!, places[j]!];
      const span = q.along - p.along;
      if (Math.abs(span) < 3 * STEP_MM) continue;
      const slope = (q.outside - p.outside) / span;
      if (Math.abs(slope) > maxSlope) continue;
      const near = places.filter(({ along, outside }) => Math.abs(outside - p.outside - slope * (along - p.along)) < nearLineMm);
      if (near.length > best.length) best = near;
    }
  }
  return best;
}
