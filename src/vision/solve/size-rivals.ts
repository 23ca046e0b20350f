import type { Camera } from '../../geometry/camera.js';
import { BASE_SIZES, type BaseSize } from '../../pieces/base-size.js';
import { halfSideMm } from '../../pieces/bases.js';
import { MAT_MM, TILE_MM } from '../../pieces/dimensions.js';
import { solveTable, type TableSolution } from './joint-solution.js';
import type { BaseEdgeMark, BaseMarks, SizeOdds, TablePrior } from './observations.js';
import { fitSquares, type Square } from './sizes-by-shape.js';

/** Other sizes that a base would have if all were read one, or two, sizes too small or too large. */
const SHIFTS: readonly Readonly<Partial<Record<BaseSize, BaseSize>>>[] = [
  { small: 'medium', medium: 'large' },
  { medium: 'small', large: 'medium' },
  { small: 'large' },
  { large: 'small' },
];

/**
 * Requirements for the shapes of bases to leave no doubt of their sizes: at least this many bases, each with a ratio of square to size that
 * is, two standard deviations added, within `apart` (log) of the ratio common to all, with a mean square of at most 1, and with other sizes
 * a misfit larger by `lead`. Of 103 views from a wrong distance, with wrong sizes read, one passes, and that one passes by the cost of its
 * bases too; of 54 with the right ones 19 do.
 */
const CLEAR = { bases: 5, apart: 0.1, lead: 9 };
/** Standard deviation (log) of a base's size by its shape besides its own: of 39 views those read right are 0.06 apart at most. */
const SHAPE_SIGMA = 0.03;

/** Weight of the odds of each base's size, since bases of one picture are misread together, and the least odds that count. */
const ODDS_WEIGHT = 0.7;
const MIN_ODDS = 0.02;

/** The likeliest reading of the same marks as those of bases of other sizes. */
interface OtherSizes {
  readonly solution: TableSolution;
  /**
   * Excess of its cost (robust squared residuals, and the cost of its sizes' odds) over that of the sizes as read; infinite where all other
   * sizes are ruled out.
   */
  readonly lead: number;
}

/**
 * All bases read one or two sizes larger or smaller, with the camera farther away or nearer in proportion: small ones seen from near look
 * like medium ones from farther away, except for the height and the proportions of their tiles. Undefined where no shift has a size for
 * each of them.
 */
export function otherSizes({ camera, poses }: TableSolution, bases: readonly BaseMarks[], lens: TablePrior): OtherSizes | undefined {
  const placed = bases.map((one, i) => ({ ...one, start: poses[i]! }));
  const solved = (from: Camera, some: readonly BaseMarks[]) =>
    solveTable({ camera: from, widthMm: MAT_MM, depthMm: MAT_MM }, { border: [], bases: some }, lens);
  const sizes = bases.map(({ base }) => base);
  const [best] = SHIFTS.filter((shift) => placed.every(({ base }) => shift[base] !== undefined))
    .map((shift) => {
      const others = sizes.map((size) => shift[size]!);
      const resized = ofSizes(camera, placed, others);
      const solution = solved(resized.camera, resized.bases);
      return { solution, cost: solution.cost + oddsCost(bases, others) };
    })
    .sort((one, other) => one.cost - other.cost);
  return best && { solution: best.solution, lead: best.cost - solved(camera, placed).cost - oddsCost(bases, sizes) };
}

/** Prior belief in a size, counted as that many additional bases: a single base says little. */
const BEFORE = { believed: 0.5, bases: 1 };

/** Mean probability that bases are of the sizes that they were read as, by the appearance of each apart from how large it is, 0…1. */
export function sizesBelieved(bases: readonly BaseMarks[]): number {
  const own = bases.map(({ base, sizes }) => sizes?.[base] ?? BEFORE.believed);
  return (own.reduce((sum, one) => sum + one, 0) + BEFORE.believed * BEFORE.bases) / (bases.length + BEFORE.bases);
}

