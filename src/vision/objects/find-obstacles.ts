import { type Camera, carriedPlace } from '../../geometry/camera.js';
import { meanPoint } from '../../geometry/mean-point.js';
import { outlineContains } from '../../geometry/outline.js';
import type { Point } from '../../geometry/point.js';
import type { SeenBase, SeenObstacle } from '../../table/measurement.js';
import type { Unmeasurable } from '../../table/table.js';
import { UNMEASURED } from '../../table/unmeasured-reason.js';
import { type CachedMeasurements, isNear, type UnrecognisedPlace } from '../bases/cached-measurements.js';
import type { Cv, Mat } from '../runtime/opencv.js';
import { sharedVariance } from '../solve/border-uncertainty.js';
import { baseCover, miniatureCovers } from './base-cover.js';
import { asToken } from './fitted-token.js';
import { anyObstacleLogits, likeliestKind, type ObstacleSpot, obstacleSpots } from './obstacle-spots.js';
import { type ObstacleView, viewObstacle } from './obstacle-view.js';
import type { ObstacleReading } from './read-obstacles.js';
import { LIKELY, obstacleProbability, type RecognisedToken, recogniseToken, type SeenSpot } from './recognise-token.js';

/** The cameras and bases that the search for obstacles needs. */
export interface ObstacleScene {
  /** The camera with which the rectified picture was drawn. */
  readonly coarse: Camera;
  readonly camera: Camera;
  /** Bases on the mat: they hide what is under them, and their covariance limits how well places near them can be known. */
  readonly bases: readonly Pick<SeenBase, 'base' | 'pose' | 'covariance'>[];
  /** Cached measurements of places that have not changed since. */
  readonly known?: Pick<CachedMeasurements, 'obstacles' | 'noObstacles'>;
}

/** Mask logit below which a spot is not searched. */
const MIN_PEAK = -3;
/** Probability from which on a spot is an obstacle even if no token was recognised there. */
const REPORTED = 0.65;
/** Report of an unrecognised thing: a place where an obstacle may be. */
const SUSPECT = { radiusMm: 40, reason: UNMEASURED.perhapsObstacle };
/** Minimum area of a mask: the smallest tournament obstacle covers 512 mm² (`pieces/obstacle-outlines.json`); half of it may be hidden. */
const MIN_AREA_MM2 = 250;
/**
 * One standard deviation of an outline that comes from cells of a mask: half of its points are within 2 mm, parts that a ship hides or
 * another thing adds are far out (docs/experiments/obstacles.md).
 */
const OUTLINE_SIGMA_MM = 8;
/**
 * Half of a window's side, mm: the largest obstacle reaches 50 mm from its centroid; the rest is for the search and for the surroundings.
 */
const WINDOW_MM = 78;

/** The obstacles on the mat, and the places where there may be one. */
export interface FoundObstacles {
  /** Those of `fitted`, and others with the outline that a close crop shows. */
  readonly obstacles: readonly SeenObstacle[];
  /** Obstacles with a token's outline in its pose: named where it cannot be another's. */
  readonly fitted: readonly SeenObstacle[];
  /** Places like an obstacle’s where nothing was recognised. */
  readonly suspects: readonly Unmeasurable[];
  /** The other spots of the masks, with the obstacles of `obstacles` that are there. */
  readonly unrecognised: readonly UnrecognisedPlace[];
}

/** Ways of looking at places: by the close crops of one net, then by the outlines of tokens. */
export interface ObstacleReaders {
  readonly readAt: (places: readonly Point[]) => Promise<readonly (ObstacleReading | undefined)[]>;
  readonly recogniseAt?: typeof recogniseToken;
}

