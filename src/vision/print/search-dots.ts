import { tableFromPixel } from '../../geometry/camera.js';
import { isInPicture } from '../../geometry/in-picture.js';
import { meanPoint } from '../../geometry/mean-point.js';
import { distanceMm, type Pixel, type Point } from '../../geometry/point.js';
import { tableFromPiece } from '../../geometry/pose.js';
import { type Cv, withMats } from '../runtime/opencv.js';
import { carried, fittedPlane, type PictureSize, type PlaneFit, placeOf } from './fit-plane.js';
import type { GraphEdge } from './match-graph.js';
import { matOf, type PrintFeatures } from './print-features.js';
import { type AlignedView, toCamera } from './refine-tracks.js';
import { halvesPx, isElsewhere, logFalseAlarms } from './register-pair.js';

/** A small spot of the print that is lighter or darker than its surroundings. */
export interface PrintDot {
  /** In the picture that the view's camera belongs to, px. */
  readonly pixel: Pixel;
  /** In the view's own table frame, mm. */
  readonly at: Point;
  readonly isLight: boolean;
}

/** The dots of a picture. */
export interface DottedPicture {
  readonly picture: number;
  readonly size: PictureSize;
  readonly dots: readonly PrintDot[];
}

const BLURS_PX = [0.8, 1.6] as const;
/** Factor by which a dot is stronger than the picture's median deviation, as a standard deviation. */
const STANDS_OUT = 6;
/** Number of dots of a picture that are kept, the strongest first. */
const MAX_DOTS = 350;

/** The dots of a view's print, the strongest first. */
export function printDots(cv: Cv, view: AlignedView, isPrint: (at: Point) => boolean): PrintDot[] {
  const { widthPx, heightPx } = view.levelled;
  const found = BLURS_PX.flatMap((blurPx) =>
    withMats((own) => {
      const grey = own(matOf(cv, view.levelled));
      const [small, large, spots] = [own(new cv.Mat()), own(new cv.Mat()), own(new cv.Mat())];
      cv.GaussianBlur(grey, small, new cv.Size(0, 0), blurPx);
      cv.GaussianBlur(grey, large, new cv.Size(0, 0), 2 * blurPx);
      cv.subtract(small, large, spots, new cv.Mat(), cv.CV_32F);
      const value = spots.data32F;
      const sizes = Float32Array.from({ length: Math.floor(value.length / 7) }, (_, i) => Math.abs(value[7 * i]!)).sort();
      const least = STANDS_OUT * 1.48 * Math.max(0.3, sizes[sizes.length >> 1]!);
      const peaks: { readonly u: number; readonly v: number; readonly strength: number }[] = [];
      const reach = Math.ceil(ALONE.toBlurs * blurPx);
      for (let v = reach; v < heightPx - reach; v++)
        for (let u = reach; u < widthPx - reach; u++) {
          const i = v * widthPx + u;
          if (Math.abs(value[i]!) > least && isPeak(value, i, widthPx) && isAlone(value, i, widthPx, blurPx))
            peaks.push({ ...middleOf(value, u, v, widthPx), strength: value[i]! });
        }
      return peaks;
    }),
  );
  const dots: PrintDot[] = [];
  for (const { u, v, strength } of found.sort((a, b) => Math.abs(b.strength) - Math.abs(a.strength))) {
    if (dots.length === MAX_DOTS) break;
    const pixel = toCamera(view, { u, v });
    const at = tableFromPixel(view.camera, pixel);
    if (!at || !isPrint(at) || dots.some((dot) => distanceMm(dot.at, at) < NEAR_MM)) continue;
    dots.push({ pixel, at, isLight: strength > 0 });
  }
  return dots;
}

function isPeak(value: Float32Array, i: number, widthPx: number): boolean {
  const sign = Math.sign(value[i]!);
  for (let dv = -2; dv <= 2; dv++)
    for (let du = -2; du <= 2; du++) if ((du || dv) && sign * value[i + dv * widthPx + du]! > sign * value[i]!) return false;
  return true;
}

/** Ring around a dot, in blurs, in which nothing may be as strong as `share` of it: lines, edges and grain are no dots. */
const ALONE = { fromBlurs: 4, toBlurs: 9, share: 0.5 } as const;

function isAlone(value: Float32Array, i: number, widthPx: number, blurPx: number): boolean {
  const [from, to] = [ALONE.fromBlurs * blurPx, ALONE.toBlurs * blurPx];
  const reach = Math.ceil(to);
  const most = ALONE.share * Math.abs(value[i]!);
  for (let dv = -reach; dv <= reach; dv++)
    for (let du = -reach; du <= reach; du++) {
      const squared = du * du + dv * dv;
      if (squared > from * from && squared < to * to && Math.abs(value[i + dv * widthPx + du]!) > most) return false;
    }
  return true;
}

