import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pixelFromTable } from '../../../src/geometry/camera.js';
import type { Setup } from '../../../src/table/setup/setup.js';
import { english } from '../../../src/texts/english.js';
import { otherLengthProblem, otherMatProblem, otherSetupProblem } from '../../../src/vision/lens/setup-contradiction.js';
import { tablePriorOf } from '../../../src/vision/lens/table-prior.js';
import { solveTable } from '../../../src/vision/solve/joint-solution.js';
import { unknownLens } from '../../../src/vision/solve/observations.js';
import { lensOf, withoutMat } from '../../../src/vision/solve/shared-parameters.js';
import { distanceErrors, drawRound, drawWorld, normals, type Round, rootMeanSquare, type World } from '../made-up-match.js';

const START = { widthMm: 914.4, depthMm: 914.4 };
const NOTHING = unknownLens(1920, 1080);

/** The setup that is learned from one round with the mat’s size given. */
function setupOf(world: World, { observations }: Round): Setup {
  const mat = { widthMm: world.widthMm, depthMm: world.depthMm, sigmaMm: 0.5 };
  const { shared } = solveTable({ ...START, camera: world.camera }, observations, { ...NOTHING, mat });
  const learned = withoutMat(shared, mat);
  const camera = { lens: lensOf(shared, 1920, 1080), learned };
  return { mat: { ...mat, source: 'measured' }, camera, obstacles: [], learnedFrom: { pictures: 1, ships: 5 } };
}

function problemWith(setup: Setup, world: World, { observations }: Round) {
  const hints = { setup };
  const prior = tablePriorOf(hints, world.camera);
  const solution = solveTable({ ...START, camera: world.camera }, observations, prior);
  return otherSetupProblem(hints, solution, observations);
}

test('the setup of twelve tables is not refused at the next round of each, that of a camera with another lens is', () => {
  for (let seed = 0; seed < 12; seed++) {
    const normal = normals(40 + seed);
    const world = drawWorld(normal);
    const setup = setupOf(world, drawRound(world, normal));
    assert.equal(problemWith(setup, world, drawRound(world, normal)), undefined, `seed ${seed}`);
    const { camera } = world;
    const [k1, k2, ...rest] = camera.distortion;
    const other = {
      ...camera,
      fx: 1.12 * camera.fx,
      fy: 1.12 * camera.fy,
      distortion: [k1 + 0.06, k2, ...rest] as typeof camera.distortion,
    };
    const elsewhere = { ...world, camera: other };
    const problem = problemWith(setup, elsewhere, drawRound(elsewhere, normal));
    assert.equal(problem?.code, 'setup-of-another-table', `seed ${seed}`);
    assert.match(
      english(problem!.message),
      /it contains focal length \d+ ± \d+ px, k1 .*; the picture shows focal length \d+ ± \d+ px, k1/,
    );
  }
});

test('bases alone, without a border, show another lens more often than not, and never contradict their own setup', () => {
  let refused = 0;
  for (let seed = 0; seed < 12; seed++) {
    const normal = normals(40 + seed);
    const world = drawWorld(normal);
    const setup = setupOf(world, drawRound(world, normal));
    const closeBy = (of: World): Round => {
      const round = drawRound(of, normal);
      return { ...round, observations: { ...round.observations, border: [] } };
    };
    assert.equal(problemWith(setup, world, closeBy(world)), undefined, `seed ${seed}`);
    const { camera } = world;
    const elsewhere = { ...world, camera: { ...camera, fx: 1.12 * camera.fx, fy: 1.12 * camera.fy } };
    if (problemWith(setup, elsewhere, closeBy(elsewhere))) refused++;
  }
  assert.ok(refused > 6, `${refused} of 12 refused`);
});

test('the right size of a mat is not contradicted; one 5 % too large and one 16 mm too wide and 16 mm too shallow are', () => {
  for (let seed = 0; seed < 8; seed++) {
    const normal = normals(70 + seed);
    const world = drawWorld(normal, { plastic: 0.004 * normal() });
    const { observations } = drawRound(world, normal, 8);
    const told = (widthMm: number, depthMm: number) => {
      const prior = { ...NOTHING, mat: { widthMm, depthMm, sigmaMm: 0.5 } };
      return otherMatProblem(prior, solveTable({ ...START, camera: world.camera }, observations, prior), observations);
    };
    assert.equal(told(world.widthMm, world.depthMm), undefined, `seed ${seed}`);
    const larger = told(1.05 * world.widthMm, 1.05 * world.depthMm);
    assert.match(english(larger!.message), /entered as \d+ × \d+ mm ± 0\.5; its border and the bases on it give \d+ × \d+ mm ± \d+/);
    assert.equal(told(world.widthMm + 16, world.depthMm - 16)?.code, 'mat-of-another-size', `seed ${seed}`);
  }
});

