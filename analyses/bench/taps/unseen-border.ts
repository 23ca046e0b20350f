import sharp from 'sharp';
import { readTruth } from '../../../src/cli/eval/truth-file.js';
import { pixelFromTable } from '../../../src/geometry/camera.js';
import type { Pixel } from '../../../src/geometry/point.js';

/** How far into the mat its border is covered, mm: an edge is seen also by a faint line. */
const COVERED_MM = 15;
/** How softly the cover ends, px. */
const SOFT_PX = 20;
/** Standard deviation of the cover's grain, grey levels, as cloth has. */
const GRAIN = 6;

/** A picture of a table of which no border is seen: beside the mat everything has its colour. */
export interface UnseenBorder {
  readonly jpeg: Buffer;
  /** Where a person who stands at the table knows the mat's corners to be, in order around it from the nearest-left. */
  readonly corners: readonly Pixel[];
}

export async function unseenBorder(photo: string): Promise<UnseenBorder> {
  const { camera, table } = await readTruth(photo.replace(/jpg$/, 'json'));
  if (!camera) throw new Error(`${photo}: its truth names no camera.`);
  const { widthMm, depthMm } = table;
  const ring = (inMm: number) =>
    [
      { x: inMm, y: inMm },
      { x: widthMm - inMm, y: inMm },
      { x: widthMm - inMm, y: depthMm - inMm },
      { x: inMm, y: depthMm - inMm },
    ].map((at) => pixelFromTable(camera, { ...at, z: 0 })!);
  const { widthPx: width, heightPx: height } = camera;
  const points = ring(COVERED_MM).map(({ u, v }) => `${u + 0.5},${v + 0.5}`);
  const mask = Buffer.from(`<svg width="${width}" height="${height}"><polygon points="${points.join(' ')}" fill="#fff"/></svg>`);
  const matAlone = await sharp(photo)
    .composite([{ input: await sharp(mask).blur(SOFT_PX).png().toBuffer(), blend: 'dest-in' }])
    .png()
    .toBuffer();
  const { dominant } = await sharp(photo).stats();
  const cover = sharp({ create: { width, height, channels: 3, background: dominant } });
  const noise = sharp({
    create: { width, height, channels: 3, background: 'black', noise: { type: 'gaussian', mean: 128, sigma: GRAIN } },
  });
  const grained = await cover
    .composite([{ input: await noise.png().toBuffer(), blend: 'soft-light' }])
    .png()
    .toBuffer();
  const jpeg = await sharp(grained)
    .composite([{ input: matAlone }])
    .removeAlpha()
    .jpeg({ quality: 92 })
    .toBuffer();
  return { jpeg, corners: ring(0) };
}
