import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import sharp from 'sharp';
import { pictureOf } from '../../src/cli/inputs/read-picture.js';
import { isVideo, readVideo } from '../../src/cli/inputs/read-video.js';
import { fileKind } from '../../src/table/file-kind.js';
import type { Frame } from '../../src/vision/runtime/frame.js';

const folder = mkdtempSync(join(tmpdir(), 'hashmark-odd-'));
after(() => rmSync(folder, { recursive: true }));

/** A gradient with some structure, so that another part, shape or turn of it has other pixels. */
const picture = () => {
  const [width, height] = [160, 96];
  const data = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i++) data.set([i % width, Math.floor(i / width) * 2, ((i % 7) * 30) % 256], 3 * i);
  return sharp(data, { raw: { width, height, channels: 3 } });
};
const JPEG = await picture().jpeg({ quality: 90 }).toBuffer();
const at = (jpeg: Buffer, marker: number) => jpeg.indexOf(Buffer.from([0xff, marker]));
const sizeOf = ({ widthPx, heightPx }: Frame) => [widthPx, heightPx];
const saved = (name: string, bytes: Buffer) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

/** The same jpeg with a change of its bytes. */
function changed(change: (jpeg: Buffer) => Buffer | undefined): Buffer {
  const jpeg = Buffer.from(JPEG);
  return change(jpeg) ?? jpeg;
}

const spliced = (jpeg: Buffer, place: number, bytes: readonly number[] | Buffer) =>
  Buffer.concat([jpeg.subarray(0, place), Buffer.from(bytes), jpeg.subarray(place)]);

test('a jpeg whose headers alone make the decoder warn has the pixels of one that does not', async () => {
  const whole = await pictureOf(JPEG, 'whole');
  const headers: Readonly<Record<string, Buffer>> = {
    'a scan that ends at coefficient 0 (Samsung)': changed((jpeg) => {
      const sos = at(jpeg, 0xda);
      jpeg[sos + 2 + jpeg.readUInt16BE(sos + 2) - 2] = 0;
      return undefined;
    }),
    'a JFIF of version 7': spliced(JPEG, 2, [0xff, 0xe0, 0, 16, ...Buffer.from('JFIF\0'), 7, 2, 0, 0, 1, 0, 1, 0, 0]),
    'a colour transform that no one knows': spliced(JPEG, 2, [0xff, 0xee, 0, 14, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 9]),
    'bytes between two headers': changed((jpeg) => spliced(jpeg, at(jpeg, 0xdb), [1, 2, 3, 4])),
    'a colour profile that breaks off': spliced(JPEG, 2, [0xff, 0xe2, 0, 20, ...Buffer.from('ICC_PROFILE\0'), 1, 9, 1, 2, 3, 4]),
    'notes that break off': spliced(JPEG, 2, [0xff, 0xe1, 0, 12, ...Buffer.from('Exif\0\0MM\0*')]),
  };
  for (const [name, jpeg] of Object.entries(headers)) {
    const frame = await pictureOf(jpeg, name);
    assert.ok(Buffer.from(frame.rgba).equals(Buffer.from(whole.rgba)), name);
  }
});

