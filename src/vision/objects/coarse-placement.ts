import type { Point } from '../../geometry/point.js';
import type { Contour, ObstacleShape } from './obstacle-shapes.js';
import type { ObstacleView } from './obstacle-view.js';
import { CARD_MM, outlineScore, type PlacedOutline, parallaxPerMm } from './rate-obstacle.js';
import { CELL_MM, directionOf, inOrderOf, type SearchPlanes, STEP_CELLS, STRONGEST } from './search-planes.js';

/** A shape in a possible place, and how well it explains the view there. */
export interface CoarsePlacement extends PlacedOutline {
  readonly score: number;
}

/** The best place of each shape for each of its turns. `reachMm`: how far a centroid may be from the spot. */
export function coarsePlacements(
  view: ObstacleView,
  shapes: readonly ObstacleShape[],
  spot: Point,
  reachMm: number,
  headings: readonly number[],
): CoarsePlacement[] {
  const points = Math.max(0, ...shapes.map(({ coarse }) => coarse.count));
  const search = searchOf(view, spot, reachMm, points);
  const places: CoarsePlacement[] = [];
  for (const shape of shapes) {
    for (const headingRad of headings) {
      const best = bestPlace(search, shape.coarse, headingRad);
      if (best)
        places.push({ shape, x: view.left + CELL_MM * best.column, y: view.low + CELL_MM * best.row, headingRad, score: best.score });
    }
  }
  return places;
}

/** The area of a view that is searched, and buffers in which thousands of contours are laid and summed one after the other. */
interface Search {
  readonly view: ObstacleView;
  readonly planes: SearchPlanes;
  /** The view's log-odds, in the planes' order; undefined where only edges count. */
  readonly odds: Float32Array | undefined;
  /** Displacement at which a point a millimetre above the mat appears, relative to its foot. */
  readonly away: Point;
  readonly places: Places;
  readonly turned: TurnedContour;
  readonly sums: Sums;
}

/** Possible cells of a centroid. */
interface Places {
  readonly columns: Int32Array;
  readonly rows: Int32Array;
  /** Distance of each from the first in a plane. */
  readonly offsets: Int32Array;
}

/** The points of a contour as a view shows it at some heading. */
interface TurnedContour {
  /** Their cells, from the centroid's. */
  readonly columns: Int32Array;
  readonly rows: Int32Array;
  readonly directions: Uint8Array;
  /** The length across the rows that each stands for, mm, with the sign of the outline's side. */
  readonly widthsMm: Float64Array;
  /** Their cells in a plane, and in the edges of their direction, with the centroid at the first place. */
  readonly cells: Int32Array;
  readonly edgeCells: Int32Array;
}

/** Sums along a contour, by the place of its centroid. */
interface Sums {
  /** Log-odds over the contour's area, mm². */
  readonly area: Float64Array;
  /** Strengths of the edges. */
  readonly edge: Int32Array;
  /** Number of points in view. */
  readonly asked: Int32Array;
}

function searchOf(view: ObstacleView, spot: Point, reachMm: number, points: number): Search {
  const planes = view.planes();
  const places = placesAround(view, planes, spot, reachMm);
  const [ints, room] = [() => new Int32Array(points), places.offsets.length];
  return {
    view,
    planes,
    odds: view.forMm2 > 0 ? inOrderOf(planes, view.odds) : undefined,
    away: parallaxPerMm(view, spot),
    places,
    turned: {
      columns: ints(),
      rows: ints(),
      directions: new Uint8Array(points),
      widthsMm: new Float64Array(points),
      cells: ints(),
      edgeCells: ints(),
    },
    sums: { area: new Float64Array(room), edge: new Int32Array(room), asked: new Int32Array(room) },
  };
}

/** The cells STEP_CELLS from each other, not farther from a spot than `reachMm`. */
function placesAround(view: ObstacleView, planes: SearchPlanes, spot: Point, reachMm: number): Places {
  const steps = Math.round(reachMm / (STEP_CELLS * CELL_MM));
  const column = Math.round((spot.x - view.left) / CELL_MM);
  const row = Math.round((spot.y - view.low) / CELL_MM);
  const cells: [column: number, row: number][] = [];
  for (let up = -steps; up <= steps; up++) {
    for (let right = -steps; right <= steps; right++) {
      if (right * right + up * up <= steps * steps + 1) cells.push([column + STEP_CELLS * right, row + STEP_CELLS * up]);
    }
  }
  return placesOf(planes, cells);
}

/** Places whose number is a multiple of four, since they are summed by fours: the last is repeated. */
function placesOf({ stride }: SearchPlanes, cells: readonly (readonly [column: number, row: number])[]): Places {
  const [first, last] = [cells[0], cells.at(-1)];
  if (!first || !last) return { columns: new Int32Array(), rows: new Int32Array(), offsets: new Int32Array() };
  const filled = [...cells, ...Array.from({ length: (4 - (cells.length % 4)) % 4 }, () => last)];
  return {
    columns: Int32Array.from(filled, ([column]) => column),
    rows: Int32Array.from(filled, ([, row]) => row),
    offsets: Int32Array.from(filled, ([column, row]) => ((row - first[1]) / STEP_CELLS) * stride + (column - first[0]) / STEP_CELLS),
  };
}

/** The cell of a contour's centroid, and its score there. */
interface Place {
  readonly column: number;
  readonly row: number;
  readonly score: number;
}

