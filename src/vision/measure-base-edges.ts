import type { Camera } from '../geometry/camera.js';
import type { Point } from '../geometry/point.js';
import { type Pose, tableFromPiece } from '../geometry/pose.js';
import type { BaseSize } from '../pieces/base-size.js';
import { HALF_SIDE_MM, TILE_MM, TILE_TOP_MM } from './base-keypoints.js';
import { HONESTY } from './honesty.js';
import type { Net } from './net.js';
import type { BaseEdgeMark } from './observations.js';
import type { Cv, Mat } from './opencv.js';
import { readStrips, type Strip } from './read-strips.js';
import { stripWindow } from './strip-window.js';

/** A strip across a side of a base's foot or tile, the base on the left. As in models/train/pictures.py. */
const WINDOW = { acrossPx: 40, alongPx: 8, acrossMm: 10, alongMm: 8 };
const STEP_MM = 8;
/** A strip's middle stays so far from the side's ends. */
const END_MM = 4.5;
/** Where the foot's front and rear edges have guides, mm from the middle. */
const GUIDES_MM = [7, 16.5] as const;

/** Front, right, rear, left: unit vectors out of a base. */
const OUTWARD: readonly Point[] = [
  { x: 0, y: 1 },
  { x: 1, y: 0 },
  { x: 0, y: -1 },
  { x: -1, y: 0 },
];

interface EdgeStrip extends Strip {
  readonly owner: number;
  readonly edge: Omit<BaseEdgeMark, keyof BaseEdgeMark['mark'] | 'mark'>;
}

/** Reads where the sides of each base's foot and of its printed tile are seen in the original frame, near where the poses expect them. */
export async function measureBaseEdges(
  cv: Cv,
  net: Net,
  rgba: Mat,
  camera: Camera,
  bases: readonly { readonly base: BaseSize; readonly pose: Pose }[],
): Promise<BaseEdgeMark[][]> {
  const strips = bases.flatMap(({ base, pose }, owner) => stripsOf(camera, base, pose, owner));
  const marks = await readStrips(cv, net, rgba, strips, WINDOW);
  const found: BaseEdgeMark[][] = bases.map(() => []);
  strips.forEach(({ owner, edge }, i) => {
    const mark = marks[i];
    if (mark) found[owner]!.push({ ...edge, mark: { ...mark, sigmaPx: HONESTY.baseEdgeFactor * mark.sigmaPx } });
  });
  return found;
}

function stripsOf(camera: Camera, base: BaseSize, pose: Pose, owner: number): EdgeStrip[] {
  return [false, true].flatMap((onTile) =>
    OUTWARD.flatMap((out, side) => {
      const [tileWidth, tileLength] = TILE_MM[base];
      const half = HALF_SIDE_MM[base];
      const [far, wide] = onTile ? (side % 2 === 0 ? [tileLength / 2, tileWidth / 2] : [tileWidth / 2, tileLength / 2]) : [half, half];
      const along = { x: -out.y, y: out.x };
      return places(wide, !onTile && side % 2 === 0).flatMap((place): EdgeStrip[] => {
        const local = { x: far * out.x + place * along.x, y: far * out.y + place * along.y };
        const middle = { ...tableFromPiece(pose, local), z: onTile ? TILE_TOP_MM : 0 };
        const imageFromStrip = stripWindow(camera, middle, turned(pose, out), turned(pose, along), WINDOW);
        return imageFromStrip ? [{ owner, imageFromStrip, meant: onTile ? 1 : 0, edge: { onTile, local, along } }] : [];
      });
    }),
  );
}

/** Places along a side, mm from its middle. */
function places(wide: number, hasGuides: boolean): number[] {
  const count = Math.max(2, Math.floor((2 * (wide - END_MM)) / STEP_MM) + 1);
  return Array.from({ length: count }, (_, i) => -(wide - END_MM) + (i * 2 * (wide - END_MM)) / (count - 1)).filter(
    (place) => !hasGuides || Math.abs(place) < GUIDES_MM[0] || Math.abs(place) > GUIDES_MM[1],
  );
}

function turned({ headingRad }: Pose, { x, y }: Point): Point {
  const sin = Math.sin(headingRad);
  const cos = Math.cos(headingRad);
  return { x: cos * x + sin * y, y: -sin * x + cos * y };
}
