import type { Point } from '../../geometry/point.js';
import { obstacleToken, placedOutline } from '../../pieces/obstacles.js';
import type { Obstacle, ObstacleKind, PlacedToken } from '../../table/table.js';
import { freeObstacleId, placeOf } from './obstacle-place.js';

/** A mark set by hand under the loupe is good to about 3 px of the picture, and an outline turned by hand to 0.03 rad. */
const HAND_PX = 3;
const HAND_RAD = 0.03;
/** One that nobody has turned yet: any heading is as likely. */
const ANY_RAD = Math.PI / Math.sqrt(3);
/** Largest error of an outline in any turn, as a share of its reach: outlines are nearly round. */
const MAX_OFF = 0.25;

/** An obstacle of the tournament's that a person laid at a place, not turned yet. `pxPerMm`: size of a millimetre there in the picture. */
export function laidObstacle(xws: string, at: Point, pxPerMm: number, others: readonly Obstacle[]): Obstacle {
  const token = obstacleToken(xws);
  const variance = (HAND_PX / pxPerMm) ** 2;
  const covariance = { xx: variance, xy: 0, xh: 0, yy: variance, yh: 0, hh: ANY_RAD ** 2 };
  const placed = { xws, name: token.name, mirrored: false, pose: { ...at, headingRad: 0 }, covariance };
  return {
    id: freeObstacleId(others),
    kind: token.kind as ObstacleKind,
    outline: placedOutline(token, placed.pose),
    sigmaMm: sigmaOf(placed),
    token: placed,
  };
}

/** The same obstacle under another name: with that outline, in its place. */
export function namedObstacle(obstacle: Obstacle, xws: string, pxPerMm: number): Obstacle {
  const { x, y } = placeOf(obstacle);
  const laid = laidObstacle(xws, { x, y }, pxPerMm, []);
  const { pose, covariance } = obstacle.token ?? laid.token!;
  const turned = { pose: { x, y, headingRad: pose.headingRad }, covariance: { ...laid.token!.covariance, hh: covariance.hh } };
  return { ...withToken(laid, { ...laid.token!, ...turned }), id: obstacle.id };
}

/** The same obstacle elsewhere, as by hand. */
export function movedObstacle(obstacle: Obstacle, to: Point, pxPerMm: number): Obstacle {
  const from = placeOf(obstacle);
  const sigmaMm = HAND_PX / pxPerMm;
  const { token } = obstacle;
  if (token) {
    const covariance = { ...token.covariance, xx: sigmaMm ** 2, xy: 0, yy: sigmaMm ** 2, xh: 0, yh: 0 };
    return withToken(obstacle, { ...token, covariance, pose: { ...token.pose, ...to } });
  }
  return { ...obstacle, sigmaMm, outline: obstacle.outline.map(({ x, y }) => ({ x: x + to.x - from.x, y: y + to.y - from.y })) };
}

/** The same obstacle turned clockwise on its place. */
export function turnedObstacle(obstacle: Obstacle, byRad: number): Obstacle {
  const { token } = obstacle;
  if (token) {
    const covariance = { ...token.covariance, hh: HAND_RAD ** 2 };
    return withToken(obstacle, { ...token, covariance, pose: { ...token.pose, headingRad: token.pose.headingRad + byRad } });
  }
  const middle = placeOf(obstacle);
  const [sin, cos] = [Math.sin(byRad), Math.cos(byRad)];
  const outline = obstacle.outline.map(({ x, y }) => {
    const [dx, dy] = [x - middle.x, y - middle.y];
    return { x: middle.x + cos * dx + sin * dy, y: middle.y - sin * dx + cos * dy };
  });
  return { ...obstacle, outline };
}

/** The same token with its other side up. */
export function flippedObstacle(obstacle: Obstacle): Obstacle {
  const { token } = obstacle;
  return token ? withToken(obstacle, { ...token, mirrored: !token.mirrored }) : obstacle;
}

function withToken(obstacle: Obstacle, token: PlacedToken): Obstacle {
  return { ...obstacle, token, sigmaMm: sigmaOf(token), outline: placedOutline(obstacleToken(token.xws), token.pose, token.mirrored) };
}

/** One standard deviation of a token's outline when laid, moved or turned by hand, mm. */
function sigmaOf({ xws, covariance: { xx, yy, hh } }: PlacedToken): number {
  const reachMm = Math.max(...obstacleToken(xws).outline.map(({ x, y }) => Math.hypot(x, y)));
  return Math.hypot(Math.sqrt(Math.max(xx, yy)), Math.min(Math.sqrt(hh), MAX_OFF) * reachMm);
}
