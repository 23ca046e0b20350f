import type { SmallFrame } from '../vision/session/changed-blocks.js';
import { type Brightness, LONG_SIDE_PX, rgbaBrightness, smallFrameOf } from '../vision/session/small-frame.js';
import { isTurned } from './pixels-of.js';

/** The frame made small; it is left open. */
export async function smallGreyOf(frame: VideoFrame | ImageBitmap | ImageData): Promise<SmallFrame> {
  if (frame instanceof ImageData) return smallFrameOf(rgbaBrightness(frame.data, frame.width, frame.height));
  if (typeof VideoFrame !== 'undefined' && frame instanceof VideoFrame) {
    const brightness = await copiedBrightness(frame);
    if (brightness) return smallFrameOf(brightness);
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
  return smallFrameOf(rgbaBrightness(context.getImageData(0, 0, columns, rows).data, columns, rows));
}
