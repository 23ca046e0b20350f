import { type Camera, pixelFromTable } from '../../geometry/camera.js';
import type { PictureView } from '../picture/loupe.js';
import { type Colour, lookOfColours } from './mat-look.js';

/** Width to which the picture is scaled down, px: a mat's colours need no more. */
const WIDTH_PX = 240;
const CELLS = 24;

/** The look of the mat that a camera shows; undefined where the page may not read the picture. Nothing of the picture is kept. */
export function lookOfPicture(
  view: PictureView,
  camera: Camera,
  mat: { readonly widthMm: number; readonly depthMm: number },
  isMirrored: boolean,
): string | undefined {
  const [width, height] = [WIDTH_PX, Math.round((WIDTH_PX * camera.heightPx) / camera.widthPx)];
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  if (isMirrored) context.setTransform(-1, 0, 0, 1, width, 0);
  context.drawImage(view, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const scale = width / camera.widthPx;
  const colours: Colour[] = [];
  for (let i = 0; i < CELLS * CELLS; i++) {
    const x = (((i % CELLS) + 0.5) / CELLS) * mat.widthMm;
    const y = ((Math.floor(i / CELLS) + 0.5) / CELLS) * mat.depthMm;
    const at = pixelFromTable(camera, { x, y, z: 0 });
    const [column, row] = at ? [Math.floor((at.u + 0.5) * scale), Math.floor((at.v + 0.5) * scale)] : [-1, -1];
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const offset = 4 * (row * width + column);
    colours.push([data[offset]!, data[offset + 1]!, data[offset + 2]!]);
  }
  return colours.length > 0 ? lookOfColours(colours) : undefined;
}
