import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { pictureOf, readPicture } from '../../src/cli/inputs/read-picture.js';
import { isVideo, readVideo } from '../../src/cli/inputs/read-video.js';
import { fileKind } from '../../src/table/picture-file/file-kind.js';
import type { Frame } from '../../src/vision/runtime/frame.js';
import { exifPlace } from '../exif-place.js';

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

test('a file in another format is said to be one, under any name, and not spoken of as a video', async () => {
  const zeros = Buffer.alloc(2000);
  const files: Readonly<Record<string, Buffer>> = {
    BMP: Buffer.from('BM'),
    'JPEG XL': Buffer.from([0, 0, 0, 12, ...Buffer.from('JXL '), 13, 10, 0x87, 10]),
    'JPEG 2000': Buffer.from([0, 0, 0, 12, ...Buffer.from('jP  '), 13, 10, 0x87, 10]),
    Photoshop: Buffer.from('8BPS'),
    PDF: Buffer.from('%PDF-1.7\n'),
    ZIP: Buffer.from('PK\x03\x04'),
    gzip: Buffer.from([0x1f, 0x8b, 8, 0]),
    '7-Zip': Buffer.concat([Buffer.from('7z'), Buffer.from([0xbc, 0xaf, 0x27, 0x1c])]),
    RAR: Buffer.from('Rar!\x1a\x07\x01\x00'),
  };
  for (const [format, head] of Object.entries(files))
    for (const name of ['scan', 'scan.jpg', `scan.${format.toLowerCase()}`]) {
      const path = saved(name, Buffer.concat([head, zeros]));
      assert.equal(await isVideo(path), false, name);
      await assert.rejects(
        readPicture(path),
        new RegExp(`${name.replace('.', '\\.')}: this is a file in the format ${format}, .*(Save it as JPEG|Unpack it)`),
      );
    }
});

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

/** How far two pictures of one size are from each other on average, in steps of 255; brightness alone where one is grey. */
function apart(a: Frame, b: Frame): number {
  const grey = ({ rgba }: Frame, i: number) => (rgba[4 * i]! * 3 + rgba[4 * i + 1]! * 6 + rgba[4 * i + 2]!) / 10;
  let sum = 0;
  for (let i = 0; i < a.rgba.length / 4; i++) sum += Math.abs(grey(a, i) - grey(b, i));
  return sum / (a.rgba.length / 4);
}

/** A smooth slope to the right and down, brighter in one corner: any turn or mirror of it is far from it. */
const slope = () => {
  const [width, height] = [160, 96];
  const data = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i++) data.fill(Math.round(((i % width) * 2 + Math.floor(i / width)) / 2), 3 * i, 3 * i + 3);
  return sharp(data, { raw: { width, height, channels: 3 } });
};

test('eight orientations, other colours, depths and formats, under any name, with anything behind, are one picture', async () => {
  const plain = await slope().jpeg({ quality: 95 }).toBuffer();
  const whole = await pictureOf(plain, 'plain');
  // What undoes each of the eight, as cameras (2, 4, 5 and 7: front cameras) write them.
  const undone: readonly (() => Promise<Sharp>)[] = [
    async () => slope(),
    async () => slope().flop(),
    async () => slope().rotate(180),
    async () => slope().flip(),
    async () => sharp(await slope().rotate(90).png().toBuffer()).flop(),
    async () => slope().rotate(270),
    async () => sharp(await slope().rotate(270).png().toBuffer()).flop(),
    async () => slope().rotate(90),
  ];
  const behind = (...parts: readonly (string | Buffer)[]) => Buffer.concat([plain, ...parts.map((part) => Buffer.from(part as string))]);
  const odd: Readonly<Record<string, Buffer>> = {
    ...Object.fromEntries(
      await Promise.all(
        undone.map(async (turned, i) => [
          `exif-${i + 1}.jpg`,
          await (await turned())
            .jpeg({ quality: 95 })
            .withMetadata({ orientation: i + 1 })
            .toBuffer(),
        ]),
      ),
    ),
    'cmyk.jpg': await slope().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
    'grey8.jpg': await slope().greyscale().jpeg({ quality: 95 }).toBuffer(),
    'grey8.png': await slope().greyscale().toColourspace('b-w').png().toBuffer(),
    'grey16.png': await slope().toColourspace('grey16').png().toBuffer(),
    'rgb16.png': await slope().toColourspace('rgb16').png().toBuffer(),
    'palette.png': await slope().png({ palette: true }).toBuffer(),
    'interlaced.png': await slope().png({ progressive: true }).toBuffer(),
    'p3.jpg': await slope().withIccProfile('p3').jpeg({ quality: 95 }).toBuffer(),
    'progressive.jpg': await slope().jpeg({ quality: 95, progressive: true }).toBuffer(),
    'avif-named.jpg': await slope().avif({ quality: 90, effort: 0 }).toBuffer(),
    'webp-named.jpg': await slope().webp({ quality: 95 }).toBuffer(),
    'photo.tiff': await slope().tiff({ compression: 'lzw' }).toBuffer(),
    'photo.gif': await slope().gif().toBuffer(),
    'motion-photo.jpg': behind(Buffer.from([0, 0, 0, 24]), 'ftypmp42', Buffer.alloc(4), 'isommp42', Buffer.alloc(500, 0x55)),
    'two-in-one.mpo': behind(await slope().resize(40).greyscale().jpeg().toBuffer()),
    'trailing-zeros.jpg': behind(Buffer.alloc(4096)),
  };
  for (const [name, bytes] of Object.entries(odd)) {
    assert.equal(await isVideo(saved(name, bytes)), false, name);
    const found = await pictureOf(bytes, name);
    assert.deepEqual(sizeOf(found), [160, 96], name);
    // Ink is darker than light: the same picture, not the same colours.
    assert.ok(apart(found, whole) < (name === 'cmyk.jpg' ? 16 : 4), `${name}: ${apart(found, whole)} of 255 apart`);
  }
  assert.ok(
    apart(await pictureOf(await slope().flop().jpeg().toBuffer(), 'mirrored'), whole) > 40,
    'another picture is not mistaken for it',
  );
});

