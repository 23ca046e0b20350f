import type { Camera } from '../../geometry/camera.js';
import type { BaseSize } from '../../pieces/base-size.js';
import { halfSideMm } from '../../pieces/bases.js';
import { MAT_MM, TILE_MM } from '../../pieces/dimensions.js';
import { solveTable, type TableSolution } from './joint-solution.js';
import type { BaseEdgeMark, BaseMarks, TablePrior } from './observations.js';
import { fitSquares, type Square } from './sizes-by-shape.js';

/** Other sizes that a base would have if all were read one, or two, sizes too small or too large. */
const SHIFTS: readonly Readonly<Partial<Record<BaseSize, BaseSize>>>[] = [
  { small: 'medium', medium: 'large' },
  { medium: 'small', large: 'medium' },
  { small: 'large' },
  { large: 'small' },
];

/**
 * When the shapes of bases leave no doubt of their sizes: at least this many bases, each with a ratio of square to size that is, two standard deviations added, within `apart` (log) of the ratio common to all, with a
 * mean square of at most 1, and with other sizes a misfit larger by `lead`. Of 103 views from a wrong distance, with wrong sizes read, one passes, and that one passes by the cost of its bases too; of 54 with the right ones 19 do.
 */
const CLEAR = { bases: 5, apart: 0.1, lead: 9 };
/** Standard deviation (log) of a base's size by its shape besides its own: of 39 views those read right are 0.06 apart at most. */
const SHAPE_SIGMA = 0.03;

/** The likeliest reading of the same marks as those of bases of other sizes. */
interface OtherSizes {
  readonly solution: TableSolution;
  /** By how much its cost (robust squared residuals) exceeds that of the sizes as they were read; infinite where all other sizes are ruled out. */
  readonly lead: number;
}

/**
 * All bases read one or two sizes larger or smaller, the camera being that much further off or nearer: small ones seen from near look like medium ones from
 * further off, but for the height and the proportions of their tiles. Undefined where no shift has a size for each of them.
 */
export function otherSizes({ camera, poses }: TableSolution, bases: readonly BaseMarks[], lens: TablePrior): OtherSizes | undefined {
  const placed = bases.map((one, i) => ({ ...one, start: poses[i]! }));
  const solved = (from: Camera, some: readonly BaseMarks[]) =>
    solveTable({ camera: from, widthMm: MAT_MM, depthMm: MAT_MM }, { border: [], bases: some }, lens);
  const [best] = SHIFTS.filter((shift) => placed.every(({ base }) => shift[base] !== undefined))
    .map((shift) => {
      const ratios = placed.map(({ base }) => halfSideMm(shift[base]!) / halfSideMm(base));
      const ratio = ratios.reduce((sum, one) => sum + one, 0) / ratios.length;
      const [x, y, z] = camera.t;
      const further = { ...camera, t: [ratio * x, ratio * y, ratio * z] as const };
      return solved(
        further,
        placed.map((one) => ofSize(one, shift[one.base]!, ratio)),
      );
    })
    .sort((one, other) => one.cost - other.cost);
  return best && { solution: best, lead: best.cost - solved(camera, placed).cost };
}

/**
 * How sure the sizes of bases are without a border: the lead over all being of other sizes, and the mean cost of a base with these (robust squared residuals); whether their shapes leave no doubt of the
 * sizes (`areSizesClear`); how far the focal length that they come to is from what is known of the lens, in its standard deviations: a wide-angle lens close by makes near bases look a size larger than those behind them.
 */
export function sizesEvidence(
  solution: TableSolution,
  bases: readonly BaseMarks[],
  lens: TablePrior,
): { readonly lead: number; readonly costEach: number; readonly areClear: boolean; readonly focalSigmas: number } {
  const placed = bases.map((one, i) => ({ ...one, start: solution.poses[i]! }));
  const alone = solveTable(solution, { border: [], bases: placed }, lens);
  return {
    lead: otherSizes(alone, placed, lens)?.lead ?? Number.POSITIVE_INFINITY,
    costEach: alone.cost / bases.length,
    areClear: areSizesClear(alone.camera, placed, lens),
    focalSigmas: Math.abs(Math.log(alone.camera.fx / lens.focalPx)) / lens.logFocalSigma,
  };
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
 * Whether the shapes of bases leave no doubt of their sizes: each is fitted as a square of any size on one plane, and all of these are the same multiple of the sizes that were read, and not of the
 * next larger or smaller ones.
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

/** How far the ratio of each square to its base's size is from the ratio common to all (log). */
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
