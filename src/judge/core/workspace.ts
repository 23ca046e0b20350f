import { type Nearest, newNearest } from '../../geometry/box.js';
import { type Clearance, newClearance } from '../../geometry/clearance.js';
import { type Clip, newClip } from '../../geometry/ring.js';

/** Buffers that one report uses again and again, so that its loops make no garbage. Nothing in them outlives the function that filled it. */
export interface Workspace {
  readonly clip: Clip;
  readonly nearest: Nearest;
  readonly clearance: Clearance;
}

/** A workspace; one for each report, since two that run at the same time would write over each other. */
export function newWorkspace(): Workspace {
  return { clip: newClip(), nearest: newNearest(), clearance: newClearance() };
}
