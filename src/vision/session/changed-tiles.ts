import { type Camera, pixelFromTable } from '../../geometry/camera.js';
import { CORNER_SIGNS } from '../../geometry/corner-signs.js';
import { TILE_PX, TILES, type Tile } from '../bases/base-maps.js';
import { tableFromRectified } from '../image/rectify.js';
import type { Changes } from './frame-thumbnail.js';

/** The tiles of the table seen from above in which the picture has changed; what lies outside of the picture has not. */
export function changedTiles(camera: Camera, changes: Changes): Tile[] {
  if (!changes.isAny) return [];
  const all = Array.from({ length: TILES * TILES }, (_, i): Tile => ({ column: i % TILES, row: Math.floor(i / TILES) }));
  return all.filter((tile) => {
    const corners = cornersOf(camera, tile);
    return corners === undefined || changes.touch(corners);
  });
}

/** In pixels of the frame, at its edge where they lie beyond; undefined where a corner is behind the camera. */
function cornersOf(camera: Camera, { column, row }: Tile) {
  const corners = CORNER_SIGNS.flatMap(([x, y]) => {
    const at = tableFromRectified({ u: (column + 0.5 + x / 2) * TILE_PX - 0.5, v: (row + 0.5 + y / 2) * TILE_PX - 0.5 });
    return pixelFromTable(camera, { ...at, z: 0 }) ?? [];
  });
  if (corners.length < CORNER_SIGNS.length) return undefined;
  const within = (px: number, size: number) => Math.min(size - 1, Math.max(0, px));
  return corners.map(({ u, v }) => ({ u: within(u, camera.widthPx), v: within(v, camera.heightPx) }));
}
