import { type Camera, tableFromPixel } from '../../geometry/camera.js';
import { distanceMm, type Point } from '../../geometry/point.js';
import type { Problem } from '../../table/measurement.js';
import type { Cv } from '../runtime/opencv.js';
import type { CameraNetwork } from '../solve/solve-together.js';
import { type ConfirmedViews, confirmedViews, isOnPrint, type KnownView, type StitchedView } from './confirm-views.js';
import { cameraAlong, guessedCamera, homographiesFrom, spanningOrder } from './first-cameras.js';
import { fitsElsewhere, repeatsItself } from './fits-elsewhere.js';
import { componentsOf, type GraphEdge, isStrong, matchGraph, type StitchPicture, spread, unlikeEdge } from './match-graph.js';
import type { AlignedView } from './refine-tracks.js';
import { type DottedPicture, dotEdge, printDots } from './search-dots.js';
import { clearlyBest, placedCamera, searchPlacements } from './search-placement.js';
import { problemOf } from './why-not-stitched.js';

interface NotStitched {
  readonly ok: false;
  readonly problem: Problem;
}

/** Cameras that several pictures of one print determine together: each picture's camera, or why it has none. */
export interface Stitching {
  readonly views: readonly (StitchedView | NotStitched)[];
  /** The print's information about the cameras that are stitched, relative to each other. */
  readonly network?: CameraNetwork;
  /** Registered pairs, as indices of pictures, with their residual between disjoint halves. */
  readonly pairs: readonly { readonly from: number; readonly to: number; readonly matches: number; readonly halvesPx: number }[];
}

/** Number of others with which a picture that resembles no other is compared. */
const MAX_UNLIKE = 3;

/** Prior knowledge of the pictures besides their print, each asked only when it is needed. */
export interface KnownOfPictures {
  /** The view that gives the table frame. */
  readonly known?: KnownView;
  /**
   * Possible cameras of a picture in a frame of its own, from its border or its pieces, the likeliest first: then only a turn and a shift
   * are left to be searched for.
   */
  readonly ownCameras?: (picture: number) => Promise<readonly Camera[]>;
  /** A picture's camera in the frame of `known`, as far as it is known from ships that did not move between both. */
  readonly placedByPieces?: (picture: number) => Camera | undefined;
  readonly mirrorImageOf?: (picture: number) => Promise<StitchPicture>;
}

/**
 * Registers pictures of one print to each other, solves their cameras, lens and print together (bundle adjustment), and gives the reason
 * for each picture that is not of this print.
 */
export async function stitchViews(cv: Cv, pictures: readonly StitchPicture[], of: KnownOfPictures = {}): Promise<Stitching> {
  const graph = matchGraph(cv, pictures);
  // A few matches may be off by more than ships that have not moved.
  const edges = graph.edges.filter((edge) => isStrong(edge) || !of.placedByPieces?.(edge.from) || !of.placedByPieces(edge.to));
  const repeats = new Set(graph.repeats);
  const components = of.known ? [componentOf(of.known, edges)] : componentsOf(pictures.length, edges);
  let found: ConfirmedViews = { views: new Map() };
  // Without a frame, pictures that hang together by chance, or on a print that repeats, do not stand in the way of fewer others.
  for (const component of components) {
    if (found.views.size === 0) found = await solvedAround(cv, pictures, edges, component, of, repeats);
  }
  const { views: solved, network } = found;
  const views: (StitchedView | NotStitched)[] = [];
  const stitched = solved.size === 0 && of.known ? [of.known.picture] : [...solved.keys()];
  for (let i = 0; i < pictures.length; i++) {
    const view = solved.get(i);
    views.push(view ?? { ok: false, problem: await problemOf(cv, pictures, i, stitched, repeats, of.mirrorImageOf) });
  }
  return {
    views,
    ...(network && { network }),
    pairs: edges.map(({ from, to, registration: { fit, halvesPx } }) => ({ from, to, matches: fit.inliers.length, halvesPx })),
  };
}

