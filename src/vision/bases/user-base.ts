import { type Camera, cameraCentre } from '../../geometry/camera.js';
import { poseCovarianceAt } from '../../geometry/joint-covariance.js';
import { outlineContains } from '../../geometry/outline.js';
import type { Point } from '../../geometry/point.js';
import { type Pose, turnedByQuarters } from '../../geometry/pose.js';
import { BASE_SIZES, type BaseSize } from '../../pieces/base-size.js';
import { baseOutline } from '../../pieces/bases.js';
import { MAT_MM } from '../../pieces/dimensions.js';
import type { FittedBase, UserBase } from '../../table/measurement.js';
import type { Engines } from '../runtime/engines.js';
import type { Mat } from '../runtime/opencv.js';
import { sharedVariance } from '../solve/border-uncertainty.js';
import { solveTable, type TableSolution } from '../solve/joint-solution.js';
import { type BaseMarks, unknownLens } from '../solve/observations.js';
import { estimateOfCamera } from '../solve/shared-parameters.js';
import { ACCEPTED_PROBABILITY, baseProbability, solvedFeatures } from './base-classifier.js';
import type { Candidate } from './candidate.js';
import { measureSides } from './measure-sides.js';
import { poseByKeypoints, readBases, readCloseCrops } from './read-bases.js';

/** A person's word replaces the detector, whose score then speaks neither for nor against. */
const UNASKED = { score: 0.5, cardLogit: 0 };
/**
 * Distances towards the camera at which a base is looked for, mm, and a little around: a finger is on a ship's model, which stands above
 * its base.
 */
const TOWARDS_CAMERA_MM = [18, 36];
const ABOUT_MM = 16;
/** Distance between the place that a person gives and the base's middle, at most, mm: to the side, and towards the camera. */
const REACH_MM = { about: 26, towards: 54 };
/** Probability below which a fit is discarded. */
const MIN_PROBABILITY = 0.5;

/**
 * The pose of a base whose rough place a person has given, by the nets and the solution that measure any base; the camera counts as known.
 * One fit for each size that fits, the likeliest first; empty where nothing there looks like a base.
 */
export async function fitUserBase(engines: Engines, rgba: Mat, told: UserBase): Promise<FittedBase[]> {
  const best = (await sharpestNear(engines, rgba, told, [told.at])) ?? (await sharpestNear(engines, rgba, told, placesAbout(told)));
  if (!best) return [];
  const asRead = best.candidate.reading.base;
  const sizes = told.base ? [told.base] : [asRead, ...BASE_SIZES.filter((base) => base !== asRead)];
  const fits: FittedBase[] = [];
  for (const base of sizes) {
    fits.push(...(await fitAs(engines, rgba, told, base, best)));
    // Sizes exclude each other: where one certainly fits, the others do not.
    if (fits.some(({ probability }) => probability >= ACCEPTED_PROBABILITY)) break;
  }
  return fits.filter(({ probability }) => probability >= MIN_PROBABILITY).sort((a, b) => b.probability - a.probability);
}

/** A base in a wide crop, and its pose. */
interface Near {
  readonly candidate: Candidate;
  readonly pose: Pose;
}

/** The base that crops around some places show most sharply among those that may be meant. */
async function sharpestNear({ cv, nets }: Engines, rgba: Mat, told: UserBase, places: readonly Point[]): Promise<Near | undefined> {
  const { camera, base = 'small', headingRad = 0 } = told;
  const starts = places.map((at) => ({ base, at, headingRad, ...UNASKED }));
  const found = await readBases(cv, nets.baseKeypoints, rgba, camera, starts, true);
  const meant = found.flatMap((candidate): Near[] => {
    const pose = poseByKeypoints(camera, candidate.reading);
    return pose && isThere(told, pose) ? [{ candidate, pose }] : [];
  });
  return meant.sort((a, b) => a.candidate.reading.spread - b.candidate.reading.spread)[0];
}

function placesAbout({ at, camera }: UserBase): Point[] {
  const towards = towardsCamera(camera, at);
  const along = TOWARDS_CAMERA_MM.map((mm) => ({ x: at.x + mm * towards.x, y: at.y + mm * towards.y }));
  return [...along, ...[-ABOUT_MM, ABOUT_MM].map((mm) => ({ x: at.x - mm * towards.y, y: at.y + mm * towards.x }))];
}

/** The direction on the mat, a unit vector, in which things come nearer to the camera. */
function towardsCamera(camera: Camera, at: Point): Point {
  const centre = cameraCentre(camera);
  const [x, y] = [centre.x - at.x, centre.y - at.y];
  const length = Math.hypot(x, y);
  return length > 0 ? { x: x / length, y: y / length } : { x: 0, y: -1 };
}

/** Whether a base found there is the one that a person means: neither another one nor too far away. */
function isThere({ at, camera, bases }: UserBase, { x, y }: Pose): boolean {
  if (bases.some(({ base, pose }) => outlineContains(baseOutline(base, pose), { x, y }))) return false;
  const towards = towardsCamera(camera, at);
  const along = (x - at.x) * towards.x + (y - at.y) * towards.y;
  const across = (y - at.y) * towards.x - (x - at.x) * towards.y;
  return Math.abs(across) <= REACH_MM.about && along >= -REACH_MM.about && along <= REACH_MM.towards;
}

/** The fit as a base of one size; empty where its close crops show no such base. */
async function fitAs(engines: Engines, rgba: Mat, told: UserBase, base: BaseSize, { candidate, pose }: Near): Promise<FittedBase[]> {
  const { cv, nets } = engines;
  const { camera } = told;
  const asSize = { ...candidate, reading: { ...candidate.reading, base } };
  const [read] = await readCloseCrops(cv, nets.baseKeypoints, rgba, camera, [asSize], [pose]);
  if (!read) return [];
  let solved = solveBase(camera, { ...read.marks, start: pose });
  for (const bothWays of [false, true]) {
    const at = solved.poses[0]!;
    const [edges] = await measureSides(cv, nets.baseSides, rgba, camera, [{ base, pose: at }], bothWays);
    solved = solveBase(camera, { ...read.marks, start: at, edges: edges! });
  }
  const at = solved.poses[0]!;
  const shared = sharedVariance(told.bases, at);
  const own = poseCovarianceAt(solved.jointCovariance, 0);
  const errors = { covariance: { ...own, xx: own.xx + shared, yy: own.yy + shared }, ownCovariance: own };
  const probability = baseProbability(read, solvedFeatures(solved, 0));
  const { headingRad } = told;
  if (headingRad !== undefined) return [{ base, pose: turnedByQuarters(at, headingRad), ...errors, probability }];
  return [{ base, pose: at, ...errors, probability, ...(!read.isFrontKnown && { isFrontOpen: true }) }];
}

function solveBase(camera: Camera, marks: BaseMarks): TableSolution {
  const mat = { widthMm: MAT_MM, depthMm: MAT_MM };
  const lens = { ...unknownLens(camera.widthPx, camera.heightPx), learned: estimateOfCamera(camera) };
  return solveTable({ camera, ...mat }, { border: [], bases: [marks] }, lens);
}
