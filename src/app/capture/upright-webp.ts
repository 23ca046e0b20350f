/** Transforms of the canvas that turn or mirror a picture by its EXIF orientation, with width and height exchanged for some. */
const TURNS: Readonly<Record<number, (widthPx: number, heightPx: number) => readonly [number, number, number, number, number, number]>> = {
  2: (w) => [-1, 0, 0, 1, w, 0],
  3: (w, h) => [-1, 0, 0, -1, w, h],
  4: (_, h) => [1, 0, 0, -1, 0, h],
  5: () => [0, 1, 1, 0, 0, 0],
  6: (_, h) => [0, 1, -1, 0, h, 0],
  7: (w, h) => [0, -1, -1, 0, h, w],
  8: (w) => [0, -1, 1, 0, 0, w],
};
const ORIENTATION = 0x0112;
/** Types of an EXIF value: bytes, and numbers of 16 and 32 bits. */
const [BYTE, SHORT, LONG] = [1, 3, 4];
const [EXIF_FLAG, FLAGS_AT, CHUNKS_AT, HEAD_BYTES] = [0x08, 20, 12, 30];

/**
 * A WebP upright as its EXIF says, as a PNG; undefined for one that is already upright and for every other file. Browsers differ in whether
 * they turn it (Chromium 156 does not), so its notes are taken away before it is decoded. Throws where it does not decode.
 */
export async function uprightWebp(file: Blob): Promise<Blob | undefined> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (!/^RIFF.{4}WEBPVP8X/s.test(String.fromCharCode(...head)) || !(head[FLAGS_AT]! & EXIF_FLAG)) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const transform = TURNS[webpOrientation(bytes)];
  if (!transform) return undefined;
  bytes[FLAGS_AT]! &= ~EXIF_FLAG;
  for (const [name, at] of chunksOf(bytes)) if (name === 'EXIF') bytes.fill(0x20, at - 8, at - 4);
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/webp' }));
  try {
    const { width, height } = bitmap;
    const matrix = transform(width, height);
    const upright = matrix[0] === 0 ? new OffscreenCanvas(height, width) : new OffscreenCanvas(width, height);
    const context = upright.getContext('2d', { alpha: false })!;
    context.setTransform(...matrix);
    context.drawImage(bitmap, 0, 0);
    return await upright.convertToBlob({ type: 'image/png' });
  } finally {
    bitmap.close();
  }
}

/** Orientation 1 to 8 from its first EXIF chunk; 1 where there is none, or it is damaged. */
function webpOrientation(webp: Uint8Array): number {
  for (const [name, at, length] of chunksOf(webp)) if (name === 'EXIF') return exifOrientation(webp.subarray(at, at + length));
  return 1;
}

/** Name, place and length of each part of a WebP. */
function* chunksOf(webp: Uint8Array): Generator<readonly [string, number, number]> {
  const view = new DataView(webp.buffer, webp.byteOffset, webp.byteLength);
  for (let at = CHUNKS_AT; at + 8 <= webp.length; ) {
    const length = view.getUint32(at + 4, true);
    yield [String.fromCharCode(...webp.subarray(at, at + 4)), at + 8, length];
    at += 8 + length + (length & 1);
  }
}

/** The orientation in the first directory of an EXIF block, with or without the six letters that begin it in a jpeg. */
function exifOrientation(exif: Uint8Array): number {
  const tiff = String.fromCharCode(...exif.subarray(0, 4)) === 'Exif' ? exif.subarray(6) : exif;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  if (tiff.length < 8) return 1;
  const isLittle = tiff[0] === 0x49;
  const first = view.getUint32(4, isLittle);
  for (let at = first + 2; at + 12 <= tiff.length; at += 12) {
    if (view.getUint16(at, isLittle) !== ORIENTATION) continue;
    const type = view.getUint16(at + 2, isLittle);
    if (type === BYTE) return view.getUint8(at + 8);
    return type === SHORT ? view.getUint16(at + 8, isLittle) : type === LONG ? view.getUint32(at + 8, isLittle) : 1;
  }
  return 1;
}
