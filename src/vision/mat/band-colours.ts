import { pixelFromTable } from '../../geometry/camera.js';
import type { Mat } from '../runtime/opencv.js';
import type { TableSolution } from '../solve/joint-solution.js';
import { matSides } from '../solve/mat-sides.js';

/** Around the innermost and the outermost line so much of the mat and of the table is looked at, mm. */
const REACH_MM = 40;
/** The edge itself, its hem and its shadow are of neither, mm. */
const MARGIN_MM = 3;
/** Nearer to a corner there is the neighbouring side's table, mm. */
const CORNER_MM = 64;
const PLACES_ALONG = 32;
const PLACES_ACROSS = 5;
/** Of what less is in the picture nothing is said. */
const FEWEST_PLACES = 40;
const CHANNELS = 3;
/** Colours (0…1 a channel) whose energy distance is no larger are alike to the camera. */
const ALIKE = 0.003;
/** What a band costs for each unit of its logarithmic odds; less than they are worth by themselves, since the sides of a mat look alike. */
const LOOKS_COST = 3;
/**
 * The logarithm of the odds that a band is of the mat, fitted on 953 bands between lines near the borders of 631 simulated and path-traced
 * tables. The constant is below 0 because what lies outside of all lines may be the floor.
 */
const ODDS = { constant: -0.64, power: 0.87 };
/** A cloth may look like the mat on it, and a mat's printed rim like the table. */
const MOST_ODDS = 3;

/** A picture's red, green, blue and alpha, one pixel after another. */
type Colours = Pick<Mat, 'data'>;
export type RegisteredMat = Pick<TableSolution, 'camera' | 'widthMm' | 'depthMm'>;

/** A straight line near a side of a registered mat: how far outside it lies where the side begins, mm, and by how much more for each millimetre along it. */
export interface LineBeside {
  readonly outsideMm: number;
  readonly slope: number;
}

/**
 * What speaks against each of some lines near one side as the mat's border, by the looks of the bands between them: of what lies inside all
 * lines the mat is made, of what lies outside the table, and a band that looks like the mat is not outside of its border. `lines` from the
 * inside out; the costs are those of choices (`propose-borders.ts`), 0 for a line that no band contradicts.
 */
export function bandColourCosts(rgba: Colours, registration: RegisteredMat, side: number, lines: readonly LineBeside[]): number[] {
  if (lines.length < 2) return lines.map(() => 0);
  const [first, last] = [lines[0]!, lines.at(-1)!];
  const between = (inner: LineBeside, outer: LineBeside) => sampleOf(coloursBetween(rgba, registration, side, inner, outer));
  const mat = between(moved(first, -REACH_MM), first);
  const table = between(last, moved(last, REACH_MM));
  const odds = lines.slice(1).map((outer, i) => oddsOfMat(between(lines[i]!, outer), mat, table));
  const costs = lines.map((_, line) => odds.reduce((sum, one, band) => sum + Math.max(0, band < line ? -one : one), 0));
  return costs.map((cost) => LOOKS_COST * cost);
}

/** A side of the mat itself. */
const THE_SIDE: LineBeside = { outsideMm: 0, slope: 0 };

/** How different the table looks on either side of a registered mat's side: 0 where alike, some tenths at most borders; undefined where too little is seen. */
export function looksApart(rgba: Colours, registration: RegisteredMat, side: number): number | undefined {
  const [inside, outside] = [-REACH_MM, REACH_MM].map((wideMm) => coloursBeside(rgba, registration, side, wideMm)) as [
    Float32Array,
    Float32Array,
  ];
  return isEnough(inside) && isEnough(outside) ? energyDistance(sampleOf(inside), sampleOf(outside)) : undefined;
}

/** Beside a side so much of the mat and of the table is compared with what lies beside the other sides, mm. */
const BESIDE_MM = 22;
/**
 * What a border costs for each unit of the mean logarithm of how different its sides look from each other, outside and inside. A logistic
 * regression on 150 doubtful tables, simulated and path-traced, would have 17; less is asked for, since a table may have another cloth on one
 * side. Of the same tables a wrong border is then preferred in 12 instead of 26, before any base is measured (`npm run borders`).
 */
const UNLIKE_COST = 12;

/**
 * What speaks against a border in how its sides look beside each other: one table lies around the mat, and mats are printed alike along all
 * their sides, so that a border of which one side is a print's frame, or the table's edge, has unlike sides. `sides`: those of the border that are
 * seen. A cost as those of choices (`propose-borders.ts`), 0 where all look alike.
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
  return colours.length >= CHANNELS * FEWEST_PLACES;
}

function moved({ outsideMm, slope }: LineBeside, byMm: number): LineBeside {
  return { outsideMm: outsideMm + byMm, slope };
}

/** Logarithm of the odds that a band is of the mat; 0 where too little is seen. */
function oddsOfMat(band: Sample, mat: Sample, table: Sample): number {
  if (![band, mat, table].every(({ colours }) => isEnough(colours))) return 0;
  const nearerToMat = Math.log((energyDistance(band, table) + ALIKE) / (energyDistance(band, mat) + ALIKE));
  const odds = ODDS.constant + ODDS.power * nearerToMat;
  return Math.max(-MOST_ODDS, Math.min(MOST_ODDS, odds));
}

/** The colours of the band beside a registered mat's own side, so wide, mm: outside of it, inside where that is negative. */
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
