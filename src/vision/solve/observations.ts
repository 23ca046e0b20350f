import { type Camera, carriedPose, middleOf, type Rotation } from '../../geometry/camera.js';
import type { Pixel, Point } from '../../geometry/point.js';
import type { Pose } from '../../geometry/pose.js';
import type { BaseSize } from '../../pieces/base-size.js';
import { MAT_MM } from '../../pieces/dimensions.js';
import { CENTRE_SIGMA, DISTORTION_SIGMA, FOCAL_PRIOR, MAT_SIGMA_MM } from '../../pieces/priors.js';

/** A place in the picture, with its standard deviation along each axis. */
export interface Mark extends Pixel {
  readonly sigmaPx: number;
}

/** A place on the mat's edge. */
export interface BorderMark extends Mark {
  /** Distance inside of the mat's edge at which it may be, at the seam of a hem, mm; absent where nothing suggests a hem. */
  readonly hemMm?: number;
}

/** A place on a side of a base's foot (z = 0) or of its printed tile. */
export interface BaseEdgeMark {
  readonly onTile: boolean;
  /** A nominal point of the side and its direction, base frame, mm. */
  readonly local: Point;
  readonly along: Point;
  readonly mark: Mark;
}

/** Probability of each size of a base, by its appearance apart from how large it is. */
export type SizeOdds = Readonly<Record<BaseSize, number>>;

/** The keypoints measured on one base, in the order of BASE_KEYPOINTS; undefined where none was measured. */
export interface BaseMarks {
  readonly base: BaseSize;
  readonly start: Pose;
  readonly marks: readonly (Mark | undefined)[];
  readonly edges?: readonly BaseEdgeMark[];
  /** Absent where its size was not examined. */
  readonly sizes?: SizeOdds | undefined;
}

/** A base by its sides alone: of all marks they have the least prior bias towards the base's expected pose. */
export function withSidesOnly(base: BaseMarks): BaseMarks {
  return { ...base, marks: [] };
}

/** A base with all its marks widened by `factor`. */
export function withWiderMarks(base: BaseMarks, factor: number): BaseMarks {
  const wider = (mark: Mark): Mark => ({ ...mark, sigmaPx: factor * mark.sigmaPx });
  return {
    ...base,
    marks: base.marks.map((mark) => mark && wider(mark)),
    ...(base.edges && { edges: base.edges.map((edge) => ({ ...edge, mark: wider(edge.mark) })) }),
  };
}

/** Corners of a printed board on the table: in its own frame (mm, x right, y up), and in the picture. */
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

/** A place that a person marked on one side of the mat, counted as `SIDES` are. */
export interface SideMark {
  readonly side: number;
  readonly mark: Mark;
}

/** All measurements of one frame. */
export interface Observations {
  readonly border: readonly BorderMark[];
  readonly bases: readonly BaseMarks[];
  readonly board?: BoardMarks;
  readonly lengths?: readonly LengthMark[];
  /** The mat's corners that a person marked, in order around the mat from (0, 0) along x; undefined where one is out of view. */
  readonly corners?: readonly (Mark | undefined)[];
  /** Places on its sides that a person marked along them, each with the side that it is on. */
  readonly sideMarks?: readonly SideMark[];
  /** The person may have marked another line’s corners: they count like any other marks, not as certain. */
  readonly areCornersDoubted?: true;
}

/** Prior of a table before one of its pictures is measured. Of the lens: a saved or calibrated one is tight, that of an unknown camera loose. */
export interface TablePrior {
  readonly focalPx: number;
  readonly logFocalSigma: number;
  readonly k1: number;
  readonly k1Sigma: number;
  readonly k2: number;
  readonly k2Sigma: number;
  readonly cx: number;
  readonly cy: number;
  readonly centreSigmaPx: number;
  /** The mat's size, mm, where it is known; absent: a mat sold as 3 ft. */
  readonly mat?: MatPrior;
  /** Ratio of the size at which plastic of this make is read to its nominal size, where it was determined at another table. */
  readonly plastic?: { readonly scale: number; readonly scaleSigma: number; readonly tileTopMm?: number; readonly tileTopSigmaMm?: number };
  /** Rotation of the camera in an earlier picture: determines which side is player 1's. */
  readonly orientation?: Rotation;
  /** Estimate, from earlier pictures of this table, of everything that stays the same: it replaces the priors of any table and lens. */
  readonly learned?: SharedEstimate;
  /** The same with the pose of the camera in the last of them: it replaces `learned` as long as the camera stands still. */
  readonly learnedWithPose?: SharedEstimate;
}

