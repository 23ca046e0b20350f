import { type Camera, carriedPlace } from '../../geometry/camera.js';
import { meanPoint } from '../../geometry/mean-point.js';
import { outlineContains } from '../../geometry/outline.js';
import type { Point } from '../../geometry/point.js';
import type { SeenBase, SeenObstacle } from '../../table/measurement.js';
import type { ObstacleKind, Unmeasurable } from '../../table/table.js';
import { type CachedMeasurements, isNear } from '../bases/cached-measurements.js';
import type { Cv, Mat } from '../runtime/opencv.js';
import { sigmoid } from '../runtime/sigmoid.js';
import { baseCover } from './base-cover.js';
import { type FittedObstacle, fitObstacle } from './fit-obstacle.js';
import { asToken, sharedVariance } from './fitted-token.js';
import { evenHeadingsRad, matchObstacle, shapesOfArea } from './match-obstacle.js';
import { otherShapes, tournamentShapes } from './obstacle-shapes.js';
import { anyObstacleLogits, likeliestKind, type ObstacleSpot, obstacleSpots } from './obstacle-spots.js';
import { type ObstacleView, viewObstacle } from './obstacle-view.js';
import type { Match } from './rate-obstacle.js';

/** The cameras and bases that the search for obstacles needs. */
export interface ObstacleScene {
  /** The camera with which the rectified picture was drawn. */
  readonly coarse: Camera;
  readonly camera: Camera;
  /** Bases on the mat: they hide what is under them, and their covariance bounds how well places near them are known at all. */
  readonly bases: readonly Pick<SeenBase, 'base' | 'pose' | 'covariance'>[];
  /** Cached measurements of places that have not changed since. */
  readonly known?: Pick<CachedMeasurements, 'obstacles' | 'noObstacles'>;
}

/** Mask logit below which a spot is not searched. */
const MIN_PEAK = -3;
/** Mask logit from which a spot is an obstacle, recognised or not. */
const SURE_PEAK = 2;
/** Number of weaker spots that are searched, the strongest first: a table has six obstacles. */
const MAX_SEARCHED = 10;
/** What is not recognised is reported as a place where an obstacle may lie. */
const SUSPECT = { radiusMm: 40, reason: 'Obstacle?' };
/** Log odds that a spot which was not recognised is an obstacle, by its mask’s peak; more where a token's outline fits it. */
const SUSPECT_LOG_ODDS = { constant: -1.92, slope: 0.58, fitting: 2 };
/** The smallest tournament obstacle covers 512 mm² (`pieces/obstacle-outlines.json`); half of it may be hidden. */
const MIN_AREA_MM2 = 250;
/** One standard deviation of an outline that comes from cells of 8 mm. */
const OUTLINE_SIGMA_MM = 4;
/** The largest obstacle reaches 50 mm from its centroid; the rest is for the search and for what lies around. */
const WINDOW_MM = 78;
/** How far a mask's centroid may be from the obstacle's. */
const REACH_MM = 10;
/**
 * When a token is named: shares of its outline in the mask, with an edge along it and in view, its agreement, and the lead of its score over any
 * other outline, the token’s own other side included.
 */
const NAMING = { areaShare: 0.35, edgeShare: 0.6, lead: 0.17, agreement: 0.85, seenShare: 0.7 };
/**
 * When a spot whose token is not clear is an obstacle, with the outline that fits best: the mask's peak, that outline's score and agreement, and its
 * lead over whatever else lies on mats. Of 101 obstacles of unseen looks 6 more found, one thing more that is none.
 */
const FITTING = { peak: 0.5, score: 2.1, agreement: 0.95, lead: 0.05 };
/**
 * What a token of another kind than the masks show costs of its score: for each unit of how much less they show it, up to `most` units. The masks tell
 * the kind of four obstacles in five.
 */
const OTHER_KIND = { cost: 0.05, most: 3 };
/**
 * When a token is named by its edges alone: as for NAMING, with what it leads over other tokens and over whatever else lies on mats. Of 278 spots that are
 * no obstacle none passes, of 15 obstacles whose masks have no shape 4 (docs/experiments/obstacles.md).
 */
const EDGES_ALONE = {
  reachMm: 20,
  search: { headings: evenHeadingsRad(36), refinedOfEach: 0, leastScore: 0.6 },
  ...{ edgeShare: 0.5, seenShare: 0.7, agreement: 0.95, lead: 0.2, leadOverOthers: 0.3 },
};
/** How much more an outline in part out of view must show, for each unit of what is not in view. */
const UNSEEN_COST = 0.5;

