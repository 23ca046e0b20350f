import assert from 'node:assert/strict';
import test from 'node:test';
import { CHANGED, OUT_OF_VIEW, PERHAPS_CHANGED, UNCHANGED } from '../../../src/vision/track/compare-views.js';
import { KeptFrames, type SeenFrame } from '../../../src/vision/track/kept-frames.js';
import { viewOfCamera } from '../../../src/vision/track/plane-view.js';
import { sharpnessOf } from '../../../src/vision/track/sharpness.js';
import { distanceBetween } from '../../../src/vision/track/view-parallax.js';
import { cameraAt, type DrawnMat, drawnMat, pictureOf, withSquare } from '../drawn-plane.js';

const MAT = drawnMat(11);
const SHIP = { x: 430, y: 470 };
const [FRONT, SIDE] = [cameraAt(), cameraAt({ aroundDeg: 100 })];

function seen(mat: DrawnMat, camera: typeof FRONT, seed: number): SeenFrame {
  const picture = pictureOf(mat, camera, { seed });
  return { picture, view: viewOfCamera(camera)!, sharpness: sharpnessOf(picture) };
}

test('a ship that moves where only a later kept frame shows it has moved since the earlier one, too, which answers still', () => {
  const kept = new KeptFrames();
  const before = withSquare(MAT, SHIP, 40, 150);
  kept.compare(seen(before, FRONT, 1), 0, true);
  kept.add(seen(before, FRONT, 1), 0);
  // From the side nothing stands for the first frame: what it shows is out of view.
  const side = seen(before, SIDE, 2);
  const first = kept.compare(side, 1000, true).get(0)!;
  assert.ok(first.state.every((one) => one === OUT_OF_VIEW));
  kept.add(side, 1000);
  const still = kept.compare(seen(before, SIDE, 3), 1100, false);
  assert.ok([...still.values()].every(({ state }) => !state.includes(CHANGED)));
  const moved = kept.compare(seen(withSquare(MAT, { x: 520, y: 380 }, 40, 150), SIDE, 4), 1200, false);
  const counts = [0, 1000].map((at) => moved.get(at)!.state.filter((one) => one === CHANGED).length);
  assert.ok(counts[1]! >= 8 && counts[0]! >= 8 && counts[0]! <= 3 * counts[1]!, `${counts}`);
});

test('a camera that goes far between two frames is compared by the last view; after a pause nothing stands for what it shows', () => {
  const before = withSquare(MAT, SHIP, 40, 150);
  const after = withSquare(MAT, { x: 520, y: 380 }, 40, 150);
  const around = cameraAt({ aroundDeg: 14 });
  const distance = distanceBetween(viewOfCamera(FRONT)!, viewOfCamera(around)!);
  assert.ok(distance.parallax > 1.2 && distance.parallax < 1.9, `${distance.parallax}`);
  const statesAt = (mat: DrawnMat, atMs: number) => {
    const kept = new KeptFrames();
    kept.compare(seen(before, FRONT, 1), 0, true);
    kept.add(seen(before, FRONT, 1), 0);
    const { state } = kept.compare(seen(mat, around, 2), atMs, false).get(0)!;
    return [[UNCHANGED], [CHANGED, PERHAPS_CHANGED], [OUT_OF_VIEW]].map(
      (any) => state.filter((one) => any.includes(one)).length / state.length,
    );
  };
  const [same, changed] = statesAt(before, 600);
  assert.ok(same! > 0.5 && changed === 0, `${same} unchanged, ${changed} changed`);
  assert.ok(statesAt(after, 600)[1]! > 0, 'a ship was set elsewhere');
  assert.deepEqual(statesAt(before, 1600), [0, 0, 1]);
});

