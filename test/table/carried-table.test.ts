import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jointOf } from '../../src/geometry/joint-covariance.js';
import { distanceMm } from '../../src/geometry/point.js';
import { type Pose, tableFromPiece } from '../../src/geometry/pose.js';
import { rootMeanSquare } from '../../src/geometry/statistics.js';
import { createRandom } from '../../src/sim/random.js';
import type { Edit } from '../../src/table/edits.js';
import type { SeenBase, TableMeasurement } from '../../src/table/measurement.js';
import { track } from '../../src/table/track/track.js';
import { EMPTY_TABLE } from '../../src/table/track/track-state.js';
import { carriedTable } from '../../src/table/views/carried-table.js';
import { OVERHEAD } from './overhead-camera.js';

const POSES: readonly Pose[] = [
  { x: 100, y: 80, headingRad: 0.2 },
  { x: 260, y: 150, headingRad: -1.4 },
  { x: 180, y: 300, headingRad: 2.5 },
];
/** From the first frame to the other. */
const MOTION: Pose = { x: 400, y: 250, headingRad: 1.1 };
const moved = (pose: Pose): Pose => ({ ...tableFromPiece(MOTION, pose), headingRad: pose.headingRad + MOTION.headingRad });

/** Known along x to 3 mm and along y to 1 mm, in the first frame. */
function measurementOf(poses: readonly Pose[], isEdgeUnknown = false): TableMeasurement {
  const bases = poses.map(
    (pose): SeenBase => ({ base: 'small', pose, covariance: { xx: 9, xy: 0, xh: 0, yy: 1, yh: 0, hh: 1e-4 }, detectionProbability: 1 }),
  );
  return {
    ...{
      capturedAtMs: 0,
      camera: OVERHEAD,
      mat: { widthMm: 914.4, depthMm: 914.4, sigmaMm: 1 },
      bases,
      obstacles: [],
      unmeasurable: [],
      stageMs: {},
    },
    jointCovariance: jointOf(bases.map(({ covariance }) => covariance)),
    ...(isEdgeUnknown && { isEdgeUnknown: true }),
  };
}

const isAt = (one: Pose | undefined, other: Pose) =>
  one !== undefined && distanceMm(one, other) < 1e-6 && Math.abs(Math.sin(one.headingRad - other.headingRad)) < 1e-9;

test('a table is carried into a frame that is turned and shifted, with all that was said of its places', () => {
  const state = track(EMPTY_TABLE, measurementOf(POSES, true), []);
  const token = {
    xws: 'coreasteroid1',
    name: 'Asteroid 1',
    mirrored: false,
    pose: POSES[0]!,
    covariance: { xx: 9, xy: 0, xh: 0, yy: 1, yh: 0, hh: 0 },
  };
  const done: Edit[] = [
    { kind: 'name', shipId: 'ship-1', name: 'Red Five' },
    { kind: 'add', shipId: 'ship-9', base: 'large', pose: POSES[1]! },
    { kind: 'move', shipId: 'ship-2', pose: POSES[2]!, cameraPose: POSES[1]! },
    { kind: 'turn', shipId: 'ship-3', quarters: 2, cameraPose: POSES[2]! },
    { kind: 'nothing', at: POSES[0]! },
    { kind: 'obstacle', obstacleId: 'placed-1', placed: { id: 'placed-1', kind: 'asteroid', outline: POSES, token } },
    { kind: 'obstacle', obstacleId: 'obstacle-2', placed: undefined },
  ];
  const carried = carriedTable({ state, history: { done, undone: [] } }, measurementOf(POSES.map(moved)));
  assert.ok(carried);
  const { tracks } = carried.state;
  assert.ok(
    tracks.every(({ pose }, i) => isAt(pose, moved(POSES[i]!))),
    JSON.stringify(tracks.map(({ pose }) => pose)),
  );
  const [name, add, move, turn, nothing, placed, removed] = carried.history.done;
  assert.deepEqual([name, removed], [done[0], done[6]]);
  assert.ok(add?.kind === 'add' && isAt(add.pose, moved(POSES[1]!)));
  assert.ok(move?.kind === 'move' && isAt(move.pose, moved(POSES[2]!)) && isAt(move.cameraPose, moved(POSES[1]!)));
  assert.ok(turn?.kind === 'turn' && isAt(turn.cameraPose, moved(POSES[2]!)));
  assert.ok(nothing?.kind === 'nothing' && distanceMm(nothing.at, moved(POSES[0]!)) < 1e-6);
  assert.ok(placed?.kind === 'obstacle' && isAt(placed.placed?.token?.pose, moved(POSES[0]!)));
  assert.ok(placed.placed!.outline.every((point, i) => distanceMm(point, moved(POSES[i]!)) < 1e-6));
  // What was known along x worse than along y is so along the turned axes.
  const [sin, cos] = [Math.sin(MOTION.headingRad), Math.cos(MOTION.headingRad)];
  const { xx, xy, yy } = placed.placed!.token!.covariance;
  const off = [xx - (9 * cos ** 2 + sin ** 2), yy - (9 * sin ** 2 + cos ** 2), xy + 8 * sin * cos];
  assert.ok(Math.max(...off.map(Math.abs)) < 1e-6, off.join());
});

