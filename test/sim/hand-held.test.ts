import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeHandHeld } from '../../analyses/simulate/hand-held.js';
import { cameraCentre, pixelFromTable } from '../../src/geometry/camera.js';
import { footprint } from '../../src/sim/describe/lay-out-ships.js';

const WISHES = { split: 'test', longSidePx: 1280, closeViews: 3 } as const;

test('hand-held views: same seed, same views; whole ones show all four corners, close ones two to five ships from no further than 0.7 m', () => {
  for (const seed of [1, 2, 3, 4]) {
    const views = describeHandHeld(seed, WISHES);
    assert.deepEqual(views, describeHandHeld(seed, WISHES));
    assert.deepEqual(
      views.slice(0, 2).map(({ name }) => name),
      ['whole', 'around'],
    );
    for (const { name, table } of views) {
      const { camera, mat, ships } = table;
      const isIn = (x: number, y: number) => {
        const at = pixelFromTable(camera, { x, y, z: 0 });
        return at !== undefined && at.u > 0 && at.v > 0 && at.u < camera.widthPx && at.v < camera.heightPx;
      };
      const corners = [0, mat.widthMm].flatMap((x) => [0, mat.depthMm].map((y) => isIn(x, y))).filter(Boolean).length;
      if (!name.startsWith('close')) {
        assert.equal(corners, 4, `${seed} ${name}`);
        continue;
      }
      assert.equal(corners, 0, `${seed} ${name}`);
      assert.ok(cameraCentre(camera).z <= 700, `${seed} ${name}`);
      const inView = ships.filter((ship) => footprint(ship).every(({ x, y }) => isIn(x, y))).length;
      assert.ok(inView >= 2 && inView <= 6, `${seed} ${name}: ${inView} ships`);
    }
  }
});

test('of a hand-held series all but the ships that are said to have moved stand where they stood, and the lens is one', () => {
  for (const seed of [1, 2, 3, 4]) {
    const views = describeHandHeld(seed, WISHES);
    for (const [i, { table, moved }] of views.entries()) {
      const before = views[i - 1];
      if (!before) continue;
      const gone = table.ships.filter((ship, k) => ship.x !== before.table.ships[k]!.x || ship.y !== before.table.ships[k]!.y);
      assert.ok(gone.every(({ id }) => moved.includes(id)));
      assert.deepEqual([...focals(table.camera)].sort(), [...focals(before.table.camera)].sort());
    }
  }
});

function focals({ fx, fy }: { readonly fx: number; readonly fy: number }): readonly number[] {
  return [fx, fy];
}
