import assert from 'node:assert/strict';
import test from 'node:test';
import { createRandom, type Random } from '../../src/sim/random.js';
import type { TableMeasurement } from '../../src/table/measurement.js';
import { pairCovariance } from '../../src/table/pair-covariance.js';
import { track } from '../../src/table/track/track.js';
import { withoutNoise } from '../../src/table/track/track-noise.js';
import { EMPTY_TABLE, stateOfTable, type TableState } from '../../src/table/track/track-state.js';
import { tableOf } from '../../src/table/track/track-table.js';
import { OVERHEAD } from './overhead-camera.js';

const PLACES = [
  { x: 200, y: 200 },
  { x: 500, y: 300 },
  { x: 350, y: 600 },
];
const SIZE = 3 * PLACES.length;
const HEADING_RAD = 0.01;
/** Half of the claim lasts, half is noise. */
const ALIKE = { lasting: { shared: 0, own: 0.2 }, noise: { shared: 0, own: 0.2 } };

/** Standard deviations, mm: what all ships share, and what each has for itself; of a whole still table, and of one frame. */
interface Errors {
  readonly lasting: { readonly shared: number; readonly own: number };
  readonly noise: { readonly shared: number; readonly own: number };
}

/** x, y and heading of each ship; headings err by themselves. */
function drawn(random: Random, { shared, own }: Errors['noise']): number[] {
  const [sx, sy] = [random.normal(shared), random.normal(shared)];
  return PLACES.flatMap(() => [sx + random.normal(own), sy + random.normal(own), random.normal(HEADING_RAD * own)]);
}

function covarianceOf(parts: readonly Errors['noise'][]): number[] {
  return Array.from({ length: SIZE * SIZE }, (_, k) => {
    const [row, column] = [Math.floor(k / SIZE), k % SIZE];
    const isHeading = row % 3 === 2;
    const own = row === column ? parts.reduce((sum, part) => sum + part.own ** 2, 0) * (isHeading ? HEADING_RAD ** 2 : 1) : 0;
    const shared = row % 3 === column % 3 && !isHeading ? parts.reduce((sum, part) => sum + part.shared ** 2, 0) : 0;
    return own + shared;
  });
}

function measurement(errors: readonly number[], joint: readonly number[], capturedAtMs: number, movedMm = 0): TableMeasurement {
  return {
    capturedAtMs,
    camera: OVERHEAD,
    mat: { widthMm: 914.4, depthMm: 914.4, sigmaMm: 1 },
    bases: PLACES.map((place, i) => {
      const at = (row: number, column: number) => joint[(3 * i + row) * SIZE + 3 * i + column]!;
      return {
        base: 'small',
        pose: { x: place.x + errors[3 * i]! + (i === 0 ? movedMm : 0), y: place.y + errors[3 * i + 1]!, headingRad: errors[3 * i + 2]! },
        covariance: { xx: at(0, 0), xy: at(0, 1), xh: at(0, 2), yy: at(1, 1), yh: at(1, 2), hh: at(2, 2) },
        detectionProbability: 0.99,
      };
    }),
    jointCovariance: joint,
    obstacles: [],
    unmeasurable: [],
    stageMs: {},
  };
}

/** What is known after each of these frames. */
function* frameByFrame(random: Random, { lasting, noise }: Errors, start: TableState, movedMm: number): Generator<TableState, never> {
  const joint = covarianceOf([lasting, noise]);
  const still = drawn(random, lasting);
  let state = start;
  for (let i = 0; ; i++) {
    const one = drawn(random, noise);
    const seen = still.map((value, k) => value + one[k]!);
    state = track(state, measurement(seen, joint, 100 * i, movedMm), []);
    yield state;
  }
}

function clip(random: Random, errors: Errors, frames: number, start: TableState = EMPTY_TABLE, movedMm = 0): TableState {
  const states = frameByFrame(random, errors, start, movedMm);
  for (let frame = 1; frame < frames; frame++) states.next();
  return states.next().value;
}

