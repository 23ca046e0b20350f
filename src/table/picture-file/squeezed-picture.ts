import { phrase } from '../../texts/phrase.js';
import type { Problem } from '../measurement.js';

/** Sizes in which camcorders keep pictures that are shown wider (HDV and AVCHD, DVCPRO HD, DV), and in which hardly anything else is saved. */
const STORED_SIZES: readonly string[] = ['1440×1080', '1280×1080', '720×576', '720×480'];

/** A word for a photo that may be a camcorder's frame, squeezed as it is stored: nothing in the file says so, and what is measured in it may be wide of the mark. */
export function squeezedCaution({ widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number }): Problem | undefined {
  if (!STORED_SIZES.includes(`${widthPx}×${heightPx}`)) return undefined;
  return { code: 'picture-squeezed', message: phrase('squeezed-perhaps', widthPx, heightPx), hint: phrase('save-as-it-is-shown') };
}
