/** One picture as plain pixels: RGBA, row by row. It never leaves the thread that sees. */
export interface Frame {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgba: Uint8Array | Uint8ClampedArray;
  readonly capturedAtMs: number;
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