test('where a frame shows what two kept ones show, what stands for one of them stands for the other', () => {
  const kept = new KeptFrames();
  const before = withSquare(MAT, SHIP, 40, 150);
  const around = (deg: number) => cameraAt({ aroundDeg: deg });
  let atMs = 0;
  const see = (mat: DrawnMat, deg: number) => {
    atMs += 300;
    return kept.compare(seen(mat, around(deg), atMs), atMs, false);
  };
  const keep = (deg: number) => {
    const frame = seen(before, around(deg), atMs);
    kept.compare(frame, atMs, true);
    kept.add(frame, atMs);
    return atMs;
  };
  const first = keep(0);
  atMs = 5000;
  const second = keep(40);
  assert.ok(
    see(before, 40)
      .get(first)!
      .state.every((one) => one === OUT_OF_VIEW),
    'nothing has linked the two',
  );
  for (let deg = 38; deg >= 0; deg -= 4) see(before, deg);
  const back = see(before, 0);
  const share = (state: Uint8Array) => state.filter((one) => one === UNCHANGED).length / state.length;
  assert.ok(share(back.get(first)!.state) > 0.9 && share(back.get(second)!.state) > 0.3, 'it shows both');
  const again = see(before, 40);
  assert.ok(share(again.get(first)!.state) > 0.3, `${share(again.get(first)!.state)}`);
  assert.ok([...again.values()].every(({ state }) => !state.includes(CHANGED)));
  const moved = see(withSquare(MAT, { x: 520, y: 380 }, 40, 150), 40);
  assert.ok(moved.get(first)!.state.filter((one) => one === CHANGED).length >= 8, 'a ship was set elsewhere');
});

test('a kept frame stands for what it shows of an earlier one, though no frame near to it follows', () => {
  const before = withSquare(MAT, SHIP, 40, 150);
  const around = (deg: number) => cameraAt({ aroundDeg: deg });
  const kept = new KeptFrames();
  for (const [i, deg] of [0, 4, 8, 12, 16, 20, 24].entries()) {
    const frame = seen(before, around(deg), i);
    const isKept = deg === 0 || deg === 24;
    kept.compare(frame, 300 * i, isKept);
    if (isKept) kept.add(frame, 300 * i);
  }
  const later = 1800;
  const share = (state: Uint8Array, what: number) => state.filter((one) => one === what).length / state.length;
  const back = kept.compare(seen(before, FRONT, 10), 2100, false).get(later)!;
  assert.ok(share(back.state, UNCHANGED) > 0.3, `${share(back.state, UNCHANGED)}`);
  assert.equal(share(back.state, CHANGED), 0);
  const moved = kept.compare(seen(withSquare(MAT, { x: 520, y: 380 }, 40, 150), FRONT, 11), 2400, false).get(later)!;
  assert.ok(share(moved.state, CHANGED) > 0, 'a ship was set elsewhere');
});

test('after a pause in which a camera may have gone far, what is large has perhaps changed; in the next frame it has', () => {
  const before = withSquare(MAT, SHIP, 40, 150);
  const after = withSquare(MAT, { x: 520, y: 380 }, 40, 150);
  const shaken = cameraAt({ shakeDeg: [0.4, 0.5, 0.3] });
  for (const pauseMs of [100, 700]) {
    const kept = new KeptFrames();
    kept.compare(seen(before, FRONT, 1), 0, true);
    kept.add(seen(before, FRONT, 1), 0);
    const counts = [0, 100].map((ms, i) => {
      const { state } = kept.compare(seen(after, shaken, 2 + i), pauseMs + ms, false).get(0)!;
      return [CHANGED, PERHAPS_CHANGED].map((what) => state.filter((one) => one === what).length);
    });
    const [first, second] = counts as [[number, number], [number, number]];
    assert.ok(first[pauseMs < 400 ? 0 : 1] >= 8 && first[pauseMs < 400 ? 1 : 0] === 0, `after ${pauseMs} ms: ${first}`);
    assert.ok(second[0] >= 8 && second[1] === 0, `after ${pauseMs} ms: ${second}`);
  }
});
