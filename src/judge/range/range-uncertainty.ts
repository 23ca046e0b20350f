import type { Point } from '../../geometry/point.js';
import { isLinear, isSettled, linearAtMost, type Probe, sampledAtMost, spreadMm } from '../core/error-propagation.js';
import { isCertain } from '../core/judgement.js';
import { RANGE_LIMITS_MM, type RangeAnswer, rangeOf } from './range.js';

/** The answer to a distance whose range is certain; `gapMm` may be negative (overlap). */
export function settledRange(gapMm: number, sigmaMm: number, from: Point, to: Point): RangeAnswer {
  const range = rangeOf(gapMm);
  return { gapMm: Math.max(0, gapMm), sigmaMm, range, probability: SETTLED[range]!, certain: true, from, to };
}

const SETTLED: readonly RangeAnswer['probability'][] = [
  [1, 0, 0, 0, 0],
  [0, 1, 0, 0, 0],
  [0, 0, 1, 0, 0],
  [0, 0, 0, 1, 0],
  [0, 0, 0, 0, 1],
];

/** Whether a gap lies farther from every band line than `reachMm`. */
export function isFarFromLimits(gapMm: number, reachMm: number): boolean {
  for (let i = 0; i < RANGE_LIMITS_MM.length; i++) if (Math.abs(gapMm - RANGE_LIMITS_MM[i]!) <= reachMm) return false;
  return true;
}

/** The answer to a distance from its probe; `valuesAtPoints` is asked only where the range is uncertain and the distance not linear. */
export function uncertainRange(probe: Probe, from: Point, to: Point, valuesAtPoints: () => readonly number[]): RangeAnswer {
  if (RANGE_LIMITS_MM.every((limitMm) => isSettled(probe, limitMm))) {
    return settledRange(probe.value, probe.sigmaMm, from, to);
  }
  return unsettledRange(probe, from, to, isLinear(probe) ? undefined : valuesAtPoints());
}

/** The answer to a distance that may turn over, from its values at the sample points, where no probe shows it; without them as a linear one. */
export function unsettledRange(probe: Probe, from: Point, to: Point, values?: readonly number[]): RangeAnswer {
  const probability: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  let before = 0;
  RANGE_LIMITS_MM.forEach((limitMm, range) => {
    const upTo = Math.max(before, values ? sampledAtMost(limitMm, probe, values) : linearAtMost(limitMm, probe));
    probability[range] = upTo - before;
    before = upTo;
  });
  probability[4] = 1 - before;
  const range = rangeOf(probe.value);
  return {
    gapMm: Math.max(0, probe.value),
    sigmaMm: values ? spreadMm(values) : probe.sigmaMm,
    range,
    probability,
    certain: isCertain(probability[range]),
    from,
    to,
  };
}
