import type { Point } from '../../geometry/point.js';
import { coarsePlacements } from './coarse-placement.js';
import type { ObstacleShape } from './obstacle-shapes.js';
import type { ObstacleView } from './obstacle-view.js';
import { type Match, type PlacedOutline, ratedOutline } from './rate-obstacle.js';

/** Parameters of the first, coarse trial of shapes. */
export interface CoarseSearch {
  readonly headings: readonly number[];
  /** Number of places of each shape that are refined, however much better those of other shapes are. */
  readonly refinedOfEach: number;
  /** Rough score below which no outline is refined. */
  readonly minScore: number;
}

/** Headings evenly around a full turn, beginning with 0, rad. */
export function evenHeadingsRad(turns: number): number[] {
  return Array.from({ length: turns }, (_, turn) => (turn * 2 * Math.PI) / turns);
}

const ROUGH: CoarseSearch = { headings: evenHeadingsRad(30), refinedOfEach: 0, minScore: 1.4 };
/** Factor by which an area may be wrong at most, since the detector's masks are coarse. */
const AREA_FACTOR = 2.3;
/** Number of coarse placements that are refined, and the distance from the best shape’s score up to which a shape counts. */
const MAX_REFINED = 60;
const BEHIND = 0.5;

/** The shapes that may cover an area of a mask, mm². */
export function shapesOfArea<Shape extends ObstacleShape>(shapes: readonly Shape[], maskMm2: number): Shape[] {
  return shapes.filter(({ areaMm2 }) => Math.max(areaMm2 / maskMm2, maskMm2 / areaMm2) < AREA_FACTOR);
}

/** The best place of each shape near a spot, best first. `reachMm`: largest distance of a centroid from the spot. */
export function matchObstacle(
  view: ObstacleView,
  shapes: readonly ObstacleShape[],
  spot: Point,
  reachMm: number,
  { headings, refinedOfEach, minScore }: CoarseSearch = ROUGH,
): Match[] {
  const rough = coarsePlacements(view, shapes, spot, reachMm, headings).sort((a, b) => b.score - a.score);
  if (!rough[0] || rough[0].score < minScore) return [];
  const byShape = new Map<ObstacleShape, Match>();
  const left = new Map(shapes.map((shape) => [shape, refinedOfEach]));
  for (const [i, place] of rough.entries()) {
    const own = left.get(place.shape)!;
    left.set(place.shape, own - 1);
    if (i >= MAX_REFINED && own <= 0) continue;
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

/** Walks uphill along place and turn, with steps halved where no step leads up. */
function climbed(
  view: ObstacleView,
  scale: 'coarse' | 'fine',
  from: PlacedOutline,
  steps: { readonly mm: number; readonly rad: number; readonly halvings: number },
): Match {
  const { shape } = from;
  const edges = view[scale];
  const contour = shape[scale];
  let best = ratedOutline(view, edges, contour, from);
  let { mm, rad } = steps;
  for (let halvings = 0; halvings <= steps.halvings; halvings++) {
    const ways = [
      [mm, 0, 0],
      [-mm, 0, 0],
      [0, mm, 0],
      [0, -mm, 0],
      [0, 0, rad],
      [0, 0, -rad],
    ] as const;
    // Tries one direction after the other, around and around, until none has led up from here.
    for (let i = 0, tried = 0; tried < ways.length; i++) {
      const [dx, dy, turn] = ways[i % ways.length]!;
      const { x, y, headingRad } = best;
      const next = ratedOutline(view, edges, contour, { shape, x: x + dx, y: y + dy, headingRad: headingRad + turn });
      tried = next.score > best.score ? 0 : tried + 1;
      if (tried === 0) best = next;
    }
    mm /= 2;
    rad /= 2;
  }
  return best;
}