test('of a picture that moves, or has pages, the first is measured', async () => {
  const pages = await Promise.all([slope(), slope().flop(), slope().negate()].map((page) => page.png().toBuffer()));
  const whole = await pictureOf(pages[0]!, 'first');
  const moving = () => sharp(pages, { join: { animated: true } });
  for (const [name, bytes] of [
    ['moving.gif', await moving().gif().toBuffer()],
    ['moving.webp', await moving().webp({ quality: 95 }).toBuffer()],
    ['pages.tif', await moving().tiff({ compression: 'lzw' }).toBuffer()],
  ] as const) {
    const found = await pictureOf(bytes, name);
    assert.deepEqual(sizeOf(found), [160, 96], name);
    assert.ok(apart(found, whole) < 5, `${name}: ${apart(found, whole)}`);
  }
});

test('pictures that are cut off or damaged and a file of zeros under a picture’s name are refused', async () => {
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);
  const flipped = Buffer.from(await picture().png().toBuffer());
  flipped[flipped.length >> 1]! ^= 16;
  for (const [name, bytes] of [
    ['cut.png', half(await picture().png().toBuffer())],
    ['cut.webp', half(await picture().webp().toBuffer())],
    ['cut.avif', half(await picture().avif({ effort: 0 }).toBuffer())],
    ['flipped.png', flipped],
    ['zeros.jpg', Buffer.alloc(5000)],
  ] as const) {
    assert.equal(await isVideo(saved(name, bytes)), false, name);
    await assert.rejects(pictureOf(bytes, name), new RegExp(`${name}: cannot be read as a photo .*expected a whole jpeg, png or webp`));
  }
});

test('a text or nothing under the name of a picture or video is said to be that, and a jpeg named as a video is a photo', async () => {
  const page = Buffer.from('<!doctype html><title>404</title>');
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"/>');
  for (const [name, bytes, what] of [
    ['not-found.jpg', page, 'a web page'],
    ['not-found.mp4', page, 'a web page'],
    ['scene.json', Buffer.from('{"format":"hashmark-scene","version":1}'), 'a document \\(JSON\\)'],
    ['note.jpg', Buffer.from('the photo comes tomorrow'), 'a text'],
    ['list.m3u8', Buffer.from('#EXTM3U\nfile:///etc/hostname\n'), 'a text'],
    ['drawing.svg', drawing, 'a drawing \\(SVG\\)'],
    ['drawing.jpg', Buffer.from(`<?xml version="1.0"?>\n<!-- made by a program -->\n${drawing}`), 'a drawing \\(SVG\\)'],
    ['nothing.jpg', Buffer.alloc(0), 'an empty file'],
    ['nothing.mov', Buffer.alloc(0), 'an empty file'],
  ] as const) {
    const path = saved(name, bytes);
    assert.equal(await isVideo(path), false, name);
    await assert.rejects(readPicture(path), new RegExp(`${name}: got ${what}, expected a picture`));
  }
  const path = saved('photo.mp4', JPEG);
  assert.equal(await isVideo(path), false);
  assert.deepEqual(sizeOf(await readPicture(path)), [160, 96]);
});

