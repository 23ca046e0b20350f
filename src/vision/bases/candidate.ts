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
  /** By how much the sharpest crop with its front elsewhere is less sharp (mean log spread); infinite where none has. */
  readonly frontLead: number;
  /** An earlier frame measured it; in this one nothing has changed there. */
  readonly isCached?: true;
}
