import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { report } from '../../src/judge/report/report.js';
import { parseScene } from '../../src/table/documents/scene-file.js';
import { hashmark } from './hashmark.js';

/** Three small ships and no obstacle: the fewest that show all that a scene has, in a third of the time of a full table. */
export const PICTURE = 'test-fixtures/tables/test-000005.jpg';

/** The distances between the ships of a scene, base to base, the shortest first: they are the same whichever way the frame lies. */
const distancesOf = (scene: unknown) =>
  report(parseScene(scene))
    .pairs.filter(({ from, to }) => from < to)
    .map(({ closest }) => closest)
    .sort((a, b) => a.mm - b.mm);

/**
 * Measures copies of the picture, by their names as files: of the first ones, as many as `measurable`, each distance is as true as is claimed, and nothing
 * certain is wrong; a messenger’s ("chat") claim more than the scene that was sent, and are certain of nothing that it is not. What the command said of all.
 */
export async function assertNoSurer(
  copies: Readonly<Record<string, Sharp>>,
  sentScene: unknown,
  folder: string,
  measurable: number,
): Promise<string> {
  const { table, ships } = JSON.parse(await readFile(PICTURE.replace('.jpg', '.json'), 'utf8'));
  const poses = ships.map(({ id, base, xMm, yMm, headingDeg }: Record<string, unknown>) => ({ id, base, xMm, yMm, headingDeg }));
  const whole = { format: 'hashmark-scene', version: 1, table: { widthMm: table.widthMm, depthMm: table.depthMm }, obstacles: [] };
  const [truth, sent] = [distancesOf({ ...whole, ships: poses }), distancesOf(sentScene)];
  for (const [name, copy] of Object.entries(copies)) await copy.toFile(join(folder, name));
  const names = Object.keys(copies);
  const { stdout, stderr } = await hashmark('measure', ...names.map((name) => join(folder, name)), '--json');
  const scenes = JSON.parse(stdout).scenes as readonly { readonly scene: unknown }[];
  assert.equal(scenes.length, measurable, stderr);
  for (const [i, { scene }] of scenes.entries()) {
    const name = names[i]!;
    const found = distancesOf(scene);
    assert.equal(found.length, truth.length, name);
    for (const [k, { mm, sigmaMm = 0, range, certain }] of found.entries()) {
      assert.ok(Math.abs(mm - truth[k]!.mm) < 4 * sigmaMm, `${name}: ${mm} ± ${sigmaMm}, ${truth[k]!.mm} mm is true`);
      if (certain) assert.equal(range, truth[k]!.range, name);
      if (!name.startsWith('chat')) continue;
      assert.ok(sigmaMm > sent[k]!.sigmaMm!, `${name}: ± ${sigmaMm}, ± ${sent[k]!.sigmaMm} as it was sent`);
      assert.ok(sent[k]!.certain || !certain, `${name}: certain of ${mm} mm, which was not as it was sent`);
    }
  }
  return stderr;
}
