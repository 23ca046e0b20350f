import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Camera, pixelFromTable } from '../../../src/geometry/camera.js';
import { type Pose, tableFromPiece } from '../../../src/geometry/pose.js';
import type { BaseSize } from '../../../src/pieces/base-size.js';
import { checkConsistency } from '../../../src/vision/frame/check-consistency.js';
import { pixelMm } from '../../../src/vision/frame/lost-pixels.js';
import type { SolvedTable } from '../../../src/vision/frame/solve-with-sides.js';
import type { FrameContext } from '../../../src/vision/lens/frame-context.js';
import { inconsistencyProblem, isBorderDoubted, isBorderInconsistent } from '../../../src/vision/mat/border/border-problems.js';
import type { MatLocation } from '../../../src/vision/mat/find/mat-location.js';
import {
  areBasesStrained,
  type BorderInconsistency,
  borderInconsistency,
  covarianceOfBasesAlone,
  meanBaseCost,
  varianceFactor,
} from '../../../src/vision/solve/border-consistency.js';
import { solveTable } from '../../../src/vision/solve/joint-solution.js';
import { type BaseEdgeMark, type BaseMarks, type Mark, soldMat, unknownLens } from '../../../src/vision/solve/observations.js';
import { SIGMA_INFLATION } from '../../../src/vision/solve/sigma-inflation.js';
import { borderOf, cameraAt, LAYOUT, marksOf, normals } from '../made-up-table.js';

const HALF_MM = { small: 20, medium: 30, large: 40 } as const;
const camera = cameraAt(45, 1500);
const lens = unknownLens(1920, 1080);

/** The foot's sides as seen, a quarter and three quarters along each. */
function footSides(seenBy: Camera, base: BaseSize, pose: Pose, noise: () => number, sigmaPx: number): BaseEdgeMark[] {
  const half = HALF_MM[base];
  return [0, 1, 2, 3].flatMap((quarter) => {
    const [out, along] = [
      { x: Math.round(Math.sin((quarter * Math.PI) / 2)), y: Math.round(Math.cos((quarter * Math.PI) / 2)) },
      { x: Math.round(Math.cos((quarter * Math.PI) / 2)), y: -Math.round(Math.sin((quarter * Math.PI) / 2)) },
    ];
    return [-half / 2, half / 2].map((beside) => {
      const local = { x: half * out.x + beside * along.x, y: half * out.y + beside * along.y };
      const seen = pixelFromTable(seenBy, { ...tableFromPiece(pose, local), z: 0 })!;
      return { onTile: false, local, along, mark: { u: seen.u + sigmaPx * noise(), v: seen.v + sigmaPx * noise(), sigmaPx } };
    });
  });
}

function basesWith(noise: () => number, sigmaPx: number, layout = LAYOUT): BaseMarks[] {
  return layout.map(({ base, pose }) => ({
    base,
    start: pose,
    marks: marksOf(camera, base, pose, noise, 1),
    edges: footSides(camera, base, pose, noise, sigmaPx),
  }));
}

/** Six bases on a mat whose far side is taken to be `wrongMm` behind where it is. */
function inconsistencyWith(wrongMm: number, seed: number, sigmaPx: number): BorderInconsistency {
  const noise = normals(seed);
  const border = borderOf(camera, 914.4, 914.4 + wrongMm, noise, 0.3);
  const bases = basesWith(noise, sigmaPx);
  const near = solveTable({ camera, widthMm: 914.4, depthMm: 914.4 }, { border, bases }, lens);
  return borderInconsistency(near, border, bases, lens)!;
}

test('the mat’s own border and the bases on it are explained together as well as apart', () => {
  for (const seed of [1, 2, 3]) assert.equal(isBorderInconsistent(inconsistencyWith(0, seed, 0.3)), false, `seed ${seed}`);
});

test('a cloth’s edge behind the far side is contradicted by the sizes of the bases', () => {
  for (const seed of [1, 2, 3]) {
    const inconsistency = inconsistencyWith(60, seed, 0.3);
    assert.equal(inconsistencyProblem(inconsistency)?.code, 'mat-border-unsure', `seed ${seed}: ${inconsistency.value}`);
  }
});

