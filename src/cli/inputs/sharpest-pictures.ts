import sharp from 'sharp';
import { sharpnessOf } from '../../vision/track/sharpness.js';

/** Maximum number of pictures of one table that are looked at: each costs ten seconds or more. */
const MAX_PICTURES = 12;
/** Long side to which they are reduced for the comparison, px. */
const COMPARED_PX = 640;

/**
 * Indices of the pictures that are looked at, in their order: all if there are few; of many in a sequence, the first, which shows the whole
 * table for all others, the sharpest of each part, and the last, which shows how the table stands now. One that cannot be read counts as
 * the least sharp.
 */
export async function sharpestPictures(paths: readonly string[]): Promise<number[]> {
  if (paths.length <= MAX_PICTURES) return paths.map((_, i) => i);
  const parts = MAX_PICTURES - 2;
  const between = paths.slice(1, -1);
  const startOf = (part: number) => Math.floor((part * between.length) / parts);
  const sharpness: number[] = [];
  for (const path of between) sharpness.push(await sharpnessIn(path).catch(() => -1));
  const sharpest = Array.from({ length: parts }, (_, part) => {
    const [start, end] = [startOf(part), startOf(part + 1)];
    return 1 + sharpness.indexOf(Math.max(...sharpness.slice(start, end)), start);
  });
  return [0, ...sharpest, paths.length - 1];
}

/** Why one of many pictures has no place. */
export function notLookedAt(count: number): string {
  return `Not looked at: of ${count} pictures ${MAX_PICTURES} are: the first, the last, and the sharpest between them, spread over all. Give fewer to have this one among them.`;
}

/** The notice, before pictures are looked at for minutes, of those that are left out; undefined where none are. */
export function leftOut(paths: readonly string[], looked: readonly number[]): string | undefined {
  const others = paths.filter((_, i) => !looked.includes(i));
  if (others.length === 0) return undefined;
  return `got ${paths.length} pictures, looks at ${looked.length}: the first, the last, and the sharpest between them, spread over all. Give ${MAX_PICTURES} at most to have all of them looked at. Not looked at: ${others.join(', ')}`;
}

async function sharpnessIn(path: string): Promise<number> {
  const { data, info } = await sharp(path)
    .resize(COMPARED_PX, COMPARED_PX, { fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharpnessOf({ columns: info.width, rows: info.height, grey: new Uint8Array(data) });
}
