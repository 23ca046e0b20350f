import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Camera } from '../../../src/geometry/camera.js';
import type { MatSize } from '../../../src/table/setup/mat-size.js';
import { measureKnownMat } from '../../../src/vision/frame/measure-known-mat.js';
import type { MeasuredTable } from '../../../src/vision/frame/measured-table.js';
import type { FrameContext } from '../../../src/vision/lens/frame-context.js';
import { tablePriorOf } from '../../../src/vision/lens/table-prior.js';
import { solveTable } from '../../../src/vision/solve/joint-solution.js';
import { isNearestSideClear, movedFrame } from '../../../src/vision/solve/moved-frame.js';
import { drawRound, drawWorld, normals, type Round } from '../made-up-match.js';
import { cameraAt } from '../made-up-table.js';

const MIDDLE = 457.2;

/** A camera at this azimuth from the middle of player 1's side. */
function cameraAround(elevationDeg: number, azimuthDeg: number): Camera {
  const a = (azimuthDeg * Math.PI) / 180;
  const corner = { x: MIDDLE - MIDDLE * Math.cos(a) + MIDDLE * Math.sin(a), y: MIDDLE - MIDDLE * Math.sin(a) - MIDDLE * Math.cos(a) };
  return movedFrame(cameraAt(elevationDeg, 1500, 0, 0, 1920, 1080, 1900), corner, a);
}

/** The mat that comes of a size that somebody said, and how often the frame was measured for it. */
async function measuredAs(camera: Camera, { observations }: Round, mat: MatSize): Promise<{ mat: string; sigmaMm: number; times: number }> {
  let times = 0;
  const measure = async ({ lens }: FrameContext): Promise<MeasuredTable> => {
    times++;
    const solution = solveTable({ camera, widthMm: lens.mat!.widthMm, depthMm: lens.mat!.depthMm }, observations, lens);
    // Of its stages the solution and what it was made from are asked for; a refused table is given on as it is.
    const stages = { solution, observations } as unknown as NonNullable<MeasuredTable['stages']>;
    return { result: { ok: false, problem: { code: 'mat-not-found', message: '' } } as unknown as MeasuredTable['result'], stages };
  };
  const hints = { mat };
  const frame = { widthPx: camera.widthPx, heightPx: camera.heightPx };
  const context = { hints, frame, lens: tablePriorOf(hints, frame) } as unknown as FrameContext;
  const { stages } = await measureKnownMat(context, measure);
  const { widthMm, depthMm, matSigmaMm } = stages!.solution;
  return { mat: `${widthMm.toFixed(0)} × ${depthMm.toFixed(0)}`, sigmaMm: matSigmaMm, times };
}

test('whose side is nearest is clear but over a corner, and where the camera hangs above the mat with another side lowest in its picture', () => {
  for (const azimuthDeg of [-30, 0, 30]) assert.ok(isNearestSideClear(cameraAround(60, azimuthDeg)), `${azimuthDeg}°`);
  for (const azimuthDeg of [-45, 41, 49]) assert.ok(!isNearestSideClear(cameraAround(60, azimuthDeg)), `${azimuthDeg}°`);
  const above = cameraAround(86, 0);
  assert.ok(isNearestSideClear(above));
  // The same camera rolled by a quarter: the side that it stands at is the left one of its picture.
  const { r, t } = above;
  const rolled: Camera = {
    ...above,
    r: [r[3], r[4], r[5], -r[0], -r[1], -r[2], r[6], r[7], r[8]],
    t: [t[1], -t[0], t[2]],
  };
  assert.ok(!isNearestSideClear(rolled));
});

test('over a corner a mat of 918 × 910 mm comes out the same whichever of its sides is said first', async () => {
  for (const seed of [1, 2, 3]) {
    const normal = normals(300 + seed);
    const camera = cameraAround(60, 44);
    const world = drawWorld(normal, { camera, widthMm: 918, depthMm: 910, plastic: 0.003 });
    const round = drawRound(world, normal, 9);
    const right = await measuredAs(camera, round, { widthMm: 918, depthMm: 910, sigmaMm: 0.5 });
    const turned = await measuredAs(camera, round, { widthMm: 910, depthMm: 918, sigmaMm: 0.5 });
    assert.equal(right.mat, '918 × 910', `seed ${seed}`);
    assert.equal(turned.mat, '918 × 910', `seed ${seed}`);
    assert.deepEqual([right.times, turned.times], [2, 3]);
  }
});

test('over a corner a mat of 915 × 912 mm may be either way round: it is square, with that in its sigma', async () => {
  const normal = normals(310);
  const camera = cameraAround(60, 45);
  const round = drawRound(drawWorld(normal, { camera, widthMm: 915, depthMm: 912 }), normal, 2);
  const { mat, sigmaMm } = await measuredAs(camera, round, { widthMm: 915, depthMm: 912, sigmaMm: 0.5 });
  assert.match(mat, /^91[34] × 91[34]$/);
  assert.ok(sigmaMm > 1, `${sigmaMm}`);
});

test('before a side, and of a square mat, what was said stands and the frame is measured once', async () => {
  const normal = normals(320);
  const camera = cameraAround(60, 5);
  const round = drawRound(drawWorld(normal, { camera, widthMm: 918, depthMm: 910 }), normal, 9);
  assert.deepEqual((await measuredAs(camera, round, { widthMm: 918, depthMm: 910, sigmaMm: 0.5 })).times, 1);
  const corner = cameraAround(60, 45);
  const square = drawRound(drawWorld(normal, { camera: corner, widthMm: 914, depthMm: 914 }), normal, 9);
  assert.deepEqual((await measuredAs(corner, square, { widthMm: 914, depthMm: 914, sigmaMm: 0.5 })).times, 1);
});

test('a session keeps the way round that its first picture has shown, whatever was said', () => {
  const said = { widthMm: 910, depthMm: 918, sigmaMm: 0.5 };
  const seen = { widthMm: 918, depthMm: 910, sigmaMm: 0.5, source: 'measured' } as const;
  const frame = { widthPx: 1920, heightPx: 1080 };
  const { camera } = drawWorld(normals(330));
  const normal = normals(331);
  const { observations } = drawRound(drawWorld(normal, { camera }), normal);
  const { shared } = solveTable({ camera, widthMm: 914, depthMm: 914 }, observations, tablePriorOf({}, frame));
  const lens = { widthPx: 1920, heightPx: 1080, fx: 1400, fy: 1400, cx: 959.5, cy: 539.5, distortion: [0, 0, 0, 0, 0] } as const;
  const setup = { mat: seen, camera: { lens, learned: shared }, obstacles: [], learnedFrom: { pictures: 1, ships: 5 } };
  assert.equal(tablePriorOf({ mat: said, setup }, frame).mat?.widthMm, 918);
  assert.equal(tablePriorOf({ mat: { ...said, widthMm: 912 }, setup }, frame).mat?.widthMm, 912, 'another size is another mat');
  assert.equal(tablePriorOf({ mat: said, setup: { ...setup, camera: { lens } } }, frame).mat?.widthMm, 910, 'no picture has shown it');
});
