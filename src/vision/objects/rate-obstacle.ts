import type { Point } from '../../geometry/point.js';
import { edgeAcross } from '../image/structure-tensor.js';
import type { Contour, ObstacleShape } from './obstacle-shapes.js';
import { type ObstacleView, VIEW_PX_PER_MM } from './obstacle-view.js';

/** A shape placed on the table: where its centroid is, and its heading (clockwise, rad). */
export interface PlacedOutline {
  readonly shape: ObstacleShape;
  readonly x: number;
  readonly y: number;
  readonly headingRad: number;
}

/** A placed outline, rated by the view. */
export interface Match extends PlacedOutline {
  /** Agreement with the view: the share of the area and, counted twice, the share of the edges. */
  readonly score: number;
  /** Share of the evidence for an obstacle that it covers, less the evidence against one; at most 1. */
  readonly areaShare: number;
  /** Mean strength of the edges along its outline, 0…1. */
  readonly edgeShare: number;
  /** Share of its outline that is in view. */
  readonly seenShare: number;
}

/** Thickness of an obstacle's cardboard (common punchboard; no token was measured): its top appears farther from the camera. */
export const CARD_MM = 2;
const EDGE_WEIGHT = 2;
/** Share of an outline's points in view below which it is not rated. */
const MIN_ASKED = 0.3;
/** Evidence for any obstacle below which there is as good as none, mm² of log-odds. */
const MIN_FOR_MM2 = 500;

/** Displacement at which a point a millimetre above the mat appears, relative to its foot. */
export function parallaxPerMm({ eye }: ObstacleView, at: Point): Point {
  return { x: (at.x - eye.x) / (eye.heightMm - CARD_MM), y: (at.y - eye.y) / (eye.heightMm - CARD_MM) };
}

/** The log-odds summed over an outline's area, mm², as a share of all that speak for an obstacle. */
function areaShareOf({ forMm2 }: ObstacleView, area: number): number {
  return area / Math.max(forMm2, MIN_FOR_MM2);
}

/** Mean strength of the edges, summed as `edge` over those `asked` of an outline's `count` points that are in view. */
function edgeShareOf(edge: number, asked: number, count: number): number {
  return asked > MIN_ASKED * count ? edge / asked : 0;
}

/** Score of an outline by what the view shows along it. */
export function outlineScore(view: ObstacleView, area: number, edge: number, asked: number, count: number): number {
  return areaShareOf(view, area) + EDGE_WEIGHT * edgeShareOf(edge, asked, count);
}

/** Rating of a placed shape by its contour and the view's edges at some scale. */
export function ratedOutline(view: ObstacleView, edges: Float32Array, contour: Contour, placed: PlacedOutline): Match {
  const { odds, seen } = view;
  const sin = Math.sin(placed.headingRad);
  const cos = Math.cos(placed.headingRad);
  const away = parallaxPerMm(view, placed);
  let area = 0;
  let edge = 0;
  let asked = 0;
  for (let i = 0; i < contour.count; i++) {
    const x = placed.x + cos * contour.x[i]! + sin * contour.y[i]!;
    const y = placed.y - sin * contour.x[i]! + cos * contour.y[i]!;
    const nx = cos * contour.nx[i]! + sin * contour.ny[i]!;
    const ny = -sin * contour.nx[i]! + cos * contour.ny[i]!;
    const top = pixelAt(view, x + CARD_MM * away.x, y + CARD_MM * away.y);
    // On the camera's side the cut edge of the cardboard is seen: its foot and the edge of the print, whichever is clearer.
    const isFar = away.x * nx + away.y * ny > 0;
    const at = isFar ? top : pixelAt(view, x, y);
    area += odds[at]! * nx * contour.length;
    if (seen[at] === 0) continue;
    asked++;
    const support = edgeAcross(edges, at, nx, ny);
    edge += isFar ? support : Math.max(support, edgeAcross(edges, top, nx, ny));
  }
  return {
    shape: placed.shape,
    x: placed.x,
    y: placed.y,
    headingRad: placed.headingRad,
    score: outlineScore(view, area, edge, asked, contour.count),
    areaShare: areaShareOf(view, area),
    edgeShare: edgeShareOf(edge, asked, contour.count),
    seenShare: asked / contour.count,
  };
}

/** The pixel of the view nearest to a table point. */
function pixelAt({ left, low, columns, rows }: ObstacleView, x: number, y: number): number {
  const column = Math.round((x - left) * VIEW_PX_PER_MM);
  const row = Math.round((y - low) * VIEW_PX_PER_MM);
  return Math.max(0, Math.min(rows - 1, row)) * columns + Math.max(0, Math.min(columns - 1, column));
}
