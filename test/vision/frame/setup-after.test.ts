import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pixelFromTable } from '../../../src/geometry/camera.js';
import type { SeenBase, SeenObstacle, TableMeasurement } from '../../../src/table/measurement.js';
import type { Setup } from '../../../src/table/setup/setup.js';
import { parseSetup, setupFile } from '../../../src/table/setup/setup-file.js';
import type { Obstacle } from '../../../src/table/table.js';
import type { Stages } from '../../../src/vision/frame/measured-table.js';
import { setupAfter, withFound } from '../../../src/vision/frame/setup-after.js';
import { tablePriorOf } from '../../../src/vision/lens/table-prior.js';
import { CERTAIN_BORDER } from '../../../src/vision/solve/border-uncertainty.js';
import { solveTable } from '../../../src/vision/solve/joint-solution.js';
import { lensOf } from '../../../src/vision/solve/shared-parameters.js';
import { drawRound, drawWorld, normals, type Round, type World } from '../made-up-match.js';

const COVARIANCE = { xx: 1, xy: 0, xh: 0, yy: 1, yh: 0, hh: 1e-4 };
const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;
const START = { widthMm: 914.4, depthMm: 914.4 };

function measurementOf(world: World, { truth }: Round): TableMeasurement {
  const bases = truth.map(({ base, pose }): SeenBase => ({ base, pose, covariance: COVARIANCE, detectionProbability: 1 }));
  return {
    ...{ capturedAtMs: 0, camera: world.camera, mat: { ...START, sigmaMm: 3 }, bases, jointCovariance: [] },
    ...{ obstacles: [], unmeasurable: [], stageMs: {} },
  };
}

/** The setup after a round that was measured with what was known before. */
function learnedFrom(world: World, round: Round, setup: Setup | undefined): Setup {
  const hints = { mat: { widthMm: world.widthMm, depthMm: world.depthMm, sigmaMm: 0.5 }, ...(setup && { setup }) };
  const { observations } = round;
  const solution = solveTable({ ...START, camera: world.camera }, observations, tablePriorOf(hints, world.camera));
  const stages = {
    solution,
    observations,
    isInconsistent: false,
    byContrast: false,
    uncertainty: CERTAIN_BORDER,
    doubt: CERTAIN_BORDER,
  } as unknown as Stages;
  return setupAfter(hints, measurementOf(world, round), stages)!;
}

test('a mat whose given size is doubted is kept with the sigma that the doubt leaves it', () => {
  const normal = normals(12);
  const world = drawWorld(normal);
  const round = drawRound(world, normal);
  const size = { widthMm: world.widthMm, depthMm: world.depthMm, sigmaMm: 5 };
  const hints = { mat: { ...size, doubt: { probability: 0.1, toldSigmaMm: 0.5 } } };
  const solution = solveTable({ ...START, camera: world.camera }, round.observations, tablePriorOf(hints, world.camera));
  const stages = {
    solution,
    observations: round.observations,
    sizeDoubt: 0.1,
    uncertainty: CERTAIN_BORDER,
    doubt: CERTAIN_BORDER,
  } as unknown as Stages;
  assert.deepEqual(setupAfter(hints, measurementOf(world, round), stages)!.mat, { ...size, source: 'measured' });
});

test('nothing is learned where the bases leave the scale open, as small ones that may be medium on a larger mat', () => {
  const normal = normals(12);
  const world = drawWorld(normal);
  const round = drawRound(world, normal);
  const hints = { mat: { widthMm: world.widthMm, depthMm: world.depthMm, sigmaMm: 3 } };
  const solution = solveTable({ ...START, camera: world.camera }, round.observations, tablePriorOf(hints, world.camera));
  const learned = (scaleSigma: number) => {
    const stages = { solution, observations: round.observations, uncertainty: CERTAIN_BORDER, doubt: { scaleSigma, shiftSigmaMm: 0 } };
    return setupAfter(hints, measurementOf(world, round), stages as unknown as Stages);
  };
  assert.notEqual(learned(0.001), undefined);
  assert.equal(learned(0.015), undefined);
});

const trace = ({ camera }: Setup) => {
  const { covariance, values } = camera!.learned!;
  return values.reduce((sum, _, i) => sum + Math.log(covariance[i * (values.length + 1)]!), 0);
};

test('a table that stands as in a picture that was learned from adds nothing new: after another one, and after the setup was saved and opened', () => {
  const normal = normals(3);
  const world = drawWorld(normal);
  const [a, b] = [drawRound(world, normal), drawRound(world, normal)];
  const first = learnedFrom(world, a, undefined);
  const second = learnedFrom(world, b, first);
  assert.equal(second.learnedFrom.pictures, 2);
  assert.ok(trace(second) < trace(first) - 1, 'another layout adds information');
  const reopened = parseSetup(JSON.parse(JSON.stringify(setupFile(second))));
  for (const known of [second, reopened]) {
    const again = learnedFrom(world, a, known);
    assert.equal(again.learnedFrom.pictures, 2);
    assert.deepEqual(again.camera?.learned, known.camera?.learned);
    assert.deepEqual(again.plastic, known.plastic);
  }
});

