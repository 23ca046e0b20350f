import { tableFromPiece } from '../../geometry/pose.js';
import { baseOutline, guides, halfSideMm, hashmarks } from '../../pieces/bases.js';
import { NOMINAL } from '../../pieces/dimensions.js';
import type { Ship } from '../../table/table.js';
import type { Shape } from './overlay.js';

/** Length of the tick that marks the front, as a share of the base's side. */
const HEADING_SHARE = 0.3;
/** Length of a drawn hashmark, mm. */
const HASHMARK_MM = 4;

/**
 * A ship's base as it stands on the mat: foot, guides, side hashmarks, the front arc as a tile prints it, and a tick at its front; while its
 * front is open the foot alone, which looks the same from all sides.
 */
export function shipShapes(ship: Ship): Shape[] {
  const { id: shipId, base, pose, owner } = ship;
  const own = { shipId, ...(owner === undefined ? {} : { owner }) };
  const foot: Shape = { role: 'base', points: baseOutline(base, pose), isClosed: true, ...own };
  if (ship.isFrontOpen) return [foot];
  const put = (points: readonly { readonly x: number; readonly y: number }[]) => points.map((point) => tableFromPiece(pose, point));
  const h = halfSideMm(base);
  const reach = 2 * h * HEADING_SHARE;
  const marks = hashmarks(base);
  const exit = h * Math.tan((NOMINAL.frontArcDeg[base] * Math.PI) / 360);
  return [
    {
      role: 'tile-front',
      points: put([
        { x: 0, y: 0 },
        { x: -exit, y: h },
        { x: exit, y: h },
      ]),
      isClosed: true,
      ...own,
    },
    foot,
    ...guides(base).map(({ outline }): Shape => ({ role: 'guide', points: put(outline), isClosed: true, ...own })),
    ...[marks.left, marks.right].map(
      (mark): Shape => ({
        role: 'hashmark',
        points: put([mark, { x: mark.x - Math.sign(mark.x) * HASHMARK_MM, y: mark.y }]),
        isClosed: false,
        ...own,
      }),
    ),
    {
      role: 'heading',
      points: put([
        { x: -reach / 2, y: h - reach },
        { x: 0, y: h - reach / 3 },
        { x: reach / 2, y: h - reach },
      ]),
      isClosed: false,
      ...own,
    },
  ];
}
