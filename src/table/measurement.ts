import type { Camera } from '../geometry/camera.js';
import type { Pixel, Point } from '../geometry/point.js';
import type { Pose, PoseCovariance } from '../geometry/pose.js';
import type { BaseSize } from '../pieces/base-size.js';
import type { Phrase } from '../texts/phrase.js';
import type { KnownLens } from './known-lens.js';
import type { Edges } from './setup/marked-edges.js';
import type { MatSize } from './setup/mat-size.js';
import type { Setup } from './setup/setup.js';
import type { ObstacleKind, PlacedToken, TileTurn, Unmeasurable } from './table.js';

/** Everything that the camera saw in one frame: poses in millimetres, and the camera that took it, but no image data. */
export interface TableMeasurement {
  readonly capturedAtMs: number;
  /** The camera that took the frame, table frame; draws the overlay in place. */
  readonly camera: Camera;
  readonly mat: { readonly widthMm: number; readonly depthMm: number; readonly sigmaMm: number };
  /** The mat's position around the bases is not known: the frame is centred on their middle. */
  readonly isEdgeUnknown?: true;
  /** All bases may be of another size, and everything larger or smaller in proportion: no distance is certain. */
  readonly isScaleUnknown?: true;
  readonly bases: readonly SeenBase[];
  /** Joint covariance of `bases`, (3n)×(3n) row-major: x mm, y mm, heading rad. */
  readonly jointCovariance: readonly number[];
  readonly obstacles: readonly SeenObstacle[];
  /** Movement templates and rulers that were recognised. */
  readonly templates?: readonly SeenTemplate[];
  /** Templates of known length whose length was read: each by everything but its own length, so that it proves what is measured. */
  readonly lengths?: readonly ReadLength[];
  /** Bases and obstacles that are or may be there but cannot be measured, with the reason: never placed silently. */
  readonly unmeasurable: readonly Unmeasurable[];
  /**
   * Anything that could not be determined although bases were measured: a mat whose border is not in view, or corners that a person marked
   * and no edge passes through.
   */
  readonly caution?: Problem;
  /**
   * Corners that a person marked and the edges have elsewhere: the measurement follows the marks, and its covariance includes the edges.
   */
  readonly disputedCorners?: readonly DisputedCorner[];
  /** Time spent in each stage, ms. */
  readonly stageMs: Readonly<Record<string, number>>;
}

export interface DisputedCorner {
  /** 0…3, counter-clockwise around the mat from (0, 0). */
  readonly corner: number;
  /** Both in the table frame of the measurement, mm: its camera says where they are in the picture. */
  readonly markedAt: Point;
  readonly edgesAt: Point;
}

export interface SeenBase {
  readonly base: BaseSize;
  readonly pose: Pose;
  readonly covariance: PoseCovariance;
  readonly detectionProbability: number;
  /** Absent where its sides were not seen. */
  readonly tile?: TileTurn;
  /** The side that is its front could not be determined: the heading is one of the four that its outline allows. */
  readonly isFrontOpen?: true;
  /**
   * Its front is open because another picture shows it with more certainty facing another way in the same place: it was misread here, or
   * was turned in between.
   */
  readonly isFrontDisputed?: true;
  /** As an earlier frame read it, because nothing has changed there: it is not new evidence. */
  readonly isKept?: true;
}

/** A base that another picture of the same table shows, in this picture's table frame. */
export type StandingBase = Pick<SeenBase, 'base' | 'pose'>;

export interface SeenObstacle {
  readonly kind: ObstacleKind;
  readonly outline: readonly Point[];
  /** One standard deviation of the outline's points in their worst direction. */
  readonly sigmaMm: number;
  /** Absent: not recognised, the outline is as seen. */
  readonly token?: PlacedToken;
  /** Probability that an unrecognised thing is an obstacle at all, 0…1; absent: certain. */
  readonly detectionProbability?: number;
}

/** An obstacle that a person says is about there, and what is known of the picture that shows it. */
export interface UserObstacle {
  /** XWS id. */
  readonly xws: string;
  readonly at: Point;
  /** Camera of the picture, the right way round. */
  readonly camera: Camera;
  /** Bases, which hide what is under them. */
  readonly bases: readonly Pick<SeenBase, 'base' | 'pose' | 'covariance'>[];
}

/** A base that a person says is about there, and what is known of the picture that shows it. */
export interface UserBase {
  readonly at: Point;
  /** Absent: any. */
  readonly base?: BaseSize;
  /** Heading that a person gives; absent: any. */
  readonly headingRad?: number;
  /** Camera of the picture, the right way round. */
  readonly camera: Camera;
  /** The other bases: it is inside none of them, and their errors affect its place. */
  readonly bases: readonly Pick<SeenBase, 'base' | 'pose' | 'covariance'>[];
}

/** An outline in a possible pose near where a person tapped, and how well it fits the edges there. */
export interface RankedObstacle extends SeenObstacle {
  /** Share of its outline that has an edge beside it, 0…1: mainly for comparison with that of the next best. */
  readonly fitShare: number;
}

