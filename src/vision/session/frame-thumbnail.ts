import type { Pixel } from '../../geometry/point.js';
import { type Cv, type Mat, withMats } from '../runtime/opencv.js';

/** A frame made small, grey: enough to tell where it is no longer what it was. */
export interface FrameThumbnail {
  readonly columns: number;
  readonly rows: number;
  /** Pixels of the frame in one of its own. */
  readonly scale: number;
  /** Grey levels, row by row. */
  readonly grey: Uint8Array;
}

/** Its long side, px: a base's edge that moves by a millimetre changes those along it by a share of its contrast. */
const LONG_SIDE_PX = 240;
/** Changes are told for squares of so many px, some 30 mm of a table that fills the frame. */
const BLOCK_PX = 4;
/**
 * A block has changed when the mean square of its differences is so many times the noise: that of the middle one of so many blocks or a few more which are
 * about as bright. The least that counts as noise is what rounding and compression leave (grey levels squared); where the middle one differs by more
 * than the most, all of them have changed.
 */
const TIMES_NOISE = 6;
const AS_BRIGHT = 101;
const LEAST_NOISE = 0.25;
const MOST_NOISE = 6;

/** The frame at a glance. */
export function glanceAt(cv: Cv, rgba: Mat): FrameThumbnail {
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

export function changesBetween(before: FrameThumbnail, now: FrameThumbnail): Changes {
  if (before.columns !== now.columns || before.rows !== now.rows) return ALL;
  const [across, down] = [Math.ceil(now.columns / BLOCK_PX), Math.ceil(now.rows / BLOCK_PX)];
  const brighter = middleOf(Float32Array.from(now.grey, (grey, i) => grey - before.grey[i]!));
  const blocks = across * down;
  const [sums, squares, counts] = [new Float32Array(blocks), new Float32Array(blocks), new Float32Array(blocks)];
  for (let row = 0; row < now.rows; row++) {
    for (let column = 0; column < now.columns; column++) {
      const at = row * now.columns + column;
      const block = Math.floor(row / BLOCK_PX) * across + Math.floor(column / BLOCK_PX);
      sums[block]! += before.grey[at]!;
      squares[block]! += (now.grey[at]! - before.grey[at]! - brighter) ** 2;
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
  const groups = Math.max(1, Math.floor(byBrightness.length / AS_BRIGHT));
  for (let group = 0; group < groups; group++) {
    const from = (of: number) => Math.round((of * byBrightness.length) / groups);
    const alike = byBrightness.slice(from(group), from(group + 1));
    const noise = Math.max(LEAST_NOISE, middleOf(Float32Array.from(alike, (block) => energies[block]!)));
    for (const block of alike) hasChanged[block] = Number(noise > MOST_NOISE || energies[block]! > TIMES_NOISE * noise);
  }
  return hasChanged;
}

function middleOf(values: Float32Array): number {
  return Float32Array.from(values).sort()[values.length >> 1]!;
}
