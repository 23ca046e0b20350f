import { scaledPx, withoutLens } from '../../geometry/camera.js';
import { inverseOf, lensOf, product } from '../../geometry/plane-map.js';
import type { Pixel, Point } from '../../geometry/point.js';
import { medianOf, type PlaneMark, rigidPose } from '../solve/rigid-pose.js';
import type { TrackedTable } from './feature-points.js';
import { type PlaneView, pixelOf, planePointOf, viewOfCamera, viewThrough } from './plane-view.js';
import { nearestPose } from './view-from-pairs.js';

/**
 * Distance within which a followed view must show the pieces on the table from where they were seen to be good, px of the tracker's
 * pictures.
 */
const WELL_PLACED_PX = 1.5;
/** The same where the measured lens does not explain the other followed views: then it is the measurement that is off. */
const ABOUT_PLACED_PX = 4;
/** Distance of the mat's corners from those of the measured camera up to which a view is good where no seen piece stands, px. */
const SAME_MAT_PX = 8;
/**
 * Limits beyond which a piece has been moved, or corrected by hand: its distance from its followed place in units of the median one, and in
 * mm.
 */
const OTHERS = { times: 2.5, mm: 2 };

/** A place of the plane as followed, and in the table's own millimetres. */
interface Pair {
  readonly from: Point;
  readonly to: Point;
  readonly pixel: Pixel;
}

/** Transform from the plane as followed to the table: a turn, then a shift. */
interface Placing {
  readonly cos: number;
  readonly sin: number;
  readonly x: number;
  readonly y: number;
}

/**
 * Function that turns followed views into views of the table as it is known now, without changing the lens or their relative poses: each
 * measurement has its own error, larger than that of following. By the pieces on the table that were seen in the frame of `followed`, whose
 * picture is `widthPx` wide; undefined where these are not explained like this, and only the measured camera counts. `isExplained`: whether
 * the measured lens explains the views that were followed.
 */
export function placingOf(
  followed: PlaneView,
  measured: PlaneView,
  widthPx: number,
  { standing, widthMm, depthMm }: TrackedTable,
  isExplained: () => boolean,
): ((view: PlaneView) => PlaneView | undefined) | undefined {
  const scale = measured.camera.widthPx / widthPx;
  const pairs = standing.flatMap(({ x, y, seen }): Pair[] => {
    const pixel = seen && { u: scaledPx(seen.u, scale), v: scaledPx(seen.v, scale) };
    const from = pixel && planePointOf(followed, pixel);
    return from ? [{ from, to: { x, y }, pixel }] : [];
  });
  if (pairs.length === 0) {
    const corners = [0, widthMm].flatMap((x) =>
      [0, depthMm].flatMap((y) => {
        const pixel = pixelOf(measured, { x, y });
        return pixel ? [{ from: { x, y }, to: { x, y }, pixel }] : [];
      }),
    );
    return corners.length > 0 && awayPx(followed, corners) < SAME_MAT_PX ? (view) => view : undefined;
  }
  const first = placingBy(pairs);
  const awayMm = (pair: Pair) => Math.hypot(placed(first, pair.from).x - pair.to.x, placed(first, pair.from).y - pair.to.y);
  const most = OTHERS.times * medianOf(pairs.map(awayMm)) + OTHERS.mm;
  const placing = placingBy(pairs.filter((pair) => awayMm(pair) <= most));
  const moved = (view: PlaneView) => movedBy(placing, view);
  const now = moved(followed);
  const px = now ? awayPx(now, pairs) : Number.POSITIVE_INFINITY;
  return px < WELL_PLACED_PX || (px < ABOUT_PLACED_PX && !isExplained()) ? moved : undefined;
}

