import { MAT_MM } from '../../pieces/dimensions.js';
import type { Problem } from '../../table/measurement.js';
import type { BorderInconsistency } from '../solve/border-consistency.js';
import { type BorderUncertainty, CERTAIN_BORDER } from '../solve/border-uncertainty.js';
import type { TableSolution } from '../solve/joint-solution.js';
import { SIDES } from '../solve/mat-sides.js';
import type { TablePrior } from '../solve/observations.js';
import type { EdgeReading } from './measure-edges.js';
import { edgeOutsideMm } from './outside-mm.js';

/** The problem with a border that is not believed, and what to do. */
function untrusted(why: string, hint: string): Problem {
  return { code: 'mat-border-unsure', message: `No mat in view that can be trusted: ${why}`, hint };
}

/** A side is confirmed when the edge is seen in so much of its visible length; before the camera is well known its strips miss some of it. */
const CONFIRMED_SHARE = { coarsely: 0.3, closely: 0.5 };
/** A side of which less is in the picture says nothing. */
const MIN_STRIPS = 9;

/** The problem with a registration whose border is not there when looked at closely; undefined when it holds. */
export function borderProblem(edges: readonly EdgeReading[], seen: keyof typeof CONFIRMED_SHARE = 'closely'): Problem | undefined {
  const sides = SIDES.map((side) => edges.filter((edge) => edge.side === side)).filter((strips) => strips.length >= MIN_STRIPS);
  const confirmed = sides.filter((strips) => strips.filter(({ mark }) => mark).length >= CONFIRMED_SHARE[seen] * strips.length).length;
  if (sides.length >= 2 && confirmed >= Math.max(2, sides.length - 1)) return undefined;
  return untrusted(
    `the border was confirmed on ${confirmed} of the ${sides.length} sides in the picture.`,
    'Clear the mat’s border, light it evenly, or tap the mat’s corners.',
  );
}

/** A side seen in fewer strips, or in less than half of its own, may be anything. */
const MIN_SEEN = 4;

/** What the sides of a border that are seen tell by themselves. */
export interface KnownFromSides {
  /** How large things are: opposite sides are as far apart as a mat is wide, sides that meet tell nothing of it. */
  readonly scale: boolean;
  /** Where on the mat things are: sides that do not meet leave open how far along them. */
  readonly place: boolean;
  /** All four sides are seen along half of what of them is in the picture. */
  readonly allSides: boolean;
}

/** `isFaint`: sides that contrast alone tells may be a frame's printed around the mat where two of them are seen, hardly where three are. */
export function knownFromSides(edges: readonly EdgeReading[], isFaint = false): KnownFromSides {
  const isSeen = (sideSought: number) => {
    const strips = edges.filter(({ side }) => side === sideSought);
    return strips.filter(({ mark }) => mark).length >= Math.max(MIN_SEEN, CONFIRMED_SHARE.closely * strips.length);
  };
  const [near, right, far, left] = [isSeen(0), isSeen(1), isSeen(2), isSeen(3)];
  const isCornerSeen = (near || far) && (left || right);
  const scale = (near && far) || (left && right);
  return { scale, place: isCornerSeen && (scale || !isFaint), allSides: near && right && far && left };
}

/** Small bases on a mat half as large again look like medium ones: where nothing else bears the scale out, it is believed less. */
const ONE_SIZE: BorderUncertainty = { scaleSigma: 0.015, shiftSigmaMm: 0 };

/** What is left open where all bases are of one size and a side of the border is not seen, or has rivals, and nothing else tells the scale. */
export function oneSizeUncertainty(
  sizes: readonly string[],
  { allSides }: KnownFromSides,
  rivals: BorderUncertainty,
  isScaleTold: boolean,
): BorderUncertainty {
  const isOneSize = new Set(sizes).size === 1;
  return isOneSize && !isScaleTold && (!allSides || rivals.scaleSigma > 0) ? ONE_SIZE : CERTAIN_BORDER;
}

/** The problem with a border by which no base could be placed to be of use. */
export function placesProblem(): Problem {
  return untrusted(
    'by what is seen of it and of the bases no place is known to 8 mm.',
    'Show all four sides of the mat, tell its size, or tap its corners.',
  );
}

/** The problem with a border that does not tell how large things are, and too few bases that could. */
export function scaleProblem(): Problem {
  return untrusted(
    'no two opposite sides of its border are seen, and too few bases to tell how large everything is.',
    'Show a third side of the mat, or tap its corners.',
  );
}

