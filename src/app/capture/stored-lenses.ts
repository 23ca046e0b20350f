import * as v from 'valibot';
import { type KnownLens, knownLensFrom } from '../../table/known-lens.js';
import { fields, validate, word } from '../../table/validate.js';
import { keep, kept } from '../ui/storage.js';

/** The lenses that were measured with the printed sheet, one for each camera and resolution; on this device only. */
const KEY = 'hashmark-lenses';

interface KeptLens {
  readonly cameraId: string;
  readonly lens: KnownLens;
}

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The lens that was kept for a camera at a resolution. */
export function keptLens(cameraId: string, size: Size): KnownLens | undefined {
  return load().find(isFor(cameraId, size))?.lens;
}

/** Keeps a lens instead of an earlier one for the same camera and resolution. A browser that gives its cameras no names keeps nothing. */
export function keepLens(cameraId: string, lens: KnownLens): void {
  if (cameraId !== '') keep(KEY, [...othersThan(cameraId, lens), { cameraId, lens }]);
}

export function forgetLens(cameraId: string, size: Size): void {
  keep(KEY, othersThan(cameraId, size));
}

const isFor =
  (cameraId: string, { widthPx, heightPx }: Size) =>
  (one: KeptLens) =>
    one.cameraId === cameraId && one.lens.widthPx === widthPx && one.lens.heightPx === heightPx;

function othersThan(cameraId: string, size: Size): readonly KeptLens[] {
  const isThat = isFor(cameraId, size);
  return load().filter((one) => !isThat(one));
}

const KEPT = fields({ cameraId: word(), lens: v.unknown() });

function load(): readonly KeptLens[] {
  const saved = kept(KEY);
  return Array.isArray(saved) ? saved.flatMap(readable) : [];
}

/** What cannot be read is measured anew; the others stay. */
function readable(saved: unknown): readonly KeptLens[] {
  try {
    const { cameraId, lens } = validate(KEPT, saved, 'lens');
    return [{ cameraId, lens: knownLensFrom(lens) }];
  } catch {
    return [];
  }
}
