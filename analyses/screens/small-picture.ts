import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';

/** The repository keeps no picture of a screen that is larger, bytes. */
const MAX_BYTES = 150_000;

/** Writes a picture of a screen as WebP, as good as fits into MAX_BYTES, no wider than `widthPx` where that is given; creates its folder. */
export async function writeSmallPicture(path: string, png: Buffer, widthPx?: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const picture = sharp(png).resize(widthPx ? { width: widthPx, withoutEnlargement: true } : {});
  for (const quality of [82, 70, 58, 45, 32]) {
    const bytes = await picture.clone().webp({ quality }).toBuffer();
    if (bytes.length > MAX_BYTES && quality > 32) continue;
    await writeFile(path, bytes);
    process.stdout.write(`${path} ${(bytes.length / 1000).toFixed(0)} kB\n`);
    return;
  }
}
