/** Where a picture that is stored as its EXIF orientation (1 to 8) says shows what lies at (x, y) of it, of `w` × `h` px as it is stored. */
export function exifPlace(
  orientation: number,
  [x, y]: readonly [number, number],
  [w, h]: readonly [number, number],
): readonly [number, number] {
  const places: readonly (readonly [number, number])[] = [
    [x, y],
    [w - 1 - x, y],
    [w - 1 - x, h - 1 - y],
    [x, h - 1 - y],
    [y, x],
    [h - 1 - y, x],
    [h - 1 - y, w - 1 - x],
    [y, w - 1 - x],
  ];
  return places[orientation - 1]!;
}
