import type { SmallFrame } from '../vision/session/changed-blocks.js';
import { isTurned } from './pixels-of.js';

/** Its long side. */
const LONG_SIDE_PX = 240;
/** A cell is the mean of at most 8 samples each way: more cost time, fewer leave noise. */
const SAMPLES = 8;

/** One byte of brightness for each pixel, somewhere in a buffer. */
interface Brightness {
  readonly bytes: Uint8Array | Uint8ClampedArray;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly offset: number;
  readonly rowBytes: number;
  readonly pixelBytes: number;
}

/** The frame made small; it is left open. */
export async function smallGreyOf(frame: VideoFrame | ImageBitmap | ImageData): Promise<SmallFrame> {
  if (frame instanceof ImageData) return shrunk(rgbaBrightness(frame.data, frame.width, frame.height));
  if (typeof VideoFrame !== 'undefined' && frame instanceof VideoFrame) {
    const brightness = await copiedBrightness(frame);
    if (brightness) return shrunk(brightness);
    return drawn(frame, frame.displayWidth, frame.displayHeight);
  }
  return drawn(frame as ImageBitmap, (frame as ImageBitmap).width, (frame as ImageBitmap).height);
}

let copied = new Uint8Array(0);

/** A frame's bytes as the camera gave them hold its brightness: nothing need be converted. Undefined where they cannot be had, or do not lie as they are shown. */
async function copiedBrightness(frame: VideoFrame): Promise<Brightness | undefined> {
  const { format, visibleRect } = frame;
  const isPlanar = format?.startsWith('I4') || format === 'NV12';
  const isPacked = format?.startsWith('RGB') || format?.startsWith('BGR');
  if (!visibleRect || !(isPlanar || isPacked) || isTurned(frame)) return undefined;
  try {
    const size = frame.allocationSize();
    if (copied.length !== size) copied = new Uint8Array(size);
    const [plane] = await frame.copyTo(copied);
    const { width: widthPx, height: heightPx } = visibleRect;
    const packing = isPlanar ? { offset: plane!.offset, pixelBytes: 1 } : { offset: plane!.offset + 1, pixelBytes: 4 };
    return { bytes: copied, widthPx, heightPx, rowBytes: plane!.stride, ...packing };
  } catch {
    return undefined;
  }
}

function drawn(frame: VideoFrame | ImageBitmap, widthPx: number, heightPx: number): SmallFrame {
  const scale = Math.min(1, LONG_SIDE_PX / Math.max(widthPx, heightPx));
  const [columns, rows] = [widthPx, heightPx].map((px) => Math.max(1, Math.round(px * scale))) as [number, number];
  const context = new OffscreenCanvas(columns, rows).getContext('2d', { willReadFrequently: true })!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(frame, 0, 0, columns, rows);
  return shrunk(rgbaBrightness(context.getImageData(0, 0, columns, rows).data, columns, rows));
}

/** Green is most of what makes a pixel bright. */
function rgbaBrightness(bytes: Uint8ClampedArray, widthPx: number, heightPx: number): Brightness {
  return { bytes, widthPx, heightPx, offset: 1, rowBytes: 4 * widthPx, pixelBytes: 4 };
}

function shrunk({ bytes, widthPx, heightPx, offset, rowBytes, pixelBytes }: Brightness): SmallFrame {
  const scale = Math.max(1, Math.max(widthPx, heightPx) / LONG_SIDE_PX);
  const [columns, rows] = [widthPx, heightPx].map((px) => Math.max(1, Math.floor(px / scale))) as [number, number];
  const grey = new Uint8Array(columns * rows);
  const step = Math.max(1, Math.floor(scale / SAMPLES));
  for (let row = 0; row < rows; row++) {
    const [top, bottom] = [Math.floor(row * scale), Math.max(Math.floor((row + 1) * scale), Math.floor(row * scale) + 1)];
    for (let column = 0; column < columns; column++) {
      const [left, right] = [Math.floor(column * scale), Math.max(Math.floor((column + 1) * scale), Math.floor(column * scale) + 1)];
      let sum = 0;
      let count = 0;
      for (let y = top; y < bottom; y += step) {
        for (let x = left; x < right; x += step) {
          sum += bytes[offset + y * rowBytes + x * pixelBytes]!;
          count += 1;
        }
      }
      grey[row * columns + column] = sum / count;
    }
  }
  return { columns, rows, grey };
}
