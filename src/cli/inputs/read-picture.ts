import { access } from 'node:fs/promises';
import sharp, { type Metadata } from 'sharp';
import type { Frame } from '../../vision/runtime/frame.js';

/** A photo larger than this on its long side is brought down to it: more pixels only cost time and memory. */
const MAX_LONG_SIDE_PX = 4096;

/**
 * Reads a photo (jpeg, png, webp) as a frame, turned upright as its EXIF says. Throws when the file is missing, damaged (a
 * decoder's warning is enough), cut off, too large or no picture.
 */
export async function readPicture(path: string): Promise<Frame> {
  await access(path).catch(() => {
    throw new Error(`${path}: no such file; expected a photo (jpeg, png or webp).`);
  });
  return pictureOf(path, path);
}

/** What a decoder holds in memory at once is bounded: a phone's largest picture as a baseline jpeg, which is read row by row; else less. */
const MOST_PX = 400e6;
const MOST_PX_AT_ONCE = 64e6;

/** The same of a file or of a file's bytes; `name` is what messages call it. */
export async function pictureOf(file: string | Buffer, name: string): Promise<Frame> {
  try {
    // A picture that decodes with a warning has other pixels than were taken: flipped bits move what lies behind them.
    const picture = sharp(file, { failOn: 'warning', limitInputPixels: MOST_PX });
    const tooLarge = sizeProblem(await picture.metadata());
    if (tooLarge) throw new Error(tooLarge);
    const { data, info } = await picture
      .rotate()
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

function sizeProblem({ width, height, format, isProgressive }: Metadata): string | undefined {
  const inRows = format === 'jpeg' && !isProgressive;
  const px = width * height;
  if (inRows || px <= MOST_PX_AT_ONCE) return undefined;
  const kind = `${isProgressive ? 'progressive ' : ''}${format}`;
  return `got a ${kind} of ${width} × ${height}, ${Math.round(px / 1e6)} million pixels, at most ${MOST_PX_AT_ONCE / 1e6} million fit into memory: save it smaller`;
}
