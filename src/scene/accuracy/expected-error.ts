import type { Camera } from '../../geometry/camera.js';
import { pixelInPicture } from '../../geometry/in-picture.js';
import { meanPoint } from '../../geometry/mean-point.js';
import type { Point } from '../../geometry/point.js';
import { upperMedian } from '../../geometry/statistics.js';
import { isSquare } from '../../pieces/base-size.js';
import {
  CENTRE_SIGMA,
  DISTORTION_SIGMA,
  EDGE_OFFSET_SIGMA_MM,
  FOCAL_PRIOR,
  MAT_SIGMA_MM,
  SQUARE_SIGMA_MM,
  TILE_SHIFT_SIGMA_MM,
  TILE_TOP_SIGMA_MM,
  TILE_TRIM_SIGMA_MM,
  TILE_TURN_SIGMA_RAD,
} from '../../pieces/priors.js';
import type { Ship } from '../../table/table.js';
import {
  type BaseInformation,
  baseInformation,
  type PriorSigmas,
  placedByEdges,
  poseCovariance,
  sharedCovariance,
  sharedInformation,
  withBase,
} from './edge-information.js';
import { OWN, SHARED } from './edge-sensitivity.js';
import { baseEdges, matEdges, nominalSolid } from './seen-edges.js';

/**
 * Map of the expected error of a small base relative to everything else on the mat. Errors of the table as a whole, its place, turn and
 * size, are left out: ranges and arcs do not depend on them, or all do alike.
 */
export interface ErrorMap {
  readonly columns: number;
  readonly rows: number;
  /** Standard deviation along each axis in the middle of each cell, mm, row by row from player 1's left; undefined where it is not seen. */
  readonly sigmaMm: readonly (number | undefined)[];
}

/** Present view of the camera. */
export interface Seen {
  readonly camera: Camera;
  readonly table: { readonly widthMm: number; readonly depthMm: number };
  /** Ships that the camera sees: their edges hold information about the lens as well. */
  readonly ships: readonly Pick<Ship, 'base' | 'pose'>[];
  /** Covariance that the camera claims for them, (3n)×(3n) row-major. */
  readonly jointCovariance?: readonly number[];
}

/** Independent samples of 0.15 px every 4 px along an edge, as in `npm run analyse -- bound`; four are taken together, which is as good and quicker. */
export const SPACING_PX = 16;
export const SAMPLE_SIGMA_PX = 0.15 / Math.sqrt(SPACING_PX / 4);

/** The priors of the joint solution for an unknown lens, the camera anywhere, but plastic of exact size. */
const UNKNOWN: Omit<PriorSigmas, 'centrePx'> = {
  logFocal: FOCAL_PRIOR.logSigma,
  ...DISTORTION_SIGMA,
  cameraMm: 2000,
  matMm: MAT_SIGMA_MM,
  matSquareMm: SQUARE_SIGMA_MM,
  tileTopMm: TILE_TOP_SIGMA_MM,
  tileTrimMm: TILE_TRIM_SIGMA_MM,
  plastic: 1e-9,
  edgeOffsetMm: EDGE_OFFSET_SIGMA_MM,
  tileShiftMm: TILE_SHIFT_SIGMA_MM,
  tileTurnRad: TILE_TURN_SIGMA_RAD,
};

/**
 * Position errors to expect of a small base anywhere on the mat: the best that its edges, those of the ships and the mat's border allow,
 * widened by the ratio of the camera's claims about the layout of the ships to that best; by the usual ratio where there are too few ships.
 */
export function expectedErrors(seen: Seen, columns: number, rows: number): ErrorMap {
  const { widthMm, depthMm } = seen.table;
  const look = information(seen);
  const cells = Array.from({ length: columns * rows }, (_, i) => ({
    x: (((i % columns) + 0.5) / columns) * widthMm,
    y: ((Math.floor(i / columns) + 0.5) / rows) * depthMm,
  }));
  const inView = cells.filter((cell) => isInView(look.camera, cell));
  const sigmas = bestSigmas(look, inView);
  const best = new Map(inView.map((cell, i) => [cell, sigmas[i]!]));
  const wider = claimedOverBest(seen, look);
  return { columns, rows, sigmaMm: cells.map((cell) => (best.has(cell) ? best.get(cell)! * wider : undefined)) };
}

/** The median of the cells, mm; undefined where no small base would be seen anywhere. */
export function typicalErrorMm({ sigmaMm }: ErrorMap): number | undefined {
  return upperMedian(sigmaMm.filter((sigma) => sigma !== undefined));
}

interface Information {
  readonly camera: Camera;
  readonly known: PriorSigmas;
  readonly shared: Float64Array;
  readonly bases: readonly BaseInformation[];
}

