import { mapByHomography } from '../../geometry/plane-map.js';
import type { Pixel } from '../../geometry/point.js';
import { type Homography, homographyFrom } from '../image/planar.js';
import type { PrintFeatures } from './print-features.js';

/** Size of a picture, px. */
export interface PictureSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Pairs that one homography explains, with the lens of each picture allowed to bend by one term. */
export interface PlaneFit {
  /** From the one picture's places, straightened by `straighten`, to the other's. */
  readonly homography: Homography;
  /** Radial terms that straighten the one and the other picture, see `straighten`. */
  readonly bend: readonly [number, number];
  /** Indices into the matches. */
  readonly inliers: readonly number[];
}

export function placeOf({ u, v }: Pick<PrintFeatures, 'u' | 'v'>, i: number): Pixel {
  return { u: u[i]!, v: v[i]! };
}

/** A place of a picture moved along its radius by the share bend · r², r in units of half the long side. */
function straighten({ u, v }: Pixel, bend: number, { widthPx, heightPx }: PictureSize): Pixel {
  const [cu, cv, half] = [(widthPx - 1) / 2, (heightPx - 1) / 2, Math.max(widthPx, heightPx) / 2];
  const times = 1 + bend * (((u - cu) / half) ** 2 + ((v - cv) / half) ** 2);
  return { u: cu + (u - cu) * times, v: cv + (v - cv) * times };
}

function bendBack(place: Pixel, bend: number, size: PictureSize): Pixel {
  let at = place;
  for (let i = 0; i < 6; i++) {
    const seen = straighten(at, bend, size);
    at = { u: at.u + place.u - seen.u, v: at.v + place.v - seen.v };
  }
  return at;
}

/** Place, px, at which the other picture shows what the one shows at a place. */
export function carried(fit: Omit<PlaneFit, 'inliers'>, place: Pixel, sizes: readonly [PictureSize, PictureSize]): Pixel {
  const { u, v } = straighten(place, fit.bend[0], sizes[0]);
  const [x, y] = mapByHomography(fit.homography, u, v);
  return fit.bend[1] === 0 ? { u: x, v: y } : bendBack({ u: x, v: y }, fit.bend[1], sizes[1]);
}

/** Bend of a lens, one standard deviation, in the units of `straighten`. */
const BEND_SIGMA = 0.03;

/**
 * The homography between places of two pictures; with `bend` as a start, also the bend of both lenses, which is the same where both
 * pictures are of one size.
 */
export function fittedPlane(
  from: readonly Pixel[],
  to: readonly Pixel[],
  sizes: readonly [PictureSize, PictureSize],
  bend?: readonly [number, number],
): Omit<PlaneFit, 'inliers'> | undefined {
  const [start, end] = sizes;
  const isOneLens = Math.max(start.widthPx, start.heightPx) === Math.max(end.widthPx, end.heightPx);
  let at: [number, number] = bend ? [...bend] : [0, 0];
  const solved = (bends: [number, number]) => homographyOf(from, to, sizes, bends);
  let best = solved(at);
  if (!best) return undefined;
  if (bend) {
    // One or two unknowns beside a homography that follows from them: Gauss–Newton on their own, by differences.
    for (let round = 0; round < 4; round++) {
      const moves: [number, number][] = isOneLens
        ? [[1, 1]]
        : [
            [1, 0],
            [0, 1],
          ];
      for (const [a, b] of moves) {
        const step = 0.002;
        const ahead = solved([at[0] + a * step, at[1] + b * step]);
        const behind = solved([at[0] - a * step, at[1] - b * step]);
        if (!ahead || !behind) continue;
        const curve = (ahead.cost + behind.cost - 2 * best.cost) / step ** 2;
        const slope = (ahead.cost - behind.cost) / (2 * step);
        if (!(curve > 0)) continue;
        const by = Math.max(-0.05, Math.min(0.05, -slope / curve));
        const next: [number, number] = [at[0] + a * by, at[1] + b * by];
        const there = solved(next);
        if (there && there.cost < best.cost) [at, best] = [next, there];
      }
    }
  }
  return { homography: best.homography, bend: at };
}

function homographyOf(
  from: readonly Pixel[],
  to: readonly Pixel[],
  sizes: readonly [PictureSize, PictureSize],
  bend: readonly [number, number],
): { readonly homography: Homography; readonly cost: number } | undefined {
  const sources = from.map((place) => straighten(place, bend[0], sizes[0])).map(({ u, v }) => [u, v] as const);
  const targets = to.map((place) => straighten(place, bend[1], sizes[1])).map(({ u, v }) => [u, v] as const);
  const homography = normalisedHomography(sources, targets);
  if (!homography) return undefined;
  const sigmaPx = Math.max(sizes[1].widthPx, sizes[1].heightPx) * 0.0005;
  let cost = (bend[0] / BEND_SIGMA) ** 2 + (bend[1] / BEND_SIGMA) ** 2;
  for (let i = 0; i < sources.length; i++) {
    const [u, v] = mapByHomography(homography, ...sources[i]!);
    cost += Math.log1p(((u - targets[i]![0]) ** 2 + (v - targets[i]![1]) ** 2) / sigmaPx ** 2);
  }
  return { homography, cost };
}

/**
 * The least-squares homography, weighted so that outliers lose their pull, computed in coordinates around the middle and in units of the
 * spread.
 */
function normalisedHomography(
  from: readonly (readonly [number, number])[],
  to: readonly (readonly [number, number])[],
): Homography | undefined {
  const [a, b] = [frameOf(from), frameOf(to)];
  const inner = homographyFrom(
    from.map(([x, y]) => [(x - a.x) / a.r, (y - a.y) / a.r] as const),
    to.map(([x, y]) => [(x - b.x) / b.r, (y - b.y) / b.r] as const),
  );
  if (!inner) return undefined;
  // to = B · inner · A⁻¹, with A and B the two frames.
  const [h0, h1, h2, h3, h4, h5, h6, h7, h8] = inner as [number, number, number, number, number, number, number, number, number];
  const rows = [
    [b.r * h0 + b.x * h6, b.r * h1 + b.x * h7, b.r * h2 + b.x * h8],
    [b.r * h3 + b.y * h6, b.r * h4 + b.y * h7, b.r * h5 + b.y * h8],
    [h6, h7, h8],
  ];
  const full = rows.flatMap((row) => [row[0]! / a.r, row[1]! / a.r, row[2]! - (row[0]! * a.x + row[1]! * a.y) / a.r]);
  return full.map((value) => value / full[8]!);
}

function frameOf(places: readonly (readonly [number, number])[]): { readonly x: number; readonly y: number; readonly r: number } {
  const n = places.length;
  const x = places.reduce((sum, place) => sum + place[0], 0) / n;
  const y = places.reduce((sum, place) => sum + place[1], 0) / n;
  const r = Math.sqrt(places.reduce((sum, place) => sum + (place[0] - x) ** 2 + (place[1] - y) ** 2, 0) / n) || 1;
  return { x, y, r };
}
