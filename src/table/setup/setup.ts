import type { Camera } from '../../geometry/camera.js';
import type { Pixel, Point } from '../../geometry/point.js';
import type { KnownLens } from '../known-lens.js';
import type { Obstacle } from '../table.js';
import type { MatSize } from './mat-size.js';
import type { Proof } from './proof.js';

/** Camera, mat and obstacles that stay the same at a table for a whole match: estimated once, confirmed by a person, kept, refined with every picture. */
export interface Setup {
  readonly mat: SetupMat;
  readonly camera?: SetupCamera;
  readonly plastic?: SetupPlastic;
  /** In the table frame, as a person confirmed them or as they were found. */
  readonly obstacles: readonly Obstacle[];
  readonly learnedFrom: LearnedFrom;
  /** Known lengths that were laid on this table since its setup, the newest first. */
  readonly proofs?: readonly Proof[];
  /** The map of the mat's print: where a picture shows no border, the print shows where it was taken from. It goes into no evidence. */
  readonly print?: PrintImage;
  /** Id under which a device keeps the print; in no file. */
  readonly printId?: string | undefined;
}

/** A mat's print from straight above as a picture, in the table frame: its lower left corner is (0, 0). */
export interface PrintImage {
  readonly pxPerMm: number;
  readonly widthMm: number;
  readonly depthMm: number;
  /** One standard deviation of the mat's sides as they are drawn, and of the mat's position around the print. */
  readonly sigmaMm: number;
  readonly shiftSigmaMm: number;
  /** Base64 of a WebP; transparent where the mat's print is unknown. */
  readonly webp: string;
}

export interface LearnedFrom {
  readonly pictures: number;
  readonly ships: number;
  /** Number of pictures that showed a template or ruler of known length: such a piece proves nothing of what was learned from it. */
  readonly lengths?: number;
  /** Positions of the ships in these pictures, the last ones only, mm: one that shows the same positions again adds nothing. */
  readonly layouts?: readonly (readonly Point[])[];
}

export type MatSource = 'nominal' | 'measured' | 'ruler' | 'board' | 'learned';

/** The mat as it was given or is sold: values that pictures determine are in `SetupCamera.learned`, so that nothing is counted twice. */
export interface SetupMat extends MatSize {
  readonly name?: string;
  readonly source: MatSource;
  /** Look by which the app recognises this mat; no picture. */
  readonly look?: string;
}

export interface SetupCamera {
  readonly name?: string;
  /** Whether its pictures are mirror images. */
  readonly mirrored?: boolean;
  readonly lens: KnownLens;
  /** The mat's corners as a person confirmed them, in order around the mat beginning nearest-left to player 1; undefined: out of view. */
  readonly corners?: readonly (Pixel | undefined)[];
  /** Pose of the camera in the last picture, table frame: a hint, tried first. */
  readonly pose?: Pick<Camera, 'r' | 't'>;
  /** Estimate, from pictures, of everything that stays the same, with its joint covariance. Pixels are those of the lens. */
  readonly learned?: LearnedEstimate;
  /** The same with the pose of the camera in the last of them: as long as it stands still, its place is known too. */
  readonly learnedWithPose?: LearnedEstimate;
}

/** Values of LEARNED_PARAMETERS, or of those with the pose, and their covariance, row-major. */
export interface LearnedEstimate {
  readonly values: readonly number[];
  readonly covariance: readonly number[];
}

/** Log of the focal length in px, lens terms, principal point (px), mat, heights and trim of tiles, plastic (relative), edges beside the mat's sides. */
export const LEARNED_PARAMETERS = [
  ...['logFocalPx', 'k1', 'k2', 'cxPx', 'cyPx', 'matWidthMm', 'matDepthMm', 'smallTileTopMm', 'mediumTileTopMm', 'largeTileTopMm'],
  ...['tileTrimMm', 'tileNarrowMm', 'plastic', 'nearEdgeMm', 'rightEdgeMm', 'farEdgeMm', 'leftEdgeMm'],
] as const;

/** The same with the pose of the camera: rotation vector and translation of the mat's middle. */
export const LEARNED_PARAMETERS_WITH_POSE = [
  ...LEARNED_PARAMETERS,
  ...(['rotationX', 'rotationY', 'rotationZ', 'translationXMm', 'translationYMm', 'translationZMm'] as const),
] as const;

/** Bases of this box against their nominal sizes. */
export interface SetupPlastic {
  /** Ratio of the size at which a base is read to its nominal size: near 1. */
  readonly scale: number;
  readonly scaleSigma: number;
  readonly tileTopMm?: number;
  readonly tileTopSigmaMm?: number;
}
