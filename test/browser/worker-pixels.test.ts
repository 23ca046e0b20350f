import { smallRgba } from '../../src/vision/session/small-frame.js';
import { ByteBuffer } from '../../src/worker/byte-buffer.js';
import { pixelsOf } from '../../src/worker/pixels-of.js';
import { givenFrame, smallGreyOf } from '../../src/worker/small-grey.js';
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

  test('pixels that are not square are read as wide as they are shown, and what is transparent is black', async () => {
    const data = new Uint8Array(4 * 48 * 32).fill(255);
    const frame = new VideoFrame(data, {
      format: 'RGBA',
      codedWidth: 48,
      codedHeight: 32,
      displayWidth: 64,
      displayHeight: 32,
      timestamp: 0,
    });
    const { widthPx, heightPx, rgba } = await pixelsOf(frame);
    equal([widthPx, heightPx, rgba.length], [64, 32, 4 * 64 * 32]);
    const small = await smallGreyOf(frame);
    equal([small.columns, small.rows], [64, 32]);
    frame.close();
    const canvas = new OffscreenCanvas(8, 8);
    canvas.getContext('2d')!.fillRect(4, 0, 4, 8);
    const clear = await pixelsOf(canvas.transferToImageBitmap());
    equal([...clear.rgba.slice(0, 4)], [0, 0, 0, 255]);
  });

  for (const format of ['RGBX', 'RGBA', 'BGRX', 'BGRA'] as const) {
    test(`${format}: made small from the bytes as they were given as from its pixels, in a buffer that is kept`, async () => {
      const buffer = new ByteBuffer();
      const kept = buffer.ofLength(4 * 960 * 540);
      for (let turn = 0; turn < 2; turn++) {
        const data = Uint8Array.from({ length: 4 * 960 * 540 }, (_, at) =>
          at % 4 === 3 ? 255 : (Math.floor(at / 4096) * (5 + (at % 4)) + 40 * turn) % 256,
        );
        const frame = new VideoFrame(data, { format, codedWidth: 960, codedHeight: 540, timestamp: 0 });
        const given = await givenFrame(frame, buffer);
        const { rgba } = await pixelsOf(frame, new ByteBuffer());
        frame.close();
        equal([given!.widthPx, given!.heightPx, given!.bytes === kept], [960, 540, true], 'size and buffer');
        equal([...given!.small.grey].join(), [...smallRgba(rgba, 960, 540).grey].join(), 'grey levels');
      }
    });
  }

  test('I420: made small from its brightness alone, within what the range of video leaves of it', async () => {
    const data = new Uint8Array((960 * 540 * 3) / 2).fill(128);
    for (let at = 0; at < 960 * 540; at++) data[at] = 16 + ((Math.floor(at / 4000) * 7) % 220);
    const frame = new VideoFrame(data, { format: 'I420', codedWidth: 960, codedHeight: 540, timestamp: 0 });
    const given = await givenFrame(frame, new ByteBuffer());
    const ofPixels = smallRgba((await pixelsOf(frame)).rgba, 960, 540);
    frame.close();
    const farthest = Math.max(...given!.small.grey.map((grey, at) => Math.abs(((grey - 16) * 255) / 219 - ofPixels.grey[at]!)));
    ok(farthest < 3, `${farthest} grey levels between brightness and pixels`);
  });

  test('a browser that gives noise for what is drawn is found out; one that changes lowest bits is read', async () => {
    const { getImageData } = OffscreenCanvasRenderingContext2D.prototype;
    const read = async (change: (value: number, at: number) => number) => {
      OffscreenCanvasRenderingContext2D.prototype.getImageData = function (...asked: Parameters<typeof getImageData>) {
        const image = getImageData.apply(this, asked);
        image.data.set(image.data.map(change));
        return image;
      };
      const bitmap = await createImageBitmap(new ImageData(8, 8));
      try {
        return await pixelsOf(bitmap).then(
          ({ widthPx }) => widthPx,
          ({ name }: Error) => name,
        );
      } finally {
        bitmap.close();
        OffscreenCanvasRenderingContext2D.prototype.getImageData = getImageData;
      }
    };
    equal(await read((_, at) => (at * 97) % 256), 'HiddenPictures');
    equal(await read((value, at) => value + (at % 3) - 1), 8);
    // Stripes and white, as Firefox's relatives give; nothing; and an extension that refuses.
    equal(await read((_, at) => (at % 8 < 4 ? 40 : 200)), 'HiddenPictures');
    equal(await read(() => 255), 'HiddenPictures');
    equal(await read(() => 0), 'HiddenPictures');
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    equal(await read(refuse), 'HiddenPictures');
  });

  test('a browser that has no memory for a canvas says so, and reads the next picture when it has', async () => {
    const { getContext } = OffscreenCanvas.prototype;
    const bitmap = await createImageBitmap(new ImageData(8, 8));
    OffscreenCanvas.prototype.getContext = (() => null) as typeof getContext;
    try {
      const said = await pixelsOf(bitmap).then(
        () => 'read',
        ({ name, message }: Error) => `${name}: ${message}`,
      );
      equal(said, 'Error: This browser gives no 2D canvas to read the picture with.');
    } finally {
      OffscreenCanvas.prototype.getContext = getContext;
    }
    equal((await pixelsOf(bitmap)).widthPx, 8);
    bitmap.close();
  });
});