/** The turn and shift that fits best; for one pair a shift. */
function placingBy(pairs: readonly Pair[]): Placing {
  const mean = (of: (pair: Pair) => number) => pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
  const [fx, fy, tx, ty] = [mean(({ from }) => from.x), mean(({ from }) => from.y), mean(({ to }) => to.x), mean(({ to }) => to.y)];
  const along = mean(({ from, to }) => (from.x - fx) * (to.x - tx) + (from.y - fy) * (to.y - ty));
  const across = mean(({ from, to }) => (from.x - fx) * (to.y - ty) - (from.y - fy) * (to.x - tx));
  const length = Math.hypot(along, across);
  const [cos, sin] = pairs.length > 1 && length > 0 ? [along / length, across / length] : [1, 0];
  return { cos, sin, x: tx - cos * fx + sin * fy, y: ty - sin * fx - cos * fy };
}

function placed({ cos, sin, x, y }: Placing, at: Point): Point {
  return { x: cos * at.x - sin * at.y + x, y: sin * at.x + cos * at.y + y };
}

/** The view whose camera sees the table where `view` sees the plane as followed. */
function movedBy({ cos, sin, x, y }: Placing, view: PlaneView): PlaneView | undefined {
  const { r, t } = view.camera;
  const row = (i: 0 | 3 | 6) => [cos * r[i] - sin * r[i + 1]!, sin * r[i] + cos * r[i + 1]!, r[i + 2]!] as const;
  const [a, b, c] = [row(0), row(3), row(6)];
  const shifted = (i: 0 | 1 | 2, [rx, ry]: readonly [number, number, number]) => t[i] - rx * x - ry * y;
  const camera = { ...view.camera, r: [...a, ...b, ...c], t: [shifted(0, a), shifted(1, b), shifted(2, c)] } as const;
  const toTable = [cos, -sin, x, sin, cos, y, 0, 0, 1];
  return viewThrough(camera, product(view.fromPlane, inverseOf(toTable)!), true);
}

function awayPx(view: PlaneView, pairs: readonly Pair[]): number {
  return medianOf(
    pairs.map(({ to, pixel: { u, v } }) => {
      const pixel = pixelOf(view, to);
      return pixel ? Math.hypot(pixel.u - u, pixel.v - v) : Number.POSITIVE_INFINITY;
    }),
  );
}

/**
 * Function that turns views of the plane as assumed until now into views of the measured plane through the lens measured since, by the
 * frame that was seen as `assumed` and is `measured`; undefined where no pose of that lens gives one, as where a view has slipped.
 */
export function measuredViews(assumed: PlaneView, measured: PlaneView): (view: PlaneView) => PlaneView | undefined {
  return (view) => (view === assumed ? measured : measuredView(view, assumed, measured));
}

/** Two lenses share pixels only: what is normalised by one is not so by the other. */
function measuredView(view: PlaneView, assumed: PlaneView, measured: PlaneView): PlaneView | undefined {
  const { camera } = measured;
  const marks = PLACES.flatMap(([x, y]): PlaneMark[] => {
    const pixel = { u: x * camera.widthPx, v: y * camera.heightPx };
    const before = planePointOf(view, pixel);
    const inFirst = before && pixelOf(assumed, before);
    const at = inFirst && planePointOf(measured, inFirst);
    const { x: xn, y: yn } = withoutLens(camera, pixel);
    return at ? [{ ...at, xn, yn }] : [];
  });
  if (marks.length < PLACES.length) return undefined;
  const toAssumed = product(inverseOf(lensOf(assumed.camera))!, lensOf(camera));
  const moved = product(view.fromPlane, product(assumed.toPlane, product(toAssumed, measured.fromPlane)));
  const free = viewThrough(camera, product(inverseOf(toAssumed)!, moved), false);
  const pose = free && rigidPose(nearestPose(free, measured), marks);
  return pose && pose.medianPx < SAME_LENS_PX ? viewOfCamera(pose.camera) : undefined;
}

/**
 * Distance up to which a pose of the measured lens has the plane where a view has it, px: one that has slipped is not like any. Limits of 0.3 to 1 are as good
 * (docs/experiments/tracking.md).
 */
const SAME_LENS_PX = 1;

/** Places of a picture, as shares of it. */
const PLACES = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
