import { pixelFromTable } from '../../../geometry/camera.js';
import type { Mat } from '../../runtime/opencv.js';
import type { TableSolution } from '../../solve/joint-solution.js';
import { matSides } from '../../solve/mat-sides.js';

/** Width of the mat and of the table that is compared beside the innermost and the outermost line, mm. */
const REACH_MM = 40;
/** Margin on both sides of a line that is left out, mm: the edge itself, its hem and its shadow are of neither. */
const MARGIN_MM = 3;
/** Distance from a corner within which nothing is compared, mm: there is the neighbouring side’s table. */
const CORNER_MM = 64;
const PLACES_ALONG = 32;
const PLACES_ACROSS = 5;
/** With fewer places in the picture nothing is compared. */
const MIN_PLACES = 40;
const CHANNELS = 3;
/** Colours (0…1 a channel) whose energy distance is no larger are alike to the camera. */
const ALIKE = 0.003;
/** Cost of a band for each unit of its log odds; less than they are worth separately, since the sides of a mat resemble each other. */
const BAND_COST = 3;
/**
 * Log odds that a band is of the mat, by the logarithm of how much nearer its colours are to the mat’s than to the table’s. The constant is
 * below 0 because what lies outside of all lines may be the floor.
 */
const LOG_ODDS = { constant: -0.64, power: 0.87 };
/** Bound of the log odds: a cloth may resemble the mat on it, and a mat’s printed rim the table. */
const MAX_LOG_ODDS = 3;

/** A picture's red, green, blue and alpha, one pixel after another. */
type Colours = Pick<Mat, 'data'>;
export type RegisteredMat = Pick<TableSolution, 'camera' | 'widthMm' | 'depthMm'>;

/** A straight line near a side of a registered mat: how far outside it lies where the side begins, mm, and by how much more for each millimetre along it. */
export interface LineBeside {
  readonly outsideMm: number;
  readonly slope: number;
}

/**
 * Cost of each of some lines near one side as the mat’s border, by the colours of the bands between them: inside all lines is mat, outside is
 * table, and a band coloured as the mat is not outside of its border. `lines` from the inside out; the costs are those of choices
 * (`propose-borders.ts`), 0 for a line that no band contradicts.
 */
export function bandColourCosts(rgba: Colours, registration: RegisteredMat, side: number, lines: readonly LineBeside[]): number[] {
  if (lines.length < 2) return lines.map(() => 0);
  const [first, last] = [lines[0]!, lines.at(-1)!];
  const between = (inner: LineBeside, outer: LineBeside) => sampleOf(coloursBetween(rgba, registration, side, inner, outer));
  const mat = between(moved(first, -REACH_MM), first);
  const table = between(last, moved(last, REACH_MM));
  const odds = lines.slice(1).map((outer, i) => oddsOfMat(between(lines[i]!, outer), mat, table));
  const costs = lines.map((_, line) => odds.reduce((sum, one, band) => sum + Math.max(0, band < line ? -one : one), 0));
  return costs.map((cost) => BAND_COST * cost);
}

/** A side of the mat itself. */
const THE_SIDE: LineBeside = { outsideMm: 0, slope: 0 };

/**
 * Energy distance of the colours on either side of a registered mat’s side: 0 where alike, some tenths at most borders; undefined where too
 * little is in the picture.
 */
export function colourDistanceAcross(rgba: Colours, registration: RegisteredMat, side: number): number | undefined {
  const [inside, outside] = [-REACH_MM, REACH_MM].map((wideMm) => coloursBeside(rgba, registration, side, wideMm)) as [
    Float32Array,
    Float32Array,
  ];
  return isEnough(inside) && isEnough(outside) ? energyDistance(sampleOf(inside), sampleOf(outside)) : undefined;
}

/** Width beside a side that is compared with what lies beside the other sides, mm. */
const BESIDE_MM = 22;
/**
 * Cost of a border for each unit of `meanUnlikeness`, outside and inside. Less than a logistic regression would have, since a table may have
 * another cloth on one side (`npm run analyse -- borders`).
 */
const UNLIKE_COST = 12;

/**
 * Cost of a border by how its sides differ from each other: one table lies around the mat, and mats are printed alike along all their sides, so
 * that a border of which one side is a print’s frame, or the table’s edge, has unlike sides. `sides`: those of the border that are seen. A cost
 * as those of choices (`propose-borders.ts`), 0 where all are alike.
 */