export function likeliestSize(odds: SizeOdds): BaseSize {
  return BASE_SIZES.reduce((best, size) => (odds[size] > odds[best] ? size : best));
}

/** Cost of bases being of some sizes, by the odds of each: as squared residuals of the same likelihood. */
function oddsCost(bases: readonly BaseMarks[], sizes: readonly BaseSize[]): number {
  return bases.reduce((sum, { sizes: odds }, i) => sum - (odds ? 2 * ODDS_WEIGHT * Math.log(Math.max(MIN_ODDS, odds[sizes[i]!])) : 0), 0);
}

/** Evidence for the sizes of bases without a border. */
interface SizesEvidence {
  /** The lead over all being of other sizes, and the mean cost of a base with these (robust squared residuals). */
  readonly lead: number;
  readonly costEach: number;
  /** Whether their shapes leave no doubt of the sizes (`areSizesClear`). */
  readonly areClear: boolean;
  /**
   * Excess of the resulting focal length over the prior of the lens, in its standard deviations (log): a wide-angle lens close by makes
   * near bases look a size larger than those behind them.
   */
  readonly focalSigmas: number;
  /** As `sizesBelieved` has it. */
  readonly believed: number;
}

/**
 * Lead in cost over all bases being of another size from which theirs is known, and the cost of a base above which some may be of another:
 * of 40 close views of unseen looks no wrong sizes had both (docs/experiments/close-views.md); of two cut photos of path-traced tables they
 * had a lead of 126 and 136 at 15 and 16 a base. A focal length that hardly any camera has was that of a cut photo, five bases of which
 * were read a size too large. Of 173 planes seen from a wrong distance, two sizes in five or more misread, 28 have all of these; four if
 * each base alone is also believed to be of its size, to a lesser degree where their shapes are clear (of 83 right ones 75 and 73). Bases
 * that cost more (half hidden, by a bad camera) are of the sizes that were read where their shapes leave nothing open: of 39 views they are
 * 0.06 apart at most, a size is 0.29.
 */
const KNOWN_SIZES = { lead: 30, costEach: 14, focalSigmas: 2, believed: 0.5, believedIfClear: 0.3 };

/**
 * Limits within which shorter focal lengths count as well, where bases are believed to be of their sizes: the wide cameras of phones and
 * action cameras have 0.36 to 0.5 of the longer side, 2.7 to 1.7 standard deviations less than others (docs/experiments/close-views.md).
 */
const WIDE_ANGLE = { focalSigmas: 3, believed: 0.65, costEach: 20 };

/**
 * Mean sharpness of bases (`sharpnessOf`) from which on they are bases at all: on 24 path-traced tables that were measured without a border
 * it is 0.42 at least; on another one 0.19, four large bases at half the true distance where no base stands.
 */
const MIN_SHARPNESS = 0.3;

/** Whether the sizes of bases, and with them the scale, are known without a border; `sharpness`: their mean sharpness (`sharpnessOf`). */
export function areSizesKnown({ lead, costEach, areClear, focalSigmas, believed }: SizesEvidence, sharpness: number): boolean {
  if (sharpness < MIN_SHARPNESS) return false;
  const areFitting = lead >= KNOWN_SIZES.lead && (costEach <= KNOWN_SIZES.costEach || areClear);
  const areBelieved = believed >= (areClear ? KNOWN_SIZES.believedIfClear : KNOWN_SIZES.believed);
  const isWideAngle =
    focalSigmas < 0 && focalSigmas >= -WIDE_ANGLE.focalSigmas && believed >= WIDE_ANGLE.believed && costEach <= WIDE_ANGLE.costEach;
  return areFitting && areBelieved && (isWideAngle || Math.abs(focalSigmas) <= KNOWN_SIZES.focalSigmas);
}

