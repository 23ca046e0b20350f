import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Camera, tableFromPixel } from '../../../src/geometry/camera.js';
import { planeTracks } from '../../../src/vision/print/align-on-plane.js';
import { greyOf, levelledPicture } from '../../../src/vision/print/print-features.js';
import { placedCamera } from '../../../src/vision/print/search-placement.js';
import { type Frame, rgbaOf } from '../../../src/vision/runtime/frame.js';
import type { Cv } from '../../../src/vision/runtime/opencv.js';
import { withMats } from '../../../src/vision/runtime/opencv.js';
import { drawnPrint, handCamera, viewOfPrint } from '../drawn-print.js';
import { openCv } from '../open-cv.js';

let cv: Cv;
before(async () => {
  cv = (await openCv()).cv;
});
const LENS = { widthPx: 640, heightPx: 480, focalPx: 540, k1: 0.03 };
const WHOLE = handCamera({ x: 457, y: 430 }, 850, 62, 0, LENS);
const CLOSE = handCamera({ x: 480, y: 460 }, 480, 58, 120, LENS, -6);
const BOXES = [{ x: 470, y: 470, halfMm: 20, heightMm: 40, grey: 70 }];

function viewOf(frame: Frame, camera: Camera) {
  return { camera, levelled: withMats((own) => levelledPicture(cv, own(greyOf(cv, own(rgbaOf(cv, frame)))), 1200)) };
}

/** A camera some mm and thousandths of a turn off, and a little too far away, as ships that did not move place it. */
function byShips(camera: Camera): Camera {
  const moved = placedCamera(camera, { x: 3, y: -2, headingRad: 0.006 });
  return { ...moved, fx: 1.01 * moved.fx, fy: 1.01 * moved.fy };
}

/** What the whole view of a print and a close one of it, or of another, have in common. */
function tracksBetween(seed: number, closeSeed: number, kind: 'marble' | 'streaks' = 'marble') {
  const [whole, close] = [viewOfPrint(drawnPrint(kind, seed), WHOLE, BOXES, 1), viewOfPrint(drawnPrint(kind, closeSeed), CLOSE, BOXES, 2)];
  return planeTracks(cv, [viewOf(whole, WHOLE), viewOf(close, byShips(CLOSE))], [1], () => true);
}

for (const [what, kind] of [
  ['faint marble', 'marble'],
  ['grass whose blades point one way', 'streaks'],
] as const) {
  test(`a close view of ${what}, placed to some mm, is aligned block by block to a fraction of a pixel`, () => {
    const tracks = tracksBetween(7, 7, kind).flatMap((one) => one.tracks);
    assert.ok(tracks.length >= 12, `${tracks.length} blocks`);
    const apart = tracks.map(({ seen: [one, other] }) => {
      const [a, b] = [tableFromPixel(WHOLE, one!)!, tableFromPixel(CLOSE, other!)!];
      return Math.hypot(a.x - b.x, a.y - b.y);
    });
    const median = apart.sort((a, b) => a - b)[apart.length >> 1]!;
    // Pixels of the whole view take 1.6 mm.
    assert.ok(median < 0.5, `${median.toFixed(2)} mm apart`);
  });
}

test('a close view of another mat agrees with nothing', () => {
  assert.deepEqual(tracksBetween(7, 12), []);
  assert.deepEqual(tracksBetween(7, 12, 'streaks'), []);
});
