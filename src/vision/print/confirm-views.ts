import { type Camera, cameraCentre, tableFromPixel } from '../../geometry/camera.js';
import { definiteCholesky, inverseFromCholesky } from '../../geometry/cholesky.js';
import { meanPoint } from '../../geometry/mean-point.js';
import type { Pixel, Point } from '../../geometry/point.js';
import { upperMedian } from '../../geometry/statistics.js';
import type { Cv } from '../runtime/opencv.js';
import { CAMERA_PARAMS, CAMERA_STEPS, cameraFromParams, paramsFromCamera } from '../solve/camera-params.js';
import type { SharedEstimate } from '../solve/observations.js';
import { PIVOT } from '../solve/residual-blocks.js';
import type { CameraNetwork } from '../solve/solve-together.js';
import { type PlaneAlignment, planeTracks } from './align-on-plane.js';
import { tracksOf } from './feature-tracks.js';
import type { PictureSize } from './fit-plane.js';
import type { GraphEdge, StitchPicture } from './match-graph.js';
import { alignedTracks } from './refine-tracks.js';
import { isBorneOutByDots } from './search-dots.js';
import { OUTLIER, type SolvedViews, solveViews } from './solve-views.js';

/** A circle around a piece on the mat, mm. */
export interface StandingPiece extends Point {
  readonly radiusMm: number;
}

/** A picture whose camera is known in the table frame, from the mat's border or from its pieces. */
export interface KnownView {
  readonly picture: number;
  readonly camera: Camera;
  /** As `cameraPartOf` gives it. */
  readonly prior: SharedEstimate;
  /** Size of the mat: things beside it are lower. */
  readonly mat?: { readonly widthMm: number; readonly depthMm: number };
  /** Known pieces on the mat, mm. */
  readonly pieces?: readonly StandingPiece[];
  /** Whether it is the stored map of the print, drawn from above, and not a photo. */
  readonly isMap?: true;
}

/** A picture's place on the print. */
export interface StitchedView {
  readonly ok: true;
  /** In the table frame, or, without any known camera, in the frame of the first picture that is stitched. */
  readonly camera: Camera;
  /** Covariance of its CAMERA_PARAMS numbers, row-major. */
  readonly covariance: Float64Array;
  /** Root mean square distance of its matches from the solution, px. */
  readonly residualPx: number;
  readonly matches: number;
  /** The part of the picture that its matches cover, as far as all of it shows the table. */
  readonly extent: Extent;
}

