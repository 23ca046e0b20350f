import { overlappingShips } from '../../judge/maneuver/placed-base.js';
import type { Table } from '../../table/table.js';
import { say } from './output.js';

/** Overlaps of no more than this are what a careful hand makes of touching bases, mm. */
const MIN_DEPTH_MM = 0.01;

/** Two bases cannot lie on each other: the scene is wrong. Said on standard error, not refused; not where chance may have made it of bases that touch. */
export function warnOfOverlaps(command: string, table: Table): void {
  for (const { ids, depthMm, sigmaMm } of overlappingShips(table, MIN_DEPTH_MM)) {
    say(
      `hashmark ${command}: the bases of '${ids[0]}' and '${ids[1]}' overlap by ${depthMm.toFixed(2)}${sigmaMm > 0 ? ` ± ${sigmaMm.toFixed(2)}` : ''} mm; correct one of them.\n`,
    );
  }
}
