import { tableFromPixel } from '../../geometry/camera.js';
import { distanceMm } from '../../geometry/point.js';
import { rootMeanSquare, upperMedian } from '../../geometry/statistics.js';
import { distancesApart } from '../solve/border-consistency.js';
import type { BorderUncertainty } from '../solve/border-uncertainty.js';
import { nearestSide, outsideMm, SIDES } from '../solve/mat-sides.js';
import type { BorderMark } from '../solve/observations.js';
import type { TogetherSolution } from '../solve/solve-together.js';

/** Marks of the mat's border in each of several pictures. */
type Borders = readonly (readonly BorderMark[])[];

interface SolvedBorders {
  readonly borders: Borders;
  readonly solution: TogetherSolution;
  /** What other lines of the mat would change that fit as well; absent: no others would. */
  readonly open?: BorderUncertainty;
}

/** The side of the mat to which a mark is nearest, and how far outside of it. */
interface SideMark {
  readonly side: number;
  readonly outMm: number;
}

type Solver = (borders: Borders) => SolvedBorders;

/**
 * Solves pictures together with those parts of their borders that are one mat's, and without those that may have been read at the seam of a
 * hem, where another one is known to be the mat's: all of them would share the width that a hem leaves open, and bases, which are misread
 * alike in every picture, would decide where the border is (table 02 of docs/experiments/print.md). A line farther from a doubted one than
 * its hem is wide contradicts it, seam or not, and may be the wrong one of the two.
 */
