import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { readTruth } from '../../../src/cli/eval/truth-file.js';
import { readPicture } from '../../../src/cli/inputs/read-picture.js';
import { PICTURE_CODEC } from '../../../src/cli/inputs/sharp-codec.js';
import type { Camera } from '../../../src/geometry/camera.js';
import { EXACT, tableFromPiece } from '../../../src/geometry/pose.js';
import type { TableMeasurement } from '../../../src/table/measurement.js';
import { printIn } from '../../../src/table/setup/print-schema.js';
import type { PrintImage } from '../../../src/table/setup/setup.js';
import { withErrorOfPrint } from '../../../src/vision/frame/measure-by-kept-print.js';
import { drawnPrint } from '../../../src/vision/print/kept/kept-print.js';
import { viewOnPrint } from '../../../src/vision/print/kept/view-on-print.js';
import { placedCamera } from '../../../src/vision/print/search-placement.js';
import type { Cv } from '../../../src/vision/runtime/opencv.js';
import { apartMm, type DrawnBox, handCamera, drawnPrint as madeUpPrint, tiled, viewOfPrint } from '../drawn-print.js';
import { openCv } from '../open-cv.js';

let cv: Cv;
const LENS = { widthPx: 960, heightPx: 720, focalPx: 810, k1: 0.03 };
const WHOLE = handCamera({ x: 457, y: 457 }, 1150, 66, 0, LENS);
const CLOSE = handCamera({ x: 520, y: 420 }, 560, 56, 35, LENS, 5);
/** The close camera as the pieces in its view give it, in a frame of its own. */
const OWN = { camera: placedCamera(CLOSE, { x: 333, y: -120, headingRad: 1.1 }), pieces: [] };
const SHIP: DrawnBox = { x: 430, y: 500, halfMm: 20, heightMm: 30, grey: 200 };
const FLOWN: DrawnBox = { ...SHIP, x: 560, y: 380 };

function measured(camera: Camera): TableMeasurement {
  const base = {
    base: 'small' as const,
    pose: { x: SHIP.x, y: SHIP.y, headingRad: 0 },
    covariance: { ...EXACT, xx: 1, yy: 1 },
    detectionProbability: 1,
  };
  return {
    ...{ capturedAtMs: 0, camera, mat: { widthMm: 914.4, depthMm: 914.4, sigmaMm: 2 }, bases: [base], obstacles: [], unmeasurable: [] },
    ...{ stageMs: {}, jointCovariance: [1, 0, 0, 0, 1, 0, 0, 0, 0.01] },
  };
}

const nebula = madeUpPrint('nebula', 7);
let kept: PrintImage | undefined;
before(async () => {
  cv = (await openCv()).cv;
  kept = await drawnPrint(cv, PICTURE_CODEC, [{ frame: viewOfPrint(nebula, WHOLE, [SHIP], 1), measurement: measured(WHOLE) }]);
});

test('a print that was kept says another day where a close view was taken from, ships having flown; another mat and a print that repeats say nothing', async () => {
  assert.ok(kept);
  const read = printIn(JSON.parse(JSON.stringify({ format: 'hashmark-setup', print: kept })));
  assert.deepEqual(read, kept);
  const view = await viewOnPrint(cv, PICTURE_CODEC, kept, viewOfPrint(nebula, CLOSE, [FLOWN], 2), OWN);
  assert.ok(view, 'placed');
  const apart = apartMm(CLOSE, view.camera);
  assert.ok(apart[apart.length >> 1]! < 0.3, `${apart[apart.length >> 1]!.toFixed(2)} mm in the middle of the view`);
  assert.equal(await viewOnPrint(cv, PICTURE_CODEC, kept, viewOfPrint(madeUpPrint('nebula', 11), CLOSE, [FLOWN], 3), OWN), undefined);
  const tiles = madeUpPrint('tiles', 7);
  const repeats = await drawnPrint(cv, PICTURE_CODEC, [{ frame: viewOfPrint(tiles, WHOLE, [SHIP], 4), measurement: measured(WHOLE) }]);
  assert.equal(await viewOnPrint(cv, PICTURE_CODEC, repeats!, viewOfPrint(tiles, CLOSE, [FLOWN], 5), OWN), undefined);
});

test('a close view of a kept print that repeats every 300 mm is not placed a motif beside its place', async () => {
  const print = tiled(nebula, 300);
  const repeats = await drawnPrint(cv, PICTURE_CODEC, [{ frame: viewOfPrint(print, WHOLE, [], 1), measurement: measured(WHOLE) }]);
  for (const [x, y, distanceMm] of [
    [260, 420, 340],
    [360, 300, 310],
  ] as const) {
    const close = viewOfPrint(print, handCamera({ x, y }, distanceMm, 72, 172, LENS), [], 31);
    assert.equal(await viewOnPrint(cv, PICTURE_CODEC, repeats!, close, undefined), undefined, `from ${distanceMm} mm`);
  }
});

