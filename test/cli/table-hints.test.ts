import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseArgs } from '../../src/cli/args.js';
import { hintsIn, TABLE_OPTIONS, tableHints } from '../../src/cli/table-hints.js';
import { rightWayRound } from '../../src/vision/runtime/frame.js';

const PICTURE = { widthPx: 4, heightPx: 1 };

async function cornersFor(...options: readonly string[]) {
  const hints = await tableHints(parseArgs(['photo.jpg', '--corners', '0,0 3,0 2,0 -', ...options], TABLE_OPTIONS));
  return hintsIn(PICTURE, hints);
}

test('corners of a mirror image are given as the file shows it: each stays on its pixel when the picture is turned', async () => {
  const red = [255, 0, 0, 255];
  const rgba = Uint8Array.from([...red, ...Array.from({ length: 12 }, () => 0)]);
  const hints = await cornersFor('--mirrored');
  const { frame } = rightWayRound({ ...PICTURE, rgba, capturedAtMs: 0 }, hints);
  const [first, , , hidden] = hints.corners!;
  assert.deepEqual([...frame.rgba.slice(4 * first!.u, 4 * first!.u + 4)], red);
  assert.deepEqual(
    hints.corners!.map((corner) => corner?.u),
    [3, 0, 1, undefined],
  );
  assert.equal(hidden, undefined);
});

test('corners of a picture that is no mirror image stay as they are given', async () => {
  assert.deepEqual(
    (await cornersFor()).corners!.map((corner) => corner?.u),
    [0, 3, 2, undefined],
  );
});
