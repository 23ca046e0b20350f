import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { scorePicture } from '../../src/cli/eval/score-picture.js';
import { readTruth } from '../../src/cli/eval/truth-file.js';
import { pixelFromTable } from '../../src/geometry/camera.js';
import { distanceMm } from '../../src/geometry/point.js';
import { report } from '../../src/judge/report/report.js';
import { parseScene } from '../../src/table/documents/scene-file.js';
import type { Ship, Table } from '../../src/table/table.js';
import { hashmark, hashmarkProgram, type Outcome } from './hashmark.js';
import { assertNoSurer, PICTURE } from './odd-copies.js';
import { straightDown } from './straight-down.js';

let printed: Promise<Outcome> | undefined;

/** What a program of its own prints of the picture twice; measured once for all tests. */
function measuredTwice(): Promise<Outcome> {
  printed ??= hashmarkProgram(['measure', PICTURE, PICTURE, '--json']);
  return printed;
}

interface MeasuredScene {
  readonly ships: readonly {
    readonly id: string;
    readonly xMm: number;
    readonly yMm: number;
    readonly sigma: { readonly xMm: number; readonly yMm: number };
  }[];
}

let measured: Promise<MeasuredScene> | undefined;

/** The scene as this process measures it: one of its own may use more threads, and differ in the last digits. */
function measuredScene(): Promise<MeasuredScene> {
  measured ??= hashmark('measure', PICTURE, '--json').then(({ stdout }) => JSON.parse(stdout).scenes[0].scene);
  return measured;
}

const folders: string[] = [];

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'hashmark-'));
  folders.push(made);
  return made;
}

after(() => Promise.all(folders.map((made) => rm(made, { recursive: true }))));

test('several photos in one call give one JSON document with a scene each, and nothing else on standard output', async () => {
  const { status, stdout } = await measuredTwice();
  assert.equal(status, 0);
  const { scenes } = JSON.parse(stdout);
  assert.equal(scenes.length, 2);
  assert.deepEqual(scenes[0].scene, scenes[1].scene);
  assert.equal(scenes[0].scene.format, 'hashmark-scene');
  assert.ok(scenes[0].scene.ships.every((ship: { sigma: { xMm: number } }) => ship.sigma.xMm > 0));
});

test('a mirror image with --mirrored gives the very scene of the picture', async () => {
  const mirrored = join(await folder(), 'mirrored.png');
  await sharp(PICTURE).flop().toFile(mirrored);
  const { status, stdout, stderr } = await hashmark('measure', mirrored, '--mirrored', '--json');
  assert.equal(status, 0, stderr);
  assert.deepEqual(JSON.parse(stdout).scenes[0].scene, await measuredScene());
});

test('a picture in which a person marks three edges of the mat is measured by --edges, in the frame that they say, as exactly as is claimed', async () => {
  const { camera, table } = await readTruth(PICTURE.replace('jpg', 'json'));
  const { widthMm, depthMm } = table;
  const at = (share: number, otherShare: number) => {
    const { u, v } = pixelFromTable(camera!, { x: share * widthMm, y: otherShare * depthMm, z: 0 })!;
    return `${u.toFixed(1)},${v.toFixed(1)}`;
  };
  const edges = ['-', `${at(1, 0.3)}:${at(1, 0.7)}`, `${at(0.8, 1)}:${at(0.2, 1)}`, `${at(0, 0.7)}:${at(0, 0.3)}`].join(' ');
  const { status, stdout, stderr } = await hashmark('measure', PICTURE, '--edges', edges, '--json');
  assert.equal(status, 0, stderr);
  const { scene } = JSON.parse(stdout).scenes[0];
  const whole = await measuredScene();
  assert.equal(scene.ships.length, whole.ships.length);
  // How far the mat goes on beyond the picture is open, and said to be.
  for (const { xMm, yMm } of whole.ships) {
    const sigmas = scene.ships.map((one: (typeof whole.ships)[number]) => {
      assert.ok(one.sigma.xMm < 20 && one.sigma.yMm < 20);
      return Math.hypot((one.xMm - xMm) / one.sigma.xMm, (one.yMm - yMm) / one.sigma.yMm);
    });
    assert.ok(Math.min(...sigmas) < 4, `${sigmas}`);
  }
});

