import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pixelFromTable } from '../../../src/geometry/camera.js';
import { english } from '../../../src/texts/english.js';
import type { FrameContext } from '../../../src/vision/lens/frame-context.js';
import { cornerMisfitPx, locateMat, turnedToCorners } from '../../../src/vision/mat/find/locate-mat.js';
import type { TableSolution } from '../../../src/vision/solve/joint-solution.js';
import { turnedFrames } from '../../../src/vision/solve/moved-frame.js';
import { unknownLens } from '../../../src/vision/solve/observations.js';
import { cameraAt } from '../made-up-table.js';

const camera = cameraAt(60, 1400);
const MAT = { widthMm: 914.4, depthMm: 914.4 };
const PLACES = [
  [0, 0],
  [914.4, 0],
  [914.4, 914.4],
  [0, 914.4],
] as const;
const marked = (...seen: readonly number[]) =>
  PLACES.map(([x, y], i) => (seen.includes(i) ? pixelFromTable(camera, { x, y, z: 0 }) : undefined));

for (const seen of [
  [0, 1],
  [1, 2],
  [0, 1, 3],
]) {
  test(`corners ${seen.join(', ')} of four determine which side of a mat is player 1's, whichever side the border was solved from`, () => {
    for (const turned of turnedFrames(camera)) {
      const solution = turnedToCorners({ ...MAT, camera: turned } as TableSolution, marked(...seen), unknownLens(1920, 1080));
      assert.ok(cornerMisfitPx(solution, marked(...seen)) < 1e-6);
      assert.ok(Math.abs(solution.camera.t[0] - camera.t[0]) < 1e-6);
    }
  });
}

test('two corners that lie on no border that is seen are said, not ignored', async () => {
  const solution = { ...MAT, camera } as TableSolution;
  const [first, second] = marked(0, 1);
  const corners = [{ u: first!.u + 120, v: first!.v }, second, undefined, undefined];
  const context = { hints: { corners }, frame: { widthPx: 1920, heightPx: 1080 }, lens: unknownLens(1920, 1080) };
  const finding = async () => ({ evidence: {} as never, borders: [{ solution, overlap: 0.95, score: 1.4 }] });
  const located = await locateMat(context as unknown as FrameContext, [], finding, undefined);
  assert.ok(!located.ok);
  assert.match(english(located.problem.message), /the marked corners are not those of the visible border/);
});
