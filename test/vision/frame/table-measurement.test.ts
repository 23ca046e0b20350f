import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../../src/sim/random.js';
import type { SeenBase } from '../../../src/table/measurement.js';
import { baseProbability } from '../../../src/vision/bases/base-classifier.js';
import type { ConfirmedCandidate } from '../../../src/vision/bases/candidate.js';
import type { Detection } from '../../../src/vision/bases/detect.js';
import { tableMeasurement } from '../../../src/vision/frame/table-measurement.js';
import type { TableSolution } from '../../../src/vision/solve/joint-solution.js';

const SOLVED = { headingSigmaRad: 0.01, agreement: 0.9, sideAgreement: 0.9 };
const VARIANCES = [0.1, 0.1, SOLVED.headingSigmaRad ** 2];

/** This many bases, well apart, measured each by itself. */
function solutionOf(count: number): TableSolution {
  const size = 3 * count;
  return {
    camera: {},
    widthMm: 914,
    depthMm: 914,
    matSigmaMm: 2,
    poses: Array.from({ length: count }, (_, i) => ({ x: 400 + 150 * i, y: 300, headingRad: 1 })),
    agreement: Array.from({ length: count }, () => SOLVED.agreement),
    sideAgreement: Array.from({ length: count }, () => SOLVED.sideAgreement),
    tiles: Array.from({ length: count }, () => ({ turnRad: 0, sigmaRad: 0.01 })),
    jointCovariance: Float64Array.from({ length: size ** 2 }, (_, k) => (k % (size + 1) === 0 ? VARIANCES[(k / (size + 1)) % 3]! : 0)),
  } as unknown as TableSolution;
}

/** A base whose keypoints have that mean log spread, and whose front is known with that lead. */
function base(spread: number, frontLead: number, isFrontKnown = true, score = 0.6): ConfirmedCandidate {
  return {
    detection: { score, cardLogit: -4 },
    reading: { base: 'small', spread },
    marks: { base: 'small', marks: [] },
    isFrontKnown,
    frontLead,
  } as unknown as ConfirmedCandidate;
}

const PLAIN = base(-0.6, 3, true, 0.9);

/** The measurement of these bases, of which nothing is open but what `open` says. */
function measurementWith(candidates: readonly ConfirmedCandidate[], open: Partial<Parameters<typeof tableMeasurement>[0]> = {}) {
  return tableMeasurement({
    ...{ capturedAtMs: 0, stageMs: {}, solution: solutionOf(candidates.length), candidates, unconfirmed: [] },
    ...{ uncertainty: { scaleSigma: 0, shiftSigmaMm: 0 }, varianceFactor: 1 },
    ...open,
  });
}

function basesOf(...seen: readonly ConfirmedCandidate[]) {
  return measurementWith(seen).bases;
}

/** Whether the front of that base is left open, beside a plain one. */
function isOpen(one: ConfirmedCandidate): boolean {
  const bases = basesOf(one, PLAIN);
  assert.equal(bases.length, 2);
  return bases[0]!.isFrontOpen === true;
}

test('a base that is half seen is one where another picture shows it plainly, its front as this one shows it', () => {
  const half = base(-0.1, 0.5, true, 0.1);
  assert.equal(basesOf(half, PLAIN).length, 1);
  const [shown] = basesOf({ ...half, elsewhere: 0.999 }, PLAIN);
  assert.deepEqual([shown!.detectionProbability, shown!.isFrontOpen], [0.999, true]);
  // One that is plainer here than there is as plain as here.
  assert.ok(basesOf({ ...PLAIN, elsewhere: 0.5 })[0]!.detectionProbability > 0.9);
});

