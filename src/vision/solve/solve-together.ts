import type { Camera } from '../../geometry/camera.js';
import { definiteCholesky } from '../../geometry/cholesky.js';
import type { Pose } from '../../geometry/pose.js';
import { CAMERA_PARAMS, cameraFromParams, paramsFromCamera } from './camera-params.js';
import { basePriors, sharedPriors, solutionOf, stepOf, type TableSolution } from './joint-solution.js';
import { type Block, type Fit, leastSquares, type Prior } from './least-squares.js';
import { lengthsByOthers } from './length-by-others.js';
import type { BaseMarks, MatPrior, Observations, TablePrior } from './observations.js';
import {
  BOARD,
  baseBlocks,
  baseEdgeBlocks,
  borderBlocks,
  FIRST_BASE,
  lengthBlocks,
  MAT_DEPTH,
  MAT_WIDTH,
  matBlocks,
  PER_BASE,
  PIVOT,
} from './residual-blocks.js';
import { sharedBlock } from './shared-parameters.js';

/**
 * Cameras of several pictures relative to each other, by their views of one print: Gaussian, with no information about their common place
 * and scale.
 */
export interface CameraNetwork {
  /** For each picture the indices of its CAMERA_PARAMS numbers among `values`; pictures of one lens have those of the lens in common. */
  readonly of: readonly (readonly number[])[];
  readonly values: Float64Array;
  /** Row-major. */
  readonly information: Float64Array;
}

/** A picture as part of the solution of all of them. */
interface TogetherView {
  /** Index of the picture in the network. */
  readonly of: number;
  readonly camera: Camera;
  readonly observations: Pick<Observations, 'border' | 'bases' | 'lengths'>;
  /** For each of its bases its index among the table's. */
  readonly baseOf: readonly number[];
  readonly lens: TablePrior;
}

/** Joint solution of several pictures of one table. */
export interface TogetherSolution {
  /** For each view, with the poses of its own bases. */
  readonly views: readonly TableSolution[];
  /** Covariance of the poses of all bases of the table, row-major: x mm, y mm, heading rad of each. */
  readonly jointCovariance: Float64Array;
  /** Mean robust squared residual of the sides of a base in a view. */
  readonly baseCost: number;
  readonly mat: MatPrior;
}

/**
 * Several pictures of one table solved together: one lens, mat, plastic and one pose for each base, each picture's own camera, and between
 * the cameras the information from the print that they share. Values common to all pictures (scale, plastic, heights) are one unknown each,
 * so that no average over pictures reduces it.
 */
export function solveTogether(
  mat: MatPrior,
  views: readonly TogetherView[],
  network: CameraNetwork,
  starts: readonly Pose[],
): TogetherSolution {
  const cameras = network.values.length;
  const firstBase = cameras + BOARD - CAMERA_PARAMS;
  const n = firstBase + PER_BASE * starts.length;
  const params = new Float64Array(n);
  const steps = new Float64Array(n);
  const placed = views.map((view) => placesOf(view, network, firstBase));
  const own = new Float64Array(CAMERA_PARAMS);
  // Including those of pictures that the print relates and that are no views.
  params.set(network.values);
  for (const places of network.of) {
    places.forEach((place, i) => {
      steps[place] = stepOf(i);
    });
  }
  views.forEach(({ camera }, v) => {
    paramsFromCamera(camera, PIVOT, own);
    own.forEach((value, i) => {
      params[placed[v]![i]!] = value;
    });
  });
  for (let i = CAMERA_PARAMS; i < BOARD; i++) steps[cameras + i - CAMERA_PARAMS] = stepOf(i);
  const hemMm = Math.max(0, ...views.flatMap(({ observations }) => observations.border.map((mark) => mark.hemMm ?? 0)));
  const shared = sharedPriors(views[0]!.lens, hemMm);
  for (const { index, value } of shared) if (index >= CAMERA_PARAMS) params[cameras + index - CAMERA_PARAMS] = value;
  params[cameras + MAT_WIDTH - CAMERA_PARAMS] = mat.widthMm;
  params[cameras + MAT_DEPTH - CAMERA_PARAMS] = mat.depthMm;
  starts.forEach((pose, b) => {
    params.set([pose.x, pose.y, pose.headingRad], firstBase + PER_BASE * b);
    for (let i = 0; i < PER_BASE; i++) steps[firstBase + PER_BASE * b + i] = stepOf(FIRST_BASE + i);
  });
  const priors = priorsOf(views, placed, network, shared, starts, params, firstBase);
  const known = [networkBlock(network), ...tableBlocks(mat, views, placed)];
  let fit: Fit | undefined;
  let blocks: Block[][] = [];
  // The feet of border marks slide while the cameras improve.
  for (let pass = 0; pass < 2; pass++) {
    const current: Float64Array = fit?.params ?? params;
    blocks = views.map((view, v) => blocksOf(view, placed[v]!, current));
    fit = leastSquares(current, steps, [...blocks.flat(), ...known], priors);
  }
  return read(fit!, mat, views, placed, blocks, firstBase, starts.length);
}

