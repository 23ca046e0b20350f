import type { Pixel } from '../../../geometry/point.js';
import { connectedCells } from '../../image/connected-cells.js';
import type { MatEvidence } from './find-mat.js';

/** Probability above which a cell shows mat. */
const IS_MAT = 0.5;
/** How far from a part's cells the border around it is shown, in cells. */
const REACH = 1.5;

/** The evidence for the one connected part of the mask that most of the border runs along: the net takes a dark wall or floor for a mat, but seldom sees a border around it. */
export function borderedPart(evidence: MatEvidence): MatEvidence {
  const parts = connectedCells(evidence.mask, evidence.columns, IS_MAT).map((cells) => {
    const border = evidence.border.filter((place) => isBeside(evidence, cells, place));
    return { cells, border, support: border.reduce((sum, { probability }) => sum + probability, 0) };
  });
  const [part, ...others] = parts.sort((a, b) => b.support - a.support);
  if (!part) return evidence;
  const mask = evidence.mask.map((probability, cell) => (others.some(({ cells }) => cells.has(cell)) ? 0 : probability));
  return { ...evidence, border: part.border, mask };
}

function isBeside({ columns, cellPx }: MatEvidence, cells: ReadonlySet<number>, { u, v }: Pixel): boolean {
  const [column, row] = [(u + 0.5) / cellPx - 0.5, (v + 0.5) / cellPx - 0.5];
  for (let r = Math.max(0, Math.ceil(row - REACH)); r <= row + REACH; r++) {
    for (let c = Math.max(0, Math.ceil(column - REACH)); c <= Math.min(columns - 1, column + REACH); c++) {
      if (cells.has(r * columns + c)) return true;
    }
  }
  return false;
}
