import type { TablePrior } from '../../solve/observations.js';
import { applied } from '../border-rules.js';
import type { EdgeLine } from './border-lines.js';

const PROPOSED_FOCALS = [0.7, 0.85, 1.17, 1.43];
const PROPOSED_FOCAL_SIGMA = 0.05;
/**
 * Standard deviation of the mat finder’s border where nothing misleads it, mm, and the highest cost of being elsewhere: now and then it is
 * misled.
 */
const FINDER_SIGMA_MM = 8;
const MISLED_COST = 16;
/** Number of choices of a border that are solved, the likeliest first. */
const MAX_CHOICES = 24;
/** Cost of the first strip of a side without an edge: edges are sometimes missed or hidden. */
const MISSING_COST = 2.5;
/**
 * Number of missing strips after which the next one costs a quarter: they have a cause in common, a card on the border or a table as dark
 * as the mat.
 */
const COMMON_CAUSE = 12;

/** Tolerance within which lines at the same distance from each other on several sides belong to one printed frame. */
const FRAME_TOLERANCE_MM = 4;
/** Distance below which two lines of a side are one edge seen twice. */
const APART_MM = 6;
/** Cost of a frame that three sides show and the fourth does not. */
const BROKEN_FRAME_COST = 4;
/** Cost for each side that shows a line outside instead, at just the frame's distance. */
const TURNED_FRAME_COST = 10;
/** Cost when something runs around the mat on three sides or more at the same distance: then that is the border, and the rest a print. */
const RIM_COST = 8;

/** One line for each side that is in the picture, and the lens it is to be solved with. */
export interface Proposal {
  readonly choice: readonly EdgeLine[];
  readonly focal: TablePrior;
  readonly prior: number;
}

/** All choices of one line a side, the likeliest first; a side out of the picture is left out. */
export function proposeBorders(sides: readonly (readonly EdgeLine[])[], lens: TablePrior): Proposal[] {
  return sides
    .filter((lines) => lines.length > 0)
    .reduce<EdgeLine[][]>((chosen, lines) => chosen.flatMap((before) => lines.map((line) => [...before, line])), [[]])
    .filter((choice) => choice.filter(({ edges }) => edges.length > 0).length >= 2)
    .flatMap((choice) => {
      const prior = priorCost(choice);
      return focals(choice, lens).map(({ focal, cost }) => ({ choice, focal, prior: prior + cost }));
    })
    .sort((a, b) => a.prior - b.prior)
    .slice(0, MAX_CHOICES);
}

/**
 * Four sides determine the focal length. Three leave it open, and with it the distance of the fourth side: then several are proposed, and
 * the bases decide between them (`selectBorder`, where the focal length is free again).
 */
function focals(choice: readonly EdgeLine[], lens: TablePrior): readonly { readonly focal: TablePrior; readonly cost: number }[] {
  const seen = choice.filter(({ edges }) => edges.length > 0).length;
  if (seen === 4 || lens.logFocalSigma < PROPOSED_FOCAL_SIGMA) return [{ focal: lens, cost: 0 }];
  const others = PROPOSED_FOCALS.map((factor) => ({
    focal: { ...lens, focalPx: factor * lens.focalPx, logFocalSigma: PROPOSED_FOCAL_SIGMA },
    cost: (Math.log(factor) / lens.logFocalSigma) ** 2,
  }));
  return [{ focal: lens, cost: 0 }, ...others];
}

/** Number of strips in the picture that show no edge. */
export function missingStrips(choice: readonly EdgeLine[]): number {
  return choice.reduce((sum, line) => sum + line.missing, 0);
}

/** Cost of a choice before it is solved. */
function priorCost(choice: readonly EdgeLine[]): number {
  const each = choice.map(({ missing, offsetMm, colourCost }) => {
    const squared = (offsetMm / FINDER_SIGMA_MM) ** 2;
    return (MISSING_COST * missing) / (1 + missing / COMMON_CAUSE) + (MISLED_COST * squared) / (MISLED_COST + squared) + colourCost;
  });
  return each.reduce((sum, cost) => sum + cost, 0) + frameCost(choice);
}

/** A print's frame keeps one distance from the border all around, and a table seldom does: a choice that mixes the two contradicts itself. */
function frameCost(choice: readonly EdgeLine[]): number {
  const seen = choice.filter(({ edges }) => edges.length > 0);
  const gaps = seen.flatMap(({ others }) => others).filter((gap) => Math.abs(gap) > APART_MM);
  const shows = (line: EdgeLine, gap: number) => line.others.some((other) => Math.abs(other - gap) < FRAME_TOLERANCE_MM);
  const costs = gaps.map((gap) => {
    const inside = seen.filter((line) => shows(line, gap)).length;
    if (gap > 0) return inside >= 3 ? RIM_COST : 0;
    const turned = seen.filter((line) => !shows(line, gap) && shows(line, -gap)).length;
    if (inside >= 2 && inside + turned === seen.length) return TURNED_FRAME_COST * turned;
    return inside >= 3 && inside < seen.length ? BROKEN_FRAME_COST : 0;
  });
  return applied('frame-distance', Math.max(0, ...costs));
}
