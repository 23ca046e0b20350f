import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { openPictureBrowser } from '../../analyses/simulate/picture-browser.js';
import type { RgbPicture } from '../../analyses/simulate/y4m.js';
import { inRadians } from '../../src/geometry/degrees.js';
import { halfSideMm } from '../../src/pieces/bases.js';
import { demoTable } from '../../src/sim/demo-table.js';

/** Of the simulated table. */
export const SEED = 1;

/** The first ship of that table where "Fly a ship" takes it. */
export function flownShip() {
  const { id, base, x, y, headingDeg } = demoTable(SEED).ships[0]!;
  const aheadMm = 80 + 2 * halfSideMm(base);
  const headingRad = inRadians(headingDeg);
  return { id, headingDeg, x: x + aheadMm * Math.sin(headingRad), y: y + aheadMm * Math.cos(headingRad) };
}

/** Two pictures of the simulated table, before and after its first ship was flown; `widthPx` wide where given. Drawn once for the tests of a run. */
export async function flownPictures(widthPx?: number): Promise<readonly [RgbPicture, RgbPicture]> {
  const kept = process.env.HASHMARK_SHARED_PICTURES && join(process.env.HASHMARK_SHARED_PICTURES, 'flown.json');
  const before = kept && (await readFile(kept, 'utf8').catch(() => undefined));
  const framesBase64 = before ? (JSON.parse(before) as readonly string[]) : await drawnPictures();
  if (kept && !before) await keep(kept, JSON.stringify(framesBase64));
  const [still, flown] = await Promise.all(framesBase64.map((base64) => pixelsOf(base64, widthPx)));
  return [still!, flown!];
}

/** In one go: another process may look for it meanwhile. */
async function keep(path: string, text: string): Promise<void> {
  await writeFile(`${path}-${process.pid}`, text);
  await rename(`${path}-${process.pid}`, path);
}

async function drawnPictures(): Promise<readonly string[]> {
  const painter = await openPictureBrowser();
  const flight = [{ camera: demoTable(SEED).camera, ships: [flownShip()] }];
  const { framesBase64 } = await painter.make({ seed: SEED, wishes: { split: 'demo' }, image: '', flight });
  await painter.close();
  return framesBase64;
}

async function pixelsOf(base64: string, wishedPx?: number): Promise<RgbPicture> {
  const picture = sharp(Buffer.from(base64, 'base64')).resize(wishedPx).removeAlpha().raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return { widthPx: info.width, heightPx: info.height, rgb: data };
}