test('with odd headers a picture is turned as its notes say, and damaged data are refused all the same', async () => {
  const turned = await picture().jpeg({ quality: 90 }).withMetadata({ orientation: 6 }).toBuffer();
  const sos = at(turned, 0xda);
  turned[sos + 2 + turned.readUInt16BE(sos + 2) - 2] = 0;
  assert.deepEqual(sizeOf(await pictureOf(turned, 'turned')), [96, 160]);
  await assert.rejects(pictureOf(turned.subarray(0, turned.length - 300), 'cut'), /cut: cannot be read as a photo \(.*premature end/);
});

test('HEIC is said by its first bytes, with how to get a jpeg, under any name', async () => {
  for (const brand of ['heic', 'mif1', 'hevx', 'msf1']) {
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0mif1heic`), Buffer.alloc(500)]);
    await assert.rejects(pictureOf(heic, 'IMG_1.jpg'), /IMG_1\.jpg: this is a photo in Apple's format HEIC.*Most Compatible/);
  }
});

test('what is transparent is black, whatever colour lies under it', async () => {
  const png = await picture()
    .extend({ top: 20, bottom: 20, background: { r: 255, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();
  const { rgba } = await pictureOf(png, 'corners.png');
  assert.deepEqual([...rgba.slice(0, 4)], [0, 0, 0, 255]);
});

test('files are told by their first bytes', () => {
  const kindOf = (...parts: readonly (string | readonly number[])[]) =>
    fileKind(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))));
  const box = [0, 0, 0, 20];
  assert.equal(kindOf(box, 'ftypavif\0\0\0\0avifmif1'), 'picture');
  assert.equal(kindOf(box, 'ftypheic\0\0\0\0mif1heic'), 'heic');
  for (const brand of ['isom', 'mp42', 'qt  ', '3gp5', 'M4V ']) assert.equal(kindOf(box, `ftyp${brand}\0\0\0\0isommp41`), 'video', brand);
  for (const head of ['\x1aE\xdf\xa3', 'OggS', 'FLV\x01', '\0\0\x01\xba', 'RIFF\0\0\0\0AVI LIST', 'YUV4MPEG2 W64'])
    assert.equal(kindOf(head), 'video', head);
  const packets = (first: number, size: number) => Buffer.alloc(900).map((_, i) => (i >= first && (i - first) % size === 0 ? 0x47 : 1));
  assert.equal(fileKind(packets(0, 188)), 'video');
  assert.equal(fileKind(packets(4, 192)), 'video');
  assert.equal(fileKind(JPEG), 'picture');
  assert.equal(kindOf('RIFF\0\0\0\0WEBPVP8 '), 'picture');
  assert.equal(kindOf('{"format":"hashmark-scene"}'), 'text');
  assert.equal(fileKind(Buffer.from('\ufeff{"ä": "ö"}', 'utf16le')), 'text');
  assert.equal(fileKind(Buffer.alloc(0)), 'other');
  assert.equal(fileKind(Buffer.from([1, 2, 3, 4, 0, 0, 9])), 'other');
});

/** A clip that ffmpeg draws: so many pictures, 25 a second. */
function clip(name: string, pictures: number, ...more: readonly string[]): string {
  const path = join(folder, name);
  const source = ['-f', 'lavfi', '-i', 'testsrc=s=96x72:r=25', '-frames:v', String(pictures)];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...source, ...more, path]);
  return path;
}

async function framesOf(path: string): Promise<Frame[]> {
  assert.ok(await isVideo(path), `${path} is a video`);
  const frames: Frame[] = [];
  for await (const frame of readVideo(path)) frames.push(frame);
  return frames;
}

test('a video is read under any name or none, however short, with pixels as wide as it says', async () => {
  assert.equal((await framesOf(clip('one.mp4', 1))).length, 1);
  assert.equal((await framesOf(clip('five.mkv', 5))).length, 1);
  assert.equal((await framesOf(clip('camcorder.jpg', 30, '-f', 'mpegts'))).length, 3);
  assert.equal((await framesOf(clip('messenger', 30, '-f', 'mov'))).length, 3);
  assert.deepEqual(sizeOf((await framesOf(clip('wide.mp4', 2, '-vf', 'setsar=4/3')))[0]!), [128, 72]);
});

test('jpegs one after the other are as many pictures as there are, with thumbnails in their headers and an end that is missing', async () => {
  const thumbnail = await picture().resize(16).jpeg().toBuffer();
  const notes = Buffer.concat([Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0'), thumbnail]);
  const photo = spliced(JPEG, 2, Buffer.concat([Buffer.from([0xff, 0xe1, (notes.length + 2) >> 8, (notes.length + 2) & 255]), notes]));
  const frames = await framesOf(saved('phone.mjpeg', Buffer.concat([photo, photo, JPEG])));
  assert.deepEqual(frames.map(sizeOf), [
    [160, 96],
    [160, 96],
    [160, 96],
  ]);
  assert.equal((await framesOf(saved('cut.mjpeg', Buffer.concat([photo, photo.subarray(0, 3000)])))).length, 1);
});

test('a picture is no video, and what nobody knows is one only where its name does not say picture', async () => {
  assert.equal(await isVideo(saved('photo', JPEG)), false);
  assert.equal(await isVideo(saved('broken.jpg', Buffer.from([1, 2, 3, 0, 0, 0]))), false);
  assert.equal(await isVideo(saved('broken.vob', Buffer.from([1, 2, 3, 0, 0, 0]))), true);
  assert.equal(await isVideo(join(folder, 'none')), false);
});
