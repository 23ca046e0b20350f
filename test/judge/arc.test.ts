import assert from 'node:assert/strict';
import test from 'node:test';
import { arcDetail } from '../../src/judge/arc/arc-detail.js';
import { report } from '../../src/judge/report/report.js';
import { ARC_NAMES } from '../../src/pieces/arc-names.js';
import { turretArcs } from '../../src/pieces/arcs.js';
import { BASE_SIZES } from '../../src/pieces/base-size.js';
import { TTS } from '../../src/pieces/dimensions.js';
import type { ArcName } from '../../src/table/table.js';
import { DEG, ship, tableOf } from './tables.js';

/** The arcs of a ship at the middle of the table, facing +y, that a small ship at (dx, dy) from it is in. */
function arcsAt(base: 'small' | 'medium' | 'large', dx: number, dy: number, turnDeg = 0): ArcName[] {
  const table = tableOf([ship('a', base, 450, 450, 0, { arcs: ARC_NAMES }), ship('b', 'small', 450 + dx, 450 + dy, turnDeg)]);
  return ARC_NAMES.filter((arc) => report(table).pairs[0]!.arcs[arc]!.inArc.value);
}

test('[ATK-04] a ship straight ahead is in the front and full front arc and the bullseye, and in no other', () => {
  for (const base of BASE_SIZES) {
    assert.deepEqual(arcsAt(base, 0, 200), ['front', 'fullFront', 'bullseye']);
    assert.deepEqual(arcsAt(base, 0, -200), ['rear', 'fullRear']);
    assert.deepEqual(arcsAt(base, -200, 60), ['left', 'fullFront']);
    assert.deepEqual(arcsAt(base, 200, -60), ['right', 'fullRear']);
    assert.deepEqual(arcsAt(base, 200, 0), ['right', 'fullFront', 'fullRear']);
  }
});

test('a ship is in an arc as soon as a corner is on its line, and out of it 0.01 mm further', () => {
  const half = 40.62 * DEG;
  // The upper left corner of the target lies on the right arc line, 150 mm along it.
  const onLine = (mm: number) =>
    arcsAt('small', 150 * Math.sin(half) + 20 + mm * Math.cos(half), 150 * Math.cos(half) - 20 - mm * Math.sin(half));
  assert.ok(onLine(0).includes('front'));
  assert.ok(onLine(-0.01).includes('front'));
  assert.ok(!onLine(0.01).includes('front'));
  assert.ok(onLine(0.01).includes('right'));
});

test('the corners of a base lie in its side arcs: what stands along the diagonal from a corner is in no front arc', () => {
  // A target turned by 45° whose upper left edge runs along the bearing 45°, from just off the corner (20, 20).
  assert.deepEqual(arcsAt('small', 20.1 + 20 * Math.SQRT2, 20.1, 45), ['right', 'fullFront', 'fullRear']);
});

test('the bullseye is a strip as wide as the ruler from the front edge', () => {
  // A small target whose left edge is 7.5 mm right of the middle still touches the strip.
  assert.ok(arcsAt('small', 27.5, 150).includes('bullseye'));
  assert.ok(!arcsAt('small', 27.51, 150).includes('bullseye'));
  assert.ok(arcsAt('small', -27.49, 150).includes('bullseye'));
  const narrow = report(tableOf([ship('a', 'small', 450, 450, 0), ship('b', 'small', 477.2, 600, 0)]), {
    physical: TTS,
  }).pairs[0]!;
  assert.equal(narrow.arcs.bullseye!.inArc.value, false);
});

test('a turret covers the arc it points at, a double turret the opposite one too', () => {
  assert.deepEqual(turretArcs('left', 'single'), ['left']);
  assert.deepEqual(turretArcs('left', 'double'), ['left', 'right']);
  assert.deepEqual(turretArcs('rear', 'double'), ['front', 'rear']);
});

test('the four standard arcs cover the plane: every ship is in one of them, at any heading', () => {
  for (let deg = 0; deg < 360; deg += 3) {
    const found = arcsAt('medium', 220 * Math.sin(deg * DEG), 220 * Math.cos(deg * DEG), deg * 7);
    assert.ok(
      found.some((arc) => ['front', 'rear', 'left', 'right'].includes(arc)),
      `at ${deg}°`,
    );
    assert.ok(found.includes('fullFront') || found.includes('fullRear'));
  }
});

test('an arc answer says which part is inside, its closest point, and how many mm and degrees until it turns over', () => {
  const table = tableOf([ship('a', 'small', 450, 450, 0), ship('b', 'small', 450, 600, 0)]);
  const detail = arcDetail(table, 'a', 'b', 'bullseye');
  assert.deepEqual(detail.part.map(({ x, y }) => [Math.round(x * 1e6) / 1e6, Math.round(y * 1e6) / 1e6]).sort(), [
    [442.5, 580],
    [442.5, 620],
    [457.5, 580],
    [457.5, 620],
  ]);
  // 27.5 mm to either side takes the target out of the strip.
  assert.ok(Math.abs(detail.inArc.marginMm - 27.5) < 1e-9);
  assert.ok(detail.closest && Math.abs(detail.closest.y - 580) < 1e-9);
  // Turning the attacker: out when the last corner, the near one at (−20, 130), passes the line x = 7.5 of the strip.
  const near = Math.asin(7.5 / Math.hypot(20, 130)) + Math.atan2(20, 130);
  const far = Math.asin(7.5 / Math.hypot(20, 170)) + Math.atan2(20, 170);
  assert.ok(Math.abs(detail.turnDeg - Math.max(near, far) / DEG) < 1e-6);
});

test('out of an arc, the degrees say how far the attacker has to turn to get the target in', () => {
  const table = tableOf([ship('a', 'small', 450, 450, 0), ship('b', 'small', 650, 450, 0)]);
  const detail = arcDetail(table, 'a', 'b', 'front');
  assert.equal(detail.inArc.value, false);
  assert.deepEqual(detail.part, []);
  // The nearest corner is at (180, 20): bearing 83.66°, arc line at 40.62°.
  assert.ok(Math.abs(detail.turnDeg - (Math.atan2(180, 20) / DEG - 40.62)) < 1e-6);
});
