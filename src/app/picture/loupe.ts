import type { Pixel } from '../../geometry/point.js';

/** An element that shows the picture on the page. */
export type PictureView = HTMLVideoElement | HTMLImageElement | HTMLCanvasElement;

/** Side of the loupe's drawing, px. */
export const LOUPE_PX = 512;
/** Gap of the cross around its middle, px of the drawing. */
const GAP_PX = 28;
/** Number of the picture's pixels that the loupe shows side by side. */
const SEEN_PX = 80;

/** Draws the picture around one pixel, `seenPx` of its pixels side by side, unsmoothed. The picture stays on the page. */
export function drawPixels(canvas: HTMLCanvasElement, view: PictureView, widthPx: number, { u, v }: Pixel, seenPx: number): void {
  const context = canvas.getContext('2d')!;
  const naturalWidth =
    view instanceof HTMLVideoElement ? view.videoWidth : view instanceof HTMLImageElement ? view.naturalWidth : view.width;
  const { width } = canvas;
  const seen = (seenPx * naturalWidth) / widthPx;
  const [left, top] = [((u + 0.5) * naturalWidth) / widthPx - seen / 2, ((v + 0.5) * naturalWidth) / widthPx - seen / 2];
  context.imageSmoothingEnabled = false;
  context.fillStyle = '#000';
  context.fillRect(0, 0, width, width);
  context.drawImage(view, left, top, seen, seen, 0, 0, width, width);
}

/** The same with a cross on that pixel. */
export function drawLoupe(canvas: HTMLCanvasElement, view: PictureView, widthPx: number, at: Pixel): void {
  drawPixels(canvas, view, widthPx, at, SEEN_PX);
  const context = canvas.getContext('2d')!;
  context.strokeStyle = '#7ef0c3';
  context.lineWidth = 4;
  const middle = LOUPE_PX / 2;
  context.beginPath();
  context.moveTo(middle, 0);
  context.lineTo(middle, middle - GAP_PX);
  context.moveTo(middle, middle + GAP_PX);
  context.lineTo(middle, LOUPE_PX);
  context.moveTo(0, middle);
  context.lineTo(middle - GAP_PX, middle);
  context.moveTo(middle + GAP_PX, middle);
  context.lineTo(LOUPE_PX, middle);
  context.stroke();
}

/**
 * Side of a place on which its loupe is shown, since a hand covers it from below: above it, otherwise below or beside it, as the frame has
 * room (`needPx`). `''`: above.
 */
export function loupeSide(at: { readonly x: number; readonly y: number }, frame: DOMRect, needPx: number): '' | 'below' | 'left' | 'right' {
  if (at.y - frame.top >= needPx) return '';
  if (frame.bottom - at.y >= needPx) return 'below';
  return at.x > frame.left + frame.width / 2 ? 'left' : 'right';
}
