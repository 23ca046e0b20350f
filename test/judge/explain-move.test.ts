import assert from 'node:assert/strict';
import test from 'node:test';
import { type Pose, type PoseCovariance, wrapRad } from '../../src/geometry/pose.js';
import { execute } from '../../src/judge/maneuver/execute.js';
import { executeWithUncertainty } from '../../src/judge/maneuver/execute-uncertainty.js';
import { explainMove, HAND_SIGMA, offsetSigma, putBack } from '../../src/judge/maneuver/explain-move.js';
import { maneuverEnds } from '../../src/judge/maneuver/maneuver-ends.js';
import { parseManeuver } from '../../src/pieces/maneuver.js';
import { createRandom } from '../../src/sim/random.js';
import { DEG, ship, sigmas, tableOf } from './tables.js';

const DIAL = ['1TW', '1BB', '1FB', '1NB', '1YW', '2TW', '2BB', '2FB', '2NB', '2YW', '3BW', '3FB', '3NW', '3ER', '4KR', '0OR'];

test('the fan has every end of a dial, a Tallon Roll three of them', () => {
  const ends = maneuverEnds(tableOf([ship('a', 'small', 450, 450, 0)]), 'a', DIAL);
  assert.equal(ends.length, DIAL.length + 2);
  assert.deepEqual(
    ends.filter(({ code }) => code === '3ER').map(({ align }) => align),
    ['left', 'middle', 'right'],
  );
  assert.ok(ends.every(({ execution }) => execution.execution === 'full'));
});

test('a ship that was moved by hand, 1 mm and 1° off, is explained by the maneuver it made', () => {
  const before = tableOf([ship('a', 'small', 450, 300, 30)]);
  for (const code of DIAL) {
    const { end } = execute(before, 'a', parseManeuver(code));
    const after = { pose: { x: end.x + 0.7, y: end.y - 0.7, headingRad: end.headingRad + DEG } };
    const [best] = explainMove(before, 'a', after, DIAL);
    assert.equal(best!.code, code);
    assert.equal(best!.plausible, true);
    assert.ok(Math.abs(best!.offset.distanceMm - 0.99) < 0.01 && Math.abs(best!.offset.turnDeg - 1) < 1e-6);
  }
});

test('the offset is what the pilot sees: 6 mm short of a straight 2 is −6 mm forward, and not what hands do', () => {
  const before = tableOf([ship('a', 'small', 450, 300, 90)]);
  const [best] = explainMove(before, 'a', { pose: { x: 450 + 120 - 6, y: 300, headingRad: 90 * DEG } }, DIAL);
  assert.equal(best!.code, '2FB');
  assert.ok(Math.abs(best!.offset.forwardMm + 6) < 1e-9 && Math.abs(best!.offset.rightMm) < 1e-9);
  assert.equal(best!.plausible, false);
});

test('a camera that knows less makes more plausible', () => {
  const after = { pose: { x: 450, y: 300 + 120 - 6, headingRad: 0 } };
  const vague = tableOf([ship('a', 'small', 450, 300, 0, { covariance: sigmas(2, 2, 0.5) })]);
  assert.equal(explainMove(vague, 'a', after, DIAL)[0]!.plausible, true);
  // A heading error of the start swings the end of a long move aside: 3° over 120 mm are 6 mm.
  const aside = { pose: { x: 456, y: 420, headingRad: 3 * DEG } };
  const sure = tableOf([ship('a', 'small', 450, 300, 0)]);
  assert.equal(explainMove(sure, 'a', aside, DIAL)[0]!.plausible, false);
  assert.equal(
    explainMove(tableOf([ship('a', 'small', 450, 300, 0, { covariance: sigmas(0.2, 0.2, 3) })]), 'a', aside, DIAL)[0]!.plausible,
    true,
  );
});

test('a bumped maneuver is explained with the ship that was in the way', () => {
  const before = tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'small', 455, 450, 10)]);
  const { end } = execute(before, 'a', parseManeuver('3FB'));
  const explanations = explainMove(before, 'a', { pose: end }, ['2FB', '3FB', '3BW']);
  assert.equal(explanations[0]!.execution.execution, 'partial');
  assert.ok(['2FB', '3FB'].includes(explanations[0]!.code) && explanations[0]!.chiSq < 1e-9);
});

test('an unknown ship is refused', () => {
  assert.throws(() => explainMove(tableOf([]), 'a', { pose: { x: 0, y: 0, headingRad: 0 } }, DIAL), /'a': not on the table/);
});

test('the way back of a bumped ship is given in its present frame: slide, then turn', () => {
  const stood = { pose: { x: 450, y: 300, headingRad: 0 } };
  const stands = { pose: { x: 453, y: 304, headingRad: 90 * DEG } };
  const way = putBack(stood, stands);
  // Facing +x, the old place lies 3 mm behind and 4 mm to the right.
  assert.ok(Math.abs(way.forwardMm + 3) < 1e-9 && Math.abs(way.rightMm - 4) < 1e-9 && Math.abs(way.distanceMm - 5) < 1e-9);
  assert.ok(Math.abs(way.turnDeg + 90) < 1e-9);
  assert.equal(way.isBack, false);
  assert.equal(putBack(stood, { pose: { x: 450.2, y: 300, headingRad: 0 } }).isBack, true);
  assert.equal(putBack({ ...stood, covariance: sigmas(0.5, 0.5, 0.5) }, { pose: { x: 451, y: 300, headingRad: 0 } }).isBack, true);
});

