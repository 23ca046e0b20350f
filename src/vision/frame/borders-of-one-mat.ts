import { tableFromPixel } from '../../geometry/camera.js';
import { upperMedian } from '../../geometry/statistics.js';
import { nearestSide, outsideMm, SIDES } from '../solve/mat-sides.js';
import type { BorderMark } from '../solve/observations.js';
import type { TogetherSolution } from '../solve/solve-together.js';

/** Marks of the mat's border in each of several pictures. */
type Borders = readonly (readonly BorderMark[])[];

interface SolvedBorders {
  readonly borders: Borders;
  readonly solution: TogetherSolution;
}

/**
 * Solves pictures together with those parts of their borders that are one mat's, and without those that may have been read at the seam of a
 * hem, where another one is known to be the mat's: all of them would share the width that a hem leaves open, and bases, which are misread
 * alike in every picture, would decide where the border is (table 02 of docs/experiments/print.md). A line farther from a doubted one than
 * its hem is wide contradicts it, seam or not, and may be the wrong one of the two.
 */
export function solveWithOneMat(borders: Borders, solve: (borders: Borders) => TogetherSolution): SolvedBorders | undefined {
  const solved = (some: Borders): SolvedBorders => ({ borders: some, solution: solve(some) });
  const all = solved(borders);
  const known = withoutDoubtedHems(borders);
  if (known === borders) return agreeingOf(all, solved);
  if (contradictedSides(all, { isHemAllowed: true }).length > 0) {
    const agreeing = agreeingOf(all, solved);
    if (agreeing && agreeing !== all) {
      const clear = withoutDoubtedHems(agreeing.borders);
      return clear === agreeing.borders ? agreeing : solved(clear);
    }
  }
  return agreeingOf(solved(known), solved);
}

function withoutDoubtedHems(borders: Borders): Borders {
  const isDoubted = (border: Borders[number]) => border.some(({ hemMm }) => hemMm);
  const isAnyKnown = borders.some((border) => border.length > 0 && !isDoubted(border));
  return isAnyKnown && borders.some(isDoubted) ? borders.map((border) => (isDoubted(border) ? [] : border)) : borders;
}

/**
 * The solution with those parts of the borders that are one mat's; `all`: with all of them. All cameras lean towards the picture that gives the frame,
 * so that where two pictures contradict each other its line would win, right or wrong (a table's rim, a printed frame). Where they show a
 * side as different lines, neither counts: the other sides and the mat's size determine it. Where more is contradicted, the border counts
 * that fits lens, bases and the mat's size far better than each that contradicts it; if there is no such border, all count unchanged.
 * Undefined where the borders that count are not one mat's.
 */
function agreeingOf(all: SolvedBorders, solved: (some: Borders) => SolvedBorders): SolvedBorders | undefined {
  const { borders } = all;
  const contradicted = contradictedSides(all);
  if (contradicted.length === 0) return areOfOneMat(all) ? all : undefined;
  // Borders of different sizes may be aligned so that two of their sides agree.
  const left = contradicted.length === 1 ? solved(withoutSide(all, contradicted[0]!)) : undefined;
  if (left && isConsistent(left)) return left;
  const alone = borders
    .flatMap((border, k) => (border.length > 0 ? [{ k, ...solved(borders.map((one, i) => (i === k ? one : []))) }] : []))
    .sort((a, b) => costOf(a) - costOf(b));
  const [best] = alone;
  if (!best) return undefined;
  const beside = (k: number) => best.borders.map((one, i) => (i === k ? borders[k]! : one));
  const rivals = alone.filter(({ k }) => contradictedSides({ ...best, borders: beside(k) }).length > 0);
  if (rivals.some((rival) => costOf(rival) < costOf(best) + FAR_BETTER)) return areOfOneMat(all) ? all : undefined;
  const agreeing = solved(borders.map((border, i) => (rivals.some(({ k }) => k === i) ? [] : border)));
  return isConsistent(agreeing) ? agreeing : undefined;
}

/** Difference of robust squared residuals by which one border has to fit better than each that contradicts it. */
const FAR_BETTER = 30;

function costOf({ solution }: SolvedBorders): number {
  return solution.views[0]!.cost;
}

function isConsistent(solved: SolvedBorders): boolean {
  return contradictedSides(solved).length === 0 && areOfOneMat(solved);
}

/**
 * Limits within which borders are of one mat: the least weight of their marks, and the mat's size in standard deviations from what was
 * known.
 */
const ONE_MAT = { weight: 0.5, sigmas: 5 } as const;

function areOfOneMat({ borders, solution: { views, mat } }: SolvedBorders): boolean {
  const { widthMm, depthMm } = views[0]!;
  return (
    views.every(({ borderAgreement }, i) => borders[i]!.length === 0 || borderAgreement >= ONE_MAT.weight) &&
    Math.max(Math.abs(widthMm - mat.widthMm), Math.abs(depthMm - mat.depthMm)) <= ONE_MAT.sigmas * mat.sigmaMm
  );
}

/** Distance from which on two pictures show a side as different lines, mm, and the number of marks that each needs. */
const OTHER_LINE = { mm: 4, marks: 5 } as const;

/** Sides that two pictures show as different lines; `isHemAllowed`: not where one may be the seam of a hem, and the other the mat's edge. */
function contradictedSides({ borders, solution: { views } }: SolvedBorders, { isHemAllowed = false } = {}): number[] {
  const marks = borders.map((border, i) => sidesOf(border, views[i]!));
  return SIDES.filter((side) => {
    const lines = marks.flatMap((some, i) => {
      const off = some.flatMap((one) => (one.side === side ? [one.outMm] : []));
      if (off.length < OTHER_LINE.marks) return [];
      const middle = upperMedian(off)!;
      const hemMm = isHemAllowed ? Math.max(0, ...borders[i]!.map((mark) => mark.hemMm ?? 0)) : 0;
      return [{ least: middle, most: middle + hemMm }];
    });
    return Math.max(...lines.map(({ least }) => least)) - Math.min(...lines.map(({ most }) => most)) > OTHER_LINE.mm;
  });
}

function withoutSide({ borders, solution: { views } }: SolvedBorders, side: number): Borders {
  return borders.map((border, i) => {
    const sides = sidesOf(border, views[i]!);
    return border.filter((_, m) => sides[m]!.side !== side);
  });
}

/** For each mark the nearest side, and the distance outside of it. */
function sidesOf(
  border: readonly BorderMark[],
  { camera, widthMm, depthMm }: TogetherSolution['views'][number],
): { readonly side: number; readonly outMm: number }[] {
  return border.map((mark) => {
    const foot = tableFromPixel(camera, mark);
    if (!foot) return { side: -1, outMm: 0 };
    const mat = { widthMm, depthMm };
    const side = nearestSide(foot, mat);
    return { side, outMm: outsideMm(foot, side, mat) };
  });
}
