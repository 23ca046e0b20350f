import { type Camera, pixelFromTable, tableFromPixel, withoutLens } from '../../geometry/camera.js';
import { definiteCholesky, inverseFromCholesky, schurComplement } from '../../geometry/cholesky.js';
import { pixelInPicture } from '../../geometry/in-picture.js';
import { wrapRad } from '../../geometry/pose.js';
import { CAMERA_PARAMS, CAMERA_STEPS, cameraFromParams, paramsFromCamera } from '../solve/camera-params.js';
import type { TableSolution } from '../solve/joint-solution.js';
import { PIVOT } from '../solve/residual-blocks.js';
import { type PlaneMark, type RigidPose, rigidPose } from '../solve/rigid-pose.js';
import { cameraPartOf } from '../solve/shared-parameters.js';
import type { PrintRegistration } from './measure-registered.js';

/**
 * Standard deviation with which a camera is followed over the print, px of a picture of 1280: 0.02 px while it is held, up to 0.7 px after
 * a walk or a pan (docs/experiments/tracking.md).
 */
const FOLLOWED_PX = 1;
const LONG_SIDE_PX = 1280;
/** Places in the picture, as shares of its width and height, at which the print fixes the camera: worth that many independent readings. */
const PLACES = [0.15, 0.5, 0.85].flatMap((u) => [0.15, 0.5, 0.85].map((v) => [u, v] as const));
/** This many of them determine a pose. */
const MIN_PLACES = 4;
const LENS = 5;
const POSE = CAMERA_PARAMS - LENS;
/** Share of its length in the picture below which the border does not show where the mat is. */
const MIN_BORDER = 0.5;

/**
 * The registration of a frame whose camera was followed over the mat's print since a picture of the table was solved. Print and lens are
 * those of that picture: with either different, this camera would stand elsewhere, so that their errors go together. `about`: through the lens with which it was
 * followed. `isOwnFrame`: that picture shows no border, and defines its own table frame. Undefined where the plane is seen edge on.
 */
export function followedRegistration(about: Camera, table: TableSolution, isOwnFrame = false): PrintRegistration | undefined {
  const { widthPx, heightPx } = table.camera;
  const pose = throughLens(about, table.camera);
  if (!pose) return undefined;
  const { camera } = pose;
  const [mapped, here] = [table.camera, camera].map((one) => {
    const params = new Float64Array(CAMERA_PARAMS);
    paramsFromCamera(one, PIVOT, params);
    return params;
  }) as [Float64Array, Float64Array];
  const places = PLACES.flatMap(([u, v]) => tableFromPixel(camera, { u: u * widthPx, v: v * heightPx }) ?? []);
  const prints = places.map((at) => pixelFromTable(table.camera, { ...at, z: 0 }));
  /** Pixels at which this camera sees the places of the print that the mapped picture has in its own pixels. */
  const seen = (map: Float64Array, own: Float64Array) => {
    const [mapping, moved] = [map, own].map((params) => cameraFromParams(params, PIVOT, widthPx, heightPx)) as [Camera, Camera];
    return prints.flatMap((print, i) => {
      const at = print ? tableFromPixel(mapping, print) : places[i];
      const pixel = at && pixelFromTable(moved, { ...at, z: 0 });
      return pixel ? [pixel.u, pixel.v] : [Number.NaN, Number.NaN];
    });
  };
  const before = seen(mapped, here);
  const column = (of: (stepped: (params: Float64Array) => Float64Array) => number[], param: number) => {
    const step = CAMERA_STEPS[param]!;
    const there = of((params) => params.map((value, i) => (i === param ? value + step : value)));
    return there.map((px, i) => (px - before[i]!) / step);
  };
  const ofPose = Array.from({ length: POSE }, (_, i) => column((stepped) => seen(mapped, stepped(here)), LENS + i));
  // The lens is that of both pictures.
  const ofMap = Array.from({ length: CAMERA_PARAMS }, (_, i) =>
    column((stepped) => seen(stepped(mapped), i < LENS ? stepped(here) : here), i),
  );
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  const factor = definiteCholesky(
    Float64Array.from({ length: POSE * POSE }, (_, i) => dot(ofPose[Math.floor(i / POSE)]!, ofPose[i % POSE]!)),
    POSE,
  );
  if (!factor) return undefined;
  const inverse = inverseFromCholesky(factor, POSE);
  const follows = ofMap.map((by) => {
    const pulled = ofPose.map((own) => dot(own, by));
    return Array.from({ length: POSE }, (_, row) => -dot(pulled, Array.from(inverse.slice(row * POSE, (row + 1) * POSE))));
  });
  const share = (row: number, param: number) => (row < LENS ? Number(row === param) : follows[param]![row - LENS]!);
  const known = isOwnFrame ? inOwnFrame(table) : cameraPartOf(table.sharedWithPose).covariance;
  if (!known) return undefined;
  const sigmaPx = Math.hypot((FOLLOWED_PX * Math.max(widthPx, heightPx)) / LONG_SIDE_PX, pose.medianPx);
  const covariance = Array.from({ length: CAMERA_PARAMS ** 2 }, (_, at) => {
    const [row, col] = [Math.floor(at / CAMERA_PARAMS), at % CAMERA_PARAMS];
    let sum = row >= LENS && col >= LENS ? sigmaPx ** 2 * inverse[(row - LENS) * POSE + col - LENS]! : 0;
    for (let i = 0; i < CAMERA_PARAMS; i++)
      for (let k = 0; k < CAMERA_PARAMS; k++) sum += share(row, i) * known[i * CAMERA_PARAMS + k]! * share(col, k);
    return sum;
  });
  return { camera, covariance, table };
}