/** After each of these numbers of frames: root mean squares over many tables of a place's and of a pair's error over their claims, and of the claims, mm. */
function normalisedErrors(errors: Errors, after: readonly number[]) {
  const random = createRandom(JSON.stringify(errors));
  const sums = after.map(() => ({ place: 0, pair: 0, placeSq: 0, pairSq: 0 }));
  const tables = 400;
  for (let i = 0; i < tables; i++) {
    const states = frameByFrame(random, errors, EMPTY_TABLE, 0);
    for (let frame = 1; frame <= Math.max(...after); frame++) {
      const state = states.next().value;
      const sum = sums[after.indexOf(frame)];
      if (!sum) continue;
      const table = tableOf(state, []);
      const [a, b] = [table.ships[0]!, table.ships[1]!];
      const joint = pairCovariance(table, 0, 1);
      const pairSq = joint[0]! + joint[21]! - 2 * joint[3]!;
      sum.place += (a.pose.x - PLACES[0]!.x) ** 2 / a.covariance.xx / tables;
      sum.pair += (a.pose.x - b.pose.x - (PLACES[0]!.x - PLACES[1]!.x)) ** 2 / pairSq / tables;
      sum.placeSq += a.covariance.xx / tables;
      sum.pairSq += pairSq / tables;
    }
  }
  return sums.map(({ place, pair, placeSq, pairSq }, i) => ({
    ...{ frames: after[i]!, place: Math.sqrt(place), pair: Math.sqrt(pair) },
    ...{ placeMm: Math.sqrt(placeSq), pairMm: Math.sqrt(pairSq) },
  }));
}

for (const [what, errors] of [
  ['mostly noise of each ship', { lasting: { shared: 0.1, own: 0.1 }, noise: { shared: 0, own: 0.2 } }],
  ['noise that all ships share', { lasting: { shared: 0.1, own: 0.2 }, noise: { shared: 0.2, own: 0.05 } }],
  ['mostly lasting errors', { lasting: { shared: 1, own: 0.3 }, noise: { shared: 0.05, own: 0.05 } }],
] as const) {
  test(`with ${what} the claims of places and pairs shrink, and still cover the errors`, () => {
    const [one, ...later] = normalisedErrors(errors, [1, 5, 10, 30, 60]);
    for (const many of later) {
      assert.ok(many.place < 1.1 && many.pair < 1.1, JSON.stringify(many));
      assert.ok(many.placeMm < one!.placeMm && many.pairMm < one!.pairMm, JSON.stringify({ one, many }));
    }
  });
}

test('where half of a claim is noise of its own, ten frames take nearly a tenth of the claim away', () => {
  const errors = { lasting: { shared: 0, own: 0.2 }, noise: { shared: 0, own: 0.2 } };
  const [one, many] = normalisedErrors(errors, [1, 10]);
  assert.ok(many!.placeMm < 0.92 * one!.placeMm, JSON.stringify({ one, many }));
  assert.ok(many!.placeMm > one!.placeMm / Math.SQRT2, 'what lasts cannot be averaged away');
});

test('what is taken off a claim is, in five of six draws, no more than averaging that many frames really takes away', () => {
  const random = createRandom('known noise');
  const track = { ...stateOfTable(tableOf(clip(random, ALIKE, 1), [])).tracks[0]!, isSeen: true };
  const [noiseMm, claimSqMm] = [0.3, 9];
  for (const frames of [4, 8, 16, 30]) {
    const trueSqMm = noiseMm ** 2 * (1 - 1 / frames);
    const taken = Array.from({ length: 2000 }, () => {
      const drawn = Array.from({ length: frames }, () => random.normal(noiseMm));
      const mean = drawn.reduce((sum, one) => sum + one, 0) / frames;
      const scatterSqMm = drawn.reduce((sum, one) => sum + (one - mean) ** 2, 0) / frames;
      const diagonal = (sq: number) => [sq, 0, 0, 0, sq, 0, 0, 0, sq];
      return claimSqMm - withoutNoise(diagonal(claimSqMm), diagonal(scatterSqMm), [{ now: { ...track, stillFrames: frames }, row: 0 }])[0]!;
    });
    const safe = taken.filter((sqMm) => sqMm <= trueSqMm).length / taken.length;
    assert.ok(safe > 5 / 6, `${frames} frames: ${safe}`);
    assert.ok(Math.max(...taken) > 0.3 * trueSqMm, `${frames} frames: nothing was gained`);
  }
});

