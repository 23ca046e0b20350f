import { type Camera, pixelFromTable, scaledPx, tableFromPixel } from '../../geometry/camera.js';
import { BETWEEN_PIXELS_PX, pixelInPicture } from '../../geometry/in-picture.js';
import type { Pixel, Point } from '../../geometry/point.js';
import { upperMedian } from '../../geometry/statistics.js';
import { type Cv, withMats } from '../runtime/opencv.js';
import { alignPatches, patchPlaces } from './align-patches.js';
import { type LevelledPicture, matOf } from './print-features.js';
import type { PrintTrack } from './view-unknowns.js';

/** A view whose camera is known to a few pixels, with its picture, levelled and perhaps smaller than the camera's. */
export interface AlignedView {
  readonly camera: Camera;
  readonly levelled: LevelledPicture;
}

/** Maximum number of places of each picture that are searched for in the others, and their minimum distance, px of the levelled picture. */
const PLACES = { most: 350, apartPx: 12 } as const;
/** Standard deviation of an aligned patch, px of the levelled picture. */
const PATCH_SIGMA_PX = 0.12;
/** Number of others with which each picture is aligned, those that share most with it. */
const PARTNERS = 5;
/** Share of common area below which pictures are not aligned. */
const MIN_SHARED = 0.15;
/** Ratio of scales beyond which a picture is not comparable with another. */
const MAX_SCALED = 6;
/**
 * Ratio of scales from which on the picture that shows the print larger is halved before it is compared, so that patches of both hold the
 * same print.
 */
const HALVED_FROM = 1.5;

/**
 * Points of the print found in several views by aligning patches between them: exact to a tenth of a pixel of the coarser one, where features are to half of one. The
 * places of each picture are looked for in those that share most with it. `isPrint`: whether a place of the table, seen by a camera, is the mat's print.
 */
export function alignedTracks(cv: Cv, views: readonly AlignedView[], isPrint: (point: Point, camera: Camera) => boolean): AlignedTracks {
  const asked = views.map(() => 0);
  const halved = views.map((view): AlignedView[] => [view]);
  const atLevel = (view: number, level: number): AlignedView => {
    const levels = halved[view]!;
    while (levels.length <= level) levels.push(halfSize(cv, levels.at(-1)!));
    return levels[level]!;
  };
  const tracks = views.flatMap((view, from) => {
    const byLevel = new Map<number, { readonly places: readonly Pixel[]; readonly seen: Mark[][] }>();
    for (const to of partnersOf(views, from)) {
      const between = scaleBetween(view.camera, views[to]!.camera);
      const scale = between && (between * sizeOf(views[to]!)) / sizeOf(view);
      if (!scale || scale > MAX_SCALED || scale < 1 / MAX_SCALED) continue;
      const [source, target] = [atLevel(from, halvings(1 / scale)), atLevel(to, halvings(scale))];
      if (!byLevel.has(halvings(1 / scale))) {
        const places = patchPlaces(cv, source.levelled, 3 * PLACES.most, PLACES.apartPx)
          .map((place) => toCamera(source, place))
          .filter((place) => isOnPrint(source.camera, place, isPrint))
          .slice(0, PLACES.most);
        byLevel.set(halvings(1 / scale), { places, seen: places.map((place) => [{ view: from, ...place, sigmaPx: sigmaOf(source) }]) });
      }
      const { places, seen } = byLevel.get(halvings(1 / scale))!;
      const { found, expected } = alignedMarks(cv, source, target, places);
      for (const { place, mark } of found) seen[place]!.push({ view: to, ...mark, sigmaPx: sigmaOf(target) });
      asked[from]! += expected;
      asked[to]! += expected;
    }
    return [...byLevel.values()].flatMap(({ seen }) => seen.filter((marks) => marks.length > 1).map((marks) => ({ seen: marks })));
  });
  return { tracks, asked };
}

function isOnPrint(camera: Camera, place: Pixel, isPrint: (point: Point, camera: Camera) => boolean): boolean {
  const at = tableFromPixel(camera, place);
  return at !== undefined && isPrint(at, camera);
}

type Mark = PrintTrack['seen'][number];

interface AlignedTracks {
  readonly tracks: readonly PrintTrack[];
  /** Number of places of each view that should be found in another, or of another in it. */
  readonly asked: readonly number[];
}