/** The evidence for the sizes of bases as read, by the marks of `bases` near `solution`. */
export function sizesEvidence(solution: TableSolution, bases: readonly BaseMarks[], lens: TablePrior): SizesEvidence {
  const placed = bases.map((one, i) => ({ ...one, start: solution.poses[i]! }));
  const alone = solveTable(solution, { border: [], bases: placed }, lens);
  return {
    lead: otherSizes(alone, placed, lens)?.lead ?? Number.POSITIVE_INFINITY,
    costEach: alone.cost / bases.length,
    areClear: areSizesClear(alone.camera, placed, lens),
    focalSigmas: Math.log(alone.camera.fx / lens.focalPx) / lens.logFocalSigma,
    believed: sizesBelieved(bases),
  };
}

/** The same marks as those of bases of other sizes, seen from farther away or nearer in proportion to their size. */
export function ofSizes(
  camera: Camera,
  bases: readonly BaseMarks[],
  sizes: readonly BaseSize[],
): { readonly camera: Camera; readonly bases: BaseMarks[] } {
  const ratio = bases.reduce((sum, { base }, i) => sum + halfSideMm(sizes[i]!) / halfSideMm(base), 0) / bases.length;
  const [x, y, z] = camera.t;
  return { camera: { ...camera, t: [ratio * x, ratio * y, ratio * z] }, bases: bases.map((one, i) => ofSize(one, sizes[i]!, ratio)) };
}

function ofSize({ base, start, marks, edges }: BaseMarks, other: BaseSize, ratio: number): BaseMarks {
  const { x, y, headingRad } = start;
  const moved = { base: other, start: { x: ratio * x, y: ratio * y, headingRad }, marks };
  return edges ? { ...moved, edges: edges.map((edge) => edgeOfSize(edge, base, other)) } : moved;
}

function edgeOfSize(edge: BaseEdgeMark, base: BaseSize, other: BaseSize): BaseEdgeMark {
  const foot = halfSideMm(other) / halfSideMm(base);
  const [wide, long] = edge.onTile ? [0, 1].map((i) => TILE_MM[other][i]! / TILE_MM[base][i]!) : [foot, foot];
  return { ...edge, local: { x: edge.local.x * wide!, y: edge.local.y * long! } };
}

/**
 * Whether the shapes of bases leave no doubt of their sizes: each is fitted as a square of any size on one plane, and all of these are the
 * same multiple of the sizes that were read, but not of the next larger or smaller ones.
 */
export function areSizesClear(camera: Camera, bases: readonly BaseMarks[], lens: TablePrior): boolean {
  if (bases.length < CLEAR.bases) return false;
  const { squares } = fitSquares(camera, bases, lens);
  const sizes = bases.map(({ base }) => base);
  const read = apart(squares, sizes);
  if (read.some((off, i) => Math.abs(off) + 2 * squares[i]!.sigma > CLEAR.apart)) return false;
  const others = SHIFTS.flatMap((shift) => (sizes.every((size) => shift[size]) ? [sizes.map((size) => shift[size]!)] : []));
  const own = misfit(squares, read);
  return own <= bases.length && others.every((other) => misfit(squares, apart(squares, other)) >= own + CLEAR.lead);
}

/** Difference of the ratio of each square to its base's size from the ratio common to all (log). */
function apart(squares: readonly Square[], sizes: readonly BaseSize[]): number[] {
  const ratios = squares.map(({ logMm }, i) => logMm - Math.log(2 * halfSideMm(sizes[i]!)));
  const weights = squares.map((square) => 1 / shapeVariance(square));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const common = ratios.reduce((sum, ratio, i) => sum + weights[i]! * ratio, 0) / total;
  return ratios.map((ratio) => ratio - common);
}

function misfit(squares: readonly Square[], offs: readonly number[]): number {
  return offs.reduce((sum, off, i) => sum + off ** 2 / shapeVariance(squares[i]!), 0);
}

const shapeVariance = ({ sigma }: Square) => sigma ** 2 + SHAPE_SIGMA ** 2;
