import type { Camera } from '../../geometry/camera.js';
import type { MeasureHints, StandingBase, TableMeasurement } from '../../table/measurement.js';
import { type FrameContext, withFrameContext } from '../lens/frame-context.js';
import { ONLY_LOCATION, refused } from '../mat/find/mat-location.js';
import type { Engines } from '../runtime/engines.js';
import type { Frame } from '../runtime/frame.js';
import { CAMERA_PARAMS, paramsFromCamera } from '../solve/camera-params.js';
import { solveTable, type TableSolution } from '../solve/joint-solution.js';
import { PIVOT } from '../solve/residual-blocks.js';
import { withCameraPart, withoutMat } from '../solve/shared-parameters.js';
import { measureOnMat } from './measure-frame.js';
import { measureObstacles } from './measure-obstacles.js';
import type { MeasuredTable } from './measured-table.js';
import { pictureProblem } from './picture-problem.js';

/** Camera of a picture on a table that another picture determined, by the print that both show. */
export interface PrintRegistration {
  /** In the table frame of `table`, with the covariance of its CAMERA_PARAMS numbers, row-major. */
  readonly camera: Camera;
  readonly covariance: ArrayLike<number>;
  /** The solution of the picture that gives the table frame. */
  readonly table: TableSolution;
  /** Bases that other pictures show, or this one by itself, in the table frame of `table`. */
  readonly standing?: readonly StandingBase[];
}

/**
 * Measures a picture whose camera is registered by the mat's print: no border need be in it. What the registration leaves open of camera and lens is one unknown for all
 * bases of the picture, and in their joint covariance.
 */
export function measureRegistered(
  engines: Engines,
  picture: Frame,
  hints: MeasureHints,
  registration: PrintRegistration,
): Promise<MeasuredTable> {
  return withFrameContext(engines, picture, hints, (context) => measureRegisteredContext(context, registration));
}

/** The same for the frame of a context. `onPlaced` is called with the bases before obstacles are looked for. */
export async function measureRegisteredContext(
  context: FrameContext,
  { camera, covariance, table, standing = [] }: PrintRegistration,
  onPlaced?: (placed: TableMeasurement) => void,
): Promise<MeasuredTable> {
  const problem = pictureProblem(context);
  if (problem) return { result: refused(problem) };
  const values = new Float64Array(CAMERA_PARAMS);
  paramsFromCamera(camera, PIVOT, values);
  const registered = { values: [...values], covariance: Array.from(covariance) };
  const learned = withCameraPart(withoutMat(table.sharedWithPose, table.matPrior), registered);
  const known = { ...context, standing, lens: { ...context.lens, learned } };
  const coarse = solveTable({ camera, widthMm: table.widthMm, depthMm: table.depthMm }, { border: [], bases: [] }, known.lens);
  const placed = await measureOnMat(known, { ...ONLY_LOCATION, source: 'print', coarse, edges: [], board: {} });
  if (placed.result.ok) onPlaced?.(placed.result.measurement);
  return measureObstacles(known, placed);
}