/** The place in which a contour at a heading explains the view best; undefined where it leaves the view everywhere. */
function bestPlace(search: Search, contour: Contour, headingRad: number): Place | undefined {
  const { planes, odds, turned, sums } = search;
  turn(search, contour, headingRad);
  const places = placesInView(search, contour.count);
  if (places.offsets.length === 0) return undefined;
  for (let i = 0; i < contour.count; i++) {
    const cell = planes.rowAt[places.rows[0]! + turned.rows[i]!]! + planes.columnAt[places.columns[0]! + turned.columns[i]!]!;
    turned.cells[i] = cell;
    turned.edgeCells[i] = turned.directions[i]! * planes.count + cell;
  }
  sumAlong(planes.edges, turned.edgeCells, contour.count, places.offsets, sums.edge);
  if (planes.seen) sumAlong(planes.seen, turned.cells, contour.count, places.offsets, sums.asked);
  else sums.asked.fill(contour.count);
  if (odds) sumAreas(odds, turned, contour.count, places.offsets, sums.area);
  return bestOf(search.view, places, sums, contour.count);
}

function turn({ turned: { columns, rows, directions, widthsMm }, away }: Search, contour: Contour, headingRad: number): void {
  const sin = Math.sin(headingRad);
  const cos = Math.cos(headingRad);
  for (let i = 0; i < contour.count; i++) {
    const x = contour.x[i]!;
    const y = contour.y[i]!;
    const nx = cos * contour.nx[i]! + sin * contour.ny[i]!;
    const ny = -sin * contour.nx[i]! + cos * contour.ny[i]!;
    const lift = away.x * nx + away.y * ny > 0 ? CARD_MM : 0;
    columns[i] = Math.round((cos * x + sin * y + lift * away.x) / CELL_MM);
    rows[i] = Math.round((-sin * x + cos * y + lift * away.y) / CELL_MM);
    directions[i] = directionOf(contour.facingRad[i]! - headingRad);
    widthsMm[i] = nx * contour.length;
  }
}

/** The places from which all of the turned contour is in the view: mostly all of them. */
function placesInView({ planes: { columnAt, rowAt }, places, planes, turned }: Search, count: number): Places {
  const columns = rangeFor(turned.columns, count, columnAt.length);
  const rows = rangeFor(turned.rows, count, rowAt.length);
  if (areWithin(places.columns, columns) && areWithin(places.rows, rows)) return places;
  const cells = [...places.columns].map((column, k) => [column, places.rows[k]!] as const);
  return placesOf(
    planes,
    cells.filter(([column, row]) => isWithin(column, columns) && isWithin(row, rows)),
  );
}

interface Range {
  readonly first: number;
  readonly last: number;
}

/** The cells, of `length` in a row, at which a centroid may be for the points of a contour, some cells from it, to be among them. */
function rangeFor(points: Int32Array, count: number, length: number): Range {
  let [least, most] = [0, 0];
  for (let i = 0; i < count; i++) {
    if (points[i]! < least) least = points[i]!;
    if (points[i]! > most) most = points[i]!;
  }
  return { first: -least, last: length - 1 - most };
}

function areWithin(cells: Int32Array, range: Range): boolean {
  for (let k = 0; k < cells.length; k++) if (!isWithin(cells[k]!, range)) return false;
  return true;
}

function isWithin(cell: number, { first, last }: Range): boolean {
  return cell >= first && cell <= last;
}

/** Sums values at the first `count` cells, for each place; four places at once, whose sums need no memory meanwhile. */
function sumAlong(values: Uint8Array, cells: Int32Array, count: number, offsets: Int32Array, sums: Int32Array): void {
  for (let k = 0; k < offsets.length; k += 4) {
    const [a, b, c, d] = [offsets[k]!, offsets[k + 1]!, offsets[k + 2]!, offsets[k + 3]!];
    let [atA, atB, atC, atD] = [0, 0, 0, 0];
    for (let i = 0; i < count; i++) {
      const cell = cells[i]!;
      atA += values[cell + a]!;
      atB += values[cell + b]!;
      atC += values[cell + c]!;
      atD += values[cell + d]!;
    }
    sums[k] = atA;
    sums[k + 1] = atB;
    sums[k + 2] = atC;
    sums[k + 3] = atD;
  }
}

/** The same of odds, each times the width that its point stands for. */
function sumAreas(odds: Float32Array, { cells, widthsMm }: TurnedContour, count: number, offsets: Int32Array, sums: Float64Array): void {
  for (let k = 0; k < offsets.length; k += 4) {
    const [a, b, c, d] = [offsets[k]!, offsets[k + 1]!, offsets[k + 2]!, offsets[k + 3]!];
    let [atA, atB, atC, atD] = [0, 0, 0, 0];
    for (let i = 0; i < count; i++) {
      const cell = cells[i]!;
      const width = widthsMm[i]!;
      atA += width * odds[cell + a]!;
      atB += width * odds[cell + b]!;
      atC += width * odds[cell + c]!;
      atD += width * odds[cell + d]!;
    }
    sums[k] = atA;
    sums[k + 1] = atB;
    sums[k + 2] = atC;
    sums[k + 3] = atD;
  }
}

/** The place where a contour of `count` points, as it was summed, scores best. */
function bestOf(view: ObstacleView, { columns, rows, offsets }: Places, { area, edge, asked }: Sums, count: number): Place {
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < offsets.length; k++) {
    const score = outlineScore(view, area[k]!, edge[k]! / STRONGEST, asked[k]!, count);
    if (score <= most) continue;
    best = k;
    most = score;
  }
  return { column: columns[best]!, row: rows[best]!, score: most };
}