test('a recording that was not finished is said to be one, without words of a decoder’s memory', async () => {
  const whole = readFileSync(clip('finished.mp4', 30));
  await assert.rejects(
    framesOf(saved('unfinished.mp4', whole.subarray(0, whole.indexOf('moov') - 4))),
    /unfinished\.mp4: cannot be read as a video \(its index is missing: the recording was not finished, or not copied whole\)/,
  );
  await assert.rejects(framesOf(saved('damaged.webm', Buffer.from(`\x1aE\xdf\xa3${'\0'.repeat(500)}`, 'latin1'))), (error: Error) => {
    return /damaged\.webm: cannot be read as a video/.test(error.message) && !/@ 0x/.test(error.message);
  });
});

test('a voice message is said to have no pictures', async () => {
  const path = join(folder, 'voice.m4a');
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=d=0.5', '-c:a', 'aac', path]);
  await assert.rejects(framesOf(path), /voice\.m4a: got no pictures in it, expected a video/);
});

test('a camera’s raw file is said to be one, whoever made it; its thumbnail is not measured', async () => {
  const tiff = (tag: number, type: number, value: number) => {
    const head = Buffer.alloc(26 + 300);
    head.write('II*\0', 'latin1');
    head.writeUInt32LE(8, 4);
    head.writeUInt16LE(1, 8);
    head.writeUInt16LE(tag, 10);
    head.writeUInt16LE(type, 12);
    head.writeUInt32LE(1, 14);
    head.writeUInt32LE(value, 18);
    return head;
  };
  const raws: Readonly<Record<string, Buffer>> = {
    'ProRAW.dng': tiff(0xc612, 1, 0x0401),
    'sony.arw': tiff(0xfe, 4, 1),
    'canon.cr2': Buffer.concat([Buffer.from('II*\0\x10\0\0\0CR\x02\0', 'latin1'), Buffer.alloc(300)]),
    'canon.cr3': Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypcrx \0\0\0\x01crx isom'), Buffer.alloc(300)]),
    'fuji.raf': Buffer.concat([Buffer.from('FUJIFILMCCD-RAW 0201'), Buffer.alloc(300)]),
  };
  for (const [name, bytes] of Object.entries(raws)) {
    assert.equal(await isVideo(saved(name, bytes)), false, name);
    await assert.rejects(pictureOf(bytes, name), new RegExp(`${name}: this is a camera's raw file.*JPEG`));
  }
  assert.equal(fileKind(await slope().tiff().toBuffer()), 'picture');
});

test('a folder is said to be one, whatever its name', async () => {
  const named = join(folder, 'clips.mp4');
  mkdirSync(named);
  for (const path of [folder, named]) {
    assert.equal(await isVideo(path), false);
    await assert.rejects(readPicture(path), /got a folder, expected a photo/);
  }
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

test('of a screenshot with bars and clear corners the picture in it is measured; the page takes the same (app-capture)', async () => {
  const corpus = (name: string) => fileURLToPath(new URL(`../corpus/pictures/${name}.png`, import.meta.url));
  const found = await readPicture(corpus('screenshot-bars-clear-corners'));
  assert.deepEqual([found.leftPx, found.topPx, ...sizeOf(found)], [0, 150, 400, 400]);
  const { rgba } = await pictureOf(corpus('screenshot-inside'), 'inside');
  assert.equal(rgba.length, found.rgba.length);
  const most = Buffer.from(rgba).reduce((worst, value, i) => Math.max(worst, Math.abs(value - found.rgba[i]!)), 0);
  assert.ok(most <= 1, `${most} of 255 apart: more than what rounding does to half-clear pixels`);
});

test('a webp is turned as its notes say, in all eight ways; the page turns it as well (app-capture)', async () => {
  const corpus = (name: string) => readFileSync(fileURLToPath(new URL(`../corpus/pictures/${name}`, import.meta.url)));
  const upright = await pictureOf(corpus('lies-as-it-is.webp'), 'upright');
  const [w, h] = sizeOf(upright) as [number, number];
  for (let orientation = 1; orientation <= 8; orientation++) {
    const bytes = corpus('turned-by-its-notes.webp');
    bytes[bytes.length - 8] = orientation;
    const found = await pictureOf(bytes, `${orientation}`);
    assert.deepEqual(sizeOf(found), orientation > 4 ? [h, w] : [w, h]);
    const [x, y] = [3, 5];
    const [u, v] = exifPlace(orientation, [x, y], [w, h]);
    const pixel = ({ rgba, widthPx }: typeof found, left: number, top: number) => [
      ...rgba.subarray(4 * (top * widthPx + left), 4 * (top * widthPx + left) + 3),
    ];
    assert.deepEqual(pixel(found, u, v), pixel(upright, x, y), `${orientation}`);
  }
});

test('files are recognised by their first bytes', () => {
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
  // A recording that was cut in the middle of a packet, as capture devices and receivers leave it.
  assert.equal(fileKind(packets(101, 188)), 'video');
  assert.equal(fileKind(packets(150, 192)), 'video');
  assert.equal(fileKind(Buffer.alloc(1024, 'G')), 'text');
  for (const head of ['.RMF\0\0', '\x1f\x07\0?', '\x06\x0e\x2b\x34\x02', 'DKIF\0\0 ', '\0\0\x01\x67'])
    assert.equal(kindOf(head, [0, 1, 2, 3, 4, 200]), 'video', head);
  for (const part of ['styp', 'sidx', 'moof']) assert.equal(kindOf([0, 0, 0, 24], part, 'msdh\0\0\0\0'), 'video', part);
  assert.equal(fileKind(JPEG), 'picture');
  assert.equal(kindOf('RIFF\0\0\0\0WEBPVP8 '), 'picture');
  assert.equal(kindOf('{"format":"hashmark-scene"}'), 'text');
  assert.equal(fileKind(Buffer.from('\ufeff{"ä": "ö"}', 'utf16le')), 'text');
  for (const text of ['BMW and BM: a list', 'The wide …', 'For free {"pilots": []}', 'All skip'])
    assert.equal(kindOf(text.replace('…', '')), 'text', text);
  assert.equal(kindOf([0, 0, 0, 8], 'wide'), 'video');
  assert.equal(kindOf('BM', [70, 0, 0, 0], '\0\0\0\0'), 'picture');
  assert.equal(fileKind(Buffer.alloc(0)), 'other');
  assert.equal(fileKind(Buffer.from([1, 2, 3, 4, 0, 0, 9])), 'other');
});

/** A clip that ffmpeg draws, at 25 pictures a second. */
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

test('a video of a camera that was turned while it recorded is refused: the rest of it would be squeezed', async () => {
  const parts = ['96x72', '72x96'].map((size) => {
    const path = join(folder, `${size}.ts`);
    const source = ['-f', 'lavfi', '-i', `testsrc=s=${size}:r=25`, '-frames:v', '30'];
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...source, '-c:v', 'mpeg2video', '-f', 'mpegts', path]);
    return readFileSync(path);
  });
  await assert.rejects(framesOf(saved('turned.ts', Buffer.concat(parts))), /pictures of 96 × 72, then 72 × 96: the camera was turned/);
});

