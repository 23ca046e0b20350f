import type { MeasureHints } from '../../table/measurement.js';
import { mirrorRows } from './mirror-rows.js';
import type { Cv, Mat } from './opencv.js';

/** One picture as plain pixels: RGBA, row by row. It never leaves the thread that measures it. */
export interface Frame {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgba: Uint8Array | Uint8ClampedArray;
  readonly capturedAtMs: number;
}

/** The pixels of a picture as OpenCV takes them; the caller frees them. */
export function rgbaOf(cv: Cv, { widthPx, heightPx, rgba }: Pick<Frame, 'widthPx' | 'heightPx' | 'rgba'>): Mat {
  // The types know plain arrays only.
  return cv.matFromArray(heightPx, widthPx, cv.CV_8UC4, rgba as unknown as number[]);
}

/** Throws when the pixels do not fill the stated size. */
export function checkFrame(frame: Frame): void {
  const expected = frame.widthPx * frame.heightPx * 4;
  if (!(frame.widthPx > 0 && frame.heightPx > 0) || frame.rgba.length !== expected) {
    throw new Error(
      `A frame of ${frame.widthPx}×${frame.heightPx} px needs ${expected} bytes of RGBA, got ${frame.rgba.length}. Pass the whole picture.`,
    );
  }
}

/** The picture as a mirror shows it: left and right exchanged. */
export function mirroredFrame(frame: Frame): Frame {
  // A pixel is one word of four bytes; the copy begins where words may begin.
  const pixels = new Uint32Array(new Uint8Array(frame.rgba).buffer);
  return { ...frame, rgba: new Uint8Array(mirrorRows(pixels, frame.widthPx).buffer) };
}

/** The frame the right way round, and the other hints: a mirror image is turned before anything is searched for in it. */
export function rightWayRound(
  frame: Frame,
  { isMirrored, ...hints }: MeasureHints,
): { readonly frame: Frame; readonly hints: MeasureHints } {
  return { frame: isMirrored ? mirroredFrame(frame) : frame, hints };
}
