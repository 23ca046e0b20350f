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

/** What the camera saw in one frame: where things lie, in millimetres, and the camera that took it, but no image data. */
export interface TableMeasurement {
  readonly capturedAtMs: number;
  /** The camera that took the frame, table frame; draws the overlay in place. */
  readonly camera: Camera;
  readonly mat: { readonly widthMm: number; readonly depthMm: number; readonly sigmaMm: number };
  /** Where the mat lies about the bases is not known: the frame is laid about their middle. */
  readonly isEdgeUnknown?: true;
  /** All bases may be of another size, and everything that much larger or smaller: no distance is sure. */
  readonly isScaleUnknown?: true;
  readonly bases: readonly SeenBase[];
  /** Joint covariance of `bases`, (3n)×(3n) row-major: x mm, y mm, heading rad. */
  readonly jointCovariance: readonly number[];
  readonly obstacles: readonly SeenObstacle[];
  /** Movement templates and rulers that were recognised. */
  readonly templates?: readonly SeenTemplate[];
  /** Those of them whose length is known and was read: each by everything but its own length, so that it proves what is measured. */
  readonly lengths?: readonly ReadLength[];
  /** Bases and obstacles that are or may be there but cannot be measured, with the reason: never placed silently. */
  readonly unmeasurable: readonly Unmeasurable[];
  /** What could not be determined though bases were measured: a mat whose border is not in view, or corners that a person marked and no edge passes through. */
  readonly caution?: Problem;
  /** Corners that a person marked and the edges have elsewhere: what is measured goes by the marks, and its covariance includes the edges. */
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
  /** Which of its sides is the front could not be determined: the heading is one of the four that its outline allows. */
  readonly isFrontOpen?: true;
  /** Its front is open because another picture shows it more surely facing otherwise in the same place: it was misread here, or was turned in between. */
  readonly isFrontDisputed?: true;
  /** As an earlier frame read it, because nothing has changed there: it is no new evidence. */
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
  /** Probability that what was not recognised is an obstacle at all, 0…1; absent: certain. */
  readonly detectionProbability?: number;
}

/** An obstacle of which a person says that it lies about there, and what is known of the picture that shows it. */
export interface UserObstacle {
  /** XWS id. */
  readonly xws: string;
  readonly at: Point;
  /** Of the picture, the right way round. */
  readonly camera: Camera;
  /** They hide what is under them. */
  readonly bases: readonly Pick<SeenBase, 'base' | 'pose' | 'covariance'>[];
}

/** A base of which a person says that it stands about there, and what is known of the picture that shows it. */
export interface UserBase {
  readonly at: Point;
  /** Absent: any. */
  readonly base?: BaseSize;
  /** Which way a person says that it faces; absent: any. */
  readonly headingRad?: number;
  /** Of the picture, the right way round. */
  readonly camera: Camera;
  /** The others: it stands in none of them, and its place suffers from what theirs do. */
  readonly bases: readonly Pick<SeenBase, 'base' | 'pose' | 'covariance'>[];
}

/** An outline as it would lie about where a person tapped, and how well it fits the edges there. */
export interface RankedObstacle extends SeenObstacle {
  /** Share of its outline that has an edge beside it, 0…1: above all to be held against that of the next best. */
  readonly fitShare: number;
}

/** The pose of a base that a person has pointed out, by the pixels. */
export interface FittedBase {
  readonly base: BaseSize;
  readonly pose: Pose;
  readonly covariance: PoseCovariance;
  /** That a base of this size stands so, 0…1; those of the sizes that fit one place sum to 1 at most. */
  readonly probability: number;
  /** As of a base that was seen. */
  readonly isFrontOpen?: true;
}

/** A movement template or the range ruler lying on the mat. */
export interface SeenTemplate {
  /** Such as 'straight 3', 'bank 2', 'ruler'. */
  readonly name: string;
  readonly outline: readonly Point[];
}

/** A piece of known length on the mat, and how long all that is seen besides has it. */
export interface ReadLength {
  /** As a template's. */
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

/** What is seen speaks against the size that a person gave for the mat, or against the marks of a mat of 3 ft: its standard deviation is that of the doubt. */
export interface MatDoubt {
  /** That the mat, or what was marked, is of another size. */
  readonly probability: number;
  /** One standard deviation as the person gave it, mm. */
  readonly toldSigmaMm: number;
}

/**
 * Hints of a person to the camera: corners tapped, a lens known, the mat measured, a printed board laid on the table, a picture that is mirrored, or a setup
 * that was kept. A hint by itself outranks the setup.
 */
export interface MeasureHints {
  /** The picture is a mirror image: it is turned first, and all that is hinted and seen is in the turned one. */
  readonly isMirrored?: boolean;
  /** Mat corners in the picture, in order around the mat, beginning nearest-left to player 1; fewer than four where they are out of view. */
  readonly corners?: readonly (Pixel | undefined)[];
  /** Beside `corners`: two places on each of its sides that a person marked along it, in the same order; where they are enough, the mat lies where they say. */
  readonly edges?: Edges;
  /** Look for this board: it gives scale and lens, and the table's frame where no mat is in view. */
  readonly board?: BoardLayout;
  /** Nothing else will be seen of this table: where no mat is in view, its bases are measured relative to each other. */
  readonly isPhoto?: boolean;
  /** The photo's file was saved as copies are, whatever its size. */
  readonly isCopy?: boolean;
  /** The photo is a part of what its camera saw: the lens's middle may be anywhere in it, or beside it. */
  readonly isCropped?: boolean;
  /** Lens of this camera at this resolution, from an earlier solution or a printed board. */
  readonly lens?: KnownLens;
  /** The mat's size where somebody knows it: no border and no base outvotes it. */
  readonly mat?: MatSize & { readonly doubt?: MatDoubt };
  /** What is known of this table from earlier pictures: of another camera's only mat, obstacles and plastic count. */
  readonly setup?: Setup;
}

/** The name of the error of an engine that computes wrongly: an error's class does not survive the way from a worker to its page. */
export const WRONG_ARITHMETIC = 'WrongArithmetic';
/** That of a browser that gives a page noise instead of the pixels that it has drawn. */
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
  /** Once it is sure enough to be kept. */
  readonly lens?: KnownLens;
  /** What to show the camera to make it so. */
  readonly missing?: Phrase;
}

export type MeasureResult = (
  | { readonly ok: true; readonly measurement: TableMeasurement }
  | { readonly ok: false; readonly problem: Problem }
) & {
  /** Ids of the other photos of the table that have no place beside this one; absent where none was measured with it. */
  readonly apart?: readonly string[];
  /** Ships stand elsewhere in another of the photos: what is not in view in the one that is shown may have moved as well. */
  readonly haveMoved?: true;
  /** With `haveMoved`: but all of them are in view in the one that is shown. */
  readonly areAllInView?: true;
  /** While the printed board is looked for and no lens is known. */
  readonly lensProgress?: LensProgress;
  /** What is known of this table with this picture: to be kept, and given as `MeasureHints.setup` with the next one. */
  readonly setup?: Setup;
  /** A frame of a table of which nothing was seen before, in a table frame of its own: nothing says where on the mat it is. */
  readonly isFirstSight?: true;
  /** Nothing has changed in the picture since it was last measured: the measurement is that one, at another time. */
  readonly isUnchanged?: true;
};
