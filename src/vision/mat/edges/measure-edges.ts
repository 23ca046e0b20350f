import { tableFromPixel } from '../../../geometry/camera.js';
import type { Net } from '../../runtime/net.js';
import type { Cv, Mat } from '../../runtime/opencv.js';
import { matSides, outsideMm, SIDES } from '../../solve/mat-sides.js';
import type { BorderMark } from '../../solve/observations.js';
import { SIGMA_INFLATION } from '../../solve/sigma-inflation.js';
import type { RegisteredMat } from './band-colours.js';
import { readStrips, type Strip } from './read-strips.js';
import { stripWindow } from './strip-window.js';

/** A strip across the mat's edge, the mat on the left. As in models/train/pictures.py. */
const WINDOW = { acrossPx: 48, alongPx: 16, acrossMm: 16, alongMm: 32 };

/** Layout of strips along the sides of a registered mat. */
export interface StripLayout {
  /** Positions of their middles along a side of that length, mm from where it begins. */
  readonly placesMm: (longMm: number) => readonly number[];
  /** Distances of strips' middles outside the side, a row of strips for each; negative: inside. */
  readonly outsideMm: readonly number[];
}

/** Places `stepMm` apart, the first and the last `cornerMm` from the side’s ends. */
export function evenPlacesMm(stepMm: number, cornerMm: number): StripLayout['placesMm'] {
  return (longMm) => Array.from({ length: Math.floor((longMm - 2 * cornerMm) / stepMm) + 1 }, (_, i) => cornerMm + i * stepMm);
}

/** Layout on the sides themselves; the mat's corners may be rounded. */
export const ON_THE_BORDER: StripLayout = { placesMm: evenPlacesMm(16, 16), outsideMm: [0] };

/** Reading of the edge net for one strip. */
export interface EdgeReading {
  /** One of SIDES. */
  readonly side: number;
  /** Place of the edge in the original frame; undefined when the net sees none in the strip. */
  readonly mark: BorderMark | undefined;
}

/** Cuts strips along the visible ones of some sides of a registered mat out of the original frame and reads where the edge crosses each. */
export async function measureEdges(
  cv: Cv,
  net: Net,
  rgba: Mat,
  registration: RegisteredMat,
  layout: StripLayout,
  sides = SIDES,
): Promise<EdgeReading[]> {
  const strips = stripsOf(registration, layout, sides);
  const marks = await readStrips(cv, net, rgba, strips, WINDOW);
  return strips.map(({ side }, i) => ({ side, mark: marks[i] }));
}

function stripsOf(
  { camera, widthMm, depthMm }: RegisteredMat,
  { placesMm, outsideMm }: StripLayout,
  sides: readonly number[],
): (Strip & { readonly side: number })[] {
  const all = matSides(widthMm, depthMm);
  return sides.flatMap((side) => {
    const { from, along, out, longMm } = all[side]!;
    const places = placesMm(longMm);
    return outsideMm.flatMap((o) =>
      places.flatMap((s) => {
        const middle = { x: from.x + s * along.x + o * out.x, y: from.y + s * along.y + o * out.y, z: 0 };
        const imageFromStrip = stripWindow(camera, middle, out, along, WINDOW);
        return imageFromStrip ? [{ side, imageFromStrip }] : [];
      }),
    );
  });
}

/** The edges that are seen as marks, their sigma inflated (`SIGMA_INFLATION`), px. */
export function edgeMarks(edges: readonly EdgeReading[]): BorderMark[] {
  return edges.flatMap(({ mark }) =>
    mark ? [{ ...mark, sigmaPx: SIGMA_INFLATION.edgeFactor * Math.hypot(mark.sigmaPx, SIGMA_INFLATION.edgeFloorPx) }] : [],
  );
}

/** Distance of an edge that was read outside of its side of a registered mat, mm; undefined where none was seen, or above the horizon. */
export function edgeOutsideMm({ side, mark }: EdgeReading, registration: RegisteredMat): number | undefined {
  const at = mark && tableFromPixel(registration.camera, mark);
  return at && outsideMm(at, side, registration);
}
