import { HONESTY } from './honesty.js';
import type { EdgeReading } from './measure-edges.js';
import type { Mark } from './observations.js';

/** The seen edges as marks, as wide as honesty asks. */
export function edgeMarks(edges: readonly EdgeReading[]): Mark[] {
  return edges.flatMap(({ mark }) =>
    mark ? [{ ...mark, sigmaPx: HONESTY.edgeFactor * Math.hypot(mark.sigmaPx, HONESTY.edgeFloorPx) }] : [],
  );
}
