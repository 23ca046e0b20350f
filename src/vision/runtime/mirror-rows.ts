/** A copy in which each row of `width` values runs the other way: pictures and maps, mirrored left to right. */
export function mirrorRows<Values extends Float32Array | Uint32Array | Uint8Array>(values: Values, width: number): Values {
  const out = values.slice() as Values;
  for (let from = 0; from < out.length; from += width) out.subarray(from, from + width).reverse();
  return out;
}

/**
 * Averages `maps` in place with the maps that a net gave for the mirrored picture, cell by cell. Rows are `stridedWidth` cells long, of which
 * the first `columns` show the picture; planes named in `sideways` point to the right and change their sign.
 */
export function averageMirrored(
  maps: Float32Array,
  mirrored: Float32Array,
  plane: number,
  stridedWidth: number,
  columns: number,
  sideways: readonly number[],
): void {
  for (let from = 0; from < maps.length; from += stridedWidth) {
    const sign = sideways.includes(Math.floor(from / plane)) ? -1 : 1;
    for (let column = 0; column < columns; column++) {
      maps[from + column] = (maps[from + column]! + sign * mirrored[from + columns - 1 - column]!) / 2;
    }
  }
}