test('a picture that a video carries as its cover is not one of its frames; a name with a pattern or a dash is a name', async () => {
  const cover = saved('cover.png', await picture().resize(640, 480).png().toBuffer());
  const plain = clip('covered.mp4', 30);
  const path = join(folder, 'with-cover.mp4');
  const streams = ['-i', plain, '-i', cover, '-map', '0', '-map', '1', '-c', 'copy', '-c:v:1', 'png', '-disposition:v:1', 'attached_pic'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...streams, path]);
  assert.deepEqual(sizeOf((await framesOf(path))[0]!), [96, 72]);
  for (const name of ['IMG_%03d.mp4', '-clip.mp4']) assert.equal((await framesOf(saved(name, readFileSync(plain)))).length, 3, name);
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

test('of jpegs one after the other the last whole one is the table at their end, as on the page (app-capture), under any name', async () => {
  const corpus = (name: string) => readFileSync(fileURLToPath(new URL(`../corpus/pictures/${name}`, import.meta.url)));
  for (const [name, as] of [
    ['jpegs-the-last-cut-off.mjpeg', 'door.MJPG'],
    ['stream-of-a-network-camera.bin', 'stream'],
    ['stream-of-a-network-camera.bin', 'video.jpg'],
  ] as const) {
    const path = saved(as, corpus(name));
    assert.equal(await isVideo(path), true, as);
    const frames = await framesOf(path);
    assert.equal(frames.length, 2, 'the third is cut off');
    const [red, green, blue] = frames.at(-1)!.rgba;
    assert.ok(green! > 150 && red! < 60 && blue! < 60, `${as}: ${red}, ${green}, ${blue}`);
  }
  // Two pictures in a photo's file are a photo and something else.
  assert.equal(await isVideo(saved('two.jpg', corpus('jpegs-the-last-cut-off.mjpeg'))), false);
});

test('a picture is no video, and what nobody knows is one only where its name does not say picture', async () => {
  assert.equal(await isVideo(saved('photo', JPEG)), false);
  assert.equal(await isVideo(saved('broken.jpg', Buffer.from([1, 2, 3, 0, 0, 0]))), false);
  assert.equal(await isVideo(saved('broken.vob', Buffer.from([1, 2, 3, 0, 0, 0]))), true);
  assert.equal(await isVideo(join(folder, 'none')), false);
  // A pipe without a writer: it would be waited for without end.
  const pipe = join(folder, 'pipe.mp4');
  execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
  assert.equal(await isVideo(pipe), false);
});
