import assert from 'node:assert/strict';
import test from 'node:test';
import {
  CAMERA_PARAMS,
  cameraFromParams,
  paramsFromCamera,
  projectWithParams,
  rotationMatrix,
  rotationVector,
} from '../../../src/vision/solve/camera-params.js';
import { cameraByLot, secondCamera } from '../../geometry/second-camera.js';
import { seeded } from '../../judge/tables.js';

type Vector = readonly [number, number, number];

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
const crossed = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [b * z - c * y, c * x - a * z, a * y - b * x];
const turned = (r: readonly number[], v: Vector): number[] => [0, 1, 2].map((i) => dot(r.slice(3 * i, 3 * i + 3), v));

/** Directions of axes by lot, and the three axes themselves. */
function axes(): readonly Vector[] {
  const random = seeded(3);
  const some = Array.from({ length: 12 }, (): Vector => {
    const [x, y, z] = [random() - 0.5, random() - 0.5, random() - 0.5];
    const length = Math.hypot(x, y, z);
    return [x / length, y / length, z / length];
  });
  return [...some, [1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, 0, 0], [0, -1, 0], [0, 0, -1]];
}

const ANGLES = [1e-7, 0.01, 0.7, 1.5, 2.4, 3.0, 3.14] as const;

test('a rotation vector turns what lies along it not at all, and what is square to it by its length, right-handed', () => {
  for (const axis of axes()) {
    const other: Vector = Math.abs(axis[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
    const square = crossed(axis, other);
    const third = crossed(axis, square);
    for (const angle of ANGLES) {
      const r = rotationMatrix(angle * axis[0], angle * axis[1], angle * axis[2]);
      turned(r, axis).forEach((value, i) => {
        assert.ok(Math.abs(value - axis[i]!) < 1e-12);
      });
      turned(r, square).forEach((value, i) => {
        const expected = Math.cos(angle) * square[i]! + Math.sin(angle) * third[i]!;
        assert.ok(Math.abs(value - expected) < 1e-12, `${axis} by ${angle}`);
      });
    }
  }
});

test('the rotation vector of a matrix is the one that it was made of, whichever way it turns, up to a half turn', () => {
  for (const axis of axes()) {
    for (const angle of ANGLES) {
      const w = axis.map((value) => angle * value) as unknown as Vector;
      rotationVector(rotationMatrix(...w)).forEach((value, i) => {
        assert.ok(Math.abs(value - w[i]!) < 1e-9, `${axis} by ${angle}: ${value}, expected ${w[i]}`);
      });
    }
  }
  assert.deepEqual(rotationVector([1, 0, 0, 0, 1, 0, 0, 0, 1]), [0, 0, 0]);
});

/** The pinhole of a camera by lot, without what the joint solution does not solve for: square pixels, k1 and k2 alone. */
function squareCamera(seed: number) {
  const camera = cameraByLot(seed);
  const [k1, k2] = camera.distortion;
  return { ...camera, fy: camera.fx, distortion: [k1, k2, 0, 0, 0] as const };
}

test('a camera as parameters projects what the camera does, about any pivot, and comes back as the same camera', () => {
  const random = seeded(8);
  const out = new Float64Array(2);
  const params = new Float64Array(CAMERA_PARAMS);
  for (let seed = 1; seed <= 20; seed++) {
    const camera = squareCamera(seed);
    for (const pivot of [
      { x: 457.2, y: 457.2 },
      { x: -120, y: 700 },
    ]) {
      paramsFromCamera(camera, pivot, params);
      const back = cameraFromParams(params, pivot, camera.widthPx, camera.heightPx);
      for (let k = 0; k < 5; k++) {
        const point = [900 * random(), 900 * random(), 8 * random()] as const;
        const expected = secondCamera(camera, point);
        projectWithParams(params, pivot, ...point, out);
        const again = secondCamera(back, point);
        expected.forEach((value, i) => {
          assert.ok(Math.abs(out[i]! - value) < 1e-6, `seed ${seed}: projected to ${out[i]}, expected ${value}`);
          assert.ok(Math.abs(again[i]! - value) < 1e-6, `seed ${seed}: the camera that came back sees ${again[i]}, expected ${value}`);
        });
      }
    }
  }
});
