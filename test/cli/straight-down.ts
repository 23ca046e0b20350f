import sharp from 'sharp';
import { type Camera, pixelFromTable } from '../../src/geometry/camera.js';

/** A rectangle of the table, mm, and how many pixels show a millimetre of it. */
interface View {
  readonly left: number;
  readonly right: number;
  readonly near: number;
  readonly far: number;
  readonly pxPerMm: number;
}

/**
 * What a desk camera makes of a picture: seen straight down from where the camera is, without its lens, a rectangle of the table cut out. It is a pinhole's
 * picture whose middle lies at the foot of the perpendicular, which may be beside it. JPEG, black where the picture shows nothing.
 */
export async function straightDown(path: string, camera: Camera, { left, right, near, far, pxPerMm }: View): Promise<Buffer> {
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const [width, height] = [Math.round((right - left) * pxPerMm), Math.round((far - near) * pxPerMm)];
  const out = Buffer.alloc(3 * width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const seen = pixelFromTable(camera, { x: left + column / pxPerMm, y: far - row / pxPerMm, z: 0 });
      if (!seen || seen.u < 0 || seen.v < 0 || seen.u >= info.width - 1 || seen.v >= info.height - 1) continue;
      const [u, v] = [Math.floor(seen.u), Math.floor(seen.v)];
      const [du, dv] = [seen.u - u, seen.v - v];
      for (let colour = 0; colour < 3; colour++) {
        const k = 3 * (v * info.width + u) + colour;
        const above = (1 - du) * data[k]! + du * data[k + 3]!;
        const below = (1 - du) * data[k + 3 * info.width]! + du * data[k + 3 * info.width + 3]!;
        out[3 * (row * width + column) + colour] = (1 - dv) * above + dv * below;
      }
    }
  }
  return sharp(out, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}
