import { type Camera, tableFromPixel } from '../../geometry/camera.js';
import type { Point } from '../../geometry/point.js';
import { type Pose, tableFromPiece } from '../../geometry/pose.js';
import { type Cv, withMats } from '../runtime/opencv.js';
import { joinedRaster, MAX_REACH_MM, type PlaneRaster, withTurnedRasters } from './plane-raster.js';
import type { AlignedView } from './refine-tracks.js';

/** Placement of a view: its own table frame's pose in the searched one, and how well it fits there. */
export interface Placement {
  readonly pose: Pose;
  /** Normalised cross-correlation of the common area, −1…1. */
  readonly correlation: number;
}

/** Cells in which the print is compared, first coarsely everywhere, then closely around the best places, mm. */
export const CELL_MM = { coarse: 6, fine: 2 } as const;
/** Turns that are tried: so far apart that a view of 400 mm is off by less than a coarse cell at its margin. */
const TURN_STEP_RAD = Math.PI / 60;
const FINE_TURNS_RAD = [-1.5, -1, -0.5, 0, 0.5, 1, 1.5].map((deg) => (deg * Math.PI) / 180);
/** Distance around a coarse place within which the fine one is searched for, mm. */
const FINE_REACH_MM = 12;
/** Minimum share of the view that must be on known parts of the print where it is searched for. */
const MIN_OVERLAP = 0.55;
const CANDIDATES = 5;

/**
 * Places where a view whose tilt and distance are known, but not its place and turn, fits other views of the print: normalised
 * cross-correlation over all turns and shifts, the best first. `isPrint`: whether a place in the view's own frame is print.
 */
export function searchPlacements(
  cv: Cv,
  known: readonly AlignedView[],
  view: AlignedView,
  isPrint: (at: Point) => boolean = () => true,
): Placement[] {
  const middle = tableFromPixel(view.camera, { u: view.camera.widthPx / 2, v: view.camera.heightPx / 2 });
  if (!middle) return [];
  const area = areaOf(known);
  if (!area) return [];
  const fits = fitsOn(
    cv,
    joinedRaster(cv, known, area.corner, area.sideMm, CELL_MM.coarse),
    Math.ceil((2 * MAX_REACH_MM) / CELL_MM.coarse) >> 1,
  );
  const turns = Array.from({ length: Math.round((2 * Math.PI) / TURN_STEP_RAD) }, (_, i) => i * TURN_STEP_RAD);
  const found = withTurnedRasters(cv, view, middle, CELL_MM.coarse, isPrint, (turned) =>
    turns.flatMap((turn) => highest(fits(turned(turn)), 3).map(({ at, correlation }) => ({ pose: poseOf(at, turn, middle), correlation }))),
  );
  const best = distinct(found, CANDIDATES);
  return distinct(
    best.map((placement) => refined(cv, known, view, middle, placement, isPrint)),
    CANDIDATES,
  );
}

/**
 * Factor by which the best place must fit better than the next one elsewhere: on prints of three kinds the right one did so by 2.5 to 6,
 * others by less than 1.3.
 */
const CLEARLY_BEST = 1.8;

/** The best of some placements, where it fits beyond doubt. */
export function clearlyBest([best, next]: readonly Placement[]): Pose | undefined {
  return best && best.correlation >= CLEARLY_BEST * (next?.correlation ?? 0) ? best.pose : undefined;
}

/** Largest side of a mat, mm: parts of a view beyond it are not searched. */
const MAX_SIDE_MM = 1400;

/** A square of the table that holds the areas of the views, around the mean of their middles. */
export function areaOf(known: readonly AlignedView[]): { readonly corner: Point; readonly sideMm: number } | undefined {
  const shares = [0.05, 0.5, 0.95];
  const seen = known.flatMap(({ camera }) =>
    shares.flatMap((s) => shares.flatMap((t) => tableFromPixel(camera, { u: s * camera.widthPx, v: t * camera.heightPx }) ?? [])),
  );
  const range = (values: number[]) => {
    const sorted = values.sort((a, b) => a - b);
    const middle = sorted[sorted.length >> 1]!;
    const low = Math.max(sorted[0]!, middle - MAX_SIDE_MM / 2);
    return [low, Math.min(sorted.at(-1)!, low + MAX_SIDE_MM)] as const;
  };
  if (seen.length === 0) return undefined;
  const [x, y] = [range(seen.map((point) => point.x)), range(seen.map((point) => point.y))];
  return { corner: { x: x[0], y: y[0] }, sideMm: Math.max(x[1] - x[0], y[1] - y[0]) };
}

