import { type Camera, tableFromPixel } from '../../geometry/camera.js';
import { distanceMm, type Point } from '../../geometry/point.js';
import { upperMedian } from '../../geometry/statistics.js';
import { type Cv, withMats } from '../runtime/opencv.js';
import { joinedRaster, MAX_REACH_MM, type PlaneRaster, withTurnedRasters } from './plane-raster.js';
import type { AlignedView } from './refine-tracks.js';
import { areaOf, CELL_MM, fitsOn } from './search-placement.js';

/** Turns under which a print may repeat beside its shifts: it is woven or composed of tiles, or is the same from two or four sides. */
const QUARTERS = [0, 1, 2, 3] as const;
/** Distance from its place, mm, within which a view fits as it is placed, and beyond which it fits another place. */
const IN_PLACE_MM = 15;
const ELSEWHERE_MM = 60;
/** Distance beyond the map's sides to which a view's middle is shifted, cells. */
const MARGIN_CELLS = Math.floor(Math.ceil((2 * MAX_REACH_MM) / CELL_MM.coarse) / 2);

/**
 * A view also fits elsewhere where the map shows at least this share of it, it fits at least this share as well as in its place, and by at
 * least this many standard deviations of the correlation over all places.
 */
interface AlsoFits {
  readonly minOverlap: number;
  readonly share: number;
  readonly sigmas: number;
}

/**
 * On a map of the whole table. Of drawn prints that repeat, the share is 0.78 and more, and 12.8 deviations at least; of views of hand-held
 * tables it is more than 0.66 with up to 9.0 deviations, or less, but for two tables whose prints repeat.
 */
const ON_TABLE: AlsoFits = { minOverlap: 0.55, share: 0.66, sigmas: 11 };
/**
 * On what the pictures show themselves, which is little more of a print that repeats than its motif, so that less of it can be compared; both
 * are softened, since the cameras are a guess. Of views of hand-held tables the share is at most 0.48 where there are 8 deviations, and 0.76
 * otherwise, but for the cloth that repeats (docs/experiments/print.md).
 */
const ON_PICTURES: AlsoFits = { minOverlap: 0.25, share: 0.6, sigmas: 8 };
/** Standard deviation of the blur, cells. */
const SOFT_CELLS = 1;

/**
 * Whether a placed view fits its known table elsewhere about as well as at its place: then its print does not say where it is.
 * `isKnownPrint`, `isPrint`: whether a place of the table is print in the known view, in the placed one.
 */
export function fitsElsewhere(
  cv: Cv,
  known: AlignedView,
  isKnownPrint: (at: Point) => boolean,
): (view: AlignedView, isPrint: (at: Point) => boolean) => boolean {
  const map = mapOf(cv, [known]);
  if (!map) return () => false;
  for (let i = 0; i < map.seen.length; i++) {
    const [column, row] = [i % map.sidePx, Math.floor(i / map.sidePx)];
    const at = { x: map.corner.x + (column + 0.5) * map.cellMm, y: map.corner.y + (map.sidePx - row - 0.5) * map.cellMm };
    if (!isKnownPrint(at)) map.value[i] = map.seen[i] = 0;
  }
  const fits = fitsOn(cv, map, MARGIN_CELLS, ON_TABLE.minOverlap);
  return (view, isPrint) => alsoFits(cv, fits, view, isPrint, ON_TABLE);
}

/**
 * Whether a placed view fits all that pictures show elsewhere about as well as at its place, itself among them: where no picture shows the
 * mat's border, a view of a print that repeats may be stitched a motif beside its place. The cameras may be in any one unit.
 */
export function repeatsItself(cv: Cv, view: AlignedView, others: readonly AlignedView[]): boolean {
  const reach = reachOf(view.camera);
  if (reach === undefined) return false;
  const times = MAX_REACH_MM / reach;
  const [own, ...rest] = [view, ...others].map(({ camera, levelled }) => {
    const [x, y, z] = camera.t;
    return { levelled, camera: { ...camera, t: [times * x, times * y, times * z] as const } };
  });
  const map = mapOf(cv, [own!, ...rest]);
  if (!map) return false;
  const fits = fitsOn(cv, softened(cv, map), MARGIN_CELLS, ON_PICTURES.minOverlap);
  return alsoFits(
    cv,
    (template) => fits(softened(cv, template)),
    own!,
    () => true,
    ON_PICTURES,
  );
}

const SHARES = [0.05, 0.5, 0.95] as const;

/** Median distance of what a camera shows along the rim of its picture from what it shows in the middle, in its unit. */
function reachOf(camera: Camera): number | undefined {
  const at = (s: number, t: number) => tableFromPixel(camera, { u: s * camera.widthPx, v: t * camera.heightPx });
  const middle = at(0.5, 0.5);
  const distances = SHARES.flatMap((s) =>
    SHARES.flatMap((t) => {
      const point = s === 0.5 && t === 0.5 ? undefined : at(s, t);
      return middle && point ? [distanceMm(middle, point)] : [];
    }),
  );
  return upperMedian(distances);
}

function softened(cv: Cv, raster: PlaneRaster): PlaneRaster {
  const { sidePx, seen } = raster;
  return withMats((own) => {
    const value = own(cv.matFromArray(sidePx, sidePx, cv.CV_32FC1, raster.value as unknown as number[]));
    cv.GaussianBlur(value, value, new cv.Size(0, 0), SOFT_CELLS);
    return { ...raster, value: value.data32F.map((one, i) => one * seen[i]!) };
  });
}

function mapOf(cv: Cv, views: readonly AlignedView[]): PlaneRaster | undefined {
  const area = areaOf(views);
  return area && joinedRaster(cv, views, area.corner, area.sideMm, CELL_MM.coarse);
}

function alsoFits(
  cv: Cv,
  fits: ReturnType<typeof fitsOn>,
  view: AlignedView,
  isPrint: (at: Point) => boolean,
  { share, sigmas }: AlsoFits,
): boolean {
  const middle = tableFromPixel(view.camera, { u: view.camera.widthPx / 2, v: view.camera.heightPx / 2 });
  if (!middle) return false;
  return withTurnedRasters(cv, view, middle, CELL_MM.coarse, isPrint, (turned) => {
    let [inPlace, elsewhere, sumSq, count] = [0, 0, 0, 0];
    for (const quarter of QUARTERS) {
      const { correlation, placeOf } = fits(turned((quarter * Math.PI) / 2));
      for (let i = 0; i < correlation.length; i++) {
        const fit = correlation[i]!;
        if (fit === 0) continue;
        const offMm = distanceMm(placeOf(i), middle);
        if (quarter === 0 && offMm < IN_PLACE_MM) inPlace = Math.max(inPlace, fit);
        if (quarter === 0 && offMm < ELSEWHERE_MM) continue;
        elsewhere = Math.max(elsewhere, fit);
        sumSq += fit * fit;
        count++;
      }
    }
    return elsewhere >= share * inPlace && elsewhere >= sigmas * Math.sqrt(sumSq / count);
  });
}
