import { base64Of, bytesOf } from '../table/documents/base64.js';
import type { PictureCodec } from '../vision/runtime/picture-codec.js';

const WEBP_QUALITY = 0.8;

/** Pictures as the browser writes and reads them. */
export const PICTURE_CODEC: PictureCodec = {
  async encoded({ widthPx, heightPx, rgba }, drawnPx) {
    const whole = contextOf(widthPx, heightPx);
    whole.putImageData(new ImageData(Uint8ClampedArray.from(rgba), widthPx, heightPx), 0, 0);
    const drawn = contextOf(drawnPx, Math.round((heightPx * drawnPx) / widthPx));
    drawn.imageSmoothingQuality = 'high';
    drawn.drawImage(whole.canvas, 0, 0, drawn.canvas.width, drawn.canvas.height);
    const blob = await drawn.canvas.convertToBlob({ type: 'image/webp', quality: WEBP_QUALITY });
    return base64Of(new Uint8Array(await blob.arrayBuffer()));
  },
  async decoded(base64) {
    const bytes = bytesOf(base64);
    if (!bytes) throw new Error('The picture of the print is not in base64.');
    const bitmap = await createImageBitmap(new Blob([bytes]), { premultiplyAlpha: 'none' });
    try {
      const { width: widthPx, height: heightPx } = bitmap;
      const context = contextOf(widthPx, heightPx);
      context.drawImage(bitmap, 0, 0);
      return { widthPx, heightPx, rgba: context.getImageData(0, 0, widthPx, heightPx).data };
    } finally {
      bitmap.close();
    }
  },
};

function contextOf(widthPx: number, heightPx: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser gives no 2D canvas to draw the print with.');
  return context;
}
