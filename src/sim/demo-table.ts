import { describeTable } from './describe-table.js';
import type { TableDescription } from './table-description.js';

/** A handsome table for the demo: the whole mat in view, a steady camera, six obstacles, some six to eight ships; 1920×1080. */
export function demoTable(seed: number): TableDescription {
  const table = describeTable(seed, { split: 'demo', framing: 'whole', elevationDeg: [52, 60], wildness: 0.25 });
  return { ...table, picture: { ...table.picture, blurPx: 0.4, motionPx: { du: 0, dv: 0 }, jpegQuality: 0.92 } };
}
