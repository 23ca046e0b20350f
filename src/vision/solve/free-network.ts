import type { Pose } from '../../geometry/pose.js';

/**
 * The joint covariance of poses that are known only relative to each other: what is common to all of them, a shift and a turn of the whole frame,
 * is taken out (geodesy's inner constraints of a free network). `joint`: (3n)×(3n) row-major, x mm, y mm, heading rad. That of one pose stays: relative to itself it would be known exactly.
 */
export function freeNetworkCovariance(joint: Float64Array, poses: readonly Pose[]): Float64Array {
  if (poses.length < 2) return joint;
  const n = 3 * poses.length;
  const free = motionsOf(poses);
  // P = I − G Gᵀ with orthonormal columns G; the covariance becomes P C P.
  const project = (matrix: Float64Array, isLeft: boolean) => {
    const out = Float64Array.from(matrix);
    const at = (line: number, k: number) => (isLeft ? k * n + line : line * n + k);
    for (let line = 0; line < n; line++) {
      for (const motion of free) {
        let along = 0;
        for (let k = 0; k < n; k++) along += motion[k]! * out[at(line, k)]!;
        for (let k = 0; k < n; k++) out[at(line, k)] = out[at(line, k)]! - along * motion[k]!;
      }
    }
    return out;
  };
  return project(project(joint, true), false);
}

/** Shifts along x and y and a turn about the middle, as orthonormal vectors of the poses' coordinates. */
function motionsOf(poses: readonly Pose[]): Float64Array[] {
  const x = poses.reduce((sum, pose) => sum + pose.x, 0) / poses.length;
  const y = poses.reduce((sum, pose) => sum + pose.y, 0) / poses.length;
  const motions = [
    poses.flatMap(() => [1, 0, 0]),
    poses.flatMap(() => [0, 1, 0]),
    // Headings are clockwise: a turn by +1 moves what is in front to the right.
    poses.flatMap((pose) => [pose.y - y, x - pose.x, 1]),
  ];
  return motions.map((motion) => Float64Array.from(motion, (value) => value / Math.hypot(...motion)));
}
