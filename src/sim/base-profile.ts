import type { Point3 } from '../geometry/point.js';
import type { BaseSize } from '../pieces/base-size.js';
import { halfSideMm } from '../pieces/bases.js';
import { GUIDE, RAIL_TOP_MM, TILE_MM } from '../pieces/dimensions.js';
import type { Random } from './random.js';
import type { BaseProfile } from './table-description.js';

/** Diameter of the hole for the peg in a tile, mm (Hinny/strange-eons-xwing2; medium confidence). */
const PEG_HOLE_MM: Readonly<Record<BaseSize, number>> = { small: 11.9, medium: 16.1, large: 16.1 };
/** Heights of the outer walls and of the floor under the tile, and how far the rails lean in, mm (a fan's mesh of the small base; low confidence). */
const SECTION_MM = { wall: 5.0, floor: 3.8, lean: 1.4 } as const;

/** One base section per size, its uncertain heights varied: real bases differ from any table. `jitterMm` 0 gives the nominal section. */
export function describeProfiles(random: Random, jitterMm: number): Record<BaseSize, BaseProfile> {
  const shared = (range: number) => random.range(-range, range) * jitterMm;
  const wall = shared(1);
  const rail = shared(1);
  const floor = shared(0.8);
  const hasLip = random.chance(0.5);
  const lipMm = hasLip ? 0.5 + 0.5 * random.next() : 0;
  const make = (size: BaseSize): BaseProfile => {
    const halfMm = halfSideMm(size);
    const [tileWidthMm] = TILE_MM[size];
    const own = () => random.range(-0.15, 0.15) * (jitterMm > 0 ? 1 : 0);
    const wallMm = Math.max(3.6, SECTION_MM.wall + wall + own());
    const leanMm = SECTION_MM.lean + shared(0.5);
    const thicknessMm = random.range(0.7, 1.3);
    return {
      halfMm,
      wallMm,
      railTopMm: Math.max(wallMm + 0.6, RAIL_TOP_MM + rail + own()),
      floorMm: Math.min(wallMm - 0.5, SECTION_MM.floor + floor + own()),
      leanMm,
      railInnerMm: tileWidthMm / 2 - 0.3,
      tileHalfWidthMm: tileWidthMm / 2 - 0.3 + shared(0.25),
      tileHalfLengthMm: halfMm - lipMm - 0.1,
      tileThicknessMm: thicknessMm,
      guideReachMm: GUIDE.protrusionMm + shared(0.15),
      guideHeightMm: GUIDE.heightMm + shared(0.5),
      pegHoleMm: PEG_HOLE_MM[size],
    };
  };
  return { small: make('small'), medium: make('medium'), large: make('large') };
}

/**
 * The outer top corners in the base's own frame (x right, y forward, mm): front-left, front-right, rear-right, rear-left.
 * They are the ends of the front and rear walls' top edges, on the leaning sides: a little inside the foot's corners.
 */
export function topCorners(profile: BaseProfile): readonly Point3[] {
  const x = profile.halfMm - (profile.leanMm * profile.wallMm) / profile.railTopMm;
  const y = profile.halfMm;
  const z = profile.wallMm;
  return [
    { x: -x, y, z },
    { x, y, z },
    { x, y: -y, z },
    { x: -x, y: -y, z },
  ];
}
