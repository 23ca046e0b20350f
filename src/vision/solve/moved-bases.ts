import { type Camera, carriedPose } from '../../geometry/camera.js';
import type { BaseMarks } from './observations.js';

/** The marks of bases with their starts where another registration of the same picture has them; what it does not see is left out. */
export function movedBases(to: Camera, from: Camera, bases: readonly BaseMarks[]): BaseMarks[] {
  return bases.flatMap((base) => {
    const start = carriedPose(from, to, base.start);
    return start ? [{ ...base, start }] : [];
  });
}
