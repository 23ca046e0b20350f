import type { SmallFrame } from '../vision/session/changed-blocks.js';
import { LONG_SIDE_PX, smallPlane, smallRgba } from '../vision/session/small-frame.js';
import { ByteBuffer } from './byte-buffer.js';
import { isShownOtherwise } from './pixels-of.js';

const copy = new ByteBuffer();

/** The frame made small, `longSidePx` on its long side or unchanged; it is left open. */
export async function smallGreyOf(frame: VideoFrame | ImageBitmap | ImageData, longSidePx = LONG_SIDE_PX): Promise<SmallFrame> {
  if (frame instanceof ImageData) return smallRgba(frame.data, frame.width, frame.height, { longSidePx });
  if (typeof VideoFrame !== 'undefined' && frame instanceof VideoFrame) {
    const given = await givenFrame(frame, copy, longSidePx);
    return given?.small ?? drawn(frame, frame.displayWidth, frame.displayHeight, longSidePx);
  }
  return drawn(frame as ImageBitmap, (frame as ImageBitmap).width, (frame as ImageBitmap).height, longSidePx);
}

/** Formats whose first plane is the brightness, a byte for each pixel; those of ten or twelve bits have two. */
const PLANAR: ReadonlySet<string> = new Set(['I420', 'I420A', 'I422', 'I422A', 'I444', 'I444A', 'NV12', 'NV12A']);
/** Formats of one plane, four bytes for each pixel. */
const PACKED: ReadonlySet<string> = new Set(['RGBA', 'RGBX', 'BGRA', 'BGRX']);

/** A video frame as given, and made small. */
export interface GivenFrame {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly small: SmallFrame;
  /** In whatever format the camera gives. */
  readonly bytes: Uint8ClampedArray;
}

/**
 * A frame's bytes as the camera gave them hold its brightness: nothing need be converted. They are in `buffer`, until it is used for the next one. The frame
 * is left open. Undefined where the bytes cannot be had, or do not lie as they are shown.
 */
export async function givenFrame(frame: VideoFrame, buffer: ByteBuffer, longSidePx = LONG_SIDE_PX): Promise<GivenFrame | undefined> {
  const { format, visibleRect } = frame;
  const isPlanar = PLANAR.has(format ?? '');
  const isPacked = PACKED.has(format ?? '');
  if (!visibleRect || !(isPlanar || isPacked) || isShownOtherwise(frame)) return undefined;
  try {
    const bytes = buffer.ofLength(frame.allocationSize());
    const [plane] = await frame.copyTo(bytes);
    const { width: widthPx, height: heightPx } = visibleRect;
    const small = isPlanar
      ? smallPlane({ bytes, offset: plane!.offset, rowBytes: plane!.stride }, widthPx, heightPx, longSidePx)
      : smallRgba(bytes, widthPx, heightPx, { isBlueFirst: format?.startsWith('BGR') ?? false, longSidePx });
    return { widthPx, heightPx, small, bytes };
  } catch {
    return undefined;
  }
}

function drawn(frame: VideoFrame | ImageBitmap, widthPx: number, heightPx: number, longSidePx: number): SmallFrame {
  const scale = Math.min(1, longSidePx / Math.max(widthPx, heightPx));
  const [columns, rows] = [widthPx, heightPx].map((px) => Math.max(1, Math.round(px * scale))) as [number, number];
  const context = new OffscreenCanvas(columns, rows).getContext('2d', { willReadFrequently: true })!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(frame, 0, 0, columns, rows);
  return smallRgba(context.getImageData(0, 0, columns, rows).data, columns, rows, { longSidePx });
}
