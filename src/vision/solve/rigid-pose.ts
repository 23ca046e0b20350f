import type { Camera, Rotation } from '../../geometry/camera.js';
import { definiteCholesky, solveCholesky } from '../../geometry/cholesky.js';
import { upperMedian } from '../../geometry/statistics.js';
import { rotationMatrix } from './camera-params.js';

/** A point of the table's plane (mm) and where it is seen, in normalised image coordinates, the lens undone. */
export interface PlaneMark {
  readonly x: number;
  readonly y: number;
  readonly xn: number;
  readonly yn: number;
}

export interface RigidPose {
  readonly camera: Camera;
  /** Median distance of the marks from where the pose has them, px. */
  readonly medianPx: number;
}

const ITERATIONS = 12;
/** Distances beyond this many times the median count less and less (Cauchy). */
const TIMES_MEDIAN = 2;
/** Marks are not read to better than this, px. */
const MIN_SCALE_PX = 0.1;
const UNKNOWNS = 6;
/** An iteration that moves no mark by more than this ends the search, normalised. */
const SETTLED = 1e-7;

/** The pose of a camera whose lens is known from marks on a plane, by Gauss–Newton from a start nearby. Undefined where they do not determine it. */
export function rigidPose(start: Camera, marks: readonly PlaneMark[]): RigidPose | undefined {
  let camera = start;
  let medianPx = Number.POSITIVE_INFINITY;
  const { fx } = start;
  const focal = Math.abs(fx);
  for (let iteration = 0; iteration <= ITERATIONS; iteration++) {
    const seen = marks.map((mark) => projected(camera, mark));
    if (seen.some(({ z }) => !(z > 0))) return undefined;
    const away = marks.map(({ xn, yn }, i) => focal * Math.hypot(xn - seen[i]!.x, yn - seen[i]!.y));
    medianPx = medianOf(away);
    if (iteration === ITERATIONS) break;
    const scalePx = TIMES_MEDIAN * Math.max(MIN_SCALE_PX, medianPx);
    const step = stepOf(
      marks,
      seen,
      away.map((px) => 1 / (1 + (px / scalePx) ** 2)),
    );
    if (!step) return undefined;
    camera = moved(camera, step.turn, step.shift);
    if (step.size < SETTLED) break;
  }
  return { camera, medianPx };
}

interface Projected {
  /** Normalised image coordinates and depth, mm. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

function projected({ r, t }: Camera, { x, y }: PlaneMark): Projected {
  const z = r[6] * x + r[7] * y + t[2];
  return { x: (r[0] * x + r[1] * y + t[0]) / z, y: (r[3] * x + r[4] * y + t[1]) / z, z };
}

/** A small turn of the camera about itself and a shift, mm, from weighted residuals. */
function stepOf(marks: readonly PlaneMark[], seen: readonly Projected[], weights: readonly number[]) {
  const normal = new Float64Array(UNKNOWNS * UNKNOWNS);
  const right = new Float64Array(UNKNOWNS);
  const depth = seen.reduce((sum, { z }) => sum + z, 0) / seen.length;
  const add = (row: readonly number[], residual: number, weight: number) => {
    for (let i = 0; i < UNKNOWNS; i++) {
      right[i]! += weight * row[i]! * residual;
      for (let j = 0; j <= i; j++) normal[i * UNKNOWNS + j]! += weight * row[i]! * row[j]!;
    }
  };
  marks.forEach(({ xn, yn }, i) => {
    const { x, y, z } = seen[i]!;
    const near = depth / z;
    add([-x * y, 1 + x * x, -y, near, 0, -x * near], xn - x, weights[i]!);
    add([-1 - y * y, x * y, x, 0, near, -y * near], yn - y, weights[i]!);
  });
  // Keeps directions that the marks leave open where they were.
  for (let i = 0; i < UNKNOWNS; i++) normal[i * UNKNOWNS + i]! += 1e-9 * marks.length;
  const factor = definiteCholesky(normal, UNKNOWNS);
  if (!factor) return undefined;
  const step = solveCholesky(factor, right, UNKNOWNS);
  const [wx, wy, wz, sx, sy, sz] = step as unknown as [number, number, number, number, number, number];
  return { turn: [wx, wy, wz] as const, shift: [sx * depth, sy * depth, sz * depth] as const, size: Math.max(...step.map(Math.abs)) };
}

function moved(camera: Camera, [wx, wy, wz]: readonly [number, number, number], shift: readonly [number, number, number]): Camera {
  const turn = rotationMatrix(wx, wy, wz);
  const at = (row: number, [a, b, c]: readonly [number, number, number]) => turn[row]! * a + turn[row + 1]! * b + turn[row + 2]! * c;
  const { r, t } = camera;
  const columns = [0, 1, 2].map((i) => [r[i]!, r[i + 3]!, r[i + 6]!] as const);
  const turned = [0, 3, 6].flatMap((row) => columns.map((column) => at(row, column))) as unknown as Rotation;
  return { ...camera, r: turned, t: [at(0, t) + shift[0], at(3, t) + shift[1], at(6, t) + shift[2]] };
}

export function medianOf(values: readonly number[]): number {
  return upperMedian(values) ?? Number.POSITIVE_INFINITY;
}
