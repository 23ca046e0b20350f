import assert from 'node:assert/strict';
import test from 'node:test';
import { atRange, beyondRange, rangeOf, withinRange } from '../../src/judge/range/range.js';
import { farthestRange, rangeBetween } from '../../src/judge/range/range-between.js';
import { report } from '../../src/judge/report/report.js';
import type { PairReport } from '../../src/judge/report/report-file.js';
import { guides } from '../../src/pieces/bases.js';
import type { ArcName, Device, Table } from '../../src/table/table.js';
import { block, ship, sigmas, tableOf } from './tables.js';

function pair(table: Table, from: string, to: string): PairReport {
  return report(table).pairs.find((one) => one.from === from && one.to === to)!;
}

/** Two small ships, the second straight ahead of the first with this gap between their bases. */
function ahead(gapMm: number, arcs: readonly ArcName[] = ['front']): Table {
  return tableOf([ship('a', 'small', 400, 300, 0, { arcs }), ship('b', 'small', 400, 340 + gapMm, 180)]);
}

/** With a message of its own: without one, Node takes a minute to print the failed expression of a translated source. */
function isNear(mm: number, expectedMm: number): void {
  assert.ok(Math.abs(mm - expectedMm) < 1e-9, `${mm} mm, expected ${expectedMm} mm`);
}

test('[RNG-01] a ruler has three bands of 100 mm, measured between the closest points', () => {
  const found = [0, 0.01, 99.99, 100.01, 199.99, 200.01, 299.99, 300.01].map((gapMm) => pair(ahead(gapMm), 'a', 'b').closest.range);
  assert.deepEqual(found, [0, 1, 1, 2, 2, 3, 3, 4]);
  // Corner to corner: base corners at (420, 320) and (490, 414) are 70 and 94 apart.
  const corners = tableOf([ship('a', 'small', 400, 300, 0), ship('b', 'small', 510, 434, 0)]);
  const { closest } = pair(corners, 'a', 'b');
  assert.ok(Math.abs(closest.mm - Math.hypot(70, 94)) < 1e-9);
  assert.deepEqual(
    [closest.fromMm, closest.toMm],
    [
      [420, 320],
      [490, 414],
    ],
  );
});

test('[RNG-01] exactly 100 mm is range 1, 200 mm range 2, 300 mm range 3: the band reaches to its line', () => {
  assert.deepEqual(
    [100, 200, 300].map((gapMm) => pair(ahead(gapMm), 'a', 'b').closest.range),
    [1, 2, 3],
  );
  assert.deepEqual(
    [100.001, 200.001, 300.001].map((gapMm) => pair(ahead(gapMm), 'a', 'b').closest.range),
    [2, 3, 4],
  );
  // The rule holds at any heading, where 100 mm is not a round number in the computer.
  for (let deg = 0; deg < 360; deg += 7) {
    const rad = (deg * Math.PI) / 180;
    const table = tableOf([
      ship('a', 'medium', 400, 400, deg),
      ship('b', 'large', 400 + 170 * Math.sin(rad), 400 + 170 * Math.cos(rad), deg),
    ]);
    assert.equal(pair(table, 'a', 'b').closest.range, 1, `at ${deg}°`);
  }
});

test('[RNG-02] range is measured from the plastic base: its guides do not count', () => {
  assert.ok(guides('small').every(({ outline }) => outline.some(({ y }) => Math.abs(y) > 20)));
  // Guides of both ships stand 1.6 mm out, so bases 2 mm apart have guides that would meet; they are not touching.
  const { closest, touching } = pair(ahead(2), 'a', 'b');
  assert.ok(Math.abs(closest.mm - 2) < 1e-9);
  assert.equal(touching.value, false);
});

