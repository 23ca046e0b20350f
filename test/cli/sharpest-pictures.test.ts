import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { leftOut, notLookedAt, sharpestPictures } from '../../src/cli/inputs/sharpest-pictures.js';
import { hashmark } from './hashmark.js';

/** Forty pictures of one scene as a hand takes them, some blurred by its shake, and one file that is no picture. */
async function fortyPictures(folder: string, isSharp: (i: number) => boolean): Promise<string[]> {
  const scene = Uint8Array.from({ length: 96 * 72 }, (_, i) => ((i * 7919) % 251) ^ (i >> 5));
  const paths: string[] = [];
  for (let i = 0; i < 40; i++) {
    const path = join(folder, `${i}.png`);
    const picture = sharp(scene, { raw: { width: 96, height: 72, channels: 1 } });
    if (i === 1) await writeFile(path, 'no picture');
    else await (isSharp(i) ? picture : picture.blur(2)).png().toFile(path);
    paths.push(path);
  }
  return paths;
}

test('of forty pictures the first, the last and the sharpest of each part between them are looked at, of a few all', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  try {
    const paths = await fortyPictures(folder, (i) => i % 3 === 2);
    const chosen = await sharpestPictures(paths);
    assert.equal(chosen.length, 12);
    assert.match(notLookedAt(40), /of 40 pictures 12 are: the first, the last, and the sharpest/);
    // How the table stands now only the last one shows, however blurred, and the whole of it perhaps only the first.
    assert.equal(chosen.pop(), 39);
    assert.equal(chosen.shift(), 0);
    assert.deepEqual(
      chosen,
      [...new Set(chosen)].sort((a, b) => a - b),
    );
    for (const i of chosen) assert.equal(i % 3, 2, `picture ${i} is blurred`);
    assert.deepEqual(await sharpestPictures(paths.slice(0, 4)), [0, 1, 2, 3]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('before many pictures are looked at it is said which are not, and nothing where all are', async () => {
  const files = Array.from({ length: 13 }, (_, i) => `test/cli/no-picture-${i}.jpg`);
  const { status, stdout, stderr } = await hashmark('measure', ...files, '--one-table', '--json');
  assert.equal(status, 1);
  const [first, ...others] = stderr.trim().split('\n');
  assert.match(
    first!,
    /got 13 pictures, looks at 12: the first, the last, and the sharpest between them.*\. Give 12 at most .*Not looked at: test\/cli\/no-picture-\d+\.jpg$/,
  );
  // Once is enough.
  assert.equal(others.length, 12);
  assert.ok(
    others.every((line) => line.includes('no such file')),
    stderr,
  );
  assert.equal(JSON.parse(stdout).scenes.filter(({ problem }: { problem: string }) => problem.startsWith('Not looked at')).length, 1);
  assert.equal(leftOut(files.slice(1), await sharpestPictures(files.slice(1))), undefined);
});
