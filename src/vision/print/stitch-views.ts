import { type Camera, tableFromPixel } from '../../geometry/camera.js';
import type { Pixel } from '../../geometry/point.js';
import type { Problem } from '../../table/measurement.js';
import { phrase } from '../../texts/phrase.js';
import type { Cv } from '../runtime/opencv.js';
import { CAMERA_PARAMS, CAMERA_STEPS, cameraFromParams, paramsFromCamera } from '../solve/camera-params.js';
import type { SharedEstimate } from '../solve/observations.js';
import { PIVOT } from '../solve/residual-blocks.js';
import { type PictureSize, placeOf } from './estimate-homography.js';
import { cameraAlong, guessedCamera, homographiesFrom, spanningOrder } from './first-cameras.js';
import { type GraphEdge, largestComponent, matchGraph, type StitchPicture, unlikeEdge } from './match-graph.js';
import type { PrintFeatures } from './print-features.js';
import { alignedTracks } from './refine-tracks.js';
import { placedCamera, searchPlacements } from './search-placement.js';
import { type PrintTrack, solveViews } from './solve-views.js';

/** A picture whose camera is known in the table frame, from the mat's border or from its pieces. */
export interface KnownView {
  readonly picture: number;
  readonly camera: Camera;
  /** As `cameraPartOf` gives it. */
  readonly prior: SharedEstimate;
}

/** A picture's place on the print. */
export interface StitchedView {
  readonly ok: true;
  /** In the table frame, or, where no picture's camera was known, in the frame of the first picture that is stitched. */
  readonly camera: Camera;
  /** Of its CAMERA_PARAMS numbers, row-major. */
  readonly covariance: Float64Array;
  /** Root mean square distance of its matches from the solution, px. */
  readonly residualPx: number;
  /** Matches that its camera rests on, and the part of the picture that they reach over. */
  readonly matches: number;
  readonly extent: Extent;
}

