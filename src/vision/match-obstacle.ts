import type { Point } from '../geometry/point.js';
import type { Contour, ObstacleShape } from './obstacle-shapes.js';
import { type ObstacleView, VIEW_PX_PER_MM } from './obstacle-view.js';

/** A shape laid on the table: where its centroid is, and its heading (clockwise, rad). */
export interface Laid {
  readonly shape: ObstacleShape;
  readonly x: number;
  readonly y: number;
  readonly headingRad: number;
}

export interface Match extends Laid {
  /** How well it explains what is seen: the share of the area and, counted twice, the share of the edges. */
  readonly score: number;
  /** Share of what speaks for an obstacle that it covers, less what speaks against one; at most 1. */
  readonly areaShare: number;
  /** Mean strength of the edges along its outline, 0…1. */
  readonly edgeShare: number;
  /** Share of its outline that is in view. */
  readonly seenShare: number;
}

/** Thickness of an obstacle's cardboard (common punchboard; no token was measured): its top appears farther from the camera. */
export const CARD_MM = 2;
const EDGE_WEIGHT = 2;

/** How shapes are first tried. */
export interface RoughSearch {
  readonly headings: readonly number[];
  /** So many places of each shape are looked into, however much better those of others are. */
  readonly keptOfEach: number;
}

export function allAround(turns: number): number[] {
  return Array.from({ length: turns }, (_, turn) => (turn * 2 * Math.PI) / turns);
}

const ROUGH: RoughSearch = { headings: allAround(30), keptOfEach: 0 };
const STEP_MM = 5;
/** The detector's masks are so coarse that an area is hardly wrong by more than this factor. */
const AREA_FACTOR = 2.3;
/** So many of the rough places are looked into, and of the shapes those so far behind the best in score. */
const ROUGH_KEPT = 60;
const BEHIND = 0.5;
/** Where no outline fits better than this roughly, none will be named. */
const LEAST_ROUGH = 1.4;
/** Fewer of an outline's points in view than this share say nothing. */
const LEAST_ASKED = 0.3;
/** Less evidence for any obstacle than this is as good as none, mm² of log-odds. */
const LEAST_FOR_MM2 = 500;

/** The best place of the shapes that may lie near a spot, best first. `reachMm`: how far a centroid may be from the spot. */
export function matchObstacle(
  view: ObstacleView,
  shapes: readonly ObstacleShape[],
  spot: { readonly centroid: Point; readonly areaMm2: number },
  reachMm: number,
  { headings, keptOfEach }: RoughSearch = ROUGH,
): Match[] {
  const fitting = shapes.filter(({ areaMm2 }) => Math.max(areaMm2 / spot.areaMm2, spot.areaMm2 / areaMm2) < AREA_FACTOR);
  const rough = fitting.flatMap((shape) => roughPlaces(view, shape, spot.centroid, reachMm, headings));
  rough.sort((a, b) => b.score - a.score);
  if (!rough[0] || rough[0].score < LEAST_ROUGH) return [];
  const byShape = new Map<ObstacleShape, Match>();
  const left = new Map(fitting.map((shape) => [shape, keptOfEach]));
  for (const [i, place] of rough.entries()) {
    const own = left.get(place.shape)!;
    left.set(place.shape, own - 1);
    if (i >= ROUGH_KEPT && own <= 0) continue;
    const better = climbed(view, 'coarse', place, { mm: 2.5, rad: 0.1, halvings: 1 });
    const known = byShape.get(place.shape);
    if (!known || better.score > known.score) byShape.set(place.shape, better);
  }
  const best = Math.max(...[...byShape.values()].map(({ score }) => score));
  return [...byShape.values()]
    .filter(({ score }) => score > best - BEHIND)
    .map((match) => climbed(view, 'fine', match, { mm: 1, rad: 0.03, halvings: 2 }))
    .sort((a, b) => b.score - a.score);
}

/** The best place of a shape for each of its turns. */
function roughPlaces(view: ObstacleView, shape: ObstacleShape, spot: Point, reachMm: number, headings: readonly number[]): Match[] {
  const places: Match[] = [];
  const steps = Math.round(reachMm / STEP_MM);
  for (const headingRad of headings) {
    const turned = turnedContour(view, shape.coarse, spot, headingRad);
    let best: Match | undefined;
    for (let i = -steps; i <= steps; i++) {
      for (let j = -steps; j <= steps; j++) {
        if (i * i + j * j > steps * steps + 1) continue;
        const x = spot.x + i * STEP_MM;
        const y = spot.y + j * STEP_MM;
        const rating = roughlyRated(view, turned, x, y);
        if (!best || rating.score > best.score) best = { shape, x, y, headingRad, ...rating };
      }
    }
    if (best) places.push(best);
  }
  return places;
}

interface TurnedContour {
  /** How far in the view's rows of pixels each point is from the centroid. */
  readonly offset: Int32Array;
  /** Weights of area and of the edge tensor for each point. */
  readonly weights: Float64Array;
  readonly count: number;
}

