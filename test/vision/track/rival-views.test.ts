import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Camera, pixelFromTable, tableFromPixel } from '../../../src/geometry/camera.js';
import type { Cv } from '../../../src/vision/runtime/opencv.js';
import { CHANGED, compareViews, OUT_OF_VIEW, referenceOf, UNCHANGED } from '../../../src/vision/track/compare-views.js';
import { featurePoints } from '../../../src/vision/track/feature-points.js';
import { type PlaneView, pixelOf, viewOfCamera } from '../../../src/vision/track/plane-view.js';
import { registerView } from '../../../src/vision/track/register-view.js';
import { sharpnessOf } from '../../../src/vision/track/sharpness.js';
import { createTracker } from '../../../src/vision/track/tracker.js';
import { cameraAt, drawnMat, pictureOf, withSquare } from '../drawn-plane.js';
import { openCv } from '../open-cv.js';

let cv: Cv;
before(async () => {
  cv = (await openCv()).cv;
});

const FOCAL = 420;
const PLACES = [0, 1, 2, 3, 4].map((i) => ({ x: 100 + 180 * i, y: 100 + 170 * i }));
const MAT = PLACES.reduce((drawn, at) => withSquare(drawn, at, 40, 190), drawnMat(12, { stars: 300 }));
const START = cameraAt({ focal: FOCAL });

/** A view that agrees with the camera's in the middle and bends away from it to the left and right, as a camera turned and its picture shifted back does. */
function bent(camera: Camera, turnedDeg: number): PlaneView {
  const turn = (turnedDeg * Math.PI) / 180;
  const { r, t } = camera;
  const at = (row: readonly number[], column: number) => row.reduce((sum, share, i) => sum + share * r[3 * i + column]!, 0);
  const rows = [
    [Math.cos(turn), 0, Math.sin(turn)],
    [0, 1, 0],
    [-Math.sin(turn), 0, Math.cos(turn)],
  ];
  return viewOfCamera({
    ...camera,
    cx: camera.cx - camera.fx * Math.tan(turn),
    r: rows.flatMap((row) => [0, 1, 2].map((column) => at(row, column))) as unknown as Camera['r'],
    t: rows.map((row) => row.reduce((sum, share, i) => sum + share * t[i]!, 0)) as unknown as Camera['t'],
  })!;
}

test('what lies between two views that a picture may have is neither changed nor unchanged', () => {
  const camera = cameraAt({ focal: FOCAL, aroundDeg: 2 });
  const [first, picture] = [pictureOf(MAT, START, { seed: 1 }), pictureOf(MAT, camera, { seed: 2 })];
  const reference = referenceOf(first, { view: viewOfCamera(START)! }, sharpnessOf(first));
  const expected = { sharpness: sharpnessOf(picture), parallaxPx: 0, standing: undefined };
  const [right, wrong] = [viewOfCamera(camera)!, bent(camera, 3)];
  const counts = (view: PlaneView, rival?: PlaneView) => {
    const { state } = compareViews(reference, picture, { view, rival }, expected);
    return [CHANGED, OUT_OF_VIEW, UNCHANGED].map((what) => state.filter((one) => one === what).length) as [number, number, number];
  };
  const [known, alone, open] = [counts(right), counts(wrong), counts(wrong, right)];
  assert.equal(known[0], 0);
  assert.ok(alone[0] > 10, `${alone[0]} blocks differ by the view alone`);
  assert.equal(open[0], 0);
  assert.ok(open[1] > known[1] + 200 && open[2] > 200, `${open}: the rim is open, the middle is not`);
});