/** Finds the obstacles on the mat: at each spot of the detector's masks by a close crop and the outlines of tokens there. */
export async function findObstacles(
  cv: Cv,
  rgba: Mat,
  logits: readonly Float32Array[],
  scene: ObstacleScene,
  { readAt, recogniseAt = recogniseToken }: ObstacleReaders,
): Promise<FoundObstacles> {
  const any = anyObstacleLogits(logits);
  const covers = scene.bases.map(({ base, pose }) => baseCover(base, pose));
  const behindMiniatures = scene.bases.flatMap(({ base, pose }) => miniatureCovers(base, pose, scene.camera));
  const places = obstacleSpots(cv, logits, any, MIN_PEAK).map((spot) => {
    const place = carried(scene, spot.centroid);
    return { spot, place, known: knownAt(scene, place) };
  });
  const unknown = places.filter(({ known }) => !known);
  const readings = await readAt(unknown.map(({ place }) => place));
  const closeBySpot = new Map(unknown.map(({ spot }, i) => [spot, readings[i]]));
  const fitted: SeenObstacle[] = [];
  const unfitted: (UnrecognisedPlace & { readonly obstacle: SeenObstacle })[] = [];
  const faint: UnrecognisedPlace[] = [];
  const suspects: Unmeasurable[] = [];
  for (const { spot, place, known } of places) {
    if (fitted.some(({ outline }) => outlineContains(outline, place))) continue;
    const close = closeBySpot.get(spot);
    const seen = close && { ...spot, close, isBehindMiniature: behindMiniatures.some((cover) => outlineContains(cover, place)) };
    if (seen && obstacleProbability(seen) < LIKELY && covers.some((cover) => outlineContains(cover, place))) {
      const beside = besideBases(scene, spot, covers);
      if (beside) suspects.push({ at: beside, ...SUSPECT, probability: obstacleProbability(seen) });
      continue;
    }
    const look = (at: SeenSpot) => recognised(scene, at, recogniseAt(viewAt(cv, rgba, any, scene, spot, place, covers), at, place));
    const found = known ?? (seen && look(seen));
    if (!found) continue;
    const { obstacle, isFitted, probability } = found;
    if (!obstacle) faint.push({ at: place, probability });
    else if (!isFitted) unfitted.push({ at: place, probability, obstacle });
    else if (!fitted.some(({ outline }) => outlineContains(outline, meanPoint(obstacle.outline)))) fitted.push(obstacle);
  }
  const obstacles = [...fitted];
  for (const { obstacle } of unfitted) {
    if (!obstacles.some(({ outline }) => outlineContains(outline, meanPoint(obstacle.outline)))) obstacles.push(obstacle);
  }
  suspects.push(...faint.map(({ at, probability }) => ({ at, ...SUSPECT, probability })));
  return {
    obstacles,
    fitted,
    suspects: suspects.filter(({ at }) => !obstacles.some(({ outline }) => outlineContains(outline, at))),
    unrecognised: [...unfitted, ...faint],
  };
}

/** Share of a faint spot's outline that must be beside all bases: less of it is part of a base. */
const BESIDE_BASES = 0.5;

/** The middle of those parts of a faint spot that are beside the bases on it; undefined where it is hardly more than a base. */
function besideBases(scene: ObstacleScene, spot: ObstacleSpot, covers: readonly (readonly Point[])[]): Point | undefined {
  const outline = spot.outline.map((point) => carried(scene, point));
  const beside = outline.filter((point) => !covers.some((cover) => outlineContains(cover, point)));
  return spot.areaMm2 > MIN_AREA_MM2 && beside.length > BESIDE_BASES * outline.length ? meanPoint(beside) : undefined;
}

/** Result at a spot: the obstacle, by the outline of a token or by its own, and the probability that there is one. */
interface Recognised {
  readonly obstacle?: SeenObstacle;
  readonly isFitted: boolean;
  readonly probability: number;
}

/** The result of an earlier frame at a place, or of a setup that was confirmed. */
function knownAt({ known }: ObstacleScene, place: Point): Recognised | undefined {
  const unfitted = known?.noObstacles.find(({ at }) => isNear(at, place));
  if (unfitted) return { isFitted: false, ...unfitted };
  const obstacle = known?.obstacles.find(({ outline }) => outlineContains(outline, place));
  return obstacle && { obstacle, isFitted: true, probability: obstacle.detectionProbability ?? 1 };
}

/** The view around a place, with the masks of a spot there. */
function viewAt(
  cv: Cv,
  rgba: Mat,
  any: Float32Array,
  { camera, coarse }: ObstacleScene,
  { threshold }: ObstacleSpot,
  { x, y }: Point,
  covers: readonly (readonly Point[])[],
): ObstacleView {
  const window = { left: x - WINDOW_MM, right: x + WINDOW_MM, low: y - WINDOW_MM, high: y + WINDOW_MM };
  return viewObstacle(cv, rgba, camera, window, { logits: any, threshold, camera: coarse }, covers);
}

/**
 * The obstacle at a spot: by a token's outline, without its name where two tokens fit about equally; by its own outline where none fits;
 * without one where it is likelier that there is no obstacle.
 */
function recognised({ bases }: ObstacleScene, spot: SeenSpot, { fit, isNamed, probability }: RecognisedToken): Recognised {
  const doubt = probability < 1 && { detectionProbability: probability };
  if (fit && isNamed) return { obstacle: { ...asToken(fit, sharedVariance(bases, fit)), ...doubt }, isFitted: true, probability };
  const unnamed = { kind: likeliestKind(spot), sigmaMm: OUTLINE_SIGMA_MM, detectionProbability: probability };
  if (fit) {
    const { token: _, ...seen } = asToken(fit, 0);
    return { obstacle: { ...seen, ...unnamed }, isFitted: true, probability };
  }
  const isObstacle = probability >= REPORTED && spot.close.areaMm2 > MIN_AREA_MM2;
  return { ...(isObstacle && { obstacle: { ...unnamed, outline: spot.close.outline } }), isFitted: false, probability };
}

/** A place in the frame of the rectified picture, as the camera that was solved since places it. */
function carried({ coarse, camera }: ObstacleScene, point: Point): Point {
  return carriedPlace(coarse, camera, point);
}
