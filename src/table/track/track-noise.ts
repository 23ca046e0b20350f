import { cholesky } from '../../geometry/cholesky.js';
import { blockAt, setBlock } from '../../geometry/joint-covariance.js';
import { type Pose, wrapRad } from '../../geometry/pose.js';
import type { TableState, Track } from './track-state.js';

/*
 * A still ship's pose scatters from frame to frame. That part of its error is noise, and the mean of many frames is free of most of it. The
 * rest, such as a net that is biased by the angle of view, or a lens not quite known, is the same in all frames: no number of them makes it smaller.
 */

/** Number of frames from which on the scatter is known. */
const KNOWN_FRAMES = 5;
/** Assumed scatter of a still base until then: at most 0.4 mm and 0.4°, one standard deviation. */
const MAX_NOISE_MM = 0.4;
const MAX_NOISE_RAD = (0.4 * Math.PI) / 180;
/** Largest move that is not worth noticing: nobody measures ranges that closely. */
const UNNOTICED_MM = 0.3;
const UNNOTICED_RAD = (0.3 * Math.PI) / 180;
/** Standard deviations of the noise from which on it is a move. */
const SIGMAS = 3;
/** Minimum share of the claimed variance that stays, whatever the frames say. */
const MIN_SHARE = 0.25;

/** One ship in the present frame, and in the state before it. */
export interface Step {
  readonly now: Track;
  /** Its row in the state before; absent: it was not known. */
  readonly row?: number;
  /** Pose in this frame, relative to the mean of the frames before; absent where it is not seen, or was moved. */
  readonly apart?: Pose;
  /** Its frame is not in the mean: misread, or the first of a move. */
  readonly isUnconfirmed?: boolean;
  /** Its frame is an earlier one, which the mean has already. */
  readonly isKept?: boolean;
  /** Difference of half its side from that of the size that this frame reads. */
  readonly sizeDoubtMm?: number;
}

/** Largest distance of a ship in a frame from its mean at which it still counts as standing. */
export function stillReach(state: TableState, row: number): { readonly mm: number; readonly rad: number } {
  const n = state.tracks[row]?.stillFrames ?? 0;
  const [maxMm, maxRad] = [UNNOTICED_MM + SIGMAS * MAX_NOISE_MM, UNNOTICED_RAD + SIGMAS * MAX_NOISE_RAD];
  if (n < KNOWN_FRAMES) return { mm: maxMm, rad: maxRad };
  const block = blockAt(state.scatter, row, row);
  const [placeSq, turnSq] = [(block[0]! + block[4]!) / 2, block[8]!].map((biased) => (biased * n) / (n - 1)) as [number, number];
  return {
    mm: Math.min(maxMm, UNNOTICED_MM + SIGMAS * Math.sqrt(placeSq)),
    rad: Math.min(maxRad, UNNOTICED_RAD + SIGMAS * Math.sqrt(turnSq)),
  };
}

/** The scatter of the ships' frames about their means with one frame more, biased as a mean square is; forgets as the means do. */
export function scatterAfter(state: TableState, steps: readonly Step[]): number[] {
  const scatter = new Array<number>(9 * steps.length ** 2).fill(0);
  steps.forEach((a, i) => {
    steps.forEach((b, j) => {
      if (a.row === undefined || b.row === undefined || hasMoved(a) || hasMoved(b)) return;
      const old = blockAt(state.scatter, a.row, b.row);
      if (!a.apart || !b.apart || a.isUnconfirmed || b.isUnconfirmed) {
        setBlock(scatter, i, j, old);
        return;
      }
      const weight = 1 / (Math.min(a.now.stillFrames, b.now.stillFrames) || 1);
      const [da, db] = [vectorOf(a.apart), vectorOf(b.apart)];
      const block = old.map((value, k) => (1 - weight) * (value + weight * da[Math.floor(k / 3)]! * db[k % 3]!));
      setBlock(scatter, i, j, block);
    });
  });
  return scatter;
}

/**
 * The joint covariance of the means: the claim of one frame, less the noise that averaging has removed. Of a scatter known from n frames
 * only its lower bound (one standard deviation of a variance below it) counts as noise, and no direction is left with less than its share.
 */
export function withoutNoise(joint: readonly number[], scatter: readonly number[], steps: readonly Step[]): readonly number[] {
  const size = 3 * steps.length;
  // Unbiased n / (n − 1) times what averaging removes, 1 − 1/n, is 1.
  const share = steps.map(({ now }) => (now.isSeen ? Math.max(0, 1 - Math.sqrt(2 / Math.max(1, now.stillFrames - 1))) : 0));
  const noise = scatter.map((value, k) => {
    const [i, j] = [Math.floor(k / size / 3), Math.floor((k % size) / 3)];
    return value * Math.sqrt(share[i]! * share[j]!);
  });
  for (const part of [1, 0.5, 0.25]) {
    const least = joint.map((value, k) => (1 - MIN_SHARE) * value - part * noise[k]!);
    if (isCovariance(least, size)) return joint.map((value, k) => value - part * noise[k]!);
  }
  return joint;
}

/**
 * Widens the covariance of means by unconfirmed frames: the mean that is shown may be off by as much as such a frame saw a ship away from
 * it, and its sides by the difference to the size that it reads instead.
 */
export function withUnconfirmed(joint: readonly number[], steps: readonly Step[]): readonly number[] {
  const widened = [...joint];
  steps.forEach(({ apart, isUnconfirmed, sizeDoubtMm = 0 }, i) => {
    const by = apart && isUnconfirmed ? vectorOf(apart) : [0, 0, 0];
    const bySize = [sizeDoubtMm ** 2, 0, 0, 0, sizeDoubtMm ** 2, 0, 0, 0, 0];
    const block = blockAt(joint, i, i).map((value, k) => value + by[Math.floor(k / 3)]! * by[k % 3]! + bySize[k]!);
    setBlock(widened, i, i, block);
  });
  return widened;
}

function hasMoved({ now, apart, isKept }: Step): boolean {
  return now.isSeen && !apart && !isKept;
}

/** Whether a symmetric matrix has no direction of negative variance: the product of its factor then restores it. */
function isCovariance(matrix: readonly number[], n: number): boolean {
  for (let i = 0; i < n; i++) if (!(matrix[i * n + i]! >= 0)) return false;
  const factor = cholesky(matrix, n);
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let k = 0; k <= i; k++) sum += factor[i * n + k]! ** 2;
    if (sum > matrix[i * n + i]! * (1 + 1e-6)) return false;
  }
  return true;
}

function vectorOf({ x, y, headingRad }: Pose): readonly number[] {
  return [x, y, wrapRad(headingRad)];
}
