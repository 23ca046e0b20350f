import { blockAt, blockOfCovariance, setBlock } from '../../geometry/joint-covariance.js';
import { meanPoint } from '../../geometry/mean-point.js';
import type { Point } from '../../geometry/point.js';
import type { Pose, PoseCovariance } from '../../geometry/pose.js';

/** A ship with its row in a joint covariance. */
interface Placed {
  readonly row: number;
  readonly pose: Pose;
}

/** A ship that was fitted to the pixels of a picture through a camera that counted as known; `own`: what is unsure besides that camera. */
interface Fitted extends Placed {
  readonly own: PoseCovariance;
}

/** Fewer measured ships do not show how far their own errors are from a common one. */
const MIN_MEASURED = 3;

/**
 * The joint covariance (as in `geometry/joint-covariance.ts`) with the errors that ships fitted to a picture share with those `measured` in it: a shift, a turn
 * and a scale of the whole, as the measured ones have them at the fitted place. What these leave unexplained of the measured ones is added to the fitted ships'
 * `own` errors. Unchanged where too few were measured, or all of them at one place.
 */
export function withFittedErrors(joint: readonly number[], measured: readonly Placed[], fitted: readonly Fitted[]): readonly number[] {
  const middle = meanPoint(measured.map(({ pose }) => pose));
  const spreadSq = measured.reduce((sum, { pose }) => sum + (pose.x - middle.x) ** 2 + (pose.y - middle.y) ** 2, 0);
  if (fitted.length === 0 || measured.length < MIN_MEASURED || spreadSq === 0) return joint;
  /** Of the errors x and y of each measured ship, the shares of which those of x, y and heading at a place consist. */
  const sharesAt = (at: Point) => {
    const [dx, dy] = [at.x - middle.x, at.y - middle.y];
    const shares = measured.map(({ pose }) => {
      const [x, y] = [pose.x - middle.x, pose.y - middle.y];
      const [along, across] = [(dx * x + dy * y) / spreadSq, (dy * x - dx * y) / spreadSq];
      const alike = 1 / measured.length + along;
      // Headings are clockwise: a turn by +1 moves things in front to the right.
      return { x: [alike, -across], y: [across, alike], heading: [y / spreadSq, -x / spreadSq] };
    });
    return [shares.flatMap(({ x }) => x), shares.flatMap(({ y }) => y), shares.flatMap(({ heading }) => heading)];
  };
  const places = measured.flatMap(({ row }) => [3 * row, 3 * row + 1]);
  const size = Math.sqrt(joint.length);
  const between = (one: number, other: number) => joint[one * size + other]!;
  const withColumn = (share: readonly number[], column: number) =>
    share.reduce((sum, value, k) => sum + value * between(places[k]!, column), 0);
  const withShare = (share: readonly number[], other: readonly number[]) =>
    other.reduce((sum, value, k) => sum + value * withColumn(share, places[k]!), 0);
  // A shift, a turn and a scale explain as many as four errors, whatever they are.
  const unexplained = places.length / (places.length - 4);
  const unlikeSq =
    unexplained *
    Math.max(
      ...measured.flatMap(({ pose }, i) =>
        sharesAt(pose)
          .slice(0, 2)
          .map((share, axis) => {
            const rest = share.map((value, k) => (k === 2 * i + axis ? 1 : 0) - value);
            return withShare(rest, rest);
          }),
      ),
    );
  const made = [...joint];
  const shares = fitted.map(({ pose }) => sharesAt(pose));
  const fittedRows = new Set(fitted.map(({ row }) => row));
  fitted.forEach(({ row, own }, i) => {
    for (let other = 0; other < size / 3; other++) {
      if (fittedRows.has(other)) continue;
      const block = shares[i]!.flatMap((share) => [0, 1, 2].map((axis) => withColumn(share, 3 * other + axis)));
      setBlock(made, row, other, block);
      setBlock(made, other, row, transposed(block));
    }
    fitted.forEach((other, k) => {
      setBlock(
        made,
        row,
        other.row,
        shares[i]!.flatMap((share) => shares[k]!.map((one) => withShare(share, one))),
      );
    });
    const alone = blockOfCovariance({ ...own, xx: own.xx + unlikeSq, yy: own.yy + unlikeSq });
    setBlock(
      made,
      row,
      row,
      blockAt(made, row, row).map((value, k) => value + alone[k]!),
    );
  });
  return made;
}

const transposed = (block: readonly number[]) => [0, 3, 6, 1, 4, 7, 2, 5, 8].map((k) => block[k]!);
