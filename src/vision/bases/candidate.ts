import type { Camera } from '../../geometry/camera.js';
import { pixelInPicture } from '../../geometry/in-picture.js';
import { type Pose, tableFromPiece } from '../../geometry/pose.js';
import type { BaseSize } from '../../pieces/base-size.js';
import { halfSideMm } from '../../pieces/bases.js';
import type { BaseMarks } from '../solve/observations.js';
import type { Detection } from './detect.js';
import type { KeypointReading } from './measure-keypoints.js';

/** A detection that the keypoint net confirms, with what it measured. */
export interface Candidate {
  readonly marks: BaseMarks;
  readonly reading: KeypointReading;
  readonly detection: Detection;
}

/** A candidate that close crops confirm. */
export interface ConfirmedCandidate extends Candidate {
  /** False where crops turned the other ways leave open where its front is. */
  readonly isFrontKnown: boolean;
  /** Lead in sharpness (mean log spread) over the sharpest crop with its front elsewhere; infinite where there is no such crop. */
  readonly frontLead: number;
  /** An earlier frame measured it; in this one nothing has changed there. */
  readonly isCached?: true;
  /** Probability of a base of its size by another picture of the table, where it stands in this one as it stood. */
  readonly elsewhere?: number;
  /** Another picture shows it with more certainty facing another way. */
  readonly isFrontDisputed?: true;
}

/** Mean log spread of keypoints (mm) at which a crop shows hardly anything of a base. */
const BLURRED_SPREAD = 0.2;

/** Sharpness of a base in the picture: 0 where its crop shows hardly anything of it, 1 where its keypoints are known to 0.4 mm. */
export function sharpnessOf({ reading }: Pick<Candidate, 'reading'>): number {
  return Math.max(0, BLURRED_SPREAD - reading.spread);
}

/** Number of places along each axis at which a foot is sampled. */
const FOOT_PLACES = 11;

/** Share of a base's foot, in its pose, that is in the picture. */
export function shareInPicture(camera: Camera, base: BaseSize, pose: Pose): number {
  const halfMm = halfSideMm(base);
  const offsets = Array.from({ length: FOOT_PLACES }, (_, i) => halfMm * ((2 * i + 1) / FOOT_PLACES - 1));
  const places = offsets.flatMap((x) => offsets.map((y) => pixelInPicture(camera, { ...tableFromPiece(pose, { x, y }), z: 0 })));
  return places.filter((at) => at !== undefined).length / places.length;
}
