import type { Point } from '../../geometry/point.js';
import { tableFromPiece } from '../../geometry/pose.js';
import { baseHalf } from '../../pieces/bases.js';
import type { Ship } from '../../table/table.js';
import type { Shape } from './overlay.js';

/** The right half of a small craft from above, nose first, in halves of its base's width; the left half mirrors it. */
const RIGHT_HALF: readonly (readonly [number, number])[] = [
  [0, 0.78],
  [0.13, 0.3],
  [0.2, 0.02],
  [0.66, -0.22],
  [0.66, 0.12],
  [0.74, 0.12],
  [0.74, -0.56],
  [0.66, -0.56],
  [0.66, -0.46],
  [0.22, -0.4],
  [0.16, -0.66],
];

/** A ship's icon on its base, to show from afar which way it faces; empty while its front is open. */
export function shipIcon(ship: Ship): Shape[] {
  const { id: shipId, pose, owner, isFrontOpen } = ship;
  if (isFrontOpen) return [];
  const h = baseHalf(ship).x;
  const left = RIGHT_HALF.slice(1).reverse();
  const outline: readonly Point[] = [
    ...RIGHT_HALF.map(([x, y]) => ({ x: x * h, y: y * h })),
    ...left.map(([x, y]) => ({ x: -x * h, y: y * h })),
  ];
  const points = outline.map((point) => tableFromPiece(pose, point));
  return [{ role: 'icon', points, isClosed: true, shipId, ...(owner === undefined ? {} : { owner }) }];
}