function information({ camera, table, ships }: Seen): Information {
  const known = unknownLens(camera);
  const solids = ships.filter(isSquare).map(({ base, pose }) => nominalSolid(base, pose));
  const bases = solids.map((solid) => baseInformation(camera, baseEdges(camera, solid, solids, SPACING_PX), SAMPLE_SIGMA_PX, known));
  const border = sharedInformation(camera, matEdges(camera, table, solids, SPACING_PX), SAMPLE_SIGMA_PX, known);
  return { camera, known, shared: bases.reduce(withBase, border), bases };
}

/** Priors of a camera that has not seen anything. */
export function unknownLens({ widthPx, heightPx }: Camera): PriorSigmas {
  return { ...UNKNOWN, centrePx: CENTRE_SIGMA * Math.max(widthPx, heightPx) };
}

/** Best possible standard deviation at each place, mm, when place, turn and size of all of them together are free. */
function bestSigmas({ camera, known, shared }: Information, places: readonly Point[]): number[] {
  const placed = places.map((at) => {
    const edges = baseEdges(camera, nominalSolid('small', { ...at, headingRad: 0 }), [], SPACING_PX);
    return placedByEdges(baseInformation(camera, edges, SAMPLE_SIGMA_PX, known));
  });
  const sensitivities = placed.flatMap(({ sensitivity }) => [sensitivity.slice(0, SHARED), sensitivity.slice(SHARED, 2 * SHARED)] as const);
  for (const mode of wholeTableModes(places)) {
    const long = mode.reduce((sum, value) => sum + value * value, 0);
    for (let k = 0; k < SHARED && long > 0; k++) {
      const share = sensitivities.reduce((sum, sensitivity, i) => sum + sensitivity[k]! * mode[i]!, 0) / long;
      sensitivities.forEach((sensitivity, i) => {
        sensitivity[k]! -= share * mode[i]!;
      });
    }
  }
  const common = sharedCovariance(shared);
  const spread = (sensitivity: Float64Array) => {
    let sum = 0;
    for (let i = 0; i < SHARED; i++) for (let j = 0; j < SHARED; j++) sum += sensitivity[i]! * common[i * SHARED + j]! * sensitivity[j]!;
    return sum;
  };
  return placed.map(({ own }, i) =>
    Math.sqrt((own[0]! + own[OWN + 1]! + spread(sensitivities[2 * i]!) + spread(sensitivities[2 * i + 1]!)) / 2),
  );
}

/** Motions of all places when the table is shifted, turned or scaled: x and y of each, orthogonal to each other. */
function wholeTableModes(places: readonly Point[]): number[][] {
  const middle = meanPoint(places);
  return [
    places.flatMap(() => [1, 0]),
    places.flatMap(() => [0, 1]),
    places.flatMap(({ x, y }) => [y - middle.y, middle.x - x]),
    places.flatMap(({ x, y }) => [x - middle.x, y - middle.y]),
  ];
}

/** Ratio of the claims about the layout of the ships to the best that is possible; 1 where nothing is claimed. */
function claimedOverBest({ ships, jointCovariance }: Seen, { shared, bases }: Information): number {
  if (jointCovariance?.length !== (3 * ships.length) ** 2) return 1;
  if (ships.length < FEWEST) return USUALLY_WIDER;
  const poses = ships.map(({ pose }) => pose);
  const ratio = layoutVariance(jointCovariance, poses) / layoutVariance([...poseCovariance(shared, bases)], poses);
  return Number.isFinite(ratio) ? Math.max(1, Math.sqrt(ratio)) : 1;
}

/** Number of ships below which there is no layout apart from its place, size and turn as a whole. */
const FEWEST = 3;
/**
 * Usual ratio on tables with more ships: the errors of their layout are four to five times as wide as is possible (ACCURACY.md, What is
 * possible).
 */
export const USUALLY_WIDER = 4.5;

/** Sum of the variances of all places that remain when shifting, turning and scaling the whole table costs nothing, mm². */
function layoutVariance(joint: readonly number[], places: readonly Point[]): number {
  const n = places.length;
  const place = (i: number) => 3 * (i >> 1) + (i & 1);
  const at = (i: number, j: number) => joint[place(i) * 3 * n + place(j)]!;
  let left = 0;
  for (let i = 0; i < 2 * n; i++) left += at(i, i);
  for (const mode of wholeTableModes(places)) {
    const long = mode.reduce((sum, value) => sum + value * value, 0);
    for (let i = 0; i < 2 * n && long > 0; i++) {
      for (let j = 0; j < 2 * n; j++) left -= (mode[i]! * mode[j]! * at(i, j)) / long;
    }
  }
  return left;
}

function isInView(camera: Camera, at: Point): boolean {
  return pixelInPicture(camera, { ...at, z: 0 }) !== undefined;
}
