import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Camera, pixelFromTable } from '../../../src/geometry/camera.js';
import { tableFromPiece } from '../../../src/geometry/pose.js';
import type { Stages } from '../../../src/vision/frame/measured-table.js';
import { cameraThroughLensOf, sameLens } from '../../../src/vision/frame/same-lens.js';
import { BASE_KEYPOINTS } from '../../../src/vision/solve/base-keypoints.js';
import { solveTable, type TableSolution } from '../../../src/vision/solve/joint-solution.js';
import { type BaseMarks, unknownLens } from '../../../src/vision/solve/observations.js';
import { borderOf, cameraAt, marksOf, normals } from '../made-up-table.js';

const LENS = [0.03, -0.01] as const;
const WHOLE = cameraAt(55, 1400, ...LENS);
const CLOSE = cameraAt(50, 1400, ...LENS, 1920, 1080, 520);
const POSES = [
  { x: 420, y: 470, headingRad: 0.3 },
  { x: 500, y: 500, headingRad: 2 },
];

const whole = solveTable(
  { camera: WHOLE, widthMm: 914.4, depthMm: 914.4 },
  { border: borderOf(WHOLE, 914.4, 914.4, normals(1), 0.3), bases: [] },
  unknownLens(1920, 1080),
);

/** A close view of some bases as it is measured by itself. */
function seenAlone(bases: readonly BaseMarks[], camera = CLOSE): Stages {
  const { widthPx, heightPx } = camera;
  const observations = { border: [], bases };
  const solution = solveTable({ camera, widthMm: 914.4, depthMm: 914.4 }, observations, unknownLens(widthPx, heightPx));
  return { solution, observations } as unknown as Stages;
}

const bases = POSES.map((start, i): BaseMarks => ({ base: 'small', start, marks: marksOf(CLOSE, 'small', start, normals(3 + i), 0.3) }));
/** A box of cards that was mistaken for a medium base: longer than it is wide. */
const at = { x: 380, y: 430, headingRad: 0.5 };
const box: BaseMarks = {
  ...{ base: 'medium', start: at },
  marks: BASE_KEYPOINTS.medium.map(({ x, y, z }) => {
    const { u, v } = pixelFromTable(CLOSE, { ...tableFromPiece(at, { x: 0.7 * x, y: 1.3 * y }), z })!;
    return { u, v, sigmaPx: 0.5 };
  }),
};

const offShare = ({ fx }: Camera) => Math.abs(fx / CLOSE.fx - 1);

test('a close view of few bases and a false one gets its focal length from the whole view by the same camera', () => {
  const alone = seenAlone([...bases, box]);
  const through = cameraThroughLensOf(whole, alone)!;
  assert.ok(offShare(alone.solution.camera) > 0.04, `by itself ${alone.solution.camera.fx} of ${CLOSE.fx}`);
  assert.ok(offShare(through) < 0.02, `${through.fx} of ${CLOSE.fx}`);
});

test('a camera that was turned has the same lens, one of another shape has not', () => {
  const turned = { ...CLOSE, widthPx: 1080, heightPx: 1920, cx: 539.5, cy: 959.5 };
  const marks = POSES.map((at, i): BaseMarks => ({ base: 'small', start: at, marks: marksOf(turned, 'small', at, normals(3 + i), 0.3) }));
  assert.ok(offShare(cameraThroughLensOf(whole, seenAlone(marks, turned))!) < 0.02);
  assert.equal(cameraThroughLensOf(whole, seenAlone(marks, { ...turned, heightPx: 1440 })), undefined);
});

test('the lens of a picture is that of a larger one by the same camera, as far as focus leaves it', () => {
  const lens = { widthPx: 1280, heightPx: 720, fx: 1200, fy: 1200, cx: 650.5, cy: 355.5, distortion: [-0.1, 0.02, 0, 0, 0] };
  const sigma = { focalPx: 6, k1: 0.004, k2: 0.005, centrePx: 2 };
  const solved = (focalPx: number) => ({ camera: lens, lensUncertainty: { sigma: { ...sigma, focalPx } } }) as unknown as TableSolution;
  const larger = sameLens(solved(6), { widthPx: 2560, heightPx: 1440 })!;
  assert.deepEqual([larger.fx, larger.fy, larger.cx, larger.cy], [2400, 2400, 1301.5, 711.5]);
  // Two per cent of the focal length, which is more than the picture leaves open.
  assert.equal(larger.sigma!.focalPx, 48);
  assert.equal(sameLens(solved(60), lens)!.sigma!.focalPx, 60);
});
