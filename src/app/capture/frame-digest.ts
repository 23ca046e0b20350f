import type { FramePicture } from './frame-source.js';

/** Bytes looked at in one frame; spread over the whole picture. */
const SAMPLES = 8192;
/** Side of the square read from the picture's middle where its bytes cannot be copied. */
const PATCH_PX = 96;

/**
 * A number that is the same for two frames exactly when (almost certainly) they are the same picture, byte for byte. A camera's noise
 * makes each frame different, so equal numbers mean a frozen camera or a repeated frame. Undefined where the picture cannot be read.
 */
export async function frameDigest(picture: FramePicture): Promise<number | undefined> {
  try {
    if (picture instanceof ImageData) return hash(picture.data);
    if (typeof VideoFrame === 'function' && picture instanceof VideoFrame && picture.format) {
      const bytes = new Uint8Array(picture.allocationSize());
      await picture.copyTo(bytes);
      return hash(bytes);
    }
    return hash(middleOf(picture));
  } catch {
    return undefined;
  }
}

function middleOf(picture: VideoFrame | ImageBitmap): Uint8ClampedArray {
  const [width, height] = 'displayWidth' in picture ? [picture.displayWidth, picture.displayHeight] : [picture.width, picture.height];
  const canvas = new OffscreenCanvas(PATCH_PX, PATCH_PX);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(picture, (PATCH_PX - width) / 2, (PATCH_PX - height) / 2);
  return context.getImageData(0, 0, PATCH_PX, PATCH_PX).data;
}

/** FNV-1a over evenly spread bytes. */
function hash(bytes: Uint8Array | Uint8ClampedArray): number {
  const step = Math.max(1, Math.floor(bytes.length / SAMPLES));
  let value = 0x811c9dc5;
  for (let at = 0; at < bytes.length; at += step) value = Math.imul(value ^ bytes[at]!, 0x01000193);
  return value >>> 0;
}
