import type { Point } from '../../geometry/point.js';
import type { Contour, ObstacleShape } from './obstacle-shapes.js';
import { type ObstacleView, VIEW_PX_PER_MM } from './obstacle-view.js';
import { CARD_MM, edgeAcross, outlineScore, type PlacedOutline, parallaxPerMm } from './rate-obstacle.js';

const STEP_MM = 5;

/** A shape laid where it may lie, and how well it explains the view there. */
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
  const places: CoarsePlacement[] = [];
  const around = pointsAround(spot, reachMm);
  const pixels = Int32Array.from(around, (point) => pixelOf(view, point));
  const away = parallaxPerMm(view, spot);
  const room = roomFor(Math.max(0, ...shapes.map(({ coarse }) => coarse.count)));
  for (const shape of shapes) {
    for (const headingRad of headings) {
      const turned = turnedContour(room, shape.coarse, view.columns, away, headingRad);
      const best = bestOf(view, turned, pixels);
      if (best) places.push({ shape, x: around[best.index]!.x, y: around[best.index]!.y, headingRad, score: best.score });
    }
  }
  return places;
}

/** The best score of a contour with its centroid at one of some pixels, and which of them it is; undefined where it leaves the view from all of them. */
function bestOf(
  view: ObstacleView,
  turned: TurnedContour,
  pixels: Int32Array,
): { readonly score: number; readonly index: number } | undefined {
  let best = -1;
  let score = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < pixels.length; i++) {
    const other = scoreAt(view, turned, pixels[i]!);
    if (!(other > score)) continue;
    best = i;
    score = other;
  }
  return best < 0 ? undefined : { score, index: best };
}

/** Points a step from each other, not farther from the spot than `reachMm`. */
function pointsAround(spot: Point, reachMm: number): Point[] {
  const points: Point[] = [];
  const steps = Math.round(reachMm / STEP_MM);
  for (let i = -steps; i <= steps; i++) {
    for (let j = -steps; j <= steps; j++) {
      if (i * i + j * j <= steps * steps + 1) points.push({ x: spot.x + i * STEP_MM, y: spot.y + j * STEP_MM });
    }
  }
  return points;
}

function pixelOf({ left, low, columns }: ObstacleView, { x, y }: Point): number {
  return Math.round((y - low) * VIEW_PX_PER_MM) * columns + Math.round((x - left) * VIEW_PX_PER_MM);
}

/** What a contour's points are written to: one after the other takes the same room, for there are thousands. */
interface Room {
  /** How far in the view's rows of pixels each point is from the centroid. */
  readonly offset: Int32Array;
  readonly nx: Float64Array;
  readonly ny: Float64Array;
}

/** The points of a contour as a view shows it at some heading. */
interface TurnedContour extends Room {
  /** The piece of the outline that each point stands for, mm. */
  readonly length: number;
  readonly count: number;
  /** The least and the largest offset, the centroid's own, 0, among them. */
  readonly first: number;
  readonly last: number;
}

function roomFor(points: number): Room {
  return { offset: new Int32Array(points), nx: new Float64Array(points), ny: new Float64Array(points) };
}

/** Turns a contour whose top appears `away` from its foot, for each mm of its height, in a view of `columns`. */
function turnedContour(room: Room, contour: Contour, columns: number, away: Point, headingRad: number): TurnedContour {
  const { offset, nx, ny } = room;
  const sin = Math.sin(headingRad);
  const cos = Math.cos(headingRad);
  let [first, last] = [0, 0];
  for (let i = 0; i < contour.count; i++) {
    const [x, y] = [contour.x[i]!, contour.y[i]!];
    const normalX = cos * contour.nx[i]! + sin * contour.ny[i]!;
    const normalY = -sin * contour.nx[i]! + cos * contour.ny[i]!;
    const lift = away.x * normalX + away.y * normalY > 0 ? CARD_MM : 0;
    const column = Math.round((cos * x + sin * y + lift * away.x) * VIEW_PX_PER_MM);
    const row = Math.round((-sin * x + cos * y + lift * away.y) * VIEW_PX_PER_MM);
    offset[i] = row * columns + column;
    first = Math.min(first, offset[i]!);
    last = Math.max(last, offset[i]!);
    nx[i] = normalX;
    ny[i] = normalY;
  }
  return { offset, nx, ny, length: contour.length, count: contour.count, first, last };
}

/** How well a contour with its centroid at a pixel explains the view; NaN where it leaves the view at its low or high end. */
function scoreAt(view: ObstacleView, { offset, nx, ny, length, count, first, last }: TurnedContour, pixel: number): number {
  const { odds, seen, coarse } = view;
  if (pixel + first < 0 || pixel + last >= odds.length) return Number.NaN;
  let area = 0;
  let edge = 0;
  let asked = 0;
  for (let i = 0; i < count; i++) {
    const at = pixel + offset[i]!;
    const x = nx[i]!;
    const y = ny[i]!;
    area += odds[at]! * (x * length);
    if (!seen[at]) continue;
    asked++;
    edge += edgeAcross(coarse, at, x, y);
  }
  return outlineScore(view, area, edge, asked, count);
}
