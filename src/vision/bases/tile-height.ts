import { type Camera, pixelFromTable } from '../../geometry/camera.js';
import { type Pose, tableFromPiece } from '../../geometry/pose.js';
import { TILE_TOP_MM } from '../../pieces/dimensions.js';
import { BASE_KEYPOINTS } from '../solve/base-keypoints.js';
import { type Block, leastSquares } from '../solve/least-squares.js';
import type { BaseMarks } from '../solve/observations.js';
import { ACCEPTED_PROBABILITY } from './base-classifier.js';

/** Height of a base's printed tile above the mat by its own keypoints, mm. */
export interface TileHeight {
  readonly mm: number;
  readonly sigmaMm: number;
}

/** Steps of x, y, heading, height of the tile, and the factor by which the base is read too large. */
const STEPS = Float64Array.from([0.01, 0.01, 1e-4, 0.01, 1e-4]);
const HEIGHT = 3;
const SCALE = 4;
/** Standard deviations beyond what any picture leaves open: they only keep the system solvable. */
const FREE = { mm: 50, rad: 1, heightMm: 20 };
/** Standard deviation of the size that a base alone is read at, relative. */
const SCALE_SIGMA = 0.03;
const ROBUST_SIGMAS = 2;
/** Minimum number of keypoints of the foot, and of the tile: as many corners are the fewest that show each. */
const MIN_ON_EACH = 3;

/**
 * The height of the tile of a base with the camera of the solved table, everything else about the base free; undefined where too few of its
 * keypoints were measured. Seen from straight above its sigma is larger than any height.
 */
export function tileHeight(
  camera: Camera,
  { base, marks }: Pick<BaseMarks, 'base' | 'marks'>,
  { x, y, headingRad }: Pose,
): TileHeight | undefined {
  const keypoints = BASE_KEYPOINTS[base];
  const seen = marks.flatMap((mark, k) => (mark && Number.isFinite(mark.sigmaPx) ? [{ mark, at: keypoints[k]! }] : []));
  const onTile = seen.filter(({ at }) => at.onTile).length;
  if (Math.min(onTile, seen.length - onTile) < MIN_ON_EACH) return undefined;
  const blocks = seen.map(
    ({ mark, at }): Block => ({
      indices: [0, 1, 2, HEIGHT, SCALE],
      residuals: (params, out) => {
        const [px, py, heading, heightMm, scale] = params as unknown as [number, number, number, number, number];
        const place = tableFromPiece({ x: px, y: py, headingRad: heading }, { x: (1 + scale) * at.x, y: (1 + scale) * at.y });
        const pixel = pixelFromTable(camera, { ...place, z: at.onTile ? heightMm : at.z });
        out[0] = pixel ? (pixel.u - mark.u) / mark.sigmaPx : 0;
        out[1] = pixel ? (pixel.v - mark.v) / mark.sigmaPx : 0;
      },
      count: 2,
      robust: ROBUST_SIGMAS,
    }),
  );
  const priors = [
    ...[x, y].map((value, index) => ({ index, value, sigma: FREE.mm })),
    { index: 2, value: headingRad, sigma: FREE.rad },
    { index: HEIGHT, value: TILE_TOP_MM, sigma: FREE.heightMm },
    { index: SCALE, value: 0, sigma: SCALE_SIGMA },
  ];
  const { params, covariance } = leastSquares(Float64Array.from([x, y, headingRad, TILE_TOP_MM, 0]), STEPS, blocks, priors);
  return { mm: params[HEIGHT]!, sigmaMm: Math.sqrt(covariance[HEIGHT * STEPS.length + HEIGHT]!) };
}

/** Share of things that look like bases but are flat prints, such as a tile without its base. Assumed, no source counts them. */
const FLAT_SHARE = 0.01;
/**
 * Height of a flat print, and additional errors of the height that is read of a tile or a print, mm: makes differ, and all heights of a
 * picture are off alike.
 */
const FLAT_MM = 0.3;
const BESIDE_SIGMA_MM = { tile: 1, flat: 0.5 };

/**
 * Lowers the probability that something is a base by the height of its tile and the size that it shows. A flat print on the mat is not a
 * base, and appears as one of another size: the larger a base, the less plastic is beside its tile, and a bare print has none. Never lowers
 * it so much that an accepted base is left out: half-hidden bases are read like this as well.
 */
export function withoutFlatPrint(probability: number, height: TileHeight | undefined, ownSize: number | undefined): number {
  if (!height || ownSize === undefined) return probability;
  // Nothing is lower than a flat print, and anything higher than a tile is no more a print than one as high as a tile.
  const mm = Math.max(FLAT_MM, Math.min(TILE_TOP_MM, height.mm));
  const likelihood = (expectedMm: number, besideMm: number) => {
    const sigma = Math.hypot(height.sigmaMm, besideMm);
    return Math.exp(-(((mm - expectedMm) / sigma) ** 2) / 2) / sigma;
  };
  const byHeight = likelihood(FLAT_MM, BESIDE_SIGMA_MM.flat) / likelihood(TILE_TOP_MM, BESIDE_SIGMA_MM.tile);
  const bySize = (1 - ownSize) / (2 * Math.max(ownSize, 1e-9));
  const flatOdds = (FLAT_SHARE / (1 - FLAT_SHARE)) * Math.max(0, byHeight * bySize - 1);
  return Math.max(Math.min(probability, ACCEPTED_PROBABILITY), probability / (1 + flatOdds));
}
