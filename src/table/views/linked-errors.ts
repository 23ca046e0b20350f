import { meanPoint } from '../../geometry/mean-point.js';
import type { Point } from '../../geometry/point.js';
import { PLASTIC_SIGMA } from '../../pieces/priors.js';

/** Row-major, with x mm, y mm and heading rad of one base after the other. */
type Joint = readonly number[];

/** Errors of the bases of all pictures that have their place in one frame, those of one picture after those of another. */
export interface PlacedErrors {
  readonly joint: Joint;
  /** One for each picture, or for those that were measured together. */
  readonly scales: readonly ScaleError[];
}

/** Error of the scale of a picture. */
interface ScaleError {
  /** Relative. */
  readonly variance: number;
  /** Error of each coordinate where that of the scale is 1. */
  readonly effect: readonly number[];
}

/** Errors of bases that were measured in one frame. */
export function measuredErrors(places: readonly Point[], joint: Joint): PlacedErrors {
  return { joint, scales: scaleErrors(places, joint) };
}

/** The error of the scale of bases about their middle; none where they show no scale. */
function scaleErrors(places: readonly Point[], joint: Joint): readonly ScaleError[] {
  const middle = meanPoint(places);
  const out = places.flatMap(({ x, y }) => [x - middle.x, y - middle.y, 0]);
  const size = out.length;
  const lengthSq = dot(out, out);
  const withScale = out.map((_, row) => dot(out, joint.slice(row * size, (row + 1) * size)) / lengthSq);
  const variance = dot(out, withScale) / lengthSq;
  return variance > 0 ? [{ variance, effect: withScale.map((value) => value / variance) }] : [];
}

/** A picture that is linked to others by ships of which all of them show the place. */
interface LinkedPicture {
  /** Of its bases in the common frame. */
  readonly places: readonly Point[];
  /** As it has them by itself, along the axes of the common frame. */
  readonly joint: Joint;
  /** Index of each of these ships among its bases, and among all others. */
  readonly pairs: readonly (readonly [number, number])[];
  /** Their places as the others have them, and the mean squared distance along an axis that remains between the two readings, mm². */
  readonly at: readonly Point[];
  readonly apartSq: number;
}

/** Smallest uncertainty of a link, whose bases may agree by chance, mm. */
const FLOOR_MM = 0.2;

/**
 * The errors with those of one more picture. As a whole it is where the others have its ships, so that it shares their errors; beside each
 * other its bases keep their own. Scales are off alike, since plastic and mat are: by as much as the better known one is, and by no more
 * than plastic is misread. Where the ships are farther apart than this explains, the link is as unsure as they are.
 */
export function withLinkedErrors(placed: PlacedErrors, { places, joint, pairs, at, apartSq }: LinkedPicture): PlacedErrors {
  const [known, own, n] = [Math.sqrt(placed.joint.length), 3 * places.length, pairs.length];
  const size = known + own;
  const [scale] = scaleErrors(places, joint);
  const alike = new Array<number>(known).fill(0);
  for (const { variance, effect } of placed.scales)
    effect.forEach((value, row) => {
      alike[row]! += scale ? Math.min(variance, scale.variance, PLASTIC_SIGMA ** 2) * value : 0;
    });
  // Covariance of the others' errors, followed by its own as if it had a frame of its own.
  const between = (row: number, ownRow: number) => alike[row]! * (scale?.effect[ownRow] ?? 0);
  const before = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) => {
      if (row < known) return column < known ? placed.joint[row * known + column]! : between(row, column - known);
      return column < known ? between(column, row - known) : joint[(row - known) * own + column - known]!;
    }),
  );
  // Each row gives an error in the common frame by those.
  const middle = meanPoint(at);
  const spreadSq = at.reduce((sum, { x, y }) => sum + (x - middle.x) ** 2 + (y - middle.y) ** 2, 0);
  const levers = leversOf(places, middle);
  const shares = levers.map((lever, row) => {
    const share = new Array<number>(size).fill(0);
    share[known + row] = 1;
    leversOf(at, middle).forEach(([x, y, turn], k) => {
      if (k % 3 === 2) return;
      const [one, other] = pairs[Math.floor(k / 3)]!;
      const moved = (lever[0] * x + lever[1] * y) / n + (lever[2] * turn) / spreadSq;
      share[3 * other + (k % 3)]! += moved;
      share[known + 3 * one + (k % 3)]! -= moved;
    });
    return share;
  });
  const across = shares.map((share) => before.map((some) => dot(share, some)));
  const linked = across.map((some) => shares.map((share) => dot(share, some)));
  const expectedSq = pairs.reduce((sum, [one, other]) => {
    const axes = [0, 1].map((axis) => [3 * one + axis, 3 * other + axis] as const);
    return axes.reduce((all, [i, k]) => all + (linked[i]![i]! + before[k]![k]! - 2 * across[i]![k]!) / 2, sum);
  }, 0);
  const unexplainedSq = Math.max(0, Math.max(FLOOR_MM ** 2, (n * apartSq) / (n - 1)) - expectedSq / (n - 1));
  const unsure = (i: number, k: number) => {
    const [a, b] = [levers[i]!, levers[k]!];
    return unexplainedSq * ((a[0] * b[0] + a[1] * b[1]) / n + (a[2] * b[2]) / spreadSq);
  };
  const rows = before.map((some, row) => [...some.slice(0, known), ...across.map((one) => one[row]!)]);
  const ownRows = across.map((some, i) => [...some.slice(0, known), ...linked[i]!.map((value, k) => value + unsure(i, k))]);
  const none = new Array<number>(own).fill(0);
  const effects = [
    ...placed.scales.map(({ variance, effect }) => ({ variance, effect: [...effect, ...none] })),
    ...(scale ? [{ variance: scale.variance, effect: [...new Array<number>(known).fill(0), ...scale.effect] }] : []),
  ];
  return {
    joint: [...rows.slice(0, known), ...ownRows].flat(),
    scales: effects.map(({ variance, effect }) => ({
      variance,
      effect: [...effect.slice(0, known), ...shares.map((share) => dot(share, effect))],
    })),
  };
}

/** By how much a shift along x and y by 1 mm, and a turn about the middle by 1 rad, move each coordinate of bases. */
function leversOf(places: readonly Point[], middle: Point): (readonly [number, number, number])[] {
  // Headings are clockwise: a turn by +1 moves things in front to the right.
  return places.flatMap(({ x, y }) => [[1, 0, y - middle.y] as const, [0, 1, middle.x - x] as const, [0, 0, 1] as const]);
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, k) => sum + value * other[k]!, 0);
}
