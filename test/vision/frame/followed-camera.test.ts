import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Camera, pixelFromTable } from '../../../src/geometry/camera.js';
import { inRadians } from '../../../src/geometry/degrees.js';
import { followedRegistration, throughLens } from '../../../src/vision/frame/followed-camera.js';
import { rotationMatrix } from '../../../src/vision/solve/camera-params.js';
import type { TableSolution } from '../../../src/vision/solve/joint-solution.js';
import { estimateOfCamera } from '../../../src/vision/solve/shared-parameters.js';

/** 700 mm above the mat's middle, 35° from the vertical; a pixel shows 0.7 mm. */
const CLOSE: Camera = {
  ...{ widthPx: 1280, heightPx: 720, fx: 1000, fy: 1000, cx: 640, cy: 360 },
  distortion: [-0.05, 0.01, 0, 0, 0],
  r: rotationMatrix(Math.PI - inRadians(35), 0, 0),
  t: [-457, 374, 440],
};
const PLACES = [350, 450, 550].flatMap((x) => [400, 457, 520].map((y) => ({ x, y, z: 0 })));

/** How far two cameras see places of the mat apart at most, px. */
function apartPx(one: Camera, other: Camera): number {
  return Math.max(
    ...PLACES.map((at) => {
      const [a, b] = [pixelFromTable(one, at)!, pixelFromTable(other, at)!];
      return Math.hypot(a.u - b.u, a.v - b.v);
    }),
  );
}

/** The lens as another look has read it: 2 % longer, and less curved. */
const READ_OTHERWISE = { ...CLOSE, fx: 1020, fy: 1020, distortion: [-0.03, 0, 0, 0, 0] as const };

test('a camera that was followed through one lens sees the mat alike through another one; its pose alone does not', () => {
  const through = throughLens(READ_OTHERWISE, CLOSE)!;
  assert.deepEqual([through.camera.fx, through.camera.distortion], [CLOSE.fx, CLOSE.distortion]);
  const [throughPx, asIsPx] = [through.camera, CLOSE].map((camera) => apartPx(camera, READ_OTHERWISE)) as [number, number];
  assert.ok(throughPx < 1 && asIsPx > 3 * throughPx, `${throughPx} px, ${asIsPx} px by the pose alone`);
  assert.ok(through.medianPx < 1);
  assert.ok(throughLens(CLOSE, CLOSE)!.medianPx < 1e-6);
  assert.equal(throughLens({ ...CLOSE, t: [-457, 374, -440] }, CLOSE), undefined, 'the mat is behind it');
});

test('a frame is registered where the last look’s lens sees it, through the lens that the border was measured with, and less surely where the two do not agree', () => {
  const far: Camera = { ...CLOSE, t: [-457, 374, 1000] };
  const table = { camera: far, widthMm: 914, depthMm: 914, sharedWithPose: estimateOfCamera(far) } as unknown as TableSolution;
  const registration = followedRegistration(READ_OTHERWISE, table)!;
  assert.equal(registration.camera.fx, far.fx);
  assert.ok(apartPx(registration.camera, READ_OTHERWISE) < 1);
  const asRead = followedRegistration(CLOSE, table)!;
  const bent = followedRegistration({ ...CLOSE, distortion: [0.15, 0, 0, 0, 0] }, table)!;
  const last = asRead.covariance.length - 1;
  assert.ok(bent.covariance[last]! > 1.5 * asRead.covariance[last]!);
});
