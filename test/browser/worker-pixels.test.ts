import { pixelsOf } from '../../src/worker/pixels-of.js';
import { smallGreyOf } from '../../src/worker/small-grey.js';
import { equal, ok } from './app-assert.js';

/** A frame of 64×32 pixels whose left half is black and whose right half is white, as a camera that lies on its side marks it. */
function turnedFrame(rotation: number): VideoFrame {
  const canvas = new OffscreenCanvas(64, 32);
  const context = canvas.getContext('2d')!;
  context.fillRect(0, 0, 32, 32);
  context.fillStyle = 'white';
  context.fillRect(32, 0, 32, 32);
  const init: VideoFrameInit & { readonly rotation: number } = { timestamp: 0, rotation };
  return new VideoFrame(canvas, init);
}

suite('the pixels of a frame', () => {
  for (const [rotation, upperLeft, lowerRight] of [
    [0, 0, 255],
    [90, 0, 255],
    [180, 255, 0],
    [270, 255, 0],
  ] as const) {
    test(`turned by ${rotation} degrees they lie as the frame is shown, for both workers`, async () => {
      const frame = turnedFrame(rotation);
      const { widthPx, heightPx, rgba } = await pixelsOf(frame);
      equal([widthPx, heightPx], rotation % 180 ? [32, 64] : [64, 32], 'size');
      equal([rgba[0], rgba.at(-4)], [upperLeft, lowerRight], 'upper left and lower right');
      const { columns, rows, grey } = await smallGreyOf(frame);
      equal([columns, rows], [widthPx, heightPx], 'size of the small picture');
      ok(Math.abs(grey[0]! - upperLeft) < 20 && Math.abs(grey.at(-1)! - lowerRight) < 20, `the small picture: ${grey[0]} … ${grey.at(-1)}`);
      frame.close();
    });
  }
});
