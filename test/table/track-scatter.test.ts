import assert from 'node:assert/strict';
import test from 'node:test';
import { poseCovarianceAt } from '../../src/geometry/joint-covariance.js';
import { EXACT } from '../../src/geometry/pose.js';
import { createRandom } from '../../src/sim/random.js';
import { type Step, scatterAfter, stillReach, withoutNoise, withUnconfirmed } from '../../src/table/track/track-noise.js';
import { stateOfTable, type TableState, type Track } from '../../src/table/track/track-state.js';
import { DEG, ship, tableOf } from '../judge/tables.js';

const STATE = stateOfTable(tableOf([ship('a', 'small', 200, 200, 0), ship('b', 'small', 500, 500, 0)]));
const still = (row: number, stillFrames: number): Track => ({ ...STATE.tracks[row]!, isSeen: true, stillFrames, covariance: EXACT });
const outer = (a: readonly number[], b: readonly number[]) => a.flatMap((x) => b.map((y) => x * y));
const near = (found: readonly number[], expected: readonly number[], slack = 1e-12) => {
  assert.equal(found.length, expected.length);
  found.forEach((value, k) => {
    assert.ok(Math.abs(value - expected[k]!) <= slack, `${k}: ${value}, expected ${expected[k]}`);
  });
};

test('the scatter of two ships is the mean of the products of how far each frame saw them from their mean, with its divisor n', () => {
  const random = createRandom('frames');
  const frames = Array.from({ length: 12 }, () => Array.from({ length: 6 }, () => random.normal(0.3)));
  // A state in which both ships stand for one frame: from then on the running means are those of the frames so far.
  let state: TableState = { ...STATE, scatter: new Array<number>(36).fill(0) };
  const mean = [...frames[0]!];
  frames.slice(1).forEach((frame, i) => {
    const n = i + 2;
    const apart = frame.map((value, k) => value - mean[k]!);
    const step = (row: number): Step => ({
      now: still(row, n),
      row,
      apart: { x: apart[3 * row]!, y: apart[3 * row + 1]!, headingRad: apart[3 * row + 2]! },
    });
    state = { ...state, scatter: scatterAfter(state, [step(0), step(1)]) };
    for (let k = 0; k < 6; k++) mean[k]! += apart[k]! / n;
  });
  const all = [0, 1, 2, 3, 4, 5].map((k) => frames.reduce((sum, frame) => sum + frame[k]!, 0) / frames.length);
  const expected = Array.from({ length: 36 }, (_, k) => {
    const [a, b] = [Math.floor(k / 6), k % 6];
    return frames.reduce((sum, frame) => sum + (frame[a]! - all[a]!) * (frame[b]! - all[b]!), 0) / frames.length;
  });
  near(state.scatter, expected);
});

test('a frame that is doubted, or does not see a ship, leaves the scatter as it was; a ship that moved or is new has none', () => {
  const random = createRandom('scatter');
  const before = { ...STATE, scatter: Array.from({ length: 36 }, () => random.normal(1)) };
  const apart = { x: 1, y: 2, headingRad: 0.1 };
  const a: Step = { now: still(0, 7), row: 0, apart };
  const b: Step = { now: still(1, 7), row: 1, apart };
  const hidden: Step = { now: { ...still(1, 7), isSeen: false }, row: 1 };
  assert.deepEqual(
    scatterAfter(before, [
      { ...a, isUnconfirmed: true },
      { ...b, isUnconfirmed: true },
    ]),
    before.scatter,
  );
  const own = (scatter: readonly number[], row: number) => Object.values(poseCovarianceAt(scatter, row));
  assert.deepEqual(own(scatterAfter(before, [a, hidden]), 1), own(before.scatter, 1));
  assert.notDeepEqual(own(scatterAfter(before, [a, hidden]), 0), own(before.scatter, 0));
  const moved: Step = { now: still(1, 1), row: 1 };
  assert.deepEqual(own(scatterAfter(before, [a, moved]), 1), [0, 0, 0, 0, 0, 0]);
  assert.deepEqual(own(scatterAfter(before, [a, { now: still(1, 1), apart }]), 1), [0, 0, 0, 0, 0, 0]);
  // Nor has it any in common with a ship that stands.
  const between = (scatter: readonly number[]) => [3, 4, 5].flatMap((column) => [0, 1, 2].map((row) => scatter[6 * row + column]!));
  assert.deepEqual(between(scatterAfter(before, [a, moved])), new Array(9).fill(0));
});

