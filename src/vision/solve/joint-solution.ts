import type { Camera } from '../../geometry/camera.js';
import { type Pose, wrapRad } from '../../geometry/pose.js';
import { BASE_SIZES } from '../../pieces/base-size.js';
import { MAT_MM, TILE_TOP_MM } from '../../pieces/dimensions.js';
import {
  EDGE_OFFSET_SIGMA_MM,
  MAT_BESIDE_BOARD_SIGMA_MM,
  MAT_SIGMA_MM,
  PLASTIC_SIGMA,
  TILE_SHIFT_SIGMA_MM,
  TILE_TOP_SIGMA_MM,
  TILE_TRIM_SIGMA_MM,
  TILE_TURN_SIGMA_RAD,
} from '../../pieces/priors.js';
import type { TileTurn } from '../../table/table.js';
import { CAMERA_PARAMS, CAMERA_STEPS, cameraFromParams, paramsFromCamera } from './camera-params.js';
import { type Fit, leastSquares, type Prior } from './least-squares.js';
import { type LengthByOthers, lengthsByOthers } from './length-by-others.js';
import { type LensUncertainty, lensUncertaintyOf } from './lens-uncertainty.js';
import { SIDES } from './mat-sides.js';
import { type BaseMarks, type MatPrior, type Observations, type SharedEstimate, soldMat, type TablePrior } from './observations.js';
import {
  BOARD,
  baseBlocks,
  baseEdgeBlocks,
  boardBlocks,
  borderBlocks,
  cornerBlocks,
  EDGE_OFFSET,
  FIRST_BASE,
  lengthBlocks,
  MAT_DEPTH,
  MAT_WIDTH,
  matBlocks,
  PER_BASE,
  PIVOT,
  PLASTIC,
  sideMarkBlocks,
  TILE_NARROW,
  TILE_TOP,
  TILE_TRIM,
} from './residual-blocks.js';
import { estimateWithPoseOf, sharedBlock, sharedEstimateOf } from './shared-parameters.js';

/** Everything solved together: camera, mat and bases, with the joint covariance of all base poses. */
export interface TableSolution {
  readonly camera: Camera;
  readonly widthMm: number;
  readonly depthMm: number;
  /** Standard deviation of the mat's sides, mm. */
  readonly matSigmaMm: number;
  /** Prior of the mat's size. */
  readonly matPrior: MatPrior;
  readonly poses: readonly Pose[];
  /** Turn of each printed tile in its plastic base. */
  readonly tiles: readonly TileTurn[];
  /** (3n)×(3n) row-major: x mm, y mm, heading rad of each base. */
  readonly jointCovariance: Float64Array;
  /**
   * The same with marks as uncertain as they turned out to be, which is claimed instead; absent where a factor is used. Whether something
   * is a base is judged by `jointCovariance`.
   */
  readonly claimedCovariance?: Float64Array;
  /** Mean robust weight of each base's marks, 0…1: low when they contradict each other. */
  readonly agreement: readonly number[];
  /** The same for the readings of each base's sides; 1 without readings. */
  readonly sideAgreement: readonly number[];
  /** Mean robust weight of the border marks. */
  readonly borderAgreement: number;
  /** Mean robust weight of the board's corners. */
  readonly boardAgreement: number;
  /** Sum of robust squared residuals, priors included: of two explanations of the same marks the lower one is likelier. */
  readonly cost: number;
  readonly lensUncertainty: LensUncertainty;
  /** The observed lengths, in their order, according to everything else. */
  readonly lengths: readonly LengthByOthers[];
  /** Estimate of everything that stays the same at a table, with the prior knowledge included. */
  readonly shared: SharedEstimate;
  /** The same with the camera's pose. */
  readonly sharedWithPose: SharedEstimate;
}

/**
 * The joint solution over border and bases.
 * Lengths mm, angles rad, table frame; throws when the start camera cannot see the marks at all.
 */
