import type { Camera } from '../../geometry/camera.js';
import type { BaseSize } from '../../pieces/base-size.js';
import { halfSideMm } from '../../pieces/bases.js';
import { MAT_MM, TILE_MM } from '../../pieces/dimensions.js';
import { solveTable, type TableSolution } from './joint-solution.js';
import type { BaseEdgeMark, BaseMarks, TablePrior } from './observations.js';
import { sizesOpenBy } from './sizes-by-shape.js';

/** Other sizes that a base would have if all were taken for one, or two, sizes too small or too large. */
const SHIFTS: readonly Readonly<Partial<Record<BaseSize, BaseSize>>>[] = [
  { small: 'medium', medium: 'large' },
  { medium: 'small', large: 'medium' },
  { small: 'large' },
  { large: 'small' },
];

/** The likeliest reading of the same marks as those of bases of other sizes. */
interface OtherSizes {
  readonly solution: TableSolution;
  /** By how much its cost (robust squared residuals) exceeds that of the sizes as they were read; infinite where all other sizes are ruled out. */
  readonly lead: number;
}

/**
 * All bases taken for the next larger or smaller size, the camera being that much further off or nearer: small ones seen from near look like medium ones from
 * further off, but for the height and the proportions of their tiles. Undefined where no size is left for one of them.
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
 * How sure the sizes of bases are without a border: the lead over all being of other sizes, and the mean cost of a base with these (robust squared residuals); how far their shapes leave the
 * sizes open (`sizesOpenBy`); how far the focal length that they come to is from what is known of the lens, in its standard deviations: a wide-angle lens close by makes near bases look a size larger than those behind them.
 */
export function sizesEvidence(
  solution: TableSolution,
  bases: readonly BaseMarks[],
  lens: TablePrior,
): { readonly lead: number; readonly costEach: number; readonly openBy: number; readonly focalSigmas: number } {
  const placed = bases.map((one, i) => ({ ...one, start: solution.poses[i]! }));
  const alone = solveTable(solution, { border: [], bases: placed }, lens);
  return {
    lead: otherSizes(alone, placed, lens)?.lead ?? Number.POSITIVE_INFINITY,
    costEach: alone.cost / bases.length,
    openBy: sizesOpenBy(alone.camera, placed, lens),
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
