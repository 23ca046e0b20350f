import type { Pixel } from '../../geometry/point.js';

/** Side of the loupe's drawing, px. */
export const LOUPE_PX = 256;
/** How many pixels of the picture the loupe shows side by side. */
const SEEN_PX = 80;

/** Draws the picture around one pixel, enlarged, with a cross on that pixel. The picture stays on the page. */
export function drawLoupe(
  canvas: HTMLCanvasElement,
  view: HTMLVideoElement | HTMLImageElement | HTMLCanvasElement,
  widthPx: number,
  { u, v }: Pixel,
): void {
  const context = canvas.getContext('2d')!;
  const naturalWidth =
    view instanceof HTMLVideoElement ? view.videoWidth : view instanceof HTMLImageElement ? view.naturalWidth : view.width;
  const seen = (SEEN_PX * naturalWidth) / widthPx;
  const [left, top] = [((u + 0.5) * naturalWidth) / widthPx - seen / 2, ((v + 0.5) * naturalWidth) / widthPx - seen / 2];
  context.imageSmoothingEnabled = false;
  context.fillStyle = '#000';
  context.fillRect(0, 0, LOUPE_PX, LOUPE_PX);
  context.drawImage(view, left, top, seen, seen, 0, 0, LOUPE_PX, LOUPE_PX);
  context.strokeStyle = '#7ef0c3';
  context.lineWidth = 2;
  const middle = LOUPE_PX / 2;
  context.beginPath();
  context.moveTo(middle, 0);
  context.lineTo(middle, middle - 14);
  context.moveTo(middle, middle + 14);
  context.lineTo(middle, LOUPE_PX);
  context.moveTo(0, middle);
  context.lineTo(middle - 14, middle);
  context.moveTo(middle + 14, middle);
  context.lineTo(LOUPE_PX, middle);
  context.stroke();
}
