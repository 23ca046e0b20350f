import type { Camera } from '../../../geometry/camera.js';
import { meanPoint } from '../../../geometry/mean-point.js';
import type { Point } from '../../../geometry/point.js';
import { MAT_MM } from '../../../pieces/dimensions.js';
import { COLOURS, logColours, medianOf, SATURATION_STEP, tanh } from '../../image/log-view.js';
import { type Cv, type Mat, withMats } from '../../runtime/opencv.js';
import { OVERHANG_MM, type Square, squareSeparationMm } from './fit-square.js';

/** Reach of the view to each side of the bases’ middle, mm: a mat that has all of them on it is inside. */
const REACH_MM = 960;
const VIEW_MM = 4;
const CELL_MM = 8;
const CELLS = (2 * REACH_MM) / CELL_MM;
const MAT_CELLS = Math.round(MAT_MM / CELL_MM);
/** Number of places along each axis where a mat may begin. */
const STARTS = CELLS - MAT_CELLS + 1;
const TURN_STEP_RAD = Math.PI / 90;
/** Cells on both sides of an edge over which colours are compared: the mat’s rim may be hemmed. */
const BESIDE_CELLS = 3;
/** Colours and whether a cell is in the frame. */
const CHANNELS = COLOURS + 1;
/** Separation (`squareSeparationMm`) below which squares are one, mm. */
const SEPARATE_MM = 60;

/** A square that contrast alone shows. */
export interface ContrastSquare extends Square {
  /** Contrast of mat and table across its sides, 0…2. */
  readonly score: number;
}

/**
 * The squares of a mat's size across whose sides the table changes its colour most, and most alike on all four, plainest first, at most `count`.
 * The plane that `camera` sees is known (mm), `inside` stand on the mat. Colours are compared by their logarithms and over the whole length of
 * a side: a mat as dark as its table still differs from it by a share of its light.
 */
export function contrastSquares(cv: Cv, rgba: Mat, camera: Camera, inside: readonly Point[], count: number): ContrastSquare[] {
  const middle = meanPoint(inside);
  const found: ContrastSquare[] = [];
  withMats((own) => {
    const view = own(logView(cv, rgba, camera, middle));
    const turned = own(new cv.Mat());
    let plain: number | undefined;
    for (let turnRad = 0; turnRad < Math.PI / 2 - 1e-9; turnRad += TURN_STEP_RAD) {
      turn(cv, view, turned, turnRad);
      const cells = turned.data32F;
      plain ??= SATURATION_STEP * medianStep(cells);
      const [cos, sin] = [Math.cos(turnRad), Math.sin(turnRad)];
      for (const { column, row, score } of bestPlaces(cells, plain, placesFor(middle, inside, turnRad))) {
        const [x, y] = [column * CELL_MM - REACH_MM, REACH_MM - row * CELL_MM - MAT_MM];
        found.push({ corner: { x: middle.x + cos * x - sin * y, y: middle.y + sin * x + cos * y }, turnRad, score });
      }
    }
  });
  const separate: ContrastSquare[] = [];
  for (const square of found.sort((a, b) => b.score - a.score)) {
    if (separate.length === count) break;
    if (separate.every((other) => squareSeparationMm(square, other) > SEPARATE_MM)) separate.push(square);
  }
  return separate;
}

/** The table around a point as seen from above, `VIEW_MM` a pixel, smoothed as the larger cells need it. */
function logView(cv: Cv, rgba: Mat, camera: Camera, { x, y }: Point): Mat {
  const sidePx = (2 * REACH_MM) / VIEW_MM;
  const corner = { x: x - REACH_MM, y: y - REACH_MM };
  const view = new cv.Mat(sidePx, sidePx, cv.CV_32FC4);
  view.data32F.set(logColours(cv, rgba, camera, { sidePx, pxPerMm: 1 / VIEW_MM, corner, sourceLongSidePx: 384 }));
  cv.blur(view, view, new cv.Size(3, 3));
  return view;
}

/** The view in cells, its rows along the x axis, which is turned counter-clockwise by `turnRad`. */
function turn(cv: Cv, view: Mat, turned: Mat, turnRad: number): void {
  const [cos, sin] = [(Math.cos(turnRad) * CELL_MM) / VIEW_MM, (Math.sin(turnRad) * CELL_MM) / VIEW_MM];
  const [from, to] = [(CELLS - 1) / 2, (view.cols - 1) / 2];
  withMats((own) => {
    const viewFromCells = own(cv.matFromArray(2, 3, cv.CV_64FC1, [cos, sin, to - from * (cos + sin), -sin, cos, to - from * (cos - sin)]));
    const flags = cv.INTER_LINEAR | cv.WARP_INVERSE_MAP;
    cv.warpAffine(view, turned, viewFromCells, new cv.Size(CELLS, CELLS), flags, cv.BORDER_CONSTANT, new cv.Scalar(0, 0, 0, 0));
  });
}

/** The first and the last of some cells. */
type Range = readonly [number, number];

interface Places {
  readonly columns: Range;
  readonly rows: Range;
}

