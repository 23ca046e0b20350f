import { type Camera, pixelFromTable, tableFromPixel } from '../../geometry/camera.js';
import { pixelInPicture } from '../../geometry/in-picture.js';
import type { Pixel, Point } from '../../geometry/point.js';
import { type Cv, withMats } from '../runtime/opencv.js';
import { type PlaneRaster, warpedRaster } from './plane-raster.js';
import { alignedWarp, blockShift, correlationOf, type Warp, warped } from './plane-warp.js';
import { type AlignedView, sharedOf } from './refine-tracks.js';
import type { PrintTrack } from './view-unknowns.js';

/** Common places of two views, and the number that was looked for. */
export interface PlaneAlignment {
  readonly tracks: readonly PrintTrack[];
  readonly asked: number;
}

/** Largest side of a piece of the plane that is compared, mm. */
const MAX_SIDE_MM = 520;
/** Cells of each level in units of the finest, which holds a pixel of the coarser picture. */
const COARSER = [5, 2.5, 1] as const;
const ROUNDS = [15, 10, 6] as const;
/** Smallest cell, mm. */
const MIN_CELL_MM = 0.7;
/** Width of the blocks that are aligned one by one, cells. */
const BLOCK_CELLS = 40;
/** Limits beyond which a block does not count as print: worse fit, less exact place (one standard deviation), larger shift. */
const BLOCK = { correlation: 0.3, sigmaCells: 0.6, shiftCells: 1.5 } as const;
/**
 * Requirements for views to agree: at least this correlation, and `lead` times that at `besideCells` coarse cells to the side. A print of
 * streaks fits nearly as well if moved along them: where views fit plainly, a smaller lead is enough.
 */
const AGREEING = { correlation: 0.1, lead: 1.8, besideCells: [3, 5], plain: { correlation: 0.6, lead: 1.25 } } as const;

/**
 * Aligns a view whose camera is known to some mm with one of the print, using the whole common area: faint prints have too little in any
 * one place. First as a whole by a homography, from coarse to fine, while pieces on the print lose their pull; then block by block, as a
 * lens bends. Undefined where they do not agree. `isPrint`: whether a place of the table is on the mat, as far as that is known.
 */
function alignOnPlane(
  cv: Cv,
  from: AlignedView,
  to: AlignedView,
  views: readonly [number, number],
  isPrint: (point: Point) => boolean,
): PlaneAlignment | undefined {
  const area = sharedArea(from.camera, to.camera, isPrint);
  if (!area) return undefined;
  const finestMm = Math.max(MIN_CELL_MM, cellOf(from, area.middle), cellOf(to, area.middle));
  let warp: Warp = new Float64Array(8);
  for (const [level, times] of COARSER.entries()) {
    const square = { corner: area.corner, sideMm: area.sideMm, cellMm: times * finestMm };
    const drawn = (view: AlignedView, under?: Warp) =>
      smoothed(
        cv,
        warpedRaster(
          cv,
          view,
          square,
          (u, v, sidePx) => {
            if (!under) return [u, v];
            const half = sidePx / 2;
            const [a, b] = warped(under, (u + 0.5) / half - 1, (v + 0.5) / half - 1);
            return [(a + 1) * half - 0.5, (b + 1) * half - 0.5];
          },
          isPrint,
        ),
      );
    const one = drawn(from);
    warp = alignedWarp(one, (under) => drawn(to, under), warp, ROUNDS[level]!);
    if (level === 1 && !isAgreeing(one, drawn(to, warp))) return undefined;
    if (level === COARSER.length - 1) return blocksOf(from, to, one, drawn(to, warp), warp, views);
  }
  return undefined;
}

/** Standard deviation of the blur, cells. */
const SMOOTH_CELLS = 1;

function smoothed(cv: Cv, raster: PlaneRaster): PlaneRaster {
  return withMats((own) => {
    const value = own(cv.matFromArray(raster.sidePx, raster.sidePx, cv.CV_32FC1, raster.value as unknown as number[]));
    cv.GaussianBlur(value, value, new cv.Size(0, 0), SMOOTH_CELLS);
    return { ...raster, value: Float32Array.from(value.data32F) };
  });
}

function isAgreeing(from: PlaneRaster, to: PlaneRaster): boolean {
  const here = correlationOf(from, to);
  const beside = AGREEING.besideCells.flatMap((cells) =>
    [-1, 0, 1].flatMap((i) => [-1, 0, 1].flatMap((k) => (i === 0 && k === 0 ? [] : [correlationOf(from, to, cells * i, cells * k)]))),
  );
  const { lead } = here > AGREEING.plain.correlation ? AGREEING.plain : AGREEING;
  return here > AGREEING.correlation && here > lead * Math.max(...beside);
}

