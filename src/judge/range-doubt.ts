import type { Point } from '../geometry/point.js';
import { isSettled, type Probe, probabilityAtMost, spreadMm } from './doubt.js';
import { isCertain } from './judgement.js';
import { RANGE_LIMITS_MM, type RangeAnswer, rangeOf } from './range.js';

/** The answer to a distance that is known exactly. */
export function exactRange(gapMm: number, from: Point, to: Point): RangeAnswer {
  const range = rangeOf(gapMm);
  const probability = [0, 0, 0, 0, 0] as [number, number, number, number, number];
  probability[range] = 1;
  return { gapMm: Math.max(0, gapMm), sigmaMm: 0, range, probability, certain: true, from, to };
}

/**
 * The answer to a distance with doubt, from its probe; `valuesAtPoints` is asked only when the range could turn over. `gapMm` may be
 * negative (overlap).
 */
export function doubtfulRange(probe: Probe, from: Point, to: Point, valuesAtPoints: () => Float64Array): RangeAnswer {
  if (RANGE_LIMITS_MM.every((limitMm) => isSettled(probe, limitMm)))
    return { ...exactRange(probe.value, from, to), sigmaMm: probe.sigmaMm };
  const values = valuesAtPoints();
  const probability = [0, 0, 0, 0, 0] as [number, number, number, number, number];
  let before = 0;
  RANGE_LIMITS_MM.forEach((limitMm, range) => {
    const upTo = Math.max(before, isSettled(probe, limitMm) ? Number(probe.value <= limitMm) : probabilityAtMost(limitMm, probe, values));
    probability[range] = upTo - before;
    before = upTo;
  });
  probability[4] = 1 - before;
  const range = rangeOf(probe.value);
  return {
    gapMm: Math.max(0, probe.value),
    sigmaMm: spreadMm(values),
    range,
    probability,
    certain: isCertain(probability[range]),
    from,
    to,
  };
}