test('what is known of a ship turns with the frame, and the link adds what it does not determine', () => {
  const quarter: Pose = { x: 500, y: 100, headingRad: Math.PI / 2 };
  const seen = measurementOf(POSES.map((pose) => ({ ...tableFromPiece(quarter, pose), headingRad: pose.headingRad + Math.PI / 2 })));
  const exactly = { ...seen, jointCovariance: seen.jointCovariance.map((value) => 1e-6 * value) };
  const hidden: Pose = { x: 120, y: 200, headingRad: 1 };
  const carried = carriedTable(
    { state: track(EMPTY_TABLE, measurementOf([...POSES, hidden], true), []), history: { done: [], undone: [] } },
    exactly,
  );
  const { covariance } = carried!.state.tracks[3]!;
  // Known along x to 9 mm² before, and by three ships with as much: a third of that, and more for the turn.
  assert.ok(covariance.yy > 12 && covariance.xx > 4 / 3 && covariance.yy - covariance.xx > 7, JSON.stringify(covariance));
});

test('a ship that only the first frame shows is as unsure as the ships of the other frame by which it is carried there', () => {
  const random = createRandom('carried');
  const normalised: number[] = [];
  for (let draw = 0; draw < 300; draw++) {
    const hidden: Pose = { x: 330, y: 60, headingRad: 0.4 };
    const noise = (poses: readonly Pose[]) =>
      poses.map(({ x, y, headingRad }) => ({
        x: x + random.normal(3),
        y: y + random.normal(1),
        headingRad: headingRad + random.normal(0.01),
      }));
    // The other frame is off as a whole by 5 mm along x.
    const seen = measurementOf(noise(POSES));
    const off = random.normal(5);
    const to = {
      ...seen,
      bases: seen.bases.map((base) => ({ ...base, pose: { ...base.pose, x: base.pose.x + off } })),
      jointCovariance: seen.jointCovariance.map((value, at) => {
        const [row, column] = [Math.floor(at / 9), at % 9];
        return value + (row % 3 === 0 && column % 3 === 0 ? 25 : 0);
      }),
    };
    const state = track(EMPTY_TABLE, measurementOf(noise([...POSES, hidden]), true), []);
    const { pose, covariance } = carriedTable({ state, history: { done: [], undone: [] } }, to)!.state.tracks[3]!;
    normalised.push((pose.x - hidden.x) / Math.sqrt(covariance.xx), (pose.y - hidden.y) / Math.sqrt(covariance.yy));
  }
  const rms = rootMeanSquare(normalised);
  assert.ok(rms > 0.9 && rms < 1.1, `normalised error ${rms.toFixed(2)}`);
});

test('where the camera was in the frame before, and how its pictures were turned, is not carried: the look decides', () => {
  const seen = track(EMPTY_TABLE, measurementOf(POSES, true), []);
  const state = { ...seen, turned: 1, mayBeTurned: { quarters: 2, before: seen } } as const;
  const carried = carriedTable({ state, history: { done: [], undone: [] } }, measurementOf(POSES.map(moved)))!.state;
  assert.ok(seen.camera);
  assert.deepEqual([carried.camera, carried.turned, carried.mayBeTurned], [undefined, undefined, undefined]);
});

test('no table is carried by one ship, or where ships fit in two ways', () => {
  const known = { state: track(EMPTY_TABLE, measurementOf(POSES, true), []), history: { done: [], undone: [] } };
  assert.equal(carriedTable(known, measurementOf([moved(POSES[0]!)])), undefined);
  const row: Pose[] = [100, 200, 300].map((x) => ({ x, y: 100, headingRad: 0 }));
  const inRow = { ...known, state: track(EMPTY_TABLE, measurementOf(row, true), []) };
  assert.equal(carriedTable(inRow, measurementOf(row.slice(0, 2))), undefined);
  assert.ok(carriedTable(inRow, measurementOf(row)));
});

test('no table is carried to another one on which some ships stand alike: two of many by chance, or a row that is set up elsewhere along the mat', () => {
  const known = (poses: readonly Pose[], isEdgeUnknown: boolean) => ({
    state: track(EMPTY_TABLE, measurementOf(poses, isEdgeUnknown), []),
    history: { done: [], undone: [] },
  });
  const more: readonly Pose[] = [
    { x: 500, y: 300, headingRad: 1 },
    { x: 380, y: 60, headingRad: -0.3 },
    { x: 420, y: 180, headingRad: 2 },
  ];
  const two = POSES.slice(0, 2);
  assert.equal(carriedTable(known(two, true), measurementOf([...two, ...more])), undefined);
  assert.equal(carriedTable(known([...two, ...more], true), measurementOf(two)), undefined);
  assert.ok(carriedTable(known(two, true), measurementOf([...two, more[0]!])));
  const row: readonly Pose[] = [0, 90, 230].map((x) => ({ x: 200 + x, y: 60, headingRad: 0 }));
  const along = (mm: number) => row.map(({ x, ...pose }) => ({ ...pose, x: x + mm }));
  assert.ok(carriedTable(known(row, false), measurementOf(along(2))));
  assert.equal(carriedTable(known(row, false), measurementOf(along(150))), undefined);
  // The same mat, seen from its other side.
  const turned = row.map(({ x, y }) => ({ x: 914.4 - x, y: 914.4 - y, headingRad: Math.PI }));
  assert.ok(carriedTable(known(row, false), measurementOf(turned)));
});
