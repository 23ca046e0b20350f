import { upperMedian } from '../../../geometry/statistics.js';
import { MAT_MM } from '../../../pieces/dimensions.js';
import type { DisputedCorner, Problem } from '../../../table/measurement.js';
import { figure, type Phrase, phrase } from '../../../texts/phrase.js';
import type { BorderInconsistency } from '../../solve/border-consistency.js';
import { type BorderUncertainty, CERTAIN_BORDER } from '../../solve/border-uncertainty.js';
import type { TableSolution } from '../../solve/joint-solution.js';
import { SIDES } from '../../solve/mat-sides.js';
import type { TablePrior } from '../../solve/observations.js';
import { applies } from '../border-rules.js';
import type { EdgeReading } from '../edges/measure-edges.js';
import { edgeOutsideMm } from '../edges/measure-edges.js';

/** The problem with a border that cannot be trusted, and what to do. */
function untrusted(why: Phrase, hint: Phrase): Problem {
  return { code: 'mat-border-unsure', message: phrase('mat-border-unsure', why), hint };
}

/** The number of a side's strips that are in the picture, and of those that show an edge. */
function stripsOf(edges: readonly EdgeReading[], side: number): { readonly inPicture: number; readonly read: number } {
  const strips = edges.filter((edge) => edge.side === side);
  return { inPicture: strips.length, read: strips.filter(({ mark }) => mark).length };
}

/** Share of a side’s visible strips that show its edge where it is confirmed; before the camera is well known its strips miss some of it. */
const CONFIRMED_SHARE = { coarsely: 0.3, closely: 0.5 };
/** Number of strips in the picture below which a side is not judged. */
const MIN_STRIPS = 9;

/** The problem with a registration whose border its strips do not confirm; undefined when they do. */
export function borderProblem(edges: readonly EdgeReading[], seen: keyof typeof CONFIRMED_SHARE = 'closely'): Problem | undefined {
  const sides = SIDES.map((side) => stripsOf(edges, side)).filter(({ inPicture }) => inPicture >= MIN_STRIPS);
  const confirmed = sides.filter(({ inPicture, read }) => read >= CONFIRMED_SHARE[seen] * inPicture).length;
  if (sides.length >= 2 && confirmed >= Math.max(2, sides.length - 1)) return undefined;
  return untrusted(phrase('border-confirmed-sides-picture', confirmed, sides.length), phrase('clear-mats-border-light'));
}

/** Share of its strips that show an edge below which a side is absent where it should be, and the number of strips in the picture below which that is not judged: half of a side's. */
const ABSENT = { share: 0.25, strips: 28 };
/**
 * Uncertainty of a border of which a side in plain view is absent: the line across from it may be another thing's, with the mat beside where it seems to be. In a grey picture
 * of a mat as bright as its floor a joint of the floor was one, 90 mm out; 5 of 56 strips were read across from it. Of the 98 sides wholly in view of 25 hand-held and path-traced pictures
 * 32 at least are read.
 */
const ABSENT_SIDE: BorderUncertainty = { scaleSigma: 0, shiftSigmaMm: 30 };

/** Uncertainty that is left where a side of the border is absent although its place is in view. */
export function absentSideUncertainty(edges: readonly EdgeReading[]): BorderUncertainty {
  const isAbsent = SIDES.some((side) => {
    const { inPicture, read } = stripsOf(edges, side);
    return inPicture >= ABSENT.strips && read < ABSENT.share * inPicture;
  });
  return isAbsent ? ABSENT_SIDE : CERTAIN_BORDER;
}

/** Number of strips below which a side is not seen; nor is it below half of its own. */
const MIN_SEEN = 4;

/** Knowledge from the sides of a border that are seen. */
export interface KnownFromSides {
  /** The scale: opposite sides are one mat apart; sides that meet do not determine it. */
  readonly scale: boolean;
  /** The place on the mat: sides that do not meet leave it open along them. */
  readonly place: boolean;
  /** All four sides are seen along half of their length in the picture. */
  readonly allSides: boolean;
}

/**
 * `isFaint`: sides found by contrast alone may be those of a frame printed around the mat, or any two lines, where two of them are seen,
 * but hardly where three are.
 */
