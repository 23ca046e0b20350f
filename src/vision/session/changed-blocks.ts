/** A frame made small, grey: enough to show where it has changed. */
export interface SmallFrame {
  readonly columns: number;
  readonly rows: number;
  /** Grey levels, row by row. */
  readonly grey: Uint8Array;
}

/** Blocks of a small frame, row by row from its upper left corner. */
interface BlockGrid {
  readonly columns: number;
  readonly rows: number;
  /** A 1 for each block that has changed. */
  readonly changed: Uint8Array;
}

/** Side of the squares that have changed or not, px of the small frame: some 30 mm of a table that fills the frame. */
export const BLOCK_PX = 4;
/** A block has changed when the mean square of its differences exceeds the noise by this factor. */
const TIMES_NOISE = 6;
/** The noise is the median over a group of at least this number of blocks that are about as bright. */
const GROUP_BLOCKS = 101;
/**
 * Bounds of the noise, grey levels squared: below the first are the errors of rounding and compression; above the second something has
 * changed all over a group, and the least noise counts. Things beside the mat move against it, and are as bright as many an edge on it.
 */
const MIN_NOISE = 0.25;
/** …and at least this where a picture was resampled to be compared. */
const RESAMPLED_NOISE = 1;
const MAX_NOISE = 6;
const LEVELS = 256;

/** Allowance for two pictures that were taken from different places, one carried to the other. */
interface Allowed {
  /** For each cell the grey levels by which it may differ. */
  readonly slack: Float32Array;
  /** A 1 for each cell that both pictures show. */
  readonly isSeen: Uint8Array;
}

/**
 * Blocks in which `now` differs from `before` by more than noise and by more than the whole picture does; everywhere if their sizes differ.
 * With `allowed` their light must have been levelled.
 */
export function changedBlocks(before: SmallFrame, now: SmallFrame, allowed?: Allowed): BlockGrid {
  const [columns, rows] = [Math.ceil(now.columns / BLOCK_PX), Math.ceil(now.rows / BLOCK_PX)];
  const changed = new Uint8Array(columns * rows);
  if (before.columns !== now.columns || before.rows !== now.rows) return { columns, rows, changed: changed.fill(1) };
  const energies = new Float32Array(columns * rows);
  const brightness = new Float32Array(columns * rows);
  const brighter = allowed ? 0 : middleDifference(before.grey, now.grey);
  forEachBlock(now, (block, cells) => {
    let [energy, light] = [0, 0];
    for (let row = cells.top; row < cells.bottom; row++) {
      for (let at = row * now.columns + cells.left, end = row * now.columns + cells.right; at < end; at++) {
        light += before.grey[at]!;
        if (allowed && !allowed.isSeen[at]) continue;
        const beyond = Math.abs(now.grey[at]! - before.grey[at]! - brighter) - (allowed ? allowed.slack[at]! : 0);
        if (beyond > 0) energy += beyond * beyond;
      }
    }
    energies[block] = energy / cells.count;
    brightness[block] = light / cells.count;
  });
  const noiseOf = noiseByLevel(energies, brightness, allowed ? RESAMPLED_NOISE : MIN_NOISE);
  // A block at the edge of something dark has the noise of both.
  forEachBlock(before, (block, cells) => {
    let noise = 0;
    for (let row = cells.top; row < cells.bottom; row++)
      for (let at = row * now.columns + cells.left, end = row * now.columns + cells.right; at < end; at++)
        noise += noiseOf[before.grey[at]!]!;
    changed[block] = Number(energies[block]! > (TIMES_NOISE * noise) / cells.count);
  });
  return { columns, rows, changed };
}

/** The pixels of a block: those from `left` and `top` on, before `right` and `bottom`. */
interface BlockCells {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly count: number;
}

function forEachBlock({ columns, rows }: SmallFrame, use: (block: number, cells: BlockCells) => void): void {
  for (let top = 0, block = 0; top < rows; top += BLOCK_PX) {
    const bottom = Math.min(rows, top + BLOCK_PX);
    for (let left = 0; left < columns; left += BLOCK_PX, block++) {
      const right = Math.min(columns, left + BLOCK_PX);
      use(block, { left, right, top, bottom, count: (right - left) * (bottom - top) });
    }
  }
}

/** The noise for each grey level, grey levels squared: that of the group of blocks that are about as bright. */
function noiseByLevel(energies: Float32Array, brightness: Float32Array, least: number): Float32Array {
  const byBrightness = inOrderOf(brightness);
  const size = byBrightness.length / Math.max(1, Math.floor(byBrightness.length / GROUP_BLOCKS));
  const groups: { readonly level: number; readonly noise: number }[] = [];
  for (let from = 0; Math.round(from) < byBrightness.length; from += size) {
    const alike = byBrightness.subarray(Math.round(from), Math.round(from + size));
    const ofGroup = new Float32Array(alike.length);
    for (let i = 0; i < alike.length; i++) ofGroup[i] = energies[alike[i]!]!;
    const middle = ofGroup.sort()[ofGroup.length >> 1]!;
    groups.push({ level: brightness[alike[alike.length >> 1]!]!, noise: middle > MAX_NOISE ? least : Math.max(least, middle) });
  }
  let at = 0;
  return new Float32Array(LEVELS).map((_, level) => {
    while (at + 1 < groups.length && Math.abs(groups[at + 1]!.level - level) <= Math.abs(groups[at]!.level - level)) at += 1;
    return groups[at]!.noise;
  });
}

/**
 * The blocks from the darkest on. Means of up to 4 by 4 whole numbers differ by at least a 144th or not at all: numbers are sorted ten
 * times faster natively than by a function.
 */
function inOrderOf(brightness: Float32Array): Uint32Array {
  const keys = new Float64Array(brightness.length);
  for (let block = 0; block < keys.length; block++) keys[block] = Math.round(144 * brightness[block]!) * keys.length + block;
  return Uint32Array.from(keys.sort().map((key) => key % keys.length));
}

/** The median of all differences, by counting: they are whole numbers. */
function middleDifference(before: Uint8Array, now: Uint8Array): number {
  const counts = new Uint32Array(2 * LEVELS - 1);
  for (let at = 0; at < now.length; at++) counts[now[at]! - before[at]! + LEVELS - 1]! += 1;
  let below = 0;
  for (let value = 0; value < counts.length; value++) {
    below += counts[value]!;
    if (2 * below > now.length) return value - LEVELS + 1;
  }
  return 0;
}
