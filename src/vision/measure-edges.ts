import { matSides } from './mat-sides.js';
import type { Net } from './net.js';
import type { Mark } from './observations.js';
import type { Cv, Mat } from './opencv.js';
import { readStrips, type Strip } from './read-strips.js';
import type { TableSolution } from './solve.js';
import { stripWindow } from './strip-window.js';

/** A strip across the mat's edge, the mat on the left. As in models/train/pictures.py. */
const WINDOW = { acrossPx: 48, alongPx: 16, acrossMm: 16, alongMm: 32 };

/** Where strips are laid along the sides of a registered mat. */
export interface StripLayout {
  readonly stepMm: number;
  /** Distance of the first and last strip from the mat's corners. */
  readonly cornerMm: number;
  /** How far outside the side a strip's middle lies; negative: inside. */
  readonly outsideMm: number;
}

/** On the sides themselves; the mat's corners may be rounded. */
export const ON_THE_BORDER: StripLayout = { stepMm: 16, cornerMm: 16, outsideMm: 0 };

/** What the edge net says about one strip. */
export interface EdgeReading {
  /** The mat's side, counter-clockwise from the one nearest to player 1. */
  readonly side: number;
  /** Where the edge is in the original frame; undefined when the net sees none in the strip. */
  readonly mark: Mark | undefined;
}

/** Cuts strips along all visible sides of a registered mat out of the original frame and reads where the edge crosses each. */
export async function measureEdges(cv: Cv, net: Net, rgba: Mat, registration: TableSolution, layout: StripLayout): Promise<EdgeReading[]> {
  const strips = stripsOf(registration, layout);
  const marks = await readStrips(cv, net, rgba, strips, WINDOW);
  return strips.map(({ side }, i) => ({ side, mark: marks[i] }));
}

function stripsOf(
  { camera, widthMm, depthMm }: TableSolution,
  { stepMm, cornerMm, outsideMm }: StripLayout,
): (Strip & { readonly side: number })[] {
  return matSides(widthMm, depthMm).flatMap(({ from, along, out, longMm }, side) => {
    const count = Math.floor((longMm - 2 * cornerMm) / stepMm);
    return Array.from({ length: count + 1 }, (_, i) => cornerMm + i * stepMm).flatMap((s) => {
      const middle = { x: from.x + s * along.x + outsideMm * out.x, y: from.y + s * along.y + outsideMm * out.y, z: 0 };
      const imageFromStrip = stripWindow(camera, middle, out, along, WINDOW);
      return imageFromStrip ? [{ side, imageFromStrip }] : [];
    });
  });
}
