import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import type { Camera } from '../../src/geometry/camera.js';
import { cameraAround, drawTable, GOOD_VIEWS, SHEET, WEBCAM, wood } from '../vision/drawn-sheet.js';
import { hashmark } from './hashmark.js';

let folder = '';
let pictures: string[] = [];

async function draw(camera: Camera, name: string, isBare = false): Promise<string> {
  const { rgba, widthPx, heightPx } = drawTable(camera, isBare ? undefined : SHEET, wood, { seed: name.length });
  const path = join(folder, name);
  await sharp(Buffer.from(rgba), { raw: { width: widthPx, height: heightPx, channels: 4 } })
    .jpeg({ quality: 92 })
    .toFile(path);
  return path;
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hashmark-lens-'));
  pictures = await Promise.all(GOOD_VIEWS.map((camera, i) => draw(camera, `sheet-${i}.jpg`)));
});

after(() => rm(folder, { recursive: true }));

test('pictures of the sheet become a lens file with the lens they were drawn with, its sigma and its camera', async () => {
  const out = join(folder, 'webcam.json');
  const { status, stdout, stderr } = await hashmark('lens', ...pictures, '--out', out, '--camera', 'A webcam');
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^6 pictures of the sheet.*960×540 px\n {2}focal length/);
  const file = JSON.parse(await readFile(out, 'utf8'));
  assert.equal(file.camera, 'A webcam');
  assert.deepEqual([file.widthPx, file.heightPx, file.pictures], [960, 540, 6]);
  assert.ok(Math.abs(file.fx - WEBCAM.fx) < 2 * file.sigma.focalPx && file.sigma.focalPx < 4, JSON.stringify(file));
  assert.equal(file.fy, file.fx);
  assert.ok(Math.abs(file.distortion[0] - WEBCAM.distortion[0]) < 2 * file.sigma.k1 && file.sigma.k1 < 0.01, JSON.stringify(file));
  assert.ok(file.residualPx < 0.5);
});

test('mirror images of the sheet are no lens; with --mirrored they give the lens of the pictures', async () => {
  const [plain, mirrored] = await Promise.all(
    [false, true].map((isMirrored) =>
      Promise.all(
        pictures.map(async (picture, i) => {
          const path = join(folder, `${isMirrored ? 'mirrored' : 'plain'}-${i}.png`);
          await sharp(picture).flop(isMirrored).toFile(path);
          return path;
        }),
      ),
    ),
  );
  const out = join(folder, 'mirrored.json');
  const untold = await hashmark('lens', ...mirrored!, '--out', out);
  assert.equal(untold.status, 1);
  assert.match(untold.stderr, /in none of the 6 pictures: .*of mirror images say --mirrored/);
  const lens = async (...args: string[]) => JSON.parse((await hashmark('lens', ...args, '--out', out, '--json')).stdout);
  assert.deepEqual(await lens(...mirrored!, '--mirrored'), await lens(...plain!));
});

test('a picture that adds nothing new or has no sheet is left out with a warning, and the rest is enough', async () => {
  const bare = await draw(GOOD_VIEWS[0]!, 'no-sheet.jpg', true);
  const { status, stdout, stderr } = await hashmark('lens', ...pictures, pictures[0]!, bare, '--out', join(folder, 'rest.json'), '--json');
  assert.equal(status, 0, stderr);
  assert.equal(JSON.parse(stdout).pictures, 6);
  assert.match(stderr, /sheet-0\.jpg: left out: it shows the sheet where .*sheet-0\.jpg does/);
  assert.match(stderr, /no-sheet\.jpg: left out: the sheet is not found in it/);
});

test('what is no lens is refused with what was got, what was expected and what to do; no file is written', async () => {
  const above = await draw(cameraAround(0, 89, 420, 0, [0, 0]), 'above.jpg');
  const bare = await draw(GOOD_VIEWS[0]!, 'bare.jpg', true);
  const larger = join(folder, 'larger.jpg');
  await sharp(pictures[1]).resize(1280, 720).toFile(larger);
  // Another zoom: the middle of the picture, enlarged to the same size.
  const zoomed = join(folder, 'zoomed.jpg');
  await sharp(pictures[1]).extract({ left: 96, top: 54, width: 768, height: 432 }).resize(960, 540).toFile(zoomed);
  const cases: [string[], RegExp][] = [
    [
      [above],
      /1 picture of the sheet.*not enough for a lens\. The focal length is uncertain by \d+\.\d %; at most 1\.0 % is useful\. Add pictures/,
    ],
    [[bare], /in none of the 1 pictures: expected the 5 × 7 squares.*Go nearer/],
    [[pictures[0]!, larger], /larger\.jpg is 1280×720 px, .*sheet-0\.jpg is 960×540 px: a lens file is for one size/],
    [[...pictures, zoomed], /corners are \d+\.\d px off what one lens shows; expected at most 1\.4 px/],
    [[join(folder, 'missing.jpg')], /missing\.jpg: no such file/],
  ];
  for (const [names, message] of cases) {
    const { status, stdout, stderr } = await hashmark('lens', ...names, '--out', join(folder, 'refused.json'));
    assert.equal(status, 1, stderr);
    assert.equal(stdout, '');
    assert.match(stderr, message);
  }
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('refused')),
    [],
  );
});

test('a lens file that cannot be written is an error that names it, status 1', async () => {
  const { status, stderr } = await hashmark('lens', ...pictures, '--out', join(folder, 'nowhere', 'lens.json'));
  assert.equal(status, 1);
  assert.match(stderr, /nowhere.lens\.json: cannot be written/);
});

test('without pictures or without --out the right use is printed, status 2', async () => {
  for (const args of [['--out', 'a.json'], ['a.jpg']]) {
    const { status, stderr } = await hashmark('lens', ...args);
    assert.equal(status, 2);
    assert.match(stderr, /Use: hashmark lens PICTURE… --out FILE \[--camera NAME\]/);
  }
});

test('measure refuses a lens 15 % off, and one of another resolution, with what to do', async () => {
  const picture = 'test-fixtures/tables/test-000005.jpg';
  const { camera } = JSON.parse(await readFile('test-fixtures/tables/test-000005.json', 'utf8'));
  const [[fx, , cx], [, fy, cy]] = camera.k;
  const lens = { widthPx: 1920, heightPx: 1080, fx, fy, cx, cy, distortion: camera.distortion };
  const path = join(folder, 'other.json');
  const measure = async (file: object) => {
    await writeFile(path, JSON.stringify(file));
    return hashmark('measure', picture, '--calibration', path, '--json');
  };
  for (const ratio of [0.85, 1.15]) {
    const { status, stdout, stderr } = await measure({ ...lens, fx: ratio * fx, fy: ratio * fy });
    assert.equal(status, 1, stdout);
    assert.deepEqual(JSON.parse(stdout), { scenes: [] });
    assert.match(stderr, /lens that was given does not fit this picture: its focal length is \d+ px; the table shows 20\d\d ± \d+ px/);
  }
  const turned = await measure({ ...lens, widthPx: 1080, heightPx: 1920 });
  assert.equal(turned.status, 1);
  assert.match(turned.stderr, /measured for pictures of 1080×1920 px; this one has 1920×1080 px/);
  const right = await measure(lens);
  assert.equal(right.status, 0, right.stderr);
  assert.ok(JSON.parse(right.stdout).scenes[0].scene.ships.length >= 3);
});
