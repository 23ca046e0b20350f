import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { readTruth } from '../../../src/cli/eval/truth-file.js';
import { loadEngines } from '../../../src/cli/inputs/node-engines.js';
import { readPicture } from '../../../src/cli/inputs/read-picture.js';
import { type Camera, pixelFromTable, tableFromPixel } from '../../../src/geometry/camera.js';
import type { TableMeasurement } from '../../../src/table/measurement.js';
import type { Ship } from '../../../src/table/table.js';
import { measureFrame } from '../../../src/vision/frame/measure-frame.js';
import type { Engines } from '../../../src/vision/runtime/engines.js';

const TABLES = 'test-fixtures/tables';
const SAME_SHIP_MM = 15;

let engines: Engines;

before(async () => {
  engines = await loadEngines();
});

/** What is seen in the rows of a fixture within `halfPx` of its middle, and its truth: the mat's near and far sides are out of the picture. */
async function seeMiddleRows(stem: string, halfPx: number, isPhoto: boolean) {
  const { rgba, widthPx, heightPx } = await readPicture(`${TABLES}/${stem}.jpg`);
  const cutPx = heightPx / 2 - halfPx;
  const rows = rgba.subarray(4 * widthPx * cutPx, 4 * widthPx * (heightPx - cutPx));
  const { result } = await measureFrame(engines, { rgba: rows, widthPx, heightPx: 2 * halfPx, capturedAtMs: 0 }, { isPhoto });
  const truth = await readTruth(`${TABLES}/${stem}.json`);
  const camera = { ...truth.camera!, cy: truth.camera!.cy - cutPx, heightPx: 2 * halfPx };
  return { result, camera, ships: truth.table.ships };
}

/** The bases that are seen where true ones stand in the picture. */
function known({ bases, camera: seenBy }: TableMeasurement, camera: Camera, ships: readonly Ship[]) {
  return bases.flatMap(({ pose }) => {
    const pixel = pixelFromTable(seenBy, { ...pose, z: 0 });
    const at = pixel && tableFromPixel(camera, pixel);
    const ship = at && ships.find((one) => Math.hypot(one.pose.x - at.x, one.pose.y - at.y) < SAME_SHIP_MM);
    return ship ? [{ pose, truth: ship.pose }] : [];
  });
}

// The second one has lines printed across it, of which one looks like its near side.
for (const [stem, halfPx] of [
  ['test-000310', 470],
  ['test-000011', 350],
] as const) {
  test(`${stem} without its near and far side: distances are measured, not where on the mat`, async () => {
    const { result, camera, ships } = await seeMiddleRows(stem, halfPx, true);
    assert.ok(result.ok, 'it is measured');
    assert.equal(result.measurement.caution?.code, 'mat-not-in-view');
    for (const { covariance } of result.measurement.bases) assert.ok(Math.sqrt(covariance.xx) > 100 && Math.sqrt(covariance.yy) > 100);
    const placed = known(result.measurement, camera, ships);
    assert.ok(placed.length >= 8, `${placed.length} ships are known`);
    const [first, ...others] = placed;
    for (const { pose, truth } of others) {
      const seenMm = Math.hypot(pose.x - first!.pose.x, pose.y - first!.pose.y);
      const trueMm = Math.hypot(truth.x - first!.truth.x, truth.y - first!.truth.y);
      assert.ok(Math.abs(seenMm - trueMm) < 0.02 * trueMm + 2, `seen ${seenMm.toFixed(1)} mm, true ${trueMm.toFixed(1)} mm`);
    }
  });
}

test('in a live frame a mat without a corner in view is not measured', async () => {
  const { result } = await seeMiddleRows('test-000310', 470, false);
  assert.equal(result.ok, false);
});