test('a messenger’s copy claims more than the picture that was sent, and rows that were squeezed by padding no less than is true; nothing certain is wrong', async () => {
  const { widthPx, heightPx } = await readTruth(PICTURE.replace('.jpg', '.json')).then(({ camera }) => camera!);
  const copies = {
    // Of a size in which cameras give video: its file says that it is no frame.
    'chat-1280.jpg': sharp(PICTURE).resize({ width: 1280 }).jpeg({ quality: 80 }),
    // A decoder scales 1088 rows, of which eight are padding, into 1080.
    'padded.jpg': sharp(await sharp(PICTURE).extend({ bottom: 8, background: '#000' }).png().toBuffer())
      .resize(widthPx, heightPx, { fit: 'fill' })
      .jpeg({ quality: 92 }),
  };
  await assertNoSurer(copies, await measuredScene(), await folder(), 2);
});

/** What is certain of a table, by question: ranges, arcs, attacks and their obstruction of each pair, and who has left the mat. Ships go by their names in `nameOf`, others are left out. */
function certainOf(table: Table, nameOf: (ship: Ship) => string | undefined): ReadonlyMap<string, number | boolean> {
  const names = new Map(table.ships.map((ship) => [ship.id, nameOf(ship)]));
  const { pairs, ships } = report(table);
  const asked = pairs.flatMap(({ from, to, closest, touching, arcs }) => {
    const pair = names.get(from) && names.get(to) && `${names.get(from)} → ${names.get(to)}`;
    if (!pair) return [];
    const inArcs = Object.entries(arcs).flatMap(([arc, { inArc, attack }]) => [
      { question: `${pair}, in ${arc} arc`, answer: inArc.value, ...inArc },
      ...(attack
        ? [
            { question: `${pair}, attack by ${arc} arc`, answer: attack.range, ...attack },
            { question: `${pair}, obstructed by ${arc} arc`, answer: attack.obstructed.value, ...attack.obstructed },
          ]
        : []),
    ]);
    const between = [
      { question: `${pair}, range`, answer: closest.range, ...closest },
      { question: `${pair}, touching`, answer: touching.value, ...touching },
    ];
    return [...between, ...inArcs];
  });
  const left = ships.map(({ id, offTable }) => ({ question: `${names.get(id)} has left`, answer: offTable.value, ...offTable }));
  const all = [...asked, ...left.filter((_, i) => names.get(ships[i]!.id))];
  return new Map(all.filter(({ certain }) => certain).map(({ question, answer }) => [question, answer]));
}

test('IMG-05 of the two copies that a messenger made nothing is certain that is not certain, and the same, in the photo that was sent; every distance claims more, and is within it', async () => {
  const fixture = 'test-fixtures/tables/test-000003';
  const dir = await folder();
  // The very files of the list of cases.
  const copies = [
    { name: 'chat-1600.jpg', width: 1600, quality: 60, ships: 7, certain: 100 },
    // What is left of its bases contradicts the border by a hair too much, or too little; by the contrast of the mat they are placed beside each other all the same.
    { name: 'chat-960.jpg', width: 960, quality: 55, ships: 7, certain: 20 },
  ];
  for (const { name, width, quality } of copies) await sharp(`${fixture}.jpg`).resize({ width }).jpeg({ quality }).toFile(join(dir, name));
  const { status, stdout, stderr } = await hashmark('measure', `${fixture}.jpg`, ...copies.map(({ name }) => join(dir, name)), '--json');
  assert.equal(status, 0, stderr);
  const scenes = (JSON.parse(stdout).scenes as readonly { readonly scene: MeasuredScene }[]).map(({ scene }) => scene);
  const [sent, ...received] = scenes.map(parseScene);
  assert.equal(received.length, copies.length);
  const truth = await readTruth(`${fixture}.json`);
  const certain = certainOf(sent!, ({ id }) => id);
  assert.ok(certain.size > 200, `${certain.size}`);
  for (const [i, copy] of received.entries()) {
    const { name, ships, certain: least } = copies[i]!;
    const sameAs = ({ pose, base }: Ship) => sent!.ships.find((one) => one.base === base && distanceMm(one.pose, pose) < 15)?.id;
    assert.ok(copy.ships.every(sameAs) && copy.ships.length >= ships, `${name}: ${copy.ships.length} ships`);
    const found = certainOf(copy, sameAs);
    assert.ok(found.size > least, `${name}: ${found.size}`);
    for (const [question, answer] of found) assert.equal(answer, certain.get(question), `${name}: ${question}`);
    const { normalised, verdicts } = scorePicture(truth, copy, 0);
    assert.equal(verdicts.certainCorrect, verdicts.certain, name);
    assert.ok(
      normalised.every((one) => Math.abs(one) < 4),
      `${name}: ${normalised}`,
    );
    const claimOf = new Map(report(sent!).pairs.map(({ from, to, closest }) => [`${from} ${to}`, closest.sigmaMm]));
    const ids = new Map(copy.ships.map((ship) => [ship.id, sameAs(ship)]));
    for (const { id, sigma } of scenes[i + 1]!.ships) {
      const before = scenes[0]!.ships.find((one) => one.id === ids.get(id))!.sigma;
      assert.ok(sigma.xMm > before.xMm && sigma.yMm > before.yMm, `${name}: ${id} ± ${JSON.stringify(sigma)}`);
    }
    for (const { from, to, closest } of report(copy).pairs) {
      const before = claimOf.get(`${ids.get(from)} ${ids.get(to)}`)!;
      assert.ok(closest.sigmaMm > before, `${name}: ${from} to ${to} ± ${closest.sigmaMm}, ± ${before} as it was sent`);
    }
  }
});