test('what a person overruled is within two standard deviations of each place and each distance that it changes', () => {
  const solution = solutionOf(3);
  // As it would be were the mat a hundredth larger, and 4 mm to the side.
  const poses = solution.poses.map(({ x, y, headingRad }) => ({ x: 1.01 * x + 4, y, headingRad: headingRad + 0.01 }));
  const overruled = { one: solution, other: { poses }, weight: 0.25 };
  const claimed = measurementWith([PLAIN, PLAIN, PLAIN], { solution, alternatives: [overruled] });
  const plain = measurementWith([PLAIN, PLAIN, PLAIN]);
  const at = ({ jointCovariance: joint }: typeof claimed, i: number, k: number) => joint[3 * i * 9 + 3 * k]!;
  const apart = (i: number) => poses[i]!.x - solution.poses[i]!.x;
  for (const i of [0, 1, 2]) {
    assert.ok(4 * (at(claimed, i, i) - at(plain, i, i)) >= apart(i) ** 2 - 1e-9);
    for (const k of [0, 1, 2]) {
      const variance = (one: typeof claimed) => at(one, i, i) + at(one, k, k) - 2 * at(one, i, k);
      // A common shift changes no distance.
      assert.ok(Math.abs(4 * (variance(claimed) - variance(plain)) - (apart(i) - apart(k)) ** 2) < 1e-9);
    }
  }
});

test('four likely bases on a mat whose border is seen are bases though none of them is nearly certain; three are not, nor are four of which all may be something else', () => {
  const found = (isBorderSeen: boolean, ...seen: readonly ConfirmedCandidate[]) => measurementWith(seen, { isBorderSeen }).bases.length;
  const likely = base(-0.3, 3, true, 0.45);
  assert.ok(baseProbability(likely, SOLVED) > 0.95 && baseProbability(likely, SOLVED) < 0.98);
  assert.equal(found(true, likely, likely, likely, likely), 4);
  assert.equal(found(false, likely, likely, likely, likely), 0);
  assert.equal(found(true, likely, likely, likely), 0);
  const doubtful = base(-0.17, 3, true, 0.25);
  assert.ok(baseProbability(doubtful, SOLVED) > 0.8 && baseProbability(doubtful, SOLVED) < 0.9);
  assert.equal(found(true, doubtful, doubtful, doubtful, doubtful), 0);
});

test('an improbable base is one only where another one is nearly certain', () => {
  const doubtful = base(-0.15, 3, true, 0.25);
  assert.ok(baseProbability(doubtful, SOLVED) > 0.7 && baseProbability(doubtful, SOLVED) < 0.9);
  assert.equal(basesOf(doubtful).length, 0);
  // As the likeliest tile of another game.
  const likely = base(-0.3, 3, true, 0.45);
  assert.ok(baseProbability(likely, SOLVED) > 0.95 && baseProbability(likely, SOLVED) < 0.98);
  assert.equal(basesOf(likely).length, 0);
  assert.equal(basesOf(doubtful, doubtful).length, 0);
  assert.equal(basesOf(doubtful, PLAIN).length, 2);
  assert.equal(basesOf(PLAIN).length, 1);
});

test('the front of a doubtful base is known only when crops turned the other ways are far less sharp', () => {
  const doubtful = base(-0.15, 0.8, true, 0.25);
  assert.ok(baseProbability(doubtful, SOLVED) > 0.7 && baseProbability(doubtful, SOLVED) < 0.9);
  assert.ok(isOpen(doubtful));
  assert.ok(!isOpen(base(-0.15, 3, true, 0.25)));
  assert.ok(!isOpen(base(-0.15, Number.POSITIVE_INFINITY, true, 0.25)));
});

test('so is the front of a base whose keypoints are blurred', () => {
  const blurred = base(0.1, 0.8, true, 0.98);
  assert.ok(baseProbability(blurred, SOLVED) > 0.9);
  assert.ok(isOpen(blurred));
  assert.ok(!isOpen(base(0.1, 3, true, 0.98)));
});

test('the front of a probable base needs no clearer lead than its crops show', () => {
  const plain = base(-0.6, 0.5);
  assert.ok(baseProbability(plain, SOLVED) > 0.95);
  assert.ok(!isOpen(plain));
  assert.ok(isOpen(base(-0.6, 0.05, false)));
});

