import assert from 'node:assert/strict';
import test from 'node:test';
import type { Point } from '../../src/geometry/point.js';
import { placeDevice, shipsOn } from '../../src/judge/maneuver/place-device.js';
import { type Reposition, reposition, repositionsOf } from '../../src/judge/maneuver/reposition.js';
import type { BaseSize } from '../../src/pieces/base-size.js';
import { deviceToken } from '../../src/pieces/obstacles.js';
import { block, ship, tableOf } from './tables.js';

const rollRight = (base: BaseSize): Reposition => repositionsOf(base).find(({ kind, exit }) => kind === 'barrel roll' && exit === 'right')!;

test('every base has two rolls, three boosts and three decloaks', () => {
  for (const base of ['small', 'medium', 'large'] as const) {
    const kinds = repositionsOf(base).map(({ kind }) => kind);
    const count = (kind: string) => kinds.filter((one) => one === kind).length;
    assert.deepEqual(['barrel roll', 'boost', 'decloak'].map(count), [2, 3, 3]);
  }
});

test('a barrel roll has three placements, each judged for itself', () => {
  // Rolling right, the base ends 80 mm to the right; the rock lies where only the front placement reaches.
  const table = tableOf([ship('a', 'small', 300, 300, 0), ship('b', 'small', 385, 255, 0)], [block('rock', 370, 325, 390, 340)]);
  const ends = reposition(table, 'a', rollRight('small'));
  assert.deepEqual(
    ends.map(({ placement, pose }) => [placement, Math.round(pose.x), Math.round(pose.y)]),
    [
      ['front', 380, 310],
      ['middle', 380, 300],
      ['back', 380, 290],
    ],
  );
  assert.deepEqual(
    ends.map(({ against }) => against),
    [['overlaps an obstacle'], [], ['overlaps a ship']],
  );
  assert.deepEqual(
    ends.map(({ overlaps }) => overlaps),
    [['rock'], [], ['b']],
  );
});

test('a template over an obstacle forbids all placements; a device under it is only reported', () => {
  const across = block('rock', 330, 295, 340, 305);
  const table = tableOf([ship('a', 'small', 300, 300, 0)], [across], []);
  assert.deepEqual(
    reposition(table, 'a', rollRight('small')).map(({ against }) => against),
    Array(3).fill(['moves through an obstacle']),
  );
  const mined = tableOf([ship('a', 'small', 300, 300, 0)], [], [{ id: 'mine', kind: 'mine', outline: across.outline }]);
  const ends = reposition(mined, 'a', rollRight('small'));
  assert.deepEqual(
    ends.map(({ against, templateOver }) => [against, templateOver]),
    Array(3).fill([[], ['mine']]),
  );
});

test('a medium ship rolls along the long edge: the template reaches 20 mm out and 40 mm along', () => {
  const beside = (left: number) => tableOf([ship('a', 'medium', 300, 300, 0)], [block('rock', left, 315, left + 5, 319)]);
  // x = 330 is the edge of the base, 350 the far edge of the template.
  assert.deepEqual(reposition(beside(344), 'a', rollRight('medium'))[1]!.against, ['moves through an obstacle']);
  assert.deepEqual(reposition(beside(344), 'a', rollRight('small'))[1]!.templateOver, []);
  assert.equal(Math.round(reposition(beside(344), 'a', rollRight('medium'))[1]!.pose.x), 380);
});

test('a roll off the table is refused as such', () => {
  const table = tableOf([ship('a', 'small', 880, 300, 0)]);
  assert.deepEqual(
    reposition(table, 'a', rollRight('small')).map(({ against }) => against),
    Array(3).fill(['leaves the table']),
  );
});

test('a bend that does not go with the edge, and an unknown ship, are refused', () => {
  const table = tableOf([ship('a', 'small', 300, 300, 0)]);
  assert.throws(() => reposition(table, 'a', { ...rollRight('small'), bend: 'left' }), /bent 'left' at the right edge/);
  assert.throws(() => reposition(table, 'z', rollRight('small')), /'z': not on the table/);
});

/** Middle of the box around an outline. */
function middle(outline: readonly Point[]): Point {
  const middleOf = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return { x: middleOf(outline.map(({ x }) => x)), y: middleOf(outline.map(({ y }) => y)) };
}

test('a bomb is dropped behind the rear guides and launched before the front guides, its centre 14.16 mm beyond the template', () => {
  const placed = ship('a', 'small', 300, 300, 90);
  const drop = placeDevice(placed, 'bomb', { way: 'drop', template: 'straight', speed: 1, side: 'straight' })[0]!;
  assert.ok(Math.hypot(drop.pose.x - (300 - 20 - 40 - 14.16), drop.pose.y - 300) < 1e-9);
  const launch = placeDevice(placed, 'bomb', { way: 'launch', template: 'straight', speed: 3, side: 'straight' })[0]!;
  assert.ok(Math.hypot(launch.pose.x - (300 + 20 + 120 + 14.16), launch.pose.y - 300) < 1e-9);
  // Its slot looks back at the ship: heading along +x when it was dropped astern of a ship that faces +x.
  assert.ok(Math.abs(drop.pose.headingRad - Math.PI / 2) < 1e-9);
  assert.ok(Math.hypot(middle(drop.outline).x - drop.pose.x, middle(drop.outline).y - drop.pose.y) < 1);
});

test('a bank to the left drops to the left of the pilot, forward or astern', () => {
  const placed = ship('a', 'small', 300, 300, 0);
  const drop = placeDevice(placed, 'bomb', { way: 'drop', template: 'bank', speed: 1, side: 'left' })[0]!;
  const launch = placeDevice(placed, 'bomb', { way: 'launch', template: 'bank', speed: 1, side: 'left' })[0]!;
  assert.ok(drop.pose.x < 290 && drop.pose.y < 240);
  assert.ok(launch.pose.x < 290 && launch.pose.y > 360);
  assert.ok(Math.abs(drop.pose.x - launch.pose.x) < 1e-9);
});

test('a cluster mine is three tokens, the side ones 40 mm aside and 1.2 mm farther', () => {
  const placed = ship('a', 'small', 300, 500, 0);
  const [centre, left, right] = placeDevice(placed, 'clustermine', { way: 'drop', template: 'straight', speed: 1, side: 'straight' });
  assert.deepEqual(
    [left!.pose.x - centre!.pose.x, right!.pose.x - centre!.pose.x].map(Math.round).sort((a, b) => a - b),
    [-40, 40],
  );
  assert.ok(Math.abs(centre!.pose.y - left!.pose.y - 1.2) < 1e-9);
});

test('a mine dropped on a ship says on which; a device whose slot no source describes is not placed', () => {
  const placed = ship('a', 'small', 300, 300, 0);
  const under = ship('b', 'small', 310, 200, 20);
  const [mine] = placeDevice(placed, 'proximitymine', { way: 'drop', template: 'straight', speed: 1, side: 'straight' });
  assert.deepEqual(shipsOn(mine!, [placed, under]), [under]);
  assert.equal(deviceToken('sensorbuoy').centreBeyondTemplateEndMm, undefined);
  assert.throws(
    () => placeDevice(placed, 'sensorbuoy', { way: 'drop', template: 'straight', speed: 1, side: 'straight' }),
    /no source says/,
  );
  assert.throws(
    () => placeDevice(placed, 'bombe', { way: 'drop', template: 'straight', speed: 1, side: 'straight' }),
    /Unknown device 'bombe'/,
  );
});