function blocksOf(
  from: AlignedView,
  to: AlignedView,
  one: PlaneRaster,
  other: PlaneRaster,
  warp: Warp,
  [a, b]: readonly [number, number],
): PlaneAlignment {
  const { sidePx, cellMm, corner } = one;
  const half = sidePx / 2;
  const pointAt = (u: number, v: number): Point => ({ x: corner.x + (u + 0.5) * cellMm, y: corner.y + (sidePx - v - 0.5) * cellMm });
  const seenBy = ({ camera }: AlignedView, point: Point) => pixelFromTable(camera, { ...point, z: 0 });
  const tracks: PrintTrack[] = [];
  let asked = 0;
  for (let top = 0; top + BLOCK_CELLS <= sidePx; top += BLOCK_CELLS / 2) {
    for (let left = 0; left + BLOCK_CELLS <= sidePx; left += BLOCK_CELLS / 2) {
      const found = blockShift(one, other, left, top, BLOCK_CELLS);
      if (!found) continue;
      asked++;
      const isSure = found.correlation > BLOCK.correlation && found.sigmaCells < BLOCK.sigmaCells;
      if (!isSure || !(Math.hypot(found.du, found.dv) < BLOCK.shiftCells)) continue;
      const [u, v] = [left + BLOCK_CELLS / 2 - 0.5, top + BLOCK_CELLS / 2 - 0.5];
      // The place (u + du, v + dv) of the warped view is the place (u, v) of the other.
      const [x, y] = warped(warp, (u + found.du + 0.5) / half - 1, (v + found.dv + 0.5) / half - 1);
      const [p, q] = [seenBy(from, pointAt(u, v)), seenBy(to, pointAt((x + 1) * half - 0.5, (y + 1) * half - 0.5))];
      if (!p || !q) continue;
      const sigmaMm = Math.max(found.sigmaCells, MIN_SIGMA_CELLS) * cellMm;
      tracks.push({
        seen: [
          { view: a, ...p, sigmaPx: sigmaMm * pxPerMm(from.camera, p) },
          { view: b, ...q, sigmaPx: sigmaMm * pxPerMm(to.camera, q) },
        ],
      });
    }
  }
  return { tracks, asked };
}

/** Smallest uncertainty of a block, cells: the overlapping ones are not independent either. */
const MIN_SIGMA_CELLS = 0.12;

/** Pixels for each mm of the table at a place of a picture, the mean of all directions. */
function pxPerMm(camera: Camera, pixel: Pixel): number {
  const at = tableFromPixel(camera, pixel);
  if (!at) return 1;
  const [p, q, r] = [at, { x: at.x + 1, y: at.y }, { x: at.x, y: at.y + 1 }].map((point) => pixelFromTable(camera, { ...point, z: 0 }));
  return p && q && r ? Math.sqrt(Math.abs((q.u - p.u) * (r.v - p.v) - (q.v - p.v) * (r.u - p.u))) : 1;
}

/** The side of a pixel of the levelled picture on the table, mm. */
function cellOf({ camera, levelled }: AlignedView, middle: Point): number {
  const pixel = pixelFromTable(camera, { ...middle, z: 0 });
  return pixel ? camera.widthPx / levelled.widthPx / pxPerMm(camera, pixel) : MIN_CELL_MM;
}

const SHARES = Array.from({ length: 9 }, (_, i) => (i + 0.5) / 9);
/** Minimum number of places of a grid over one picture that the other has to show. */
const MIN_SHARED = 12;

/** A square of the table that holds the common area of both pictures, as far as it is no larger than is compared. */
function sharedArea(
  from: Camera,
  to: Camera,
  isPrint: (point: Point) => boolean,
): { readonly corner: Point; readonly sideMm: number; readonly middle: Point } | undefined {
  const both = [from, to].map((one) => {
    const other = one === from ? to : from;
    return SHARES.flatMap((s) =>
      SHARES.flatMap((t) => {
        const at = tableFromPixel(one, { u: s * one.widthPx, v: t * one.heightPx });
        return at && isPrint(at) && pixelInPicture(other, { ...at, z: 0 }) ? [at] : [];
      }),
    );
  });
  // The picture of which the other shows more is the closer one.
  const shared = both[0]!.length > both[1]!.length ? both[0]! : both[1]!;
  if (shared.length < MIN_SHARED) return undefined;
  const range = (values: number[]) => {
    const sorted = values.sort((a, b) => a - b);
    const middle = (sorted[0]! + sorted.at(-1)!) / 2;
    return { middle, reach: sorted.at(-1)! - sorted[0]! };
  };
  const [x, y] = [range(shared.map((point) => point.x)), range(shared.map((point) => point.y))];
  const sideMm = Math.min(MAX_SIDE_MM, Math.max(x.reach, y.reach));
  const middle = { x: x.middle, y: y.middle };
  return { corner: { x: middle.x - sideMm / 2, y: middle.y - sideMm / 2 }, sideMm, middle };
}

/** Number of others with which a view is aligned as a whole, those that share most with it. */
const PARTNERS = 2;

/** Places of views that have no features in common with any other, each aligned as a whole with those that share most with it. */
export function planeTracks(
  cv: Cv,
  views: readonly AlignedView[],
  unlike: readonly number[],
  isPrint: (point: Point, camera: Camera) => boolean,
): PlaneAlignment[] {
  return unlike.flatMap((view) => {
    const { camera } = views[view]!;
    const others = views.flatMap((other, k) => {
      // Views that are already in place come first.
      const isPartner = k !== view && !(unlike.includes(k) && unlike.indexOf(k) > unlike.indexOf(view));
      return isPartner ? [{ k, share: sharedOf(camera, other.camera) - (unlike.includes(k) ? 1 : 0) }] : [];
    });
    const partners = others.sort((a, b) => b.share - a.share).slice(0, PARTNERS);
    return partners.flatMap(({ k }) => {
      const other = views[k]!;
      const isBoth = (point: Point) => isPrint(point, camera) && isPrint(point, other.camera);
      return alignOnPlane(cv, other, views[view]!, [k, view], isBoth) ?? [];
    });
  });
}
