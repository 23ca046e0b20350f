import { type Camera, pixelFromTable, tableFromPixel } from '../../geometry/camera.js';
import type { Pixel } from '../../geometry/point.js';
import type { Cv } from '../runtime/opencv.js';
import { alignPatches, patchPlaces } from './align-patches.js';
import type { LevelledPicture } from './print-features.js';
import type { PrintTrack } from './solve-views.js';

/** A view whose camera is known to a few pixels, with its picture, levelled and perhaps smaller than the camera's. */
export interface AlignedView {
  readonly camera: Camera;
  readonly levelled: LevelledPicture;
}

/** So many places of each picture are looked for in the others, at least so far apart, px of the levelled picture. */
const PLACES = { most: 350, apartPx: 12 } as const;
/** How exactly a patch is aligned, px of the levelled picture. */
const PATCH_SIGMA_PX = 0.12;
/** With the so many others that share most with it each picture is aligned. */
const PARTNERS = 5;
/** Pictures that share less than this of what they show are not aligned. */
const LEAST_SHARED = 0.15;
/** A patch that shows the print this many times larger or smaller than where it comes from is not comparable. */
const MOST_SCALED = 3;

/**
 * Points of the print found in several views by aligning patches between them: exact to a tenth of a pixel, where features are to half of one. The places of each picture
 * are looked for in those that share most with it.
 */
export function alignedTracks(cv: Cv, views: readonly AlignedView[]): PrintTrack[] {
  return views.flatMap((view, from) => {
    const places = patchPlaces(cv, view.levelled, PLACES.most, PLACES.apartPx).map((place) => toCamera(view, place));
    const seen = places.map((place) => [{ view: from, ...place, sigmaPx: sigmaOf(view) }]);
    for (const to of partnersOf(views, from)) {
      const other = views[to]!;
      const asked = places.flatMap((place, i) => {
        const expected = expectedAt(view.camera, other.camera, place);
        return expected ? [{ i, expected: fromCamera(other, expected) }] : [];
      });
      const back = (pixel: Pixel) => {
        const at = tableFromPixel(other.camera, toCamera(other, pixel));
        const there = at && pixelFromTable(view.camera, { ...at, z: 0 });
        return there && fromCamera(view, there);
      };
      const found = alignPatches(
        cv,
        view.levelled,
        other.levelled,
        back,
        asked.map(({ expected }) => expected),
      );
      for (const { place, target } of found) {
        seen[asked[place]!.i]!.push({ view: to, ...toCamera(other, target), sigmaPx: sigmaOf(other) });
      }
    }
    return seen.filter((marks) => marks.length > 1).map((marks) => ({ seen: marks }));
  });
}

function sigmaOf({ camera, levelled }: AlignedView): number {
  return (PATCH_SIGMA_PX * camera.widthPx) / levelled.widthPx;
}

/** A place of the levelled picture in the camera's, and the other way round, px. */
function toCamera({ camera, levelled }: AlignedView, { u, v }: Pixel): Pixel {
  const times = camera.widthPx / levelled.widthPx;
  return { u: (u + 0.5) * times - 0.5, v: (v + 0.5) * times - 0.5 };
}

export function fromCamera({ camera, levelled }: AlignedView, { u, v }: Pixel): Pixel {
  const times = levelled.widthPx / camera.widthPx;
  return { u: (u + 0.5) * times - 0.5, v: (v + 0.5) * times - 0.5 };
}

/** Where another camera should show a place, if it is in its picture and about as large there; px. */
function expectedAt(from: Camera, to: Camera, place: Pixel): Pixel | undefined {
  const at = tableFromPixel(from, place);
  const beside = tableFromPixel(from, { u: place.u + 4, v: place.v });
  const [seen, seenBeside] = [at, beside].map((point) => point && pixelFromTable(to, { ...point, z: 0 }));
  if (!seen || !seenBeside || seen.u < 0 || seen.v < 0 || seen.u > to.widthPx - 1 || seen.v > to.heightPx - 1) return undefined;
  const scale = Math.hypot(seenBeside.u - seen.u, seenBeside.v - seen.v) / 4;
  return scale < MOST_SCALED && scale > 1 / MOST_SCALED ? seen : undefined;
}

function partnersOf(views: readonly AlignedView[], from: number): number[] {
  return views
    .map(({ camera }, to) => ({ to, shared: to === from ? 0 : sharedOf(views[from]!.camera, camera) }))
    .filter(({ shared }) => shared > LEAST_SHARED)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, PARTNERS)
    .map(({ to }) => to);
}

/** Share of a picture that another one shows too. */
function sharedOf(from: Camera, to: Camera): number {
  const n = 6;
  let shared = 0;
  for (let i = 0; i < n * n; i++) {
    const at = tableFromPixel(from, { u: (((i % n) + 0.5) / n) * from.widthPx, v: ((Math.floor(i / n) + 0.5) / n) * from.heightPx });
    const seen = at && pixelFromTable(to, { ...at, z: 0 });
    if (seen && seen.u > 0 && seen.v > 0 && seen.u < to.widthPx && seen.v < to.heightPx) shared++;
  }
  return shared / (n * n);
}
