import { HIDDEN_PICTURES } from '../table/measurement.js';
import { ByteBuffer } from './byte-buffer.js';

interface Pixels {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgba: Uint8ClampedArray;
}

/** The pixels of whatever the page transferred, as RGBA. Those of a video frame are in `buffer`, until that is reused for the next one. */
export async function pixelsOf(source: VideoFrame | ImageBitmap | ImageData, buffer = new ByteBuffer()): Promise<Pixels> {
  if (source instanceof ImageData) return { widthPx: source.width, heightPx: source.height, rgba: source.data };
  if (typeof VideoFrame !== 'undefined' && source instanceof VideoFrame) {
    if (isShownOtherwise(source)) return drawn(source, source.displayWidth, source.displayHeight);
    const { width, height } = source.visibleRect ?? { width: source.codedWidth, height: source.codedHeight };
    const rgba = buffer.ofLength(width * height * 4);
    try {
      await source.copyTo(rgba, { format: 'RGBA' } as VideoFrameCopyToOptions);
      return { widthPx: width, heightPx: height, rgba };
    } catch {
      // Browsers that cannot convert while copying draw the frame instead.
      return drawn(source, source.displayWidth, source.displayHeight);
    }
  }
  const bitmap = source as ImageBitmap;
  return drawn(bitmap, bitmap.width, bitmap.height);
}

/**
 * True where a frame's bytes are not in the order in which it is shown: turned or mirrored, as those of a phone's camera may (WebCodecs:
 * `rotation`, `flip`), or with pixels that are not square, as camcorders record them.
 */
export function isShownOtherwise(frame: VideoFrame): boolean {
  const { rotation = 0, flip = false } = frame as VideoFrame & { readonly rotation?: number; readonly flip?: boolean };
  const { visibleRect, displayWidth, displayHeight } = frame;
  const isStretched = visibleRect !== null && (visibleRect.width !== displayWidth || visibleRect.height !== displayHeight);
  return rotation !== 0 || flip || isStretched;
}

/** The pixels of a source drawn on a canvas; transparent ones are black. */
function drawn(source: VideoFrame | ImageBitmap, widthPx: number, heightPx: number): Pixels {
  const context = canvasOf(widthPx, heightPx);
  if (!readsBack(canvasOf(PATTERN.length, 1))) {
    const error = new Error('What is drawn on a canvas is read back as something else.');
    error.name = HIDDEN_PICTURES;
    throw error;
  }
  context.drawImage(source, 0, 0, widthPx, heightPx);
  return { widthPx, heightPx, rgba: context.getImageData(0, 0, widthPx, heightPx).data };
}

function canvasOf(widthPx: number, heightPx: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', { willReadFrequently: true, alpha: false });
  if (!context) throw new Error('This browser gives no 2D canvas to read the picture with.');
  return context;
}

/**
 * Pixels that are drawn and read back before each picture, since a person may meanwhile allow reading: Firefox’s resistFingerprinting gives
 * noise, Brave changes lowest bits, which harm no measurement.
 */
const PATTERN = [
  [250, 10, 120],
  [10, 240, 60],
  [30, 70, 245],
  [128, 128, 128],
] as const;
const LOW_BITS = 4;

function readsBack(context: OffscreenCanvasRenderingContext2D): boolean {
  PATTERN.forEach((colour, x) => {
    context.fillStyle = `rgb(${colour.join()})`;
    context.fillRect(x, 0, 1, 1);
  });
  const data = dataOf(context);
  return data !== undefined && PATTERN.every((colour, x) => colour.every((value, i) => Math.abs(data[4 * x + i]! - value) < LOW_BITS));
}

/** Pixels of a canvas; undefined where reading is refused, as some extensions do. */
function dataOf(context: OffscreenCanvasRenderingContext2D): Uint8ClampedArray | undefined {
  try {
    return context.getImageData(0, 0, PATTERN.length, 1).data;
  } catch {
    return undefined;
  }
}
