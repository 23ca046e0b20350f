import assert from 'node:assert/strict';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { hashmark, hashmarkProgram } from './hashmark.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TABLES = join(ROOT, 'test-fixtures/tables');
const folder = mkdtempSync(join(tmpdir(), 'hashmark-damaged-'));
after(() => rmSync(folder, { recursive: true }));

test('a video that breaks off keeps what it gave; a name like an address stays a name; a strip of a picture gets our words', async () => {
  const jpeg = readFileSync(join(TABLES, 'test-000005.jpg'));
  const cut = join(folder, 'cut.mjpeg');
  writeFileSync(cut, Buffer.concat([jpeg, jpeg, jpeg.subarray(0, jpeg.length / 2)]));
  // An ffmpeg that records its arguments, gives one picture, and breaks off.
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const still = join(folder, 'still.jpg');
  writeFileSync(still, jpeg);
  writeFileSync(
    join(bin, 'ffmpeg'),
    `#!/bin/sh\nprintf '%s\\n' "$@" > "${join(folder, 'called')}"\ncat "${still}"\necho "it is cut" >&2\nexit 1\n`,
  );
  chmodSync(join(bin, 'ffmpeg'), 0o755);
  const strip = join(folder, 'strip.png');
  await sharp({ create: { width: 3, height: 4000, channels: 3, background: 'gray' } })
    .png()
    .toFile(strip);
  const address = 'http:x.mp4';
  writeFileSync(join(folder, address), '\0\0\0\x18ftypmp42');
  const { status, stdout, stderr } = await hashmarkProgram(['measure', cut, address, strip, '--json'], {
    cwd: folder,
    env: { PATH: `${bin}:${process.env.PATH}` },
  });
  assert.equal(status, 1);
  const { scenes } = JSON.parse(stdout);
  assert.deepEqual(
    scenes.map(({ image }: { image: string }) => image),
    [cut, address],
  );
  assert.equal(scenes[0].scene.ships.length, scenes[1].scene.ships.length);
  assert.match(stderr, /cut\.mjpeg, picture 3: cannot be read as a photo .* It is left out/);
  assert.match(stderr, /http:x\.mp4: is damaged \(it is cut\); what could be read of it is measured/);
  assert.ok(readFileSync(join(folder, 'called'), 'utf8').includes(`\nfile:${address}\n`));
  assert.match(stderr, /The picture is 3×4000 px; at least 320 px on its long side and 64 on its short one are needed/);
  assert.doesNotMatch(stderr, /OpenCV/);
});

test('eval keeps the scores of the others when one truth file is bad, and leaves the folder for no picture', async () => {
  const tables = join(folder, 'tables');
  mkdirSync(tables);
  for (const end of ['jpg', 'json']) cpSync(join(TABLES, `test-000005.${end}`), join(tables, `a.${end}`));
  const truth = JSON.parse(readFileSync(join(tables, 'a.json'), 'utf8'));
  writeFileSync(join(tables, 'a.json'), `\uFEFF${JSON.stringify({ ...truth, image: 'a.jpg' })}`);
  writeFileSync(join(tables, 'b.json'), '{"format":"hashmark-truth","version":1,"image":');
  writeFileSync(join(tables, 'c.json'), JSON.stringify({ ...truth, image: '../still.jpg' }));
  writeFileSync(join(tables, 'd.json'), JSON.stringify({ ...truth, image: join(TABLES, 'test-000005.jpg') }));
  const { status, stdout, stderr } = await hashmark('eval', tables, '--json');
  assert.equal(status, 1);
  const { images, failedImages } = JSON.parse(stdout);
  assert.deepEqual([images, failedImages], [1, []]);
  assert.match(stderr, /b\.json: got text that is not JSON .* It is not scored/);
  for (const name of ['c', 'd']) {
    assert.match(
      stderr,
      new RegExp(`${name}\\.json: image: got ".*", expected a picture in the folder of the truth file.* It is not scored`),
    );
  }
});

test('eval says of a file that it is not a folder, and of a missing folder that it is missing', async () => {
  const [file, none] = await Promise.all([hashmark('eval', join(TABLES, 'test-000005.jpg')), hashmark('eval', join(folder, 'none'))]);
  assert.deepEqual([file.status, none.status], [1, 1]);
  assert.match(file.stderr, /test-000005\.jpg: got a file, expected a folder: it must hold pictures with a truth file/);
  assert.match(none.stderr, /none: no such folder; expected pictures with a truth file/);
});
