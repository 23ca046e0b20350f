import { type Camera, pixelFromTable } from '../geometry/camera.js';
import type { Point } from '../geometry/point.js';
import type { Problem } from '../table/sighting.js';
import { inPicture } from './detect.js';
import type { TableSolution } from './solve.js';

/** A border point this near to a side belongs to it. */
const NEAR_MM = 5;
/** A side is confirmed when so much of its visible length has border points. */
const CONFIRMED_SHARE = 0.4;
const STEP_MM = 8;
const MIN_VISIBLE_MM = 150;

/** How much of each side's visible length the seen border confirms, 0…1; undefined for a side out of view. */
export function sideCoverage(solution: TableSolution, coarse: Camera, border: readonly Point[]): (number | undefined)[] {
  const { camera, widthMm: w, depthMm: d } = solution;
  const seen = border.flatMap((point) => {
    const pixel = pixelFromTable(coarse, { ...point, z: 0 });
    return pixel ? [pixel] : [];
  });
  const sides: readonly ((s: number) => Point)[] = [
    (s) => ({ x: s * w, y: 0 }),
    (s) => ({ x: w, y: s * d }),
    (s) => ({ x: s * w, y: d }),
    (s) => ({ x: 0, y: s * d }),
  ];
  const steps = Math.round(w / STEP_MM);
  return sides.map((side) => {
    let visible = 0;
    let confirmed = 0;
    for (let i = 0; i <= steps; i++) {
      const here = pixelFromTable(camera, { ...side(i / steps), z: 0 });
      const next = pixelFromTable(camera, { ...side((i + 1) / steps), z: 0 });
      if (!here || !next || !inPicture(camera, here, 8)) continue;
      visible++;
      const reachPx = (NEAR_MM / STEP_MM) * Math.hypot(next.u - here.u, next.v - here.v);
      if (seen.some((pixel) => Math.hypot(pixel.u - here.u, pixel.v - here.v) < reachPx)) confirmed++;
    }
    return visible * STEP_MM < MIN_VISIBLE_MM ? undefined : confirmed / visible;
  });
}

/** The problem with a registration whose border is not there when looked at from above; undefined when it holds. */
export function borderProblem(coverage: readonly (number | undefined)[]): Problem | undefined {
  const confirmed = coverage.filter((share) => share !== undefined && share >= CONFIRMED_SHARE).length;
  const visible = coverage.filter((share) => share !== undefined).length;
  if (visible >= 2 && confirmed >= Math.max(2, visible - 1)) return undefined;
  return {
    code: 'mat-border-unsure',
    message: `No mat in view that can be trusted: the border was confirmed on ${confirmed} of the ${visible} sides in the picture.`,
    hint: 'Clear the mat’s border, light it evenly, or tap the mat’s corners.',
  };
}
