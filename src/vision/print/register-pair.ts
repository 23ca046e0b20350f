import type { Pixel } from '../../geometry/point.js';
import { upperMedian } from '../../geometry/statistics.js';
import type { Cv } from '../runtime/opencv.js';
import { estimatePlane } from './estimate-homography.js';
import { carried, fittedPlane, type PictureSize, type PlaneFit, placeOf } from './fit-plane.js';
import { type FeatureMatches, matchesNear, matchFeatures, otherMatches } from './match-features.js';
import type { PrintFeatures } from './print-features.js';

/** A picture of the print, with its features. */
export interface PrintPicture {
  readonly size: PictureSize;
  readonly features: PrintFeatures;
}

/** Two pictures of one print, one registered to the other. */
export interface PairRegistration {
  readonly fit: PlaneFit;
  readonly matches: FeatureMatches;
  /** Places in which they agree, clusters counted once. */
  readonly cells: number;
  /** Logarithm to base 10 of the expected number of times that this many would agree by chance, see `logFalseAlarms`. */
  readonly logFalseAlarms: number;
  /**
   * Distance between the registrations of two disjoint halves of the matches within the common area of both pictures, px of the second,
   * median.
   */
  readonly halvesPx: number;
}

/**
 * Frequency (log10) of chance agreement below which pictures show one print: of a million pairs without a common print not one is accepted.
 */
const MAX_FALSE_ALARMS = -6;
/**
 * Factor by which a match is likelier at the place that a homography gives than under uniform scatter: features and matches crowd on busy
 * parts, and a homography is bent to them.
 */
const CROWDING = 10;
/** Distance, as a share of the long side, within which matches count once: one ship that stands in two pictures is no print. */
const CELL = 0.03;
/** As the tolerance of the fit's inliers. */
const TOLERANCE = 0.0018;
/** Share of the same features above which another homography explains them in a print that repeats. */
const REPEATS = 0.4;
/** Distance around the place that the homography predicts within which matches are searched for, as a share of the long side. */
const GUIDED = 0.004;

/** Registers one picture to another by their print; undefined where no more agrees than chance allows, 'repeats' where two registrations explain it alike. */
export function registerPair(
  cv: Cv,
  from: PrintPicture,
  to: PrintPicture,
  most = Number.POSITIVE_INFINITY,
): PairRegistration | 'repeats' | undefined {
  const matches = matchFeatures(from.features, to.features, most);
  const found = checkedPair(cv, from, to, matches);
  if (!found || most !== Number.POSITIVE_INFINITY) return found;
  if (isRepeated(cv, from, to, found)) return 'repeats';
  return guided(from, to, found);
}

function checkedPair(cv: Cv, from: PrintPicture, to: PrintPicture, matches: FeatureMatches): PairRegistration | undefined {
  const sizes = [from.size, to.size] as const;
  const fit = estimatePlane(cv, from.features, to.features, matches, sizes);
  if (!fit || isFolded(fit, from.size)) return undefined;
  const cells = distinctCells(from, to, matches, fit.inliers);
  const tried = distinctCells(
    from,
    to,
    matches,
    Array.from(matches.from, (_, m) => m),
  );
  const logFalse = logFalseAlarms(tried, cells, CROWDING * Math.PI * TOLERANCE ** 2);
  if (logFalse > MAX_FALSE_ALARMS && !isBorneOut(from, to, fit, cells)) return undefined;
  return { fit, matches, cells, logFalseAlarms: logFalse, halvesPx: halvesPx(from, to, matches, fit.inliers) };
}

/** Number of places that agree with the best of all homographies by chance, since it was chosen for them. */
const CHOSEN_FOR = 8;
/** Shifts of the homography, in tolerances, by which the number of features that match around any place is found. */
const SHIFTS = [-24, -12, 12, 24] as const;

/**
 * True where features that were not matched at first confirm a homography: far more of them look alike at the places that it gives than at
 * places shifted by some ten tolerances, which is what chance gives in these very pictures.
 */
function isBorneOut(from: PrintPicture, to: PrintPicture, fit: PlaneFit, cells: number): boolean {
  if (cells <= CHOSEN_FOR) return false;
  const sizes = [from.size, to.size] as const;
  const reachPx = TOLERANCE * Math.max(to.size.widthPx, to.size.heightPx);
  const cellsAt = (du: number, dv: number) => {
    const expected = (i: number): Pixel => {
      const { u, v } = carried(fit, placeOf(from.features, i), sizes);
      return { u: u + du * reachPx, v: v + dv * reachPx };
    };
    const near = matchesNear(from.features, to.features, expected, reachPx);
    return distinctCells(
      from,
      to,
      near,
      Array.from(near.from, (_, m) => m),
    );
  };
  const byChance = SHIFTS.flatMap((shift) => [cellsAt(shift, 0), cellsAt(0, shift)]);
  const mean = byChance.reduce((sum, one) => sum + one, 0) / byChance.length;
  // As a Poisson number of this mean is in one of a hundred million cases.
  return cellsAt(0, 0) - CHOSEN_FOR > mean + 6 * Math.sqrt(mean) + 6;
}

/** True where a homography turns the picture over, or has its horizon among the places that agree: no camera above the table sees that. */
function isFolded({ homography: h }: PlaneFit, { widthPx, heightPx }: PictureSize): boolean {
  const [cu, cv] = [widthPx / 2, heightPx / 2];
  const w = h[6]! * cu + h[7]! * cv + h[8]!;
  const det = h[0]! * (h[4]! * h[8]! - h[5]! * h[7]!) - h[1]! * (h[3]! * h[8]! - h[5]! * h[6]!) + h[2]! * (h[3]! * h[7]! - h[4]! * h[6]!);
  return det / w ** 3 <= 0;
}

