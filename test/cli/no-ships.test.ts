import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noShips } from '../../src/cli/commands/measure.js';
import { readTruth } from '../../src/cli/eval/truth-file.js';
import { pixelFromTable, scaledCamera } from '../../src/geometry/camera.js';
import type { SeenBase } from '../../src/table/measurement.js';
import { matCorners } from '../../src/vision/solve/mat-sides.js';
import { hashmark } from './hashmark.js';

const { camera, table } = await readTruth('test-fixtures/tables/test-000103.json');
const mat = { widthMm: table.widthMm, depthMm: table.depthMm, sigmaMm: 3.5 };
const corners = [undefined, undefined, undefined, undefined];

test('a picture too small to show ships says so where none was found, one large enough does not: its table may be empty', () => {
  const asWide = (widthPx: number) => scaledCamera(camera!, widthPx, (widthPx * 9) / 16);
  assert.match(
    noShips({ bases: [], mat, camera: asWide(320) }, {})!,
    /a small base is \d+ px wide in it, expected at least \d+\. Give the picture in its full resolution/,
  );
  assert.match(noShips({ bases: [], mat, camera: asWide(320) }, { corners })!, /full resolution/);
  assert.equal(noShips({ bases: [], mat, camera: asWide(1920) }, {}), undefined);
  assert.equal(noShips({ bases: [{} as SeenBase], mat, camera: asWide(320) }, { corners }), undefined);
});

test('where no ship was found between marked corners, the marks may be elsewhere', () => {
  assert.match(noShips({ bases: [], mat, camera: camera! }, { corners })!, /check the marks: px of the picture as it is shown upright/);
});

test('corners that are given as a file turned upside down stores them hold no ship, which is said', async () => {
  const name = 'test-fixtures/tables/test-000000';
  const { camera, table } = await readTruth(`${name}.json`);
  const stored = matCorners(table).map((corner) => {
    const { u, v } = pixelFromTable(camera!, { ...corner, z: 0 })!;
    return `${(camera!.widthPx - 1 - u).toFixed(0)},${(camera!.heightPx - 1 - v).toFixed(0)}`;
  });
  const { status, stdout, stderr } = await hashmark('measure', `${name}.jpg`, '--corners', stored.join(' '), '--json');
  assert.equal(status, 0, stderr);
  assert.deepEqual(JSON.parse(stdout).scenes[0].scene.ships, []);
  assert.match(stderr, /test-000000\.jpg: No ship was found between the marked corners/);
});
