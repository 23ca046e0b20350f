/** Part of a picture that is shown: enlarged `scale` times, with one point of the picture at the frame's upper left; both as shares of their sizes. */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** A place in the frame or a way across it, as shares of its width and height. */
export interface Share {
  readonly x: number;
  readonly y: number;
}

/** The size of a picture that is shown whole in the middle of its frame, as shares of the frame's: one of them is 1. */
export interface Fit {
  readonly width: number;
  readonly height: number;
}

/** A part of a picture, as shares of its size. */
export interface Part {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The fit of a frame with the picture's shape. */
export const SAME_SHAPE: Fit = { width: 1, height: 1 };
export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
export const MAX_SCALE = 8;
/** Difference below which shapes are the same: sizes on the screen are rounded. */
const SAME_RATIO = 0.01;

/** Fit of a picture in a frame, given the ratios of width to height of both. */
export function fitOf(pictureRatio: number, frameRatio: number): Fit {
  const wider = pictureRatio / frameRatio;
  if (!(Math.abs(wider - 1) > SAME_RATIO)) return SAME_SHAPE;
  return wider > 1 ? { width: 1, height: 1 / wider } : { width: wider, height: 1 };
}

/** The zoom that shows all of a part of the picture as large as possible, with it in the middle as far as the picture reaches. */
export function showing({ left, top, right, bottom }: Part, fit: Fit): Zoom {
  const scale = clamp(Math.min(1 / (fit.width * (right - left)), 1 / (fit.height * (bottom - top))), 1, MAX_SCALE);
  const span = spanOf(scale, fit);
  return inside({ scale, x: (left + right - span.x) / 2, y: (top + bottom - span.y) / 2 }, fit);
}

/** Part of the picture that is in the frame. */
export function partOf({ scale, x, y }: Zoom, fit: Fit): Part {
  const span = spanOf(scale, fit);
  return { left: Math.max(0, x), top: Math.max(0, y), right: Math.min(1, x + span.x), bottom: Math.min(1, y + span.y) };
}

/** The zoom enlarged by a factor; the place at `at` in the frame stays there, as far as the picture reaches. */
export function zoomedAt(zoom: Zoom, factor: number, at: Share, fit = SAME_SHAPE): Zoom {
  const scale = clamp(zoom.scale * factor, 1, MAX_SCALE);
  const place = placeAt(zoom, at, fit);
  const span = spanOf(scale, fit);
  return inside({ scale, x: place.x - at.x * span.x, y: place.y - at.y * span.y }, fit);
}

/** The zoom pushed across the frame. */
export function pushed(zoom: Zoom, by: Share, fit = SAME_SHAPE): Zoom {
  const span = spanOf(zoom.scale, fit);
  return inside({ ...zoom, x: zoom.x - by.x * span.x, y: zoom.y - by.y * span.y }, fit);
}

/** The place of the picture that is at a place of the frame. */
export function placeAt({ scale, x, y }: Zoom, at: Share, fit = SAME_SHAPE): Share {
  const span = spanOf(scale, fit);
  return { x: x + at.x * span.x, y: y + at.y * span.y };
}

/** The zoom limited so that the picture fills the frame, or stands in its middle where it is smaller. */
export function inside({ scale, x, y }: Zoom, fit: Fit): Zoom {
  const span = spanOf(scale, fit);
  const within = (at: number, shown: number) => (shown > 1 ? (1 - shown) / 2 : clamp(at, 0, 1 - shown));
  return { scale, x: within(x, span.x), y: within(y, span.y) };
}

/** The frame's size as shares of the picture's. */
const spanOf = (scale: number, fit: Fit): Share => ({ x: 1 / (scale * fit.width), y: 1 / (scale * fit.height) });

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