test('what is not known of a keyframe is not known of a picture that is registered by it', () => {
  const grey = pictureOf(MAT, START, { seed: 1 });
  const picture = new cv.Mat(grey.rows, grey.columns, cv.CV_8UC1);
  picture.data.set(grey.grey);
  const [view, rival] = [viewOfCamera(START)!, bent(START, 3)];
  const points = featurePoints(cv, picture, view, undefined);
  const keyframe = { atMs: 0, picture, view, points, generation: 1 };
  const apartPx = (found: ReturnType<typeof registerView>) => {
    assert.equal(found.kind, 'registered');
    const at = tableFromPixel(START, { u: 40, v: 180 })!;
    const [a, b] = found.kind === 'registered' ? [pixelOf(found.view, at)!, pixelOf(found.rival!, at)!] : [];
    return Math.hypot(a!.u - b!.u, a!.v - b!.v);
  };
  const [alone, open] = [keyframe, { ...keyframe, rival }].map((one) => apartPx(registerView(cv, one, picture, view)));
  assert.ok(alone! < 0.5 && open! > 3, `${alone} and ${open} px`);
  picture.delete();
});

test('a look that begins after a ship was moved does not vouch for the frame that answers, nor what was before for the look', () => {
  const bare = drawnMat(11);
  const [from, to] = [
    { x: 430, y: 520 },
    { x: 520, y: 400 },
  ];
  const [earlier, later] = [from, to].map((at) => withSquare(bare, at, 40, 190)) as [typeof bare, typeof bare];
  const tracker = createTracker(cv);
  const camera = (i: number) => cameraAt({ aroundDeg: i });
  tracker.see(pictureOf(earlier, camera(0), { seed: 1 }), 0, true);
  tracker.place(0, camera(0), { widthMm: 914, depthMm: 914, standing: [] });
  for (let i = 1; i <= 7; i++) tracker.see(pictureOf(earlier, camera(2 * i), { seed: i }), 50 * i, false);
  const kept = tracker.see(pictureOf(later, camera(16), { seed: 8 }), 400, true).blocks.get(0)!;
  const places = [from, to].map((at) => {
    const { u, v } = pixelFromTable(camera(0), { ...at, z: 0 })!;
    return Math.floor((v * kept.rows) / 360) * kept.columns + Math.floor((u * kept.columns) / 640);
  });
  assert.deepEqual(
    places.map((at) => kept.state[at]),
    [CHANGED, CHANGED],
  );
  for (const [i, aroundDeg] of [18, 16, 14, 12, 10, 8, 6, 4, 2, 0].entries()) {
    const { blocks } = tracker.see(pictureOf(later, camera(aroundDeg), { seed: 10 + i }), 450 + 50 * i, false);
    const vouchedFor = places.filter((at) => blocks.get(0)!.state[at] === UNCHANGED).length;
    const changed = blocks.get(400)!.state.filter((one) => one === CHANGED).length;
    assert.deepEqual([vouchedFor, changed], [0, 0], `at ${aroundDeg}°`);
  }
  tracker.close();
});

test('consulting further references in some frames only hides no change, and vouches for nothing that all of them do not', () => {
  const bare = drawnMat(11);
  const [earlier, later] = [430, 520].map((x) => withSquare(bare, { x, y: 480 }, 40, 190)) as [typeof bare, typeof bare];
  const camera = (i: number) => cameraAt({ aroundDeg: 1.5 * i, shakeDeg: [0, 6 * Math.sin(i), 0] });
  const statesAt = (stepMs: number) => {
    const tracker = createTracker(cv);
    tracker.see(pictureOf(earlier, camera(0), { seed: 1 }), 0, true);
    tracker.place(0, camera(0), { widthMm: 914, depthMm: 914, standing: [] });
    const states = Array.from({ length: 12 }, (_, i) => {
      const picture = pictureOf(i < 8 ? earlier : later, camera(i + 1), { seed: i + 2 });
      return tracker.see(picture, stepMs * (i + 1), false).blocks.get(0)!.state;
    });
    tracker.close();
    return states;
  };
  const [some, all] = [statesAt(50), statesAt(300)];
  let fewer = 0;
  for (const [i, state] of some.entries()) {
    for (const [block, one] of state.entries()) {
      if (one === all[i]![block]) continue;
      assert.deepEqual([one, all[i]![block]], [OUT_OF_VIEW, UNCHANGED], `frame ${i}`);
      fewer += 1;
    }
  }
  assert.ok(fewer > 0, 'some blocks wait for the next further reference');
  assert.ok(some[8]!.includes(CHANGED), 'the ship is missed in the first frame that shows it elsewhere');
});
