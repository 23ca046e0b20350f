import { type Camera, cameraCentre } from '../../geometry/camera.js';
import type { Point, Point3 } from '../../geometry/point.js';
import type { Pose } from '../../geometry/pose.js';
import { type BaseSize, isSquare } from '../../pieces/base-size.js';
import { BASE_SIDE_MM } from '../../pieces/dimensions.js';
import type { Ship } from '../../table/table.js';
import { baseInformation, placedByEdges } from './edge-information.js';
import { SAMPLE_SIGMA_PX, SPACING_PX, USUALLY_WIDER, unknownLens } from './expected-error.js';
import { baseEdges, nominalSolid } from './seen-edges.js';

/** Two ships whose distance is asked for, and its present uncertainty. */
export interface AskedPair {
  readonly from: Pick<Ship, 'base' | 'pose'>;
  readonly to: Pick<Ship, 'base' | 'pose'>;
  readonly sigmaMm: number;
  /** Relative uncertainty of all lengths together: that of the mat. */
  readonly lengthSigma: number;
}

/**
 * Framing of both ships by a camera held over them: the share of its picture's shorter side, the minimum elevation, and the nearest
 * distance at which a phone focuses, mm.
 */
const FILLED = 0.6;
const STEEP_RAD = (60 * Math.PI) / 180;
const NEAREST_MM = 220;
/** Minimum share of a length that the lens and the print leave open, however near the camera is: as looks from close up claim it. */
const MIN_LENGTH_SIGMA = 0.002;
/** Ratio of errors that makes going closer worth a word, and the minimum gain, mm. */
const WORTH = 0.6;
const WORTH_MM = 0.2;

/**
 * The standard deviation that the distance of two ships would have with the camera held over both, mm; undefined where that is hardly
 * better, or the camera is there already. It consists of the best that their edges allow from there, widened as claims usually are, and of
 * the length between them.
 */
export function closerSigmaMm(camera: Camera, { from, to, sigmaMm, lengthSigma }: AskedPair): number | undefined {
  // No edge of a huge base is seen.
  if (!isSquare(from) || !isSquare(to)) return undefined;
  const [a, b] = [from.pose, to.pose];
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, z: 0 };
  const apartMm = Math.hypot(a.x - b.x, a.y - b.y);
  const reachMm = apartMm + BASE_SIDE_MM[from.base] + BASE_SIDE_MM[to.base];
  const awayMm = Math.max(NEAREST_MM, (reachMm * Math.abs(camera.fx)) / (FILLED * Math.min(camera.widthPx, camera.heightPx)));
  const eye = cameraCentre(camera);
  if (apartMm < 1 || awayMm >= Math.hypot(eye.x - middle.x, eye.y - middle.y, eye.z)) return undefined;
  const along = { x: (b.x - a.x) / apartMm, y: (b.y - a.y) / apartMm };
  const over = overhead(camera, eye, middle, awayMm);
  const own = [from, to].map((ship) => USUALLY_WIDER * placeSigma(over, ship, along));
  const closerMm = Math.hypot(...own, Math.max(MIN_LENGTH_SIGMA, lengthSigma) * apartMm);
  return closerMm <= WORTH * sigmaMm && sigmaMm - closerMm >= WORTH_MM ? closerMm : undefined;
}

/** Standard deviation of a base along a direction, mm, that its own edges in a picture leave at best. */
function placeSigma(camera: Camera, { base, pose }: { readonly base: BaseSize; readonly pose: Pose }, { x, y }: Point): number {
  const edges = baseEdges(camera, nominalSolid(base, pose), [], SPACING_PX);
  const { own } = placedByEdges(baseInformation(camera, edges, SAMPLE_SIGMA_PX, unknownLens(camera)));
  const size = Math.sqrt(own.length);
  return Math.sqrt(x * x * own[0]! + 2 * x * y * own[1]! + y * y * own[size + 1]!);
}

/** The same camera held over a point of the mat, from the side that it is on. */
function overhead(camera: Camera, eye: Point3, at: Point3, awayMm: number): Camera {
  const [dx, dy] = [eye.x - at.x, eye.y - at.y];
  const level = Math.hypot(dx, dy) || 1;
  const elevation = Math.max(STEEP_RAD, Math.atan2(eye.z, level));
  const [out, up] = [awayMm * Math.cos(elevation), awayMm * Math.sin(elevation)];
  const moved = { x: at.x + (out * dx) / level, y: at.y + (out * dy) / level, z: up };
  const forward = unit({ x: at.x - moved.x, y: at.y - moved.y, z: -moved.z });
  const right = unit(cross(forward, { x: 0, y: 0, z: 1 }));
  const down = cross(forward, right);
  const r = [right.x, right.y, right.z, down.x, down.y, down.z, forward.x, forward.y, forward.z] as const;
  const t = [right, down, forward].map((axis) => -(axis.x * moved.x + axis.y * moved.y + axis.z * moved.z));
  return { ...camera, r, t: t as unknown as Camera['t'] };
}

const cross = (a: Point3, b: Point3): Point3 => ({ x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x });

function unit({ x, y, z }: Point3): Point3 {
  const long = Math.hypot(x, y, z);
  return { x: x / long, y: y / long, z: z / long };
}
