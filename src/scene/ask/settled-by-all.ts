import { report } from '../../judge/report/report.js';
import type { Table } from '../../table/table.js';
import { findPair, type MeasuredPair } from '../words/measured-pair.js';

/** Whether a line of two ships that may be obstructed would be certainly clear if a person said that all obstacles are known. */
export function isSettledByAll({ areObstaclesOpen: _, ...table }: Table, { from, to, arcs }: MeasuredPair): boolean {
  const open = Object.entries(arcs).flatMap(([arc, { attack }]) => (attack?.obstructed?.certain === false ? [arc] : []));
  if (open.length === 0 || table.areObstaclesSaid) return false;
  const { pairs } = report({ ...table, areObstaclesSaid: true }, { only: [from, to] });
  const settled = findPair(pairs, from, to);
  return open.some((arc) => settled?.arcs[arc]?.attack?.obstructed?.certain === true);
}
