import type { MeasureResult } from '../measurement.js';

/** Whether a frame was measured without the setup that was to be used, because it shows another table or camera. */
export function isSetupContradicted(result: MeasureResult): boolean {
  return result.ok && result.measurement.caution?.code === 'setup-of-another-table';
}