test('a ship counts as standing up to three of its own standard deviations and what nobody notices; while these are unknown, of 0.4 mm and 0.4°', () => {
  const scatter = new Array<number>(36).fill(0);
  [scatter[21], scatter[28], scatter[35]] = [0.01, 0.03, (0.1 * DEG) ** 2];
  const standing = (stillFrames: number) => stillReach({ ...STATE, scatter, tracks: [still(0, 1), still(1, stillFrames)] }, 1);
  const young = standing(4);
  near([young.mm, young.rad / DEG], [0.3 + 3 * 0.4, 0.3 + 3 * 0.4]);
  // With divisor n − 1: nine frames of mean square 0.02 mm² have a variance of 0.0225 mm².
  const known = standing(9);
  near([known.mm, known.rad / DEG], [0.3 + 3 * 0.15, 0.3 + 3 * 0.1 * Math.sqrt(9 / 8)]);
  const restless = stillReach({ ...STATE, scatter: scatter.map((value) => 1e4 * value), tracks: [still(0, 1), still(1, 9)] }, 1);
  near([restless.mm, restless.rad], [young.mm, young.rad]);
});

test('a doubted frame widens a ship’s claim by as much as it saw it elsewhere, in its direction and in no other ship’s', () => {
  const joint = Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? 1 : 0.1));
  const apart = { x: 3, y: -2, headingRad: 0.05 };
  const widened = withUnconfirmed(joint, [{ now: still(0, 8) }, { now: still(1, 8), apart, isUnconfirmed: true }]);
  const expected = [...joint];
  outer([3, -2, 0.05], [3, -2, 0.05]).forEach((value, k) => {
    expected[(3 + Math.floor(k / 3)) * 6 + 3 + (k % 3)]! += value;
  });
  near(widened, expected);
  assert.deepEqual(withUnconfirmed(joint, [{ now: still(0, 8), apart }, { now: still(1, 8) }]), joint);
});

test('whatever the frames scatter by, every direction keeps at least a quarter of its claimed variance', () => {
  const random = createRandom('directions');
  const spread = (errors: readonly (readonly number[])[]) =>
    Array.from({ length: 36 }, (_, k) => errors.reduce((sum, one) => sum + one[Math.floor(k / 6)]! * one[k % 6]!, 0));
  const errors = (count: number) => Array.from({ length: count }, () => Array.from({ length: 6 }, () => random.normal(0.3)));
  let narrowed = 0;
  for (let i = 0; i < 100; i++) {
    const [joint, scatter] = [spread(errors(9)), spread(errors(3 + (i % 4))).map((value) => value * 10 ** random.range(-1.5, 0.5))];
    const less = withoutNoise(joint, scatter, [{ now: still(0, 30) }, { now: still(1, 30) }]);
    if (less !== joint) narrowed += 1;
    for (let k = 0; k < 200; k++) {
      const v = Array.from({ length: 6 }, () => random.normal(1));
      const along = (matrix: readonly number[]) => matrix.reduce((sum, value, at) => sum + v[Math.floor(at / 6)]! * value * v[at % 6]!, 0);
      assert.ok(along(less) >= 0.249 * along(joint), `${along(less)} of ${along(joint)} left`);
    }
  }
  assert.ok(narrowed > 20 && narrowed < 90, `${narrowed} of 100 were narrowed`);
});