export function unlikeSidesCost(rgba: Colours, registration: RegisteredMat, sides: readonly number[]): number {
  const beside = (wideMm: number) =>
    sides
      .map((side) => coloursBeside(rgba, registration, side, wideMm))
      .filter(isEnough)
      .map(sampleOf);
  return UNLIKE_COST * (meanUnlikeness(beside(-BESIDE_MM)) + meanUnlikeness(beside(BESIDE_MM)));
}

/** Mean logarithm of how many times more than alike samples differ, over all pairs. */
function meanUnlikeness(samples: readonly Sample[]): number {
  const each = samples.flatMap((one, i) => samples.slice(i + 1).map((other) => Math.log(1 + energyDistance(one, other) / ALIKE)));
  return each.length === 0 ? 0 : each.reduce((sum, value) => sum + value, 0) / each.length;
}

function isEnough(colours: Float32Array): boolean {
  return colours.length >= CHANNELS * MIN_PLACES;
}

function moved({ outsideMm, slope }: LineBeside, byMm: number): LineBeside {
  return { outsideMm: outsideMm + byMm, slope };
}

/** Log odds that a band is of the mat; 0 where too little is in the picture. */
function oddsOfMat(band: Sample, mat: Sample, table: Sample): number {
  if (![band, mat, table].every(({ colours }) => isEnough(colours))) return 0;
  const nearerToMat = Math.log((energyDistance(band, table) + ALIKE) / (energyDistance(band, mat) + ALIKE));
  const odds = LOG_ODDS.constant + LOG_ODDS.power * nearerToMat;
  return Math.max(-MAX_LOG_ODDS, Math.min(MAX_LOG_ODDS, odds));
}

/** The colours of a band of `wideMm` beside a registered mat's own side: outside of it, inside where that is negative. */
function coloursBeside(rgba: Colours, registration: RegisteredMat, side: number, wideMm: number): Float32Array {
  const other = moved(THE_SIDE, wideMm);
  return wideMm < 0 ? coloursBetween(rgba, registration, side, other, THE_SIDE) : coloursBetween(rgba, registration, side, THE_SIDE, other);
}

/** Red, green and blue (0…1) at places spread evenly between two lines, one place after another; what is out of the picture is left out. */
function coloursBetween({ data }: Colours, registration: RegisteredMat, side: number, inner: LineBeside, outer: LineBeside): Float32Array {
  const { camera, widthMm, depthMm } = registration;
  const { from, along, out, longMm } = matSides(widthMm, depthMm)[side]!;
  const colours: number[] = [];
  for (let i = 0; i < PLACES_ALONG; i++) {
    const s = CORNER_MM + ((longMm - 2 * CORNER_MM) * (i + 0.5)) / PLACES_ALONG;
    const nearest = inner.outsideMm + inner.slope * s + MARGIN_MM;
    const wide = outer.outsideMm + outer.slope * s - MARGIN_MM - nearest;
    if (wide <= 0) continue;
    for (let j = 0; j < PLACES_ACROSS; j++) {
      const o = nearest + (wide * (j + 0.5)) / PLACES_ACROSS;
      const seen = pixelFromTable(camera, { x: from.x + s * along.x + o * out.x, y: from.y + s * along.y + o * out.y, z: 0 });
      if (!seen) continue;
      const [u, v] = [Math.round(seen.u), Math.round(seen.v)];
      if (u < 0 || v < 0 || u >= camera.widthPx || v >= camera.heightPx) continue;
      const at = 4 * (v * camera.widthPx + u);
      colours.push(data[at]! / 255, data[at + 1]! / 255, data[at + 2]! / 255);
    }
  }
  return Float32Array.from(colours);
}

interface Sample {
  readonly colours: Float32Array;
  /** Mean distance of its colours from each other. */
  readonly spread: number;
}

function sampleOf(colours: Float32Array): Sample {
  return { colours, spread: meanDistance(colours, colours) };
}

/** Székely and Rizzo's energy distance of two samples of colours: 0 where both are drawn alike. */
function energyDistance(one: Sample, other: Sample): number {
  return Math.max(0, 2 * meanDistance(one.colours, other.colours) - one.spread - other.spread);
}

function meanDistance(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i += CHANNELS) {
    for (let j = 0; j < other.length; j += CHANNELS) {
      const [red, green, blue] = [one[i]! - other[j]!, one[i + 1]! - other[j + 1]!, one[i + 2]! - other[j + 2]!];
      sum += Math.sqrt(red * red + green * green + blue * blue);
    }
  }
  return (CHANNELS * CHANNELS * sum) / (one.length * other.length);
}
