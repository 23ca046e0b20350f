import { facingAs } from '../facing-as.js';
import type { SeenBase, TableMeasurement } from '../measurement.js';
import type { Track } from './track-state.js';

/**
 * A base whose front the camera cannot determine faces as the ship does that is known to stand there, from earlier frames or from a person; its
 * front stays open where none is known.
 */
export function withKnownFronts(measurement: TableMeasurement, known: readonly Track[]): TableMeasurement {
  if (!measurement.bases.some(({ isFrontOpen }) => isFrontOpen)) return measurement;
  return { ...measurement, bases: measurement.bases.map((seen) => (seen.isFrontOpen ? facingAsKnown(seen, known) : seen)) };
}

function facingAsKnown(seen: SeenBase, known: readonly Track[]): SeenBase {
  const [pose] = known.flatMap((one) => facingAs(seen, one) ?? []);
  return pose ? { ...seen, pose } : seen;
}
