import { type Camera, tableFromPixel } from '../../src/geometry/camera.js';
import { nearestSide, outsideMm } from '../../src/vision/solve/mat-sides.js';
import { normals } from './made-up-table.js';

/** Grey levels of a mat with a line printed along its sides, `atMm` inside of them, and of the table. */
export interface DrawnMat {
  readonly cloth: number;
  readonly line: number;
  readonly table: number;
  readonly atMm: number;
}

/** That mat as a camera sees it. */
export function drawnMat(
  camera: Camera,
  mat: { readonly widthMm: number; readonly depthMm: number },
  { cloth, line, table, atMm }: DrawnMat,
) {
  const noise = normals(5);
  const { widthPx, heightPx } = camera;
  const rgba = new Uint8ClampedArray(4 * widthPx * heightPx).fill(255);
  const step = (awayMm: number) => 1 / (1 + Math.exp(-awayMm / 0.4));
  for (let v = 0; v < heightPx; v++) {
    for (let u = 0; u < widthPx; u++) {
      const at = tableFromPixel(camera, { u, v });
      const outside = at ? outsideMm(at, nearestSide(at, mat), mat) : 1000;
      const isIn = at && at.x > 0 && at.y > 0 && at.x < mat.widthMm && at.y < mat.depthMm;
      const inside = isIn ? -outside : -Math.abs(outside);
      const onLine = step(inside - atMm + 1.5) - step(inside - atMm - 1.5);
      const light = table + (cloth - table) * step(inside) + (line - cloth) * onLine;
      rgba.fill(light + 3 * noise(), 4 * (v * widthPx + u), 4 * (v * widthPx + u) + 3);
    }
  }
  return { rgba, widthPx, heightPx, capturedAtMs: 0 };
}
