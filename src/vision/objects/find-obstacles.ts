import { type Camera, carriedPlace } from '../../geometry/camera.js';
import { carriedCovariance } from '../../geometry/carried-covariance.js';
import { meanPoint } from '../../geometry/mean-point.js';
import { outlineContains } from '../../geometry/outline.js';
import type { Point } from '../../geometry/point.js';
import { tableFromPiece, wrapRad } from '../../geometry/pose.js';
import type { SeenBase, SeenObstacle } from '../../table/measurement.js';
import type { ObstacleKind, Unmeasurable } from '../../table/table.js';
import { type CachedMeasurements, isNear } from '../bases/cached-measurements.js';
import type { Cv, Mat } from '../runtime/opencv.js';
import { sigmoid } from '../runtime/sigmoid.js';
import { coverOf } from './cover-fraction.js';
import { type FittedObstacle, fitObstacle } from './fit-obstacle.js';
import { matchObstacle, ofSize } from './match-obstacle.js';
import { otherShapes, outlineOf, tournamentShapes } from './obstacle-shapes.js';
import { anyObstacle, type ObstacleSpot, obstacleSpots } from './obstacle-spots.js';
import { viewObstacle } from './obstacle-view.js';
import type { Match } from './rate-obstacle.js';

/** Where the detector looked, and what was solved since. */
export interface ObstacleScene {
  /** The camera with which the rectified picture was drawn. */
  readonly coarse: Camera;
  readonly camera: Camera;
  /** Bases on the mat: they hide what is under them, and their doubt tells how well places near them are known at all. */
  readonly bases: readonly Pick<SeenBase, 'base' | 'pose' | 'covariance'>[];
  /** What earlier frames have told of places that have not changed since. */
  readonly known?: Pick<CachedMeasurements, 'obstacles' | 'noObstacles'>;
}

/**
 * A mask weaker than this is not looked into: of 157 obstacles that were recognised on tables of unseen looks none had a weaker one. Of 701 that
 * were not recognised and only up to 1.5 stronger 32 were an obstacle or a hidden base.
 */
const LEAST_PEAK = -3;
/** A mask this strong is told as an obstacle, recognised or not: of what was not recognised seven of 19 were one. */
const SURE_PEAK = 2;
/** So many weaker spots are looked into, the strongest first: a table has six obstacles. */
const MOST_LOOKS = 10;
/** What is not recognised is told as a place where an obstacle may lie. */
const SUSPECT = { radiusMm: 40, reason: 'Obstacle?' };
/** Logarithm of the odds that a spot which was not recognised is an obstacle, by its mask's peak: fitted on 32 simulated tables of unseen looks and 20 path-traced ones. */
const SUSPECT_ODDS = { constant: -1.92, slope: 0.58 };
/** The smallest tournament obstacle covers 512 mm² (shared facts 5); half of it may be hidden. */
const MIN_AREA_MM2 = 250;
/** One standard deviation of an outline that comes from cells of 8 mm. */
const OUTLINE_SIGMA_MM = 4;
/** The largest obstacle reaches 50 mm from its centroid; the rest is for the search and for what lies around. */
const WINDOW_MM = 78;
/** How far a mask's centroid may be from the obstacle's. */
const REACH_MM = 10;
/**
 * When a name is given: so much of the outline has an edge along it, and so much better it explains the picture than any other outline, the
 * token's own other side included. Set on pictures that ACCURACY.md does not use (models/train, simulated and path-traced).
 */
const NAMING = { areaShare: 0.35, edgeShare: 0.6, lead: 0.17, agreement: 0.85, seenShare: 0.7 };
/** An outline in part out of view has so much more to show, for each unit of what is not seen. */
const UNSEEN_COST = 0.5;

/** The obstacles on the mat, and the places where there may be one. */
export interface FoundObstacles {
  /** Recognised ones with the known outline where it lies, others with their outline as the detector's masks show it. */
  readonly obstacles: readonly SeenObstacle[];
  /** What looks a little like one and was not recognised. */
  readonly suspects: readonly Unmeasurable[];
  /** Middles of the masks in which no known obstacle was recognised. */
  readonly unrecognised: readonly Point[];
}

/** Finds the obstacles on the mat in what the detector's masks show. */
export function findObstacles(cv: Cv, rgba: Mat, logits: readonly Float32Array[], scene: ObstacleScene): FoundObstacles {
  const any = anyObstacle(logits);
  const covers = scene.bases.map(({ base, pose }) => coverOf(base, pose));
  const named: SeenObstacle[] = [];
  const unnamed: ObstacleSpot[] = [];
  const faint: ObstacleSpot[] = [];
  let looks = 0;
  for (const spot of obstacleSpots(cv, logits, any, LEAST_PEAK)) {
    const place = carried(scene, spot.centroid);
    if (named.some(({ outline }) => outlineContains(outline, place))) continue;
    const isSure = spot.peak > SURE_PEAK && spot.areaMm2 > MIN_AREA_MM2;
    if (!isSure && covers.some((cover) => outlineContains(cover, place))) continue;
    const found = !isSure && looks++ >= MOST_LOOKS ? undefined : recognised(cv, rgba, any, scene, spot, place, covers);
    if (found && !named.some(({ outline }) => outlineContains(outline, meanPoint(found.outline)))) named.push(found);
    else if (!found) (isSure ? unnamed : faint).push(spot);
  }
  const asSeen = unnamed
    .map(({ kind, outline }): SeenObstacle => ({ kind, outline: outline.map((point) => carried(scene, point)), sigmaMm: OUTLINE_SIGMA_MM }))
    .filter(({ outline }) => outline.length >= 3 && !named.some((one) => outlineContains(one.outline, meanPoint(outline))));
  const obstacles = [...named, ...asSeen];
  const suspects = faint
    .map(({ centroid, peak }) => ({ at: carried(scene, centroid), ...SUSPECT, probability: suspicion(peak) }))
    .filter(({ at }) => !obstacles.some(({ outline }) => outlineContains(outline, at)));
  return { obstacles, suspects, unrecognised: [...unnamed, ...faint].map(({ centroid }) => carried(scene, centroid)) };
}

