import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PictureBrowser } from './picture-browser.js';
import type { MadePicture, PictureOrder } from './picture-page.js';

/** Makes a picture, or the frames of a clip, and its truth under one stem, with `tags` among its own; undefined when all are there already. */
export async function makePair(
  browser: PictureBrowser,
  folder: string,
  stem: string,
  order: Omit<PictureOrder, 'image'>,
  tags: readonly string[] = [],
): Promise<MadePicture | undefined> {
  const images = imageNames(stem, order.frames);
  const json = join(folder, `${stem}.json`);
  if ([json, ...images.map((image) => join(folder, image))].every(existsSync)) return undefined;
  const made = await browser.make({ ...order, image: images[0]! });
  // The pictures go first and the truth last, each by renaming: a pair is there completely or not at all.
  for (const [i, image] of images.entries()) await writeWhole(join(folder, image), Buffer.from(made.framesBase64[i]!, 'base64'));
  await writeWhole(json, `${JSON.stringify({ ...made.truth, tags: [...made.truth.tags, ...tags] })}\n`);
  return made;
}

/** `stem.jpg` of a single picture; `stem-f00.jpg`, `stem-f01.jpg`… of a clip, whose truth names the first. */
function imageNames(stem: string, frames: number | undefined): readonly string[] {
  if (frames === undefined) return [`${stem}.jpg`];
  return Array.from({ length: frames }, (_, frame) => `${stem}-f${String(frame).padStart(2, '0')}.jpg`);
}

async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  await writeFile(`${path}.part`, content);
  await rename(`${path}.part`, path);
}
