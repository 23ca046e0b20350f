import type { Pixel } from '../../geometry/point.js';
import { type Cv, type Mat, withMats } from '../runtime/opencv.js';

/** A frame made small, grey: enough to show where it has changed. */
export interface FrameThumbnail {
  readonly columns: number;
  readonly rows: number;
  /** Pixels of the frame for each of the thumbnail's. */
  readonly scale: number;
  /** Grey levels, row by row. */
  readonly grey: Uint8Array;
}

/** The thumbnail's long side, px: a base's edge that moves by a millimetre changes those along it by a share of its contrast. */
const LONG_SIDE_PX = 240;
/** Side of the squares that have changed or not, px of the thumbnail: some 30 mm of a table that fills the frame. */
const BLOCK_PX = 4;
/** A block has changed when the mean square of its differences exceeds the noise by this factor. */
const TIMES_NOISE = 6;
/** The noise is the median over a group of this number of blocks, or a few more, that are about as bright. */
const GROUP_BLOCKS = 101;
/** Bounds of the noise, grey levels squared: below the first is what rounding and compression leave; above the second all blocks of a group have changed. */
const MIN_NOISE = 0.25;
const MAX_NOISE = 6;

/** The thumbnail of a frame (RGBA). */
export function thumbnailOf(cv: Cv, rgba: Mat): FrameThumbnail {
  return withMats((own) => {
    const scale = Math.max(1, Math.max(rgba.cols, rgba.rows) / LONG_SIDE_PX);
    const [columns, rows] = [rgba.cols, rgba.rows].map((px) => Math.max(1, Math.round(px / scale))) as [number, number];
    const small = own(new cv.Mat());
    cv.resize(rgba, small, new cv.Size(columns, rows), 0, 0, cv.INTER_AREA);
    cv.cvtColor(small, small, cv.COLOR_RGBA2GRAY);
    return { columns, rows, scale, grey: Uint8Array.from(small.data) };
  });
}

/** Where two frames of one camera differ by more than noise and by more than all of them alike. */
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
  const [across, down] = [Math.ceil(now.columns / BLOCK_PX), Math.ceil(now.rows / BLOCK_PX)];
  const brightening = medianOf(Float32Array.from(now.grey, (grey, i) => grey - before.grey[i]!));
  const blocks = across * down;
  const [sums, squares, counts] = [new Float32Array(blocks), new Float32Array(blocks), new Float32Array(blocks)];
  for (let row = 0; row < now.rows; row++) {
    for (let column = 0; column < now.columns; column++) {
      const at = row * now.columns + column;
      const block = Math.floor(row / BLOCK_PX) * across + Math.floor(column / BLOCK_PX);
      sums[block]! += before.grey[at]!;
      squares[block]! += (now.grey[at]! - before.grey[at]! - brightening) ** 2;
      counts[block]!++;
    }
  }
  const energies = squares.map((sum, block) => sum / counts[block]!);
  const hasChanged = changedBlocks(
    sums.map((sum, block) => sum / counts[block]!),
    energies,
  );
  return {
    isAny: hasChanged.includes(1),
    touch(pixels) {
      const blockOf = (px: number) => Math.floor(px / now.scale / BLOCK_PX);
      const [us, vs] = [pixels.map(({ u }) => blockOf(u)), pixels.map(({ v }) => blockOf(v))];
      const [left, right, top, bottom] = [Math.min(...us), Math.max(...us), Math.min(...vs), Math.max(...vs)];
      if (left < 0 || top < 0 || right >= across || bottom >= down) return true;
      for (let row = top; row <= bottom; row++) {
        for (let column = left; column <= right; column++) if (hasChanged[row * across + column]) return true;
      }
      return false;
    },
  };
}

function changedBlocks(brightness: Float32Array, energies: Float32Array): Uint8Array {
  const byBrightness = [...brightness.keys()].sort((a, b) => brightness[a]! - brightness[b]!);
  const hasChanged = new Uint8Array(energies.length);
  const groups = Math.max(1, Math.floor(byBrightness.length / GROUP_BLOCKS));
  for (let group = 0; group < groups; group++) {
    const from = (of: number) => Math.round((of * byBrightness.length) / groups);
    const alike = byBrightness.slice(from(group), from(group + 1));
    const noise = Math.max(MIN_NOISE, medianOf(Float32Array.from(alike, (block) => energies[block]!)));
    for (const block of alike) hasChanged[block] = Number(noise > MAX_NOISE || energies[block]! > TIMES_NOISE * noise);
  }
  return hasChanged;
}

function medianOf(values: Float32Array): number {
  return Float32Array.from(values).sort()[values.length >> 1]!;
}
