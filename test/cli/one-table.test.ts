import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { readTruth } from '../../src/cli/eval/truth-file.js';
import { pixelFromTable } from '../../src/geometry/camera.js';
import { distanceMm } from '../../src/geometry/point.js';
import { parseScene } from '../../src/table/documents/scene-file.js';
import { hashmark } from './hashmark.js';

const PICTURES = 'test-fixtures/hand-held';
const folder = await mkdtemp(join(tmpdir(), 'hashmark-'));
after(() => rm(folder, { recursive: true }));

/** A lamp's reflection over a place of a picture: nothing is seen in its middle. */
async function withGlare(name: string, { u, v }: { readonly u: number; readonly v: number }, radiusPx: number): Promise<string> {
  const path = join(folder, `${name}-glare.jpg`);
  const picture = sharp(`${PICTURES}/${name}.jpg`);
  const { width, height } = await picture.metadata();
  const stops = [0, 0.4, 0.7, 1].map((at) => `<stop offset="${at}" stop-color="#fff" stop-opacity="${1 - Math.max(0, at - 0.4) / 0.6}"/>`);
  const lamp = `<svg width="${width}" height="${height}"><defs><radialGradient id="g">${stops.join('')}</radialGradient></defs><circle cx="${u}" cy="${v}" r="${radiusPx}" fill="url(#g)"/></svg>`;
  await picture
    .composite([{ input: Buffer.from(lamp), blend: 'screen' }])
    .jpeg({ quality: 90 })
    .toFile(path);
  return path;
}

test('of pictures of one table, one with a lamp’s reflection over a ship, one of another table, whose ships stand alike by chance, a file that is no picture and a strip, nothing is joined that is not there, and what can be measured is', async () => {
  const { table, visibleFraction, camera } = await readTruth(`${PICTURES}/table-11-close-1.json`);
  const inView = table.ships.filter((_, i) => visibleFraction[i]! > 0.8);
  const [, hidden] = inView;
  const glare = await withGlare('table-11-close-1', pixelFromTable(camera!, { ...hidden!.pose, z: 0 })!, 120);
  const [words, strip] = [join(folder, 'words.jpg'), join(folder, 'strip.png')];
  await writeFile(words, 'no picture');
  await sharp({ create: { width: 900, height: 3, channels: 3, background: '#468' } }).toFile(strip);
  const pictures = [`${PICTURES}/table-11-whole.jpg`, glare, `${PICTURES}/table-04-close-1.jpg`, words, strip];
  const { status, stdout, stderr } = await hashmark('measure', ...pictures, '--one-table', '--json');
  assert.equal(status, 1, stderr);
  const { scenes, together } = JSON.parse(stdout);
  assert.deepEqual(
    scenes.map((one: { problem?: string }) => one.problem !== undefined),
    [false, false, true, true, true],
    stderr,
  );
  assert.match(scenes[2].problem, /leave out pictures of other tables/);
  assert.match(scenes[3].problem, /got a text, expected a picture/);
  assert.match(scenes[4].problem, /The picture is 900×3 px/);
  // The first picture shows the border for all of them.
  assert.doesNotMatch(stderr, /edge is unknown/);
  const close = parseScene(scenes[1].scene);
  // Under the reflection nothing is claimed; what stands beside it is where it is.
  assert.ok(close.ships.length >= 2);
  for (const { base, pose, covariance } of close.ships) {
    assert.ok(distanceMm(pose, hidden!.pose) > 30, 'no ship under the reflection');
    const off = Math.min(...inView.filter((one) => one.base === base).map((one) => distanceMm(pose, one.pose)));
    assert.ok(off < 4 * Math.sqrt(covariance.xx + covariance.yy), `${base}: ${off.toFixed(1)} mm beside`);
  }
  // The hidden ship has flown since the whole was taken: of where it stood nothing is certain any more.
  const { table: before } = await readTruth(`${PICTURES}/table-11-whole.json`);
  const { pose } = before.ships.find(({ id }) => id === hidden!.id)!;
  const all = parseScene(together);
  assert.ok(all.ships.length <= before.ships.length);
  assert.ok(all.ships.every((ship) => distanceMm(ship.pose, pose) > 20));
  assert.ok(all.unmeasurable?.some(({ at }) => distanceMm(at, pose) < 20));
});

test('of a picture that shows no border the table’s edge is said to be unknown, with --one-table too', async () => {
  const { status, stdout, stderr } = await hashmark('measure', `${PICTURES}/table-13-close-1.jpg`, '--one-table', '--json');
  assert.equal(status, 0, stderr);
  assert.equal(JSON.parse(stdout).together.tableEdgeKnown, false);
  assert.match(stderr, /table-13-close-1\.jpg: .*The table’s edge is unknown\./);
});
