import type { Random } from '../random.js';
import type { Split } from '../table-description.js';
import type { Paint } from './canvas.js';

/** Paints the print of a mat; the canvas's top edge is the far side from player 1. */
export type MatPainter = (paint: Paint, random: Random, sizePx: number) => void;

/** A family of looks: its name, its frequency, and the pictures that may show it. */
export interface LookRow {
  readonly name: string;
  readonly weight: number;
  readonly split: 'train' | 'test' | 'both';
  /** Pleasing enough for the demo. */
  readonly demo?: boolean;
}

/** Whether a family may appear in pictures of this split; the demo shows handsome families that training has seen. */
export function isOfSplit(row: LookRow, split: Split): boolean {
  if (split === 'demo') return row.demo === true;
  return row.split === 'both' || row.split === split;
}
