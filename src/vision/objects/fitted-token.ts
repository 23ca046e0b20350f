import { carriedCovariance } from '../../geometry/carried-covariance.js';
import type { Point } from '../../geometry/point.js';
import { tableFromPiece, wrapRad } from '../../geometry/pose.js';
import type { SeenBase, SeenObstacle } from '../../table/measurement.js';
import type { ObstacleKind } from '../../table/table.js';
import type { FittedObstacle } from './fit-obstacle.js';
import { outlineOf } from './obstacle-shapes.js';

/** A token as it was fitted. `shared`: variance of its place that it has in common with all that is near it, mm². */
export function asToken(fit: FittedObstacle, shared: number): SeenObstacle {
  const { shape, headingRad } = fit;
  const arm = tableFromPiece({ x: 0, y: 0, headingRad }, scaled(shape.centroid, fit.scale));
  const atOrigin = carriedCovariance(fit.covariance, { x: -arm.x, y: -arm.y });
  const pose = { x: fit.x - arm.x, y: fit.y - arm.y, headingRad: wrapRad(headingRad) };
  const { xx, xy, yy, hh } = fit.covariance;
  return {
    kind: shape.token.kind as ObstacleKind,
    outline: outlineOf(shape).map((point) => tableFromPiece(pose, scaled(point, fit.scale))),
    sigmaMm: Math.sqrt((xx + yy) / 2 + Math.hypot((xx - yy) / 2, xy) + shared + shape.radiusMm ** 2 * hh),
    token: {
      xws: shape.token.xws,
      name: shape.token.name,
      mirrored: shape.mirrored,
      pose,
      covariance: { ...atOrigin, xx: atOrigin.xx + shared, yy: atOrigin.yy + shared },
    },
  };
}

function scaled({ x, y }: Point, scale: number): Point {
  return { x: scale * x, y: scale * y };
}

/** How far all places of a table without bases may be off, mm. */
const SHARED_SIGMA_MM = 1;
const NEIGHBOURS = 3;

/**
 * Variance that a place has because camera and mat are not known exactly, mm²: no larger than that of the best measured base nearby, whose
 * place suffers from the same.
 */
export function sharedVariance(bases: readonly Pick<SeenBase, 'pose' | 'covariance'>[], { x, y }: Point): number {
  if (bases.length === 0) return SHARED_SIGMA_MM ** 2;
  const near = [...bases].sort((a, b) => Math.hypot(a.pose.x - x, a.pose.y - y) - Math.hypot(b.pose.x - x, b.pose.y - y));
  return Math.min(...near.slice(0, NEIGHBOURS).map(({ covariance: { xx, yy } }) => Math.max(xx, yy)));
}