test('[RNG-03] attack range goes to the closest point of the defender that is in the arc', () => {
  // A large base that crosses the right arc line: its closest point, its lower left corner (440, 330), lies outside the front arc.
  const attacker = ship('a', 'small', 400, 300, 0, { arcs: ['front', 'right'] });
  const table = tableOf([attacker, ship('b', 'large', 480, 370, 0)]);
  const { closest, arcs } = pair(table, 'a', 'b');
  isNear(closest.mm, Math.hypot(20, 10));
  // Left edge x = 440 crosses the arc line at y = 300 + 40 / tan(40.62°).
  const inside = 300 + 40 / Math.tan((40.62 * Math.PI) / 180);
  isNear(arcs.front!.attack!.mm, Math.hypot(20, inside - 320));
  assert.deepEqual(arcs.front!.attack!.fromMm, [420, 320]);
  isNear(arcs.right!.attack!.mm, closest.mm);
});

test('[RNG-03] the reading that confines the attacker to the arc measures from the front edge between the arc lines', () => {
  const table = tableOf([ship('a', 'small', 400, 300, 0), ship('b', 'small', 520, 440, 0)]);
  const whole = report(table).pairs[0]!.arcs.front!.attack!;
  const confined = report(table, { attackFrom: 'in arc' }).pairs[0]!.arcs.front!.attack!;
  assert.deepEqual(whole.fromMm, [420, 320]);
  const exit = 20 * Math.tan((40.62 * Math.PI) / 180);
  isNear(confined.fromMm[0], 400 + exit);
  isNear(confined.fromMm[1], 320);
  isNear(confined.mm, Math.hypot(100 - exit, 100));
});

test('[RNG-04] the range of an ability ignores arcs: it is measured behind the ship as before it', () => {
  const table = tableOf([ship('a', 'small', 400, 400, 180), ship('b', 'small', 400, 530, 0)]);
  const { closest, arcs } = pair(table, 'a', 'b');
  assert.equal(arcs.front!.attack, null);
  assert.deepEqual([closest.mm, closest.range], [90, 1]);
});

test('[RNG-04] the plain range is to the closest point, although the closest point in the arc is in the next band', () => {
  const table = tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'large', 586, 388, 294)]);
  const { closest, arcs } = pair(table, 'a', 'b');
  assert.deepEqual([closest.range, arcs.front!.attack!.range], [1, 2]);
  assert.equal(rangeBetween(table, 'a', 'b').range, 1);
});

test('[RNG-05] touching ships, obstacles and devices are at range 0', () => {
  const device: Device = { id: 'bomb', kind: 'bomb', outline: block('', 440, 380, 460, 400).outline };
  const table = tableOf([ship('a', 'small', 400, 400, 0), ship('b', 'small', 400, 440, 30)], [block('rock', 330, 390, 380, 410)], [device]);
  const turned = tableOf([ship('a', 'small', 400, 400, 0), ship('b', 'medium', 450, 410, 0)]);
  assert.equal(pair(turned, 'a', 'b').closest.range, 0);
  const own = report(table).ships.find(({ id }) => id === 'a')!;
  assert.deepEqual(
    own.objects.map(({ id, closest }) => [id, closest.range]),
    [
      ['rock', 0],
      ['bomb', 1],
    ],
  );
  assert.deepEqual(own.overlaps, ['rock', 'b']);
});

test('[RNG-05] a ship pushed 0.01 mm away is not touching; one pushed 0.000001 mm away, which no one can do, still is', () => {
  assert.equal(pair(ahead(0.01), 'a', 'b').touching.value, false);
  assert.equal(pair(ahead(1e-6), 'a', 'b').touching.value, true);
  assert.equal(pair(ahead(0), 'a', 'b').touching.value, true);
});

test('[RNG-06] [ATK-21] [MAN-26] a touched ship is at range 0 although its closest point in the arc is at range 1', () => {
  // The defender touches the attacker's right side and reaches into the front arc further ahead.
  const table = tableOf([ship('a', 'small', 400, 400, 0), ship('b', 'large', 460, 440, 0)]);
  const { closest, touching, arcs } = pair(table, 'a', 'b');
  assert.equal(touching.value, true);
  assert.equal(closest.range, 0);
  assert.equal(arcs.front!.attack!.range, 1);
});

