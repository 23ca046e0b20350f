import { type KnownLens, knownLensFrom } from '../table/known-lens.js';

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
  if (cameraId !== '') save([...load().filter((kept) => !isFor(cameraId, lens)(kept)), { cameraId, lens }]);
}

export function forgetLens(cameraId: string, size: Size): void {
  save(load().filter((kept) => !isFor(cameraId, size)(kept)));
}

const isFor =
  (cameraId: string, { widthPx, heightPx }: Size) =>
  (kept: KeptLens) =>
    kept.cameraId === cameraId && kept.lens.widthPx === widthPx && kept.lens.heightPx === heightPx;

function load(): KeptLens[] {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? '[]') as readonly { readonly cameraId: unknown; readonly lens: unknown }[];
    return saved.flatMap(({ cameraId, lens }) => (typeof cameraId === 'string' ? [{ cameraId, lens: knownLensFrom(lens) }] : []));
  } catch {
    // What cannot be read is measured anew.
    return [];
  }
}

function save(lenses: readonly KeptLens[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(lenses));
  } catch {
    // A private window may forbid it; the lens then lasts as long as the page.
  }
}
