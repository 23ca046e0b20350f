import { isMeasurableMat, type MatSize, MEASURABLE_MM, unitMeant } from '../../table/setup/mat-size.js';
import { type Phrase, phrase } from '../../texts/phrase.js';

/** Text entered for a mat: width along player 1's side, depth, unit, and uncertainty. */
export interface MatEntry {
  readonly width: string;
  readonly depth: string;
  readonly unit: 'mm' | 'in';
  /** One standard deviation, mm. */
  readonly sigmaMm: number;
}

export type ReadMat = { readonly ok: true; readonly size: MatSize } | { readonly ok: false; readonly message: Phrase };

const MM_PER_INCH = 25.4;

/** Standard deviations of the usual ways of measuring a mat, mm. */
export const MEASURED_WITH = [
  { sigmaMm: 0.3, text: phrase('steel-rule') },
  { sigmaMm: 0.5, text: phrase('tape-measure') },
  { sigmaMm: 1.5, text: phrase('in-haste') },
] as const;

/** The mat that was typed, or the problem with it. A comma counts as a point. */
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
  const size = { widthMm: inMm(width), depthMm: inMm(depth), sigmaMm };
  return isMeasurableMat(size) ? { ok: true, size } : { ok: false, message: wrongSize(size) };
}

function wrongSize(size: MatSize): Phrase {
  const [widthMm, depthMm] = [size.widthMm, size.depthMm].map((mm) => Number(mm.toFixed(2))) as [number, number];
  const meant = unitMeant(size);
  return meant
    ? phrase('mat-other-unit', widthMm, depthMm, phrase(`unit-${meant}`))
    : phrase('mat-not-measurable', widthMm, depthMm, MEASURABLE_MM.min, MEASURABLE_MM.max);
}
