import type { Point } from '../../geometry/point.js';
import type { MeasureResult } from '../../table/measurement.js';
import type { Setup } from '../../table/setup/setup.js';
import { isSetupContradicted } from '../../table/setup/setup-contradicted.js';
import { isNewLayout } from '../frame/setup-after.js';

/** Setup of a table as one camera's frames have determined it. */
export interface LearnedSetup {
  /**
   * Setup before the ships stood in their present places: all frames that show them there are measured with it, so no frame counts twice.
   */
  readonly before?: Setup | undefined;
  /** The same with the last of these frames. */
  readonly now?: Setup | undefined;
  /** Positions of the ships in the first of these frames, mm. */
  readonly layout?: readonly Point[] | undefined;
}

export const NOTHING_LEARNED: LearnedSetup = {};

/** The setup after a frame that was measured with `known`; a setup that the table contradicts is forgotten. */
export function learnedAfter(learned: LearnedSetup, known: Setup | undefined, result: MeasureResult): LearnedSetup {
  if (isSetupContradicted(result)) return NOTHING_LEARNED;
  if (!result.ok || !result.setup) return learned;
  const layout = result.measurement.bases.map(({ pose }) => pose);
  if (!learned.layout) return { before: known, now: result.setup, layout };
  if (isNewLayout(learned.layout, layout)) return { before: learned.now, now: learned.now, layout };
  return { ...learned, now: result.setup };
}
