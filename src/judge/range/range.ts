import type { Point } from '../../geometry/point.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import { BAND_MM, BANDS } from '../../pieces/dimensions.js';
import { type Judgement, judgement } from '../core/judgement.js';

/** 0 touching, 1 to 3 the bands of the ruler, 4 beyond range 3. */
export type Range = 0 | 1 | 2 | 3 | 4;

/**
 * The largest gap of each range, mm. A gap of exactly 100 mm lies in the nearer band: the band reaches to its line, line included (Fly
 * and jmthompson2015 decide so; TTS takes the farther band; the rules text does not say). Contact is range 0.
 */
export const RANGE_LIMITS_MM: readonly number[] = [0, ...Array.from({ length: BANDS }, (_, i) => (i + 1) * BAND_MM)].map(
  (limitMm) => limitMm + ROUNDING_MM,
);

/** The range of a gap in mm; negative gaps are overlaps, range 0. */
export function rangeOf(gapMm: number): Range {
  let range = 0;
  while (range < RANGE_LIMITS_MM.length && gapMm > RANGE_LIMITS_MM[range]!) range++;
  return range as Range;
}

/** A distance between two pieces with its uncertainty, mm. */
export interface RangeAnswer {
  /** Closest distance, 0 when the pieces overlap. */
  readonly gapMm: number;
  readonly sigmaMm: number;
  readonly range: Range;
  /** Probability of each range; sums to 1. */
  readonly probability: readonly [number, number, number, number, number];
  readonly certain: boolean;
  /** The two closest points, table frame; one common point when the pieces overlap. */
  readonly from: Point;
  readonly to: Point;
}

/** An object is at the range whose band falls over its closest point (RNG-07). Give the answer to the closest distance. */
export function atRange({ gapMm, probability }: RangeAnswer, range: Range): Judgement {
  const lowMm = range === 0 ? -Infinity : RANGE_LIMITS_MM[range - 1]!;
  const highMm = RANGE_LIMITS_MM[range] ?? Infinity;
  return judgement(rangeOf(gapMm) === range, probability[range], Math.min(gapMm - lowMm, highMm - gapMm));
}

/** Within a range: the whole object lies no farther away than the end of that band. Give the answer to its farthest point's distance. */
export function withinRange({ gapMm, probability }: RangeAnswer, range: 1 | 2 | 3): Judgement {
  return judgement(gapMm <= RANGE_LIMITS_MM[range]!, sumOf(probability.slice(0, range + 1)), RANGE_LIMITS_MM[range]! - gapMm);
}

/**
 * Beyond a range: no part of the object falls between the measuring object and the end of that range (RNG-08). Give the answer to the
 * closest distance.
 */
export function beyondRange({ gapMm, probability }: Pick<RangeAnswer, 'gapMm' | 'probability'>, range: 0 | 1 | 2 | 3): Judgement {
  return judgement(gapMm > RANGE_LIMITS_MM[range]!, sumOf(probability.slice(range + 1)), gapMm - RANGE_LIMITS_MM[range]!);
}

function sumOf(shares: readonly number[]): number {
  return Math.min(
    1,
    shares.reduce((sum, share) => sum + share, 0),
  );
}
