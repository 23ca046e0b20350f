import type { Ship } from './table.js';

/** Sources say 192 to 224.78 mm of huge bases (`HUGE_BASE`); what is far from that is a mistake. */
export const MIN_HUGE_MM = 150;
export const MAX_HUGE_MM = 300;

/** Whether how far a huge base reaches is not known: its sources disagree by 3 cm, so that nobody can say it who has not measured it. */
export function isLengthOpen({ base, lengthMm }: Pick<Ship, 'base' | 'lengthMm'>): boolean {
  return base === 'huge' && lengthMm === undefined;
}