test('what is half probable is reported as unmeasured with its probability, whichever net detected it', () => {
  const half = base(0.3, 3, true, 0.3);
  const believed = baseProbability(half, SOLVED);
  assert.ok(believed > 0.5 && believed < 0.8);
  const { bases, unmeasurable } = measurementWith([half, PLAIN]);
  assert.equal(bases.length, 1);
  assert.equal(unmeasurable.length, 1);
  const [one] = unmeasurable;
  assert.deepEqual(one!.at, { x: 400, y: 300 });
  assert.equal(one!.probability, believed);
  assert.match(one!.reason, /too much is hidden/);
});

test('a blurred base that shows itself to be of a larger size may stand as much further off as that is larger; a sharp one, and one that is hardly another, may not', () => {
  const sigmaOf = (spread: number, small: number) => {
    const one = { ...base(spread, 3, true, 0.9), marks: { base: 'small', marks: [], sizes: { small, medium: 1 - small, large: 0 } } };
    const { xx, yy } = measurementWith([one as unknown as ConfirmedCandidate, PLAIN]).bases[0]!.covariance;
    return [Math.sqrt(xx), Math.sqrt(yy)] as const;
  };
  const sharp = sigmaOf(-0.6, 0.05);
  assert.deepEqual(sigmaOf(0.15, 0.6), sharp);
  assert.deepEqual(sigmaOf(-0.2, 0.2), sharp);
  assert.ok(sigmaOf(-0.2, 0.05)[0] > 9);
  const more = sigmaOf(0.15, 0.05).map((sigma, i) => Math.sqrt(sigma ** 2 - sharp[i]! ** 2));
  for (const byItsSize of more)
    assert.ok(Math.abs(byItsSize - Math.sqrt(0.95) * 10) < 1e-6, `${byItsSize} mm of the 10 between halves of 40 and 60`);
});

test('what only the detector half sees may be a base, unless it is part of one that is measured, too near to a certain one for another, or lies beside the mat', () => {
  const detection = (x: number): Detection => ({ base: 'small', at: { x, y: 300 }, headingRad: 0, score: 0.3, cardLogit: -4 });
  const placesBeside = (...seen: readonly ConfirmedCandidate[]) =>
    measurementWith(seen, { unconfirmed: [detection(373), detection(371), detection(365), detection(363), detection(980)] }).unmeasurable;
  assert.deepEqual(placesBeside(PLAIN), [{ at: { x: 363, y: 300 }, radiusMm: 20 * Math.SQRT2, probability: 0.1, reason: 'Base?' }]);
  const doubtful = base(-0.1, 3, true, 0.45);
  const [{ detectionProbability }] = basesOf(doubtful, PLAIN) as [SeenBase, SeenBase];
  assert.ok(detectionProbability < 0.95 && detectionProbability > 0.8, `${detectionProbability}`);
  assert.deepEqual(
    placesBeside(doubtful, PLAIN).map(({ at }) => at.x),
    [371, 365, 363],
  );
});

test('a covariance that is claimed instead of the solution’s own widens poses, and makes nothing less of a base', () => {
  const own = solutionOf(2);
  const measured = (solution: TableSolution) => measurementWith([base(-0.1, 3), PLAIN], { solution });
  const [asSolved, claimed] = [measured(own), measured({ ...own, claimedCovariance: own.jointCovariance.map((value) => 16 * value) })];
  assert.deepEqual(
    claimed.bases.map(({ detectionProbability }) => detectionProbability),
    asSolved.bases.map(({ detectionProbability }) => detectionProbability),
  );
  assert.deepEqual(
    [...claimed.jointCovariance],
    [...asSolved.jointCovariance].map((value) => 16 * value),
  );
});

