import type { Point } from '../../geometry/point.js';
import { tableFromPiece } from '../../geometry/pose.js';
import outlines from '../../pieces/obstacle-outlines.json' with { type: 'json' };
import type { ObstacleKind } from '../../table/table.js';
import { ANY_PRINT } from '../look/look-names.js';
import type { Random } from '../random.js';
import type { ObstacleDescription, Split } from '../table-description.js';
import { areApart } from './lay-out-ships.js';

/** Share of the obstacles to train on whose print is any. */
const ANY_SHARE = 0.7;

/** Up to `count` of the 30 tournament obstacles, either side up, clear of the ships' squares and of each other. */
export function describeObstacles(
  random: Random,
  split: Split,
  mat: { readonly widthMm: number; readonly depthMm: number },
  ships: readonly (readonly Point[])[],
  count: number,
): ObstacleDescription[] {
  const placed: ObstacleDescription[] = [];
  const taken: Point[][] = [];
  for (let tries = 0; placed.length < count && tries < 120; tries++) {
    const row = random.pick(outlines.obstacles);
    const mirrored = random.chance(0.5);
    const margin = split === 'demo' ? 210 : random.chance(0.8) ? 120 : 50;
    const pose = {
      x: random.range(margin, mat.widthMm - margin),
      y: random.range(margin, mat.depthMm - margin),
      headingRad: random.range(-Math.PI, Math.PI),
    };
    const outline = row.points.map((p) => tableFromPiece(pose, { x: (mirrored ? -1 : 1) * p[0]!, y: p[1]! }));
    const circle = hullCircle(outline, pose);
    if (!ships.every((ship) => areApart(ship, circle)) || !taken.every((other) => areApart(other, circle))) continue;
    taken.push(circle);
    const isAny = split === 'train' && random.chance(ANY_SHARE);
    placed.push({
      id: `o${placed.length + 1}`,
      xws: row.xws,
      kind: row.kind as ObstacleKind,
      mirrored,
      x: pose.x,
      y: pose.y,
      headingDeg: (pose.headingRad * 180) / Math.PI,
      thicknessMm: random.range(isAny ? 0.3 : 1.6, 2.4),
      look: { family: isAny ? ANY_PRINT : row.kind, seed: random.seed() },
      outline: mirrored ? outline.reverse() : outline,
    });
  }
  return placed;
}

/** A twelve-cornered circle around the outline: enough to keep pieces apart. */
function hullCircle(outline: readonly Point[], centre: Point): Point[] {
  const reach = Math.max(...outline.map((p) => Math.hypot(p.x - centre.x, p.y - centre.y))) + 2;
  return Array.from({ length: 12 }, (_, i) => ({
    x: centre.x + reach * Math.cos((i * Math.PI) / 6),
    y: centre.y + reach * Math.sin((i * Math.PI) / 6),
  }));
}