/** The view's frame when its middle is at a place of the table, turned clockwise. */
function poseOf(at: Point, headingRad: number, middle: Point): Pose {
  const offset = tableFromPiece({ x: 0, y: 0, headingRad }, middle);
  return { x: at.x - offset.x, y: at.y - offset.y, headingRad };
}

/** The best placements, only the best among those that are nearly the same. */
function distinct(placements: readonly Placement[], most: number): Placement[] {
  const kept: Placement[] = [];
  for (const one of [...placements].sort((a, b) => b.correlation - a.correlation)) {
    const isNew = kept.every(({ pose }) => {
      const turned = Math.abs(Math.atan2(Math.sin(pose.headingRad - one.pose.headingRad), Math.cos(pose.headingRad - one.pose.headingRad)));
      return turned > 4 * TURN_STEP_RAD || Math.hypot(pose.x - one.pose.x, pose.y - one.pose.y) > 60;
    });
    if (isNew) kept.push(one);
    if (kept.length === most) break;
  }
  return kept;
}

function refined(
  cv: Cv,
  known: readonly AlignedView[],
  view: AlignedView,
  middle: Point,
  coarse: Placement,
  isPrint: (at: Point) => boolean,
): Placement {
  const at = tableFromPiece(coarse.pose, middle);
  const sideMm = 2 * (MAX_REACH_MM + FINE_REACH_MM);
  const fits = fitsOn(cv, joinedRaster(cv, known, { x: at.x - sideMm / 2, y: at.y - sideMm / 2 }, sideMm, CELL_MM.fine), 0);
  const tries = withTurnedRasters(cv, view, middle, CELL_MM.fine, isPrint, (turned) =>
    FINE_TURNS_RAD.flatMap((by) => {
      const turn = coarse.pose.headingRad + by;
      return highest(fits(turned(turn)), 1).map(({ at: place, correlation }) => ({ pose: poseOf(place, turn, middle), correlation }));
    }),
  );
  return tries.sort((a, b) => b.correlation - a.correlation)[0] ?? { ...coarse, correlation: 0 };
}

/**
 * Fit of a template at places of a map, row by row: normalised cross-correlation over the common area, −1…1; 0 where they share too little.
 */
interface Fits {
  readonly columns: number;
  readonly correlation: Float32Array;
  /** Place of the template's middle there, table mm. */
  readonly placeOf: (at: number) => Point;
}

/**
 * Fits of templates, all of one size, on a map: at all places on it, and beyond its sides by `marginCells`, where it shows at least
 * `minOverlap` of the template, a share. By Fourier transforms; those of the map are computed once.
 */
export function fitsOn(cv: Cv, map: PlaneRaster, marginCells: number, minOverlap = MIN_OVERLAP): (template: PlaneRaster) => Fits {
  const side = map.sidePx + 2 * marginCells;
  const n = cv.getOptimalDFTSize(side);
  const ofMap = spectra(cv, n, map, marginCells);
  return (template) => {
    const of = spectra(cv, n, template, 0);
    const columns = side - template.sidePx + 1;
    // Two real correlations make one complex one.
    const [productAndMap, templateAndSeen] = [
      correlated(cv, n, [ofMap.value, of.value], [ofMap.square, of.seen]),
      correlated(cv, n, [ofMap.seen, of.square], [ofMap.seen, of.seen]),
    ];
    const least = minOverlap * template.seen.reduce((sum, one) => sum + one, 0);
    const correlation = new Float32Array(columns * columns);
    for (let row = 0; row < columns; row++)
      for (let column = 0; column < columns; column++) {
        const from = 2 * (row * n + column);
        if (templateAndSeen[from + 1]! < least) continue;
        correlation[row * columns + column] =
          productAndMap[from]! / Math.sqrt(Math.max(1, productAndMap[from + 1]! * templateAndSeen[from]!));
      }
    const half = template.sidePx / 2 - marginCells;
    const placeOf = (at: number) => ({
      x: map.corner.x + ((at % columns) + half) * map.cellMm,
      y: map.corner.y + (map.sidePx - (Math.floor(at / columns) + half)) * map.cellMm,
    });
    return { columns, correlation, placeOf };
  };
}

/** Complex, interleaved, row by row. */
type Spectrum = Float32Array;

/** Spectra of a raster's values, of their squares, and of the area where it shows anything. */
interface Spectra {
  readonly value: Spectrum;
  readonly square: Spectrum;
  readonly seen: Spectrum;
}