/** Index of each unknown of a picture's own state vector among those of all; a board has none. */
function placesOf({ of, baseOf }: TogetherView, { of: cameras, values }: CameraNetwork, firstBase: number): number[] {
  const shared = Array.from({ length: BOARD - CAMERA_PARAMS }, (_, i) => values.length + i);
  const board = [-1, -1, -1];
  const bases = baseOf.flatMap((b) => Array.from({ length: PER_BASE }, (_, i) => firstBase + PER_BASE * b + i));
  return [...cameras[of]!, ...shared, ...board, ...bases];
}

/** A residual of one picture's state vector as a residual of the unknowns of all. */
function placedBlock(block: Block, places: readonly number[], scratch: Float64Array): Block {
  const indices = block.indices.map((index) => places[index]!);
  return {
    ...block,
    indices,
    residuals(p, out) {
      block.indices.forEach((index, i) => {
        scratch[index] = p[indices[i]!]!;
      });
      block.residuals(scratch, out);
    },
  };
}

/** Marks, border, sides and known lengths of a picture, in the order in which `solutionOf` counts them. */
function blocksOf({ camera: start, observations }: TogetherView, places: readonly number[], params: Float64Array): Block[] {
  const { border, bases, lengths = [] } = observations;
  const local = localOf(places, params);
  const camera = cameraFromParams(local, PIVOT, start.widthPx, start.heightPx);
  const scratch = local.slice();
  return [
    ...bases.flatMap((base, i) => baseBlocks(base, i)),
    ...borderBlocks(border, camera, local[MAT_WIDTH]!, local[MAT_DEPTH]!),
    ...bases.flatMap((base, i) => baseEdgeBlocks(base, i)),
    ...lengthBlocks(lengths, camera),
  ].map((block) => placedBlock(block, places, scratch));
}

/** A picture's own state vector. */
function localOf(places: readonly number[], params: Float64Array): Float64Array {
  return Float64Array.from(places, (place) => (place < 0 ? 0 : params[place]!));
}

/** Prior knowledge of mat and table, whatever the pictures show. */
function tableBlocks(mat: MatPrior, views: readonly TogetherView[], placed: readonly (readonly number[])[]): Block[] {
  const learnedAt = views.findIndex(({ lens }) => lens.learned);
  const at = Math.max(0, learnedAt);
  const { learned } = views[at]!.lens;
  const local = [...matBlocks(mat), ...(learned ? [sharedBlock(learned)] : [])];
  return local.map((block) => placedBlock(block, placed[at]!, new Float64Array(FIRST_BASE)));
}

function priorsOf(
  views: readonly TogetherView[],
  placed: readonly (readonly number[])[],
  network: CameraNetwork,
  shared: readonly Prior[],
  starts: readonly Pose[],
  params: Float64Array,
  firstBase: number,
): Prior[] {
  const learned = views.findIndex(({ lens }) => lens.learned);
  const settled = new Set(learned < 0 ? [] : placed[learned]!.slice(0, 5));
  const lenses: Prior[] = [];
  const loose = new Map<number, Prior>();
  views.forEach(({ lens }, v) => {
    for (const prior of sharedPriors(lens, 0)) {
      const index = placed[v]![prior.index]!;
      if (prior.index >= CAMERA_PARAMS || settled.has(index)) continue;
      settled.add(index);
      lenses.push({ ...prior, index });
    }
  });
  for (const places of network.of) {
    places.forEach((index, i) => {
      if (!settled.has(index)) loose.set(index, { index, value: params[index]!, sigma: LOOSE[i]! });
    });
  }
  const ofTable = learned < 0 ? shared.filter(({ index }) => index >= CAMERA_PARAMS) : [];
  return [
    ...lenses,
    ...loose.values(),
    ...ofTable.map((prior) => ({ ...prior, index: placed[0]![prior.index]! })),
    ...starts.flatMap((start, b) => basePriors(start, b).map((prior) => ({ ...prior, index: firstBase + prior.index - FIRST_BASE }))),
  ];
}