/** A part of a picture, px. */
export interface Extent {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Requirements for a camera to be confirmed: marks, cells of a fifteenth of the picture with marks, and share of the places that should be
 * seen. On drawn prints right cameras have 0.23 to 0.9 of these places; one on another print of stars with ships in the same places had
 * 0.1.
 */
const CONFIRMED = { minMarks: 30, minCells: 18, minShare: 0.16 };

/** The views whose cameras are confirmed, by picture, and the print's information about their cameras together. */
export interface ConfirmedViews {
  readonly views: ReadonlyMap<number, StitchedView>;
  /** With the pictures' own indices. */
  readonly network?: CameraNetwork;
}

/**
 * Solves cameras, lens and print together from first cameras of the pictures, and leaves out those that the print does not confirm.
 * `placedAlone`: pictures placed without features, by the pieces on the mat or by a search: their print is compared as a whole.
 */
export function confirmedViews(
  cv: Cv,
  pictures: readonly Pick<StitchPicture, 'size' | 'levelled'>[],
  edges: readonly GraphEdge[],
  cameras: ReadonlyMap<number, Camera>,
  known: KnownView | undefined,
  placedAlone: ReadonlySet<number>,
): ConfirmedViews {
  let order = [...cameras.keys()];
  let starts = order.map((picture) => cameras.get(picture)!);
  // Their own cameras are those of a few pieces: the focal length is a guess.
  let hasOwnLens = order.map((picture) => placedAlone.has(picture));
  const isPrint = (point: Point, camera: Camera) => isOnPrint(point, camera, known);
  const solve = () => {
    const views = order.map((picture, i) => ({ camera: starts[i]!, levelled: pictures[picture]!.levelled }));
    const unlike = order.flatMap((picture, i) => (placedAlone.has(picture) ? [i] : []));
    const whole = planeTracks(cv, views, unlike, isPrint);
    const patches = alignedTracks(cv, views, isPrint);
    const features = tracksOf(edges, new Map(order.map((picture, i) => [picture, i]))).filter(({ seen: [mark] }) => {
      const at = tableFromPixel(starts[mark!.view]!, mark!);
      return at && isPrint(at, starts[mark!.view]!);
    });
    const tracks = [...whole.flatMap(({ tracks }) => tracks), ...patches.tracks, ...features];
    const solution = withFocalsApart(hasOwnLens, (isZoomed) =>
      solveViews(
        starts.map((start, i) => ({
          ...{ start, hasOwnLens: hasOwnLens[i]!, isZoomed: isZoomed[i]! },
          ...(known && known.picture === order[i] && { prior: known.prior, ...(known.isMap && { isMap: true as const }) }),
        })),
        tracks,
      ),
    );
    const isIn = order.map((picture, i) => {
      const { size } = pictures[picture]!;
      const marks = solution.marks[i]!;
      return (
        picture === known?.picture ||
        isBorneOut(i, whole, solution.isUsed) ||
        isBorneOutByDots(picture, edges, marks) ||
        isConfirmed(marks, patches.asked[i]!, size)
      );
    });
    return { ...solution, isIn };
  };
  // The second time patches are looked for in the places of the first solution.
  for (let pass = 0; pass < 2 && order.length > 1; pass++) {
    const solution = solve();
    const { cameras: better, isIn } = solution;
    if (pass === 0) hasOwnLens = zoomed(solution, known?.isMap ? order.indexOf(known.picture) : -1);
    // For a camera that looks straight down, as a map's, half a turn may come out the other way round, far from its prior.
    const inPlace = better.map((camera, i) => (known && order[i] === known.picture ? known.camera : camera));
    [starts, hasOwnLens] = [inPlace.filter((_, i) => isIn[i]), hasOwnLens.filter((_, i) => isIn[i])];
    order = order.filter((_, i) => isIn[i]);
  }
  if (order.length < 2) return { views: new Map() };
  const solution = solve();
  // Where no camera is known, millimetres are a guess, and the frame is the first picture's.
  const sigmasMm = order.map((picture, i) => {
    if (solution.marks[i]!.length === 0) return Number.POSITIVE_INFINITY;
    if (!known || picture === known.picture) return 0;
    // A map's place is exact; for a single picture, prior knowledge of lenses helps to determine its place relative to the map.
    const beside = known.isMap ? solution.covariances[i] : besideView(solution.network, order.indexOf(known.picture), i);
    return beside ? placeSigmaMm(solution.cameras[i]!, beside, solution.marks[i]!) : Number.POSITIVE_INFINITY;
  });
  const views = new Map(
    order.flatMap((picture, i): [number, StitchedView][] => {
      if (!(sigmasMm[i]! < MAX_SIGMA_MM)) return [];
      const marks = solution.marks[i]!;
      const view = { camera: solution.cameras[i]!, covariance: solution.covariances[i]!, residualPx: solution.residualPx[i]! };
      return [[picture, { ok: true, ...view, matches: marks.length, extent: extentOf(solution.cameras[i]!, marks) }]];
    }),
  );
  const { of, ...network } = solution.network;
  return { views, network: { ...network, of: pictures.map((_, picture) => of[order.indexOf(picture)] ?? []) } };
}

/**
 * Requirements for a view that was aligned as a whole: with at least one other view, this many of its blocks, and this share of those that
 * were searched for, agree with the solution of all views. Ships in the same places on two mats are a tenth of a view.
 */
const BORNE_OUT = { blocks: 12, share: 0.2 } as const;

function isBorneOut(view: number, whole: readonly PlaneAlignment[], isUsed: readonly boolean[]): boolean {
  let from = 0;
  return whole.some(({ tracks, asked }) => {
    const used = tracks.filter((_, t) => isUsed[from + t]).length;
    from += tracks.length;
    const isOfView = tracks[0]?.seen[1]?.view === view;
    return isOfView && used >= Math.max(BORNE_OUT.blocks, BORNE_OUT.share * asked);
  });
}

/** Width of a mat's hem, mm; it is no print, nor is what shows below the rim. */
const HEM_MM = 6;
/** Height up to which a miniature is assumed to hide the print behind its base, mm. */
const MINIATURE_MM = 60;

/** Whether a place that a camera sees is print as far as mat and pieces are known: on the mat, and not hidden by a piece. */
export function isOnPrint({ x, y }: Point, camera: Camera, known: Pick<KnownView, 'mat' | 'pieces'> | undefined): boolean {
  if (!known) return true;
  const { mat, pieces = [] } = known;
  if (mat && (x < HEM_MM || y < HEM_MM || x > mat.widthMm - HEM_MM || y > mat.depthMm - HEM_MM)) return false;
  const eye = cameraCentre(camera);
  return pieces.every((piece) => {
    // A piece on the base is seen along the line from the base away from the camera.
    const reach = MINIATURE_MM / Math.max(1, eye.z - MINIATURE_MM);
    const [dx, dy] = [reach * (piece.x - eye.x), reach * (piece.y - eye.y)];
    const along = Math.max(0, Math.min(1, ((x - piece.x) * dx + (y - piece.y) * dy) / Math.max(1e-9, dx * dx + dy * dy)));
    return Math.hypot(x - piece.x - along * dx, y - piece.y - along * dy) > piece.radiusMm;
  });
}

/**
 * Difference of a picture's focal length from that of the others, log and in standard deviations, beyond which it was zoomed: smaller
 * differences are more likely misread focal lengths (table 10 of docs/experiments/print.md).
 */
const ZOOMED = { logFocal: 0.08, sigmas: 4 } as const;

/** Log of the focal length, in long sides of the picture. */
function logFocal({ fx, widthPx, heightPx }: Camera): number {
  return Math.log(fx / Math.max(widthPx, heightPx));
}

/** Whether each view has another focal length than most of its size. */
function zoomed({ cameras, covariances }: SolvedViews, map: number): boolean[] {
  const relative = cameras.map(logFocal);
  const sigmas = covariances.map((covariance) => Math.sqrt(covariance[0]!));
  const photos = relative.flatMap((_, i) => (i === map ? [] : [i]));
  // The view about which most others agree is the one whose zoom is usual.
  const isAlike = (i: number, k: number) =>
    Math.abs(relative[i]! - relative[k]!) < Math.max(ZOOMED.logFocal, ZOOMED.sigmas * Math.hypot(sigmas[i]!, sigmas[k]!));
  const alike = photos.map((i) => photos.filter((k) => isAlike(i, k)).length);
  const usual = photos[alike.indexOf(Math.max(...alike))]!;
  return relative.map((_, i) => i === map || !isAlike(i, usual));
}

/**
 * How many times as badly marks may fit one focal length as they fit one for each view. Drawn views one of which is zoomed by 1 % fit 1.4 times as badly, 2.4 times
 * by 2 %, and no worse where none is zoomed (docs/experiments/print.md).
 */
const ONE_FOCAL_MISFIT = 1.3;

/**
 * The views as solved with one focal length for those of one lens, but for as few as keep the marks from fitting one: a picture that was zoomed, or focused at
 * another distance, may have as many pixels as the others. What else there is of a lens stays common: few marks do not determine it, and what a lens has beyond the model
 * would look like a lens of each view's own.
 */
function withFocalsApart(hasOwnLens: readonly boolean[], solved: (isZoomed: readonly boolean[]) => SolvedViews): SolvedViews {
  let isZoomed = hasOwnLens.map(() => false);
  let solution = solved(isZoomed);
  if (hasOwnLens.filter((isOwn) => !isOwn).length < 2) return solution;
  const apart = solved(hasOwnLens.map((isOwn) => !isOwn));
  const misfitOf = ({ offSq }: SolvedViews) =>
    offSq.reduce((sum, some, t) => sum + some.reduce((all, one, k) => (apart.offSq[t]![k]! < OUTLIER ** 2 ? all + one : all), 0), 0);
  const most = ONE_FOCAL_MISFIT * misfitOf(apart);
  const focal = apart.cameras.map(logFocal);
  const usual = upperMedian(focal)!;
  const unusualFirst = [...focal.keys()].sort((a, b) => Math.abs(focal[b]! - usual) - Math.abs(focal[a]! - usual));
  for (const i of unusualFirst) {
    if (misfitOf(solution) <= most) break;
    if (hasOwnLens[i]) continue;
    isZoomed = isZoomed.map((one, k) => one || k === i);
    solution = solved(isZoomed);
  }
  return solution;
}

const CELLS_ACROSS = 15;

function isConfirmed(marks: readonly Pixel[], asked: number, { widthPx, heightPx }: PictureSize): boolean {
  const cellPx = Math.max(widthPx, heightPx) / CELLS_ACROSS;
  const cells = new Set(marks.map(({ u, v }) => `${Math.floor(u / cellPx)},${Math.floor(v / cellPx)}`)).size;
  return marks.length >= Math.max(CONFIRMED.minMarks, CONFIRMED.minShare * asked) && cells >= CONFIRMED.minCells;
}

/**
 * Largest uncertainty of a view's place relative to the known one, one standard deviation at the worst of its marks' corners, mm, with
 * which it is registered.
 */
const MAX_SIGMA_MM = 4;

/** Covariance of one view's CAMERA_PARAMS numbers by the print while another is held; undefined where the print leaves it open. */
function besideView({ of, values, information }: CameraNetwork, held: number, view: number): Float64Array | undefined {
  const n = values.length;
  const open = Array.from({ length: n }, (_, i) => i).filter((i) => !of[held]!.includes(i));
  const m = open.length;
  const factor = definiteCholesky(Float64Array.from(open.flatMap((row) => open.map((column) => information[row * n + column]!))), m);
  if (!factor) return undefined;
  const covariance = inverseFromCholesky(factor, m);
  const at = of[view]!.map((index) => open.indexOf(index));
  return Float64Array.from(at.flatMap((row) => at.map((column) => (row < 0 || column < 0 ? 0 : covariance[row * m + column]!))));
}

/** Error, one standard deviation, mm, of the places that a camera shows at the corners of its marks' extent. */
function placeSigmaMm(camera: Camera, covariance: ArrayLike<number>, marks: readonly Pixel[]): number {
  const corners = cornersOf(extentOf(camera, marks));
  const params = new Float64Array(CAMERA_PARAMS);
  paramsFromCamera(camera, PIVOT, params);
  return Math.max(
    ...corners.map((pixel) => {
      const at = tableFromPixel(camera, pixel);
      if (!at) return Number.POSITIVE_INFINITY;
      const slopes = CAMERA_STEPS.map((step, i) => {
        const moved = params.slice();
        moved[i]! += step;
        const there = tableFromPixel(cameraFromParams(moved, PIVOT, camera.widthPx, camera.heightPx), pixel) ?? at;
        return [(there.x - at.x) / step, (there.y - at.y) / step] as const;
      });
      let variance = 0;
      slopes.forEach((a, i) => {
        slopes.forEach((b, k) => {
          variance += covariance[i * CAMERA_PARAMS + k]! * (a[0] * b[0] + a[1] * b[1]);
        });
      });
      return Math.sqrt(Math.max(0, variance));
    }),
  );
}

/** Slope, as the sine of its angle with the table, below which a picture looks along the table rather than at it: a level or rolled camera shows its horizon. */
const ALONG_TABLE = 0.1;
/** Steps in which a part of a picture is narrowed. */
const NARROWER = 20;

type Narrow = (at: number) => number;

/** The part of a picture that marks cover, narrowed towards their middle until each of its corners shows the table. */
function extentOf(camera: Camera, marks: readonly Pixel[]): Extent {
  const [us, vs] = [marks.map(({ u }) => u), marks.map(({ v }) => v)];
  const { x: u, y: v } = meanPoint(marks.map((mark) => ({ x: mark.u, y: mark.v })));
  const [left, right, top, bottom] = [Math.min(...us), Math.max(...us), Math.min(...vs), Math.max(...vs)];
  for (let step = NARROWER; step > 0; step--) {
    const share = step / NARROWER;
    const [across, down] = [u, v].map((middle) => (at: number) => share * at + (1 - share) * middle) as [Narrow, Narrow];
    const extent = { left: across(left), right: across(right), top: down(top), bottom: down(bottom) };
    if (cornersOf(extent).every((pixel) => showsTable(camera, pixel))) return extent;
  }
  return { left: u, right: u, top: v, bottom: v };
}

function cornersOf({ left, right, top, bottom }: Extent): Pixel[] {
  return [left, right].flatMap((u) => [top, bottom].map((v) => ({ u, v })));
}

function showsTable(camera: Camera, pixel: Pixel): boolean {
  const at = tableFromPixel(camera, pixel);
  const eye = cameraCentre(camera);
  return at !== undefined && Math.abs(eye.z) > ALONG_TABLE * Math.hypot(at.x - eye.x, at.y - eye.y, eye.z);
}