test('a frame printed within the mat is not mistaken for a mat that was cut short', async () => {
  // A line 20 mm within the border all around is 874 mm wide: bases read 3.5 % large, twice what a mat of 90 cm explains.
  const printed = 914.4 - 2 * 20;
  const noise = normals(8);
  const larger = { ...camera, t: camera.t.map((one) => (one * 914.4) / printed) as unknown as Camera['t'] };
  const border = borderOf(larger, 914.4, 914.4, noise, 0.3);
  const bases = basesWith(noise, 0.8);
  const near = { camera: larger, widthMm: 914.4, depthMm: 914.4 };
  const context = { lens, hints: {}, timed: (_: string, work: () => unknown) => work() } as unknown as FrameContext;
  for (const mat of [soldMat(914.4), soldMat(905)]) {
    const solution = solveTable(near, { border, bases }, { ...lens, mat });
    const solved = {
      solution,
      candidates: [],
      observations: { border, bases },
      known: { scale: true, place: true },
    } as unknown as SolvedTable;
    const { inconsistency } = await checkConsistency(context, { source: 'edges', board: {} } as unknown as MatLocation, solved);
    assert.ok(isBorderInconsistent(inconsistency!), `solved as of ${mat.widthMm}: ${inconsistency!.value}`);
  }
});

test('bases that are hard to read contradict a border less', () => {
  assert.ok(inconsistencyWith(60, 4, 0.3).value > 2 * inconsistencyWith(60, 4, 1).value);
});

test('a strained border leaves as much doubt as it is wrong', () => {
  // 30 mm of 914 along one axis are 3.3 %, over all directions some 2 %.
  const { uncertainty } = inconsistencyWith(30, 5, 0.3);
  assert.ok(uncertainty.scaleSigma > 0.005 && uncertainty.scaleSigma < 0.04, `${uncertainty.scaleSigma}`);
});

test('poses on a mat are claimed wider the less the bases fit each other', () => {
  const widerBy = (timesNoisier: number) => {
    const noise = normals(6);
    const border = borderOf(camera, 914.4, 914.4, noise, 0.3);
    const bases = basesWith(() => timesNoisier * noise(), 0.3);
    const near = solveTable({ camera, widthMm: 914.4, depthMm: 914.4 }, { border, bases }, lens);
    const inconsistency = borderInconsistency(near, border, bases, lens)!;
    const baseCost = meanBaseCost(near, bases, lens);
    assert.ok(Math.abs(inconsistency.baseCost - baseCost) < 1e-6 * baseCost);
    return varianceFactor({ inconsistency, baseCost }) / varianceFactor({ inconsistency, baseCost: 0 });
  };
  assert.deepEqual([widerBy(0.1) === 1, widerBy(6) > 1], [true, true]);
});

/** Distances between bases, solved without a border: their errors (mm), what is claimed of them and of how one is turned to the other, and the mean cost of a base. */
function distancesAlone(
  bases: readonly BaseMarks[],
): { readonly errorMm: number; readonly sigmaMm: number; readonly baseCost: number; readonly turnRad: number }[] {
  const near = solveTable({ camera, widthMm: 914.4, depthMm: 914.4 }, { border: [], bases }, lens);
  const baseCost = meanBaseCost(near, bases, lens);
  const joint = covarianceOfBasesAlone(near, { border: [], bases }, lens, { baseCost, pixelMm: pixelMm(near) });
  const n = 3 * bases.length;
  const factor = varianceFactor({ baseCost: 0, isAlone: true });
  return bases.flatMap((_, i) =>
    bases.slice(0, i).map((_, j) => {
      const [a, b, one, other] = [near.poses[i]!, near.poses[j]!, LAYOUT[i]!, LAYOUT[j]!];
      const mm = Math.hypot(a.x - b.x, a.y - b.y);
      const slope = [(a.x - b.x) / mm, (a.y - b.y) / mm];
      const at = (p: number, q: number) =>
        slope.reduce((sum, s, k) => sum + slope.reduce((part, t, l) => part + s * t * joint[(3 * p + k) * n + 3 * q + l]!, 0), 0);
      const turn = (p: number, q: number) => joint[(3 * p + 2) * n + 3 * q + 2]!;
      const errorMm = mm - Math.hypot(one.pose.x - other.pose.x, one.pose.y - other.pose.y);
      return {
        baseCost,
        turnRad: Math.sqrt(factor * (turn(i, i) + turn(j, j) - 2 * turn(i, j))),
        errorMm,
        sigmaMm: Math.sqrt(factor * (at(i, i) + at(j, j) - 2 * at(i, j))),
      };
    }),
  );
}

