import type { Point3 } from '../geometry/point.js';
import type { BaseSize } from '../pieces/base-size.js';
import type { Random } from './random.js';
import type { BaseProfile } from './table-description.js';

/**
 * Nominal sections: foot 40/60/80 mm (high confidence), tile 34×40, 54×60, 72×80 mm (medium), heights from a fan's mesh (low: walls 5.0,
 * floor 3.8, rail tops 6.8 leaning in by 1.4), guides 10.0…13.3 mm from the middle, reaching out 1.6 mm and about 2.4 mm tall.
 */
const NOMINAL: Readonly<Record<BaseSize, { halfMm: number; tileWidthMm: number; pegHoleMm: number }>> = {
  small: { halfMm: 20, tileWidthMm: 34, pegHoleMm: 11.9 },
  medium: { halfMm: 30, tileWidthMm: 54, pegHoleMm: 16.1 },
  large: { halfMm: 40, tileWidthMm: 72, pegHoleMm: 16.1 },
};

/** Where the guides stand across the base, mm from the middle; the same on every size. */
export const GUIDE_INNER_MM = 10.0;
export const GUIDE_OUTER_MM = 13.3;

/** One base section per size, its uncertain heights varied: real bases differ from any table. `jitterMm` 0 gives the nominal section. */
export function describeProfiles(random: Random, jitterMm: number): Record<BaseSize, BaseProfile> {
  const shared = (range: number) => random.range(-range, range) * jitterMm;
  const wall = shared(1);
  const rail = shared(1);
  const floor = shared(0.8);
  const hasLip = random.chance(0.5);
  const lipMm = hasLip ? 0.5 + 0.5 * random.next() : 0;
  const make = (size: BaseSize): BaseProfile => {
    const { halfMm, tileWidthMm, pegHoleMm } = NOMINAL[size];
    const own = () => random.range(-0.15, 0.15) * (jitterMm > 0 ? 1 : 0);
    const wallMm = Math.max(3.6, 5.0 + wall + own());
    const leanMm = 1.4 + shared(0.5);
    const thicknessMm = random.range(0.7, 1.3);
    return {
      halfMm,
      wallMm,
      railTopMm: Math.max(wallMm + 0.6, 6.8 + rail + own()),
      floorMm: Math.min(wallMm - 0.5, 3.8 + floor + own()),
      leanMm,
      railInnerMm: tileWidthMm / 2 - 0.3,
      tileHalfWidthMm: tileWidthMm / 2 - 0.3 + shared(0.25),
      tileHalfLengthMm: halfMm - lipMm - 0.1,
      tileThicknessMm: thicknessMm,
      guideReachMm: 1.6 + shared(0.15),
      guideHeightMm: 2.4 + shared(0.5),
      pegHoleMm,
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
