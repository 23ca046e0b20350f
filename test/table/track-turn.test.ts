import assert from 'node:assert/strict';
import test from 'node:test';
import { pixelFromTable } from '../../src/geometry/camera.js';
import type { Pose } from '../../src/geometry/pose.js';
import { createRandom } from '../../src/sim/random.js';
import type { TableMeasurement } from '../../src/table/measurement.js';
import { track } from '../../src/table/track/track.js';
import { EMPTY_TABLE, stateOfTable } from '../../src/table/track/track-state.js';
import { inFrameOf } from '../../src/table/track/track-turn.js';

const SIDE_MM = 900;
/** Tilted 30° and rolled, so that a wrong turn of the camera shows. */
const camera = {
  widthPx: 1920,
  heightPx: 1080,
  fx: 1500,
  fy: 1500,
  cx: 960,
  cy: 540,
  distortion: [-0.1, 0, 0, 0, 0],
  r: [1, 0, 0, 0, -Math.cos(0.5), -Math.sin(0.5), 0, Math.sin(0.5), -Math.cos(0.5)],
  t: [-450, 600, 1100],
} as const;

function measurement(poses: readonly Pose[], sides = { widthMm: SIDE_MM, depthMm: SIDE_MM }): TableMeasurement {
  const size = 3 * poses.length;
  const covariance = { xx: 0.09, xy: 0.01, xh: 0.002, yy: 0.25, yh: 0.003, hh: 1e-4 };
  const block = [0.09, 0.01, 0.002, 0.01, 0.25, 0.003, 0.002, 0.003, 1e-4];
  return {
    capturedAtMs: 0,
    camera,
    mat: { ...sides, sigmaMm: 1 },
    bases: poses.map((pose) => ({ base: 'small', pose, covariance, detectionProbability: 1 })),
    jointCovariance: Array.from({ length: size * size }, (_, k) => block[3 * (Math.floor(k / size) % 3) + ((k % size) % 3)]!),
    obstacles: [],
    unmeasurable: [],
    stageMs: {},
  };
}

/** One quarter clockwise, by arithmetic on the drawing: what stood at the left edge then stands at the far one. */
const clockwise = ({ x, y, headingRad }: Pose): Pose => ({ x: y, y: SIDE_MM - x, headingRad: headingRad + Math.PI / 2 });
const poses: readonly Pose[] = [
  { x: 100, y: 200, headingRad: 0 },
  { x: 400, y: 700, headingRad: 1 },
  { x: 800, y: 300, headingRad: -2 },
];

test('when the camera goes round the table, ships keep their ids and places', () => {
  let turned = poses;
  for (let quarter = 1; quarter <= 3; quarter++) {
    turned = turned.map(clockwise);
    const state = track(track(EMPTY_TABLE, measurement(poses), []), measurement(turned), []);
    assert.deepEqual(
      state.tracks.map(({ id, pose }) => [id, Math.round(pose.x), Math.round(pose.y), Math.round(100 * pose.headingRad)]),
      [
        ['ship-1', 100, 200, 0],
        ['ship-2', 400, 700, 100],
        ['ship-3', 800, 300, -200],
      ],
    );
  }
});

test('the turned camera shows every point of the table at the same pixel', () => {
  const state = track(EMPTY_TABLE, measurement(poses), []);
  const turned = inFrameOf(state, measurement(poses.map(clockwise)));
  const [before, after] = [clockwise(poses[1]!), poses[1]!].map(
    ({ x, y }, index) => pixelFromTable(index ? turned.camera : camera, { x, y, z: 5 })!,
  );
  assert.ok(Math.hypot(after!.u - before!.u, after!.v - before!.v) < 1e-9);
});

test('the covariance is turned with the frame: the spread along x becomes the spread along y', () => {
  const state = track(EMPTY_TABLE, measurement(poses), []);
  const turned = inFrameOf(state, measurement(poses.map(clockwise)));
  const { xx, yy, xy, hh } = turned.bases[0]!.covariance;
  assert.deepEqual(
    [xx, yy, xy, hh].map((value) => Math.round(value * 1e6) / 1e6),
    [0.25, 0.09, -0.01, 1e-4],
  );
  assert.equal(Math.round(turned.jointCovariance[3]! * 1e6) / 1e6, 0.25);
});