export function solveWithOneMat(borders: Borders, solve: (borders: Borders) => TogetherSolution): SolvedBorders | undefined {
  const solved: Solver = (some) => ({ borders: some, solution: solve(some) });
  const all = solved(borders);
  const known = withoutDoubtedHems(borders);
  if (known === borders) return agreeingOf(all, solved);
  if (contradictedSides(all, { isHemAllowed: true }).length > 0) {
    const agreeing = agreeingOf(all, solved);
    if (agreeing && agreeing !== all) {
      const clear = withoutDoubtedHems(agreeing.borders);
      return clear === agreeing.borders ? agreeing : { ...agreeing, ...solved(clear) };
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
 * so that where two pictures contradict each other its line would win, right or wrong (a table's rim, a printed frame). Where they show one
 * side as different lines, neither counts: the other sides and the mat's size determine it. Where more is contradicted, one line of each of those sides counts. Undefined
 * where the borders that count are not one mat's.
 */
function agreeingOf(all: SolvedBorders, solved: Solver): SolvedBorders | undefined {
  const contradicted = contradictedSides(all);
  if (contradicted.length === 0) return areOfOneMat(all) ? all : undefined;
  // Borders of different sizes may be aligned so that two of their sides agree.
  const left = contradicted.length === 1 ? solved(withoutSide(all, contradicted[0]!)) : undefined;
  return left && isConsistent(left) ? left : withChosenLines(all, contradicted, solved);
}

/** Difference of robust squared residuals by which the chosen lines have to fit better than any others. */
const FAR_BETTER = 30;
/** Number of ways to choose lines that are tried at most: two on each of four sides. */
const MAX_CHOICES = 16;

/**
 * The solution with those lines on the contradicted sides that fit lens, bases and the mat's size best: each picture may have misread another side (the lower edge of a thick mat, a
 * printed frame), but one that has misread two has another thing's border, of which nothing counts. What other lines would change that do not fit far worse is left open.
 */
function withChosenLines(all: SolvedBorders, contradicted: readonly number[], solved: Solver): SolvedBorders | undefined {
  const { borders, solution } = all;
  const sides = borders.map((border, i) => sidesOf(border, solution.views[i]!));
  const lines = sides.map((marks) => SIDES.map((side) => lineOf(marks, side)));
  let choices: readonly ReadonlyMap<number, readonly number[]>[] = [new Map()];
  for (const side of contradicted) {
    const shown = picturesByLine(lines.map((own) => own[side]));
    choices = choices.flatMap((before) => shown.map((pictures) => new Map([...before, [side, pictures]])));
  }
  if (choices.length > MAX_CHOICES) return undefined;
  const tried = choices.map((choice) => {
    const misread = lines.map((own, i) => contradicted.filter((side) => own[side] !== undefined && !choice.get(side)!.includes(i)));
    // Beyond a corner a misread line is nearer to another side than to its own.
    const isOfLine = (i: number, { side, outMm }: SideMark) => Math.abs(outMm - (lines[i]![side] ?? outMm)) <= OTHER_LINE.mm;
    const counts = (i: number, one: SideMark) =>
      (choice.get(one.side)?.includes(i) ?? true) && (misread[i]!.length === 0 || isOfLine(i, one));
    return { misread, ...solved(borders.map((border, i) => border.filter((_, m) => counts(i, sides[i]![m]!)))) };
  });
  const [best] = tried.filter(isConsistent).sort((a, b) => costOf(a) - costOf(b));
  if (!best) return undefined;
  const rivals = tried.filter((one) => one !== best && costOf(one) < costOf(best) + FAR_BETTER);
  const isOther = best.misread.map((some) => some.length > 1);
  const ofMat = isOther.includes(true) ? solved(best.borders.map((border, i) => (isOther[i] ? [] : border))) : best;
  const { borders: counting, solution: found } = isConsistent(ofMat) ? ofMat : best;
  return { borders: counting, solution: found, open: openBetween(best, rivals) };
}

/** The pictures that show a side as one line, for each line that it is shown as; `shownMm`: where each shows it, as `lineOf`. */
function picturesByLine(shownMm: readonly (number | undefined)[]): number[][] {
  const read = shownMm.flatMap((outMm, picture) => (outMm === undefined ? [] : [{ picture, outMm }]));
  const lines: (typeof read)[] = [];
  for (const one of read.sort((a, b) => a.outMm - b.outMm)) {
    const last = lines.at(-1);
    if (last && one.outMm - last[0]!.outMm <= OTHER_LINE.mm) last.push(one);
    else lines.push([one]);
  }
  return lines.map((line) => line.map(({ picture }) => picture));
}

/** What the solutions of rivals would change at most: in scale and in place. */
function openBetween({ solution }: SolvedBorders, rivals: readonly SolvedBorders[]): BorderUncertainty {
  const changes = rivals.flatMap((rival) =>
    solution.views.map(({ poses }, i) => {
      const others = rival.solution.views[i]!.poses;
      const shiftsMm = poses.map((pose, k) => distanceMm(pose, others[k]!));
      return {
        scaleSigma: poses.length > 1 ? distancesApart(poses, others) : 0,
        shiftSigmaMm: poses.length > 0 ? rootMeanSquare(shiftsMm) : 0,
      };
    }),
  );
  return {
    scaleSigma: Math.max(0, ...changes.map(({ scaleSigma }) => scaleSigma)),
    shiftSigmaMm: Math.max(0, ...changes.map(({ shiftSigmaMm }) => shiftSigmaMm)),
  };
}

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
      const middle = lineOf(some, side);
      if (middle === undefined) return [];
      const hemMm = isHemAllowed ? Math.max(0, ...borders[i]!.map((mark) => mark.hemMm ?? 0)) : 0;
      return [{ least: middle, most: middle + hemMm }];
    });
    return Math.max(...lines.map(({ least }) => least)) - Math.min(...lines.map(({ most }) => most)) > OTHER_LINE.mm;
  });
}

/** Where a picture shows a side, mm outside of it; undefined where it hardly does. */
function lineOf(marks: readonly SideMark[], side: number): number | undefined {
  const off = marks.flatMap((one) => (one.side === side ? [one.outMm] : []));
  return off.length < OTHER_LINE.marks ? undefined : upperMedian(off);
}

function withoutSide({ borders, solution: { views } }: SolvedBorders, side: number): Borders {
  return borders.map((border, i) => {
    const sides = sidesOf(border, views[i]!);
    return border.filter((_, m) => sides[m]!.side !== side);
  });
}

/** For each mark the nearest side, and the distance outside of it. */
function sidesOf(border: readonly BorderMark[], { camera, widthMm, depthMm }: TogetherSolution['views'][number]): SideMark[] {
  return border.map((mark) => {
    const foot = tableFromPixel(camera, mark);
    if (!foot) return { side: -1, outMm: 0 };
    const mat = { widthMm, depthMm };
    const side = nearestSide(foot, mat);
    return { side, outMm: outsideMm(foot, side, mat) };
  });
}
