import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pixelFromTable } from '../../../src/geometry/camera.js';
import { createRandom } from '../../../src/sim/random.js';
import { withMats } from '../../../src/vision/runtime/opencv.js';
import { cameraByLot } from '../../geometry/second-camera.js';
import { openCv } from '../open-cv.js';

test('a table point appears where OpenCV’s projectPoints puts it, with all five numbers of the lens', async () => {
  const { cv } = await openCv();
  for (let seed = 0; seed < 20; seed++) {
    const camera = cameraByLot(seed);
    const random = createRandom(`OpenCV ${seed}`);
    const points = Array.from({ length: 20 }, () => [random.range(0, 914), random.range(0, 914), random.range(0, 60)] as const);
    withMats((own) => {
      const matrix = (rows: number, columns: number, values: readonly number[]) =>
        own(cv.matFromArray(rows, columns, cv.CV_64F, [...values]));
      const [turn, seen] = [own(new cv.Mat()), own(new cv.Mat())];
      cv.Rodrigues(matrix(3, 3, camera.r), turn);
      const places = own(cv.matFromArray(points.length, 1, cv.CV_64FC3, points.flat()));
      const pinhole = matrix(3, 3, [camera.fx, 0, camera.cx, 0, camera.fy, camera.cy, 0, 0, 1]);
      cv.projectPoints(places, turn, matrix(3, 1, camera.t), pinhole, matrix(1, 5, camera.distortion), seen, own(new cv.Mat()), 0);
      points.forEach(([x, y, z], i) => {
        const { u, v } = pixelFromTable(camera, { x, y, z })!;
        const [byOpenCv, down] = [seen.data64F[2 * i]!, seen.data64F[2 * i + 1]!];
        assert.ok(Math.hypot(u - byOpenCv, v - down) < 1e-6, `seed ${seed}: ${u}, ${v}, OpenCV says ${byOpenCv}, ${down}`);
      });
    });
  }
});
