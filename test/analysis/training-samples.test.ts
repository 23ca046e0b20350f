import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TRAIN = fileURLToPath(new URL('../../models/train', import.meta.url));
/** Debian's Python has the packages of the recipe; the first `python3` of a machine may be another. */
const PYTHONS = ['python3', '/usr/bin/python3'];

async function pythonWithOpenCv(): Promise<string | undefined> {
  for (const python of PYTHONS) {
    if (
      await run(python, ['-c', 'import cv2, numpy, tomllib']).then(
        () => true,
        () => false,
      )
    )
      return python;
  }
  return undefined;
}

const python = await pythonWithOpenCv();
const skip = python === undefined && 'needs Python 3.11 with OpenCV and numpy';

test('training samples show where their targets say it is, and a camera moves nothing, by pictures of which every pixel is known', {
  skip,
}, async () => {
  const { stdout } = await run(python!, ['check_samples.py'], { cwd: TRAIN });
  assert.match(stdout, /base-detector: \d+ places/);
  assert.match(stdout, /laid: \d+ obstacles/);
  assert.equal(stdout.trim().split('\n').length, 9);
});

test('every recipe can be read, and names the commands that make its pictures and the export that it goes on from', { skip }, async () => {
  const program = `
import glob, recipe
for file in sorted(glob.glob('recipes/*.toml')):
    read = recipe.read_recipe(file)
    assert all('{out}' in command for folder in read['pictures'].values() for command in folder['make']), file
    print(read['net'], len(recipe.missing(read, 'nowhere')), read.get('from', 'nothing'))
`;
  const { stdout } = await run(python!, ['-c', program], { cwd: TRAIN });
  const rows = stdout
    .trim()
    .split('\n')
    .map((row) => row.split(' '));
  assert.deepEqual(
    rows.map(([net]) => net),
    ['base-detector', 'base-keypoints', 'base-sides', 'base-size', 'frame', 'mat-edge', 'mat-finder', 'obstacle-outline'],
  );
  for (const [, commands, from] of rows) {
    assert.ok(Number(commands) >= 4, stdout);
    if (from !== 'nothing') assert.match(from!, /^[0-9a-f]{8}:models\/[a-z-]+$/);
  }
});