export function solveTable(
  start: { readonly camera: Camera; readonly widthMm: number; readonly depthMm: number },
  { border, bases, board, lengths = [], corners: marked = [], sideMarks = [], areCornersDoubted }: Observations,
  lens: TablePrior,
): TableSolution {
  const { widthPx, heightPx } = start.camera;
  const n = FIRST_BASE + PER_BASE * bases.length;
  const params = new Float64Array(n);
  paramsFromCamera(start.camera, PIVOT, params);
  params[MAT_WIDTH] = start.widthMm;
  params[MAT_DEPTH] = start.depthMm;
  BASE_SIZES.forEach((_, i) => {
    params[TILE_TOP + i] = TILE_TOP_MM;
  });
  const boardStart = board?.start ?? { x: 0, y: 0, headingRad: 0 };
  params.set([boardStart.x, boardStart.y, boardStart.headingRad], BOARD);
  bases.forEach(({ start: pose }, i) => {
    params.set([pose.x, pose.y, pose.headingRad], FIRST_BASE + PER_BASE * i);
  });
  const steps = Float64Array.from({ length: n }, (_, i) => stepOf(i));
  const priors = [
    ...placePriors(params),
    ...(lens.learned ? [] : sharedPriors(lens, Math.max(0, ...border.map(({ hemMm = 0 }) => hemMm)))),
    ...boardPriors(boardStart, board?.isFrame ?? true),
    ...bases.flatMap(({ start: pose }, i) => basePriors(pose, i)),
  ];
  const matPrior = lens.mat ?? soldMat(MAT_MM, board && !board.isFrame ? MAT_BESIDE_BOARD_SIGMA_MM : MAT_SIGMA_MM);
  const marks = bases.flatMap((base, i) => baseBlocks(base, i));
  const sides = bases.flatMap((base, i) => baseEdgeBlocks(base, i));
  const corners = board ? boardBlocks(board) : [];
  const known = lengthBlocks(lengths, start.camera);
  const stays = [...matBlocks(matPrior), ...(lens.learned ? [sharedBlock(lens.learned)] : []), ...cornerBlocks(marked, areCornersDoubted)];
  let fit: Fit | undefined;
  let camera = start.camera;
  // A border mark's foot on its side slides while the camera improves, so the feet are found a second time.
  for (let pass = 0; pass < (border.length + sideMarks.length > 0 ? 2 : 1); pass++) {
    const current: Float64Array = fit?.params ?? params;
    const seenBorder = borderBlocks(border, camera, current[MAT_WIDTH]!, current[MAT_DEPTH]!);
    const blocks = [
      ...marks,
      ...corners,
      ...seenBorder,
      ...stays,
      ...sideMarkBlocks(sideMarks, camera, areCornersDoubted),
      ...sides,
      ...known,
    ];
    fit = leastSquares(current, steps, blocks, priors);
    camera = cameraFromParams(fit.params, PIVOT, widthPx, heightPx);
  }
  if (!fit) throw new Error('The table was not solved.');
  const counts = { marks: marks.length, corners: corners.length, sides: sides.length, known: known.length };
  return { ...solutionOf(fit, camera, matPrior, bases, counts), lengths: lengthsByOthers(fit, lengths, camera) };
}

/** The step by which an unknown of the state vector is moved for a finite difference. */
export function stepOf(index: number): number {
  if (index < CAMERA_PARAMS) return CAMERA_STEPS[index]!;
  if (index === PLASTIC) return 1e-5;
  if (index < BOARD) return 1e-3;
  return (index - BOARD) % 3 === 2 ? 1e-5 : 1e-3;
}

/** Priors of lens, heights, plastic and edges of any table; for a mat that may have been read at the seam of a hem `hemMm` wide. */
export function sharedPriors(lens: TablePrior, hemMm: number): Prior[] {
  const { plastic } = lens;
  return [
    { index: 0, value: Math.log(lens.focalPx), sigma: lens.logFocalSigma },
    { index: 1, value: lens.k1, sigma: lens.k1Sigma },
    { index: 2, value: lens.k2, sigma: lens.k2Sigma },
    { index: 3, value: lens.cx, sigma: lens.centreSigmaPx },
    { index: 4, value: lens.cy, sigma: lens.centreSigmaPx },
    ...BASE_SIZES.map((_, i) => {
      const { tileTopMm = TILE_TOP_MM, tileTopSigmaMm = TILE_TOP_SIGMA_MM } = plastic ?? {};
      return { index: TILE_TOP + i, value: tileTopMm, sigma: tileTopSigmaMm };
    }),
    { index: TILE_TRIM, value: 0, sigma: TILE_TRIM_SIGMA_MM },
    { index: TILE_NARROW, value: 0, sigma: TILE_TRIM_SIGMA_MM },
    { index: PLASTIC, value: (plastic?.scale ?? 1) - 1, sigma: plastic?.scaleSigma ?? PLASTIC_SIGMA },
    // Read at the seam or at the rim is about equally likely.
    ...SIDES.map((side) => ({ index: EDGE_OFFSET + side, value: -hemMm / 2, sigma: Math.hypot(EDGE_OFFSET_SIGMA_MM, hemMm / 2) })),
  ];
}

