import type { Pixel } from '../../geometry/point.js';
import type { Frame } from '../runtime/frame.js';
import { BLOCK_PX, changedBlocks, type SmallFrame } from './changed-blocks.js';
import { LONG_SIDE_PX, smallRgba } from './small-frame.js';

/** A frame made small. */
export interface FrameThumbnail extends SmallFrame {
  /** Pixels of the frame for each of the thumbnail's. */
  readonly scale: number;
}

/** The thumbnail of a frame. */
export function thumbnailOf({ rgba, widthPx, heightPx }: Frame): FrameThumbnail {
  return scaledThumbnail(smallRgba(rgba, widthPx, heightPx), widthPx, heightPx);
}

/** The thumbnail of a frame of this size that has been made small already. */
export function scaledThumbnail(small: SmallFrame, widthPx: number, heightPx: number): FrameThumbnail {
  return { ...small, scale: Math.max(1, Math.max(widthPx, heightPx) / LONG_SIDE_PX) };
}

/** Differences of two frames of one camera beyond noise and beyond the change of the whole picture. */
export interface Changes {
  readonly isAny: boolean;
  /** True when something has changed within the box that holds these pixels of the frame, or it reaches out of the frame. */
  touch(pixels: readonly Pixel[]): boolean;
}

const ALL: Changes = { isAny: true, touch: () => true };

/** The changes in one frame since earlier ones. */
export interface ChangesUpTo {
  readonly now: FrameThumbnail;
  from(before: FrameThumbnail): Changes;
}

/** Compares earlier frames with the present one, each of them once. */
export function changesUpTo(now: FrameThumbnail): ChangesUpTo {
  const compared = new Map<FrameThumbnail, Changes>();
  return {
    now,
    from(before) {
      const changes = compared.get(before) ?? changesBetween(before, now);
      compared.set(before, changes);
      return changes;
    },
  };
}

export function changesBetween(before: FrameThumbnail, now: FrameThumbnail): Changes {
  if (before.columns !== now.columns || before.rows !== now.rows) return ALL;
  const { columns: across, rows: down, changed } = changedBlocks(before, now);
  return {
    isAny: changed.includes(1),
    touch(pixels) {
      const blockOf = (px: number) => Math.floor(px / now.scale / BLOCK_PX);
      const [us, vs] = [pixels.map(({ u }) => blockOf(u)), pixels.map(({ v }) => blockOf(v))];
      const [left, right, top, bottom] = [Math.min(...us), Math.max(...us), Math.min(...vs), Math.max(...vs)];
      if (left < 0 || top < 0 || right >= across || bottom >= down) return true;
      for (let row = top; row <= bottom; row++) {
        for (let column = left; column <= right; column++) if (changed[row * across + column]) return true;
      }
      return false;
    },
  };
}