test('a ship is back when it stands within two standard deviations of both places together, whichever coordinate they are of', () => {
  const stood = { pose: { x: 450, y: 300, headingRad: 0 } };
  // Each of the four variances alone is 1 mm²: two sigma are 2 mm.
  for (const [x, y] of [
    [1, 0],
    [0, 1],
  ] as const) {
    for (const [mm, isBack] of [
      [1.9, true],
      [2.1, false],
    ] as const) {
      const stands = { pose: { x: 450 + mm, y: 300, headingRad: 0 } };
      assert.equal(putBack({ ...stood, covariance: sigmas(x, y, 0) }, stands).isBack, isBack);
      assert.equal(putBack(stood, { ...stands, covariance: sigmas(x, y, 0) }).isBack, isBack);
    }
  }
  const turned = { pose: { x: 450, y: 300, headingRad: 1.5 * DEG } };
  assert.equal(putBack({ ...stood, covariance: sigmas(0, 0, 0.8) }, turned).isBack, true);
  assert.equal(putBack({ ...stood, covariance: sigmas(0, 0, 0.7) }, turned).isBack, false);
});

test('how sure a full execution is: a gap of 1 mm known to 0.5 mm', () => {
  // The other ship stands still and exactly; the mover's place is known to 0.5 mm along its way.
  const mover = ship('a', 'small', 450, 300, 0, { covariance: sigmas(0, 0.5, 0) });
  const table = tableOf([mover, ship('b', 'small', 450, 300 + 120 + 40 + 1, 0)]);
  const found = executeWithUncertainty(table, 'a', parseManeuver('2FB'));
  assert.equal(found.execution.execution, 'full');
  // P(N(1, 0.5) > 0) = 0.9772.
  assert.ok(Math.abs(found.full.probability - 0.97725) < 1e-3);
  assert.equal(found.full.certain, false);
  assert.ok(Math.abs((found.touching.get('b') ?? 0) - 0.02275) < 0.005);
  assert.ok(found.endSigma.y < 0.5 && found.endSigma.y > 0.45);
  const exact = executeWithUncertainty(tableOf([{ ...mover, covariance: sigmas(0, 0, 0) }, table.ships[1]!]), 'a', parseManeuver('2FB'));
  assert.deepEqual([exact.full.probability, exact.full.certain, exact.endSigma.y], [1, true, 0]);
});

test('errors that both ships share leave the outcome as sure as if there were none', () => {
  // A camera that sees both ships 3 mm too far to the right or left, together: their gap is known exactly.
  const ships = [ship('a', 'small', 450, 300, 0), ship('b', 'small', 450, 462, 0)];
  const shared = [9, 0, 0, 9, 0, 0].flatMap((_, r) => [0, 1, 2, 3, 4, 5].map((c) => (r % 3 === c % 3 && r % 3 < 2 ? 9 : 0)));
  const found = executeWithUncertainty({ ...tableOf(ships), jointCovariance: shared }, 'a', parseManeuver('2FB'));
  assert.ok(found.full.probability > 0.9999);
  assert.ok(Math.abs(found.endSigma.y - 3) < 0.15);
});

type Vector = readonly [number, number, number];

/** A covariance with every mixed term, as the product of a matrix drawn by lot with itself; mm, mm, rad. */
function correlated(seed: string): number[][] {
  const random = createRandom(seed);
  const scale = [1.2, 1.2, 2 * DEG];
  const half = [0, 1, 2].map((i) => [0, 1, 2].map(() => scale[i]! * random.normal(1)));
  return half.map((a) => half.map((b) => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!));
}

function asPose(c: readonly (readonly number[])[]): PoseCovariance {
  return { xx: c[0]![0]!, xy: c[0]![1]!, xh: c[0]![2]!, yy: c[1]![1]!, yh: c[1]![2]!, hh: c[2]![2]! };
}

/** dᵀ C⁻¹ d by Gaussian elimination. */
function squaredIn(c: readonly (readonly number[])[], d: Vector): number {
  const rows = c.map((row, i) => [...row, d[i]!]);
  for (let i = 0; i < 3; i++) {
    for (let j = i + 1; j < 3; j++) {
      const times = rows[j]![i]! / rows[i]![i]!;
      rows[j] = rows[j]!.map((value, k) => value - times * rows[i]![k]!);
    }
  }
  const x = [0, 0, 0];
  for (let i = 2; i >= 0; i--) {
    x[i] = rows[i]![3]!;
    for (let k = i + 1; k < 3; k++) x[i]! -= rows[i]![k]! * x[k]!;
    x[i]! /= rows[i]![i]!;
  }
  return d.reduce((sum, value, i) => sum + value * x[i]!, 0);
}

