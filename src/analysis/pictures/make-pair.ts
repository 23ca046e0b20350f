import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PictureBrowser } from './picture-browser.js';
import type { MadePicture, PictureOrder } from './picture-page.js';

/** Makes a picture and its truth under one stem; undefined when both are there already. */
export async function makePair(
  browser: PictureBrowser,
  folder: string,
  stem: string,
  order: Omit<PictureOrder, 'image'>,
): Promise<MadePicture | undefined> {
  const jpeg = join(folder, `${stem}.jpg`);
  const json = join(folder, `${stem}.json`);
  if (existsSync(jpeg) && existsSync(json)) return undefined;
  const made = await browser.make({ ...order, image: `${stem}.jpg` });
  // The picture goes first and the truth last, each by renaming: a pair is there completely or not at all.
  await writeWhole(jpeg, Buffer.from(made.jpegBase64, 'base64'));
  await writeWhole(json, `${JSON.stringify(made.truth)}\n`);
  return made;
}

async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  await writeFile(`${path}.part`, content);
  await rename(`${path}.part`, path);
}
