import { readFile } from 'node:fs/promises';
import { MUST_SEE } from '../../src/cli/eval/score-picture.js';
import { readTruth } from '../../src/cli/eval/truth-file.js';
import type { Camera } from '../../src/geometry/camera.js';
import { DISTORTION_SIGMA, FOCAL_PRIOR, TILE_SHIFT_SIGMA_MM, TILE_TOP_SIGMA_MM, TILE_TURN_SIGMA_RAD } from '../../src/pieces/priors.js';
import {
  type BaseInformation,
  baseInformation,
  type PriorSigmas,
  poseCovariance,
  sharedInformation,
  withBase,
} from '../../src/scene/accuracy/edge-information.js';
import { baseEdges, matEdges, nominalSolid, type Solid } from '../../src/scene/accuracy/seen-edges.js';
import type { BaseProfile } from '../../src/sim/table-description.js';
import type { Truth } from '../../src/sim/truth.js';

/** Standard deviation of one independent sample of an edge, px: what a good sub-pixel edge detector reaches. */
const SAMPLE_SIGMA_PX = 0.15;
/** A base of which the truth says that nothing is seen says nothing; the smallest share that is reckoned with. */
const MIN_SHARE = 0.01;

/**
 * Nothing known of camera and mat: any mat, any pose; of the lens what every lens for tables has in common, as in the product. Tiles lie
 * in their bases with their play; tiles and plastic have their exact size, because that is the scale, and the mat's edge is
 * its side.
 */
const UNKNOWN: PriorSigmas = {
  logFocal: FOCAL_PRIOR.logSigma,
  ...DISTORTION_SIGMA,
  centrePx: 15,
  cameraMm: Number.POSITIVE_INFINITY,
  matMm: 100,
  matSquareMm: Number.POSITIVE_INFINITY,
  tileTopMm: TILE_TOP_SIGMA_MM,
  tileTrimMm: 1e-6,
  plastic: 1e-9,
  edgeOffsetMm: 1e-6,
  tileShiftMm: TILE_SHIFT_SIGMA_MM,
  tileTurnRad: TILE_TURN_SIGMA_RAD,
};
const CAMERA_KNOWN: PriorSigmas = { ...UNKNOWN, logFocal: 1e-9, k1: 1e-9, k2: 1e-9, centrePx: 1e-6, cameraMm: 1e-6 };

/** What no method can do better than on one picture: covariances of all its bases, (3n)×(3n) row-major: x mm, y mm, heading rad. */
export interface PictureBound {
  readonly image: string;
  readonly solids: readonly Solid[];
  /** Bases of which enough is seen to be scored. */
  readonly due: readonly boolean[];
  readonly unknown: Float64Array;
  readonly cameraKnown: Float64Array;
}

/** The Cramér–Rao bound of a picture, from its truth. `spacingPx`: how far along an edge the next independent sample is. */
export async function boundOfPicture(path: string, spacingPx: number): Promise<PictureBound> {
  const truth = JSON.parse(await readFile(path, 'utf8')) as Truth;
  const { camera } = await readTruth(path);
  if (!camera) throw new Error(`${path}: got no camera with k, expected one: a bound is reckoned from where the camera stands.`);
  const solids = truth.ships.map(solidOf);
  const border = matEdges(camera, truth.table, solids, spacingPx);
  const edges = solids.map((solid, i) => {
    const seen = baseEdges(camera, solid, solids, spacingPx);
    const share = Math.max(MIN_SHARE, leftShare(camera, solids, i, truth.ships[i]!.visibleFraction));
    return seen.map((point) => ({ ...point, samples: point.samples * share }));
  });
  const covariance = (known: PriorSigmas) => {
    const bases: BaseInformation[] = edges.map((points) => baseInformation(camera, points, SAMPLE_SIGMA_PX, known));
    return poseCovariance(bases.reduce(withBase, sharedInformation(camera, border, SAMPLE_SIGMA_PX, known)), bases);
  };
  return {
    image: truth.image,
    solids,
    due: truth.ships.map(({ visibleFraction }) => visibleFraction >= MUST_SEE),
    unknown: covariance(UNKNOWN),
    cameraKnown: covariance(CAMERA_KNOWN),
  };
}

/**
 * The truth says what share of a base is seen, not which part of it. What the picture's edge and other bases hide is known from where they
 * stand; the rest (miniatures, pegs, hands) is taken evenly from all edges that are left.
 */
function leftShare(camera: Camera, solids: readonly Solid[], index: number, visibleFraction: number): number {
  const solid = solids[index]!;
  const count = (others: readonly Solid[]) => baseEdges(camera, solid, others, 8).reduce((sum, { samples }) => sum + samples, 0);
  const alone = count([]);
  return alone === 0 ? 0 : Math.min(1, visibleFraction / (count(solids) / alone));
}

function solidOf({ base, xMm, yMm, headingDeg, profile }: Truth['ships'][number]): Solid {
  const solid = nominalSolid(base, { x: xMm, y: yMm, headingRad: (headingDeg * Math.PI) / 180 });
  // Pictures of other renderers may not say how their bases are built.
  const known = profile as BaseProfile | undefined;
  if (!known) return solid;
  const { tileHalfWidthMm, tileHalfLengthMm, floorMm, tileThicknessMm, railTopMm } = known;
  const topMm = floorMm + tileThicknessMm;
  return { ...solid, tile: { halfWidthMm: tileHalfWidthMm, halfLengthMm: tileHalfLengthMm, topMm, thickMm: tileThicknessMm }, railTopMm };
}
