/** Bytes looked at in one frame; spread over the whole picture. */
const SAMPLES = 8192;

/**
 * Whether each frame's pixels are (almost certainly) those of the frame before, byte for byte. A camera's noise makes each frame
 * different, so such a frame means a frozen camera or a repeated frame.
 */
export function createRepeatDetector(): (rgba: Uint8ClampedArray) => boolean {
  let before: number | undefined;
  return (rgba) => {
    const now = digestOf(rgba);
    const isRepeated = now === before;
    before = now;
    return isRepeated;
  };
}

/** FNV-1a over evenly spread bytes; the odd step takes all four channels in turn. */
function digestOf(bytes: Uint8ClampedArray): number {
  const step = Math.floor(bytes.length / SAMPLES) | 1;
  let value = 0x811c9dc5;
  for (let at = 0; at < bytes.length; at += step) value = Math.imul(value ^ bytes[at]!, 0x01000193);
  return value >>> 0;
}