test('the pose that a setup keeps goes with the lens that it keeps: the mat is where the last picture had it, also when nothing was learned from that', () => {
  const normal = normals(5);
  const world = drawWorld(normal);
  const [first, again] = [drawRound(world, normal), drawRound(world, normal)];
  const setup = learnedFrom(world, first, undefined);
  // The same layout, seen by a camera that was zoomed and moved a little: its own lens is not learned from it.
  const moved = { ...world.camera, fx: 1.01 * world.camera.fx, fy: 1.01 * world.camera.fy, cy: world.camera.cy + 6 };
  const hints = { setup };
  const solution = {
    ...solveTable({ ...START, camera: world.camera }, again.observations, tablePriorOf(hints, world.camera)),
    camera: moved,
  };
  const stages = {
    solution,
    observations: again.observations,
    isInconsistent: false,
    byContrast: false,
    uncertainty: CERTAIN_BORDER,
    doubt: CERTAIN_BORDER,
  };
  const { camera } = setupAfter(hints, measurementOf(world, first), stages as unknown as Stages)!;
  assert.deepEqual(camera!.learned, setup.camera!.learned);
  const { widthPx, heightPx } = world.camera;
  const kept = { ...lensOf(camera!.learned!, widthPx, heightPx), ...camera!.pose! };
  const errors = CORNERS.map(([x, y]) => {
    const [a, b] = [kept, moved].map((one) => pixelFromTable(one, { x: solution.widthMm * x, y: solution.depthMm * y, z: 0 })!);
    return Math.hypot(a!.u - b!.u, a!.v - b!.v);
  });
  assert.ok(Math.max(...errors) < 1.5, `${errors.map((px) => px.toFixed(1))} px`);
});

const square = (x: number, y: number, half = 30) => [
  { x: x - half, y: y - half },
  { x: x + half, y: y - half },
  { x: x + half, y: y + half },
  { x: x - half, y: y + half },
];
const token = (xws: string, x: number, y: number) => {
  return { xws, name: xws, mirrored: false, pose: { x, y, headingRad: 0 }, covariance: COVARIANCE };
};
const known = (sigmaMm?: number): Obstacle => ({
  ...{ id: 'rock', kind: 'asteroid', outline: square(200, 200), token: token('coreasteroid0', 200, 200) },
  ...(sigmaMm !== undefined && { sigmaMm }),
});
const seen = (x: number, y: number, sigmaMm: number): SeenObstacle => {
  return { kind: 'asteroid', outline: square(x, y), sigmaMm, token: token('coreasteroid0', x, y) };
};

test('an obstacle that was moved is known where it lies now, under its id, and no longer where it lay', () => {
  const now = seen(500, 620, 0.6);
  const [moved, ...others] = withFound([known(0.4)], [now], [now]);
  assert.deepEqual(others, []);
  assert.deepEqual([moved!.id, moved!.outline, moved!.sigmaMm, moved!.token?.pose.x], ['rock', now.outline, 0.6, 500]);
  // One that a person placed and that lies elsewhere now was moved as well.
  assert.deepEqual(withFound([known()], [now], [now])[0]!.outline, now.outline);
});

test('of an obstacle that is seen again the surer reading is kept; what a person placed stays as placed', () => {
  const better = seen(201, 199, 0.5);
  const asKnown = { ...seen(200, 200, 2.1) };
  assert.deepEqual(withFound([known(2)], [asKnown], [better])[0]!.outline, better.outline);
  const worse = seen(203, 198, 0.9);
  assert.deepEqual(withFound([known(0.3)], [asKnown], [worse]), [known(0.3)]);
  assert.deepEqual(withFound([known()], [asKnown], [better]), [known()]);
});

test('of two tokens alike neither is mistaken for the other one moved', () => {
  const other = { ...known(0.4), id: 'rock-2', outline: square(700, 700), token: token('coreasteroid0', 700, 700) };
  const now = seen(500, 620, 0.6);
  const after = withFound([known(0.4), other], [now], [now]);
  assert.deepEqual(
    after.map(({ id }) => id),
    ['rock', 'rock-2', 'obstacle-1'],
  );
});

test('beside a printed board a mat is believed as wide as it was solved with: what is kept does not hold its prior', () => {
  const normal = normals(8);
  const world = drawWorld(normal, { widthMm: 906, depthMm: 906, plastic: 0 });
  const round = drawRound(world, normal);
  const board = { start: { x: 300, y: 300, headingRad: 0 }, isFrame: false, corners: [] as never[] };
  const hints = {};
  const solved = (sigmaOfBoard: boolean) =>
    solveTable(
      { ...START, camera: world.camera },
      { ...round.observations, ...(sigmaOfBoard && { board }) },
      tablePriorOf(hints, world.camera),
    );
  const kept = (withBoard: boolean) => {
    const solution = solved(withBoard);
    const observations = { ...round.observations, ...(withBoard && { board }) };
    const stages = {
      solution,
      observations,
      isInconsistent: false,
      byContrast: false,
      uncertainty: CERTAIN_BORDER,
      doubt: CERTAIN_BORDER,
    } as unknown as Stages;
    const { values, covariance } = setupAfter(hints, measurementOf(world, round), stages)!.camera!.learned!;
    return { widthMm: values[5]!, sigmaMm: Math.sqrt(covariance[5 * (values.length + 1)]!) };
  };
  // A board without corners adds nothing: what is left without the prior is the same, whichever prior it was.
  const [alone, beside] = [kept(false), kept(true)];
  assert.ok(Math.abs(alone.widthMm - beside.widthMm) < 0.05 * alone.sigmaMm, `${alone.widthMm} ${beside.widthMm} ± ${alone.sigmaMm}`);
  assert.ok(Math.abs(alone.sigmaMm / beside.sigmaMm - 1) < 0.03, `${alone.sigmaMm} ${beside.sigmaMm}`);
});
