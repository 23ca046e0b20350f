import { definiteCholesky, solveCholesky } from '../../geometry/cholesky.js';
import type { SmallFrame } from '../session/changed-blocks.js';

/**
 * Number of terms by which a registered picture differs from another without movement: the light adds to a cell a share of its own
 * brightness and a paraboloid over the picture, and a registration that is slightly off, by an affine map, adds its slopes.
 */
const TERMS = 13;
const ROUNDS = 3;
/** Sampling step in cells, each way. */
const STEP = 4;
/** Difference in grey levels beyond which a cell counts less and less: something has moved. */
const SCALE_LEVELS = 4;
/** Unit of brightness, chosen so that all terms are of about the same size. */
const GREY_UNIT = 64;
const SLOPE_UNIT = 16;
/** Number of common cells below which the pictures are left unchanged. */
const MIN_CELLS = 20 * TERMS;
/** Weight with which undetermined terms are held at zero, in units of a cell's weight. */
const HELD = 1e-3;

/** The later picture in the light and the place of the earlier. `isSeen`: a 1 for each cell that both show. */
export function levelled(before: SmallFrame, now: SmallFrame, isSeen: Uint8Array): SmallFrame {
  const { columns, rows } = now;
  const sampled: number[] = [];
  for (let row = 1; row < rows - 1; row += STEP)
    for (let column = 1; column < columns - 1; column += STEP) if (isSeen[row * columns + column]) sampled.push(row * columns + column);
  if (sampled.length < MIN_CELLS) return now;
  const rowsOf = new Float64Array(sampled.length * TERMS);
  const terms = new Float64Array(TERMS);
  for (let i = 0; i < sampled.length; i++) {
    termsAt(now, isSeen, sampled[i]! % columns, Math.floor(sampled[i]! / columns), terms);
    rowsOf.set(terms, i * TERMS);
  }
  let field: Float64Array<ArrayBufferLike> = new Float64Array(TERMS);
  for (let round = 0; round < ROUNDS; round++) {
    const normal = new Float64Array(TERMS * TERMS);
    const right = new Float64Array(TERMS);
    for (let n = 0, from = 0; n < sampled.length; n++, from += TERMS) {
      const difference = before.grey[sampled[n]!]! - now.grey[sampled[n]!]!;
      let left = difference;
      for (let i = 0; i < TERMS; i++) left -= field[i]! * rowsOf[from + i]!;
      const weight = round === 0 ? 1 / (1 + Math.abs(left) / SCALE_LEVELS) : 1 / (1 + (left / SCALE_LEVELS) ** 2);
      for (let i = 0; i < TERMS; i++) {
        const weighted = weight * rowsOf[from + i]!;
        right[i]! += weighted * difference;
        for (let j = 0; j <= i; j++) normal[i * TERMS + j]! += weighted * rowsOf[from + j]!;
      }
    }
    for (let i = 0; i < TERMS; i++) normal[i * TERMS + i]! += HELD * sampled.length;
    const factor = definiteCholesky(normal, TERMS);
    if (!factor) return now;
    field = solveCholesky(factor, right, TERMS);
  }
  return { columns, rows, grey: corrected(now, isSeen, field) };
}

/**
 * Each cell with the field's addition: the sum of `termsAt` times the field, a row at a time. Beside unseen cells the slope is not known.
 */
function corrected({ columns, rows, grey }: SmallFrame, isSeen: Uint8Array, field: ArrayLike<number>): Uint8Array {
  const [gain, level, atX, atY, atXX, atXY, atYY, across, acrossX, acrossY, down, downX, downY] = Array.from(field) as unknown as Terms;
  // Rounds, and keeps within a byte.
  const out = new Uint8ClampedArray(grey.length);
  for (let row = 0, cell = 0; row < rows; row++) {
    const y = (2 * row) / rows - 1;
    const isInner = row > 0 && row < rows - 1;
    for (let column = 0; column < columns; column++, cell++) {
      const x = (2 * column) / columns - 1;
      let value = grey[cell]! * (1 + gain / GREY_UNIT) + level + atX * x + atY * y + atXX * x * x + atXY * x * y + atYY * y * y;
      if (column > 0 && column < columns - 1 && isSeen[cell - 1] && isSeen[cell + 1])
        value += ((grey[cell + 1]! - grey[cell - 1]!) / SLOPE_UNIT) * (across + acrossX * x + acrossY * y);
      if (isInner && isSeen[cell - columns] && isSeen[cell + columns])
        value += ((grey[cell + columns]! - grey[cell - columns]!) / SLOPE_UNIT) * (down + downX * x + downY * y);
      out[cell] = value;
    }
  }
  return new Uint8Array(out.buffer);
}

type Terms = readonly [number, number, number, number, number, number, number, number, number, number, number, number, number];

function termsAt({ columns, rows, grey }: SmallFrame, isSeen: Uint8Array, column: number, row: number, terms: Float64Array): void {
  const cell = row * columns + column;
  const x = (2 * column) / columns - 1;
  const y = (2 * row) / rows - 1;
  const isAcross = column > 0 && column < columns - 1 && isSeen[cell - 1] && isSeen[cell + 1];
  const isDown = row > 0 && row < rows - 1 && isSeen[cell - columns] && isSeen[cell + columns];
  const across = isAcross ? (grey[cell + 1]! - grey[cell - 1]!) / SLOPE_UNIT : 0;
  const down = isDown ? (grey[cell + columns]! - grey[cell - columns]!) / SLOPE_UNIT : 0;
  terms[0] = grey[cell]! / GREY_UNIT;
  terms[1] = 1;
  terms[2] = x;
  terms[3] = y;
  terms[4] = x * x;
  terms[5] = x * y;
  terms[6] = y * y;
  terms[7] = across;
  terms[8] = x * across;
  terms[9] = y * across;
  terms[10] = down;
  terms[11] = x * down;
  terms[12] = y * down;
}
