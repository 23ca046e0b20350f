import type { Pixel, Point } from '../../geometry/point.js';
import type { Pose } from '../../geometry/pose.js';
import type { BaseSize } from '../../pieces/base-size.js';
import { FOCAL_PRIOR } from './priors.js';

/** A place in the picture, with its standard deviation along each axis. */
export interface Mark extends Pixel {
  readonly sigmaPx: number;
}

/** A place on a side of a base's foot (z = 0) or of its printed tile. */
export interface BaseEdgeMark {
  readonly onTile: boolean;
  /** A nominal point of the side and its direction, base frame, mm. */
  readonly local: Point;
  readonly along: Point;
  readonly mark: Mark;
}

/** The keypoints measured on one base, in the order of BASE_KEYPOINTS; undefined where none was measured. */
export interface BaseMarks {
  readonly base: BaseSize;
  readonly start: Pose;
  readonly marks: readonly (Mark | undefined)[];
  readonly edges?: readonly BaseEdgeMark[];
}

/** A base by its sides alone: of all marks they lean least towards where the base was thought to be. */
export function onlySides(base: BaseMarks): BaseMarks {
  return { ...base, marks: [] };
}

/** Corners of a printed board that lies on the table: its own frame (mm, x right, y up), and where it is seen. */
export interface BoardMarks {
  readonly start: Pose;
  /** True when the board itself gives the table its frame, because no mat is in view. */
  readonly isFrame: boolean;
  readonly corners: readonly { readonly at: Point; readonly mark: Mark }[];
}

/** Two places in the picture, `zMm` above the mat, that are `lengthMm` apart on the table: the ends of a template or of the ruler. */
export interface LengthMark {
  readonly from: Pixel;
  readonly to: Pixel;
  readonly zMm: number;
  readonly lengthMm: number;
  readonly sigmaMm: number;
}

/** All that was measured in one frame. */
export interface Observations {
  readonly border: readonly Mark[];
  readonly bases: readonly BaseMarks[];
  readonly board?: BoardMarks;
  readonly lengths?: readonly LengthMark[];
  /** The border is known to be the mat's own: a mat of an unusual size is then likelier than bases that are all read too small or too large. */
  readonly isBorderSettled?: boolean;
}

/** What is known of the lens before looking: a saved or calibrated lens is tight, an unknown camera loose. */
export interface LensPrior {
  readonly focalPx: number;
  readonly logFocalSigma: number;
  readonly k1: number;
  readonly k1Sigma: number;
  readonly k2: number;
  readonly k2Sigma: number;
  readonly cx: number;
  readonly cy: number;
  readonly centreSigmaPx: number;
}

/** The same lens with a focal length that was solved for, all but held, px. */
export function withFocal(lens: LensPrior, focalPx: number): LensPrior {
  return { ...lens, focalPx, logFocalSigma: HELD_FOCAL_SIGMA };
}

const HELD_FOCAL_SIGMA = 0.01;

/** The lens of a camera of which nothing is known. */
export function unknownLens(widthPx: number, heightPx: number): LensPrior {
  const long = Math.max(widthPx, heightPx);
  return {
    focalPx: FOCAL_PRIOR.ratio * long,
    logFocalSigma: FOCAL_PRIOR.logSigma,
    k1: 0,
    k1Sigma: 0.1,
    k2: 0,
    k2Sigma: 0.04,
    cx: (widthPx - 1) / 2,
    cy: (heightPx - 1) / 2,
    centreSigmaPx: 0.008 * long,
  };
}