function noisyBases(seed: number, timesNoisier: number): BaseMarks[] {
  const noise = normals(seed);
  return basesWith(() => timesNoisier * noise(), 0.3);
}

/** Of distances of all these runs: error over claim, root mean square. */
function normalisedError(runs: readonly (readonly BaseMarks[])[]): number {
  const squares = runs.flatMap(distancesAlone).map(({ errorMm, sigmaMm }) => (errorMm / sigmaMm) ** 2);
  return Math.sqrt(squares.reduce((sum, one) => sum + one, 0) / squares.length);
}

const SEEDS = Array.from({ length: 12 }, (_, i) => 300 + i);

test('without a border distances between bases whose marks are noisier than they say are as unsure as they are off', () => {
  const normalised = normalisedError(SEEDS.map((seed) => noisyBases(seed, 6)));
  assert.ok(normalised > 0.3 && normalised < 1.1, `${normalised}`);
});

test('two bases without a border, read too large or too small by 0.8 % alike and each by 2 %, claim no less than they are off', () => {
  const runs = SEEDS.flatMap((seed) => [seed, seed + 100, seed + 200, seed + 300]).map((seed) => {
    const noise = normals(seed);
    const alike = 0.008 * noise();
    return basesWith(() => 0.3 * noise(), 0.3)
      .slice(0, 2)
      .map((base): BaseMarks => {
        const times = 1 + alike + 0.02 * noise();
        const read = (one: BaseEdgeMark): BaseEdgeMark => ({ ...one, local: { x: one.local.x / times, y: one.local.y / times } });
        return { ...base, marks: [], edges: base.edges!.map(read) };
      });
  });
  const normalised = normalisedError(runs);
  assert.ok(normalised > 0.6 && normalised < 0.97, `${normalised}`);
});

test('without a border noisy marks leave plastic, heights and lens as known as they were: what the marks alone show is claimed much wider, distances less so', () => {
  const [calm, noisy] = [distancesAlone(noisyBases(300, 1)), distancesAlone(noisyBases(300, 6))];
  const wider = (of: 'sigmaMm' | 'turnRad') => Math.max(...noisy.map((one) => one[of])) / Math.max(...calm.map((one) => one[of]));
  const inProportion = noisy[0]!.baseCost / SIGMA_INFLATION.usualBaseCost.withoutBorder;
  assert.ok(inProportion > 3 && wider('turnRad') > 0.3 * inProportion, `${wider('turnRad')} of ${inProportion}`);
  assert.ok(wider('sigmaMm') > 1.3 && wider('sigmaMm') < 0.75 * inProportion, `${wider('sigmaMm')} of ${inProportion}`);
});

test('bases that hardly fit each other leave open what they cannot say against a border, those of the usual noise do not', () => {
  const strained = (timesNoisier: number) => {
    const noise = normals(9);
    const border = borderOf(camera, 914.4, 914.4, noise, 0.3);
    const bases = basesWith(() => timesNoisier * noise(), 0.3);
    return areBasesStrained(
      borderInconsistency(solveTable({ camera, widthMm: 914.4, depthMm: 914.4 }, { border, bases }, lens), border, bases, lens)!,
    );
  };
  assert.deepEqual([strained(1), strained(8)], [false, true]);
});

test('two bases that agree with a border claim no more than is claimed without them, two that do not claim wider', () => {
  const inconsistency = { value: 0.2, baseCost: 1, uncertainty: { scaleSigma: 0, shiftSigmaMm: 0 } };
  assert.equal(varianceFactor({ inconsistency, baseCost: 1, areFew: true }), varianceFactor({}));
  const strained = { ...inconsistency, baseCost: 9 };
  assert.ok(varianceFactor({ inconsistency: strained, baseCost: 9, areFew: true }) > 10 * varianceFactor({}));
});

test('where bases are too few to show whether they fit each other, poses are claimed wider than where they do', () => {
  assert.ok(varianceFactor({}) > varianceFactor({ baseCost: 0 }));
  const none = solveTable(
    { camera, widthMm: 914.4, depthMm: 914.4 },
    { border: borderOf(camera, 914.4, 914.4, normals(7), 0.3), bases: [] },
    lens,
  );
  assert.ok(Math.abs(meanBaseCost(none, [], lens)) < 1);
});