test('VID-01 a frame that is squeezed to 1440 × 1080 px, and is not refused, has a word about it; its places are as unsure as is claimed, and nothing certain is wrong', async () => {
  const fixture = 'test-fixtures/tables/test-000003';
  const path = join(await folder(), 'squeezed.jpg');
  await sharp(`${fixture}.jpg`).resize(1440, 1080, { fit: 'fill' }).jpeg({ quality: 92 }).toFile(path);
  const { status, stdout, stderr } = await hashmark('measure', path, '--json');
  assert.equal(status, 0, stderr);
  assert.match(
    stderr,
    /If this picture of 1440 × 1080 px is a camcorder’s frame, its pixels are not square, and positions in it are uncertain\..*1920 × 1080/,
  );
  const { normalised, verdicts } = scorePicture(await readTruth(`${fixture}.json`), parseScene(JSON.parse(stdout).scenes[0].scene), 0);
  assert.ok(normalised.length > 0 && normalised.every((one) => Math.abs(one) < 4), `${normalised}`);
  assert.equal(verdicts.certainCorrect, verdicts.certain);
});

test('a picture that a desk camera has rectified and cut is measured within what is claimed, and nothing certain is wrong', async () => {
  const fixture = 'test-fixtures/path-traced/cycles-000002';
  const truth = await readTruth(`${fixture}.json`);
  const { widthMm, depthMm } = truth.table;
  const view = { left: -40, right: widthMm + 40, near: 0.2 * depthMm, far: depthMm + 40, pxPerMm: 1.45 };
  const path = join(await folder(), 'desk.jpg');
  await writeFile(path, await straightDown(`${fixture}.jpg`, truth.camera!, view));
  const { status, stdout, stderr } = await hashmark('measure', path, '--json');
  assert.equal(status, 0, stderr);
  const { foundRight, found, normalised, verdicts } = scorePicture(truth, parseScene(JSON.parse(stdout).scenes[0].scene), 0);
  assert.ok(found === foundRight && found >= 7, `${foundRight} of ${found}`);
  assert.ok(
    normalised.every((one) => Math.abs(one) < 4),
    `${normalised}`,
  );
  assert.ok(verdicts.certain > 100);
  assert.equal(verdicts.certainCorrect, verdicts.certain);
});

test('a measured scene is a scene that report reads', async () => {
  const scene = await measuredScene();
  const path = join(await folder(), 'scene.json');
  await writeFile(path, JSON.stringify(scene));
  const report = await hashmark('report', path, '--json');
  assert.equal(report.status, 0, report.stderr);
  assert.equal(JSON.parse(report.stdout).pairs.length, scene.ships.length * (scene.ships.length - 1));
});