/** The confirmed views of the pictures of a component and of those that are found to belong to them; what registers these is added to `edges`. */
async function solvedAround(
  cv: Cv,
  pictures: readonly StitchPicture[],
  edges: GraphEdge[],
  component: readonly number[],
  of: KnownOfPictures,
  repeats: Set<number>,
): Promise<ConfirmedViews> {
  const cameras = firstCameras(pictures, edges, component, of.known);
  const dotted = new Map<number, DottedPicture>();
  for (let i = 0; i < pictures.length && of.known; i++) {
    if (edges.some((edge) => isStrong(edge) && (edge.from === i || edge.to === i))) continue;
    const edge = await edgeByDots(cv, pictures, cameras, dotted, of, i);
    if (edge) edges.push(edge);
    follow(pictures, edges, cameras);
  }
  const placedAlone = new Set<number>();
  for (let i = 0; i < pictures.length && cameras.size > 0; i++) {
    if (cameras.has(i)) continue;
    const camera = await cameraAlone(cv, pictures, cameras, of, i);
    if (camera) {
      placedAlone.add(i);
      cameras.set(i, camera);
    } else if (!repeats.has(i)) {
      // A view that shows the print much larger or smaller than the others resembles none of them at their own scale.
      const edge = await edgeAtScales(cv, pictures, [...cameras.keys()], i);
      if (edge === 'repeats') repeats.add(i);
      else if (edge) edges.push(edge);
    }
    follow(pictures, edges, cameras);
  }
  const byEdges = confirmedViews(cv, pictures, edges, cameras, of.known, placedAlone);
  const confirmed = await withoutFalseEdges(cv, pictures, { edges, cameras, placedAlone }, of, byEdges);
  return withoutRepeats(cv, pictures, { edges, placedAlone }, of, confirmed, repeats);
}

/** Pictures as placed before they are solved. */
interface Placed {
  readonly edges: readonly GraphEdge[];
  readonly cameras: ReadonlyMap<number, Camera>;
  readonly placedAlone: ReadonlySet<number>;
}

/**
 * The confirmed views when pictures that their matches have placed are placed without them, where the print does not confirm their place,
 * or few matches contradict the ships that stood still: pieces on the print that were moved match too.
 */
async function withoutFalseEdges(
  cv: Cv,
  pictures: readonly StitchPicture[],
  { edges, cameras, placedAlone }: Placed,
  of: KnownOfPictures,
  confirmed: ConfirmedViews,
): Promise<ConfirmedViews> {
  const matched = [...cameras.keys()].filter((i) => !placedAlone.has(i) && i !== of.known?.picture);
  const misplaced = matched.filter((i) => {
    const [view, byPieces] = [confirmed.views.get(i), of.placedByPieces?.(i)];
    const isPlain = edges.some((edge) => isStrong(edge) && (edge.from === i || edge.to === i));
    return view && byPieces && !isPlain && !isSamePlace(view.camera, byPieces);
  });
  const views = new Map([...confirmed.views].filter(([i]) => !misplaced.includes(i)));
  const left = edges.filter(({ from, to }) => views.has(from) && views.has(to));
  const inPlace = new Map([...cameras].filter(([i]) => views.has(i) || i === of.known?.picture));
  const [placed, alone] = [new Map(inPlace), new Set([...placedAlone].filter((i) => views.has(i)))];
  for (const i of matched) {
    const camera = views.has(i) ? undefined : await cameraAlone(cv, pictures, inPlace, of, i);
    if (!camera) continue;
    placed.set(i, camera);
    alone.add(i);
  }
  if (placed.size === inPlace.size) return confirmed;
  const again = confirmedViews(cv, pictures, left, placed, of.known, alone);
  return misplaced.length > 0 || again.views.size > views.size ? again : confirmed;
}

/**
 * The confirmed views without those that fit the print elsewhere too, unless the ships that stood still have them where they are; these are
 * added to `repeats`. Of a print seen at a slant its near parts match a view of a far one, and nothing else does.
 */
function withoutRepeats(
  cv: Cv,
  pictures: readonly StitchPicture[],
  { edges, placedAlone }: Omit<Placed, 'cameras'>,
  { known, placedByPieces }: KnownOfPictures,
  confirmed: ConfirmedViews,
  repeats: Set<number>,
): ConfirmedViews {
  const placed = [...confirmed.views].map(([i, { camera }]) => ({ i, view: { camera, levelled: pictures[i]!.levelled } }));
  const alsoFits = known ? besideKnown(cv, placed, known) : besideEachOther(cv, placed);
  const open = placed.flatMap((one) => {
    const byPieces = placedByPieces?.(one.i);
    return !(byPieces && isSamePlace(one.view.camera, byPieces)) && alsoFits(one) ? [one.i] : [];
  });
  if (open.length === 0) return confirmed;
  for (const i of open) repeats.add(i);
  const left = new Map([...confirmed.views].flatMap(([i, { camera }]) => (open.includes(i) ? [] : [[i, camera] as const])));
  const between = edges.filter(({ from, to }) => left.has(from) && left.has(to));
  return confirmedViews(cv, pictures, between, left, known, placedAlone);
}

/** A picture with its camera on the print. */
interface PlacedPicture {
  readonly i: number;
  readonly view: AlignedView;
}

/** Whether a picture fits the known one elsewhere about as well. */
function besideKnown(cv: Cv, placed: readonly PlacedPicture[], known: KnownView): (one: PlacedPicture) => boolean {
  const { picture, mat } = known;
  const frame = placed.find(({ i }) => i === picture)?.view;
  if (!frame) return () => false;
  const fits = fitsElsewhere(cv, frame, (at) => isOnPrint(at, frame.camera, { ...(mat && { mat }) }));
  return ({ i, view }) => i !== picture && fits(view, (at) => isOnPrint(at, view.camera, known));
}