export function knownFromSides(edges: readonly EdgeReading[], isFaint = false): KnownFromSides {
  const isSeen = (side: number) => {
    const { inPicture, read } = stripsOf(edges, side);
    return read >= Math.max(MIN_SEEN, CONFIRMED_SHARE.closely * inPicture);
  };
  const [near, right, far, left] = [isSeen(0), isSeen(1), isSeen(2), isSeen(3)];
  const isCornerSeen = (near || far) && (left || right);
  const isAcross = (near && far) || (left && right);
  const isOpen = isFaint && isAcross !== isCornerSeen && applies('faint-sides');
  return { scale: isAcross && !isOpen, place: isCornerSeen && !isOpen, allSides: near && right && far && left };
}

/**
 * Uncertainty with bases of one size: small ones on a mat half as large again look like medium ones, so that the scale is believed less
 * where nothing else confirms it.
 */
const ONE_SIZE: BorderUncertainty = { scaleSigma: 0.015, shiftSigmaMm: 0 };

/** Uncertainty that is left where all bases are of one size and a side of the border is not seen, or has rivals, and nothing else determines the scale. */
export function oneSizeUncertainty(
  sizes: readonly string[],
  { allSides }: KnownFromSides,
  rivals: BorderUncertainty,
  isScaleKnown: boolean,
): BorderUncertainty {
  const isOneSize = new Set(sizes).size === 1;
  return isOneSize && !isScaleKnown && (!allSides || rivals.scaleSigma > 0) && applies('one-size') ? ONE_SIZE : CERTAIN_BORDER;
}

/** The problem with a border by which no base could be placed usefully. */
export function placesProblem(): Problem {
  return untrusted(phrase('seen-bases-no-place'), phrase('show-all-four-sides'));
}

/** The problem with a border that leaves the scale open, and too few bases to determine it. */
export function scaleProblem(): Problem {
  return untrusted(phrase('no-two-opposite-sides'), phrase('show-third-side-mat'));
}

/** The problem with a border of which too few sides are seen to determine where on it anything is. */
export function placeProblem(): Problem {
  return untrusted(phrase('too-few-sides-border'), phrase('show-third-side-mat'));
}

/** The problem with marked corners that no border in the picture has. */
export function cornersOffBorderProblem(): Problem {
  return untrusted(phrase('corners-marked-not-those'), phrase('drag-them-mats-corners'));
}

/** The problem with a side beyond which the mat continues. */
export function printedLineProblem(): Problem {
  return untrusted(phrase('looks-like-side-border'), phrase('show-all-four-sides-mat'));
}

/** Uncertainty about which edges are the border’s above which millimetres mean nothing. */
const MAX_UNCERTAINTY: BorderUncertainty = { scaleSigma: 0.02, shiftSigmaMm: 15 };

/** The problem when other edges are about as likely the border; undefined when the border is plain enough. */
export function uncertaintyProblem({ scaleSigma, shiftSigmaMm }: BorderUncertainty): Problem | undefined {
  if ((scaleSigma <= MAX_UNCERTAINTY.scaleSigma && shiftSigmaMm <= MAX_UNCERTAINTY.shiftSigmaMm) || !applies('unsure-refused'))
    return undefined;
  return untrusted(
    phrase('several-edges-may-border', figure(100 * scaleSigma, 1), Math.round(shiftSigmaMm)),
    phrase('show-all-four-sides-mat-light'),
  );
}

/** Deviation of the focal length from the lens prior, in standard deviations, that a wrong border explains sooner than the lens. */
const MAX_FOCAL_SIGMAS = 3;

/**
 * The problem with a border that only a lens unlike any phone's or webcam's, or unlike the one that was measured, would show so. `isMarked`: a person marked it, so that
 * the marks may be to blame.
 */
export function lensProblem({ camera }: TableSolution, lens: TablePrior, isMarked = false): Problem | undefined {
  if (Math.abs(Math.log(camera.fx / lens.focalPx)) <= MAX_FOCAL_SIGMAS * lens.logFocalSigma || !applies('lens-refused')) return undefined;
  return untrusted(
    phrase(isMarked ? 'marked-border-would' : 'looks-like-border-would', Math.round(camera.fx), Math.round(lens.focalPx)),
    phrase(isMarked ? 'check-marks-and-lens' : 'show-all-four-sides-mat-check'),
  );
}

/** Strongest k1, either way, that two terms of distortion follow to millimetres. */
const MAX_K1 = 0.4;

/** The problem with a lens that bends more than the model can follow; undefined for all others. `isMarked`: as in `lensProblem`. */
export function fisheyeProblem({ camera }: Pick<TableSolution, 'camera'>, isMarked = false): Problem | undefined {
  const [k1] = camera.distortion;
  if (Math.abs(k1) <= MAX_K1) return undefined;
  return {
    code: 'lens-fisheye',
    message: phrase(isMarked ? 'lens-bent-by-marks' : 'lens-fisheye', figure(k1, 2), MAX_K1),
    hint: phrase(isMarked ? 'check-marks-and-lens' : 'choose-cameras-linear-normal'),
  };
}

