import type { Homography } from '../image/planar.js';
import { type Cv, withMats } from '../runtime/opencv.js';
import { carried, fittedPlane, type PictureSize, type PlaneFit, placeOf } from './fit-plane.js';
import type { FeatureMatches } from './match-features.js';
import type { PrintFeatures } from './print-features.js';

/** Largest distance of a match from its place by the homography while it is searched for, and in the end, as shares of the long side. */
const TOLERANCE = { searching: 0.005, final: 0.0018 } as const;
/** Overlapping bins of the turn and of the relative size of two matched features: over one view of a plane neither varies by more. */
const TURN_BINS = 8;
const SCALE_BIN = Math.log(1.7);
const LEAST = 6;
const RANSAC_ROUNDS = 1500;

/**
 * The homography that most of the matches follow, among those that agree about the turn and scale of one picture relative to the other;
 * undefined where fewer than six agree. `logFalseAlarms` judges whether that many agree by chance.
 */
export function estimatePlane(
  cv: Cv,
  from: PrintFeatures,
  to: PrintFeatures,
  matches: FeatureMatches,
  sizes: readonly [PictureSize, PictureSize],
): PlaneFit | undefined {
  const longPx = Math.max(sizes[1].widthPx, sizes[1].heightPx);
  let best: { h: Homography; count: number } | undefined;
  for (const bin of binsOf(from, to, matches)) {
    if (bin.length < LEAST || (best && bin.length < best.count)) continue;
    const found = ransac(cv, from, to, matches, bin, TOLERANCE.searching * longPx);
    if (found && (!best || found.count > best.count)) best = found;
  }
  if (!best || best.count < LEAST) return undefined;
  return refinedPlane(from, to, matches, sizes, best.h);
}

/** Indices of the matches whose features have about the same turn and scale, for each pair of overlapping bins that holds enough. */
function binsOf(from: PrintFeatures, to: PrintFeatures, matches: FeatureMatches): number[][] {
  const bins = new Map<string, number[]>();
  const put = (turn: number, scale: number, match: number) => {
    const key = `${(turn + TURN_BINS) % TURN_BINS},${scale}`;
    const bin = bins.get(key);
    if (bin) bin.push(match);
    else bins.set(key, [match]);
  };
  for (let m = 0; m < matches.from.length; m++) {
    const [i, j] = [matches.from[m]!, matches.to[m]!];
    const turns = ((to.angleRad[j]! - from.angleRad[i]!) / (2 * Math.PI) + 2) * TURN_BINS;
    const scales = Math.log(to.sizePx[j]! / from.sizePx[i]!) / SCALE_BIN;
    const [turn, scale] = [Math.floor(turns), Math.floor(scales)];
    // Each bin reaches half over its neighbours, so that no cluster is cut in two.
    const turnsToo = turns - turn < 0.5 ? turn - 1 : turn + 1;
    const scaleToo = scales - scale < 0.5 ? scale - 1 : scale + 1;
    for (const t of [turn, turnsToo]) for (const s of [scale, scaleToo]) put(t, s, m);
  }
  return [...bins.values()].sort((a, b) => b.length - a.length).slice(0, MAX_BINS);
}

/** Number of bins of similar turn and scale that are tried, those with the most matches first. */
const MAX_BINS = 12;

function ransac(
  cv: Cv,
  from: PrintFeatures,
  to: PrintFeatures,
  matches: FeatureMatches,
  some: readonly number[],
  tolerancePx: number,
): { h: Homography; count: number } | undefined {
  return withMats((own) => {
    const sources = some.flatMap((m) => [from.u[matches.from[m]!]!, from.v[matches.from[m]!]!]);
    const targets = some.flatMap((m) => [to.u[matches.to[m]!]!, to.v[matches.to[m]!]!]);
    const mask = own(new cv.Mat());
    const h = own(
      cv.findHomography(
        own(cv.matFromArray(some.length, 1, cv.CV_32FC2, sources)),
        own(cv.matFromArray(some.length, 1, cv.CV_32FC2, targets)),
        cv.RANSAC,
        tolerancePx,
        mask,
        RANSAC_ROUNDS,
        0.9999,
      ),
    );
    if (h.rows !== 3) return undefined;
    const homography = Array.from(h.data64F);
    return { h: homography, count: mask.data.reduce((sum: number, one: number) => sum + one, 0) };
  });
}

/** Rounds of fitting to the matches within the tolerance, which shrinks from the first to the last. */
const ROUNDS = 5;

function refinedPlane(
  from: PrintFeatures,
  to: PrintFeatures,
  matches: FeatureMatches,
  sizes: readonly [PictureSize, PictureSize],
  start: Homography,
): PlaneFit | undefined {
  const longPx = Math.max(sizes[1].widthPx, sizes[1].heightPx);
  let fit: Omit<PlaneFit, 'inliers'> = { homography: start, bend: [0, 0] };
  let inliers: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const share = round / (ROUNDS - 1);
    const tolerancePx = longPx * (TOLERANCE.searching * (1 - share) + TOLERANCE.final * share);
    inliers = [];
    for (let m = 0; m < matches.from.length; m++) {
      const seen = carried(fit, placeOf(from, matches.from[m]!), sizes);
      const at = placeOf(to, matches.to[m]!);
      if (Math.hypot(seen.u - at.u, seen.v - at.v) < tolerancePx) inliers.push(m);
    }
    if (inliers.length < LEAST) return undefined;
    const bent = inliers.length >= ENOUGH_TO_BEND && round > 0;
    const next = fittedPlane(
      inliers.map((m) => placeOf(from, matches.from[m]!)),
      inliers.map((m) => placeOf(to, matches.to[m]!)),
      sizes,
      bent ? fit.bend : undefined,
    );
    if (!next) return undefined;
    fit = next;
  }
  return { ...fit, inliers };
}

/** Number of matches below which the lens is not fitted: the homography has eight unknowns. */
const ENOUGH_TO_BEND = 40;