const HAND_HELD = 'test-fixtures/hand-held';

/** A hand-held picture, with its own camera in a frame of its own, 1 % too far away, as its ships give it. */
async function handHeld(name: string) {
  const [frame, truth] = [await readPicture(`${HAND_HELD}/${name}.jpg`), await readTruth(`${HAND_HELD}/${name}.json`)];
  const elsewhere = { x: -210, y: 160, headingRad: 2.2 };
  const { fx, fy, ...camera } = placedCamera(truth.camera!, elsewhere);
  const pieces = truth.table.ships.map(({ pose }) => ({ ...tableFromPiece(elsewhere, pose), radiusMm: 40 }));
  return { frame, truth, own: { camera: { ...camera, fx: 1.01 * fx, fy: 1.01 * fy }, pieces } };
}

test('a close photo of faint stars without a border is placed to fractions of a mm by the print that a photo of the whole mat kept; on a print of other stars nowhere', async () => {
  const [whole, close, other] = [await handHeld('table-01-whole'), await handHeld('table-01-close-1'), await handHeld('table-03-close-1')];
  const { camera, table } = whole.truth;
  const { widthMm, depthMm, ships } = table;
  const bases = ships.map(({ pose }) => ({ base: 'large' as const, pose, covariance: EXACT, detectionProbability: 1 }));
  const stars = await drawnPrint(cv, PICTURE_CODEC, [
    { frame: whole.frame, measurement: { ...measured(camera!), mat: { widthMm, depthMm, sigmaMm: 1 }, bases } },
  ]);
  const view = await viewOnPrint(cv, PICTURE_CODEC, stars!, close.frame, close.own);
  assert.ok(view, 'placed');
  const apart = apartMm(close.truth.camera!, view.camera);
  assert.ok(apart[apart.length >> 1]! < 0.3 && apart.at(-1)! < 1.5, `${apart.map((mm) => mm.toFixed(2))} mm`);
  assert.equal(await viewOnPrint(cv, PICTURE_CODEC, stars!, other.frame, other.own), undefined);
});

test('a print in a setup that is no picture, or one of another size, is refused with what it should be', async () => {
  const frame = viewOfPrint(nebula, CLOSE, [], 6);
  for (const broken of [{ webp: 'AAAA' }, { pxPerMm: 2 * kept!.pxPerMm }])
    await assert.rejects(
      viewOnPrint(cv, PICTURE_CODEC, { ...kept!, ...broken }, frame, undefined),
      /print in the setup: got .* expected a WebP/,
    );
  assert.throws(() => printIn({ print: { ...kept!, webp: '' } }), /print\.webp/);
});

test('where a ship stood nothing of the print is kept, and what is kept is so small that a browser keeps it', async () => {
  assert.ok(kept!.webp.length < 400_000, `${kept!.webp.length} letters`);
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(Buffer.from(kept!.webp, 'base64')).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const alphaAt = (x: number, y: number) =>
    data[4 * (Math.round((914.4 - y) * kept!.pxPerMm) * info.width + Math.round(x * kept!.pxPerMm)) + 3]!;
  assert.ok(alphaAt(SHIP.x, SHIP.y) < 60, 'under the ship');
  assert.ok(alphaAt(SHIP.x + 120, SHIP.y - 60) > 200, 'beside it');
});

test('what is open of the print itself is common to all ships that are measured by it: their places, and their distances by its scale', () => {
  const print = { ...kept!, sigmaMm: 4.572, shiftSigmaMm: 3 };
  const [one] = measured(WHOLE).bases;
  const two = { ...measured(WHOLE), bases: [one!, { ...one!, pose: { x: SHIP.x + 300, y: SHIP.y, headingRad: 0 } }] };
  const before = { ...two, jointCovariance: Array.from({ length: 36 }, (_, at) => (at % 7 === 0 ? 0.01 : 0)) };
  const { bases, jointCovariance: joint, mat } = withErrorOfPrint(before, print);
  const apart = Math.sqrt(joint[0]! + joint[3 * 6 + 3]! - 2 * joint[3]!);
  // 300 mm of a print of 914.4 ± 4.572 mm, and what each had of its own.
  assert.ok(Math.abs(apart - Math.hypot(1.5, Math.SQRT2 * 0.1)) < 0.01, `${apart}`);
  assert.ok(bases.every(({ covariance: { xx, yy } }) => Math.sqrt(xx) >= 3 && Math.sqrt(yy) >= 3));
  assert.equal(mat.sigmaMm, 4.572);
});