/** Cells where a square may begin that has all of `inside` on it, first and last; empty when they span more than a mat. */
function placesFor(middle: Point, inside: readonly Point[], turnRad: number): Places {
  const [cos, sin] = [Math.cos(turnRad), Math.sin(turnRad)];
  const range = (ats: readonly number[]): Range => {
    const [least, most] = [Math.min(...ats), Math.max(...ats)];
    const first = Math.ceil((most - OVERHANG_MM - MAT_MM + REACH_MM) / CELL_MM);
    const last = Math.floor((least + OVERHANG_MM + REACH_MM) / CELL_MM);
    return [Math.max(0, first), Math.min(STARTS - 1, last)];
  };
  const from = inside.map(({ x, y }) => ({ x: x - middle.x, y: y - middle.y }));
  return { columns: range(from.map(({ x, y }) => cos * x + sin * y)), rows: range(from.map(({ x, y }) => sin * x - cos * y)) };
}

interface Place {
  readonly column: number;
  readonly row: number;
  readonly score: number;
}

/** The plainest square of one turn, and the plainest of those that differ from it. */
function bestPlaces(cells: Float32Array, plain: number, { columns, rows }: Places): Place[] {
  const upright = sideSteps(cells, plain, CHANNELS, CELLS * CHANNELS, columns, rows);
  const level = sideSteps(cells, plain, CELLS * CHANNELS, CHANNELS, rows, columns);
  const places: Place[] = [];
  for (let row = rows[0]; row <= rows[1]; row++) {
    for (let column = columns[0]; column <= columns[1]; column++) {
      const left = COLOURS * (row * (CELLS + 1) + column);
      const top = COLOURS * (column * (CELLS + 1) + row);
      const score = squareScore(upright, left, left + COLOURS * MAT_CELLS, level, top, top + COLOURS * MAT_CELLS);
      places.push({ column, row, score });
    }
  }
  const plainest = (all: readonly Place[]) =>
    all.reduce<Place | undefined>((best, one) => (best && best.score >= one.score ? best : one), undefined);
  const best = plainest(places);
  const other =
    best && plainest(places.filter(({ column, row }) => CELL_MM * Math.hypot(column - best.column, row - best.row) > SEPARATE_MM));
  return [best, other].flatMap((one) => (one ? [one] : []));
}

/** Contrast of the four sides, plus that of all together: a mat differs from its table in the same way on all of them. */
function squareScore(upright: Float32Array, left: number, right: number, level: Float32Array, top: number, bottom: number): number {
  let [atLeft, atRight, atTop, atBottom, together] = [0, 0, 0, 0, 0];
  for (let c = 0; c < COLOURS; c++) {
    const [a, b] = [upright[left + c]!, -upright[right + c]!];
    const [d, e] = [level[top + c]!, -level[bottom + c]!];
    atLeft += a * a;
    atRight += b * b;
    atTop += d * d;
    atBottom += e * e;
    together += (a + b + d + e) ** 2;
  }
  const plain = Math.sqrt(atLeft) + Math.sqrt(atRight) + Math.sqrt(atTop) + Math.sqrt(atBottom);
  return (plain + Math.sqrt(together)) / (4 * Math.sqrt(COLOURS));
}

/**
 * For every line between two cells across which `across` leads, and every place along it (`along`) where a mat's side may begin: the mean
 * step of each colour along that side, −1…1, zero where it is not in the frame. STARTS × (CELLS + 1) × COLOURS, filled in for the `starts`
 * and for the lines of squares that begin at `lines`.
 */
function sideSteps(cells: Float32Array, plain: number, across: number, along: number, lines: Range, starts: Range): Float32Array {
  const width = COLOURS * (CELLS + 1);
  const sums = new Float64Array(width * (CELLS + 1));
  const sides = new Float32Array(STARTS * width);
  const step = new Float64Array(COLOURS);
  for (const [first, last] of [lines, lines.map((line) => line + MAT_CELLS)] as Range[]) {
    for (let i = starts[0]; i < starts[1] + MAT_CELLS; i++) {
      for (let line = first; line <= last; line++) {
        const at = i * width + COLOURS * line;
        const isSeen = stepAcross(cells, i * along + line * across, across, line, step);
        for (let c = 0; c < COLOURS; c++) sums[at + width + c] = sums[at + c]! + (isSeen ? tanh(step[c]! / plain) : 0);
      }
    }
    for (let i = starts[0]; i <= starts[1]; i++) {
      for (let at = i * width + COLOURS * first; at < i * width + COLOURS * (last + 1); at++) {
        sides[at] = (sums[at + MAT_CELLS * width]! - sums[at]!) / MAT_CELLS;
      }
    }
  }
  return sides;
}

/** Mean colour of the cells behind a line minus that before it; false where not all of them are in the frame. */
function stepAcross(cells: Float32Array, at: number, across: number, line: number, step: Float64Array): boolean {
  if (line < BESIDE_CELLS || line > CELLS - BESIDE_CELLS) return false;
  step.fill(0);
  for (let k = 1; k <= BESIDE_CELLS; k++) {
    const [before, behind] = [at - k * across, at + (k - 1) * across];
    if (cells[before + COLOURS]! < 0.99 || cells[behind + COLOURS]! < 0.99) return false;
    for (let c = 0; c < COLOURS; c++) step[c] = step[c]! + (cells[behind + c]! - cells[before + c]!) / BESIDE_CELLS;
  }
  return true;
}

function medianStep(cells: Float32Array): number {
  const steps: number[] = [];
  const step = new Float64Array(COLOURS);
  for (let row = 0; row < CELLS; row += 3) {
    for (let line = 0; line <= CELLS; line += 3) {
      if (stepAcross(cells, CHANNELS * (row * CELLS + line), CHANNELS, line, step)) steps.push(...step);
    }
  }
  return medianOf(steps);
}
