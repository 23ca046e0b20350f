import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedBlocks } from '../../src/vision/session/changed-blocks.js';
import { normals } from './made-up-table.js';

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
