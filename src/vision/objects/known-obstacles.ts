import { meanPoint } from '../../geometry/mean-point.js';
import type { Point } from '../../geometry/point.js';
import { ringContains } from '../../geometry/ring-point.js';
import type { SeenObstacle } from '../../table/measurement.js';
import type { Obstacle, Unmeasurable } from '../../table/table.js';

/** An obstacle that a person confirmed, or that was found before, lies where it lay but for this: one standard deviation of the table frame, mm. */
const FRAME_SIGMA_MM = 0.7;

/**
 * The obstacles of a table with those that are known from a setup: these stay as they are known, whether they are seen now or hidden; one found on top of
 * one of them is that one. What is half seen where one lies is it as well.
 */
export function withKnownObstacles(
  known: readonly Obstacle[],
  found: readonly SeenObstacle[],
  suspects: readonly Unmeasurable[],
): { readonly obstacles: readonly SeenObstacle[]; readonly suspects: readonly Unmeasurable[] } {
  const isOnKnown = (at: Point) => known.some(({ outline }) => ringContains(ringOf(outline), at.x, at.y));
  const isUnder = (one: SeenObstacle) => known.some((other) => ringContains(ringOf(one.outline), ...middleOf(other.outline)));
  const kept = known.map(({ kind, outline, sigmaMm = 0, token }): SeenObstacle => {
    return { kind, outline, sigmaMm: Math.hypot(sigmaMm, FRAME_SIGMA_MM), ...(token && { token }) };
  });
  const others = found.filter((one) => !isUnder(one) && !isOnKnown(meanPoint(one.outline)));
  return { obstacles: [...kept, ...others], suspects: suspects.filter(({ at }) => !isOnKnown(at)) };
}

function middleOf(outline: readonly Point[]): [number, number] {
  const { x, y } = meanPoint(outline);
  return [x, y];
}

function ringOf(outline: readonly Point[]): number[] {
  return outline.flatMap(({ x, y }) => [x, y]);
}
