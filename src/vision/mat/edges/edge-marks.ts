import type { BorderMark } from '../../solve/observations.js';
import { SIGMA_INFLATION } from '../../solve/sigma-inflation.js';
import type { EdgeReading } from './measure-edges.js';

/** The edges that are seen as marks, their sigma inflated (`SIGMA_INFLATION`), px. */
export function edgeMarks(edges: readonly EdgeReading[]): BorderMark[] {
  return edges.flatMap(({ mark }) =>
    mark ? [{ ...mark, sigmaPx: SIGMA_INFLATION.edgeFactor * Math.hypot(mark.sigmaPx, SIGMA_INFLATION.edgeFloorPx) }] : [],
  );
}