/** The problem with a border of which too few sides are seen to tell where on it anything is. */
export function placeProblem(): Problem {
  return untrusted(
    'too few sides of its border are seen to tell where on it the bases stand.',
    'Show a third side of the mat, or tap its corners.',
  );
}

/** The problem with a side beyond which the mat goes on. */
export function printedLineProblem(): Problem {
  return untrusted(
    'what looks like a side of its border is a line printed on it, for the mat goes on beyond.',
    'Show all four sides of the mat, or tap its corners.',
  );
}

/** With more doubt than this about which edges are the border's, millimetres mean nothing. */
const MAX_DOUBT: BorderUncertainty = { scaleSigma: 0.02, shiftSigmaMm: 15 };

/** The problem when other edges are about as likely the border; undefined when the border is plain enough. */
export function uncertaintyProblem({ scaleSigma, shiftSigmaMm }: BorderUncertainty): Problem | undefined {
  if (scaleSigma <= MAX_DOUBT.scaleSigma && shiftSigmaMm <= MAX_DOUBT.shiftSigmaMm) return undefined;
  return untrusted(
    `several edges may be its border; its scale is unsure by ${(100 * scaleSigma).toFixed(1)} % and its place by ${Math.round(shiftSigmaMm)} mm.`,
    'Show all four sides of the mat, light its border evenly, or tap its corners.',
  );
}

/** A focal length so many standard deviations from what is known of the lens is explained by a wrong border sooner than by the lens. */
const PLAUSIBLE_FOCALS = 3;

/** The problem with a border that only a lens unlike any phone's or webcam's, or unlike the one that was measured, would show so. */
export function lensProblem({ camera }: TableSolution, lens: TablePrior): Problem | undefined {
  if (Math.abs(Math.log(camera.fx / lens.focalPx)) <= PLAUSIBLE_FOCALS * lens.logFocalSigma) return undefined;
  return untrusted(
    `what looks like its border would need a focal length of ${Math.round(camera.fx)} px; expected about ${Math.round(lens.focalPx)} px.`,
    'Show all four sides of the mat, check that a lens file belongs to this camera, or tap the mat’s corners.',
  );
}

/**
 * Two terms of distortion follow no stronger lens: of the tables of unseen looks none has a k1 beyond 0.19; three seen through equidistant
 * fisheyes of 45° (−0.27 to −0.29) are placed within their claims, one bent to −0.44 was up to 8 mm off, with a sigma of 2 mm.
 */
const MAX_K1 = 0.4;

/** The problem with a lens that bends more than can be followed; undefined for all others. */
export function fisheyeProblem({ camera }: Pick<TableSolution, 'camera'>): Problem | undefined {
  const [k1] = camera.distortion;
  if (Math.abs(k1) <= MAX_K1) return undefined;
  return {
    code: 'lens-fisheye',
    message: `The lens bends straight lines more than can be measured with: its k1 is ${k1.toFixed(2)}, at most ${MAX_K1} either way is expected. It is probably a fisheye.`,
    hint: 'Choose the camera’s linear or normal view, or use another camera.',
  };
}

/**
 * How well the marks of bases agree with the border, in the middle; so many are needed to tell. Of 47 tables of unseen looks the least agreeing
 * had 0.88. What agrees less than `well` may be some hundredths off: of 36 path-traced tables two had 0.84, one of them right, one 8 mm off. What
 * agrees less than `barely` does not stand where the border says.
 */
const AGREEING = { well: 0.86, barely: 0.8 };
const WITNESSES = 3;
const UNEASY: BorderUncertainty = { scaleSigma: 0.02, shiftSigmaMm: 8 };

/** What is left open where the bases on the mat hardly bear its border out. */
export function unusualSizeUncertainty(solution: TableSolution): BorderUncertainty {
  return agreementOf(solution) < AGREEING.well ? UNEASY : CERTAIN_BORDER;
}

function agreementOf({ agreement }: TableSolution): number {
  return agreement.length < WITNESSES ? 1 : [...agreement].sort((a, b) => a - b)[agreement.length >> 1]!;
}

/** The problem with a border that makes the bases on the mat anything but square; undefined when they bear it out. */
export function baseProblem(solution: TableSolution): Problem | undefined {
  const agreement = agreementOf(solution);
  if (agreement >= AGREEING.barely) return undefined;
  return untrusted(
    `seen with the border that was found, the ${solution.agreement.length} bases are not square (agreement ${Math.round(100 * agreement)} %, needed ${Math.round(100 * AGREEING.barely)} %).`,
    'Clear the mat’s border, light it evenly, or tap the mat’s corners.',
  );
}

