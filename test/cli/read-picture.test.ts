import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import sharp from 'sharp';
import { pictureOf } from '../../src/cli/inputs/read-picture.js';
import { seeded } from '../judge/tables.js';

const FIXTURE = readFileSync(new URL('../../test-fixtures/tables/test-000003.jpg', import.meta.url));

test('a jpeg whose flipped bits make the decoder warn is refused, though it decodes to a whole picture', async () => {
  const random = seeded(7);
  let tried = 0;
  let warned = 0;
  while (warned < 2) {
    assert.ok(tried++ < 300, 'no flipped bit made the decoder warn');
    const damaged = Buffer.from(FIXTURE);
    const at = 2000 + Math.floor(random() * (damaged.length - 4000));
    damaged[at]! ^= 1 << Math.floor(random() * 8);
    const isWhole = await isDecoded(damaged, 'truncated');
    if (!isWhole || (await isDecoded(damaged, 'warning'))) continue;
    warned++;
    await assert.rejects(
      pictureOf(damaged, 'a.jpg'),
      /a\.jpg: cannot be read as a photo \(.+\); expected a whole jpeg, png or webp\. Copy or take it again/,
    );
  }
  assert.equal((await pictureOf(FIXTURE, 'a.jpg')).widthPx, 1920);
});

test('a jpeg that is cut off, or has a false end-of-image marker inside, is always refused', async () => {
  const random = seeded(9);
  const anywhere = () => 2000 + Math.floor(random() * (FIXTURE.length - 4000));
  for (let k = 0; k < 6; k++) {
    const marked = Buffer.from(FIXTURE);
    marked.set([0xff, 0xd9], anywhere());
    for (const damaged of [FIXTURE.subarray(0, anywhere()), FIXTURE.subarray(0, FIXTURE.length - 2 - k), marked])
      await assert.rejects(pictureOf(damaged, 'a.jpg'), /a\.jpg: cannot be read as a photo \(.*(premature end)/);
  }
});

async function isDecoded(jpeg: Buffer, failOn: 'truncated' | 'warning'): Promise<boolean> {
  return sharp(jpeg, { failOn })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
}

/** A jpeg whose header claims other sides than its data have. */
async function claiming(sidePx: number, isProgressive: boolean): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'gray' } })
    .jpeg({ progressive: isProgressive, mozjpeg: false })
    .toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, isProgressive ? 0xc2 : 0xc0]));
  jpeg.writeUInt16BE(sidePx, frame + 5);
  jpeg.writeUInt16BE(sidePx, frame + 7);
  return jpeg;
}

test('a picture too large for memory is refused by its header, before it is decoded', async () => {
  await assert.rejects(
    pictureOf(await claiming(19_000, true), 'a.jpg'),
    /a\.jpg: cannot be read as a photo \(got a progressive jpeg of 19000 × 19000, 361 million pixels, at most 64 million fit into memory: save it smaller\)/,
  );
  await assert.rejects(pictureOf(await claiming(30_000, false), 'a.jpg'), /exceeds pixel limit/);
});

test('whether a picture was saved as copies are is read with it', async () => {
  const frame = sharp('test-fixtures/tables/test-000012.jpg').resize(1280, 720);
  assert.equal((await pictureOf(await frame.clone().png().toBuffer(), 'frame.png')).isCopy, false);
  assert.equal((await pictureOf(await frame.clone().jpeg({ quality: 80 }).toBuffer(), 'copy.jpg')).isCopy, true);
});

test('how far a photo was brought down is read with it, also of one that lies on its side in its file', async () => {
  const gray = { width: 8192, height: 2048, channels: 3, background: 'gray' } as const;
  const wide = await sharp({ create: gray }).jpeg().toBuffer();
  const onItsSide = await sharp({ create: gray }).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  for (const [file, widthPx] of [
    [wide, 4096],
    [onItsSide, 1024],
  ] as const) {
    const photo = await pictureOf(file, 'a.jpg');
    assert.deepEqual([photo.widthPx, photo.scale], [widthPx, 0.5]);
  }
  assert.equal((await pictureOf(FIXTURE, 'a.jpg')).scale, 1);
});