/** The obstacles on the mat, and the places where there may be one. */
export interface FoundObstacles {
  /** Those of `fitted`, and others with their outline as the detector's masks show it. */
  readonly obstacles: readonly SeenObstacle[];
  /** Those with the outline of a token where it lies: named where it can be no other's. */
  readonly fitted: readonly SeenObstacle[];
  /** Places like an obstacle’s that were not recognised. */
  readonly suspects: readonly Unmeasurable[];
  /** Middles of the masks that no token's outline fits. */
  readonly unrecognised: readonly Point[];
}

/** Finds the obstacles on the mat in what the detector's masks show. */
export function findObstacles(cv: Cv, rgba: Mat, logits: readonly Float32Array[], scene: ObstacleScene): FoundObstacles {
  const any = anyObstacleLogits(logits);
  const covers = scene.bases.map(({ base, pose }) => baseCover(base, pose));
  const fitted: SeenObstacle[] = [];
  const unfitted: ObstacleSpot[] = [];
  const faint: ObstacleSpot[] = [];
  let searched = 0;
  for (const spot of obstacleSpots(cv, logits, any, MIN_PEAK)) {
    const place = carried(scene, spot.centroid);
    if (fitted.some(({ outline }) => outlineContains(outline, place))) continue;
    const isSure = spot.peak > SURE_PEAK && spot.areaMm2 > MIN_AREA_MM2;
    if (!isSure && covers.some((cover) => outlineContains(cover, place))) continue;
    const found = !isSure && searched++ >= MAX_SEARCHED ? undefined : recognised(cv, rgba, any, scene, spot, place, covers);
    if (found && !fitted.some(({ outline }) => outlineContains(outline, meanPoint(found.outline)))) fitted.push(found);
    else if (!found) (isSure ? unfitted : faint).push(spot);
  }
  const asSeen = unfitted
    .map((spot): SeenObstacle => {
      const outline = spot.outline.map((point) => carried(scene, point));
      return { kind: likeliestKind(spot), outline, sigmaMm: OUTLINE_SIGMA_MM, detectionProbability: suspicion(spot.peak) };
    })
    .filter(({ outline }) => outline.length >= 3 && !fitted.some((one) => outlineContains(one.outline, meanPoint(outline))));
  const obstacles = [...fitted, ...asSeen];
  const suspects = faint
    .map(({ centroid, peak }) => ({ at: carried(scene, centroid), ...SUSPECT, probability: suspicion(peak) }))
    .filter(({ at }) => !obstacles.some(({ outline }) => outlineContains(outline, at)));
  return { obstacles, fitted, suspects, unrecognised: [...unfitted, ...faint].map(({ centroid }) => carried(scene, centroid)) };
}

/** The probability that a spot which was not recognised is an obstacle. */
function suspicion(peak: number, logOddsOfFit = 0): number {
  return sigmoid(SUSPECT_LOG_ODDS.constant + SUSPECT_LOG_ODDS.slope * peak + logOddsOfFit);
}

/** The obstacle that is recognised at a spot, now or in an earlier frame. */
function recognised(...seen: Parameters<typeof recognise>): SeenObstacle | undefined {
  const [, , , { known }, , place] = seen;
  const isKnownAsNone = known?.noObstacles.some((none) => isNear(none, place));
  return isKnownAsNone ? undefined : (known?.obstacles.find(({ outline }) => outlineContains(outline, place)) ?? recognise(...seen));
}

/** The obstacle that lies at a spot, without a name where two tokens fit about equally; undefined where none fits well. */
function recognise(
  cv: Cv,
  rgba: Mat,
  any: Float32Array,
  scene: ObstacleScene,
  spot: ObstacleSpot,
  place: Point,
  covers: readonly (readonly Point[])[],
): SeenObstacle | undefined {
  const window = { left: place.x - WINDOW_MM, right: place.x + WINDOW_MM, low: place.y - WINDOW_MM, high: place.y + WINDOW_MM };
  const view = viewObstacle(cv, rgba, scene.camera, window, { logits: any, threshold: spot.threshold, camera: scene.coarse }, covers);
  const byMask = fittedByMask(view, spot, place);
  const named = byMask?.isNamed ? byMask.fit : fittedByEdges(view, place);
  if (named) return asToken(named, sharedVariance(scene.bases, named));
  return byMask && asUnnamed(byMask.fit, spot);
}

