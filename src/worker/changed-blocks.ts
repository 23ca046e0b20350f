import type { SmallGrey } from './small-grey.js';

/** Changes are reported for squares of 4 × 4 cells, some 30 mm of a table that fills the frame. */
const BLOCK = 4;
/**
 * A block has changed when the mean square of its differences is 6 times the noise, which is that of the middle one of the blocks about as
 * bright. The least that counts as noise is what rounding and compression leave (grey levels squared); where the middle one differs by more than
 * the most, all of them have changed.
 */
const TIMES_NOISE = 6;
const LEAST_NOISE = 0.25;
const MOST_NOISE = 6;
/** Blocks are as bright as each other within 32 grey levels; fewer than 60 of them do not determine a noise of their own. */
const AS_BRIGHT = 32;
const ENOUGH_BLOCKS = 60;

export interface BlockGrid {
  readonly columns: number;
  readonly rows: number;
  readonly changed: Uint8Array;
}

/** Where `now` differs from `before` by more than noise and by more than all of it alike: a 1 for each such block; everywhere if their sizes differ. */
export function changedBlocks(before: SmallGrey, now: SmallGrey): BlockGrid {
  const [columns, rows] = [Math.ceil(now.columns / BLOCK), Math.ceil(now.rows / BLOCK)];
  if (before.columns !== now.columns || before.rows !== now.rows) return { columns, rows, changed: new Uint8Array(columns * rows).fill(1) };
  const brighter = middleDifference(before.grey, now.grey);
  const [energies, brightness] = [new Float32Array(columns * rows), new Float32Array(columns * rows)];
  const counts = new Uint16Array(columns * rows);
  for (let row = 0; row < now.rows; row++) {
    const blockRow = Math.floor(row / BLOCK) * columns;
    for (let column = 0; column < now.columns; column++) {
      const at = row * now.columns + column;
      const block = blockRow + Math.floor(column / BLOCK);
      const difference = now.grey[at]! - before.grey[at]! - brighter;
      energies[block]! += difference * difference;
      brightness[block]! += before.grey[at]!;
      counts[block]! += 1;
    }
  }
  for (let block = 0; block < counts.length; block++) {
    energies[block]! /= counts[block]!;
    brightness[block]! /= counts[block]! * AS_BRIGHT;
  }
  return { columns, rows, changed: changedOf(energies, brightness) };
}

function changedOf(energies: Float32Array, brightness: Float32Array): Uint8Array {
  const changed = new Uint8Array(energies.length);
  const ofAll = noiseOf(energies);
  const levels = Array.from({ length: 256 / AS_BRIGHT }, (): number[] => []);
  for (let block = 0; block < energies.length; block++) levels[Math.floor(brightness[block]!)]!.push(block);
  for (const alike of levels) {
    const noise = alike.length < ENOUGH_BLOCKS ? ofAll : noiseOf(Float32Array.from(alike, (block) => energies[block]!));
    for (const block of alike) changed[block] = Number(noise > MOST_NOISE || energies[block]! > TIMES_NOISE * noise);
  }
  return changed;
}

function noiseOf(energies: Float32Array): number {
  return Math.max(LEAST_NOISE, Float32Array.from(energies).sort()[energies.length >> 1]!);
}

/** The middle one of all differences, by counting: they are whole numbers. */
function middleDifference(before: Uint8Array, now: Uint8Array): number {
  const counts = new Uint32Array(511);
  for (let at = 0; at < now.length; at++) counts[now[at]! - before[at]! + 255]! += 1;
  let below = 0;
  for (let value = 0; value < counts.length; value++) {
    below += counts[value]!;
    if (2 * below > now.length) return value - 255;
  }
  return 0;
}