/** The pose, fitted to the pixels, of a base that a person has pointed out. */
export interface FittedBase {
  readonly base: BaseSize;
  readonly pose: Pose;
  readonly covariance: PoseCovariance;
  /** What is unsure of the pose besides the camera, whose errors it shares with the bases measured through that; absent where they have another one. */
  readonly ownCovariance?: PoseCovariance;
  /** Probability that a base of this size is in this pose, 0…1; those of the sizes that fit one place sum to 1 at most. */
  readonly probability: number;
  /** As for a base that was seen. */
  readonly isFrontOpen?: true;
}

/** A movement template or the range ruler lying on the mat. */
export interface SeenTemplate {
  /** Such as 'straight 3', 'bank 2', 'ruler'. */
  readonly name: string;
  readonly outline: readonly Point[];
}

/** A piece of known length on the mat, and its length according to everything else that is seen. */
export interface ReadLength {
  /** A template's name. */
  readonly name: string;
  readonly knownMm: number;
  readonly readMm: number;
  /** One standard deviation of the reading. */
  readonly sigmaMm: number;
}

/** A printed ChArUco board: `columns`×`rows` squares; the sizes are those of the paper, measured. */
export interface BoardLayout {
  readonly columns: number;
  readonly rows: number;
  readonly squareMm: number;
  readonly markerMm: number;
  /** OpenCV's name of the marker dictionary, such as DICT_5X5_100. */
  readonly dictionary: string;
}

/**
 * Doubt about the size that a person gave for the mat, or about the marks of a mat of 3 ft: its standard deviation is that of the doubt.
 */
export interface MatDoubt {
  /** Probability that the mat, or what was marked, is of another size. */
  readonly probability: number;
  /** One standard deviation as the person gave it, mm. */
  readonly toldSigmaMm: number;
}

/**
 * Hints of a person to the camera: corners tapped, a lens known, the mat measured, a printed board laid on the table, a picture that is
 * mirrored, or a setup that was kept. A separate hint outranks the setup.
 */
export interface MeasureHints {
  /** The picture is a mirror image: it is flipped first, and everything that is hinted and seen is in the flipped one. */
  readonly isMirrored?: boolean;
  /** Mat corners in the picture, in order around the mat, beginning nearest-left to player 1; fewer than four where they are out of view. */
  readonly corners?: readonly (Pixel | undefined)[];
  /**
   * Beside `corners`: two places that a person marked along each side, in the same order; where they are enough, the mat is where they say.
   */
  readonly edges?: Edges;
  /** A board to look for: it gives scale and lens, and the table's frame where no mat is in view. */
  readonly board?: BoardLayout;
  /** Nothing else will be seen of this table: where no mat is in view, its bases are measured relative to each other. */
  readonly isPhoto?: boolean;
  /** The photo's file was saved as copies are, whatever its size. */
  readonly isCopy?: boolean;
  /** The photo is a part of what its camera saw: the lens's middle may be anywhere in it, or outside. */
  readonly isCropped?: boolean;
  /** Lens of this camera at this resolution, from an earlier solution or a printed board. */
  readonly lens?: KnownLens;
  /** The mat's size where somebody knows it: no border and no base outvotes it. */
  readonly mat?: MatSize & { readonly doubt?: MatDoubt };
  /** Knowledge of this table from earlier pictures: of another camera's, only mat, obstacles and plastic count. */
  readonly setup?: Setup;
}

/** The name of the error of an engine that computes wrongly: an error's class does not survive the transfer from a worker to its page. */
export const WRONG_ARITHMETIC = 'WrongArithmetic';
/** The same for a browser that gives a page noise instead of the pixels that it has drawn. */
export const HIDDEN_PICTURES = 'HiddenPictures';

/** A misfortune that a person can mend; `code` is stable. */
export interface Problem {
  readonly code: string;
  readonly message: Phrase;
  readonly hint: Phrase;
}

/** Progress of determining the camera's lens by pictures of the printed sheet. */
export interface LensProgress {
  readonly pictures: number;
  /** Present once it is certain enough to be kept. */
  readonly lens?: KnownLens;
  /** Picture that the camera still has to be shown. */
  readonly missing?: Phrase;
}

export type MeasureResult = (
  | { readonly ok: true; readonly measurement: TableMeasurement }
  | { readonly ok: false; readonly problem: Problem }
) & {
  /** Ids of the other photos of the table that cannot be placed beside this one; absent where none was measured with it. */
  readonly apart?: readonly string[];
  /** Ships stand elsewhere in another of the photos: anything out of view in the one that is shown may have moved as well. */
  readonly haveMoved?: true;
  /** With `haveMoved` or `areElsewhere`: all ships of the table are in view in the one that is shown. */
  readonly areAllInView?: true;
  /** None of the ships of one of the photos stands where another shows one: all of them have moved, or it is of another table. */
  readonly areElsewhere?: true;
  /** Present while the printed board is looked for and no lens is known. */
  readonly lensProgress?: LensProgress;
  /** Knowledge of this table including this picture: to be kept, and given as `MeasureHints.setup` with the next one. */
  readonly setup?: Setup;
  /** A frame of a table of which nothing was seen before, in a table frame of its own: its place on the mat is open. */
  readonly isFirstSight?: true;
  /** Nothing has changed in the picture since it was last measured: this is that measurement at a later time. */
  readonly isUnchanged?: true;
};
