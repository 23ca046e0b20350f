import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { readTruth } from '../../src/cli/eval/truth-file.js';
import { pixelFromTable } from '../../src/geometry/camera.js';
import { report } from '../../src/judge/report/report.js';
import { parseScene } from '../../src/table/documents/scene-file.js';
import type { Ship } from '../../src/table/table.js';
import { hashmark } from '../cli/hashmark.js';

const folder = mkdtempSync(join(tmpdir(), 'hashmark-blurred-'));
after(() => rmSync(folder, { recursive: true }));

test('CAM-09 of a picture whose background a system has blurred only the ships that are sharp are measured, as far apart as is claimed, and nothing certain is wrong', async () => {
  const fixture = 'test-fixtures/tables/test-000003';
  const { camera, table } = await readTruth(`${fixture}.json`);
  const path = join(folder, 'blurred.jpg');
  const region = { left: 480, top: 200, width: 860, height: 560 };
  const sharpPart = await sharp(`${fixture}.jpg`).extract(region).png().toBuffer();
  await sharp(await sharp(`${fixture}.jpg`).blur(9).png().toBuffer())
    .composite([{ input: sharpPart, left: region.left, top: region.top }])
    .jpeg({ quality: 92 })
    .toFile(path);
  const { stdout } = await hashmark('measure', path, '--json');
  const { scene } = JSON.parse(stdout).scenes[0];
  const sharpShips = table.ships.filter(({ pose }) => {
    const { u, v } = pixelFromTable(camera!, { ...pose, z: 0 })!;
    return u > region.left && u < region.left + region.width && v > region.top && v < region.top + region.height;
  });
  assert.ok(scene.ships.length > 1 && scene.ships.length <= sharpShips.length, `${scene.ships.length} of ${sharpShips.length}`);
  const whole = report({ ...table, ships: sharpShips });
  const sizes = (ships: readonly Ship[], ids: readonly string[]) => ids.map((id) => ships.find((one) => one.id === id)!.base).sort();
  const found = parseScene(scene);
  for (const { from, to, closest } of report(found).pairs) {
    const alike = whole.pairs.filter((one) => `${sizes(table.ships, [one.from, one.to])}` === `${sizes(found.ships, [from, to])}`);
    const truly = alike.find((one) => Math.abs(one.closest.mm - closest.mm) < 4 * closest.sigmaMm);
    assert.ok(truly, `${from} to ${to}: ${closest.mm} ± ${closest.sigmaMm}; ${alike.map((one) => one.closest.mm)}`);
    if (closest.certain) assert.equal(closest.range, truly.closest.range);
  }
});
