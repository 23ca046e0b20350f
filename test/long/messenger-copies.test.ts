import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { hashmark } from '../cli/hashmark.js';
import { assertNoSurer, PICTURE } from '../cli/odd-copies.js';

test('messengers’ copies of a photo of few ships claim more than the picture that was sent, and nothing certain is wrong; a frame without its shape is refused', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-'));
  t.after(() => rm(folder, { recursive: true }));
  const { status, stdout, stderr } = await hashmark('measure', PICTURE, '--json');
  assert.equal(status, 0, stderr);
  const copies = {
    'chat-1600.jpg': sharp(PICTURE).resize({ width: 1600 }).jpeg({ quality: 75 }),
    'chat-960.jpg': sharp(PICTURE).resize({ width: 960 }).jpeg({ quality: 55 }),
    'squeezed.jpg': sharp(PICTURE).resize(1440, 1080, { fit: 'fill' }).jpeg({ quality: 92 }),
  };
  const said = await assertNoSurer(copies, JSON.parse(stdout).scenes[0].scene, folder, 2);
  // No camera of square pixels explains it, after a search of two minutes.
  assert.match(said, /squeezed\.jpg: No mat in view that can be trusted/);
});
