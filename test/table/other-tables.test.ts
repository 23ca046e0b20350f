import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXACT, type Pose } from '../../src/geometry/pose.js';
import { OBSTACLES } from '../../src/pieces/obstacles.js';
import type { SeenObstacle } from '../../src/table/measurement.js';
import type { PlacedView } from '../../src/table/views/identify-ships.js';
import { ofOtherTables } from '../../src/table/views/other-tables.js';

/** A picture that shows the table within `withinMm` of a place, and all ships there. */
function view(
  picture: number,
  ships: readonly Pose[],
  near?: { x: number; y: number; withinMm: number },
  obstacles: readonly SeenObstacle[] = [],
): PlacedView {
  const { x, y, withinMm } = near ?? { x: 457, y: 457, withinMm: 600 };
  const inView = ships.filter((ship) => Math.abs(ship.x - x) < withinMm && Math.abs(ship.y - y) < withinMm);
  // Straight from above.
  const camera = {
    ...{ widthPx: 1000, heightPx: 1000, fx: 500, fy: 500, cx: 500, cy: 500, distortion: [0, 0, 0, 0, 0] as const },
    r: [1, 0, 0, 0, -1, 0, 0, 0, -1] as const,
    t: [-x, y, withinMm] as const,
  };
  return {
    picture,
    measurement: {
      ...{ capturedAtMs: 0, camera, mat: { widthMm: 914, depthMm: 914, sigmaMm: 1 }, jointCovariance: [], obstacles },
      ...{ bases: inView.map((pose) => ({ base: 'small' as const, pose, covariance: EXACT, detectionProbability: 1 })) },
      ...{ unmeasurable: [], stageMs: {} },
    },
  };
}

const TABLE = [0, 1, 2, 3, 4, 5].map((i): Pose => ({ x: 120 + 130 * i, y: 250 + 90 * (i % 3), headingRad: 0.4 * i }));
const OTHER = [0, 1, 2, 3, 4].map((i): Pose => ({ x: 170 + 130 * i, y: 300 + 70 * (i % 2), headingRad: 2 - 0.3 * i }));
const moved = (ships: readonly Pose[], which: readonly number[]) =>
  ships.map((ship, i) => (which.includes(i) ? { x: ship.x + 60, y: ship.y + 140, headingRad: ship.headingRad + 0.5 } : ship));
const CLOSE = { x: 300, y: 300, withinMm: 220 };

test('of two tables on mats with one print the pictures of the other are found, close views of few ships too', () => {
  const few = { x: 250, y: 330, withinMm: 120 };
  const pictures = [view(0, TABLE), view(3, OTHER), view(1, TABLE, CLOSE), view(4, OTHER, few), view(5, TABLE, few)];
  assert.equal(pictures[3]!.measurement.bases.length, 2);
  assert.deepEqual([...ofOtherTables(pictures)].sort(), [3, 4]);
});

test('ships that flew on make no other table as long as one stands, or few are in view, or an obstacle that is recognised lies where it lay', () => {
  const close = (which: readonly number[]) => view(1, moved(TABLE, which), CLOSE);
  assert.deepEqual([...ofOtherTables([view(0, TABLE), close([0, 2])])], []);
  assert.deepEqual([...ofOtherTables([view(0, TABLE.slice(0, 2)), view(1, moved(TABLE.slice(0, 2), [0, 1]))])], []);
  const { xws, name, outline } = OBSTACLES[0]!;
  const lying = (x: number): SeenObstacle => ({
    ...{ kind: 'asteroid', outline: outline.map((at) => ({ x: at.x + x, y: at.y + 600 })), sigmaMm: 1 },
    token: { xws, name, mirrored: false, pose: { x, y: 600, headingRad: 0 }, covariance: EXACT },
  });
  const later = (x: number) => view(1, moved(TABLE, [0, 1, 2, 3, 4, 5]), undefined, [lying(x)]);
  const before = view(0, TABLE, undefined, [lying(400)]);
  assert.deepEqual([...ofOtherTables([before, later(404)])], []);
  assert.deepEqual([...ofOtherTables([before, later(600)])], [1]);
});