/**
 * Above `strained` the border is probably another thing's: of 75 tables of unseen looks all that were off by less than 4 mm had less tension
 * (`borderInconsistency`), all that were off by more than 15 mm more; of 12 path-traced ones two that were right had more, one of them 5.3. Above `torn`
 * it is not believed: one of 6.1 was 26 mm off.
 */
const TENSION = { strained: 3.5, torn: 6 };

/** True when the mat should be looked for elsewhere, and the sizes of the bases count as much as the border. */
export function isBorderInconsistent(tension: BorderInconsistency): boolean {
  return tension.value > TENSION.strained;
}

/** The problem with a border that the sizes of the bases contradict; undefined when they may bear it out. */
export function inconsistencyProblem(tension: BorderInconsistency): Problem | undefined {
  return tension.value > TENSION.torn ? contradictedByBases() : undefined;
}

/**
 * Bases by themselves that leave more unexplained than this (`meanBaseCost`) may be taken for other sizes than theirs: of 72 tables told by their
 * bases alone, path-traced ones among them, the most had 9.3. Below, what they leave unexplained widens what is claimed.
 */
const MAX_UNEXPLAINED = 10;

/** The problem with bases that, without a mat, do not fit each other either: for programs, since a player is told what is wrong with the border. */
export function sizesProblem(unexplained: number): Problem | undefined {
  if (unexplained <= MAX_UNEXPLAINED) return undefined;
  return untrusted(
    `its border is not seen, and the bases in the picture do not fit each other (${unexplained.toFixed(1)} a base unexplained, at most ${MAX_UNEXPLAINED} expected).`,
    'Show at least three sides of the mat, or tap its corners.',
  );
}

/** The problem with a border on which the bases that are plainly in the picture do not stand. */
export function contradictedByBases(): Problem {
  return untrusted(
    'the bases in the picture do not fit what looks like its border.',
    'Show all four sides of the mat, light its border evenly, or tap its corners.',
  );
}

/** Of 129 mats of unseen looks, 894 to 924 mm wide and found, none was solved to be more than 17 mm off the usual size, three more than 10. */
const MAX_UNUSUAL_MM = 30;

/** The problem with a border that is no mat's by its size; undefined when it may be one's. */
export function sizeProblem(
  { widthMm, depthMm }: Pick<TableSolution, 'widthMm' | 'depthMm'>,
  { mat }: Pick<TablePrior, 'mat'> = {},
): Problem | undefined {
  const expected = mat ?? { widthMm: MAT_MM, depthMm: MAT_MM };
  if (Math.max(Math.abs(widthMm - expected.widthMm), Math.abs(depthMm - expected.depthMm)) <= MAX_UNUSUAL_MM) return undefined;
  const told = mat
    ? `${Math.round(mat.widthMm)} × ${Math.round(mat.depthMm)} ± ${MAX_UNUSUAL_MM} mm as told`
    : `${Math.round(MAT_MM)} ± ${MAX_UNUSUAL_MM} mm (3 ft) each way`;
  return untrusted(
    `what looks like its border is ${Math.round(widthMm)} × ${Math.round(depthMm)} mm by the bases on it; expected ${told}.`,
    'Show all four sides of the mat, tap its corners (again), or lay the printed sheet beside a mat of another size.',
  );
}

/** What is not told when bases are measured without a mat, or with too little of it to tell where on it they stand. */
export function onlyRelative(isMatSeen: boolean): Problem {
  return {
    code: 'mat-not-in-view',
    message: `${isMatSeen ? 'Too little of the mat' : 'No mat'} in view: the bases are measured relative to each other. Where the edge of the table is, and what lies on obstacles, is not told.`,
    hint: 'Show at least three sides of the mat, or tap its corners.',
  };
}

/** A camera that moved by more than this since its registration has been touched. */
const SAME_PLACE_MM = 1.5;

/** True when the edges lie where an earlier registration says, give or take what a still camera's pictures differ by. */
export function isStillThere(edges: readonly EdgeReading[], registration: TableSolution, withinMm = SAME_PLACE_MM): boolean {
  const gaps = edges.flatMap((edge) => {
    const outside = edgeOutsideMm(edge, registration);
    return outside === undefined ? [] : [Math.abs(outside)];
  });
  const sorted = gaps.sort((a, b) => a - b);
  return sorted.length > 0 && sorted[Math.floor(0.8 * sorted.length)]! < withinMm;
}
