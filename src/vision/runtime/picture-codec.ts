import type { Frame } from './frame.js';

/** A picture without a time. */
export type RgbaPicture = Pick<Frame, 'widthPx' | 'heightPx' | 'rgba'>;

/** Writes and reads pictures as the platform can. */
export interface PictureCodec {
  /** Base64 of a WebP of a picture drawn `widthPx` wide, with what is transparent; of a PNG where the platform writes no WebP. */
  encoded(picture: RgbaPicture, widthPx: number): Promise<string>;
  /** Rejects where the text is no picture. */
  decoded(base64: string): Promise<RgbaPicture>;
}