test('a move’s chi-squared is the one of its difference in the spread that start, hand and camera give its end, found by moving the start a little', () => {
  for (const code of ['1TW', '2FB', '3NW', '4KR', '3BW']) {
    const [before, after] = [correlated(`before ${code}`), correlated(`after ${code}`)];
    const start: Pose = { x: 450, y: 400, headingRad: 0.8 };
    const endFrom = (pose: Pose): Pose => execute(tableOf([{ ...ship('a', 'small', 0, 0, 0), pose }]), 'a', parseManeuver(code)).end;
    // How the end moves with the start: central differences of the maneuver itself.
    const steps: Vector = [1e-3, 1e-3, 1e-5];
    const columns = steps.map((step, axis) => {
      const moved = (by: number) =>
        endFrom({
          x: start.x + (axis === 0 ? by : 0),
          y: start.y + (axis === 1 ? by : 0),
          headingRad: start.headingRad + (axis === 2 ? by : 0),
        });
      const [up, down] = [moved(step), moved(-step)];
      return [up.x - down.x, up.y - down.y, wrapRad(up.headingRad - down.headingRad)].map((value) => value / (2 * step));
    });
    const hand = [HAND_SIGMA.mm ** 2, HAND_SIGMA.mm ** 2, HAND_SIGMA.rad ** 2];
    const spread = [0, 1, 2].map((i) =>
      [0, 1, 2].map((j) => {
        let sum = after[i]![j]! + (i === j ? hand[i]! : 0);
        for (let k = 0; k < 3; k++) for (let l = 0; l < 3; l++) sum += columns[k]![i]! * before[k]![l]! * columns[l]![j]!;
        return sum;
      }),
    );
    const end = endFrom(start);
    for (const difference of [
      [3, 0, 0],
      [0, 3, 0],
      [0, 0, 0.03],
      [2, 2, 0],
      [2, -2, 0],
      [2, 1, -0.04],
      [-1, 3, 0.02],
    ] as const) {
      const pose = { x: end.x + difference[0], y: end.y + difference[1], headingRad: end.headingRad + difference[2] };
      const table = tableOf([{ ...ship('a', 'small', 0, 0, 0), pose: start, covariance: asPose(before) }]);
      const [found] = explainMove(table, 'a', { pose, covariance: asPose(after) }, [code]).filter((one) => one.code === code);
      const expected = squaredIn(spread, difference);
      assert.ok(Math.abs(found!.chiSq / expected - 1) < 1e-5, `${code} off by ${difference}: ${found!.chiSq}, expected ${expected}`);
      assert.equal(found!.plausible, expected <= 16.27);
    }
  }
});

test('where it is too close to call whether a ship was in the way, a Koiogran turn is explained by either end', () => {
  // A straight 4 ends at y = 500; the base of b begins where that of a ends, 0.2 mm in its way.
  const covariance = sigmas(0.3, 0.3, 0.1);
  const before = tableOf([ship('a', 'small', 450, 300, 0, { covariance }), ship('b', 'small', 450, 539.8, 0, { covariance })]);
  const at = (headingDeg: number) => explainMove(before, 'a', { pose: { x: 450, y: 500, headingRad: headingDeg * DEG } }, ['4KR']);
  for (const [headingDeg, execution] of [
    [180, 'full'],
    [0, 'partial'],
  ] as const) {
    const found = at(headingDeg);
    assert.deepEqual(
      found.map((one) => [one.execution.execution, one.plausible]),
      [[execution, true]],
    );
  }
  const apart = tableOf([ship('a', 'small', 450, 300, 0, { covariance }), ship('b', 'small', 450, 530, 0, { covariance })]);
  assert.equal(explainMove(apart, 'a', { pose: { x: 450, y: 500, headingRad: 180 * DEG } }, ['4KR'])[0]!.plausible, false);
});

test('the end of a bumped ship is as uncertain as the place of the ship in its way, and a seen move is noted no sooner', () => {
  const inWay = (mm: number) =>
    tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'small', 450, 450, 0, { covariance: sigmas(mm, mm, 0) })]);
  // It ends 8 mm short of the touching bases.
  const after = { pose: { x: 450, y: 402, headingRad: 0 }, covariance: sigmas(0, 0, 0) };
  const [sure, vague] = [0.1, 3].map((mm) => explainMove(inWay(mm), 'a', after, ['3FB'])[0]!);
  assert.deepEqual([sure!.plausible, vague!.plausible], [false, true]);
  const sigmaMm = (one: typeof sure, mm: number) => offsetSigma(inWay(mm).ships[0]!, one!, after).mm;
  assert.ok(Math.abs(sigmaMm(sure, 0.1) - 0.1 * Math.SQRT2) < 1e-9 && Math.abs(sigmaMm(vague, 3) - 3 * Math.SQRT2) < 1e-9);
});