/** Marks along lines that lie beside the mat's sides by that many millimetres, outwards, counter-clockwise from player 1's. */
function borderBeside([near, right, far, left]: readonly number[], noise: () => number, sigmaPx: number): Mark[] {
  const sides = (s: number) => [
    { x: s, y: -near! },
    { x: 914.4 + right!, y: s },
    { x: s, y: 914.4 + far! },
    { x: -left!, y: s },
  ];
  return Array.from({ length: 40 }, (_, i) => sides((914.4 * (i + 0.5)) / 40))
    .flat()
    .map((at) => pixelFromTable(camera, { ...at, z: 0 })!)
    .filter(({ u, v }) => u >= 0 && v >= 0 && u <= camera.widthPx && v <= camera.heightPx)
    .map(({ u, v }) => ({ u: u + sigmaPx * noise(), v: v + sigmaPx * noise(), sigmaPx }));
}

test('where lines some 8 mm beside the mat’s sides pass for its border, claimed distances still cover what they are off by', () => {
  const noise = normals(85);
  const squares = { all: 0, calm: 0 };
  const pairs = LAYOUT.flatMap((_, i) => LAYOUT.slice(0, i).map((_, j) => [i, j] as const));
  const runs = 24;
  for (let run = 0; run < runs; run++) {
    const border = borderBeside(
      [0, 0, 0, 0].map(() => 8 * noise()),
      noise,
      0.3,
    );
    const bases = basesWith(noise, 0.3);
    const near = solveTable({ camera, widthMm: 914.4, depthMm: 914.4 }, { border, bases }, lens);
    const inconsistency = borderInconsistency(near, border, bases, lens)!;
    const claimed = varianceFactor({ inconsistency, baseCost: inconsistency.baseCost });
    const calm = varianceFactor({ inconsistency: { ...inconsistency, value: 0 }, baseCost: inconsistency.baseCost });
    for (const [i, j] of pairs) {
      const [a, b] = [near.poses[i]!, near.poses[j]!];
      const distanceMm = Math.hypot(a.x - b.x, a.y - b.y);
      const offMm = distanceMm - Math.hypot(LAYOUT[i]!.pose.x - LAYOUT[j]!.pose.x, LAYOUT[i]!.pose.y - LAYOUT[j]!.pose.y);
      // How the distance moves with both places, over the joint covariance.
      const slopes = [(a.x - b.x) / distanceMm, (a.y - b.y) / distanceMm, 0];
      let varianceSqMm = 0;
      for (let k = 0; k < 3; k++) {
        for (let l = 0; l < 3; l++) {
          const at = (row: number, column: number) => near.jointCovariance[(3 * row + k) * 3 * LAYOUT.length + 3 * column + l]!;
          varianceSqMm += slopes[k]! * slopes[l]! * (at(i, i) + at(j, j) - at(i, j) - at(j, i));
        }
      }
      squares.all += offMm ** 2 / (claimed * varianceSqMm) / (runs * pairs.length);
      squares.calm += offMm ** 2 / (calm * varianceSqMm) / (runs * pairs.length);
    }
  }
  // 24 tables with four wrong lines each give a common error's size to a seventh.
  assert.ok(Math.sqrt(squares.all) < 1.3, `${Math.sqrt(squares.all)} of what is claimed`);
  assert.ok(Math.sqrt(squares.calm) > 1.5, `a border that agreed with the bases: ${Math.sqrt(squares.calm)}`);
});

test('inconsistency doubles the claimed variance at the value that SIGMA_INFLATION names, and less of it never narrows a claim', () => {
  const factor = (value: number) =>
    varianceFactor({ inconsistency: { value, baseCost: 1, uncertainty: { scaleSigma: 0, shiftSigmaMm: 0 } }, baseCost: 1 });
  assert.ok(Math.abs(factor(SIGMA_INFLATION.doublingInconsistency) / factor(0) - 2) < 1e-12);
  assert.equal(factor(-5), factor(0));
});

test('a border that bases hardly contradict is doubted where they have the ships far from where it has them', () => {
  const of = (value: number, scaleSigma: number) => ({ value, baseCost: 3, uncertainty: { scaleSigma, shiftSigmaMm: 0 } });
  // As measured: a border 8 % too large, two right ones, one that counts as contradicted, and one that nothing speaks against.
  const doubted = [of(3.21, 0.053), of(3.17, 0.0071), of(3.26, 0.0098), of(3.6, 0.005), of(2.9, 0.03)].map(isBorderDoubted);
  assert.deepEqual(doubted, [true, false, false, true, false]);
});
