import type { TableSolution } from './joint-solution.js';

/** Mean cost of a base (robust squared residuals) above which one of some without a border does not fit the others, and the share of it that is left without that one. */
const MISFIT = { costEach: 12, left: 0.6 };

/** Bases that fit each other, and the table solved with them. */
export interface FittingBases<Base> {
  readonly bases: readonly Base[];
  readonly solution: TableSolution;
}

/**
 * Without a border, what is not a base or is of another size pulls the camera: as long as the rest fits much better without one of them, that one is left out.
 * `solve`: the table solved with some of them.
 */
export function fittingBases<Base>(all: readonly Base[], solve: (some: readonly Base[]) => TableSolution): FittingBases<Base> {
  let fitting: FittingBases<Base> = { bases: all, solution: solve(all) };
  while (fitting.bases.length > 1 && costEach(fitting) > MISFIT.costEach) {
    const others = fitting.bases.map((one) => {
      const bases = fitting.bases.filter((other) => other !== one);
      return { bases, solution: solve(bases) };
    });
    const best = others.reduce((least, one) => (costEach(one) < costEach(least) ? one : least));
    if (costEach(best) > MISFIT.left * costEach(fitting)) break;
    fitting = best;
  }
  return fitting;
}

function costEach({ bases, solution }: FittingBases<unknown>): number {
  return solution.cost / bases.length;
}