test('[RNG-05] a device that touches a ship is at range 0 of it, and obstacles that touch each other too', () => {
  const bomb: Device = { id: 'bomb', kind: 'bomb', outline: block('', 420, 380, 440, 400).outline };
  const rocks = [block('rock', 380, 420, 420, 440), block('cloud', 420, 440, 450, 460, 'debris'), block('off', 450.1, 440, 460, 460)];
  const table = tableOf([ship('a', 'small', 400, 400, 0)], rocks, [bomb]);
  const pairs = [
    ['a', 'bomb'],
    ['bomb', 'a'],
    ['a', 'rock'],
    ['rock', 'cloud'],
    ['cloud', 'off'],
  ] as const;
  assert.deepEqual(
    pairs.map(([from, to]) => rangeBetween(table, from, to).range),
    [0, 0, 0, 0, 1],
  );
});

test('[RNG-05] an object is at range 0 of itself', () => {
  const table = tableOf([ship('a', 'small', 400, 400, 0)], [block('rock', 330, 390, 370, 410)]);
  assert.deepEqual(
    ['a', 'rock'].map((id) => rangeBetween(table, id, id).range),
    [0, 0],
  );
});

test('[RNG-07] an object is at the range whose band falls over its closest point, though it may reach farther', () => {
  // A large base ahead of a small one reaches from 95 to 175 mm: at range 1, and within range 2 only.
  const table = tableOf([ship('a', 'small', 400, 300, 0), ship('b', 'large', 400, 320 + 95 + 40, 0)]);
  const near = rangeBetween(table, 'a', 'b');
  const far = farthestRange(table, 'a', 'b');
  // The far corners are 40 mm aside, 20 more than the edge they are measured from.
  assert.ok(Math.abs(near.gapMm - 95) < 1e-9 && Math.abs(far.gapMm - Math.hypot(175, 20)) < 1e-9);
  assert.deepEqual(
    ([0, 1, 2, 3, 4] as const).map((range) => atRange(near, range).value),
    [false, true, false, false, false],
  );
  assert.deepEqual(
    ([1, 2, 3] as const).map((range) => withinRange(far, range).value),
    [false, true, true],
  );
  assert.equal(atRange(near, 1).marginMm.toFixed(3), '5.000');
});

test('[RNG-08] an object is beyond a range when no part of it falls between', () => {
  const at = (gapMm: number) => rangeBetween(ahead(gapMm), 'a', 'b');
  assert.deepEqual(
    [199.9, 200, 200.1].map((gapMm) => beyondRange(at(gapMm), 2).value),
    [false, false, true],
  );
  assert.deepEqual(
    [0, 0.1].map((gapMm) => beyondRange(at(gapMm), 0).value),
    [false, true],
  );
});

test('at, within and beyond a range have a probability where poses have a spread', () => {
  const covariance = sigmas(0, 1, 0);
  const table = tableOf([ship('a', 'small', 400, 300, 0, { covariance }), ship('b', 'small', 400, 320 + 100.5 + 20, 0)]);
  const near = rangeBetween(table, 'a', 'b');
  assert.ok(Math.abs(beyondRange(near, 1).probability - 0.6915) < 0.005 && !beyondRange(near, 1).certain);
  assert.ok(Math.abs(atRange(near, 2).probability - 0.6915) < 0.005 && beyondRange(near, 0).certain);
  // Its far edge is 140.5 mm away; the ship that is 99.5 mm off with its far edge is within range 1 with the same probability.
  assert.ok(withinRange(farthestRange(table, 'a', 'b'), 2).certain);
  const closer = tableOf([ship('a', 'small', 400, 300, 0, { covariance })], [block('rock', 385, 400, 415, 320 + 99.5)]);
  assert.ok(Math.abs(withinRange(farthestRange(closer, 'a', 'rock'), 1).probability - 0.6915) < 0.01);
});

