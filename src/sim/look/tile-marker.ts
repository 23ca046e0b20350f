import type { BaseProfile } from '../table-description.js';
import type { Paint } from './canvas.js';

/** Rows of modules, # is black, the black border included. */
export type MarkerRows = readonly string[];

/** Between the peg's foot and the marker's quiet border, and between that and the tile's edge, mm. */
const ROOM_MM = 0.3;

/** The largest square marker with a quiet border of one module that fits on a tile behind the peg; tile's frame, mm, y forward. */
export function markerPlace(profile: BaseProfile, modules: number): { readonly halfMm: number; readonly yMm: number } {
  const pegMm = profile.pegHoleMm / 2;
  const paperMm = Math.min(profile.tileHalfLengthMm - pegMm, 2 * profile.tileHalfWidthMm) - 2 * ROOM_MM;
  return { halfMm: (paperMm / 2) * (modules / (modules + 2)), yMm: -(pegMm + ROOM_MM + paperMm / 2) };
}

/** Glues a printed marker on a tile: y towards the rear, mm, origin in the middle of the tile. */
export function paintMarker(paint: Paint, profile: BaseProfile, rows: MarkerRows): void {
  const { halfMm, yMm } = markerPlace(profile, rows.length);
  const module = (2 * halfMm) / rows.length;
  const [left, top] = [-halfMm, -yMm - halfMm];
  paint.fillStyle = '#fff';
  paint.fillRect(left - module, top - module, 2 * halfMm + 2 * module, 2 * halfMm + 2 * module);
  paint.fillStyle = '#111';
  rows.forEach((row, j) => {
    [...row].forEach((mark, i) => {
      // A little wider than a module, so that no light line is left between two.
      if (mark === '#') paint.fillRect(left + i * module, top + j * module, module * 1.01, module * 1.01);
    });
  });
}