function turnedContour(view: ObstacleView, contour: Contour, at: Point, headingRad: number): TurnedContour {
  const { x, y, nx, ny, length, count } = contour;
  const sin = Math.sin(headingRad);
  const cos = Math.cos(headingRad);
  const offset = new Int32Array(count);
  const weights = new Float64Array(4 * count);
  const away = awayPerMm(view, at);
  for (let i = 0; i < count; i++) {
    const normalX = cos * nx[i]! + sin * ny[i]!;
    const normalY = -sin * nx[i]! + cos * ny[i]!;
    const lift = away.x * normalX + away.y * normalY > 0 ? CARD_MM : 0;
    const column = Math.round((cos * x[i]! + sin * y[i]! + lift * away.x) * VIEW_PX_PER_MM);
    const row = Math.round((-sin * x[i]! + cos * y[i]! + lift * away.y) * VIEW_PX_PER_MM);
    offset[i] = row * view.columns + column;
    weights[4 * i] = normalX * length;
    weights[4 * i + 1] = normalX * normalX;
    weights[4 * i + 2] = 2 * normalX * normalY;
    weights[4 * i + 3] = normalY * normalY;
  }
  return { offset, weights, count };
}

/** Where what lies a millimetre above the mat appears, beside its foot. */
export function awayPerMm({ eye }: ObstacleView, at: Point): Point {
  return { x: (at.x - eye.x) / (eye.heightMm - CARD_MM), y: (at.y - eye.y) / (eye.heightMm - CARD_MM) };
}

interface Rating {
  readonly score: number;
  readonly areaShare: number;
  readonly edgeShare: number;
  readonly seenShare: number;
}

function roughlyRated(view: ObstacleView, { offset, weights, count }: TurnedContour, x: number, y: number): Rating {
  const { odds, seen, coarse } = view;
  const start = Math.round((y - view.low) * VIEW_PX_PER_MM) * view.columns + Math.round((x - view.left) * VIEW_PX_PER_MM);
  let area = 0;
  let edge = 0;
  let asked = 0;
  for (let i = 0; i < count; i++) {
    const at = start + offset[i]!;
    const w = 4 * i;
    area += odds[at]! * weights[w]!;
    if (!seen[at]) continue;
    asked++;
    edge += weights[w + 1]! * coarse[3 * at]! + weights[w + 2]! * coarse[3 * at + 1]! + weights[w + 3]! * coarse[3 * at + 2]!;
  }
  return rating(view, area, edge, asked, count);
}

function rating({ forMm2 }: ObstacleView, area: number, edge: number, asked: number, count: number): Rating {
  const areaShare = area / Math.max(forMm2, LEAST_FOR_MM2);
  const edgeShare = asked > LEAST_ASKED * count ? edge / asked : 0;
  return { areaShare, edgeShare, seenShare: asked / count, score: areaShare + EDGE_WEIGHT * edgeShare };
}

/** Walks uphill along place and turn, with steps halved where no step leads up. */
function climbed(
  view: ObstacleView,
  scale: 'coarse' | 'fine',
  from: Laid,
  steps: { readonly mm: number; readonly rad: number; readonly halvings: number },
): Match {
  let best = rated(view, scale, from);
  let { mm, rad, halvings } = steps;
  while (halvings >= 0) {
    let moved = false;
    for (const [dx, dy, turn] of [
      [mm, 0, 0],
      [-mm, 0, 0],
      [0, mm, 0],
      [0, -mm, 0],
      [0, 0, rad],
      [0, 0, -rad],
    ] as const) {
      const { shape, x, y, headingRad } = best;
      const next = rated(view, scale, { shape, x: x + dx, y: y + dy, headingRad: headingRad + turn });
      if (next.score <= best.score) continue;
      best = next;
      moved = true;
    }
    if (moved) continue;
    mm /= 2;
    rad /= 2;
    halvings--;
  }
  return best;
}

/** How well a laid shape explains the view. */
function rated(view: ObstacleView, scale: 'coarse' | 'fine', laid: Laid): Match {
  const { odds, seen } = view;
  const edges = view[scale];
  const contour = laid.shape[scale];
  const sin = Math.sin(laid.headingRad);
  const cos = Math.cos(laid.headingRad);
  const away = awayPerMm(view, laid);
  let area = 0;
  let edge = 0;
  let asked = 0;
  for (let i = 0; i < contour.count; i++) {
    const x = laid.x + cos * contour.x[i]! + sin * contour.y[i]!;
    const y = laid.y - sin * contour.x[i]! + cos * contour.y[i]!;
    const nx = cos * contour.nx[i]! + sin * contour.ny[i]!;
    const ny = -sin * contour.nx[i]! + cos * contour.ny[i]!;
    const top = pixelAt(view, x + CARD_MM * away.x, y + CARD_MM * away.y);
    // On the camera's side the cut edge of the cardboard is seen: its foot and the edge of the print, whichever is the clearer.
    const isFar = away.x * nx + away.y * ny > 0;
    const at = isFar ? top : pixelAt(view, x, y);
    area += odds[at]! * nx * contour.length;
    if (seen[at] === 0) continue;
    asked++;
    const support = across(edges, at, nx, ny);
    edge += isFar ? support : Math.max(support, across(edges, top, nx, ny));
  }
  return { ...laid, ...rating(view, area, edge, asked, contour.count) };
}

/** The pixel of the view nearest to a table point. */
function pixelAt({ left, low, columns, rows }: ObstacleView, x: number, y: number): number {
  const column = Math.round((x - left) * VIEW_PX_PER_MM);
  const row = Math.round((y - low) * VIEW_PX_PER_MM);
  return Math.max(0, Math.min(rows - 1, row)) * columns + Math.max(0, Math.min(columns - 1, column));
}

/** How strong an edge across a normal is at a pixel. */
function across(edges: Float32Array, at: number, nx: number, ny: number): number {
  return nx * nx * edges[3 * at]! + 2 * nx * ny * edges[3 * at + 1]! + ny * ny * edges[3 * at + 2]!;
}
