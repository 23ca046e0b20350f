import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { PICTURE_CODEC } from '../../../src/cli/inputs/sharp-codec.js';
import type { Camera } from '../../../src/geometry/camera.js';
import { EXACT } from '../../../src/geometry/pose.js';
import type { TableMeasurement } from '../../../src/table/measurement.js';
import type { PrintImage } from '../../../src/table/setup/setup.js';
import { placedCamera } from '../../../src/vision/print/search-placement.js';
import { mirroredFrame } from '../../../src/vision/runtime/frame.js';
import { createPrintKeeper } from '../../../src/vision/session/print-keeper.js';
import { type DrawnBox, drawnPrint, handCamera, viewOfPrint } from '../drawn-print.js';
import { openCv } from '../open-cv.js';

const LENS = { widthPx: 1280, heightPx: 960, focalPx: 1080, k1: 0.03 };
const WHOLE = handCamera({ x: 457, y: 457 }, 1150, 66, 0, LENS);
const SIDE_MM = 914.4;
const FIRST: DrawnBox = { x: 430, y: 500, halfMm: 20, heightMm: 30, grey: 200 };
const FLOWN: DrawnBox = { ...FIRST, x: 560, y: 380 };
const PRINT = drawnPrint('nebula', 7);

function measured(camera: Camera, { x, y }: DrawnBox): TableMeasurement {
  const covariance = { ...EXACT, xx: 1, yy: 1 };
  const base = { base: 'small' as const, pose: { x, y, headingRad: 0 }, covariance, detectionProbability: 1 };
  return {
    ...{ capturedAtMs: 0, camera, mat: { widthMm: SIDE_MM, depthMm: SIDE_MM, sigmaMm: 2 }, bases: [base], obstacles: [], unmeasurable: [] },
    ...{ stageMs: {}, jointCovariance: [1, 0, 0, 0, 1, 0, 0, 0, 0.01] },
  };
}

const frameOf = (ship: DrawnBox, seed: number) => viewOfPrint(PRINT, WHOLE, [ship], seed);

async function alphaAt({ webp, pxPerMm }: PrintImage, { x, y }: DrawnBox): Promise<number> {
  const { rgba, widthPx } = await PICTURE_CODEC.decoded(webp);
  return rgba[4 * (Math.round((SIDE_MM - y) * pxPerMm) * widthPx + Math.round(x * pxPerMm)) + 3]!;
}

const keeper = createPrintKeeper();
let engines: Parameters<typeof keeper.drawn>[0];
let kept: PrintImage | undefined;
before(async () => {
  engines = { ...(await openCv()), pictures: PICTURE_CODEC };
  keeper.offer(frameOf(FIRST, 1), measured(WHOLE, FIRST));
  kept = await keeper.drawn(engines, undefined);
});

test('a frame of a table is drawn once, without its ship; of a frame in which the ship has not moved nothing is added', async () => {
  assert.ok(kept);
  assert.ok((await alphaAt(kept, FIRST)) < 60, 'under the ship');
  assert.ok((await alphaAt(kept, FLOWN)) > 200, 'where it will fly to');
  assert.equal(keeper.isInFrame, true);
  keeper.offer(frameOf(FIRST, 2), measured(WHOLE, FIRST));
  assert.equal(await keeper.drawn(engines, kept), undefined);
});

test('another day the print is filled in where the ship stood, and keeps its frame and what is known of its place', async () => {
  const later = createPrintKeeper();
  later.offer(frameOf(FLOWN, 3), { ...measured(WHOLE, FLOWN), mat: { widthMm: 910, depthMm: 912, sigmaMm: 9 } });
  const more = await later.drawn(engines, kept);
  assert.ok(more);
  assert.equal(later.isInFrame, true);
  assert.ok((await alphaAt(more, FIRST)) > 200, 'where the ship stood');
  assert.ok((await alphaAt(more, FLOWN)) > 200, 'where it stands now the print of before is kept');
  const { webp: _, ...place } = more;
  const { webp: __, ...before } = kept!;
  assert.deepEqual(place, before);
});

test('nothing is drawn over a kept print by another mat, a mirror image or a mat that was turned by a quarter', async () => {
  const turned = placedCamera(WHOLE, { x: SIDE_MM, y: 0, headingRad: -Math.PI / 2 });
  const frames = {
    'another mat': { frame: viewOfPrint(drawnPrint('nebula', 11), WHOLE, [FLOWN], 4), camera: WHOLE },
    'a mirror image': { frame: mirroredFrame(frameOf(FLOWN, 5)), camera: WHOLE },
    'a mat that was turned': { frame: frameOf(FLOWN, 6), camera: turned },
  };
  for (const [what, { frame, camera }] of Object.entries(frames)) {
    const later = createPrintKeeper();
    later.offer(frame, measured(camera, FLOWN));
    assert.equal(await later.drawn(engines, kept), undefined, what);
    assert.equal(later.isInFrame, false, what);
  }
});