test('the scatter of two or three frames takes nothing from the claim', () => {
  const random = createRandom('few');
  for (const frames of [1, 2, 3]) {
    for (let i = 0; i < 20; i++) {
      const claimedSq = clip(random, ALIKE, frames).tracks[0]!.covariance.xx;
      assert.ok(Math.abs(claimedSq - 0.08) < 1e-12, `${frames} frames: ${claimedSq}`);
    }
  }
});

test('a ship that was moved claims what one frame claims, the others keep their gain', () => {
  const errors = { lasting: { shared: 0, own: 0.2 }, noise: { shared: 0, own: 0.2 } };
  const random = createRandom('moved');
  const still = clip(random, errors, 20);
  const state = clip(random, errors, 1, still, 30);
  const [moved, kept] = tableOf(state, []).ships;
  assert.equal(moved!.covariance.xx, covarianceOf([errors.lasting, errors.noise])[0]);
  assert.ok(kept!.covariance.xx < moved!.covariance.xx);
});

/** A table that the camera is very unsure of as a whole, and that hardly scatters; ten frames of it. */
function watched() {
  const errors = { lasting: { shared: 3, own: 0.2 }, noise: { shared: 0.05, own: 0.05 } };
  const joint = covarianceOf([errors.lasting, errors.noise]);
  const random = createRandom('watched');
  let atMs = 0;
  const frame = (movedMm: number) => {
    atMs += 100;
    return measurement(drawn(random, errors.noise), joint, atMs, movedMm);
  };
  let state = EMPTY_TABLE;
  for (let i = 0; i < 10; i++) state = track(state, frame(0), []);
  return { state, frame };
}

test('a ship pushed by two millimetres is at its new place in the second frame, and in the first its claim covers both', () => {
  const { state, frame } = watched();
  const first = track(state, frame(2), []);
  const [a, b] = [0, 1].map((i) => tableOf(first, []).ships[i]!);
  const joint = pairCovariance(tableOf(first, []), 0, 1);
  assert.ok(Math.abs(a!.pose.x - 200) < 0.2 && Math.abs(b!.pose.x - 500) < 0.2);
  assert.ok(Math.sqrt(joint[0]! + joint[21]! - 2 * joint[3]!) > 1.9, 'the distance to its neighbour is claimed too well');
  const second = track(first, frame(2), []);
  assert.ok(Math.abs(second.tracks[0]!.pose.x - 202) < 0.2, `${second.tracks[0]!.pose.x}`);
  assert.equal(second.tracks[1]!.stillFrames, 12);
});

test('a ship nudged by 1.8 mm after four frames is in none of the next frames of more than one table in twenty farther off than certain answers allow for', () => {
  const [lasting, noise] = [0.2, 0.1].map((own) => ({ shared: 0, own })) as [Errors['noise'], Errors['noise']];
  const joint = covarianceOf([lasting, noise]);
  const random = createRandom('nudged');
  const [tables, after] = [100, 4];
  const beyond = new Array<number>(after).fill(0);
  for (let i = 0; i < tables; i++) {
    const still = drawn(random, lasting);
    let state = EMPTY_TABLE;
    for (let frame = 0; frame < 4 + after; frame++) {
      const one = drawn(random, noise);
      const nudgedMm = frame < 4 ? 0 : 1.8;
      const errors = still.map((value, k) => value + one[k]!);
      state = track(state, measurement(errors, joint, 100 * frame, nudgedMm), []);
      const { pose, covariance } = state.tracks[0]!;
      if (frame >= 4 && Math.abs(pose.x - PLACES[0]!.x - nudgedMm) > 3.09 * Math.sqrt(covariance.xx)) beyond[frame - 4]!++;
    }
  }
  assert.ok(Math.max(...beyond) <= 0.05 * tables, `${beyond}`);
});

test('one frame that sees a ship beside its place is left out of the mean', () => {
  const { state, frame } = watched();
  const after = track(track(state, frame(3), []), frame(0), []);
  assert.ok(Math.abs(after.tracks[0]!.pose.x - 200) < 0.2, `${after.tracks[0]!.pose.x}`);
  assert.equal(after.tracks[0]!.stillFrames, 11);
  assert.equal(after.tracks[0]!.beside, undefined);
});