/**
 * The covariance of a camera's CAMERA_PARAMS numbers, row-major, in a table frame that its own picture defines: the place in the middle of
 * the picture is fixed, and the direction of a place above it.
 */
function inOwnFrame({ camera, sharedWithPose }: TableSolution): ArrayLike<number> | undefined {
  const { covariance } = cameraPartOf(sharedWithPose);
  const { widthPx, heightPx } = camera;
  const params = new Float64Array(CAMERA_PARAMS);
  paramsFromCamera(camera, PIVOT, params);
  const frameOf = (numbers: Float64Array) => {
    const one = cameraFromParams(numbers, PIVOT, widthPx, heightPx);
    const [middle, above] = [0.5, 0.4].map((share) => tableFromPixel(one, { u: widthPx / 2, v: share * heightPx }));
    return middle && above ? [middle.x, middle.y, Math.atan2(above.y - middle.y, above.x - middle.x)] : [];
  };
  const here = frameOf(params);
  const slopes = Array.from({ length: CAMERA_PARAMS }, (_, i) => {
    const step = CAMERA_STEPS[i]!;
    const there = frameOf(params.map((value, k) => (k === i ? value + step : value)));
    return here.map((value, row) => (row === 2 ? wrapRad(there[row]! - value) : there[row]! - value) / step);
  });
  const n = CAMERA_PARAMS;
  /** Of each number with each of the three that define the frame. */
  const along = Array.from({ length: n }, (_, i) =>
    [0, 1, 2].map((row) => slopes.reduce((sum, slope, k) => sum + covariance[i * n + k]! * slope[row]!, 0)),
  );
  const common = [0, 1, 2].flatMap((p) => [0, 1, 2].map((q) => slopes.reduce((sum, slope, k) => sum + slope[p]! * along[k]![q]!, 0)));
  return schurComplement(covariance, along, Float64Array.from(common));
}

/**
 * The pose with which another lens sees the mat as the camera does: a look may have read the lens otherwise than the one before, and a camera that was followed
 * since has its lens. Undefined where too little of the mat's plane is in view.
 */
export function throughLens(camera: Camera, lens: Camera): RigidPose | undefined {
  const marks = PLACES.flatMap(([u, v]): PlaneMark[] => {
    const pixel = { u: u * camera.widthPx, v: v * camera.heightPx };
    const at = tableFromPixel(camera, pixel);
    const { x: xn, y: yn } = withoutLens(lens, pixel);
    return at ? [{ ...at, xn, yn }] : [];
  });
  return marks.length < MIN_PLACES ? undefined : rigidPose({ ...lens, r: camera.r, t: camera.t }, marks);
}

/** Whether a camera shows enough of a mat's border to say where the mat is. */
export function showsBorder(camera: Camera, { widthMm, depthMm }: Pick<TableSolution, 'widthMm' | 'depthMm'>): boolean {
  const shares = Array.from({ length: 12 }, (_, i) => (i + 0.5) / 12);
  const border = shares.flatMap((share) => [
    { x: share * widthMm, y: 0 },
    { x: share * widthMm, y: depthMm },
    { x: 0, y: share * depthMm },
    { x: widthMm, y: share * depthMm },
  ]);
  const seen = border.filter((at) => pixelInPicture(camera, { ...at, z: 0 }));
  return seen.length >= MIN_BORDER * border.length;
}
