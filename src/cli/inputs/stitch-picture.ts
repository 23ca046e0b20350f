import type { MeasureHints } from '../../table/measurement.js';
import type { StitchPicture } from '../../vision/print/match-graph.js';
import { stitchPicture } from '../../vision/print/stitch-picture.js';
import type { Engines } from '../../vision/runtime/engines.js';
import { type Frame, mirroredFrame } from '../../vision/runtime/frame.js';
import { readPicture } from './read-picture.js';

/** A picture turned the right way round, where its mirror image is what the file holds. */
export function rightWay(frame: Frame, { isMirrored }: MeasureHints): Frame {
  return isMirrored ? mirroredFrame(frame) : frame;
}

/** What stitching needs of a photo. Features at other scales are looked for in the file read again. */
export async function readStitchPicture({ cv }: Engines, path: string, hints: MeasureHints): Promise<StitchPicture> {
  const read = async () => rightWay(await readPicture(path), hints);
  return stitchPicture(cv, await read(), read);
}