/** A raster's spectra in a square `n` wide, the raster's first pixel `marginCells` from its corner. */
function spectra(cv: Cv, n: number, { sidePx, value, seen }: PlaneRaster, marginCells: number): Spectra {
  const packed = (real: (i: number) => number, imaginary: (i: number) => number) => {
    const out = new Float32Array(2 * n * n);
    for (let row = 0; row < sidePx; row++)
      for (let column = 0; column < sidePx; column++) {
        const to = 2 * ((row + marginCells) * n + column + marginCells);
        const from = row * sidePx + column;
        out[to] = real(from);
        out[to + 1] = imaginary(from);
      }
    return transformed(cv, n, out);
  };
  const valueAndSeen = packed(
    (i) => value[i]!,
    (i) => seen[i]!,
  );
  const square = packed(
    (i) => value[i]! ** 2,
    () => 0,
  );
  const [ofValue, ofSeen] = [new Float32Array(2 * n * n), new Float32Array(2 * n * n)];
  // The spectrum of real values is its own mirrored conjugate.
  for (let row = 0; row < n; row++)
    for (let column = 0; column < n; column++) {
      const [i, k] = [2 * (row * n + column), 2 * (((n - row) % n) * n + ((n - column) % n))];
      const [a, b, c, d] = [valueAndSeen[i]!, valueAndSeen[i + 1]!, valueAndSeen[k]!, valueAndSeen[k + 1]!];
      ofValue[i] = (a + c) / 2;
      ofValue[i + 1] = (b - d) / 2;
      ofSeen[i] = (b + d) / 2;
      ofSeen[i + 1] = (c - a) / 2;
    }
  return { value: ofValue, square, seen: ofSeen };
}

/** The correlation of one pair of real pictures, interleaved with that of another, from their spectra. */
function correlated(cv: Cv, n: number, [a, b]: readonly [Spectrum, Spectrum], [c, d]: readonly [Spectrum, Spectrum]): Float32Array {
  const both = new Float32Array(2 * n * n);
  for (let i = 0; i < both.length; i += 2) {
    const [ar, ai, br, bi, cr, ci, dr, di] = [a[i]!, a[i + 1]!, b[i]!, b[i + 1]!, c[i]!, c[i + 1]!, d[i]!, d[i + 1]!];
    // a · conj(b) + i · c · conj(d)
    both[i] = ar * br + ai * bi - (ci * dr - cr * di);
    both[i + 1] = ai * br - ar * bi + (cr * dr + ci * di);
  }
  return transformed(cv, n, both, cv.DFT_INVERSE | cv.DFT_SCALE);
}

function transformed(cv: Cv, n: number, values: Float32Array, flags = 0): Float32Array {
  return withMats((own) => {
    const from = own(new cv.Mat(n, n, cv.CV_32FC2));
    from.data32F.set(values);
    cv.dft(from, from, flags, 0);
    return Float32Array.from(from.data32F);
  });
}

/** The best places of a template on a map, at a distance from each other. */
function highest({ columns, correlation, placeOf }: Fits, most: number): { readonly at: Point; readonly correlation: number }[] {
  const rest = correlation.slice();
  const found: { at: Point; correlation: number }[] = [];
  while (found.length < most) {
    let best = 0;
    for (let i = 1; i < rest.length; i++) if (rest[i]! > rest[best]!) best = i;
    if (!(rest[best]! > 0)) break;
    found.push({ at: placeOf(best), correlation: rest[best]! });
    const [row, column] = [Math.floor(best / columns), best % columns];
    for (let r = row - 3; r <= row + 3; r++)
      for (let c = column - 3; c <= column + 3; c++)
        if (r >= 0 && c >= 0 && c < columns && r * columns + c < rest.length) rest[r * columns + c] = 0;
  }
  return found;
}

/** A view's camera, whose frame is placed on the table. */
export function placedCamera(camera: Camera, { x, y, headingRad }: Pose): Camera {
  const { r, t } = camera;
  const [sin, cos] = [Math.sin(headingRad), Math.cos(headingRad)];
  // own = A · (table − place), with A the inverse of tableFromPiece's turn.
  const turned = [
    cos * r[0] + sin * r[1],
    cos * r[1] - sin * r[0],
    r[2],
    cos * r[3] + sin * r[4],
    cos * r[4] - sin * r[3],
    r[5],
    cos * r[6] + sin * r[7],
    cos * r[7] - sin * r[6],
    r[8],
  ] as const;
  return {
    ...camera,
    r: turned,
    t: [t[0] - turned[0] * x - turned[1] * y, t[1] - turned[3] * x - turned[4] * y, t[2] - turned[6] * x - turned[7] * y],
  };
}
