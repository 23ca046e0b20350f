/** Planar RGB 0…1 from RGBA bytes. */
export function planarRgb(rgba: Uint8Array, width: number, height: number): Float32Array {
  const plane = width * height;
  const out = new Float32Array(3 * plane);
  for (let i = 0; i < plane; i++) {
    out[i] = rgba[4 * i]! / 255;
    out[plane + i] = rgba[4 * i + 1]! / 255;
    out[2 * plane + i] = rgba[4 * i + 2]! / 255;
  }
  return out;
}
