import assert from 'node:assert/strict';
import test from 'node:test';
import { normalCdf } from '../../src/geometry/normal.js';
import { ARC_MM, objectInArc } from '../../src/judge/arc/object-arc.js';
import { blockersOf } from '../../src/judge/core/blockers.js';
import { isCertain } from '../../src/judge/core/judgement.js';
import { arcRegion } from '../../src/pieces/arcs.js';
import type { Obstacle, Ship } from '../../src/table/table.js';
import { block, randomTable, ship, tableOf } from './tables.js';

const [X, Y] = [400, 400];
/** A small ship that looks ahead, and one thing. */
const asked = (thing: Obstacle, arc: Parameters<typeof objectInArc>[3], upToMm?: number, more: Partial<Ship> = {}) => {
  const table = tableOf([ship('a', 'small', X, Y, 0, more)], [thing]);
  return objectInArc(table, 0, blockersOf(table)[0]!, arc, upToMm);
};
const near = (a: number, b: number, within = 1e-6) => assert.ok(Math.abs(a - b) < within, `${a}, expected ${b}`);

test('a rock beside the bullseye, a strip 15 mm wide, is in it from 7.5 mm on, and as far from it as arithmetic says', () => {
  for (const [leftMm, value, marginMm] of [
    [9.5, false, -2],
    [7.5, true, 0],
    [6, true, 1.5],
  ] as const) {
    const answer = asked(block('rock', X + leftMm, Y + 100, X + leftMm + 60, Y + 140), 'bullseye');
    assert.deepEqual([answer.value, answer.certain], [value, true]);
    near(answer.marginMm, marginMm);
  }
});

test('what is open is as probable as the normal distribution has it', () => {
  // Nothing but the rock’s place is uncertain, by 2 mm to each side: 3 mm are 1.5 sigma.
  const rock = { ...block('rock', X + 10.5, Y + 100, X + 60, Y + 140), sigmaMm: 2 };
  const answer = asked(rock, 'bullseye');
  near(answer.probability, normalCdf(-1.5), 1e-3);
  assert.deepEqual([answer.value, answer.certain], [false, false]);
});

test('a dent is no rock: the bullseye goes through the mouth of one that lies around it', () => {
  const at = ([x, y]: readonly [number, number]) => ({ x: X + x, y: Y + y });
  const corners = [
    [-40, 60],
    [-10, 60],
    [-10, 100],
    [10, 100],
    [10, 60],
    [40, 60],
    [40, 120],
    [-40, 120],
  ] as const;
  const horseshoe: Obstacle = { id: 'rock', kind: 'asteroid', outline: corners.map(at) };
  // Its back lies 80 mm before the base, its legs beside the strip.
  assert.equal(asked(horseshoe, 'bullseye').value, true);
  assert.equal(asked(horseshoe, 'bullseye', 79).value, false);
  assert.equal(asked(horseshoe, 'bullseye', 81).value, true);
});

test('what lies under the base is in no arc', () => {
  // From under the middle of the base out at its left: the front arc’s lines leave at the front edge, 17.2 mm beside the middle.
  const rock = block('rock', X - 60, Y - 5, X + 5, Y + 15);
  assert.deepEqual([asked(rock, 'front').value, asked(rock, 'left').value, asked(rock, 'rear').value], [false, true, false]);
  assert.equal(asked(block('rock', X - 60, Y - 5, X + 5, Y + 21), 'front').value, true);
});

test('an arc is as long as the ruler: beyond range 3 a rock lies within its lines only', () => {
  // The base ends 20 mm ahead of the middle, range 3 at 320.
  for (const [low, upTo3] of [
    [320.5, false],
    [319.5, true],
  ] as const) {
    const rock = block('rock', X - 30, Y + low, X + 30, Y + low + 50);
    assert.deepEqual([asked(rock, 'front').value, asked(rock, 'front', ARC_MM).value], [true, upTo3]);
  }
  // Nearer outside of the arc: a bar whose end at range 1 lies at the right and whose part in the arc lies beyond.
  const bar: Obstacle = {
    id: 'rock',
    kind: 'debris',
    outline: [
      { x: X + 100, y: Y },
      { x: X + 330, y: Y + 330 },
      { x: X + 300, y: Y + 400 },
    ],
  };
  assert.deepEqual([asked(bar, 'front').value, asked(bar, 'front', ARC_MM).value], [true, false]);
});

test('a ship whose front is open has a rock in its arc as probably as it faces so', () => {
  const answer = asked(block('rock', X - 20, Y + 100, X + 20, Y + 140), 'front', undefined, { isFrontOpen: true });
  assert.deepEqual([answer.value, answer.certain], [true, false]);
  near(answer.probability, 0.65);
});

test('on random tables an obstacle is in an arc where a point of a dense row along its edge is', () => {
  let [inside, outside] = [0, 0];
  for (let seed = 0; seed < 40; seed++) {
    const table = randomTable({ seed, ships: 4, obstacles: 6 });
    const objects = blockersOf(table).filter(({ shipIndex }) => shipIndex < 0);
    table.ships.forEach(({ base, pose, arcs }, index) => {
      const halfMm = { small: 20, medium: 30, large: 40, huge: 0 }[base];
      const [sin, cos] = [Math.sin(pose.headingRad), Math.cos(pose.headingRad)];
      for (const object of objects) {
        const row: [number, number][] = [];
        for (let i = 0; i < object.ring.length; i += 2) {
          const j = (i + 2) % object.ring.length;
          for (let t = 0; t < 1; t += 0.05) {
            const dx = object.ring[i]! + t * (object.ring[j]! - object.ring[i]!) - pose.x;
            const dy = object.ring[i + 1]! + t * (object.ring[j + 1]! - object.ring[i + 1]!) - pose.y;
            row.push([cos * dx - sin * dy, sin * dx + cos * dy]);
          }
        }
        for (const arc of arcs) {
          const { sides } = arcRegion(base, arc);
          const inMm = (x: number, y: number) => {
            const beside = Math.max(Math.abs(x), Math.abs(y)) - halfMm;
            return Math.min(
              beside,
              ...[0, 3, 6].filter((s) => s < sides.length).map((s) => sides[s]! * x + sides[s + 1]! * y - sides[s + 2]!),
            );
          };
          const deepest = Math.max(...row.map(([x, y]) => inMm(x, y)));
          const { value, probability } = objectInArc(table, index, object, arc);
          assert.ok(isCertain(value ? probability : 1 - probability));
          // Between two points of the row the edge may reach in a little farther.
          if (deepest > -2 && deepest < 0) continue;
          assert.equal(value, deepest >= 0, `seed ${seed}, ${object.id} in the ${arc} arc of ship ${index}: ${deepest} mm`);
          if (value) inside++;
          else outside++;
        }
      }
    });
  }
  assert.ok(inside > 500 && outside > 500, `${inside} in, ${outside} out`);
});