/**
 * Median agreement of the marks of bases with the border, 0…1: below `well` the scale may be off by some hundredths; below `barely` the
 * bases are not where the border says.
 */
const AGREEING = { well: 0.86, barely: 0.8 };
/** Uncertainty of a border with which its bases agree less than `well`. */
const HARDLY_AGREEING: BorderUncertainty = { scaleSigma: 0.02, shiftSigmaMm: 8 };

/** Uncertainty that is left where the bases on the mat hardly confirm its border; `solution`: with the agreement of all of them, in however many pictures. */
export function unusualSizeUncertainty(solution: Pick<TableSolution, 'agreement'>): BorderUncertainty {
  return medianAgreement(solution) < AGREEING.well && applies('bases-agree-little') ? HARDLY_AGREEING : CERTAIN_BORDER;
}

/** The problem with a border that makes the bases on the mat anything but square; undefined when they confirm it. */
export function baseProblem(solution: TableSolution): Problem | undefined {
  const agreement = medianAgreement(solution);
  if (agreement >= AGREEING.barely || !applies('bases-disagree-refused')) return undefined;
  return untrusted(
    phrase('seen-border-found-bases', solution.agreement.length, Math.round(100 * agreement), Math.round(100 * AGREEING.barely)),
    phrase('clear-mats-border-light'),
  );
}

/**
 * Border inconsistency (`borderInconsistency`) above which a border is compared with others, above which it is probably another thing’s,
 * and above which it is refused. In sixty path-traced tables one right border had 3.47 and one wrong one 3.49, all other right ones less
 * than 2.9.
 */
const MAX_INCONSISTENCY = { unsuspected: 3, probable: 3.5, refused: 6 };

/** True when the mat should be searched for elsewhere as well. */
export function isBorderSuspected(inconsistency: BorderInconsistency): boolean {
  return isInconsistentBy(MAX_INCONSISTENCY.unsuspected, inconsistency);
}

/**
 * What the bases say against a border that is compared with others beyond which it is doubted as well: right ones have them 0.7 and 1.0 % elsewhere, one 8 % too
 * large 1.6 and 5.3 %.
 */
const DOUBTED_SCALE_SIGMA = 0.0125;

/** True when what the bases say against it is left open. */
export function isBorderDoubted(inconsistency: BorderInconsistency): boolean {
  const isFarOff = inconsistency.uncertainty.scaleSigma > DOUBTED_SCALE_SIGMA;
  return isBorderInconsistent(inconsistency) || (isFarOff && isBorderSuspected(inconsistency));
}

/** True when the sizes of the bases count as much as the border. */
export function isBorderInconsistent(inconsistency: BorderInconsistency): boolean {
  return isInconsistentBy(MAX_INCONSISTENCY.probable, inconsistency);
}

function isInconsistentBy(limit: number, { value }: BorderInconsistency): boolean {
  return value > limit && applies('inconsistent-elsewhere');
}

/** The problem with a border that the sizes of the bases contradict; undefined when they may confirm it. */
export function inconsistencyProblem(inconsistency: BorderInconsistency): Problem | undefined {
  return inconsistency.value > MAX_INCONSISTENCY.refused && applies('inconsistent-refused') ? contradictedByBasesProblem() : undefined;
}

/**
 * Mean probability of the sizes that bases have on a border (`sizesBelieved`) below which it is another thing's, and all of them are of other sizes. On 39 right borders it is 0.55 at least, on two that are
 * two thirds as large as the mat 0.19 and 0.22: too few bases stood on those to contradict them otherwise (docs/experiments/close-views.md).
 */
const MIN_BELIEVED_SIZES = 0.35;

/** The problem with a border on which bases are not of the sizes that they show when judged alone; undefined when they may be. */
export function misreadSizesProblem(believed: number): Problem | undefined {
  return believed < MIN_BELIEVED_SIZES && applies('sizes-misread-refused') ? contradictedByBasesProblem() : undefined;
}

/**
 * Mean cost of a base (`meanBaseCost`) above which the sizes of bases without a border may have been misread. Below, it widens the claims.
 */
const MAX_BASE_COST = 10;

/**
 * The problem with bases that, without a mat, do not fit each other either: for programs, since players are shown the problem with the
 * border.
 */
