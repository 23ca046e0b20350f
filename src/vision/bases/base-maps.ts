import { CELL_PX, MASK_CELLS, RECTIFIED_PX } from '../image/rectify.js';
import { averageMirrored, mirrorRows } from '../runtime/mirror-rows.js';
import type { Net } from '../runtime/net.js';

/** Side of a tile of the rectified picture, px: the width of the net's widest cells. */
export const TILE_PX = 32;
/** Tiles along a side of the rectified picture. */
export const TILES = RECTIFIED_PX / TILE_PX;

/** One tile of the rectified picture, counted from its top left. */
export interface Tile {
  readonly column: number;
  readonly row: number;
}

/** The maps that earlier frames gave, and the tiles that show something else since. */
export interface KeptMaps {
  readonly maps: Float32Array;
  readonly changedTiles: readonly Tile[];
}

/** Number of tiles around a changed one up to which the maps are recomputed. */
const SPREAD_TILES = 1;
/**
 * Additional tiles that the net is shown: the maps then differ from those of the whole picture by 0.03 (root mean square of logits; with 1:
 * 0.14, with 3: 0.001).
 */
const MARGIN_TILES = 2;
/** Share of the picture from which on the whole is no more work. */
const MAX_SHARE = 0.75;

/** The maps that change sign when the picture is mirrored: those of directions to the right. */
const SIDEWAYS = [3, 5, 8];

/** The net's maps of the whole rectified picture (planar RGB), plane by plane; `bothWays`: averaged with those of its mirror image. */
export function wholeMaps(net: Net, rgb: Float32Array, bothWays: boolean): Promise<Float32Array> {
  return runMaps(net, rgb, RECTIFIED_PX, RECTIFIED_PX, bothWays);
}

/** The same, computed only around changes since the kept maps. */
export async function updatedMaps(net: Net, rgb: Float32Array, { maps, changedTiles }: KeptMaps, bothWays: boolean): Promise<Float32Array> {
  if (changedTiles.length === 0) return maps;
  const boxes = boxesAround(changedTiles);
  const shown = boxes.map((box) => grown(box, MARGIN_TILES));
  if (shown.reduce((sum, box) => sum + areaOf(box), 0) > MAX_SHARE * TILES ** 2) return wholeMaps(net, rgb, bothWays);
  const updated = maps.slice();
  for (const [i, box] of boxes.entries()) {
    const crop = shown[i]!;
    const [width, height] = [TILE_PX * (crop.right - crop.left), TILE_PX * (crop.bottom - crop.top)];
    const part = await runMaps(net, cutOut(rgb, crop), width, height, bothWays);
    paste(updated, part, box, crop);
  }
  return updated;
}

/** Tiles from `left` and `top` up to, without, `right` and `bottom`. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Boxes that hold all of the tiles with their spread; those that would be shown to the net twice are merged. */
function boxesAround(tiles: readonly Tile[]): Box[] {
  const boxes: Box[] = [];
  for (const { column, row } of tiles) {
    let box = grown({ left: column, top: row, right: column + 1, bottom: row + 1 }, SPREAD_TILES);
    for (let i = boxes.length - 1; i >= 0; i--) {
      if (!areClose(boxes[i]!, box)) continue;
      box = around(boxes.splice(i, 1)[0]!, box);
      // The larger box may reach others that were skipped.
      i = boxes.length;
    }
    boxes.push(box);
  }
  return boxes;
}

function grown({ left, top, right, bottom }: Box, by: number): Box {
  return {
    left: Math.max(0, left - by),
    top: Math.max(0, top - by),
    right: Math.min(TILES, right + by),
    bottom: Math.min(TILES, bottom + by),
  };
}

function areClose(a: Box, b: Box): boolean {
  return (
    a.left <= b.right + MARGIN_TILES &&
    b.left <= a.right + MARGIN_TILES &&
    a.top <= b.bottom + MARGIN_TILES &&
    b.top <= a.bottom + MARGIN_TILES
  );
}

function around(a: Box, b: Box): Box {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

function areaOf({ left, top, right, bottom }: Box): number {
  return (right - left) * (bottom - top);
}

function cutOut(rgb: Float32Array, { left, top, right, bottom }: Box): Float32Array {
  const [width, height] = [TILE_PX * (right - left), TILE_PX * (bottom - top)];
  const out = new Float32Array(3 * width * height);
  for (let plane = 0; plane < 3; plane++) {
    for (let row = 0; row < height; row++) {
      const from = (plane * RECTIFIED_PX + TILE_PX * top + row) * RECTIFIED_PX + TILE_PX * left;
      out.set(rgb.subarray(from, from + width), (plane * height + row) * width);
    }
  }
  return out;
}

/** Puts the cells of `box` from the maps of `crop`, which holds it, into those of the whole picture. */
function paste(maps: Float32Array, part: Float32Array, box: Box, crop: Box): void {
  const cells = TILE_PX / CELL_PX;
  const [width, height] = [cells * (crop.right - crop.left), cells * (crop.bottom - crop.top)];
  const columns = cells * (box.right - box.left);
  const planes = maps.length / MASK_CELLS ** 2;
  for (let plane = 0; plane < planes; plane++) {
    for (let row = cells * box.top; row < cells * box.bottom; row++) {
      const from = (plane * height + row - cells * crop.top) * width + cells * (box.left - crop.left);
      maps.set(part.subarray(from, from + columns), (plane * MASK_CELLS + row) * MASK_CELLS + cells * box.left);
    }
  }
}

async function runMaps(net: Net, rgb: Float32Array, width: number, height: number, bothWays: boolean): Promise<Float32Array> {
  const data = await runOnce(net, rgb, width, height);
  if (!bothWays) return data;
  const [columns, rows] = [width / CELL_PX, height / CELL_PX];
  averageMirrored(data, await runOnce(net, mirrorRows(rgb, width), width, height), columns * rows, columns, columns, SIDEWAYS);
  return data;
}

async function runOnce(net: Net, rgb: Float32Array, width: number, height: number): Promise<Float32Array> {
  const { maps } = await net.run(rgb, [1, 3, height, width]);
  if (!maps) throw new Error('The base detector gave no maps.');
  return maps.data;
}
