import type { Camera } from '../../geometry/camera.js';
import type { Pixel } from '../../geometry/point.js';
import type { Problem } from '../../table/measurement.js';
import type { Cv } from '../runtime/opencv.js';
import type { SharedEstimate } from '../solve/observations.js';
import { placeOf } from './estimate-homography.js';
import { cameraAlong, guessedCamera, homographiesFrom, spanningOrder } from './first-cameras.js';
import { type GraphEdge, largestComponent, matchGraph, type StitchPicture, unlikeEdge } from './match-graph.js';
import type { PrintFeatures } from './print-features.js';
import { alignedTracks } from './refine-tracks.js';
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

/**
 * Registers pictures of one print to each other, solves their cameras, lens and print together (bundle adjustment), and says of each picture that is none of
 * this print why. `known`: the view that gives the table frame. `isMirrored`: whether a picture fits as a mirror image, asked only of those that do not fit.
 */
export async function stitchViews(
  cv: Cv,
  pictures: readonly StitchPicture[],
  known?: KnownView,
  mirrorImageOf?: (picture: number) => Promise<StitchPicture>,
): Promise<Stitching> {
  const graph = matchGraph(cv, pictures);
  const edges = [...graph.edges];
  const repeats = new Set(graph.repeats);
  let component = largestComponent(pictures.length, edges);
  // What shows the print much larger or smaller than the others resembles none of them at their own scale.
  for (let i = 0; i < pictures.length; i++) {
    if (component.includes(i) || repeats.has(i)) continue;
    const others = component.length > 1 ? component : pictures.map((_, k) => k).filter((k) => k !== i);
    for (const other of spread(others, MOST_UNLIKE)) {
      const edge = await unlikeEdge(cv, pictures, other, i);
      if (edge === 'repeats') repeats.add(i);
      if (!edge || edge === 'repeats') continue;
      edges.push(edge);
      break;
    }
    component = largestComponent(pictures.length, edges);
  }
  const solved = component.length > 1 ? solvedComponent(cv, pictures, edges, component, known) : new Map<number, StitchedView>();
  const views: (StitchedView | NotStitched)[] = [];
  for (let i = 0; i < pictures.length; i++) {
    const view = solved.get(i);
    views.push(view ?? { ok: false, problem: await problemOf(cv, pictures, i, component, repeats, mirrorImageOf) });
  }
  return {
    views,
    pairs: edges.map(({ from, to, registration: { fit, halvesPx } }) => ({ from, to, matches: fit.inliers.length, halvesPx })),
  };
}

function spread(indices: readonly number[], most: number): number[] {
  const step = Math.max(1, indices.length / most);
  return Array.from({ length: Math.min(most, indices.length) }, (_, k) => indices[Math.floor(k * step)]!);
}

function solvedComponent(
  cv: Cv,
  pictures: readonly StitchPicture[],
  edges: readonly GraphEdge[],
  component: readonly number[],
  known: KnownView | undefined,
): Map<number, StitchedView> {
  const own = edges.filter(({ from }) => component.includes(from));
  const fixed = known && component.includes(known.picture) ? known : undefined;
  const root = fixed?.picture ?? component[0]!;
  const sizes = pictures.map(({ size }) => size);
  const cameras = new Map<number, Camera>();
  cameras.set(root, fixed?.camera ?? guessedCamera(sizes[root]!, [...homographiesFrom(root, own, sizes).values()]));
  for (const { edge, isForward } of spanningOrder(root, own)) {
    const [parent, child] = isForward ? [edge.from, edge.to] : [edge.to, edge.from];
    const before = cameras.get(parent);
    const camera = before && cameraAlong(edge, before, isForward, sizes[child]!);
    if (camera) cameras.set(child, camera);
  }
  const order = [...cameras.keys()];
  const place = new Map(order.map((picture, i) => [picture, i]));
  const views = order.map((picture) => ({
    start: cameras.get(picture)!,
    ...(fixed?.picture === picture && { prior: fixed.prior }),
  }));
  const byFeatures = solveViews(views, tracksOf(own, place));
  const aligned = byFeatures.cameras.map((camera, i) => ({ camera, levelled: pictures[order[i]!]!.levelled }));
  const solution = solveViews(
    views.map((view, i) => ({ ...view, start: byFeatures.cameras[i]! })),
    [...alignedTracks(cv, aligned), ...tracksOf(own, place)],
  );
  return new Map(
    order.map((picture, i): [number, StitchedView] => [
      picture,
      {
        ok: true,
        camera: solution.cameras[i]!,
        covariance: solution.covariances[i]!,
        residualPx: solution.residualPx[i]!,
        matches: solution.marks[i]!.length,
        extent: extentOf(solution.marks[i]!),
      },
    ]),
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
      message: 'The mat’s print repeats, so that it shows several places alike: which of them the picture shows stays open.',
      hint: 'Show the mat’s border or the whole mat in each picture.',
    };
  }
  if (component.length < 2) {
    return {
      code: 'print-not-matched',
      message: 'No two pictures show the same part of a mat’s print, as far as their prints can be compared.',
      hint: 'Take pictures that overlap by half, sharp and without glare; a plain cloth has no print to match.',
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
          message: 'The picture shows the mat’s print as a mirror does.',
          hint: 'Switch the camera’s mirroring off, or take the picture again without it.',
        };
      }
    }
  }
  return {
    code: 'print-not-matched',
    message: 'The picture shows no part of the print that the other pictures show: another mat, or too little of this one.',
    hint: 'Leave it out, or take it again with more of the print in view, sharp and without glare.',
  };
}
