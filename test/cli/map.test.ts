import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { run } from '../../src/cli/commands/map.js';
import { scaledPx, tableFromPixel } from '../../src/geometry/camera.js';
import { distanceMm } from '../../src/geometry/point.js';
import { mirroredFrame } from '../../src/vision/runtime/frame.js';
import { drawnPrint, handCamera, viewOfPrint } from '../vision/drawn-print.js';
import { hashmark } from './hashmark.js';

const folder = await mkdtemp(join(tmpdir(), 'hashmark-'));
after(() => rm(folder, { recursive: true }));

test('hashmark map without a picture is wrong use', async () => {
  assert.equal(await run([]), 2);
});

test('marks of one picture’s mat, and a name for the map that is no webp or png, are wrong use of hashmark map', async () => {
  const marked = await hashmark('map', 'a.jpg', 'b.jpg', '--corners', '0,0 9,0 9,9 0,9');
  assert.equal(marked.status, 2);
  assert.match(marked.stderr, /unknown option --corners; expected one of .*--mat/);
  const named = await hashmark('map', 'a.jpg', 'b.jpg', '--out', join(folder, 'map.jpg'));
  assert.equal(named.status, 2);
  assert.match(named.stderr, /--out: got '.*map\.jpg', expected a name that ends in \.webp or \.png/);
});

test('the map’s grid and how far matches are off are in px of the picture’s file, also of a mirror image, a screenshot with bars and a file brought down', async () => {
  const print = drawnPrint('nebula', 7);
  const lens = { widthPx: 640, heightPx: 480, focalPx: 540, k1: 0.03 };
  const cameras = [handCamera({ x: 430, y: 400 }, 700, 50, 40, lens), handCamera({ x: 480, y: 380 }, 620, 55, -35, lens, 8)] as const;
  const barPx = 110;
  // The first is read at half the size of its file.
  const times = 12.8;
  const names: string[] = [];
  for (const [i, camera] of cameras.entries()) {
    const { widthPx: width, heightPx: height, rgba } = mirroredFrame(viewOfPrint(print, camera, [], 20 + i));
    const picture = sharp(rgba, { raw: { width, height, channels: 4 } });
    const path = join(folder, `${i}.jpg`);
    await (i === 0 ? picture.resize(times * width) : picture.extend({ top: barPx, bottom: 2 * barPx, background: '#000' }))
      .jpeg({ quality: 98 })
      .toFile(path);
    names.push(path);
  }
  const { status, stdout, stderr } = await hashmark('map', ...names, '--mirrored', '--json');
  assert.equal(status, 0, stdout + stderr);
  const pictures = JSON.parse(stdout).pictures as readonly {
    readonly grid: readonly (readonly [number, number, number, number])[];
    readonly residualPx: number;
  }[];
  const inDrawn = ([u, v]: readonly number[], i: number) =>
    i === 0 ? { u: 639 - scaledPx(u!, 1 / times), v: scaledPx(v!, 1 / times) } : { u: 639 - u!, v: v! - barPx };
  const [one, other] = pictures.map(({ grid }, i) =>
    grid.map(([u, v, x, y]) => ({ onMap: { x, y }, onMat: tableFromPixel(cameras[i]!, inDrawn([u, v], i))! })),
  );
  const off = pictures[0]!.residualPx / pictures[1]!.residualPx;
  assert.ok(off > 0.75 * times && off < 1.33 * times, `${off.toFixed(1)} times as many px of its file`);
  // No border is in view: the map's millimetres are a guess, the same everywhere.
  const scales = one!.flatMap((a) =>
    other!.flatMap((b) => (distanceMm(a.onMat, b.onMat) > 200 ? distanceMm(a.onMap, b.onMap) / distanceMm(a.onMat, b.onMat) : [])),
  );
  scales.sort((a, b) => a - b);
  const [least, most] = [scales[Math.floor(0.05 * scales.length)]!, scales[Math.floor(0.95 * scales.length)]!];
  assert.ok(most / least < 1.1, `${least} to ${most} mm of the map for one of the mat`);
});

test('a picture held level and rotated, with the horizon in a corner of what it shares, has its places on the map', async () => {
  const print = drawnPrint('nebula', 7);
  const lens = { widthPx: 640, heightPx: 480, focalPx: 400, k1: 0 };
  const cameras = [handCamera({ x: 430, y: 400 }, 650, 21, 10, lens, 32), handCamera({ x: 440, y: 400 }, 700, 45, 0, lens)] as const;
  assert.equal(tableFromPixel(cameras[0], { u: 639, v: 0 }), undefined, 'above the horizon');
  const names: string[] = [];
  for (const [i, camera] of cameras.entries()) {
    const { widthPx: width, heightPx: height, rgba } = viewOfPrint(print, camera, [], 30 + 2 * i);
    const path = join(folder, `level-${i}.png`);
    await sharp(rgba, { raw: { width, height, channels: 4 } })
      .png()
      .toFile(path);
    names.push(path);
  }
  const { status, stdout, stderr } = await hashmark('map', ...names, '--json');
  assert.equal(status, 0, stdout + stderr);
  const [{ grid }] = JSON.parse(stdout).pictures;
  assert.equal(grid.length, 25);
  assert.ok(grid.every(([u, v]: readonly number[]) => tableFromPixel(cameras[0], { u: u!, v: v! })));
});
