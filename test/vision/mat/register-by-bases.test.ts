import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Camera, carriedPose } from '../../../src/geometry/camera.js';
import { basesOn, registerOnPlane } from '../../../src/vision/mat/by-bases/register-by-bases.js';
import type { MatEvidence } from '../../../src/vision/mat/find/find-mat.js';
import { solveTable } from '../../../src/vision/solve/joint-solution.js';
import { unknownLens } from '../../../src/vision/solve/observations.js';
import { cameraAt, evidenceOf, marksOf, normals, worstMm } from '../made-up-table.js';

const POSES = [
  { x: 260, y: 300, headingRad: 0.3 },
  { x: 640, y: 250, headingRad: 2 },
  { x: 500, y: 560, headingRad: -1 },
  { x: 330, y: 700, headingRad: 1.2 },
];

/** The same camera in a table frame whose origin lies at (x, y) of the old one and is turned counter-clockwise by `turn`. */
function inFrame(camera: Camera, x: number, y: number, turn: number): Camera {
  const { r, t } = camera;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const row = (i: 0 | 3 | 6) => [c * r[i] + s * r[i + 1]!, -s * r[i] + c * r[i + 1]!, r[i + 2]!] as const;
  const moved = (i: 0 | 3 | 6, k: 0 | 1 | 2) => t[k] + r[i] * x + r[i + 1]! * y;
  return { ...camera, r: [...row(0), ...row(3), ...row(6)], t: [moved(0, 0), moved(3, 1), moved(6, 2)] };
}

/** Bases as a plane of their own, whose frame has nothing to do with the mat's. */
function planeOf(camera: Camera) {
  const elsewhere = inFrame(camera, 150, -90, 0.4);
  const [c, s] = [Math.cos(0.4), Math.sin(0.4)];
  const bases = POSES.map(({ x, y, headingRad }) => {
    const [dx, dy] = [x - 150, y + 90];
    const start = { x: c * dx + s * dy, y: -s * dx + c * dy, headingRad: headingRad + 0.4 };
    return { base: 'small' as const, start, marks: marksOf(elsewhere, 'small', start, normals(3), 0.1) };
  });
  const solution = solveTable({ camera: elsewhere, widthMm: 914.4, depthMm: 914.4 }, { border: [], bases }, unknownLens(1920, 1080));
  return { solution, bases, candidates: [], sharpness: 4 };
}

const camera = cameraAt(50, 1500);

test('on the plane that the bases determine, the mat is found where its border and its mask are', () => {
  const [first] = registerOnPlane(evidenceOf(camera), planeOf(camera));
  assert.ok(first);
  assert.ok(worstMm(camera, first.camera) < 30, `${worstMm(camera, first.camera)} mm`);
});

test('it is found though the mat finder took half of the table for it and missed the far side', () => {
  const evidence = evidenceOf(camera);
  const misled: MatEvidence = {
    ...evidence,
    mask: evidence.mask.map((belief, i) => (i % evidence.columns > 0.6 * evidence.columns ? 1 : belief)),
    border: evidence.border.filter(({ v }) => v > 350),
  };
  const worst = registerOnPlane(misled, planeOf(camera)).map((one) => worstMm(camera, one.camera));
  assert.ok(Math.min(...worst) < 40, `${worst.join(', ')} mm`);
});

test('bases further apart than a mat is long lie on no mat', () => {
  const plane = planeOf(camera);
  const poses = [...plane.solution.poses, { x: 2500, y: 300, headingRad: 0 }];
  assert.deepEqual(registerOnPlane(evidenceOf(camera), { ...plane, solution: { ...plane.solution, poses } }), []);
});

test('the bases of the plane stand on the mat that is found there where they truly do', () => {
  const plane = planeOf(camera);
  const [first] = registerOnPlane(evidenceOf(camera), plane);
  const bases = basesOn(plane, first!);
  assert.equal(bases.length, POSES.length);
  bases.forEach(({ start }, i) => {
    const { x, y, headingRad } = carriedPose(first!.camera, camera, start)!;
    const truth = POSES[i]!;
    assert.ok(Math.hypot(x - truth.x, y - truth.y) < 1, `base ${i} at ${x}, ${y}`);
    assert.ok(Math.abs(Math.sin((headingRad - truth.headingRad) / 2)) < 0.01, `base ${i} faces ${headingRad}`);
  });
});