/** Standard deviations of CAMERA_PARAMS numbers so loose that they only keep the system solvable. */
const LOOSE = [1, 1, 1, 500, 500, 1, 1, 1, 2000, 2000, 2000] as const;

/** Added to the print's information about each unknown, relative to it, so that rounding leaves it positive definite. */
const RIDGE = 1e-9;

function networkBlock({ values, information }: CameraNetwork): Block {
  const n = values.length;
  const raised = Float64Array.from(information, (value, at) => (at % (n + 1) === 0 ? value * (1 + RIDGE) : value));
  const factor = definiteCholesky(raised, n);
  if (!factor) throw new Error(`The print says nothing of ${n} unknowns of the cameras: got an information that is not positive definite.`);
  const off = new Float64Array(n);
  return {
    indices: Array.from({ length: n }, (_, i) => i),
    count: n,
    robust: Number.POSITIVE_INFINITY,
    residuals(p, out) {
      for (let i = 0; i < n; i++) off[i] = p[i]! - values[i]!;
      for (let i = 0; i < n; i++) {
        let sum = 0;
        for (let k = i; k < n; k++) sum += factor[k * n + i]! * off[k]!;
        out[i] = sum;
      }
    },
  };
}

function read(
  fit: Fit,
  mat: MatPrior,
  views: readonly TogetherView[],
  placed: readonly (readonly number[])[],
  blocks: readonly (readonly Block[])[],
  firstBase: number,
  bases: number,
): TogetherSolution {
  const n = fit.params.length;
  let at = 0;
  let [cost, seen] = [0, 0];
  const solutions = views.map(({ camera: { widthPx, heightPx }, observations }, v) => {
    const count = blocks[v]!.length;
    const weights = fit.weights.subarray(at, at + count);
    const sidesOf = ({ edges = [] }: BaseMarks) => edges.length;
    const counts = {
      ...{ marks: observations.bases.flatMap(({ marks }) => marks.filter(Boolean)).length, corners: 0 },
      ...{ sides: observations.bases.reduce((sum, base) => sum + sidesOf(base), 0), known: observations.lengths?.length ?? 0 },
    };
    const firstSide = count - counts.sides - counts.known;
    for (let i = firstSide; i < firstSide + counts.sides; i++) cost += robustCost(weights[i]!, blocks[v]![i]!.robust);
    seen += observations.bases.length;
    at += count;
    const params = localOf(placed[v]!, fit.params);
    const local = placed[v]!;
    const covariance = new Float64Array(local.length ** 2);
    local.forEach((row, i) => {
      local.forEach((column, k) => {
        if (row >= 0 && column >= 0) covariance[i * local.length + k] = fit.covariance[row * n + column]!;
      });
    });
    const camera = cameraFromParams(params, PIVOT, widthPx, heightPx);
    const own = { params, covariance, weights, cost: fit.cost };
    const lengths = lengthsByOthers(own, observations.lengths ?? [], camera);
    return { ...solutionOf(own, camera, mat, observations.bases, counts), lengths };
  });
  const rows = Array.from({ length: 3 * bases }, (_, i) => firstBase + PER_BASE * Math.floor(i / 3) + (i % 3));
  const jointCovariance = Float64Array.from(rows.flatMap((row) => rows.map((column) => fit.covariance[row * n + column]!)));
  return { views: solutions, jointCovariance, baseCost: cost / Math.max(1, seen), mat };
}

/** Cauchy's cost of a residual whose weight is known. */
function robustCost(weight: number, scale: number): number {
  return -scale * scale * Math.log(Math.max(weight, 1e-9));
}
