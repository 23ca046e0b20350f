/** A picture as plain pixels, three bytes each: red, green, blue. */
export interface RgbPicture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgb: Uint8Array;
}

/** An uncompressed video (YUV4MPEG2, 4:2:0) as Chromium's fake camera plays it. Sizes must be even. */
export function y4mClip(pictures: readonly RgbPicture[], picturesPerSecond = 1): Buffer {
  const { widthPx, heightPx } = pictures[0]!;
  const header = Buffer.from(`YUV4MPEG2 W${widthPx} H${heightPx} F${picturesPerSecond}:1 Ip A1:1 C420jpeg\n`);
  const frames = new Map(Array.from(new Set(pictures), (picture) => [picture, Buffer.concat([Buffer.from('FRAME\n'), planesOf(picture)])]));
  return Buffer.concat([header, ...pictures.map((picture) => frames.get(picture)!)]);
}

/** The brightness along a row of the picture, as the video has it: BT.601 as in jpeg, full range. */
export function brightnessRow({ widthPx, rgb }: RgbPicture, y: number): Uint8Array {
  return Uint8Array.from({ length: widthPx }, (_, x) => {
    const at = 3 * (y * widthPx + x);
    return Math.round(0.299 * rgb[at]! + 0.587 * rgb[at + 1]! + 0.114 * rgb[at + 2]!);
  });
}

function planesOf(picture: RgbPicture): Buffer {
  const { widthPx, heightPx, rgb } = picture;
  const [half, quarter] = [widthPx / 2, (widthPx * heightPx) / 4];
  const planes = Buffer.alloc(widthPx * heightPx + 2 * quarter);
  for (let y = 0; y < heightPx; y++) {
    planes.set(brightnessRow(picture, y), y * widthPx);
    if (y % 2) continue;
    for (let x = 0; x < widthPx; x += 2) {
      const at = 3 * (y * widthPx + x);
      const [r, g, b] = [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!];
      const chroma = widthPx * heightPx + (y / 2) * half + x / 2;
      planes[chroma] = clamp(128 - 0.168736 * r - 0.331264 * g + 0.5 * b);
      planes[chroma + quarter] = clamp(128 + 0.5 * r - 0.418688 * g - 0.081312 * b);
    }
  }
  return planes;
}

const clamp = (value: number) => Math.min(255, Math.max(0, Math.round(value)));
