import sharp from 'sharp';
import type { PictureCodec } from '../../vision/runtime/picture-codec.js';

const MAX_PIXELS = 4e7;

/** Pictures as sharp writes and reads them. */
export const PICTURE_CODEC: PictureCodec = {
  async encoded({ widthPx: width, heightPx: height, rgba }, widthPx) {
    const webp = await sharp(rgba, { raw: { width, height, channels: 4 } })
      .resize({ width: widthPx })
      .webp({ quality: 80, alphaQuality: 50 })
      .toBuffer();
    return webp.toString('base64');
  },
  async decoded(base64) {
    const { data, info } = await sharp(Buffer.from(base64, 'base64'), { limitInputPixels: MAX_PIXELS })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { widthPx: info.width, heightPx: info.height, rgba: data };
  },
};
