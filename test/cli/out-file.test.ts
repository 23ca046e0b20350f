import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { hashmark } from './hashmark.js';

const PICTURE = 'test-fixtures/tables/test-000000.jpg';

test('a file that cannot be written, or a picture that would be lost, is refused before any picture is looked at', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-'));
  t.after(() => rm(folder, { recursive: true }));
  const picture = join(folder, 'table.jpg');
  const link = join(folder, 'link.json');
  await copyFile(PICTURE, picture);
  await symlink(picture, link);
  const outs: readonly (readonly [string, RegExp])[] = [
    [join(folder, 'none', 'a.json'), /none.a\.json: cannot be written: there is no folder .*none\. Make it/],
    [folder, /cannot be written: it is a folder\. Give the name of a file in it/],
    [picture, /table\.jpg: cannot be written: it is one of the pictures, which would be lost\. Give another name/],
    [join(folder, '.', 'table.jpg'), /one of the pictures/],
    [link, /one of the pictures/],
  ];
  for (const command of ['setup', 'lens', 'map']) {
    for (const [out, message] of outs) {
      // A picture that is not there would be said first if it were looked at.
      const { status, stdout, stderr } = await hashmark(command, join(folder, 'missing.jpg'), picture, '--out', out);
      assert.deepEqual([status, stdout], [1, ''], stderr);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /missing/);
    }
  }
  assert.deepEqual(await readFile(picture), await readFile(PICTURE));
  assert.deepEqual((await readdir(folder)).sort(), ['link.json', 'table.jpg']);
});
