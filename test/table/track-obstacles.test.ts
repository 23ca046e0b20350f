import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Camera } from '../../src/geometry/camera.js';
import type { Edit } from '../../src/table/edits.js';
import type { SeenBase, SeenObstacle, TableMeasurement } from '../../src/table/measurement.js';
import type { PlacedToken, Unmeasurable } from '../../src/table/table.js';
import { track } from '../../src/table/track/track.js';
import { EMPTY_TABLE, type TableState } from '../../src/table/track/track-state.js';
import { tableOf } from '../../src/table/track/track-table.js';
import { UNMEASURED } from '../../src/table/unmeasured-reason.js';
import { OVERHEAD } from './overhead-camera.js';

const token = (xws: string, x: number, y: number): PlacedToken => ({
  ...{ xws, name: xws, mirrored: false, pose: { x, y, headingRad: 0 } },
  covariance: { xx: 1, xy: 0, xh: 0, yy: 1, yh: 0, hh: 0 },
});

/** A square obstacle that reaches 42 mm from its middle. */
const rock = (x: number, y: number, xws?: string, half = 30): SeenObstacle => ({
  kind: 'asteroid',
  outline: [
    { x: x - half, y: y - half },
    { x: x + half, y: y - half },
    { x: x + half, y: y + half },
    { x: x - half, y: y + half },
  ],
  sigmaMm: 1,
  detectionProbability: 0.97,
  ...(xws && { token: token(xws, x, y) }),
});

const ship = (x: number, y: number): SeenBase => ({
  ...{ base: 'large', pose: { x, y, headingRad: 0 }, detectionProbability: 0.99 },
  covariance: { xx: 0.04, xy: 0, xh: 0, yy: 0.04, yh: 0, hh: 1e-5 },
});

const AWAY = ship(400, 100);

function look(obstacles: readonly SeenObstacle[], others: Partial<TableMeasurement> = {}): TableMeasurement {
  const { bases = [AWAY] } = others;
  return {
    ...{ capturedAtMs: 0, camera: OVERHEAD, mat: { widthMm: 914.4, depthMm: 914.4, sigmaMm: 1 }, bases, obstacles, unmeasurable: [] },
    jointCovariance: Array.from({ length: 9 * bases.length ** 2 }, (_, k) => Number(k % (3 * bases.length + 1) === 0)),
    ...{ stageMs: {}, ...others },
  };
}

const after = (looks: readonly TableMeasurement[], edits: readonly Edit[] = []) =>
  looks.reduce<TableState>((state, one) => track(state, one, edits), EMPTY_TABLE);

/** Of each obstacle: id, middle, and the probability that it is there. */
const lying = (state: TableState, edits: readonly Edit[] = []) =>
  tableOf(state, edits).obstacles.map(({ id, outline, detectionProbability }) => [id, outline[0]!.x + 30, detectionProbability]);

const HERE = rock(200, 200, 'coreasteroid0');
const OTHER = rock(-200, 200, 'coreasteroid1');
const SEEN = look([HERE, OTHER]);

test('an obstacle that two looks from where it was seen do not show is open, and certain again once it is seen', () => {
  const gone = look([OTHER]);
  assert.deepEqual(lying(after([SEEN, gone])), [
    ['obstacle-1', 200, 0.97],
    ['obstacle-2', -200, 0.97],
  ]);
  assert.deepEqual(lying(after([SEEN, gone, gone])), [
    ['obstacle-1', 200, 0.5],
    ['obstacle-2', -200, 0.97],
  ]);
  assert.deepEqual(lying(after([SEEN, gone, gone, SEEN])), lying(after([SEEN])));
});

test('an obstacle that was moved is the one that it was; another token is another, and so is another size of one that was not recognised', () => {
  assert.deepEqual(lying(after([SEEN, look([OTHER, rock(350, 250, 'coreasteroid0')])])), [
    ['obstacle-1', 350, 0.97],
    ['obstacle-2', -200, 0.97],
  ]);
  // In a hand meanwhile.
  assert.deepEqual(lying(after([SEEN, look([OTHER]), look([OTHER]), look([OTHER, rock(350, 250)])])), [
    ['obstacle-1', 350, 0.97],
    ['obstacle-2', -200, 0.97],
  ]);
  for (const another of [rock(350, 250, 'coreasteroid2'), rock(350, 250, undefined, 20)]) {
    const ids = lying(after([SEEN, look([OTHER, another])])).map(([id]) => id);
    assert.deepEqual(ids, ['obstacle-1', 'obstacle-2', 'obstacle-3']);
  }
});

test('an obstacle of which a person said where it lies stays there, and what is seen elsewhere is another', () => {
  const placed = { id: 'obstacle-1', kind: 'asteroid' as const, outline: HERE.outline };
  const edits = [{ kind: 'obstacle' as const, obstacleId: 'obstacle-1', placed }];
  const moved = look([OTHER, rock(350, 250, 'coreasteroid0')]);
  assert.deepEqual(
    lying(after([SEEN, moved, moved], edits), edits).map(([id, x]) => [id, x]),
    [
      ['obstacle-1', 200],
      ['obstacle-2', -200],
      ['obstacle-3', 350],
    ],
  );
});

test('an obstacle that a look need not show stays as it is: hidden by a ship or its miniature, half out of the picture, from another side, or under what is not made out', () => {
  const [fx, fy] = [OVERHEAD.fx * 2.3, OVERHEAD.fy * 2.3];
  const aside: Camera = { ...OVERHEAD, t: [-300, 0, 1000] };
  const half: Camera = { ...OVERHEAD, fx, fy };
  const something = { at: { x: 210, y: 190 }, radiusMm: 20, probability: 0.6, reason: UNMEASURED.perhapsBase };
  const cases: Record<string, Partial<TableMeasurement>> = {
    'a ship on it': { bases: [ship(230, 220)] },
    // Its miniature leans outwards in the picture.
    'a miniature before it': { bases: [ship(130, 130)] },
    'half out of the picture': { camera: half },
    'from another side': { camera: aside },
    'something on it': { unmeasurable: [something] },
    'a spot of the masks where it lay': { unmeasurable: [{ ...something, reason: UNMEASURED.perhapsObstacle }] },
  };
  for (const [name, others] of Object.entries(cases)) {
    const hidden = look([], others);
    assert.equal(lying(after([look([HERE]), hidden, hidden, hidden]))[0]![2], 0.97, name);
  }
  const others: Record<string, Unmeasurable> = {
    'a setup has it there': { ...something, reason: UNMEASURED.obstacleWasThere },
    'a spot of the masks beside it': { ...something, at: { x: 240, y: 200 }, reason: UNMEASURED.perhapsObstacle },
  };
  for (const [name, one] of Object.entries(others)) {
    const bare = look([], { unmeasurable: [one] });
    assert.equal(lying(after([look([HERE]), bare, bare]))[0]![2], 0.5, name);
  }
});
