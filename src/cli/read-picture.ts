import { access } from 'node:fs/promises';
import sharp from 'sharp';
import type { Frame } from '../vision/runtime/frame.js';

/** A photo larger than this on its long side is brought down to it: more pixels only cost time and memory. */
const MAX_LONG_SIDE_PX = 4096;

/**
 * Reads a photo (jpeg, png, webp) as a frame, turned upright as its EXIF says. Throws when the file is missing, damaged, cut off or no picture.
 */
export async function readPicture(path: string): Promise<Frame> {
  await access(path).catch(() => {
    throw new Error(`${path}: no such file; expected a photo (jpeg, png or webp).`);
  });
  return pictureOf(path, path);
}

/** The same of a file or of a file's bytes; `name` is what messages call it. */
export async function pictureOf(file: string | Buffer, name: string): Promise<Frame> {
  try {
    const picture = sharp(file, { failOn: 'truncated', limitInputPixels: 400e6 }).rotate();
    const { data, info } = await picture
      .resize({ width: MAX_LONG_SIDE_PX, height: MAX_LONG_SIDE_PX, fit: 'inside', withoutEnlargement: true })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { widthPx: info.width, heightPx: info.height, rgba: data, capturedAtMs: 0 };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new Error(`${name}: cannot be read as a photo (${reason}); expected a whole jpeg, png or webp. Copy or take it again.`);
  }
}
