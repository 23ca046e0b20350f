import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shipAt, shipNear } from '../../src/app/drawing/ship-targets.js';
import { EXACT } from '../../src/geometry/pose.js';
import type { CorrectedShip } from '../../src/table/track/track-table.js';

/** A drawing in which a millimetre is a third of a pixel, as of a table on a phone. */
const PX = 1 / 3;
const projection = {
  ...{ width: 390, height: 390 },
  spot: ({ x, y }: { x: number; y: number }) => ({ left: x * PX, top: 390 - y * PX }),
  point: ({ left, top }: { left: number; top: number }) => ({ x: left / PX, y: (390 - top) / PX }),
  scaleAt: () => PX,
  path: () => '',
} as unknown as Parameters<typeof shipAt>[1];
const ship = (id: string, x: number): CorrectedShip => ({
  ship: { id, base: 'small', pose: { x, y: 500, headingRad: 0 }, covariance: EXACT, arcs: [] },
  ...{ isSeen: true, isPlacedByHand: false },
});
const tap = (x: number) => ({ left: x * PX, top: 390 - 500 * PX });

test('a tap on a ship means it; one on a ship that was missed, next to it, never means the neighbour', () => {
  const ships = [ship('a', 400), ship('c', 520)];
  assert.equal(shipAt(ships, projection, tap(400)), 'a');
  assert.equal(shipAt(ships, projection, tap(418)), 'a');
  // A missed small base between the two, 40 mm wide, 20 mm from either.
  for (const x of [445, 460, 475]) assert.equal(shipAt(ships, projection, tap(x)), undefined, `${x}`);
  assert.equal(shipNear(ships, projection, tap(445)), 'a', 'but it is offered with a word');
  assert.equal(shipNear(ships, projection, tap(700)), undefined);
});
