import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { brightnessRow, type RgbPicture, y4mClip } from '../../simulate/y4m.js';

/** A clip as Chromium's fake camera plays it, from its file: the first frames back and forth for a while, then all, again and again. */
export interface CameraClip {
  readonly file: string;
  /** The brightness along the middle row of each frame of the clip: no two have the same, since each has noise of its own. */
  readonly rows: readonly Uint8Array[];
  /** Number of frames that are shown back and forth. */
  readonly heldFrames: number;
}

/** How long the first frames are shown, s: an answer has to stand by then. */
const HELD_S = 60;

/** Writes the clip of some JPEG files. */
export async function writeCameraClip(
  paths: readonly string[],
  { file, heldFrames, perSecond }: { readonly file: string; readonly heldFrames: number; readonly perSecond: number },
): Promise<CameraClip> {
  const pictures: RgbPicture[] = [];
  for (const path of paths) {
    const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    pictures.push({ widthPx: info.width, heightPx: info.height, rgb: data });
  }
  const held = pictures.slice(0, heldFrames);
  const backAndForth = [...held, ...held.slice(1, -1).reverse()];
  const rounds = Math.ceil((HELD_S * perSecond) / backAndForth.length);
  const clip = y4mClip([...Array.from({ length: rounds }, () => backAndForth).flat(), ...pictures], perSecond);
  await writeFile(file, clip);
  return { file, rows: pictures.map((picture) => brightnessRow(picture, picture.heightPx / 2)), heldFrames };
}