/** Places of the source in the target, px of both cameras. */
function alignedMarks(
  cv: Cv,
  source: AlignedView,
  target: AlignedView,
  places: readonly Pixel[],
): { readonly found: readonly { readonly place: number; readonly mark: Pixel }[]; readonly expected: number } {
  const asked = places.flatMap((at, place) => {
    const expected = carriedPixel(source.camera, target.camera, at);
    return expected ? [{ place, expected: fromCamera(target, expected) }] : [];
  });
  const back = (pixel: Pixel) => {
    const at = tableFromPixel(target.camera, toCamera(target, pixel));
    const there = at && pixelFromTable(source.camera, { ...at, z: 0 });
    return there && fromCamera(source, there);
  };
  const expected = asked.map((one) => one.expected);
  const found = alignPatches(cv, source.levelled, target.levelled, back, expected).map((one) => ({
    place: asked[one.place]!.place,
    mark: toCamera(target, one.target),
  }));
  return { found, expected: asked.length };
}

function halvings(scale: number): number {
  return scale < HALVED_FROM ? 0 : scale < 2 * HALVED_FROM ? 1 : 2;
}

function halfSize(cv: Cv, { camera, levelled }: AlignedView): AlignedView {
  return withMats((own) => {
    const half = own(new cv.Mat());
    const [widthPx, heightPx] = [levelled.widthPx >> 1, levelled.heightPx >> 1];
    cv.resize(own(matOf(cv, levelled)), half, new cv.Size(widthPx, heightPx), 0, 0, cv.INTER_AREA);
    return { camera, levelled: { widthPx, heightPx, grey: Uint8Array.from(half.data) } };
  });
}

/** Pixels of the levelled picture for each of the camera's. */
function sizeOf({ camera, levelled }: AlignedView): number {
  return levelled.widthPx / camera.widthPx;
}

function sigmaOf({ camera, levelled }: AlignedView): number {
  return (PATCH_SIGMA_PX * camera.widthPx) / levelled.widthPx;
}

/** A place of the levelled picture in the camera's, and the other way round, px. */
export function toCamera({ camera, levelled }: AlignedView, { u, v }: Pixel): Pixel {
  const times = camera.widthPx / levelled.widthPx;
  return { u: scaledPx(u, times), v: scaledPx(v, times) };
}

export function fromCamera({ camera, levelled }: AlignedView, { u, v }: Pixel): Pixel {
  const times = levelled.widthPx / camera.widthPx;
  return { u: scaledPx(u, times), v: scaledPx(v, times) };
}

/** Place at which another camera should show a place, if it is in its picture; px. */
function carriedPixel(from: Camera, to: Camera, place: Pixel): Pixel | undefined {
  const at = tableFromPixel(from, place);
  return at && pixelInPicture(to, { ...at, z: 0 }, BETWEEN_PIXELS_PX);
}

/** Ratio of the scales at which two pictures show their common area, where there is any; the median over the one picture. */
function scaleBetween(from: Camera, to: Camera): number | undefined {
  const stepPx = from.widthPx / 50;
  const scales = Array.from({ length: 36 }, (_, i) => {
    const place = { u: (((i % 6) + 0.5) / 6) * from.widthPx, v: ((Math.floor(i / 6) + 0.5) / 6) * from.heightPx };
    const [p, q] = [carriedPixel(from, to, place), carriedPixel(from, to, { u: place.u, v: place.v + stepPx })];
    const r = carriedPixel(from, to, { u: place.u + stepPx, v: place.v });
    return p && q && r ? Math.sqrt(Math.abs((r.u - p.u) * (q.v - p.v) - (r.v - p.v) * (q.u - p.u))) / stepPx : 0;
  }).filter((scale) => scale > 0);
  return upperMedian(scales);
}

function partnersOf(views: readonly AlignedView[], from: number): number[] {
  return views
    .map(({ camera }, to) => ({ to, shared: to === from ? 0 : sharedOf(views[from]!.camera, camera) }))
    .filter(({ shared }) => shared > MIN_SHARED)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, PARTNERS)
    .map(({ to }) => to);
}

/** Share of a picture that another one shows too. */
export function sharedOf(from: Camera, to: Camera): number {
  const n = 6;
  let shared = 0;
  for (let i = 0; i < n * n; i++) {
    const at = tableFromPixel(from, { u: (((i % n) + 0.5) / n) * from.widthPx, v: ((Math.floor(i / n) + 0.5) / n) * from.heightPx });
    if (at && pixelInPicture(to, { ...at, z: 0 })) shared++;
  }
  return shared / (n * n);
}
