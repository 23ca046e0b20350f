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
import { baseCover } from './base-cover.js';
import type { FittedObstacle } from './fit-obstacle.js';
import { asToken } from './fitted-token.js';
import { anyObstacleLogits, likeliestKind, type ObstacleSpot, obstacleSpots } from './obstacle-spots.js';
import { type ObstacleView, viewObstacle } from './obstacle-view.js';
import { obstacleProbability, type RecognisedToken, recogniseToken } from './recognise-token.js';

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
/** What is not recognised is reported as a place where an obstacle may lie. */
const SUSPECT = { radiusMm: 40, reason: UNMEASURED.perhapsObstacle };
/** The smallest tournament obstacle covers 512 mm² (`pieces/obstacle-outlines.json`); half of it may be hidden. */
const MIN_AREA_MM2 = 250;
/** One standard deviation of an outline that comes from cells of 8 mm. */
const OUTLINE_SIGMA_MM = 4;
/** The largest obstacle reaches 50 mm from its centroid; the rest is for the search and for what lies around. */
const WINDOW_MM = 78;

/** The obstacles on the mat, and the places where there may be one. */
export interface FoundObstacles {
  /** Those of `fitted`, and others with their outline as the detector's masks show it. */
  readonly obstacles: readonly SeenObstacle[];
  /** Those with the outline of a token where it lies: named where it can be no other's. */
  readonly fitted: readonly SeenObstacle[];
  /** Places like an obstacle’s that were not recognised. */
  readonly suspects: readonly Unmeasurable[];
  /** Middles of the masks that no token's outline fits. */
  readonly unrecognised: readonly UnrecognisedPlace[];
}

/** Finds the obstacles on the mat in what the detector's masks show. `recogniseAt` tells what lies at one spot. */
export function findObstacles(
  cv: Cv,
  rgba: Mat,
  logits: readonly Float32Array[],
  scene: ObstacleScene,
  recogniseAt: typeof recogniseToken = recogniseToken,
): FoundObstacles {
  const any = anyObstacleLogits(logits);
  const covers = scene.bases.map(({ base, pose }) => baseCover(base, pose));
  const fitted: SeenObstacle[] = [];
  const unfitted: Rated[] = [];
  const faint: Rated[] = [];
  const suspects: Unmeasurable[] = [];
  for (const spot of obstacleSpots(cv, logits, any, MIN_PEAK)) {
    const place = carried(scene, spot.centroid);
    if (fitted.some(({ outline }) => outlineContains(outline, place))) continue;
    const isSure = spot.peak > SURE_PEAK && spot.areaMm2 > MIN_AREA_MM2;
    if (!isSure && covers.some((cover) => outlineContains(cover, place))) {
      const beside = besideBases(scene, spot, covers);
      if (beside) suspects.push({ at: beside, ...SUSPECT, probability: obstacleProbability(spot) });
      continue;
    }
    const look = () => recogniseAt(viewAt(cv, rgba, any, scene, spot, place, covers), spot, place);
    const { obstacle, probability } = knownAt(scene, place) ?? recognised(scene, spot, look());
    if (obstacle && !fitted.some(({ outline }) => outlineContains(outline, meanPoint(obstacle.outline)))) fitted.push(obstacle);
    else if (!obstacle) (isSure ? unfitted : faint).push({ spot, probability });
  }
  const asSeen = unfitted
    .map(({ spot, probability }): SeenObstacle => {
      const outline = spot.outline.map((point) => carried(scene, point));
      return { kind: likeliestKind(spot), outline, sigmaMm: OUTLINE_SIGMA_MM, detectionProbability: probability };
    })
    .filter(({ outline }) => outline.length >= 3 && !fitted.some((one) => outlineContains(one.outline, meanPoint(outline))));
  const obstacles = [...fitted, ...asSeen];
  suspects.push(...faint.map(({ spot, probability }) => ({ at: carried(scene, spot.centroid), ...SUSPECT, probability })));
  return {
    obstacles,
    fitted,
    suspects: suspects.filter(({ at }) => !obstacles.some(({ outline }) => outlineContains(outline, at))),
    unrecognised: [...unfitted, ...faint].map(({ spot, probability }) => ({ at: carried(scene, spot.centroid), probability })),
  };
}

/** Share of a faint spot's outline that must lie beside all bases: less of it is what a base itself shows. */
const BESIDE_BASES = 0.5;

/** The middle of what a faint spot shows beside the bases that stand on it; undefined where it is hardly more than a base. */
function besideBases(scene: ObstacleScene, spot: ObstacleSpot, covers: readonly (readonly Point[])[]): Point | undefined {
  const outline = spot.outline.map((point) => carried(scene, point));
  const beside = outline.filter((point) => !covers.some((cover) => outlineContains(cover, point)));
  return spot.areaMm2 > MIN_AREA_MM2 && beside.length > BESIDE_BASES * outline.length ? meanPoint(beside) : undefined;
}

/** A spot where no token was recognised, and the probability that it is an obstacle. */
interface Rated {
  readonly spot: ObstacleSpot;
  readonly probability: number;
}

/** The obstacle at a spot where one was recognised, and the probability that there is one. */
interface Recognised {
  readonly obstacle?: SeenObstacle;
  readonly probability: number;
}

/** What an earlier frame had at a place, or a setup that is borne out. */
function knownAt({ known }: ObstacleScene, place: Point): Recognised | undefined {
  const none = known?.noObstacles.find(({ at }) => isNear(at, place));
  if (none) return { probability: none.probability };
  const obstacle = known?.obstacles.find(({ outline }) => outlineContains(outline, place));
  return obstacle && { obstacle, probability: obstacle.detectionProbability ?? 1 };
}

/** What is seen around a place, with what the masks show of a spot there. */
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

/** The obstacle that lies at a spot, without a name where two tokens fit about equally; none where it is likelier that there is none. */
function recognised({ bases }: ObstacleScene, spot: ObstacleSpot, { fit, isNamed, probability }: RecognisedToken): Recognised {
  if (!fit) return { probability };
  const doubt = probability < 1 && { detectionProbability: probability };
  const obstacle = isNamed ? { ...asToken(fit, sharedVariance(bases, fit)), ...doubt } : asUnnamed(fit, spot, probability);
  return { obstacle, probability };
}

/** A token's outline where it lies, though it may be another token like it. */
function asUnnamed(fit: FittedObstacle, spot: ObstacleSpot, probability: number): SeenObstacle {
  const { token: _, ...seen } = asToken(fit, 0);
  return { ...seen, kind: likeliestKind(spot), sigmaMm: OUTLINE_SIGMA_MM, detectionProbability: probability };
}

/** A place in the frame of the rectified picture as the camera that was solved since has it. */
function carried({ coarse, camera }: ObstacleScene, point: Point): Point {
  return carriedPlace(coarse, camera, point);
}
