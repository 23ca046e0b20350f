import type { Camera } from '../../../geometry/camera.js';
import { upperMedian } from '../../../geometry/statistics.js';
import { rotationVector } from '../../solve/camera-params.js';
import { SIDES } from '../../solve/mat-sides.js';
import type { Observations, TablePrior } from '../../solve/observations.js';
import { cameraOfEstimate } from '../../solve/shared-parameters.js';
import { applies } from '../border-rules.js';
import type { EdgeReading } from './measure-edges.js';
import { edgeMarks, edgeOutsideMm } from './measure-edges.js';

/** Median distance of a side from where the setup has it, mm, up to which it is where it was. */
const SAME_SIDE_MM = 0.4;
/** With fewer edges read along a side it says nothing. */
const MIN_READ = 12;
/** A camera that is turned by more than this was touched, whatever the border says; and rotation vectors near half a turn may differ in sign. */
const SAME_ROTATION_RAD = 0.02;

/**
 * Observations of a camera that stands where the setup has it, without the edges along sides that are elsewhere; undefined where it was touched, or
 * the setup does not say. Two sides that meet and are both where they were leave a camera no way to have been moved: a third that is not is misread, by a
 * shadow or a print.
 */
export function stillObservations(
  camera: Camera,
  edges: readonly EdgeReading[],
  observations: Observations,
  { learnedWithPose }: TablePrior,
): Observations | undefined {
  if (!learnedWithPose) return undefined;
  const before = cameraOfEstimate(learnedWithPose, camera.widthPx, camera.heightPx);
  const [was, is] = [rotationVector(before.camera.r), rotationVector(camera.r)];
  if (Math.hypot(was[0] - is[0], was[1] - is[1], was[2] - is[2]) > SAME_ROTATION_RAD) return undefined;
  const isThere = SIDES.map((side) => {
    const read = edges.filter((edge) => edge.side === side).flatMap((edge) => edgeOutsideMm(edge, before) ?? []);
    if (read.length < MIN_READ) return false;
    return Math.abs(upperMedian(read)! - before.edgeOffsetsMm[side]!) <= SAME_SIDE_MM;
  });
  const isCornerThere = SIDES.some((side) => isThere[side] && isThere[(side + 1) % SIDES.length]);
  if (!isCornerThere || !applies('still-camera')) return undefined;
  return { ...observations, border: edgeMarks(edges.filter(({ side }) => isThere[side])) };
}
