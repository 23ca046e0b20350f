import assert from 'node:assert/strict';
import test from 'node:test';
import { EXACT } from '../../src/geometry/pose.js';
import { inArc } from '../../src/judge/arc/in-arc.js';
import { pairOf } from '../../src/judge/core/pair.js';
import { ARC_NAMES } from '../../src/pieces/arc-names.js';
import { arcRegion } from '../../src/pieces/arcs.js';
import { baseOutline } from '../../src/pieces/bases.js';
import { arcShapes } from '../../src/scene/draw/arc-shapes.js';
import type { ArcName, Ship, Table } from '../../src/table/table.js';

const ship: Ship = { id: 'a', base: 'medium', pose: { x: 400, y: 400, headingRad: 0.7 }, covariance: EXACT, arcs: ['front'] };
const WIDE = ['left', 'right', 'fullFront', 'fullRear'] as const;

test('no point of a wide arc’s band n is nearer to the base than n × 100 mm, and most are just that far', () => {
  const outline = baseOutline(ship.base, ship.pose);
  // Tried along the whole outline, every 0.1 mm.
  const border = outline.flatMap((a, i) => {
    const b = outline[(i + 1) % 4]!;
    return Array.from({ length: 601 }, (_, k) => ({ x: a.x + ((b.x - a.x) * k) / 600, y: a.y + ((b.y - a.y) * k) / 600 }));
  });
  for (const arc of WIDE) {
    for (const { points, variant } of arcShapes(ship, [arc]).filter(({ role }) => role === 'arc-band')) {
      const gaps = points.map(({ x, y }) => Math.min(...border.map((p) => Math.hypot(p.x - x, p.y - y))));
      const reach = 100 * Number(variant);
      const exact = gaps.filter((gap) => Math.abs(gap - reach) < 0.05).length;
      assert.ok(gaps.every((gap) => gap < reach + 0.05) && exact > 0.6 * gaps.length, `${arc} ${variant}: ${exact} of ${gaps.length}`);
    }
  }
});

test('the bands of a huge ship’s arcs are as far from its base, and its front arc begins where the lines leave its sides', () => {
  const huge: Ship = { ...ship, base: 'huge', lengthMm: 200, pose: { x: 0, y: 0, headingRad: 0 } };
  const outsideMm = ({ x, y }: { readonly x: number; readonly y: number }) =>
    Math.hypot(Math.max(0, Math.abs(x) - 40), Math.max(0, Math.abs(y) - 100));
  for (const arc of ['front', 'rear', 'left', 'right'] as const) {
    const bands = arcShapes(huge, [arc]).filter(({ role }) => role === 'arc-band');
    assert.equal(bands.length, 3);
    for (const { points, variant } of bands) {
      const gaps = points.map(outsideMm);
      assert.ok(Math.max(...gaps) < 100 * Number(variant) + 1, `${arc} ${variant}`);
    }
  }
  const [edge] = arcShapes(huge, ['front']).filter(({ role }) => role === 'arc-edge');
  // tan 41.45° = 0.8832.
  assert.ok(Math.hypot(edge!.points[0]!.x + 40, edge!.points[0]!.y - 40 / 0.8832) < 0.05, JSON.stringify(edge!.points[0]));
});

test('a small base within the drawn borders of an arc is in that arc for the judge, and one beyond them is not', () => {
  const sees = (arc: ArcName, x: number, y: number) => {
    const other: Ship = { ...ship, id: 'b', base: 'small', pose: { x, y, headingRad: 0 } };
    const table: Table = { widthMm: 914, depthMm: 914, ships: [ship, other], obstacles: [], devices: [] };
    return inArc(pairOf(table, 0, 1), arcRegion(ship.base, arc)).value;
  };
  for (const arc of ARC_NAMES.filter((name) => name !== 'bullseye')) {
    const edges = arcShapes(ship, [arc]).filter(({ role }) => role === 'arc-edge');
    const ends = edges.map(({ points }) => points[1]!);
    assert.equal(edges.length, 2, arc);
    const area = arcShapes(ship, [arc]).find(({ role }) => role === 'arc-area')!;
    const inside = area.points.reduce((sum, { x, y }) => ({ x: sum.x + x / area.points.length, y: sum.y + y / area.points.length }), {
      x: 0,
      y: 0,
    });
    assert.ok(sees(arc, inside.x, inside.y), `${arc}: its middle`);
    // The other way from the base, as far.
    assert.ok(!sees(arc, 800 - inside.x, 800 - inside.y), `${arc}: behind it`);
    assert.ok(
      ends.every(({ x, y }) => sees(arc, x, y)),
      `${arc}: its borders`,
    );
  }
});

test('only the arcs that are asked for are drawn, and none while the front is open', () => {
  assert.equal(arcShapes({ ...ship, isFrontOpen: true }, ['left']).length, 0);
  const all = arcShapes({ ...ship, arcs: ['front', 'rear'] });
  assert.equal(all.filter(({ role }) => role === 'arc-area').length, 2);
});