/** Size of a mat, with one standard deviation of either side, mm. */
export interface MatPrior {
  readonly widthMm: number;
  readonly depthMm: number;
  readonly sigmaMm: number;
  /** Nobody measured it: it is of a size at which such mats are sold, and nearly square. */
  readonly isSold?: true;
}

/** A mat of which nobody knows the size. */
export function soldMat(sideMm: number, sigmaMm = MAT_SIGMA_MM): MatPrior {
  return { widthMm: sideMm, depthMm: sideMm, sigmaMm, isSold: true };
}

/**
 * A mat's size with the certainty of the picture that doubts it least: a picture that mistakes a wrong line for the border doubts the size.
 * Only pictures of the same size count, whichever side they have as the width.
 */
export function surestSize(mat: MatPrior, others: readonly MatPrior[]): MatPrior {
  const sides = ({ widthMm, depthMm }: MatPrior) => `${Math.min(widthMm, depthMm)} ${Math.max(widthMm, depthMm)}`;
  const alike = others.filter((one) => sides(one) === sides(mat));
  return { ...mat, sigmaMm: Math.min(mat.sigmaMm, ...alike.map(({ sigmaMm }) => sigmaMm)) };
}

/**
 * Estimate of everything that stays the same at a table: log of the focal length (px), k1, k2, principal point (px), width and depth of the
 * mat (mm), height of the tiles of each size (mm), difference by which they are shorter and narrower than TILE_MM on each side (mm), error
 * of the size at which plastic is read (relative), distance of the visible edge outside of each of the mat's sides (mm), and the camera's
 * pose (rotation vector, translation of the mat's middle, mm) where that is known; with its covariance, row-major.
 */
export interface SharedEstimate {
  readonly values: readonly number[];
  readonly covariance: readonly number[];
}

/** The mat that is expected before anything is measured. */
export function expectedMat({ mat }: Pick<TablePrior, 'mat'>): Pick<MatPrior, 'widthMm' | 'depthMm'> {
  return mat ?? { widthMm: MAT_MM, depthMm: MAT_MM };
}

/** The same lens with a focal length that was solved for, which is practically held, px. */
export function withFocal(lens: TablePrior, focalPx: number): TablePrior {
  // An estimate learned for this very lens is not overruled by one picture.
  if (lens.learned) return lens;
  return { ...lens, focalPx, logFocalSigma: HELD_FOCAL_SIGMA };
}

const HELD_FOCAL_SIGMA = 0.01;

/** The lens of an unknown camera. */
export function unknownLens(widthPx: number, heightPx: number): TablePrior {
  const long = Math.max(widthPx, heightPx);
  return {
    focalPx: FOCAL_PRIOR.ratio * long,
    logFocalSigma: FOCAL_PRIOR.logSigma,
    k1: 0,
    k1Sigma: DISTORTION_SIGMA.k1,
    k2: 0,
    k2Sigma: DISTORTION_SIGMA.k2,
    ...middleOf({ widthPx, heightPx }),
    centreSigmaPx: CENTRE_SIGMA * long,
  };
}

/** The marks of bases with their starts where another registration of the same picture has them; what it does not see is left out. */
export function movedBases(to: Camera, from: Camera, bases: readonly BaseMarks[]): BaseMarks[] {
  return bases.flatMap((base) => {
    const start = carriedPose(from, to, base.start);
    return start ? [{ ...base, start }] : [];
  });
}
