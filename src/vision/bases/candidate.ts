import type { BaseMarks } from '../solve/observations.js';
import type { Detection } from './detect.js';
import type { KeypointReading } from './measure-keypoints.js';

/** A detection that the keypoint net confirms, with what it measured. */
export interface Candidate {
  readonly marks: BaseMarks;
  readonly reading: KeypointReading;
  readonly detection: Detection;
}

/** A candidate that close looks confirm. */
export interface ConfirmedCandidate extends Candidate {
  /** False where looks from the other sides leave open where its front is. */
  readonly isFrontKnown: boolean;
  /** How much less sharp (mean log spread) the sharpest look is that has its front elsewhere; infinite where none has. */
  readonly frontLead: number;
  /** An earlier frame read it; in this one nothing has changed there. */
  readonly isCached?: true;
}
