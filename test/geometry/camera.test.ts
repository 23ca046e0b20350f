import assert from 'node:assert/strict';
import test from 'node:test';
import { type Camera, cameraCentre, carriedPoint, carriedPose, pixelFromTable, tableFromPixel } from '../../src/geometry/camera.js';
import { tableFromPiece, wrapRad } from '../../src/geometry/pose.js';
import { createRandom } from '../../src/sim/random.js';
import { cameraByLot, secondCamera } from './second-camera.js';

const SEEDS = Array.from({ length: 40 }, (_, i) => i);

function pointsByLot(seed: number) {
  const random = createRandom(`points ${seed}`);
  return Array.from({ length: 25 }, () => ({ x: random.range(0, 914), y: random.range(0, 914), z: random.range(0, 60) }));
}

test('a table point appears where a second camera model, written in vectors, puts it: radial and both tangential parts of the lens', () => {
  for (const seed of SEEDS) {
    const camera = cameraByLot(seed);
    for (const point of pointsByLot(seed)) {
      const seen = pixelFromTable(camera, point)!;
      const [u, v] = secondCamera(camera, [point.x, point.y, point.z]);
      assert.ok(Math.hypot(seen.u - u, seen.v - v) < 1e-8, `seed ${seed}: ${seen.u}, ${seen.v}, the second model says ${u}, ${v}`);
    }
  }
});

test('a pixel that the second model projects is taken back to its table point within a thousandth of a millimetre', () => {
  for (const seed of SEEDS) {
    const camera = cameraByLot(seed);
    for (const { x, y, z } of pointsByLot(seed)) {
      // Beyond the picture a strong lens folds back into it.
      const [uStraight, vStraight] = secondCamera({ ...camera, distortion: [0, 0, 0, 0, 0] }, [x, y, z]);
      if (uStraight < 0 || vStraight < 0 || uStraight > camera.widthPx || vStraight > camera.heightPx) continue;
      const [u, v] = secondCamera(camera, [x, y, z]);
      const back = tableFromPixel(camera, { u, v }, z)!;
      assert.ok(Math.hypot(back.x - x, back.y - y) < 1e-3, `seed ${seed}: ${back.x}, ${back.y} for ${x}, ${y}`);
    }
  }
});

test('a tangential lens shifts a ray on the picture’s horizontal by p1 r² down and 3 p2 r² right', () => {
  const camera: Camera = {
    ...{ widthPx: 1000, heightPx: 1000, fx: 1000, fy: 1000, cx: 0, cy: 0 },
    distortion: [0, 0, 0.01, 0.02, 0],
    r: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    t: [0, 0, 1000],
  };
  // At x = 0.5: r² = 0.25, so u = 500 + 1000 · 3 · 0.02 · 0.25 = 515 and v = 1000 · 0.01 · 0.25 = 2.5.
  const seen = pixelFromTable(camera, { x: 500, y: 0, z: 0 })!;
  assert.ok(Math.abs(seen.u - 515) < 1e-9 && Math.abs(seen.v - 2.5) < 1e-9, `${seen.u}, ${seen.v}`);
});

test('the camera’s centre is the point that every ray leaves from, and nothing within a millimetre of its plane is seen', () => {
  for (const seed of SEEDS) {
    const camera = cameraByLot(seed);
    const centre = cameraCentre(camera);
    const { r, t } = camera;
    [0, 1, 2].forEach((i) => {
      assert.ok(Math.abs(r[3 * i]! * centre.x + r[3 * i + 1]! * centre.y + r[3 * i + 2]! * centre.z + t[i]!) < 1e-9);
    });
    const ahead = (mm: number) => ({ x: centre.x + mm * r[6], y: centre.y + mm * r[7], z: centre.z + mm * r[8] });
    assert.equal(pixelFromTable(camera, ahead(0.99)), undefined);
    assert.ok(pixelFromTable(camera, ahead(1.01)));
    assert.equal(pixelFromTable(camera, ahead(-500)), undefined);
  }
});

test('a pixel above the horizon shows no table point', () => {
  // Looks along +y, level, half a metre above the table: the picture's upper half is sky.
  const level: Camera = {
    ...{ widthPx: 1000, heightPx: 1000, fx: 800, fy: 800, cx: 500, cy: 500 },
    distortion: [0, 0, 0, 0, 0],
    r: [1, 0, 0, 0, 0, -1, 0, 1, 0],
    t: [0, 500, 0],
  };
  assert.equal(tableFromPixel(level, { u: 500, v: 499 }), undefined);
  const { x, y } = tableFromPixel(level, { u: 500, v: 900 })!;
  assert.ok(Math.abs(x) < 1e-9 && Math.abs(y - 1000) < 1e-9);
  assert.equal(tableFromPixel(level, { u: 500, v: 900 }, 600), undefined);
});

test('a pose carried to another camera stands where the other sees the same two pixels', () => {
  for (const seed of SEEDS) {
    const [from, to] = [
      cameraByLot(seed),
      { ...cameraByLot(seed), t: cameraByLot(seed).t.map((mm, i) => mm + 4 * i - 3) as unknown as Camera['t'] },
    ];
    const pose = { x: 300 + seed, y: 500 - seed, headingRad: seed / 7 };
    const carried = carriedPose(from, to, pose)!;
    const [u, v] = secondCamera(from, [pose.x, pose.y, 0]);
    const [again, down] = secondCamera(to, [carried.x, carried.y, 0]);
    assert.ok(Math.hypot(again - u, down - v) < 1e-4);
    // Its bow, near enough for the picture to be flat between the two.
    const bow = carriedPoint(from, to, tableFromPiece(pose, { x: 0, y: 20 }))!;
    assert.ok(Math.abs(wrapRad(Math.atan2(bow.x - carried.x, bow.y - carried.y) - carried.headingRad)) < 1e-9);
  }
});
