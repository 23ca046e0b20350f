import { carriedCovariance } from '../../geometry/carried-covariance.js';
import type { Point } from '../../geometry/point.js';
import { tableFromPiece, wrapRad } from '../../geometry/pose.js';
import type { SeenObstacle } from '../../table/measurement.js';
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