function placePriors(params: Float64Array): Prior[] {
  return [
    // The marks determine where the camera stands; these only keep the system solvable.
    ...[5, 6, 7].map((index) => ({ index, value: params[index]!, sigma: 1 })),
    ...[8, 9, 10].map((index) => ({ index, value: params[index]!, sigma: 2000 })),
  ];
}

/** Priors of a base's pose and of the tile in it. */
export function basePriors(start: Pose, base: number): Prior[] {
  const at = FIRST_BASE + PER_BASE * base;
  return [
    // So loose that they decide nothing, except that a base whose marks are all outliers leaves the system solvable, with the huge sigma
    // that it really has.
    { index: at, value: start.x, sigma: 50 },
    { index: at + 1, value: start.y, sigma: 50 },
    { index: at + 2, value: start.headingRad, sigma: 1 },
    { index: at + 3, value: 0, sigma: TILE_SHIFT_SIGMA_MM },
    { index: at + 4, value: 0, sigma: TILE_SHIFT_SIGMA_MM },
    { index: at + 5, value: 0, sigma: TILE_TURN_SIGMA_RAD },
  ];
}

function boardPriors(start: Pose, isFrame: boolean): Prior[] {
  return [
    { index: BOARD, value: start.x, sigma: isFrame ? 1e-6 : 500 },
    { index: BOARD + 1, value: start.y, sigma: isFrame ? 1e-6 : 500 },
    { index: BOARD + 2, value: start.headingRad, sigma: isFrame ? 1e-9 : 10 },
  ];
}

/** The table that a fit has found; `counts`: of its blocks, which come in this order, those of the border between corners and sides. */
export function solutionOf(
  fit: Fit,
  camera: Camera,
  matPrior: MatPrior,
  bases: readonly Pick<BaseMarks, 'marks' | 'edges'>[],
  counts: { readonly marks: number; readonly corners: number; readonly sides: number; readonly known: number },
): Omit<TableSolution, 'lengths'> {
  const { params, covariance } = fit;
  const n = params.length;
  const m = 3 * bases.length;
  const place = (i: number) => FIRST_BASE + PER_BASE * Math.floor(i / 3) + (i % 3);
  const joint = new Float64Array(m * m);
  for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) joint[i * m + j] = covariance[place(i) * n + place(j)]!;
  const { weights } = fit;
  const firstSide = weights.length - counts.sides - counts.known;
  const agreement = averagesOf(
    weights,
    bases.map(({ marks }) => marks.filter(Boolean).length),
  );
  const sideAgreement = averagesOf(
    weights.subarray(firstSide),
    bases.map(({ edges = [] }) => edges.length),
  ).map((mean, i) => (bases[i]!.edges?.length ? mean : 1));
  return {
    camera,
    widthMm: params[MAT_WIDTH]!,
    depthMm: params[MAT_DEPTH]!,
    matPrior,
    matSigmaMm: Math.sqrt(Math.max(covariance[MAT_WIDTH * n + MAT_WIDTH]!, covariance[MAT_DEPTH * n + MAT_DEPTH]!)),
    poses: bases.map((_, i) => {
      const at = FIRST_BASE + PER_BASE * i;
      return { x: params[at]!, y: params[at + 1]!, headingRad: wrapRad(params[at + 2]!) };
    }),
    tiles: bases.map((_, i) => {
      const at = FIRST_BASE + PER_BASE * i + 5;
      return { turnRad: params[at]!, sigmaRad: Math.sqrt(Math.max(0, covariance[at * n + at]!)) };
    }),
    jointCovariance: joint,
    agreement,
    sideAgreement,
    boardAgreement: average(weights.subarray(counts.marks, counts.marks + counts.corners)),
    borderAgreement: average(weights.subarray(counts.marks + counts.corners, firstSide)),
    cost: fit.cost,
    lensUncertainty: lensUncertaintyOf(fit, camera.widthPx, camera.heightPx),
    shared: sharedEstimateOf(fit),
    sharedWithPose: estimateWithPoseOf(fit),
  };
}

/** The averages of consecutive runs of `values`, `counts[i]` long each. */
function averagesOf(values: Float64Array, counts: readonly number[]): number[] {
  let next = 0;
  return counts.map((count) => {
    next += count;
    return average(values.subarray(next - count, next));
  });
}

function average(values: Float64Array): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