/** The probability that a spot which was not recognised is an obstacle. */
function suspicion(peak: number): number {
  return sigmoid(SUSPECT_ODDS.constant + SUSPECT_ODDS.slope * peak);
}

/** The obstacle that is recognised at a spot, now or in an earlier frame. */
function recognised(...seen: Parameters<typeof recognise>): SeenObstacle | undefined {
  const [, , , { known }, , place] = seen;
  const isKnownAsNone = known?.noObstacles.some((none) => isNear(none, place));
  return isKnownAsNone ? undefined : (known?.obstacles.find(({ outline }) => outlineContains(outline, place)) ?? recognise(...seen));
}

/** The known obstacle that lies at a spot; undefined where none fits well, or two fit about equally. */
function recognise(
  cv: Cv,
  rgba: Mat,
  any: Float32Array,
  scene: ObstacleScene,
  spot: ObstacleSpot,
  place: Point,
  covers: readonly (readonly Point[])[],
): SeenObstacle | undefined {
  const shapes = ofSize(tournamentShapes(), spot.areaMm2);
  if (shapes.length === 0) return undefined;
  const window = { left: place.x - WINDOW_MM, right: place.x + WINDOW_MM, low: place.y - WINDOW_MM, high: place.y + WINDOW_MM };
  const view = viewObstacle(cv, rgba, scene.camera, window, { logits: any, brink: spot.brink, camera: scene.coarse }, covers);
  const best = clearWinner(matchObstacle(view, shapes, place, REACH_MM));
  if (!best || !clearWinner([best, ...matchObstacle(view, ofSize(otherShapes(), spot.areaMm2), place, REACH_MM)])) return undefined;
  const fit = fitObstacle(view, best);
  return fit.agreement < NAMING.agreement ? undefined : asToken(fit, sharedVariance(scene, fit));
}

/** The first match, if it is good enough and clearly better than the next. */
export function clearWinner([first, second]: readonly Match[]): Match | undefined {
  if (!first || first.areaShare < NAMING.areaShare || first.seenShare < NAMING.seenShare) return undefined;
  const cost = UNSEEN_COST * (1 - first.seenShare);
  if (first.edgeShare < NAMING.edgeShare + cost) return undefined;
  return second && first.score - second.score < NAMING.lead + cost ? undefined : first;
}

function asToken(fit: FittedObstacle, shared: number): SeenObstacle {
  const { shape, headingRad } = fit;
  const arm = tableFromPiece({ x: 0, y: 0, headingRad }, scaled(shape.centroid, fit.scale));
  const atOrigin = carriedCovariance(fit.covariance, { x: -arm.x, y: -arm.y });
  const pose = { x: fit.x - arm.x, y: fit.y - arm.y, headingRad: wrapRad(headingRad) };
  const { xx, xy, yy, hh } = fit.covariance;
  return {
    kind: shape.token.kind as ObstacleKind,
    outline: outlineOf(shape).map((point) => tableFromPiece(pose, scaled(point, fit.scale))),
    sigmaMm: Math.sqrt((xx + yy) / 2 + Math.hypot((xx - yy) / 2, xy) + shared + shape.radiusMm ** 2 * hh),
    token: {
      xws: shape.token.xws,
      name: shape.token.name,
      mirrored: shape.mirrored,
      pose,
      covariance: { ...atOrigin, xx: atOrigin.xx + shared, yy: atOrigin.yy + shared },
    },
  };
}

function scaled({ x, y }: Point, scale: number): Point {
  return { x: scale * x, y: scale * y };
}

/** How far all places of a table without bases may be off, mm. */
const SHARED_SIGMA_MM = 1;
const NEIGHBOURS = 3;

/**
 * Variance that a place has because camera and mat are not known exactly, mm²: no larger than that of the best measured base nearby, whose
 * place suffers from the same.
 */
function sharedVariance({ bases }: ObstacleScene, { x, y }: Point): number {
  if (bases.length === 0) return SHARED_SIGMA_MM ** 2;
  const near = [...bases].sort((a, b) => Math.hypot(a.pose.x - x, a.pose.y - y) - Math.hypot(b.pose.x - x, b.pose.y - y));
  return Math.min(...near.slice(0, NEIGHBOURS).map(({ covariance: { xx, yy } }) => Math.max(xx, yy)));
}

/** A place in the frame of the rectified picture as the camera that was solved since has it. */
function carried({ coarse, camera }: ObstacleScene, point: Point): Point {
  return carriedPlace(coarse, camera, point);
}