/** Whether a picture fits what all show together elsewhere about as well: no border says which motif of a print that repeats it shows. */
function besideEachOther(cv: Cv, placed: readonly PlacedPicture[]): (one: PlacedPicture) => boolean {
  return ({ i, view }) =>
    repeatsItself(
      cv,
      view,
      placed.flatMap((other) => (other.i === i ? [] : [other.view])),
    );
}

/** Distance within which ships that stood still place a picture. */
const SAME_PLACE_MM = 30;

/** Whether two cameras of one picture have its middle at the same place of the table. */
function isSamePlace(one: Camera, other: Camera): boolean {
  const middle = { u: one.widthPx / 2, v: one.heightPx / 2 };
  const [a, b] = [tableFromPixel(one, middle), tableFromPixel(other, middle)];
  return a !== undefined && b !== undefined && distanceMm(a, b) < SAME_PLACE_MM;
}

/** A picture's camera without any of its features: from ships that stood still, or from a search. */
async function cameraAlone(
  cv: Cv,
  pictures: readonly StitchPicture[],
  cameras: ReadonlyMap<number, Camera>,
  { placedByPieces, ownCameras }: KnownOfPictures,
  i: number,
): Promise<Camera | undefined> {
  return placedByPieces?.(i) ?? searchedCamera(cv, pictures, cameras, (await ownCameras?.(i)) ?? [], i);
}

/** The pictures that are connected with the one whose camera is known. */
function componentOf({ picture }: KnownView, edges: readonly GraphEdge[]): number[] {
  return [picture, ...spanningOrder(picture, edges).map(({ edge, isForward }) => (isForward ? edge.to : edge.from))];
}

/**
 * A camera for each picture of a component, from the one that is known or guessed; empty where nothing is connected and nothing is known.
 */
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
  // Nothing is connected yet: any two may be.
  const others = placed.length > 1 ? placed : pictures.map((_, k) => k).filter((k) => k !== i);
  for (const other of spread(others, MAX_UNLIKE)) {
    const edge = await unlikeEdge(cv, pictures, other, i);
    if (edge) return edge;
  }
  return undefined;
}

/** A picture registered by the dots of its print to one of those that are placed; `dotted`: these, as far as their dots were asked for. */
async function edgeByDots(
  cv: Cv,
  pictures: readonly StitchPicture[],
  cameras: ReadonlyMap<number, Camera>,
  dotted: Map<number, DottedPicture>,
  { known, placedByPieces, ownCameras }: KnownOfPictures,
  i: number,
): Promise<GraphEdge | undefined> {
  if (i === known?.picture) return undefined;
  const camera = placedByPieces?.(i) ?? cameras.get(i);
  const dotsOf = (picture: number, of: Camera, isPrint: (at: Point) => boolean): DottedPicture => {
    const { size, levelled } = pictures[picture]!;
    return { picture, size, dots: printDots(cv, { camera: of, levelled }, isPrint) };
  };
  const views = (camera ? [camera] : ((await ownCameras?.(i)) ?? [])).map((own) => dotsOf(i, own, () => true));
  const others = [...cameras.keys()].filter((k) => k !== i);
  for (const other of spread(others, MAX_UNLIKE)) {
    const placed = cameras.get(other)!;
    const one = dotted.get(other) ?? dotsOf(other, placed, (at) => isOnPrint(at, placed, known));
    dotted.set(other, one);
    for (const view of views) {
      const edge = dotEdge(one, view);
      if (!edge) continue;
      const [byDots, byShips] = [cameraAlong(edge, placed, true, pictures[i]!.size), placedByPieces?.(i)];
      return byDots && byShips && isSamePlace(byDots, byShips) ? { ...edge, isWhereShipsAre: true } : edge;
    }
  }
  return undefined;
}

/** Number of placed views in which a view is searched for. */
const MAX_SEARCHED = 6;
/** A picture's camera on the table, where its print from above gives turn and shift of its own frame beyond doubt. */
function searchedCamera(
  cv: Cv,
  pictures: readonly StitchPicture[],
  cameras: ReadonlyMap<number, Camera>,
  ownCameras: readonly Camera[],
  i: number,
): Camera | undefined {
  const known = spread([...cameras.keys()], MAX_SEARCHED).map((k) => ({ camera: cameras.get(k)!, levelled: pictures[k]!.levelled }));
  for (const own of ownCameras) {
    const pose = clearlyBest(searchPlacements(cv, known, { camera: own, levelled: pictures[i]!.levelled }));
    if (pose) return placedCamera(own, pose);
  }
  return undefined;
}