test('with a given size 30 mm too large, bases that contradict the border are a problem; with the right one they are not', () => {
  for (let seed = 0; seed < 8; seed++) {
    const normal = normals(90 + seed);
    const world = drawWorld(normal, { plastic: 0.004 * normal() });
    const { observations } = drawRound(world, normal, 8);
    const told = (tooLargeMm: number) => {
      const prior = { ...NOTHING, mat: { widthMm: world.widthMm + tooLargeMm, depthMm: world.depthMm + tooLargeMm, sigmaMm: 0.5 } };
      return otherMatProblem(prior, solveTable({ ...START, camera: world.camera }, observations, prior), observations, true)?.code;
    };
    assert.deepEqual([told(0), told(30)], [undefined, 'mat-of-another-size'], `seed ${seed}`);
  }
});

test('bases that are all read 2 % too large do not outvote the size a mat is sold in, and hardly move one that was given', () => {
  const normal = normals(5);
  const world = drawWorld(normal, { widthMm: 914.4, depthMm: 914.4, plastic: 0.02, edgeMm: [0, 0, 0, 0] });
  const { observations } = drawRound(world, normal, 8);
  const solve = (mat: { readonly sigmaMm: number } | undefined) =>
    solveTable({ ...START, camera: world.camera }, observations, { ...NOTHING, ...(mat && { mat: { ...START, ...mat } }) });
  const untold = solve(undefined);
  // Of 2 %, 18 mm, no more than a quarter is believed.
  assert.ok(Math.abs(untold.widthMm - 914.4) < 4.5, `${untold.widthMm}`);
  const told = solve({ sigmaMm: 0.5 });
  assert.ok(Math.abs(told.widthMm - 914.4) < 0.3, `${told.widthMm}`);
});

test('corners that a person marked hold a table whose border shows nothing', () => {
  const normal = normals(9);
  const world = drawWorld(normal, { edgeMm: [0, 0, 0, 0], plastic: 0 });
  const { camera, widthMm, depthMm } = world;
  const round = drawRound(world, normal);
  const places = [
    [0, 0],
    [widthMm, 0],
    [widthMm, depthMm],
    [0, depthMm],
  ] as const;
  const corners = places.map(([x, y]) => ({ ...pixelFromTable(camera, { x, y, z: 0 })!, sigmaPx: 2 }));
  const observations = { border: [], bases: round.observations.bases, corners };
  const prior = { ...NOTHING, mat: { widthMm, depthMm, sigmaMm: 0.5 } };
  const solution = solveTable({ ...START, camera }, observations, prior);
  const off = round.truth.flatMap(({ pose }, i) => [solution.poses[i]!.x - pose.x, solution.poses[i]!.y - pose.y]);
  assert.ok(rootMeanSquare(off) < 1.5, `${off}`);
  const distances = distanceErrors(round, solution);
  assert.ok(rootMeanSquare(distances.map(({ mm, claimed }) => mm / claimed)) < 1.6);
  const lost = solveTable({ ...START, camera }, { border: [], bases: round.observations.bases }, prior);
  assert.ok(
    Math.sqrt(lost.jointCovariance[0]!) > 5 * Math.sqrt(solution.jointCovariance[0]!),
    'without them nobody knows where on the mat it stands',
  );
});

test('a ruler whose length contradicts the given mat is a problem; one that bears it out is not, nor is any without a given mat', () => {
  const normal = normals(17);
  const world = drawWorld(normal, { edgeMm: [0, 0, 0, 0], plastic: 0 });
  const { camera, widthMm, depthMm } = world;
  const { observations } = drawRound(world, normal);
  const [from, to] = [300, 600].map((x) => pixelFromTable(camera, { x, y: 450, z: 2.2 })!);
  const lengths = [{ from: from!, to: to!, zMm: 2.2, lengthMm: 300, sigmaMm: 0.9 }];
  const problem = (mat: { readonly widthMm: number; readonly depthMm: number } | undefined) => {
    const prior = { ...NOTHING, ...(mat && { mat: { ...mat, sigmaMm: 0.5 } }) };
    const seen = { border: observations.border, bases: [], lengths };
    return otherLengthProblem(prior, solveTable({ ...START, camera }, seen, prior), seen);
  };
  assert.equal(problem({ widthMm, depthMm }), undefined);
  assert.equal(problem(undefined), undefined);
  // 2 % of 300 mm are 6.
  const wrong = problem({ widthMm: 1.02 * widthMm, depthMm: 1.02 * depthMm });
  assert.match(
    english(wrong!.message),
    /entered as \d+ × \d+ mm ± 0\.5; then the ruler or template on it would be 30\d\.\d mm long, but it is 300\.0 ± 0\.9 mm/,
  );
});
