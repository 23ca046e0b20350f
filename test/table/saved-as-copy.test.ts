import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { isSavedAsCopy } from '../../src/table/picture-file/saved-as-copy.js';

const frame = sharp('test-fixtures/tables/test-000012.jpg').resize(320, 180);
const saved = async (as: (one: Sharp) => Sharp) => isSavedAsCopy(await as(frame.clone()).toBuffer());

test('a frame of full quality does not count as a copy: png, tiff, a lossless webp, a jpeg of quality 85 and more', async () => {
  assert.equal(await saved((one) => one.png()), false);
  assert.equal(await saved((one) => one.tiff()), false);
  assert.equal(await saved((one) => one.webp({ lossless: true })), false);
  for (const quality of [85, 90, 92, 100]) assert.equal(await saved((one) => one.jpeg({ quality })), false, `${quality}`);
});

test('what messengers send counts as a copy: coarse, in progressive scans, as webp, avif or gif', async () => {
  for (const quality of [40, 60, 75, 80, 84]) assert.equal(await saved((one) => one.jpeg({ quality })), true, `${quality}`);
  assert.equal(await saved((one) => one.jpeg({ quality: 95, progressive: true })), true);
  assert.equal(await saved((one) => one.jpeg({ quality: 80, mozjpeg: true })), true);
  assert.equal(await saved((one) => one.webp({ quality: 90 })), true);
  assert.equal(await saved((one) => one.avif()), true);
  assert.equal(await saved((one) => one.gif()), true);
});

test('notes of any length and stray bytes before the tables change nothing; tables of 16 bits count as they are', async () => {
  for (const [quality, expected] of [
    [92, false],
    [75, true],
  ] as const) {
    const plain = await frame.clone().jpeg({ quality }).toBuffer();
    const notes = Buffer.concat([Buffer.from([0xff, 0xe1, 0xff, 0xff]), Buffer.alloc(0xfffd, 0xdb)]);
    const withNotes = Buffer.concat([plain.subarray(0, 2), notes, notes, Buffer.from([0xff, 0xff, 0, 7]), plain.subarray(2)]);
    assert.equal(isSavedAsCopy(withNotes), expected, `${quality}`);
    const wide = Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xdb, 0, 131, 0x10]),
      ...Array(64).fill(Buffer.from([0, quality > 90 ? 5 : 30])),
    ]);
    assert.equal(isSavedAsCopy(wide), expected, `${quality}, 16 bits`);
  }
});

test('a text and a video do not count as copies, and a file that is cut off throws nothing', async () => {
  const jpeg = await readFile('test-fixtures/tables/test-000012.jpg');
  for (let bytes = 0; bytes < 400; bytes++) assert.equal(typeof isSavedAsCopy(jpeg.subarray(0, bytes)), 'boolean');
  assert.equal(isSavedAsCopy(Buffer.from('{"a": 1}')), false);
  assert.equal(isSavedAsCopy(Buffer.from('\0\0\0\x18ftypisom')), false);
});
