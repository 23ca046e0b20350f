import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { hashmark } from './hashmark.js';

const folder = await mkdtemp(join(tmpdir(), 'hashmark-'));
after(() => rm(folder, { recursive: true }));

test('photos that prove nothing are each refused in words, with what to do, and the others are looked at', async () => {
  const [grey, note] = [join(folder, 'grey.png'), join(folder, 'note.jpg')];
  await sharp({ create: { width: 640, height: 480, channels: 3, background: '#5a5a5a' } })
    .png()
    .toFile(grey);
  await writeFile(note, 'no picture');
  const { status, stdout, stderr } = await hashmark('prove', note, grey, join(folder, 'missing.jpg'), '--json');
  assert.equal(status, 1);
  assert.deepEqual(JSON.parse(stdout), { proofs: [] });
  const lines = stderr.trim().split('\n');
  assert.equal(lines.length, 3, stderr);
  assert.match(lines[0]!, /note\.jpg: got a text, expected a picture/);
  assert.match(
    lines[1]!,
    /grey\.png: Nothing to measure by is in view: neither three sides of a square play mat .* nor two ships .* tap the mat’s corners\./,
  );
  assert.match(lines[2]!, /missing\.jpg: no such file/);
});