/** The top of the parabola through a peak and its neighbours, px. */
function middleOf(value: Float32Array, u: number, v: number, widthPx: number): Pixel {
  const i = v * widthPx + u;
  const top = (before: number, at: number, after: number) => {
    const bend = before - 2 * at + after;
    return bend === 0 ? 0 : Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend)));
  };
  return { u: u + top(value[i - 1]!, value[i]!, value[i + 1]!), v: v + top(value[i - widthPx]!, value[i]!, value[i + widthPx]!) };
}

/** Distance below which dots are one, mm. */
const NEAR_MM = 3;
/** Pairs of dots whose distances are compared: long ones give the turn, and are found in both views, mm. */
const PAIR_MM = { min: 50, max: 260 } as const;
/** Error of a view's own scale, at most, relative. */
const SCALE = 0.03;
const PAIRS = 700;
/** Cells in which turns and places are counted. */
const TURNS = 120;
const CELL_MM = 8;
const TRIED = 16;
/** Distance within which dots are the same under a turn and place that were voted for, mm. */
const NEARLY_MM = 10;
/** Then the distances, as shares of the long side, within which a homography must have them. */
const WITHIN = [0.012, 0.008, 0.005, 0.003, 0.0025] as const;
/** Number of matching dots below which a homography, which was chosen for them, shows nothing. */
const MIN_PAIRS = 8;
/** Factor by which the best place must have more matching dots than any other that is not by chance. */
const CLEARLY_BEST = 1.6;

/**
 * Registers a view to another by the dots of their print: pairs with the same distance in both vote for turn and place, and a homography is
 * fitted where most agree. Both views' cameras have to be right to some per cent, each in a frame of its own. Undefined where no place has
 * more matching dots than chance allows.
 */
export function dotEdge(known: DottedPicture, view: DottedPicture): GraphEdge | undefined {
  if (Math.min(known.dots.length, view.dots.length) < MIN_DOTS) return undefined;
  const middle = meanPoint(view.dots.map(({ at }) => at));
  const found = votedPlaces(known.dots, view.dots, middle).flatMap(({ turn, place }) => fitted(known, view, turn, place, middle) ?? []);
  const [best, ...others] = found.sort((a, b) => a.falseAlarms - b.falseAlarms);
  if (!best || best.falseAlarms > FALSE_ALARMS.most) return undefined;
  const places = best.pairs.map(([at]) => known.dots[at]!.pixel);
  const isRival = ({ plane, pairs, falseAlarms }: DotFit) =>
    falseAlarms < FALSE_ALARMS.byChance &&
    best.pairs.length < CLEARLY_BEST * pairs.length &&
    isElsewhere(best.plane, plane, places, [known.size, view.size]);
  if (others.some(isRival)) return undefined;
  return edgeOf(known, view, best);
}

/** Number of dots below which pictures are not compared by them. */
const MIN_DOTS = 15;

/** Factor by which the density of dots around a dot exceeds the average. */
const CROWDING = 3;
/**
 * Frequency with which that many would coincide by chance, as a logarithm to base 10: a place is accepted below the first, and above the
 * second it does not count as another place. On ten tables right places have −10 to −249, and of 182 pairs of pictures no place on another
 * mat, and no wrong one, less than 3.
 */
const FALSE_ALARMS = { most: -6, byChance: 0 } as const;

interface DotFit {
  readonly plane: Omit<PlaneFit, 'inliers'>;
  /** Matching dots of the known picture and of the view. */
  readonly pairs: readonly (readonly [number, number])[];
  /** As `logFalseAlarms` gives it, for the dots of the known picture that the view should show. */
  readonly falseAlarms: number;
}

