import { LOG_OF } from '../../image/log-view.js';
import { reducedFrame, type ViewFromAbove, viewFromAbove, viewIndex, windowAroundMat } from '../../image/view-from-above.js';
import { type Cv, type Mat, withMats } from '../../runtime/opencv.js';
import { type MatSide, matSides } from '../../solve/mat-sides.js';
import type { RegisteredMat } from './band-colours.js';
import type { EdgeReading } from './measure-edges.js';

const CELL_MM = 4;
const WINDOW = windowAroundMat(CELL_MM, 38.8);
/** Distances to either side of a line that are compared, mm: the edge itself, its hem and its shadow belong to neither. */
const BESIDE_MM = [6, 10, 14];
/** Distance from a corner within which there is the neighbouring side's table, mm. */
const CORNER_MM = 32;
/** Number of parts of a side, of which those that vary most alike are left out: a card or a hand may lie across it. */
const PARTS = 16;
const LEFT_OUT = 5;
/** Length along a side over which changes are compared: a lamp’s light changes little in it. */
const STEP_CELLS = 20;
/** Variation, as a share of the light, below which it is noise, or what is left of a lamp’s light. */
const PLAIN = 0.03;
/** Share of a side in the picture below which it is not compared. */
const MIN_SEEN = 0.5;

/**
 * For each side of a registered mat the correlation of what varies along it inside and outside, −1…1: near 1 where one print lies on both sides
 * of a line, near 0 at the mat’s border. Light that changes slowly along the side does not count. Undefined where too little is in the picture.
 * `reduced`: the frame as the view takes it, where several mats are registered in it.
 */
export function crossBorderCorrelation(
  cv: Cv,
  rgba: Mat,
  { camera, widthMm, depthMm }: RegisteredMat,
  reduced?: Mat,
): (number | undefined)[] {
  const view = viewFromAbove(cv, rgba, camera, WINDOW, reduced);
  return matSides(widthMm, depthMm).map((side) => {
    const strips = stripsBeside(view, side);
    return strips && alike(strips.inside, strips.outside);
  });
}

/** Correlations from which a line is a print’s, in part and fully, and the cost of a border with such a side. */
const PRINT = { from: 0.75, fully: 0.95, cost: 12 };

/**
 * Costs of some borders, as those of choices (`propose-borders.ts`), for each side with one print inside and outside of it; 0 without such
 * a side.
 */
export function correlationCosts(cv: Cv, rgba: Mat, mats: readonly RegisteredMat[]): number[] {
  return withMats((own) => {
    const reduced = own(reducedFrame(cv, rgba, WINDOW));
    return mats.map((mat) => {
      const shares = crossBorderCorrelation(cv, rgba, mat, reduced).map(
        (likeness = 0) => (likeness - PRINT.from) / (PRINT.fully - PRINT.from),
      );
      return shares.reduce((sum, share) => sum + PRINT.cost * Math.max(0, Math.min(1, share)), 0);
    });
  });
}

/** Correlation above which a side is not the mat’s; lower where hardly an edge is seen along it, though enough strips are in view. */
const ONE_PRINT = { seen: 0.85, unseen: 0.5 };
const HARDLY_SEEN = { strips: 24, share: 0.35 };

/** True when the mat continues beyond a side of its registration. */
export function continuesBeyond(cv: Cv, rgba: Mat, mat: RegisteredMat, edges: readonly EdgeReading[]): boolean {
  return crossBorderCorrelation(cv, rgba, mat).some((likeness, side) => {
    const strips = edges.filter((edge) => edge.side === side);
    const isUnseen = strips.length >= HARDLY_SEEN.strips && strips.filter(({ mark }) => mark).length < HARDLY_SEEN.share * strips.length;
    return likeness !== undefined && likeness > (isUnseen ? ONE_PRINT.unseen : ONE_PRINT.seen);
  });
}

/** Changes of the colours' logarithms along a side, one row for each colour. */
type Rows = readonly (readonly number[])[];

function stripsBeside(
  { rgba, seen }: ViewFromAbove,
  { from, along, out, longMm }: MatSide,
): { readonly inside: Rows; readonly outside: Rows } | undefined {
  /** Undefined where the frame does not show all of it. */
  const beside = (s: number, way: 1 | -1): readonly number[] | undefined => {
    const sums = [0, 0, 0];
    for (const mm of BESIDE_MM) {
      const at = viewIndex(WINDOW, { x: from.x + s * along.x + way * mm * out.x, y: from.y + s * along.y + way * mm * out.y });
      if (at === undefined || seen[at] !== 1) return undefined;
      for (let c = 0; c < sums.length; c++) sums[c]! += LOG_OF[rgba[4 * at + c]!]!;
    }
    return sums.map((sum) => sum / BESIDE_MM.length);
  };
  const places = Array.from({ length: Math.floor((longMm - 2 * CORNER_MM) / CELL_MM) }, (_, i) => CORNER_MM + i * CELL_MM).flatMap((s) => {
    const [inside, outside] = [beside(s, -1), beside(s, 1)];
    return inside && outside ? [{ inside, outside }] : [];
  });
  if (places.length * CELL_MM < MIN_SEEN * longMm) return undefined;
  return {
    inside: [0, 1, 2].map((c) => stepsAlong(places.map(({ inside }) => inside[c]!))),
    outside: [0, 1, 2].map((c) => stepsAlong(places.map(({ outside }) => outside[c]!))),
  };
}

/** Changes of values within `STEP_CELLS`, less their mean change. */
function stepsAlong(values: readonly number[]): readonly number[] {
  const steps = values.slice(STEP_CELLS).map((value, i) => value - values[i]!);
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
  return steps.map((step) => step - mean);
}

/** The correlation of two strips without the few parts that are most alike. */
function alike(inside: Rows, outside: Rows): number {
  const parts = Array.from({ length: PARTS }, (_, part) => {
    const [from, to] = [part, part + 1].map((k) => Math.floor((k * inside[0]!.length) / PARTS)) as [number, number];
    const [a, b] = [inside, outside].map((rows) => rows.flatMap((row) => row.slice(from, to))) as [number[], number[]];
    const plain = PLAIN ** 2 * a.length;
    return { both: dot(a, b), inside: plain + dot(a, a), outside: plain + dot(b, b) };
  });
  const counted = parts.sort((p, q) => q.both - p.both).slice(LEFT_OUT);
  const total = (of: (part: (typeof parts)[number]) => number) => counted.reduce((sum, part) => sum + of(part), 0);
  return total(({ both }) => both) / Math.sqrt(total((part) => part.inside) * total((part) => part.outside));
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, i) => sum + value * other[i]!, 0);
}
