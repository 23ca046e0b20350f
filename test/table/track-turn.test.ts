import assert from 'node:assert/strict';
import test from 'node:test';
import { pixelFromTable } from '../../src/geometry/camera.js';
import type { Pose } from '../../src/geometry/pose.js';
import { createRandom } from '../../src/sim/random.js';
import type { TableMeasurement } from '../../src/table/measurement.js';
import { track, withTurnSaid } from '../../src/table/track/track.js';
import { EMPTY_TABLE, stateOfTable, type TableState } from '../../src/table/track/track-state.js';
import { turnedMeasurement, turnOf } from '../../src/table/track/track-turn.js';

const inFrameOf = (state: TableState, measurement: TableMeasurement) => turnedMeasurement(measurement, turnOf(state, measurement).quarters);

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

test('ships that have all moved are not mistaken for a turned frame', () => {
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

const middle = { x: SIDE_MM / 2, y: SIDE_MM / 2, headingRad: 0 };
/** The camera that is seen from the frame turned by quarters, clockwise. */
const stillCamera = (quarters: 0 | 1 | 2 | 3) => turnedMeasurement(measurement([middle]), ((4 - quarters) % 4) as 0 | 1 | 2 | 3).camera;
const overhead = { ...camera, r: [1, 0, 0, 0, -1, 0, 0, 0, -1], t: [-SIDE_MM / 2, SIDE_MM / 2, 1100] } as const;
const rocks = [
  { x: 150, y: 300 },
  { x: 500, y: 420 },
  { x: 620, y: 700 },
];
const withRocks = (seen: TableMeasurement, quarters: number): TableMeasurement => ({
  ...seen,
  obstacles: rocks.map((rock) => {
    const { x, y } = Array.from({ length: quarters }).reduce<Pose>((at) => clockwise(at), { ...rock, headingRad: 0 });
    return {
      kind: 'asteroid',
      sigmaMm: 1,
      detectionProbability: 0.99,
      outline: [
        { x: x - 20, y: y - 20 },
        { x: x + 20, y: y - 20 },
        { x, y: y + 40 },
      ],
    };
  }),
});
const placesOf = ({ tracks }: TableState) => tracks.map(({ id, pose }) => [id, Math.round(pose.x), Math.round(pose.y)]);
const at = (x: number, y: number): Pose => ({ x, y, headingRad: 0.5 });

test('obstacles determine the turn as ships do: one ship that moved as the picture turned is where it went to', () => {
  const before = withRocks({ ...measurement([at(100, 200)]), camera: overhead }, 0);
  const after = withRocks({ ...measurement([clockwise(at(160, 260))]), camera: overhead }, 1);
  const state = track(track(EMPTY_TABLE, before, []), after, []);
  assert.deepEqual(placesOf(state), [['ship-1', 160, 260]]);
  assert.equal(state.obstacles.length, rocks.length);
  assert.equal(state.mayBeTurned, undefined);
});

test('with one ship alone the place of the camera decides whether the picture turned or the ship moved', () => {
  for (const quarters of [1, 2, 3] as const) {
    const turned = Array.from({ length: quarters }).reduce<Pose>((pose) => clockwise(pose), at(300, 200));
    const first = track(EMPTY_TABLE, { ...measurement([at(300, 200)]), camera: stillCamera(0) }, []);
    const still = track(first, { ...measurement([turned]), camera: stillCamera(quarters) }, []);
    assert.deepEqual(placesOf(still), [['ship-1', 300, 200]], `the picture turned by ${quarters}`);
    const moved = track(first, { ...measurement([turned]), camera: stillCamera(0) }, []);
    assert.deepEqual([moved.tracks.at(-1)!.pose.x, moved.tracks.at(-1)!.pose.y], [turned.x, turned.y], 'the camera stayed: the ship moved');
    assert.deepEqual([still.mayBeTurned, moved.mayBeTurned], [undefined, undefined]);
  }
});

test('a turn that was found stays when all ships but one have moved', () => {
  const round = poses.map((pose, i) => (i ? { ...pose, x: pose.x - 60 } : pose));
  const first = track(EMPTY_TABLE, { ...measurement(poses), camera: overhead }, []);
  const turned = track(first, { ...measurement(poses.map(clockwise)), camera: overhead }, []);
  const state = track(turned, { ...measurement(round.map(clockwise)), camera: overhead }, []);
  assert.deepEqual(placesOf(state), [
    ['ship-1', 100, 200],
    ['ship-2', 340, 700],
    ['ship-3', 740, 300],
  ]);
});

test('where one ship below a camera above the middle is all there is, it is asked once, and the answer lasts', () => {
  const seen = (pose: Pose): TableMeasurement => ({ ...measurement([pose]), camera: overhead });
  const [stood, stands] = [at(300, 200), clockwise(at(300, 200))];
  const asked = track(track(EMPTY_TABLE, seen(stood), []), seen(stands), []);
  assert.equal(asked.mayBeTurned?.quarters, 1);
  assert.equal(track(asked, seen(stands), []).mayBeTurned?.quarters, 1, 'it stays asked until somebody says');
  const turned = track(withTurnSaid(asked, true), seen(stands), []);
  assert.deepEqual([placesOf(turned), turned.mayBeTurned], [[['ship-1', 300, 200]], undefined]);
  assert.equal(track(turned, seen(stands), []).mayBeTurned, undefined, 'nor is it asked again');
  const moved = track(withTurnSaid(asked, false), seen(stands), []);
  assert.deepEqual([placesOf(moved), moved.mayBeTurned], [[['ship-1', 200, 600]], undefined]);
});

test('a ship that moved elsewhere is no reason to ask', () => {
  const seen = (pose: Pose): TableMeasurement => ({ ...measurement([pose]), camera: overhead });
  assert.equal(track(track(EMPTY_TABLE, seen(at(300, 200)), []), seen(at(340, 330)), []).mayBeTurned, undefined);
});
