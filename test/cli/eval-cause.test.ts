import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scorePicture } from '../../src/cli/eval/score-picture.js';
import type { Truth } from '../../src/cli/eval/truth-file.js';
import type { Camera } from '../../src/geometry/camera.js';
import { EXACT } from '../../src/geometry/pose.js';
import type { Ship, Table } from '../../src/table/table.js';
import { cameraAt } from '../vision/made-up-table.js';

const CAMERA = cameraAt(50, 1300, -0.05);
const ship = (id: string, x: number, y: number, headingDeg = 20, base: Ship['base'] = 'small'): Ship => ({
  id,
  base,
  pose: { x, y, headingRad: (headingDeg * Math.PI) / 180 },
  covariance: EXACT,
  arcs: ['front'],
});
const table = (ships: readonly Ship[]): Table => ({ widthMm: 914.4, depthMm: 914.4, ships, obstacles: [], devices: [] });
const SHIPS = [ship('a', 200, 300), ship('b', 600, 350), ship('c', 500, 700)];
const truth = (visibleFraction = [1, 1, 1]): Truth => ({
  image: 'a.jpg',
  table: table(SHIPS),
  visibleFraction,
  camera: CAMERA,
  elevationDeg: 50,
  tags: [],
});
const cause = (found: readonly Ship[], camera: Camera, seen?: number[]) => scorePicture(truth(seen), table(found), 1, camera).cause;
const moved = (index: number, dx: number, extra: Partial<Ship> = {}) =>
  SHIPS.map((one, i) =>
    i === index
      ? { ...one, ...extra, pose: { ...one.pose, x: one.pose.x + dx, headingRad: extra.pose?.headingRad ?? one.pose.headingRad } }
      : one,
  );

test('a table that is 8 mm off everywhere because the camera is, is a wrong registration', () => {
  const [a, b, c] = CAMERA.r.filter((_, i) => i % 3 === 0) as [number, number, number];
  // The found camera has the table's origin 8 mm farther to the right: all places come out 8 mm too far left.
  const camera: Camera = { ...CAMERA, t: [CAMERA.t[0] + 8 * a, CAMERA.t[1] + 8 * b, CAMERA.t[2] + 8 * c] };
  const found = SHIPS.map((one) => ({ ...one, pose: { ...one.pose, x: one.pose.x - 8 } }));
  const score = scorePicture(truth(), table(found), 1, camera);
  assert.equal(score.cause, 'wrong registration: the table there is 8.0 mm off');
  assert.ok(Math.abs(score.registrationMm! - 8) < 1e-6);
});

test('with the right camera the cause is the base’s own: its size, its heading, what hides it, or its marks', () => {
  assert.equal(cause(moved(1, 5, { base: 'medium' }), CAMERA), 'size wrong: small mistaken for medium');
  const turned = { pose: { x: 0, y: 0, headingRad: SHIPS[1]!.pose.headingRad + Math.PI / 2 } };
  assert.equal(cause(moved(1, 3, turned), CAMERA), 'heading turned by 90°');
  assert.equal(cause(moved(2, 3), CAMERA, [1, 1, 0.45]), 'hidden: 45 % of the base is seen');
  assert.equal(cause(moved(0, 3), CAMERA), 'its marks misread, 100 % of the base is seen');
});

test('a table measured from another side of a square mat has no wrong registration', () => {
  // The found frame is the true one seen from the next side: (x, y) there is (y, 914.4 − x) of the truth.
  const { r, t } = CAMERA;
  const side = 914.4;
  const camera: Camera = {
    ...CAMERA,
    r: [-r[1], r[0], r[2], -r[4], r[3], r[5], -r[7], r[6], r[8]],
    t: [t[0] + side * r[1], t[1] + side * r[4], t[2] + side * r[7]],
  };
  const found = moved(0, 3).map((one) => ({
    ...one,
    pose: { x: side - one.pose.y, y: one.pose.x, headingRad: one.pose.headingRad - Math.PI / 2 },
  }));
  const score = scorePicture(truth(), table(found), 1, camera);
  assert.ok(score.registrationMm! < 1e-6, `${score.registrationMm}`);
  assert.equal(score.cause, 'its marks misread, 100 % of the base is seen');
});
