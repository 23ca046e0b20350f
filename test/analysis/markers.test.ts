import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cameraFromMat } from '../../analyses/accuracy/markers/lens-of-mat.js';
import { markerCorners, poseFromMarker } from '../../analyses/accuracy/markers/read-markers.js';
import { rulerErrors } from '../../analyses/accuracy/markers/ruler-errors.js';
import { pixelFromTable } from '../../src/geometry/camera.js';
import { tableFromPiece } from '../../src/geometry/pose.js';
import { describeProfiles } from '../../src/sim/base-profile.js';
import { createRandom, type Random } from '../../src/sim/random.js';
import type { ShipTruth } from '../../src/sim/truth.js';
import { cameraAt } from '../vision/made-up-table.js';

const PROFILE = describeProfiles(createRandom('profile'), 0).small;
const SHIP: ShipTruth = {
  id: 's1',
  base: 'small',
  xMm: 310,
  yMm: 620,
  headingDeg: 127,
  heightMm: PROFILE.wallMm,
  visibleFraction: 1,
  owner: 1,
  cornersPx: [],
  tileOffset: { xMm: 0.3, yMm: -0.2, deg: 0.5 },
  profile: PROFILE,
};
const POSE = { x: SHIP.xMm, y: SHIP.yMm, headingRad: (SHIP.headingDeg * Math.PI) / 180 };
const CAMERA = cameraAt(50, 1300, -0.08);

test('corners of a marker where the truth has them give the base’s pose exactly', () => {
  const z = PROFILE.floorMm + PROFILE.tileThicknessMm;
  const corners = markerCorners(SHIP, 6).map((local) => pixelFromTable(CAMERA, { ...tableFromPiece(POSE, local), z })!);
  const pose = poseFromMarker(CAMERA, { id: 0, corners }, SHIP, 6)!;
  assert.ok(Math.hypot(pose.x - POSE.x, pose.y - POSE.y) < 1e-6);
  assert.ok(Math.abs(pose.headingRad - POSE.headingRad) < 1e-9);
});

test('a marker and its quiet border lie behind the peg and on the tile', () => {
  const quietMm = 2;
  for (const { x, y } of markerCorners({ ...SHIP, tileOffset: { xMm: 0, yMm: 0, deg: 0 } }, 6)) {
    assert.ok(y < -PROFILE.pegHoleMm / 2 && y > -PROFILE.tileHalfLengthMm + 1);
    assert.ok(Math.abs(x) < PROFILE.tileHalfWidthMm - quietMm);
  }
});

test('exact corners of a standard mat give the true focal length and k1, and a larger mat is mistaken for a nearer one', () => {
  const silent: Random = { ...createRandom('silent'), normal: () => 0 };
  const found = cameraFromMat(cameraAt(50, 0.82 * 1920, 0), { widthMm: 914.4, depthMm: 914.4 }, silent)!;
  assert.ok(Math.abs(found.fx / (0.82 * 1920) - 1) < 1e-3, `${found.fx}`);
  assert.ok(Math.abs(found.distortion[0]) < 1e-3);
  // A mat that is 4 mm larger than the standard is seen as nearer: the places come out 4 mm too small.
  const larger = cameraFromMat(CAMERA, { widthMm: 918.4, depthMm: 918.4 }, silent)!;
  const pixel = pixelFromTable(CAMERA, { x: 918.4, y: 918.4, z: 0 })!;
  const again = pixelFromTable(larger, { x: 914.4, y: 914.4, z: 0 })!;
  assert.ok(Math.hypot(pixel.u - again.u, pixel.v - again.v) < 0.5);
});

test('a ruler read to the millimetre errs by a third of a millimetre at the middle, and by more where it is laid twice', () => {
  const random = createRandom('ruler');
  const middle = (trueMm: number) => {
    const errors = rulerErrors(
      Array.from({ length: 4000 }, (_, i) => trueMm + i / 4000),
      random,
    ).sort((a, b) => a - b);
    return errors[2000]!;
  };
  // Rounding (1/√12 mm) and laying (0.4 mm) together: 0.49 mm, of which the middle of a normal distribution is 0.67.
  assert.ok(Math.abs(middle(120) - 0.33) < 0.04, `${middle(120)}`);
  assert.ok(middle(390) > middle(120) + 0.05);
});
