import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { signedAreaSqMm } from '../../src/geometry/outline.js';
import { lyingOutline } from '../../src/sim/describe/flat-things.js';
import { areApart, footprint } from '../../src/sim/describe/lay-out-ships.js';
import { describeTable } from '../../src/sim/describe-table.js';

const things = Array.from({ length: 300 }, (_, seed) => describeTable(seed, { split: 'train' })).flatMap(({ clutter, ships }) =>
  clutter.map((item) => ({ item, ships, outline: lyingOutline(item) })),
);

const of = (kind: string) => things.filter(({ item }) => item.kind === kind);

/** Area of a ring sector of 20 mm about a middle radius: arc length times width. */
const CURVES_MM2 = [80, 130, 180].map((r) => (r * Math.PI * 20) / 4).concat([35, 62.5, 90].map((r) => (r * Math.PI * 20) / 2));

describe('what lies flat on the simulated table', () => {
  test('rulers are 300 mm long, straight templates a whole number of 40 mm and 20 mm wide', () => {
    assert.ok(of('ruler').length > 20 && of('straight').length > 40);
    const sides = (outline: readonly { x: number; y: number }[]) =>
      [0, 1].map((i) => Math.hypot(outline[i + 1]!.x - outline[i]!.x, outline[i + 1]!.y - outline[i]!.y)).sort((a, b) => a - b);
    for (const { outline } of of('ruler')) assert.ok(Math.abs(sides(outline!)[1]! - 300) < 1e-9);
    for (const { outline } of of('straight')) {
      const length = Math.abs(signedAreaSqMm(outline!)) / 20;
      assert.ok(length > 39.9 && length < 200.1 && Math.abs(length / 40 - Math.round(length / 40)) < 1e-9, `${length} mm`);
    }
  });

  test('curved templates are banks and turns of the box', () => {
    assert.ok(of('curve').length > 40);
    for (const { outline } of of('curve')) {
      const area = Math.abs(signedAreaSqMm(outline!));
      assert.ok(
        CURVES_MM2.some((known) => Math.abs(area / known - 1) < 1e-3),
        `${area} mm²`,
      );
    }
  });

  test('none lies under a ship', () => {
    for (const { outline, ships } of things) {
      if (outline) for (const ship of ships) assert.ok(areApart(footprint(ship, 2), outline));
    }
  });
});