/** The turns and places of a view's middle that most pairs of dots vote for. */
function votedPlaces(
  known: readonly PrintDot[],
  dots: readonly PrintDot[],
  middle: Point,
): { readonly turn: number; readonly place: Point }[] {
  const ordered = pairsOf(known).sort((a, b) => a.mm - b.mm);
  const lengths = Float64Array.from(ordered, ({ mm }) => mm);
  const directions = Float64Array.from(ordered, ({ i, k }) => direction(known[i]!.at, known[k]!.at));
  const votes = new Uint16Array(TURNS * SPAN * SPAN);
  const own = pairsOf(dots)
    .sort((a, b) => a.i + a.k - b.i - b.k)
    .slice(0, PAIRS);
  for (const { i, k, mm } of own) {
    const [a, b] = [dots[i]!, dots[k]!];
    const before = direction(a.at, b.at);
    const [right, up] = [middle.x - a.at.x, middle.y - a.at.y];
    for (let at = firstAbove(lengths, mm * (1 - SCALE) - 1); at < lengths.length && lengths[at]! < mm * (1 + SCALE) + 1; at++) {
      const pair = ordered[at]!;
      const [p, q] = [known[pair.i]!, known[pair.k]!];
      const by = directions[at]! - before;
      const x = Math.cos(by) * right - Math.sin(by) * up;
      const y = Math.sin(by) * right + Math.cos(by) * up;
      if (p.isLight === a.isLight && q.isLight === b.isLight) vote(votes, by, p.at.x + x, p.at.y + y);
      if (q.isLight === a.isLight && p.isLight === b.isLight) vote(votes, by + Math.PI, q.at.x - x, q.at.y - y);
    }
  }
  const cells: number[] = [];
  let least = 1;
  votes.forEach((count, cell) => {
    if (count <= least) return;
    cells.push(cell);
    // Only the best are used.
    if (cells.length < 64 * TRIED) return;
    cells.sort((x, y) => votes[y]! - votes[x]!).length = 8 * TRIED;
    least = votes[cells.at(-1)!]!;
  });
  const places: { readonly turn: number; readonly place: Point }[] = [];
  for (const cell of cells.sort((x, y) => votes[y]! - votes[x]!).slice(0, 8 * TRIED)) {
    const one = middleOfCell(cell);
    const isNew = places.every(
      ({ turn, place }) => distanceMm(place, one.place) > 2.5 * CELL_MM || Math.cos(turn - one.turn) < Math.cos((3 * Math.PI) / TURNS),
    );
    if (isNew) places.push(one);
    if (places.length === TRIED) break;
  }
  return places;
}

interface DotPair {
  readonly i: number;
  readonly k: number;
  readonly mm: number;
}

function pairsOf(dots: readonly PrintDot[]): DotPair[] {
  const pairs: DotPair[] = [];
  for (let k = 1; k < dots.length; k++)
    for (let i = 0; i < k; i++) {
      const mm = distanceMm(dots[i]!.at, dots[k]!.at);
      if (mm > PAIR_MM.min && mm < PAIR_MM.max) pairs.push({ i, k, mm });
    }
  return pairs;
}

function direction(from: Point, to: Point): number {
  return Math.atan2(to.y - from.y, to.x - from.x);
}

