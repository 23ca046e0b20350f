import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadEngines } from '../../../src/cli/inputs/node-engines.js';
import type { Camera } from '../../../src/geometry/camera.js';
import { boardAsPrinted } from '../../../src/pieces/calibration-board.js';
import { english } from '../../../src/texts/english.js';
import { measureFrame } from '../../../src/vision/frame/measure-frame.js';
import type { Engines } from '../../../src/vision/runtime/engines.js';
import type { Frame } from '../../../src/vision/runtime/frame.js';
import { brown, cameraAround, drawTable, matOnWood, placeAt, wood } from '../drawn-sheet.js';

const PHONE = {
  widthPx: 1280,
  heightPx: 720,
  fx: 985,
  fy: 985,
  cx: 648,
  cy: 351,
  distortion: [-0.1, 0.02, 0, 0, 0] as Camera['distortion'],
};
const MIDDLE = 457.2;
const PRINTED = boardAsPrinted(100);
/** The sheet on a mat that is a little larger than those sold as 3 ft. */
const ON_MAT = cameraAround(0, 70, 1350, 0, [MIDDLE, 430], PHONE);
let engines: Engines;
let onMat: Frame;

before(async () => {
  engines = await loadEngines();
  onMat = drawTable(ON_MAT, { x: 300, y: 300, headingRad: 0.4 }, matOnWood(920), { seed: 3 });
});

for (const elevation of [40, 75]) {
  test(`without a mat the printed sheet registers a bare table seen from ${elevation}°: distances around it are true to a millimetre`, async () => {
    const camera = cameraAround(0, elevation, 900, 0, [MIDDLE, MIDDLE], PHONE);
    const frame = drawTable(camera, { x: MIDDLE, y: MIDDLE, headingRad: 0 }, wood, { seed: 3 });
    const { result } = await measureFrame(engines, frame, { board: PRINTED });
    assert.ok(result.ok, JSON.stringify(result));
    for (const [dx, dy] of [
      [0, 0],
      [-100, 0],
      [100, 100],
      [0, 150],
      [-60, -60],
    ]) {
      const off = missMm(camera, result.measurement.camera, MIDDLE + dx!, MIDDLE + dy!);
      assert.ok(off < 1, `${dx}, ${dy}: ${off} mm`);
    }
  });
}

test('the sheet on a mat of 920 mm gives its true size, and places at its far end are found three times better than without', async () => {
  const [without, withSheet] = [await measureFrame(engines, onMat, {}), await measureFrame(engines, onMat, { board: PRINTED })];
  assert.ok(without.result.ok && withSheet.result.ok);
  const { mat } = withSheet.result.measurement;
  assert.ok(Math.abs(mat.widthMm - 920) < 2 && Math.abs(mat.depthMm - 920) < 2, JSON.stringify(mat));
  assert.ok(mat.sigmaMm < without.result.measurement.mat.sigmaMm);
  const worst = (seen: Camera) =>
    Math.max(
      ...[
        [100, 100],
        [800, 100],
        [800, 800],
        [100, 800],
      ].map(([x, y]) => missMm(ON_MAT, seen, x!, y!)),
    );
  const [off, offWithout] = [worst(withSheet.result.measurement.camera), worst(without.result.measurement.camera)];
  assert.ok(off < 1.5 && off < offWithout / 3, `${off} mm, without the sheet ${offWithout} mm`);
});

test('a sheet whose bar was entered 10 % too short contradicts the mat: no answer, and what to check', async () => {
  const { result } = await measureFrame(engines, onMat, { board: boardAsPrinted(90) });
  assert.ok(!result.ok && result.problem.code === 'board-contradicts', JSON.stringify(result));
  assert.match(english(result.problem.hint), /check the length of its bar/);
});

/** How far from a place (mm) the camera that was found has it. */
function missMm({ r, t, fx, fy, cx, cy, distortion }: Camera, found: Camera, x: number, y: number): number {
  const z = r[6] * x + r[7] * y + t[2];
  const [a, b] = brown(distortion, (r[0] * x + r[1] * y + t[0]) / z, (r[3] * x + r[4] * y + t[1]) / z);
  const back = placeAt(found, fx * a + cx, fy * b + cy);
  return back ? Math.hypot(back.x - x, back.y - y) : Number.POSITIVE_INFINITY;
}
