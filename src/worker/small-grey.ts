import type { SmallFrame } from '../vision/session/changed-blocks.js';
import { LONG_SIDE_PX, smallPlane, smallRgba } from '../vision/session/small-frame.js';
import { isTurned } from './pixels-of.js';

/** The frame made small; it is left open. */
export async function smallGreyOf(frame: VideoFrame | ImageBitmap | ImageData): Promise<SmallFrame> {
  if (frame instanceof ImageData) return smallRgba(frame.data, frame.width, frame.height);
  if (typeof VideoFrame !== 'undefined' && frame instanceof VideoFrame) {
    const copied = await smallCopy(frame);
    return copied ?? drawn(frame, frame.displayWidth, frame.displayHeight);
  }
  return drawn(frame as ImageBitmap, (frame as ImageBitmap).width, (frame as ImageBitmap).height);
}

let copy = new Uint8Array(0);

/** A frame's bytes as the camera gave them hold its brightness: nothing need be converted. Undefined where they cannot be had, or do not lie as they are shown. */
async function smallCopy(frame: VideoFrame): Promise<SmallFrame | undefined> {
  const { format, visibleRect } = frame;
  const isPlanar = format?.startsWith('I4') || format === 'NV12';
  const isPacked = format?.startsWith('RGB') || format?.startsWith('BGR');
  if (!visibleRect || !(isPlanar || isPacked) || isTurned(frame)) return undefined;
  try {
    const size = frame.allocationSize();
    if (copy.length !== size) copy = new Uint8Array(size);
    const [plane] = await frame.copyTo(copy);
    const { width: widthPx, height: heightPx } = visibleRect;
    const packing = isPlanar ? { offset: plane!.offset, pixelBytes: 1 } : { offset: plane!.offset + 1, pixelBytes: 4 };
    return smallPlane({ bytes: copy, rowBytes: plane!.stride, ...packing }, widthPx, heightPx);
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
  return smallRgba(context.getImageData(0, 0, columns, rows).data, columns, rows);
}
