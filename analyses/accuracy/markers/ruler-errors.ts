import type { Random } from '../../../src/sim/random.js';

const RULER_MM = 300;
/** How well the ruler's beginning is laid to a base's edge by eye, mm, and the ruler along the shortest line, rad. */
const LAID_SIGMA_MM = 0.4;
const TILT_SIGMA_RAD = 0.015;

/**
 * Errors of a careful person who reads distances to the millimetre: the beginning is laid by eye, the ruler slightly rotated, the reading
 * rounded; a distance longer than the ruler is laid twice. Arithmetic, not observed: no source measures how well players lay rulers.
 */
export function rulerErrors(distancesMm: readonly number[], random: Random): number[] {
  return distancesMm.map((trueMm) => {
    let leftMm = trueMm;
    let readMm = 0;
    for (;;) {
      const partMm = Math.min(leftMm, RULER_MM);
      const tiltRad = random.normal(TILT_SIGMA_RAD);
      const laidMm = Math.max(0, partMm / Math.cos(tiltRad) + random.normal(LAID_SIGMA_MM));
      leftMm -= partMm;
      if (leftMm <= 0) return Math.abs(readMm + Math.round(laidMm) - trueMm);
      readMm += laidMm;
    }
  });
}