/** Number of cells of the table with matches, counted in the picture where they share fewer. */
function distinctCells(from: PrintPicture, to: PrintPicture, matches: FeatureMatches, some: readonly number[]): number {
  const count = ({ size, features }: PrintPicture, indices: Int32Array) => {
    const cellPx = CELL * Math.max(size.widthPx, size.heightPx);
    return new Set(some.map((m) => `${Math.floor(features.u[indices[m]!]! / cellPx)},${Math.floor(features.v[indices[m]!]! / cellPx)}`))
      .size;
  };
  return Math.min(count(from, matches.from), count(to, matches.to));
}

/**
 * Expected number of false alarms (Moisan and Stival 2004), as a logarithm to base 10: of all homographies that four of `n` matches determine, those with which `k`
 * agree by chance, each with the probability `p`.
 */
export function logFalseAlarms(n: number, k: number, p: number): number {
  if (k <= 4) return Number.POSITIVE_INFINITY;
  return Math.log10(n - 4 || 1) + logChoose(n, k) + logChoose(k, 4) + (k - 4) * Math.log10(p);
}

function logChoose(n: number, k: number): number {
  let sum = 0;
  for (let i = 1; i <= k; i++) sum += Math.log10((n - k + i) / i);
  return sum;
}

/** Median distance, px, of the places that agree between the fits to every other match and to the rest. */
export function halvesPx(from: PrintPicture, to: PrintPicture, matches: FeatureMatches, inliers: readonly number[]): number {
  const sizes = [from.size, to.size] as const;
  const fits = [0, 1].map((half) => {
    const some = inliers.filter((_, i) => i % 2 === half);
    return fittedPlane(
      some.map((m) => placeOf(from.features, matches.from[m]!)),
      some.map((m) => placeOf(to.features, matches.to[m]!)),
      sizes,
    );
  });
  const [one, other] = fits;
  if (!one || !other) return Number.POSITIVE_INFINITY;
  const apart = inliers.map((m) => {
    const at = placeOf(from.features, matches.from[m]!);
    const [p, q] = [carried(one, at, sizes), carried(other, at, sizes)];
    return Math.hypot(p.u - q.u, p.v - q.v);
  });
  return upperMedian(apart)!;
}

/**
 * True where another homography also explains much of the view, and more than chance does: by features that look like those matched, or by
 * those that the first one leaves over.
 */
function isRepeated(cv: Cv, from: PrintPicture, to: PrintPicture, { fit, matches, cells }: PairRegistration): boolean {
  const sizes = [from.size, to.size] as const;
  const explained = new Set(fit.inliers);
  const left = Array.from(matches.from, (_, m) => m).filter((m) => !explained.has(m));
  const rest = { from: Int32Array.from(left, (m) => matches.from[m]!), to: Int32Array.from(left, (m) => matches.to[m]!) };
  return [rest, otherMatches(from.features, to.features, matches, fit.inliers)].some((others) => {
    const second = estimatePlane(cv, from.features, to.features, others, sizes);
    const places = second?.inliers.map((m) => placeOf(from.features, others.from[m]!)) ?? [];
    return (
      second !== undefined &&
      isElsewhere(fit, second, places, sizes) &&
      distinctCells(from, to, others, second.inliers) > Math.max(REPEATS * cells, CHOSEN_FOR)
    );
  });
}

/**
 * Distance, as a share of the long side, within which matches are left over by a homography only because of a lens that it does not follow.
 */
const NEARLY = 0.02;

/** Whether two registrations put places of the one picture apart in the other by more than a lens explains. */
export function isElsewhere(
  first: Omit<PlaneFit, 'inliers'>,
  second: Omit<PlaneFit, 'inliers'>,
  places: readonly Pixel[],
  sizes: readonly [PictureSize, PictureSize],
): boolean {
  const apart = places.map((place) => {
    const [p, q] = [carried(first, place, sizes), carried(second, place, sizes)];
    return Math.hypot(p.u - q.u, p.v - q.v);
  });
  return upperMedian(apart)! > NEARLY * Math.max(sizes[1].widthPx, sizes[1].heightPx);
}

/** The registration extended by the matches that only its homography finds, and the fit to all of them. */
function guided(from: PrintPicture, to: PrintPicture, found: PairRegistration): PairRegistration {
  const sizes = [from.size, to.size] as const;
  const longPx = Math.max(to.size.widthPx, to.size.heightPx);
  const expected = (i: number): Pixel => carried(found.fit, placeOf(from.features, i), sizes);
  const matches = matchesNear(from.features, to.features, expected, GUIDED * longPx);
  const near = (m: number, fit: Omit<PlaneFit, 'inliers'>) => {
    const [seen, at] = [carried(fit, placeOf(from.features, matches.from[m]!), sizes), placeOf(to.features, matches.to[m]!)];
    return Math.hypot(seen.u - at.u, seen.v - at.v) < TOLERANCE * longPx;
  };
  const all = Array.from(matches.from, (_, m) => m);
  let inliers = all.filter((m) => near(m, found.fit));
  if (inliers.length < found.fit.inliers.length) return found;
  const fit = fittedPlane(
    inliers.map((m) => placeOf(from.features, matches.from[m]!)),
    inliers.map((m) => placeOf(to.features, matches.to[m]!)),
    sizes,
    found.fit.bend,
  );
  if (!fit) return found;
  inliers = all.filter((m) => near(m, fit));
  return {
    ...found,
    ...{ matches, fit: { ...fit, inliers }, cells: distinctCells(from, to, matches, inliers) },
    halvesPx: halvesPx(from, to, matches, inliers),
  };
}