test('two obstacles that overlap by less than their error are at range 0 as probably as a shift leaves them overlapping', () => {
  const over = (mm: number) => {
    const obstacles = [block('left', 100, 100, 150, 150), { ...block('right', 150 - mm, 90, 200, 160), sigmaMm: 2 }];
    return rangeBetween(tableOf([], obstacles), 'left', 'right');
  };
  // The right one reaches 10 mm beyond the left one above and below: only a shift along x parts them.
  for (const [mm, probability] of [
    [0.5, 0.5987],
    [2, 0.8413],
    [4, 0.9772],
  ] as const) {
    const { probability: found, certain, gapMm } = over(mm);
    assert.ok(Math.abs(found[0] - probability) < 0.003, `${mm} mm: ${found[0]}`);
    assert.deepEqual([certain, gapMm], [false, 0]);
  }
  assert.equal(over(9).certain, true);
});

test('range is measured between any two things: obstacles beyond range 1 of each other, a device on an obstacle, from either side', () => {
  const rocks = [block('left', 100, 100, 150, 150), { ...block('right', 250.5, 100, 300, 150), sigmaMm: 0.5 }];
  const table = tableOf([ship('a', 'small', 400, 400, 0)], rocks, [
    { id: 'bomb', kind: 'bomb', outline: block('', 140, 140, 160, 160).outline },
  ]);
  const apart = rangeBetween(table, 'left', 'right');
  assert.ok(Math.abs(apart.gapMm - 100.5) < 1e-9 && apart.range === 2 && apart.sigmaMm === 0.5);
  assert.ok(Math.abs(beyondRange(apart, 1).probability - 0.8413) < 0.001);
  assert.deepEqual([rangeBetween(table, 'bomb', 'left').range, rangeBetween(table, 'bomb', 'left').gapMm], [0, 0]);
  const there = rangeBetween(table, 'a', 'bomb');
  const back = rangeBetween(table, 'bomb', 'a');
  assert.deepEqual([back.gapMm, back.from, back.to], [there.gapMm, there.to, there.from]);
  assert.ok(Math.abs(there.gapMm - Math.hypot(220, 220)) < 1e-9);
  assert.throws(() => rangeBetween(table, 'a', 'none'), /'none': not on the table, expected one of left, right, bomb, a/);
  assert.throws(() => farthestRange(table, 'bomb', 'a'), /got 'bomb' to measure from, expected a ship/);
});

test('[ATK-02] [QUE-08] one report measures from the attacker to every ship and says in which of its arcs each one is', () => {
  const attacker = ship('a', 'small', 400, 400, 0, { arcs: ['front', 'rear', 'bullseye'] });
  const table = tableOf([attacker, ship('n', 'small', 400, 500, 0), ship('s', 'small', 400, 150, 0), ship('e', 'small', 600, 400, 0)]);
  const arcsOf = (id: string) =>
    Object.entries(pair(table, 'a', id).arcs)
      .filter(([, { inArc }]) => inArc.value)
      .map(([arc]) => arc);
  assert.deepEqual(['n', 's', 'e'].map(arcsOf), [['front', 'bullseye'], ['rear'], []]);
  assert.deepEqual(
    ['n', 's', 'e'].map((id) => pair(table, 'a', id).closest.range),
    [1, 3, 2],
  );
  // "Enemy ship at range 1, and you are in its front arc": asked from the other side of the pair.
  assert.equal(pair(table, 's', 'a').arcs.front!.inArc.value, true);
});

test('[ATK-05] attack range 1 to 3 in the weapon arc is distinguished from beyond range 3', () => {
  assert.deepEqual(
    [50, 150, 250, 350].map((gapMm) => pair(ahead(gapMm), 'a', 'b').arcs.front!.attack!.range),
    [1, 2, 3, 4],
  );
});

test('ranges have names for gaps below zero too: overlapping bases are at range 0', () => {
  assert.equal(rangeOf(-3), 0);
  const { closest, touching } = pair(ahead(-3), 'a', 'b');
  assert.equal(closest.mm, 0);
  assert.ok(touching.value && Math.abs(touching.marginMm! - 3) < 1e-9);
});