export function sizesProblem(baseCost: number): Problem | undefined {
  if (baseCost <= MAX_BASE_COST) return undefined;
  return untrusted(phrase('border-not-seen-bases', figure(baseCost, 1), MAX_BASE_COST), phrase('show-least-three-sides'));
}

/** The problem with a border on which bases that are plainly in the picture have no place. */
export function contradictedByBasesProblem(): Problem {
  return untrusted(phrase('bases-picture-do-not'), phrase('show-all-four-sides-mat-light'));
}

/** Deviation from the usual mat size above which a border is no mat’s, mm. */
const MAX_UNUSUAL_MM = 30;

/** The problem with a border whose size is no mat's; undefined when it may be. */
export function sizeProblem(
  { widthMm, depthMm }: Pick<TableSolution, 'widthMm' | 'depthMm'>,
  { mat }: Pick<TablePrior, 'mat'> = {},
): Problem | undefined {
  const expected = mat ?? { widthMm: MAT_MM, depthMm: MAT_MM };
  if (Math.max(Math.abs(widthMm - expected.widthMm), Math.abs(depthMm - expected.depthMm)) <= MAX_UNUSUAL_MM || !applies('size-refused'))
    return undefined;
  const expectedSize = mat
    ? phrase('mm-entered', Math.round(mat.widthMm), Math.round(mat.depthMm), MAX_UNUSUAL_MM)
    : phrase('mm-3-ft-each', Math.round(MAT_MM), MAX_UNUSUAL_MM);
  return untrusted(
    phrase('looks-like-border-mm', Math.round(widthMm), Math.round(depthMm), expectedSize),
    phrase('show-all-four-sides-mat-tap'),
  );
}

/** The caution for bases that are measured without a mat, or with too little of it to determine where on it they are. */
export function relativePlacesCaution(isMatSeen: boolean, isScaleOpen = false): Problem {
  const seen = isMatSeen ? phrase('too-little-mat') : phrase('no-mat');
  return {
    code: 'mat-not-in-view',
    message: isScaleOpen ? phrase('view-bases-measured-relative', seen) : phrase('view-bases-measured-relative-each', seen),
    hint: isScaleOpen ? phrase('take-picture-whole-mat') : phrase('show-least-three-sides'),
  };
}

/** The caution for corners that a person marked and the edges pass by: the marks count. */
export function cornersDisputedCaution(disputed: readonly DisputedCorner[]): Problem {
  const awayMm = Math.max(...disputed.map(({ markedAt, edgesAt }) => Math.hypot(markedAt.x - edgesAt.x, markedAt.y - edgesAt.y)));
  return {
    code: 'corners-off-edges',
    message: phrase('corners-off-edges', Math.round(awayMm)),
    hint: phrase('check-corners-magnifier-if'),
  };
}

/**
 * The caution for marks of a mat that are too close together or too far apart for the sizes of the bases, which count as well: the size by
 * the bases, and the expected one.
 */
export function marksOffBasesCaution(byBases: MatSides, expected: MatSides): Problem {
  const size = ({ widthMm, depthMm }: MatSides) => phrase('size-mm', figure(widthMm, 0), figure(depthMm, 0));
  return {
    code: 'corners-off-bases',
    message: phrase('corners-off-bases', size(byBases), size(expected)),
    hint: phrase('mark-outer-corners'),
  };
}

type MatSides = Pick<TableSolution, 'widthMm' | 'depthMm'>;

/** Distance from its registration beyond which a camera has been touched. */
const SAME_PLACE_MM = 1.5;

/** True when the edges are where an earlier registration has them, within the differences of a still camera's pictures. */
export function isStillThere(edges: readonly EdgeReading[], registration: TableSolution, withinMm = SAME_PLACE_MM): boolean {
  const gaps = edges.flatMap((edge) => {
    const outside = edgeOutsideMm(edge, registration);
    return outside === undefined ? [] : [Math.abs(outside)];
  });
  const sorted = gaps.sort((a, b) => a - b);
  return sorted.length > 0 && sorted[Math.floor(0.8 * sorted.length)]! < withinMm;
}

/** Number of bases below which their agreement is not judged. */
const MIN_AGREEING_BASES = 3;

/** Median agreement of the marks of the bases with the border, 0…1; 1 where too few are seen. */
function medianAgreement({ agreement }: Pick<TableSolution, 'agreement'>): number {
  return agreement.length < MIN_AGREEING_BASES ? 1 : upperMedian(agreement)!;
}
