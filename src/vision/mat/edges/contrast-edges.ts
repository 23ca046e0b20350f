import { pixelFromTable } from '../../../geometry/camera.js';
import { BETWEEN_PIXELS_PX, pixelInPicture } from '../../../geometry/in-picture.js';
import { MAT_MM } from '../../../pieces/dimensions.js';

import { COLOURS, logColours, medianOf, SATURATION_STEP, tanh } from '../../image/log-view.js';
import { viewIndex, windowAroundMat } from '../../image/view-from-above.js';
import type { Cv, Mat } from '../../runtime/opencv.js';
import type { TableSolution } from '../../solve/joint-solution.js';
import { type MatSide, matSides } from '../../solve/mat-sides.js';
import type { EdgeReading } from './measure-edges.js';

const CELL_MM = 2;
const WINDOW = windowAroundMat(CELL_MM, 70.8);
/** Reach of the search for an edge from where the side is expected, cells, and its slopes to it. */
const NEAR_CELLS = 14;
const SLOPES = Array.from({ length: 17 }, (_, i) => (i - 8) * 0.005);
const BESIDE_CELLS = 12;
/** Distance of the first and last place from the mat's corners; the corners may be rounded. */
const CORNER_CELLS = 12;
/** Standard deviation of a line above which it is not used, mm. */
const MAX_SIGMA_MM = 12;
/** Share of a side's places that must be in the picture at an offset for it to be compared. */
const MIN_SEEN = 0.3;
/** Cells along a side for each mark. */
const MARK_CELLS = 20;
/**
 * Number of parts that a side is cut into; how far the line moves when half of them are left out, in each balanced way, is its standard
 * deviation.
 */
const PARTS = 16;
/** Least standard deviation of a line, mm, however well its parts agree. */
const MIN_SIGMA_MM = 2;
/** The marks of a line err together: the sigma of each is widened so that all of them together have the line's uncertainty. */
const TOGETHER = 2;

/**
 * Edges where the table changes its colour along each side of a mat that is known to within some 20 mm, for borders too faint to be seen in
 * strips: the line of a side is taken whole, where mat and table differ most along its length. One mark every 40 mm; no readings for sides
 * that are out of the frame or too uncertain.
 */
export function contrastEdges(cv: Cv, rgba: Mat, registration: TableSolution): EdgeReading[] {
  const { camera } = registration;
  const view = logColours(cv, rgba, camera, WINDOW);
  const beside = SIDES.map((side) => stepsBeside(view, side));
  const plain = SATURATION_STEP * medianOf(seenSteps(beside));
  const sides = beside.map((side) => ({ ...side, steps: side.steps.map((step) => tanh(step / plain)) }));
  const turns = SLOPES.map((slope) => ({ slope, sides: sides.map((side) => partsOf(side, slope)) }));
  const free = likeliestTurn(turns).lines;
  const inwards = [0, 1, 2].map((c) => free.reduce((sum, line) => sum + (line?.step[c] ?? 0), 0));
  const length = Math.hypot(...inwards) || 1;
  const common = inwards.map((step) => step / length);
  const { turn, lines } = likeliestTurn(turns, common);
  return lines.flatMap((line, i) => {
    if (!line) return [];
    const sigmaMm = lineSigmaMm(turn.sides[i]!, line, common);
    if (sigmaMm > MAX_SIGMA_MM) return [];
    const { from, along, out } = SIDES[i]!;
    const offsetMm = (line.offset - NEAR_CELLS) * CELL_MM;
    const marks: EdgeReading[] = [];
    for (let place = CORNER_CELLS; place <= MAT_CELLS - CORNER_CELLS; place += MARK_CELLS) {
      const [s, o] = [place * CELL_MM, offsetMm + turn.slope * (place - MAT_CELLS / 2) * CELL_MM];
      const at = { x: from.x + s * along.x + o * out.x, y: from.y + s * along.y + o * out.y, z: 0 };
      const here = pixelInPicture(camera, at, BETWEEN_PIXELS_PX);
      const beyond = pixelFromTable(camera, { ...at, x: at.x + out.x, y: at.y + out.y });
      if (!here || !beyond) continue;
      const pxPerMm = Math.hypot(beyond.u - here.u, beyond.v - here.v);
      marks.push({ side: i, mark: { ...here, sigmaPx: TOGETHER * sigmaMm * pxPerMm } });
    }
    return marks;
  });
}

const MAT_CELLS = MAT_MM / CELL_MM;
const SIDES = matSides(MAT_MM, MAT_MM);

/** Surroundings of one side: at each place along it and each distance outwards the step of the colours inwards. */
interface SideSteps {
  readonly places: number;
  readonly steps: Float32Array;
  readonly seen: Uint8Array;
}

const OFFSETS = 2 * NEAR_CELLS + 1;
const SLANT_CELLS = Math.ceil((SLOPES.at(-1)! * MAT_CELLS) / 2);
const ACROSS = OFFSETS + 2 * SLANT_CELLS;

