import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { conventionsWith } from '../../analyses/print/conventions-tables.js';
import { solveTable } from '../../src/vision/solve/joint-solution.js';
import { unknownLens } from '../../src/vision/solve/observations.js';
import { cameraAt } from '../vision/made-up-table.js';

const page = await readFile(new URL('../../docs/conventions.md', import.meta.url), 'utf8');

/** The last cell of the row whose second cell begins so. */
function sigmaOf(unknown: string): string {
  const row = page.split('\n').find((line) => line.split(' | ')[1]?.startsWith(unknown));
  assert.ok(row, `docs/conventions.md has no row for '${unknown}'`);
  return row.split(' | ').at(-1)!.replace(/ \|$/, '');
}

test('the printed tables of docs/conventions.md are those of the code', async () => {
  assert.equal(await conventionsWith(page), page, 'docs/conventions.md differs from the code: run npm run analyse -- conventions');
});

test('a base of which nothing is seen is claimed with the standard deviations that docs/conventions.md lists', () => {
  const lens = unknownLens(1920, 1080);
  const start = { camera: cameraAt(50, 1500), widthMm: 914.4, depthMm: 914.4 };
  const unseen = { base: 'small', start: { x: 300, y: 300, headingRad: 0 }, marks: Array.from({ length: 16 }, () => undefined) } as const;
  const { jointCovariance, tiles } = solveTable(start, { border: [], bases: [unseen] }, lens);
  const sigmas = [0, 4, 8].map((k) => Math.sqrt(jointCovariance[k]!));
  const listed = sigmaOf('first base: x, y, heading')
    .match(/[\d.]+/g)!
    .slice(0, 3)
    .map(Number);
  sigmas.forEach((sigma, i) => {
    assert.ok(Math.abs(sigma - listed[i]!) < 1e-6 * listed[i]!, `${sigma}, listed ${listed[i]}`);
  });
  const turn = Number(page.match(/`TILE_TURN_SIGMA_RAD` \| ([\d.]+)/)![1]);
  assert.ok(Math.abs(tiles[0]!.sigmaRad - turn) < 1e-9);
});