/** The token that fits masks and edges best, and whether it can be no other; undefined where it may be no obstacle at all. */
function fittedByMask(
  view: ObstacleView,
  spot: ObstacleSpot,
  place: Point,
): { readonly fit: FittedObstacle; readonly isNamed: boolean } | undefined {
  const matches = matchObstacle(view, shapesOfArea(tournamentShapes(), spot.areaMm2), place, REACH_MM);
  const [first, ...rivals] = rankedByKind(matches, spot);
  const best = matches.find(({ shape }) => shape === first?.shape);
  if (!first || !best || !isGoodMatch(best)) return undefined;
  const others = matchObstacle(view, shapesOfArea(otherShapes(), spot.areaMm2), place, REACH_MM);
  const fit = fitObstacle(view, best);
  const isNamed = isClearlyBetter(first, rivals) && isClearlyBetter(best, others) && fit.agreement >= NAMING.agreement;
  return isNamed || isObstacle(best, others, fit, spot) ? { fit, isNamed } : undefined;
}

/** The token whose outline the edges show more clearly than any other's: masks of an art that the detector never saw are of no shape. */
function fittedByEdges(view: ObstacleView, place: Point): FittedObstacle | undefined {
  const edges = { ...view, odds: new Float32Array(view.odds.length), forMm2: 0 };
  const [best, rival] = matchObstacle(edges, tournamentShapes(), place, EDGES_ALONE.reachMm, EDGES_ALONE.search);
  const { edgeShare, seenShare, lead, leadOverOthers, agreement } = EDGES_ALONE;
  if (!best || best.edgeShare < edgeShare || best.seenShare < seenShare || best.score - (rival?.score ?? 0) < lead) return undefined;
  const fit = fitObstacle(edges, best);
  if (fit.agreement < agreement) return undefined;
  const [other] = matchObstacle(edges, otherShapes(), place, EDGES_ALONE.reachMm, EDGES_ALONE.search);
  return best.score - (other?.score ?? 0) < leadOverOthers ? undefined : fit;
}

/** Matches by their score less what a token of another kind than the masks show costs, best first. */
export function rankedByKind(matches: readonly Match[], spot: Pick<ObstacleSpot, 'kindLogits'>): Match[] {
  const likeliest = spot.kindLogits[likeliestKind(spot)];
  return matches
    .map((match) => {
      const less = likeliest - spot.kindLogits[match.shape.token.kind as ObstacleKind];
      return { ...match, score: match.score - OTHER_KIND.cost * Math.min(OTHER_KIND.most, less) };
    })
    .sort((a, b) => b.score - a.score);
}

/** How much more a match must show for what of its outline is not in view. */
function unseenCost({ seenShare }: Match): number {
  return UNSEEN_COST * (1 - seenShare);
}

/** True when enough of a match's outline is in view, in the mask and along an edge. */
export function isGoodMatch(match: Match): boolean {
  const { areaShare, edgeShare, seenShare } = match;
  return areaShare >= NAMING.areaShare && seenShare >= NAMING.seenShare && edgeShare >= NAMING.edgeShare + unseenCost(match);
}

/** True when the score of a match exceeds that of each of its rivals by enough. */
export function isClearlyBetter(match: Match, rivals: readonly Match[]): boolean {
  return !rivals.some(({ score }) => match.score - score < NAMING.lead + unseenCost(match));
}

/** True when what lies at a spot is some token, if not clearly which: an outline fits, and better than anything else that lies on mats. */
export function isObstacle(
  best: Match,
  others: readonly Match[],
  { agreement }: Pick<FittedObstacle, 'agreement'>,
  { peak }: Pick<ObstacleSpot, 'peak'>,
): boolean {
  const isClear = peak >= FITTING.peak && best.score >= FITTING.score && agreement >= FITTING.agreement;
  return isClear && !others.some(({ score }) => best.score - score < FITTING.lead);
}

/** A token's outline where it lies, though it may be another token like it. */
function asUnnamed(fit: FittedObstacle, spot: ObstacleSpot): SeenObstacle {
  const { token: _, ...seen } = asToken(fit, 0);
  const detectionProbability = suspicion(spot.peak, SUSPECT_LOG_ODDS.fitting);
  return { ...seen, kind: likeliestKind(spot), sigmaMm: OUTLINE_SIGMA_MM, detectionProbability };
}

/** A place in the frame of the rectified picture as the camera that was solved since has it. */
function carried({ coarse, camera }: ObstacleScene, point: Point): Point {
  return carriedPlace(coarse, camera, point);
}
