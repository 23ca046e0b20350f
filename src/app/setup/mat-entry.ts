import { checkedMatSize, type MatSize } from '../../table/setup/mat-size.js';
import { phrase, type Value } from '../../texts/phrase.js';

/** What is typed of a mat: width along player 1's side, depth, unit, and how sure of it one is. */
export interface MatEntry {
  readonly width: string;
  readonly depth: string;
  readonly unit: 'mm' | 'in';
  /** One standard deviation, mm. */
  readonly sigmaMm: number;
}

export type ReadMat = { readonly ok: true; readonly size: MatSize } | { readonly ok: false; readonly message: Value };

const MM_PER_INCH = 25.4;

/** How well a mat can have been measured, mm. */
export const MEASURED_WITH = [
  { sigmaMm: 0.3, text: phrase('steel-rule') },
  { sigmaMm: 0.5, text: phrase('tape-measure') },
  { sigmaMm: 1.5, text: phrase('in-haste') },
] as const;

/** The mat that was typed, or what was got and expected. A comma counts as a point. */
export function readMatEntry({ width, depth, unit, sigmaMm }: MatEntry): ReadMat {
  for (const [key, text] of [
    ['mat-width', width],
    ['mat-depth', depth],
  ] as const) {
    if (!/^\d+(?:[.,]\d+)?$/.test(text.trim())) {
      return { ok: false, message: phrase(key, text.trim(), unit === 'in' ? 36 : 911) };
    }
  }
  const factor = unit === 'in' ? MM_PER_INCH : 1;
  const inMm = (text: string) => factor * Number(text.trim().replace(',', '.'));
  try {
    return { ok: true, size: checkedMatSize({ widthMm: inMm(width), depthMm: inMm(depth), sigmaMm }) };
  } catch (error) {
    return { ok: false, message: (error as Error).message };
  }
}