function firstAbove(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place of a point when its frame is turned counter-clockwise so that one of its places coincides with another. */
function turnedAbout(turn: number, from: Point, to: Point, point: Point): Point {
  return tableFromPiece({ ...to, headingRad: -turn }, { x: point.x - from.x, y: point.y - from.y });
}

/** Number of cells along a side that holds any table whose corner is the frame's, with a margin. */
const SPAN = 256;
const MARGIN = 64;

function vote(votes: Uint16Array, turn: number, x: number, y: number): void {
  const turns = ((Math.round((turn / (2 * Math.PI)) * TURNS) % TURNS) + TURNS) % TURNS;
  const [column, row] = [Math.round(x / CELL_MM) + MARGIN, Math.round(y / CELL_MM) + MARGIN];
  if (column < 0 || row < 0 || column >= SPAN || row >= SPAN) return;
  votes[(turns * SPAN + column) * SPAN + row]!++;
}

function middleOfCell(cell: number): { readonly turn: number; readonly place: Point } {
  const row = cell % SPAN;
  const column = Math.floor(cell / SPAN) % SPAN;
  const turns = Math.floor(cell / SPAN ** 2);
  return { turn: (turns * 2 * Math.PI) / TURNS, place: { x: (column - MARGIN) * CELL_MM, y: (row - MARGIN) * CELL_MM } };
}

/** The homography fitted to the matching dots, more closely each time. */
function fitted(known: DottedPicture, view: DottedPicture, turn: number, place: Point, middle: Point): DotFit | undefined {
  const sizes = [known.size, view.size] as const;
  const longPx = Math.max(view.size.widthPx, view.size.heightPx);
  let pairs = nearest(
    known.dots,
    view.dots.map(({ at }) => turnedAbout(turn, middle, place, at)),
    view.dots,
    ({ at }) => [at.x, at.y],
    ({ x, y }) => [x, y],
    NEARLY_MM,
  );
  let plane: DotFit['plane'] | undefined;
  for (const within of WITHIN) {
    if (pairs.length < MIN_PAIRS) return undefined;
    plane = fittedPlane(
      pairs.map(([k]) => known.dots[k]!.pixel),
      pairs.map(([, d]) => view.dots[d]!.pixel),
      sizes,
      plane?.bend,
    );
    if (!plane) return undefined;
    const fit = plane;
    pairs = nearest(
      view.dots,
      known.dots.map(({ pixel }) => carried(fit, pixel, sizes)),
      known.dots,
      ({ pixel }) => [pixel.u, pixel.v],
      ({ u, v }) => [u, v],
      within * longPx,
    ).map(([d, k]) => [k, d] as const);
  }
  const inView = known.dots.filter(({ pixel }) => isInPicture(view.size, carried(plane!, pixel, sizes))).length;
  const chance = (view.dots.length * Math.PI * (WITHIN.at(-1)! * longPx) ** 2) / (view.size.widthPx * view.size.heightPx);
  const falseAlarms = logFalseAlarms(Math.max(pairs.length, inView), pairs.length, Math.min(1, CROWDING * chance));
  return { plane: plane!, pairs, falseAlarms };
}

/** For each place the nearest dot of its kind within reach, each dot used once: [dot, place]. */
function nearest<Place>(
  dots: readonly PrintDot[],
  places: readonly Place[],
  kinds: readonly PrintDot[],
  ofDot: (dot: PrintDot) => readonly [number, number],
  ofPlace: (place: Place) => readonly [number, number],
  within: number,
): (readonly [number, number])[] {
  const ofDots = dots.map(ofDot);
  const all: { readonly d: number; readonly p: number; readonly off: number }[] = [];
  places.forEach((place, p) => {
    const [x, y] = ofPlace(place);
    for (let d = 0; d < dots.length; d++) {
      const [u, v] = ofDots[d]!;
      if (Math.abs(u - x) > within || Math.abs(v - y) > within || dots[d]!.isLight !== kinds[p]!.isLight) continue;
      const off = Math.hypot(u - x, v - y);
      if (off < within) all.push({ d, p, off });
    }
  });
  const [takenDots, takenPlaces] = [new Set<number>(), new Set<number>()];
  return all
    .sort((a, b) => a.off - b.off)
    .flatMap(({ d, p }) => {
      if (takenDots.has(d) || takenPlaces.has(p)) return [];
      takenDots.add(d);
      takenPlaces.add(p);
      return [[d, p] as const];
    });
}

/** Assumed size of a dot, px: it is placed to 0.4 px. */
const DOT_PX = 2.5;

function edgeOf(known: DottedPicture, view: DottedPicture, { plane, pairs, falseAlarms }: DotFit): GraphEdge {
  const [fromFeatures, toFeatures] = [featuresOf(known.dots), featuresOf(view.dots)];
  const matches = { from: Int32Array.from(pairs, ([k]) => k), to: Int32Array.from(pairs, ([, d]) => d) };
  const inliers = pairs.map((_, m) => m);
  const from = { size: known.size, features: fromFeatures };
  const to = { size: view.size, features: toFeatures };
  const registration = {
    ...{ fit: { ...plane, inliers }, matches, cells: pairs.length, logFalseAlarms: falseAlarms },
    halvesPx: halvesPx(from, to, matches, inliers),
  };
  return { from: known.picture, to: view.picture, fromFeatures, toFeatures, matches, registration };
}

/** Share of the dots that register a picture that stay, if they do so rightly, among the marks on which its solution rests. */
const STAYING = 0.8;

/**
 * Whether the solution of all pictures has the dots that register one in the places that it shows, and ships that stood still confirm it:
 * then a few are enough.
 */
export function isBorneOutByDots(picture: number, edges: readonly GraphEdge[], marks: readonly Pixel[]): boolean {
  const used = new Set(marks.map(({ u, v }) => `${u},${v}`));
  return edges.some(({ isWhereShipsAre, from, to, fromFeatures, toFeatures, matches, registration }) => {
    if (!isWhereShipsAre || (from !== picture && to !== picture)) return false;
    const [features, of] = to === picture ? [toFeatures, matches.to] : [fromFeatures, matches.from];
    const places = registration.fit.inliers.map((m) => placeOf(features, of[m]!));
    return places.filter(({ u, v }) => used.has(`${u},${v}`)).length >= STAYING * places.length;
  });
}

function featuresOf(dots: readonly PrintDot[]): PrintFeatures {
  return {
    count: dots.length,
    u: Float64Array.from(dots, ({ pixel }) => pixel.u),
    v: Float64Array.from(dots, ({ pixel }) => pixel.v),
    sizePx: new Float32Array(dots.length).fill(DOT_PX),
    angleRad: new Float32Array(dots.length),
    words: new Uint32Array(0),
  };
}
