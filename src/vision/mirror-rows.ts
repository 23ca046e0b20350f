/** A copy in which each row of `width` values runs the other way: planar pictures and maps, mirrored left to right. */
export function mirrorRows(values: Float32Array, width: number): Float32Array {
  const out = new Float32Array(values.length);
  for (let from = 0; from < values.length; from += width) {
    for (let i = 0; i < width; i++) out[from + i] = values[from + width - 1 - i]!;
  }
  return out;
}