test('poses of a table whose scale and place are unsure scatter as claimed: 20 000 tables stretched about the mat’s middle and shifted by lot', () => {
  const solution = solutionOf(3);
  const [scaleSigma, shiftSigmaMm, factor] = [0.02, 3, 1.7];
  const { jointCovariance } = measurementWith([PLAIN, PLAIN, PLAIN], { uncertainty: { scaleSigma, shiftSigmaMm }, varianceFactor: factor });
  const random = createRandom('scale and place');
  const sums = new Float64Array(81);
  const runs = 20_000;
  for (let run = 0; run < runs; run++) {
    const [stretch, right, up] = [random.normal(scaleSigma), random.normal(shiftSigmaMm), random.normal(shiftSigmaMm)];
    const errors = solution.poses.flatMap(({ x, y }) => [
      stretch * (x - 457) + right + random.normal(Math.sqrt(factor * VARIANCES[0]!)),
      stretch * (y - 457) + up + random.normal(Math.sqrt(factor * VARIANCES[1]!)),
      random.normal(Math.sqrt(factor * VARIANCES[2]!)),
    ]);
    for (let k = 0; k < 81; k++) sums[k]! += (errors[Math.floor(k / 9)]! * errors[k % 9]!) / runs;
  }
  sums.forEach((sampled, k) => {
    const [i, j] = [Math.floor(k / 9), k % 9];
    // A sampled covariance scatters by up to √2 · σi · σj / √runs, four of which are allowed.
    const slackMmSq = (4 * Math.SQRT2 * Math.sqrt(sums[10 * i]! * sums[10 * j]!)) / Math.sqrt(runs);
    assert.ok(Math.abs(jointCovariance[k]! - sampled) < slackMmSq, `${i} with ${j}: ${jointCovariance[k]}, sampled ${sampled}`);
  });
});

test('each pose’s own covariance is its part of the joint one, with the scale’s share in it', () => {
  const { bases, jointCovariance } = measurementWith([PLAIN, PLAIN], { uncertainty: { scaleSigma: 0.01, shiftSigmaMm: 1 } });
  bases.forEach(({ covariance: { xx, xy, xh, yy, yh, hh } }, i) => {
    const at = (row: number, column: number) => jointCovariance[(3 * i + row) * 6 + 3 * i + column]!;
    assert.deepEqual([xx, xy, xh, yy, yh, hh], [at(0, 0), at(0, 1), at(0, 2), at(1, 1), at(1, 2), at(2, 2)]);
  });
  // 400 − 457 mm and 300 − 457 mm from the middle, 1 % of each, a shift of 1 mm and their own 0.1 mm².
  assert.ok(Math.abs(bases[0]!.covariance.xx - (0.57 ** 2 + 1 + 0.1)) < 1e-9);
  assert.ok(Math.abs(bases[0]!.covariance.xy - 0.57 * 1.57) < 1e-9);
});

/** Bases measured 1 mm exactly beside each other, on a table of which nobody knows by 12 mm where it lies. */
function shifted(count: number): TableSolution {
  const solution = solutionOf(count);
  const size = 3 * count;
  const joint = Float64Array.from(solution.jointCovariance, (own, k) => {
    const [row, column] = [Math.floor(k / size) % 3, (k % size) % 3];
    return own + (row === column && row < 2 ? 12 ** 2 : 0);
  });
  return { ...solution, jointCovariance: joint };
}

test('bases whose place on the mat is unsure are placed by each other; one alone is not', () => {
  const placed = (count: number, scaleSigma = 0) =>
    measurementWith(
      Array.from({ length: count }, () => PLAIN),
      { solution: shifted(count), uncertainty: { scaleSigma, shiftSigmaMm: 0 } },
    );
  const three = placed(3);
  assert.equal(three.bases.length, 3);
  assert.ok(three.bases.every(({ covariance: { xx, yy } }) => Math.sqrt(xx) > 12 && Math.sqrt(yy) > 12));
  assert.equal(placed(1).bases.length, 0);
  // Where the border may be another thing's its bases are not placed by each other either.
  assert.equal(placed(3, 0.02).bases.length, 0);
});
