import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const PICTURE = fileURLToPath(new URL('../../test-fixtures/tables/test-000115.jpg', import.meta.url));
const SIZE = { width: 1280, height: 720 };
/** Chromium plays motion jpeg at this rate. */
const PER_SECOND = 30;
/** The table lies still for so long, then a hand lies over its middle, and so on. */
const STILL_SECONDS = 24;
const HAND_SECONDS = 4;
/** Pictures with noise of their own; then they come again. */
const VARIANTS = 12;
const HAND = { left: 560, top: 260, width: 160, height: 200 };

/** A table at rest, passed by a hand now and then, as motion jpeg for Chromium's fake camera. */
export async function soakClip(): Promise<Buffer> {
  const still = await variantsOf(await sharp(PICTURE).resize(SIZE).png().toBuffer());
  const input = await sharp({ create: { width: HAND.width, height: HAND.height, channels: 3, background: '#be8c78' } })
    .png()
    .toBuffer();
  const { left, top } = HAND;
  const hand = await variantsOf(await sharp(PICTURE).resize(SIZE).composite([{ input, left, top }]).png().toBuffer());
  const played = (variants: readonly Buffer[], seconds: number) =>
    Array.from({ length: seconds * PER_SECOND }, (_, i) => variants[i % variants.length]!);
  return Buffer.concat([...played(still, STILL_SECONDS), ...played(hand, HAND_SECONDS)]);
}

async function variantsOf(picture: Buffer): Promise<readonly Buffer[]> {
  return Promise.all(
    Array.from({ length: VARIANTS }, async () => {
      const noise = await sharp({
        create: { ...SIZE, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 2 } },
      })
        .png()
        .toBuffer();
      // Half of what differs from the middle grey is laid over the picture.
      return sharp(picture)
        .composite([{ input: noise, blend: 'soft-light' }])
        .jpeg({ quality: 88 })
        .toBuffer();
    }),
  );
}
