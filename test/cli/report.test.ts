import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { sceneOf } from '../../src/table/documents/scene-file.js';
import { randomTable, ship, sigmas, tableOf } from '../judge/tables.js';
import { hashmark } from './hashmark.js';

const folder = mkdtempSync(join(tmpdir(), 'hashmark-report-'));
after(() => rmSync(folder, { recursive: true }));

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const scene = file('scene.json', sceneOf(randomTable({ seed: 8, ships: 4, obstacles: 3, covariance: sigmas(0.4, 0.4, 0.3) })));

test('report --json prints one JSON document on standard output and nothing else there', async () => {
  const { status, stdout, stderr } = await hashmark('report', scene, '--json');
  assert.equal(status, 0, stderr);
  const found = JSON.parse(stdout);
  assert.deepEqual([found.format, found.version, found.pairs.length, found.ships.length], ['hashmark-report', 1, 12, 4]);
});

test('report in words names every pair and says what is too close to call', async () => {
  const close = file(
    'close.json',
    sceneOf(tableOf([ship('a', 'small', 400, 300, 0, { covariance: sigmas(0.5, 0.5, 0.5) }), ship('b', 'small', 400, 440.2, 0)])),
  );
  const { status, stdout } = await hashmark('report', close);
  assert.equal(status, 0);
  assert.match(stdout, /a → b: too close to call: range 1 \d+\.\d %, range 2 \d+\.\d % \(100\.20 ± 0\.\d+ mm\)/);
});

test('a field that no scene has is named on standard error: a mistyped uncertainty makes nobody certain in silence', async () => {
  const written = JSON.parse(readFileSync(scene, 'utf8'));
  const mistyped = {
    ...written,
    ships: written.ships.map(({ sigma, ...rest }: { readonly sigma: unknown }) => ({ ...rest, sigmas: sigma })),
  };
  const { status, stderr } = await hashmark('report', file('mistyped.json', { ...mistyped, author: 'x' }));
  assert.equal(status, 0);
  assert.match(stderr, /ignored, no fields of a scene: ships\[0\]\.sigmas, ships\[1\]\.sigmas, .*author/);
  assert.equal((await hashmark('report', scene)).stderr, '', 'what is written here has none');
});

test('overlapping ships are named on standard error, and the report is still made', async () => {
  const over = file('over.json', sceneOf(tableOf([ship('a', 'small', 400, 300, 0), ship('b', 'small', 410, 330, 0)])));
  const { status, stdout, stderr } = await hashmark('report', over, '--json');
  assert.equal(status, 0);
  assert.match(stderr, /bases of 'a' and 'b' overlap by 10\.00 mm/);
  assert.equal(JSON.parse(stdout).pairs[0].touching.value, true);
});

test('an overlap that chance may have made of bases that touch is not said to be wrong, one far beyond the sigmas is', async () => {
  const saidOf = async (name: string, overlapMm: number, sigmaMm: number) => {
    const covariance = sigmas(sigmaMm, sigmaMm, 0.2);
    const ships = [ship('a', 'small', 400, 300, 0, { covariance }), ship('b', 'small', 400, 340 - overlapMm, 0, { covariance })];
    return (await hashmark('report', file(name, sceneOf(tableOf(ships))))).stderr;
  };
  assert.equal(await saidOf('by-chance.json', 0.1, 4), '');
  assert.equal(await saidOf('by-chance-too.json', 0.1, 0.05 / Math.SQRT2 + 0.01), '');
  assert.match(await saidOf('wrong.json', 10, 0.5), /bases of 'a' and 'b' overlap by 10\.00 ± 0\.71 mm; correct one of them/);
  assert.match(await saidOf('wrong-too.json', 0.1, 0.02), /overlap by 0\.10 ± 0\.03 mm/);
});

test('a ship wholly beside the mat is left out by name, and all else is answered as without it', async () => {
  const covariance = sigmas(0.5, 0.5, 0.5);
  const [a, b] = [ship('a', 'small', 400, 300, 0, { covariance }), ship('b', 'small', 400, 440.2, 0, { covariance })];
  const fled = file('fled.json', sceneOf(tableOf([a, ship('gone', 'large', 450, -200, 0, { covariance }), b])));
  const two = file('two.json', sceneOf(tableOf([a, b])));
  const { status, stdout, stderr } = await hashmark('report', fled, '--json');
  assert.equal(status, 0, stderr);
  assert.match(stderr, /'gone' stands wholly beside the mat and is left out/);
  const { offMat, ...rest } = JSON.parse(stdout);
  assert.deepEqual(offMat, ['gone']);
  assert.deepEqual(rest, JSON.parse((await hashmark('report', two, '--json')).stdout));
});

test('a scene that cannot be read or is wrong: status 1, a sentence on standard error, nothing on standard output', async () => {
  const bad = JSON.parse(readFileSync(scene, 'utf8'));
  bad.ships[1].sigma.xMm = -1;
  for (const [path, message] of [
    [join(folder, 'none.json'), /cannot be read \(ENOENT\)/],
    [file('text.json', 'ships!'), /not JSON/],
    [file('bad.json', bad), /ships\[1\]\.sigma\.xMm: got -1, expected/],
  ] as const) {
    const { status, stdout, stderr } = await hashmark('report', path, '--json');
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, message);
  }
});

test('wrong use is status 2', async () => {
  assert.equal((await hashmark('report')).status, 2);
  assert.equal((await hashmark('report', scene, '--yaml')).status, 2);
});
