import { CORNER_SIGNS } from '../../geometry/corner-signs.js';
import type { Point3 } from '../../geometry/point.js';
import type { BaseSize } from '../../pieces/base-size.js';
import { halfSideMm } from '../../pieces/bases.js';
import { GUIDE, TILE_MM, TILE_TOP_MM } from '../../pieces/dimensions.js';

/**
 * Keypoints of a base, in the net's order: the foot's corners, the printed tile's corners, the tile's hashmarks,
 * the guides' tips. Base frame, mm: x right, y forward, z up from the mat.
 * Sizes and their sources: `pieces/dimensions.ts`.
 */
export const KEYPOINT_NAMES = [
  'foot front-left',
  'foot front-right',
  'foot rear-right',
  'foot rear-left',
  'tile front-left',
  'tile front-right',
  'tile rear-right',
  'tile rear-left',
  'hashmark front',
  'hashmark right',
  'hashmark rear',
  'hashmark left',
  'guide front-left',
  'guide front-right',
  'guide rear-right',
  'guide rear-left',
] as const;

/** For each keypoint the one that takes its place when left and right are exchanged. */
export const MIRRORED: readonly number[] = KEYPOINT_NAMES.map((name) =>
  KEYPOINT_NAMES.findIndex((other) => other === name.replace(/left|right/, (side) => (side === 'left' ? 'right' : 'left'))),
);

/** The middle of a guide, right of the base's and above the mat, mm. */
const GUIDE_X_MM = (GUIDE.innerMm + GUIDE.outerMm) / 2;
const GUIDE_CENTRE_Z_MM = GUIDE.heightMm / 2;

export interface BaseKeypoint extends Point3 {
  /** True for what is printed on the tile: it moves with the tile, and its z is the tile's top. */
  readonly onTile: boolean;
}

function keypointsOf(base: BaseSize): readonly BaseKeypoint[] {
  const half = halfSideMm(base);
  const [width, length] = TILE_MM[base];
  const foot = CORNER_SIGNS.map(([sx, sy]) => ({ x: sx * half, y: sy * half, z: 0, onTile: false }));
  const tile = CORNER_SIGNS.map(([sx, sy]) => ({ x: (sx * width) / 2, y: (sy * length) / 2, z: TILE_TOP_MM, onTile: true }));
  const marks = [
    { x: 0, y: length / 2 },
    { x: width / 2, y: 0 },
    { x: 0, y: -length / 2 },
    { x: -width / 2, y: 0 },
  ].map((point) => ({ ...point, z: TILE_TOP_MM, onTile: true }));
  const guides = CORNER_SIGNS.map(([sx, sy]) => ({
    x: sx * GUIDE_X_MM,
    y: sy * (half + GUIDE.protrusionMm),
    z: GUIDE_CENTRE_Z_MM,
    onTile: false,
  }));
  return [...foot, ...tile, ...marks, ...guides];
}

export const BASE_KEYPOINTS: Readonly<Record<BaseSize, readonly BaseKeypoint[]>> = {
  small: keypointsOf('small'),
  medium: keypointsOf('medium'),
  large: keypointsOf('large'),
};
