import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hintsIn, hintsInFile, pixelInFile, TABLE_OPTIONS, tableHints } from '../../src/cli/inputs/table-hints.js';
import { parseArgs, UsageError } from '../../src/cli/terminal/args.js';
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

test('edges of a mirror image, and of a part of a picture, stay on their pixels as corners do; without corners all four are out of view', async () => {
  const edges = ['--edges', '- 3,0:1,0 - 0,0:2,0'];
  const hints = await hintsOf(...edges);
  assert.deepEqual(hints.corners, [undefined, undefined, undefined, undefined]);
  const us = (found: typeof hints) => found.edges!.map((edge) => edge?.map(({ u }) => u));
  assert.deepEqual(us(hintsIn(PICTURE, hints)), [undefined, [3, 1], undefined, [0, 2]]);
  assert.deepEqual(us(hintsIn(PICTURE, await hintsOf(...edges, '--mirrored'))), [undefined, [0, 2], undefined, [3, 1]]);
  assert.deepEqual(us(hintsIn({ ...PICTURE, leftPx: 10 }, hints)), [undefined, [-7, -9], undefined, [-10, -8]]);
});

test('corners and edges of a photo that is brought down stay on what they were marked at', async () => {
  // Two px of the file are one of the photo: the first ends between the file's px 1 and 2.
  const half = { ...PICTURE, scale: 0.5 };
  const hints = await hintsOf('--corners', '0.5,0.5 6.5,0.5 4.5,2.5 -', '--edges', '- 6.5,0.5:2.5,0.5 - -');
  const found = hintsIn(half, hints);
  assert.deepEqual(found.corners, [{ u: 0, v: 0 }, { u: 3, v: 0 }, { u: 2, v: 1 }, undefined]);
  assert.deepEqual(
    found.edges![1]!.map(({ u }) => u),
    [3, 1],
  );
  assert.equal(hintsIn({ ...half, leftPx: 1, topPx: 2 }, hints).corners![2]!.u, 1);
  assert.equal(hintsIn(half, await hintsOf('--corners', '0.5,0.5 6.5,0.5 4.5,2.5 -', '--mirrored')).corners![0]!.u, 3);
});

test('a place of a photo that is brought down, cut and turned is where its file has it', async () => {
  const photo = { ...PICTURE, scale: 0.5, leftPx: 1, topPx: 2 };
  for (const more of [[], ['--mirrored']]) {
    const { corners, isMirrored } = hintsIn(photo, await hintsOf('--corners', '2.5,4.5 8.5,4.5 6.5,6.5 -', ...more));
    assert.deepEqual(pixelInFile(corners![1]!, photo, isMirrored), { u: 8.5, v: 4.5 });
    assert.deepEqual(pixelInFile(corners![2]!, photo, isMirrored), { u: 6.5, v: 6.5 });
  }
});

test('a mark outside of a photo that was brought down or cut is said to be so in px of the file', async () => {
  const photo = {
    ...PICTURE,
    widthPx: 400,
    heightPx: 300,
    scale: 0.5,
    leftPx: 100,
    topPx: 0,
    isCopy: false,
    capturedAtMs: 0,
    rgba: new Uint8Array(),
  };
  const said = async (...options: string[]) => {
    const hints = await hintsOf(...options);
    try {
      hintsInFile('wide.jpg', photo, hints);
      return 'within';
    } catch (error) {
      return (error as Error).message;
    }
  };
  assert.equal(await said('--corners', '200,0 999,0 999,599 -'), 'within');
  assert.match(
    await said('--corners', '200,0 1004,2 900,400 -'),
    /wide\.jpg: .*corner 2 is at \(1004, 2\) px, .*from 200,0 to 999,599 px of the file/,
  );
  assert.match(await said('--corners', '150,8 900,2 900,400 -'), /corner 1 is at \(150, 8\) px/);
  assert.match(await said('--edges', '300,20:900,20 900,20:900,601 - 300,20:300,80'), /a place on edge 2 is at \(900, 601\) px/);
});

const hintsOf = (...options: readonly string[]) => tableHints(parseArgs(['photo.jpg', ...options], TABLE_OPTIONS));

test('what a photo’s file says of it goes with the hints, with marks and without', async () => {
  assert.equal(hintsIn({ ...PICTURE, isCopy: true }, {}).isCopy, true);
  assert.equal(hintsIn({ ...PICTURE, isCopy: true, leftPx: 3 }, await hintsOf('--corners', '0,0 3,0 2,0 -')).isCopy, true);
  assert.deepEqual(hintsIn({ ...PICTURE, isCopy: false }, {}), {});
});

test('how sure a mat is can be said with its size or apart from it, in mm also where the size is in inches', async () => {
  assert.equal((await hintsOf('--mat', '911x917')).mat!.sigmaMm, 0.5);
  assert.equal((await hintsOf('--mat', '911x917', '--mat-sigma', '1.5')).mat!.sigmaMm, 1.5);
  const { mat } = await hintsOf('--mat', '36x36in', '--mat-sigma', '2');
  assert.deepEqual([mat!.widthMm.toFixed(1), mat!.sigmaMm], ['914.4', 2]);
});

for (const [options, message] of [
  [['--mat-sigma', '0.5'], /got no --mat/],
  [['--mat', '911x917±1', '--mat-sigma', '0.5'], /got 0\.5 and '911x917±1', expected one/],
  [['--mat', '911x917', '--mat-sigma', 'fine'], /got 'fine', expected mm such as 0\.5/],
  [['--edges', '- 1,2:3,4 -'], /edges: got 3, expected four edges/],
  [['--edges', '- 1,2:3 - 5,6:7,8'], /edges: got '1,2:3', expected four edges/],
  [['--edges', '- 1,2 - 5,6:7,8'], /edges: got '1,2', expected four edges/],
  [['--mat', '911x917', '--mat-sigma', '0'], /standard deviation of 0 mm, expected more than 0/],
] as const) {
  test(`${options.join(' ')} is wrong use, with what was got and expected`, async () => {
    await assert.rejects(hintsOf(...options), (error: unknown) => error instanceof UsageError && message.test(error.message));
  });
}