test('an oblong mat is turned by half turns only', () => {
  const sides = { widthMm: 1800, depthMm: 900 };
  const half = poses.map(({ x, y, headingRad }) => ({ x: 1800 - x, y: 900 - y, headingRad: headingRad + Math.PI }));
  const state = track(track(EMPTY_TABLE, measurement(poses, sides), []), measurement(half, sides), []);
  assert.deepEqual(
    state.tracks.map(({ pose }) => [Math.round(pose.x), Math.round(pose.y)]),
    [
      [100, 200],
      [400, 700],
      [800, 300],
    ],
  );
});

test('ships that all moved are not taken for a turned frame', () => {
  const moved = poses.map(({ x, y, headingRad }) => ({ x: x + 60, y: y + 40, headingRad }));
  const state = track(track(EMPTY_TABLE, measurement(poses), []), measurement(moved), []);
  assert.deepEqual(
    state.tracks.map(({ pose }) => [Math.round(pose.x), Math.round(pose.y)]),
    [
      [160, 240],
      [460, 740],
      [860, 340],
    ],
  );
});

test('a camera turned on an opened scene takes over the scene’s frame and names', () => {
  const exact = { xx: 0, xy: 0, xh: 0, yy: 0, yh: 0, hh: 0 };
  const ships = poses.map(
    (pose, index) => ({ id: `p${index}`, base: 'small', pose, covariance: exact, arcs: ['front'], name: `Pilot ${index}` }) as const,
  );
  const opened = stateOfTable({ widthMm: SIDE_MM, depthMm: SIDE_MM, ships, obstacles: [], devices: [] });
  const state = track(opened, measurement(poses.map(clockwise)), []);
  assert.deepEqual(
    state.tracks.map(({ id, details, pose }) => [id, details.name, Math.round(pose.x)]),
    [
      ['p0', 'Pilot 0', 100],
      ['p1', 'Pilot 1', 400],
      ['p2', 'Pilot 2', 800],
    ],
  );
});

test('the turned joint covariance is that of the turned errors, also between two ships and between place and heading', () => {
  const random = createRandom('errors');
  const size = 3 * poses.length;
  // More errors than unknowns, so that every mixed term is there; what two ships share is not symmetric in their coordinates.
  let errors = Array.from({ length: 2 * size }, () => Array.from({ length: size }, () => random.normal(0.3)));
  const spread = () =>
    Array.from({ length: size * size }, (_, k) => errors.reduce((sum, one) => sum + one[Math.floor(k / size)]! * one[k % size]!, 0));
  const state = track(EMPTY_TABLE, measurement(poses), []);
  const expected = spread();
  let turned = poses;
  for (let quarter = 1; quarter <= 3; quarter++) {
    turned = turned.map(clockwise);
    // What stands dx too far right and dy too far up stands, after a quarter clockwise, dy too far right and dx too far down.
    errors = errors.map((one) => one.map((_, k) => [one[k + 1]!, -one[k - 1]!, one[k]!][k % 3]!));
    const joint = spread();
    const at = (i: number, j: number) => joint[i * size + j]!;
    const seen = measurement(turned);
    const back = inFrameOf(state, {
      ...seen,
      jointCovariance: joint,
      bases: seen.bases.map((base, i) => {
        const [x, y, h] = [3 * i, 3 * i + 1, 3 * i + 2];
        return { ...base, covariance: { xx: at(x, x), xy: at(x, y), xh: at(x, h), yy: at(y, y), yh: at(y, h), hh: at(h, h) } };
      }),
    });
    back.jointCovariance.forEach((value, k) => {
      assert.ok(
        Math.abs(value - expected[k]!) < 1e-9,
        `${quarter} quarters, ${Math.floor(k / size)} with ${k % size}: ${value}, expected ${expected[k]}`,
      );
    });
    back.bases.forEach(({ covariance }, i) => {
      const [x, y, h] = [3 * i, 3 * i + 1, 3 * i + 2];
      const of = (a: number, b: number) => expected[a * size + b]!;
      const own = [of(x, x), of(x, y), of(x, h), of(y, y), of(y, h), of(h, h)];
      const { xx, xy, xh, yy, yh, hh } = covariance;
      [xx, xy, xh, yy, yh, hh].forEach((value, k) => {
        assert.ok(Math.abs(value - own[k]!) < 1e-9, `${quarter} quarters, ship ${i + 1}: ${value}, expected ${own[k]}`);
      });
    });
  }
});
