import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { readTruth, type Truth } from '../../../src/cli/eval/truth-file.js';
import { loadEngines } from '../../../src/cli/inputs/node-engines.js';
import { readPicture } from '../../../src/cli/inputs/read-picture.js';
import { pixelFromTable, tableFromPixel } from '../../../src/geometry/camera.js';
import { distanceMm } from '../../../src/geometry/point.js';
import type { MeasureResult } from '../../../src/table/measurement.js';
import { measureFrame } from '../../../src/vision/frame/measure-frame.js';
import type { Engines } from '../../../src/vision/runtime/engines.js';
import type { Frame } from '../../../src/vision/runtime/frame.js';
import { createCameraSession } from '../../../src/vision/session/camera-session.js';

const FOLDER = 'test-fixtures/hand-held';
/** Wholly in view; of one the detector is half sure. */
const SHIPS = 4;
const SAME_SHIP_MM = 12;
/** Standard deviations beyond which an error is no chance. */
const MAX_SIGMAS = 4.5;

let engines: Engines;

before(async () => {
  engines = await loadEngines();
});

const IMAGE = 'table-03-close-2';

/** The same frame of a live camera twice: as the first that it shows of its table, and after its camera was followed over the print. */
async function sightsOf(picture: Frame): Promise<readonly MeasureResult[]> {
  const session = createCameraSession();
  const first = await session.measure(engines, { ...picture, capturedAtMs: 0 }, {});
  assert.ok(first.ok, 'the first is measured');
  return [first, await session.measure(engines, { ...picture, capturedAtMs: 100, about: first.measurement.camera }, {})];
}

test('ships close by without a border are measured beside each other as exactly as is claimed, and the table’s edge is not known: in a photo, at first sight of a camera, and followed from there', async () => {
  const truth = await readTruth(`${FOLDER}/${IMAGE}.json`);
  const picture = await readPicture(`${FOLDER}/${truth.image}`);
  assertBesideEachOther((await measureFrame(engines, picture, { isPhoto: true })).result, truth);
  const [first, followed] = await sightsOf(picture);
  assertBesideEachOther(first!, truth);
  assertBesideEachOther(followed!, truth);
  assert.deepEqual([first!.isFirstSight, followed!.isFirstSight], [true, undefined]);
  const [before, after] = [first!, followed!].map((look) => (look.ok ? look.measurement.bases : assert.fail()));
  for (const { pose } of before!)
    assert.ok(
      after!.some((one) => distanceMm(one.pose, pose) < 1),
      'in one frame',
    );
});

function assertBesideEachOther(result: MeasureResult, truth: Truth): void {
  assert.ok(result.ok, 'it is measured');
  const { bases, camera, jointCovariance, isEdgeUnknown, caution } = result.measurement;
  assert.equal(isEdgeUnknown, true);
  assert.equal(caution?.code, 'mat-not-in-view');
  const known = bases.map(({ base, pose }) => {
    const pixel = pixelFromTable(camera, { ...pose, z: 0 });
    const at = pixel && tableFromPixel(truth.camera!, pixel);
    const ship = at && truth.table.ships.find((one) => Math.hypot(one.pose.x - at.x, one.pose.y - at.y) < SAME_SHIP_MM);
    assert.equal(ship?.base, base, 'each is a ship of that size');
    return ship!.pose;
  });
  assert.equal(known.length, SHIPS, 'all that are wholly in view');
  const n = 3 * bases.length;
  bases.forEach(({ pose: a }, i) => {
    bases.slice(0, i).forEach(({ pose: b }, k) => {
      const seenMm = Math.hypot(a.x - b.x, a.y - b.y);
      const trueMm = Math.hypot(known[i]!.x - known[k]!.x, known[i]!.y - known[k]!.y);
      const along = [(a.x - b.x) / seenMm, (a.y - b.y) / seenMm];
      const rows = [3 * i, 3 * i + 1, 3 * k, 3 * k + 1];
      const slopes = [along[0]!, along[1]!, -along[0]!, -along[1]!];
      const variance = rows.reduce(
        (sum, row, p) => sum + rows.reduce((part, column, q) => part + slopes[p]! * slopes[q]! * jointCovariance[row * n + column]!, 0),
        0,
      );
      assert.ok(
        Math.abs(seenMm - trueMm) < MAX_SIGMAS * Math.sqrt(variance),
        `${seenMm.toFixed(1)} mm, true ${trueMm.toFixed(1)} ± ${Math.sqrt(variance).toFixed(1)}`,
      );
    });
  });
}
