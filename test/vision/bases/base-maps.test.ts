import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadEngines } from '../../../src/cli/inputs/node-engines.js';
import { TILE_PX, type Tile, updatedMaps, wholeMaps } from '../../../src/vision/bases/base-maps.js';
import { CELL_PX, MASK_CELLS, RECTIFIED_PX } from '../../../src/vision/image/rectify.js';
import type { Net } from '../../../src/vision/runtime/net.js';

/** The detector's maps are logits and cells: this is a hundredth of the difference between a base and none. */
const SAME = 0.05;

let net: Net;
/** Pixels that the net was shown. */
let shownPx = 0;

before(async () => {
  const { baseDetector } = (await loadEngines()).nets;
  net = {
    run(image, dims) {
      shownPx += dims[2]! * dims[3]!;
      return baseDetector.run(image, dims);
    },
  };
});

/** A mat with a pattern; pale squares of 28 px, about the size of bases, in the middles of some tiles. */
function matWith(tiles: readonly Tile[]): Float32Array {
  const n = RECTIFIED_PX;
  const rgb = Float32Array.from(
    { length: 3 * n * n },
    (_, i) => 0.3 + 0.1 * Math.sin((i % n) / 9) * Math.cos((Math.floor(i / n) % n) / 17),
  );
  for (const { column, row } of tiles) {
    for (let plane = 0; plane < 3; plane++) {
      for (let v = 2; v < TILE_PX - 2; v++) {
        const from = (plane * n + row * TILE_PX + v) * n + column * TILE_PX + 2;
        rgb.fill(0.9, from, from + TILE_PX - 4);
      }
    }
  }
  return rgb;
}

function largestDifference(one: Float32Array, other: Float32Array): number {
  return one.reduce((worst, value, i) => Math.max(worst, Math.abs(value - other[i]!)), 0);
}

/** The largest difference in the cells of a tile. */
function differenceIn({ column, row }: Tile, one: Float32Array, other: Float32Array): number {
  const cells = TILE_PX / CELL_PX;
  const isIn = (i: number) =>
    Math.floor((i % MASK_CELLS) / cells) === column && Math.floor((Math.floor(i / MASK_CELLS) % MASK_CELLS) / cells) === row;
  return one.reduce((worst, value, i) => (isIn(i) ? Math.max(worst, Math.abs(value - other[i]!)) : worst), 0);
}

test('maps worked out around a changed place are those of the whole picture, for a third of the work', async () => {
  const [stays, comes] = [
    { column: 11, row: 12 },
    { column: 4, row: 3 },
  ];
  const kept = await wholeMaps(net, matWith([stays]), true);
  const now = matWith([stays, comes]);
  const whole = await wholeMaps(net, now, true);
  assert.ok(differenceIn(comes, kept, whole) > 1, 'what has come is seen in the maps');
  shownPx = 0;
  const updated = await updatedMaps(net, now, { maps: kept, changedTiles: [comes] }, true);
  assert.ok(shownPx < 0.45 * 2 * RECTIFIED_PX ** 2, `shown ${shownPx} px`);
  assert.ok(differenceIn(comes, updated, whole) < SAME, `${differenceIn(comes, updated, whole)} in the tile`);
  assert.ok(differenceIn(stays, updated, whole) < SAME, 'what stays is as it was');
});

test('a thing taken from the one edge and put at the other changes the maps at both', async () => {
  const [was, is] = [
    { column: 0, row: 15 },
    { column: 15, row: 0 },
  ];
  const kept = await wholeMaps(net, matWith([was]), false);
  const now = matWith([is]);
  const whole = await wholeMaps(net, now, false);
  const updated = await updatedMaps(net, now, { maps: kept, changedTiles: [was, is] }, false);
  for (const tile of [was, is]) assert.ok(differenceIn(tile, updated, whole) < SAME, `${differenceIn(tile, updated, whole)}`);
});

test('where nothing has changed the net is not asked, and where nearly all has it is asked once for all', async () => {
  const kept = await wholeMaps(net, matWith([]), false);
  const now = matWith([{ column: 3, row: 3 }]);
  shownPx = 0;
  assert.equal(await updatedMaps(net, now, { maps: kept, changedTiles: [] }, false), kept);
  assert.equal(shownPx, 0);
  const all = Array.from({ length: 256 }, (_, i) => ({ column: i % 16, row: Math.floor(i / 16) }));
  const updated = await updatedMaps(net, now, { maps: kept, changedTiles: all }, false);
  assert.equal(shownPx, RECTIFIED_PX ** 2);
  assert.equal(largestDifference(updated, await wholeMaps(net, now, false)), 0);
});