/** A part of a picture, px. */
export interface Extent {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface NotStitched {
  readonly ok: false;
  readonly problem: Problem;
}

/** What several pictures of one print determine together: each picture's camera, or why it has none. */
export interface Stitching {
  readonly views: readonly (StitchedView | NotStitched)[];
  /** Registered pairs, as indices of pictures, with their residual between disjoint halves. */
  readonly pairs: readonly { readonly from: number; readonly to: number; readonly matches: number; readonly halvesPx: number }[];
}

/** With how many pictures of the others one is compared that none resembles. */
const MOST_UNLIKE = 3;

/** What is known of the pictures besides their print, each asked only when it is needed. */
export interface KnownOfPictures {
  /** The view that gives the table frame. */
  readonly known?: KnownView;
  /** A picture's camera in a frame of its own, from its border or its pieces: then only a turn and a shift are left to be searched. */
  readonly ownCamera?: (picture: number) => Promise<Camera | undefined>;
  readonly mirrorImageOf?: (picture: number) => Promise<StitchPicture>;
}

/**
 * Registers pictures of one print to each other, solves their cameras, lens and print together (bundle adjustment), and says of each picture that is none of
 * this print why.
 */
export async function stitchViews(cv: Cv, pictures: readonly StitchPicture[], of: KnownOfPictures = {}): Promise<Stitching> {
  const graph = matchGraph(cv, pictures);
  const edges = [...graph.edges];
  const repeats = new Set(graph.repeats);
  const component = componentOf(pictures.length, edges, of.known);
  const cameras = firstCameras(pictures, edges, component, of.known);
  for (let i = 0; i < pictures.length && cameras.size > 0; i++) {
    if (cameras.has(i)) continue;
    const own = await of.ownCamera?.(i);
    const camera = own && searchedCamera(cv, pictures, cameras, own, i);
    if (camera) cameras.set(i, camera);
    else if (!repeats.has(i)) {
      // What shows the print much larger or smaller than the others resembles none of them at their own scale.
      const edge = await edgeAtScales(cv, pictures, [...cameras.keys()], i);
      if (edge === 'repeats') repeats.add(i);
      else if (edge) edges.push(edge);
    }
    follow(pictures, edges, cameras);
  }
  const solved = cameras.size > 1 ? solvedViews(cv, pictures, edges, cameras, of.known) : new Map<number, StitchedView>();
  const views: (StitchedView | NotStitched)[] = [];
  for (let i = 0; i < pictures.length; i++) {
    const view = solved.get(i);
    views.push(view ?? { ok: false, problem: await problemOf(cv, pictures, i, [...solved.keys()], repeats, of.mirrorImageOf) });
  }
  return {
    views,
    pairs: edges.map(({ from, to, registration: { fit, halvesPx } }) => ({ from, to, matches: fit.inliers.length, halvesPx })),
  };
}

/** The pictures that hang together with the one whose camera is known, or else the most that do. */
function componentOf(count: number, edges: readonly GraphEdge[], known: KnownView | undefined): number[] {
  if (!known) return largestComponent(count, edges);
  const order = spanningOrder(known.picture, edges);
  return [known.picture, ...order.map(({ edge, isForward }) => (isForward ? edge.to : edge.from))];
}

/** A camera for each picture of a component, from the one that is known or guessed; none where nothing hangs together and nothing is known. */
function firstCameras(
  pictures: readonly StitchPicture[],
  edges: readonly GraphEdge[],
  component: readonly number[],
  known: KnownView | undefined,
): Map<number, Camera> {
  const root = known?.picture ?? component[0];
  const cameras = new Map<number, Camera>();
  if (root === undefined) return cameras;
  const sizes = pictures.map(({ size }) => size);
  cameras.set(root, known?.camera ?? guessedCamera(sizes[root]!, [...homographiesFrom(root, edges, sizes).values()]));
  follow(pictures, edges, cameras);
  return cameras;
}

/** Places all pictures that edges connect with those that are placed. */
function follow(pictures: readonly StitchPicture[], edges: readonly GraphEdge[], cameras: Map<number, Camera>): void {
  for (const root of [...cameras.keys()]) {
    for (const { edge, isForward } of spanningOrder(root, edges)) {
      const [parent, child] = isForward ? [edge.from, edge.to] : [edge.to, edge.from];
      const before = cameras.get(parent);
      const camera = before && !cameras.has(child) && cameraAlong(edge, before, isForward, pictures[child]!.size);
      if (camera) cameras.set(child, camera);
    }
  }
}

async function edgeAtScales(
  cv: Cv,
  pictures: readonly StitchPicture[],
  placed: readonly number[],
  i: number,
): Promise<GraphEdge | 'repeats' | undefined> {
  // Nothing hangs together yet: any two may.
  const others = placed.length > 1 ? placed : pictures.map((_, k) => k).filter((k) => k !== i);
  for (const other of spread(others, MOST_UNLIKE)) {
    const edge = await unlikeEdge(cv, pictures, other, i);
    if (edge) return edge;
  }
  return undefined;
}

/** Of so many placed views what they show is searched. */
const MOST_SEARCHED = 6;
/** The best place has to fit this many times as well as the next one that is elsewhere: on prints of three kinds the right one did 2.5 to 6 times, others no 1.3. */
const CLEARLY_BEST = 1.8;

/** A picture's camera on the table, where turn and shift of its own frame are found beyond doubt by what the print looks like from above. */
function searchedCamera(
  cv: Cv,
  pictures: readonly StitchPicture[],
  cameras: ReadonlyMap<number, Camera>,
  own: Camera,
  i: number,
): Camera | undefined {
  const known = spread([...cameras.keys()], MOST_SEARCHED).map((k) => ({ camera: cameras.get(k)!, levelled: pictures[k]!.levelled }));
  const [best, next] = searchPlacements(cv, known, { camera: own, levelled: pictures[i]!.levelled });
  if (!best || best.correlation < CLEARLY_BEST * (next?.correlation ?? 0)) return undefined;
  return placedCamera(own, best.pose);
}

function spread(indices: readonly number[], most: number): number[] {
  const step = Math.max(1, indices.length / most);
  return Array.from({ length: Math.min(most, indices.length) }, (_, k) => indices[Math.floor(k * step)]!);
}

/**
 * With fewer marks, marks in fewer cells of a fifteenth of the picture, or a smaller share of the places that should be seen, a camera is not confirmed. On drawn
 * prints right ones have 0.23 to 0.9 of these places; one put on another print of stars, where ships stand alike, 0.1.
 */
const CONFIRMED = { minMarks: 30, minCells: 18, minShare: 0.16 };

function solvedViews(
  cv: Cv,
  pictures: readonly StitchPicture[],
  edges: readonly GraphEdge[],
  cameras: ReadonlyMap<number, Camera>,
  known: KnownView | undefined,
): Map<number, StitchedView> {
  let order = [...cameras.keys()];
  const withPriors = (starts: readonly Camera[]) =>
    starts.map((start, i) => ({ start, ...(known && known.picture === order[i] && { prior: known.prior }) }));
  const solve = (starts: readonly Camera[]) => {
    const features = tracksOf(edges, new Map(order.map((picture, i) => [picture, i])));
    const aligned = alignedTracks(
      cv,
      starts.map((camera, i) => ({ camera, levelled: pictures[order[i]!]!.levelled })),
    );
    return { ...solveViews(withPriors(starts), [...aligned.tracks, ...features]), asked: aligned.asked };
  };
  let starts = order.map((picture) => cameras.get(picture)!);
  // The second time patches are looked for where the first solution has them.
  for (let pass = 0; pass < 2 && order.length > 1; pass++) {
    const { cameras: better, marks, asked } = solve(starts);
    const isIn = order.map((picture, i) => picture === known?.picture || isConfirmed(marks[i]!, asked[i]!, pictures[picture]!.size));
    starts = better.filter((_, i) => isIn[i]);
    order = order.filter((_, i) => isIn[i]);
  }
  if (order.length < 2) return new Map();
  const solution = solve(starts);
  // Where no camera is known, millimetres are a guess, and the frame is the first picture's.
  const isSure = order.map(
    (picture, i) =>
      !known ||
      picture === known.picture ||
      placeSigmaMm(solution.cameras[i]!, solution.covariances[i]!, solution.marks[i]!) < MOST_SIGMA_MM,
  );
  return new Map(
    order.flatMap((picture, i): [number, StitchedView][] => {
      if (!isSure[i]) return [];
      const marks = solution.marks[i]!;
      const view = { camera: solution.cameras[i]!, covariance: solution.covariances[i]!, residualPx: solution.residualPx[i]! };
      return [[picture, { ok: true, ...view, matches: marks.length, extent: extentOf(marks) }]];
    }),
  );
}

const CELLS_ACROSS = 15;

function isConfirmed(marks: readonly Pixel[], asked: number, { widthPx, heightPx }: PictureSize): boolean {
  const cellPx = Math.max(widthPx, heightPx) / CELLS_ACROSS;
  const cells = new Set(marks.map(({ u, v }) => `${Math.floor(u / cellPx)},${Math.floor(v / cellPx)}`)).size;
  return marks.length >= Math.max(CONFIRMED.minMarks, CONFIRMED.minShare * asked) && cells >= CONFIRMED.minCells;
}

/** A view is not registered whose place is open by more, one standard deviation at the worst of its marks' corners, mm: that of the table frame included. */
const MOST_SIGMA_MM = 4;

/** How far off, one standard deviation, mm, a camera puts what it shows at the corners of its marks' extent. */
function placeSigmaMm(camera: Camera, covariance: ArrayLike<number>, marks: readonly Pixel[]): number {
  const { left, right, top, bottom } = extentOf(marks);
  const corners = [left, right].flatMap((u) => [top, bottom].map((v) => ({ u, v })));
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

function extentOf(marks: readonly Pixel[]): Extent {
  const [us, vs] = [marks.map(({ u }) => u), marks.map(({ v }) => v)];
  return { left: Math.min(...us), right: Math.max(...us), top: Math.min(...vs), bottom: Math.max(...vs) };
}

/** How exactly a feature is placed: a share of its size, and a rest, px. */
const FEATURE_SIGMA = { ofSize: 0.08, restPx: 0.2 } as const;

/** Features that match along edges, joined to points of the print that several pictures show; a picture counts once in each. */
function tracksOf(edges: readonly GraphEdge[], place: ReadonlyMap<number, number>): PrintTrack[] {
  const bases = new Map<PrintFeatures, number>();
  let next = 0;
  const node = (features: PrintFeatures, i: number) => {
    if (!bases.has(features)) {
      bases.set(features, next);
      next += features.count;
    }
    return bases.get(features)! + i;
  };
  const root: number[] = [];
  const rootOf = (i: number): number => {
    let at = i;
    while (root[at] !== undefined && root[at] !== at) at = root[at]!;
    return at;
  };
  const seen = new Map<number, { view: number; features: PrintFeatures; i: number }>();
  for (const { from, to, fromFeatures, toFeatures, matches, registration } of edges) {
    const [a, b] = [place.get(from), place.get(to)];
    if (a === undefined || b === undefined) continue;
    for (const m of registration.fit.inliers) {
      const [i, j] = [node(fromFeatures, matches.from[m]!), node(toFeatures, matches.to[m]!)];
      seen.set(i, { view: a, features: fromFeatures, i: matches.from[m]! });
      seen.set(j, { view: b, features: toFeatures, i: matches.to[m]! });
      const [ri, rj] = [rootOf(i), rootOf(j)];
      root[Math.max(ri, rj)] = Math.min(ri, rj);
    }
  }
  const groups = new Map<number, Map<number, PrintTrack['seen'][number]>>();
  for (const [id, { view, features, i }] of seen) {
    const group = groups.get(rootOf(id)) ?? new Map();
    groups.set(rootOf(id), group);
    if (group.has(view)) continue;
    group.set(view, { view, ...placeOf(features, i), sigmaPx: FEATURE_SIGMA.ofSize * features.sizePx[i]! + FEATURE_SIGMA.restPx });
  }
  return [...groups.values()].filter((group) => group.size > 1).map((group) => ({ seen: [...group.values()] }));
}

async function problemOf(
  cv: Cv,
  pictures: readonly StitchPicture[],
  i: number,
  component: readonly number[],
  repeats: ReadonlySet<number>,
  mirrorImageOf: ((picture: number) => Promise<StitchPicture>) | undefined,
): Promise<Problem> {
  if (repeats.has(i)) {
    return {
      code: 'print-repeats',
      message: phrase('print-repeats'),
      hint: phrase('show-mats-border-whole'),
    };
  }
  if (component.length < 2) {
    return {
      code: 'print-not-matched',
      message: phrase('print-not-matched'),
      hint: phrase('take-pictures-overlap-half'),
    };
  }
  if (mirrorImageOf) {
    const mirrored = await mirrorImageOf(i);
    const all = pictures.map((picture, k) => (k === i ? mirrored : picture));
    for (const other of spread(component, 2)) {
      const edge = matchGraph(cv, [all[other]!, mirrored]).edges[0];
      if (edge) {
        return {
          code: 'picture-mirrored',
          message: phrase('picture-mirrored'),
          hint: phrase('switch-cameras-mirroring-off'),
        };
      }
    }
  }
  return {
    code: 'print-not-matched',
    message: phrase('picture-shows-no-part'),
    hint: phrase('leave-out-take-again'),
  };
}