function stepsBeside(view: Float32Array, { from, along, out }: MatSide): SideSteps {
  const places = Math.floor(MAT_CELLS - 2 * CORNER_CELLS);
  const steps = new Float32Array(places * ACROSS * COLOURS);
  const seen = new Uint8Array(places * ACROSS);
  const cell = (s: number, o: number) => {
    const x = from.x + s * CELL_MM * along.x + o * CELL_MM * out.x;
    const y = from.y + s * CELL_MM * along.y + o * CELL_MM * out.y;
    const index = viewIndex(WINDOW, { x, y });
    return index === undefined ? -1 : (COLOURS + 1) * index;
  };
  // For one place along the side, the cells from the innermost outwards.
  const row = new Int32Array(ACROSS + 2 * BESIDE_CELLS - 1);
  for (let place = 0; place < places; place++) {
    for (let k = 0; k < row.length; k++) {
      row[k] = cell(CORNER_CELLS + place + 0.5, k - NEAR_CELLS - SLANT_CELLS - BESIDE_CELLS + 0.5);
    }
    for (let k = 0; k < ACROSS; k++) {
      const at = place * ACROSS + k;
      seen[at] = 1;
      for (let i = 0; i < BESIDE_CELLS; i++) {
        const [inner, outer] = [row[k + BESIDE_CELLS - 1 - i]!, row[k + BESIDE_CELLS + i]!];
        if (inner < 0 || outer < 0 || view[inner + COLOURS]! < 1 || view[outer + COLOURS]! < 1) {
          seen[at] = 0;
          break;
        }
        for (let c = 0; c < COLOURS; c++) {
          steps[at * COLOURS + c] = steps[at * COLOURS + c]! + (view[inner + c]! - view[outer + c]!) / BESIDE_CELLS;
        }
      }
    }
  }
  return { places, steps, seen };
}

function* seenSteps(sides: readonly SideSteps[]): Iterable<number> {
  for (const { steps, seen } of sides) {
    for (let i = 0; i < steps.length; i++) if (seen[Math.floor(i / COLOURS)]) yield steps[i]!;
  }
}

/** The mat turned slightly, its sides in parts. */
interface Turn {
  /** Growth of the distance outwards along each side. */
  readonly slope: number;
  readonly sides: readonly (readonly Part[])[];
}

/** The turn at which all sides together are plainest, and the line of each, in the `common` way where that is known. */
function likeliestTurn(turns: readonly Turn[], common?: readonly number[]) {
  return turns
    .map((turn) => {
      const lines = turn.sides.map((parts) => plainestLine(parts, common));
      return { turn, lines, score: lines.reduce((sum, line) => sum + (line?.score ?? 0), 0) };
    })
    .reduce((best, one) => (one.score > best.score ? one : best));
}

/** Standard deviation of a line by its moves when half of its side is left out. */
function lineSigmaMm(parts: readonly Part[], { offset }: SideLine, common: readonly number[]): number {
  const moved = Array.from({ length: PARTS - 1 }, (_, k) => {
    const half = plainestLine(
      parts.filter((_, part) => isEven(part & (k + 1))),
      common,
    );
    return half ? half.offset - offset : NEAR_CELLS;
  });
  return Math.max(MIN_SIGMA_MM, CELL_MM * Math.sqrt(moved.reduce((sum, cells) => sum + cells ** 2, 0) / moved.length));
}

function isEven(bits: number): boolean {
  return [1, 2, 4, 8].filter((bit) => bits & bit).length % 2 === 0;
}

/** For each part of a side and each offset the sum of the steps of each colour along it, and the number of its places that are seen. */
interface Part {
  readonly steps: Float64Array;
  readonly seen: Float64Array;
  readonly places: number;
}

function partsOf({ places, steps, seen }: SideSteps, slope: number): Part[] {
  const firstAcross = Int32Array.from({ length: places }, (_, place) => SLANT_CELLS + Math.round(slope * (place - places / 2)));
  return Array.from({ length: PARTS }, (_, part) => {
    const [from, to] = [part, part + 1].map((k) => Math.floor((k * places) / PARTS)) as [number, number];
    const sums = new Float64Array(OFFSETS * COLOURS);
    const counts = new Float64Array(OFFSETS);
    for (let place = from; place < to; place++) {
      const first = place * ACROSS + firstAcross[place]!;
      for (let offset = 0; offset < OFFSETS; offset++) {
        const at = first + offset;
        if (!seen[at]) continue;
        counts[offset]! += 1;
        for (let c = 0; c < COLOURS; c++) sums[offset * COLOURS + c]! += steps[at * COLOURS + c]!;
      }
    }
    return { steps: sums, seen: counts, places: to - from };
  });
}

interface SideLine {
  /** Index among the distances that are searched, at the side’s middle, cells. */
  readonly offset: number;
  readonly score: number;
  readonly step: readonly number[];
}

/** The line along which the colours of all parts change most, in the `common` way where that is known. */
function plainestLine(parts: readonly Part[], common?: readonly number[]): SideLine | undefined {
  const places = parts.reduce((sum, part) => sum + part.places, 0);
  const scores = new Float64Array(OFFSETS);
  let best: { readonly offset: number; readonly step: readonly number[] } | undefined;
  for (let offset = 0; offset < OFFSETS; offset++) {
    if (parts.reduce((sum, { seen }) => sum + seen[offset]!, 0) < MIN_SEEN * places) continue;
    const step = [0, 1, 2].map((c) => parts.reduce((sum, { steps }) => sum + steps[offset * COLOURS + c]!, 0) / places);
    scores[offset] = common ? step.reduce((sum, one, c) => sum + one * common[c]!, 0) : Math.hypot(...step);
    if (scores[offset]! > (best ? scores[best.offset]! : 0)) best = { offset, step };
  }
  // A contrast that grows towards the end of the search is another thing's edge.
  if (!best || best.offset === 0 || best.offset === OFFSETS - 1) return undefined;
  const score = scores[best.offset]!;
  const [before, after] = [scores[best.offset - 1]!, scores[best.offset + 1]!];
  const bend = before + after - 2 * score;
  return { ...best, score, offset: best.offset + (bend < 0 ? (before - after) / (2 * bend) : 0) };
}
