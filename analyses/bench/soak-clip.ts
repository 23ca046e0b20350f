import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { type RgbPicture, y4mClip } from '../simulate/y4m.js';

const PICTURE = fileURLToPath(new URL('../../test-fixtures/tables/test-000115.jpg', import.meta.url));
const SIZE = { width: 1280, height: 720 };
/** Without a graphics card, drawing 30 pictures a second takes both cores, and none is left to look at them. */
const PER_SECOND = 10;
/** How long nothing moves on the table, and then how long a hand is over its middle, in turn, s. */
const STILL_SECONDS = 24;
const HAND_SECONDS = 4;
/** Pictures with noise of their own; then they come again. */
const VARIANTS = 12;
const HAND = { left: 560, top: 260, width: 160, height: 200 };

/** A table at rest, passed by a hand now and then, for Chromium's fake camera. */
export async function soakClip(): Promise<Buffer> {
  const still = await variantsOf(await sharp(PICTURE).resize(SIZE).png().toBuffer());
  const input = await sharp({ create: { width: HAND.width, height: HAND.height, channels: 3, background: '#be8c78' } })
    .png()
    .toBuffer();
  const { left, top } = HAND;
  const hand = await variantsOf(await sharp(PICTURE).resize(SIZE).composite([{ input, left, top }]).png().toBuffer());
  const played = (variants: readonly RgbPicture[], seconds: number) =>
    Array.from({ length: seconds * PER_SECOND }, (_, i) => variants[i % variants.length]!);
  return y4mClip([...played(still, STILL_SECONDS), ...played(hand, HAND_SECONDS)], PER_SECOND);
}

async function variantsOf(picture: Buffer): Promise<readonly RgbPicture[]> {
  return Promise.all(
    Array.from({ length: VARIANTS }, async () => {
      const noise = await sharp({
        create: { ...SIZE, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 2 } },
      })
        .png()
        .toBuffer();
      // Half of what differs from the middle grey is laid over the picture.
      const rgb = await sharp(picture)
        .composite([{ input: noise, blend: 'soft-light' }])
        .removeAlpha()
        .raw()
        .toBuffer();
      return { widthPx: SIZE.width, heightPx: SIZE.height, rgb };
    }),
  );
}
