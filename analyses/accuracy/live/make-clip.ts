import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPictureBrowser } from '../../simulate/picture-browser.js';
import { flightOf, type HandClip } from './hand-clip.js';

/** Frames drawn in one go: a page keeps them until they are fetched. */
const PER_ORDER = 10;

/** Draws the frames of a clip that are not there yet as frame-000.jpg…, and returns their paths. */
export async function makeClip(clip: HandClip, folder: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const paths = clip.frames.map((_, i) => join(folder, `frame-${String(i).padStart(3, '0')}.jpg`));
  if (paths.every(existsSync)) return paths;
  const browser = await openPictureBrowser();
  try {
    const flight = flightOf(clip);
    for (let from = 0; from < paths.length; from += PER_ORDER) {
      const to = Math.min(paths.length, from + PER_ORDER);
      if (paths.slice(from, to).every(existsSync)) continue;
      const first = clip.frames[from]!;
      const ships = clip.table.ships.map((ship) => ({ ...ship, ...first.ships.find(({ id }) => id === ship.id) }));
      const order = {
        seed: clip.table.seed,
        wishes: { split: clip.table.split },
        image: paths[from]!,
        bestJpegQuality: 0.92,
        table: { ...clip.table, camera: first.camera, ships },
        flight: flight.slice(from, to - 1),
      };
      const { framesBase64 } = await browser.make(order);
      for (const [i, frame] of framesBase64.entries()) await writeFile(paths[from + i]!, Buffer.from(frame, 'base64'));
    }
  } finally {
    await browser.close();
  }
  return paths;
}