test('a black frame, a picture without a table, a cut-off jpeg, a text file, a missing file and a smeared picture are each refused with a reason, status 1', async () => {
  const dir = await folder();
  const paths = ['black.png', 'plain.png', 'cut.jpg', 'words.jpg', 'missing.jpg', 'smeared.png'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  await sharp({ create: { width: 1920, height: 1080, channels: 3, background: '#000' } }).toFile(paths[0]);
  await sharp({
    create: { width: 1600, height: 1200, channels: 3, background: '#8a7a60', noise: { type: 'gaussian', mean: 120, sigma: 20 } },
  }).toFile(paths[1]);
  const whole = await readFile(PICTURE);
  await writeFile(paths[2], whole.subarray(0, Math.floor(whole.length / 2)));
  await writeFile(paths[3], 'no picture at all');
  // A camera that moved by fifteen pixels while it took the picture.
  const kernel = Array.from({ length: 45 }, (_, k) => Number(k >= 15 && k < 30));
  await sharp(PICTURE).convolve({ width: 15, height: 3, kernel }).toFile(paths[5]);
  const { status, stdout, stderr } = await hashmark('measure', ...paths, '--json');
  assert.equal(status, 1);
  assert.deepEqual(JSON.parse(stdout), { scenes: [] });
  const lines = stderr.split('\n').filter((line) => line.startsWith('hashmark measure:'));
  assert.equal(lines.length, 6, stderr);
  assert.match(lines[0]!, /black\.png: Nothing to measure by is in view/);
  assert.match(lines[1]!, /plain\.png: Nothing to measure by is in view/);
  assert.match(lines[2]!, /cut\.jpg: cannot be read as a photo/);
  assert.match(lines[3]!, /words\.jpg: got a text, expected a picture/);
  assert.match(lines[4]!, /missing\.jpg: no such file/);
  assert.match(lines[5]!, /smeared\.png: The picture is blurred: its sharpest edges are \d+ px wide/);
});

test('a photo of 12,000 px is measured at a size the worker can hold', async () => {
  const path = join(await folder(), 'huge.jpg');
  await sharp(PICTURE).resize({ width: 12000 }).jpeg({ quality: 60 }).toFile(path);
  const { status, stdout, stderr } = await hashmark('measure', path, '--json');
  assert.equal(status, 0, stderr);
  assert.ok(JSON.parse(stdout).scenes[0].scene.ships.length > 0);
});

test('wrong use, unlike failed work, ends with status 2 and the right use', async () => {
  const toldTwice = ['eval', 'tables', '--told', 'mat', '--mat', '911x917'];
  const toNowhere = ['setup', 'a.jpg', '--mat', '911x917'];
  const cornersOfTwo = ['measure', 'a.jpg', 'b.jpg', '--one-table', '--corners', '1,1 9,1 9,9 1,9'];
  const edgesOfTwo = ['measure', 'a.jpg', 'b.jpg', '--one-table', '--edges', '1,1:9,1 9,1:9,9 9,9:1,9 -'];
  const video = join(await folder(), 'b.mp4');
  await writeFile(video, '\0\0\0\x18ftypmp42');
  const clip = ['measure', 'a.jpg', video, '--one-table'];
  for (const args of [
    ['measure'],
    ['measure', 'a.jpg', '--colour'],
    ['eval'],
    ['frobnicate'],
    toldTwice,
    toNowhere,
    cornersOfTwo,
    edgesOfTwo,
    clip,
  ]) {
    const { status, stderr, stdout } = await hashmark(...args);
    assert.equal(status, 2, args.join(' '));
    assert.equal(stdout, '');
    assert.match(stderr, /hashmark/);
  }
});

test('a lens file with a missing field is refused with the field', async () => {
  const path = join(await folder(), 'lens.json');
  await writeFile(path, JSON.stringify({ widthPx: 1920, heightPx: 1080, fx: 1500, fy: 1500, cx: 960 }));
  const { status, stderr } = await hashmark('measure', PICTURE, '--calibration', path, '--json');
  assert.equal(status, 1);
  assert.match(stderr, /cy: got nothing, expected a finite number/);
});

test('a video gives the table as it is at its end, as a photo of it does', async () => {
  const video = join(await folder(), 'still.mjpeg');
  const jpeg = await readFile(PICTURE);
  await writeFile(video, Buffer.concat([jpeg, jpeg, jpeg]));
  const { status, stdout } = await hashmark('measure', video, '--json');
  assert.equal(status, 0);
  const photo = (await measuredScene()).ships;
  const clip = JSON.parse(stdout).scenes[0].scene.ships as typeof photo;
  assert.equal(clip.length, photo.length);
  for (const { xMm, yMm } of photo) {
    const nearest = Math.min(...clip.map((one) => Math.hypot(one.xMm - xMm, one.yMm - yMm)));
    assert.ok(nearest < 0.5, `${nearest.toFixed(2)} mm`);
  }
});

test('a video without pictures, or one that needs a program that is not there, is refused with what to do', async () => {
  const empty = join(await folder(), 'empty.mjpeg');
  await writeFile(empty, Buffer.alloc(50));
  const { status, stderr } = await hashmark('measure', empty);
  assert.equal(status, 1);
  assert.match(stderr, /got no pictures in it, expected a video/);
  const mp4 = join(await folder(), 'clip.mp4');
  await writeFile(mp4, '\0\0\0\x18ftypmp42');
  const path = process.env.PATH;
  process.env.PATH = await folder();
  try {
    assert.match((await hashmark('measure', mp4)).stderr, /ffmpeg is needed to read a video and is not there; install it/);
  } finally {
    process.env.PATH = path;
  }
});
