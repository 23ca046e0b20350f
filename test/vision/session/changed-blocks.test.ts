import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedBlocks } from '../../../src/vision/session/changed-blocks.js';
import { normals } from '../made-up-table.js';

const [COLUMNS, ROWS] = [240, 136];
/** Where the dark side ends: in the middle of a column of blocks. */
const BRINK = 122;

/** A dark, noisy side beside a bright, quiet one, as a compressed picture of a dark mat beside a bright one is. */
function shot(seed: number, shade: (column: number, row: number) => number = () => 0) {
  const normal = normals(seed);
  const grey = new Uint8Array(COLUMNS * ROWS).map((_, at) => {
    const [column, row] = [at % COLUMNS, Math.floor(at / COLUMNS)];
    const [level, noise] = column < BRINK ? [20, 1.4] : [120, 0.2];
    return Math.round(level + noise * normal() + shade(column, row));
  });
  return { columns: COLUMNS, rows: ROWS, grey };
}

test('what lies half on the noisy side of a brink is as noisy as both: nothing has changed there', () => {
  for (let seed = 2; seed < 30; seed++) {
    const { columns, changed } = changedBlocks(shot(1), shot(seed));
    const at = [...changed.keys()].filter((block) => changed[block]);
    assert.deepEqual(
      at.map((block) => [block % columns, Math.floor(block / columns)]),
      [],
    );
  }
});

test('a block on the brink that changes by five grey levels has changed, and no other', () => {
  const [left, top] = [Math.floor(BRINK / 4), 10];
  const darker = (column: number, row: number) => (Math.floor(column / 4) === left && Math.floor(row / 4) === top ? 5 : 0);
  const { columns, changed } = changedBlocks(shot(1), shot(2, darker));
  assert.equal(changed.indexOf(1), top * columns + left);
  assert.equal(changed.lastIndexOf(1), top * columns + left);
});

/** A mat with bright squares and a grey piece on it, beside a floor as bright as that piece, and as a block that a square covers in half; the floor is another one in each shot. */
function besideFloor(seed: number, pieceLevel: number) {
  const normal = normals(seed);
  const grey = new Uint8Array(COLUMNS * ROWS).map((_, at) => {
    const [column, row] = [at % COLUMNS, Math.floor(at / COLUMNS)];
    if (column < FLOOR) return Math.round(70 + 15 * normal());
    const isOnPiece = column >= PIECE[0] && column < PIECE[0] + 4 && row >= PIECE[1] && row < PIECE[1] + 4;
    const isOnSquare = column % 20 < 10 && row % 20 < 10;
    return Math.round((isOnPiece ? pieceLevel : isOnSquare ? 120 : 20) + 0.5 * normal());
  });
  return { columns: COLUMNS, rows: ROWS, grey };
}
const FLOOR = 80;
const PIECE = [FLOOR + 12, 52] as const;

test('a floor that moves against the table takes nothing for changed that is as bright as it, and hides no change of that', () => {
  for (const level of [70, 64]) {
    const { columns, changed } = changedBlocks(besideFloor(1, 70), besideFloor(2, level));
    const onTable = [...changed.keys()].filter((block) => changed[block] && block % columns >= FLOOR / 4);
    assert.deepEqual(onTable, level === 70 ? [] : [(PIECE[1] / 4) * columns + PIECE[0] / 4]);
  }
});
