import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MeasureHints, TableMeasurement } from '../../../src/table/measurement.js';
import type { Setup } from '../../../src/table/setup/setup.js';
import { type CachedMeasurements, NOTHING_CACHED } from '../../../src/vision/bases/cached-measurements.js';
import { measureWithSetup, withLearned } from '../../../src/vision/frame/measure-with-setup.js';
import type { MeasuredTable, Stages } from '../../../src/vision/frame/measured-table.js';
import type { FrameContext } from '../../../src/vision/lens/frame-context.js';
import { tablePriorOf } from '../../../src/vision/lens/table-prior.js';
import type { EarlierRegistration } from '../../../src/vision/mat/find/mat-location.js';
import { CERTAIN_BORDER } from '../../../src/vision/solve/border-uncertainty.js';
import { solveTable } from '../../../src/vision/solve/joint-solution.js';
import { lensOf, withoutMat } from '../../../src/vision/solve/shared-parameters.js';
import { drawRound, drawWorld, normals, type Round, type World } from '../made-up-match.js';

const START = { widthMm: 914.4, depthMm: 914.4 };
const RELATIVE = { code: 'mat-not-in-view', message: 'No mat in view', hint: '' };

function setupOf(world: World, { observations }: Round): Setup {
  const mat = { widthMm: world.widthMm, depthMm: world.depthMm, sigmaMm: 0.5 };
  const { shared } = solveTable({ ...START, camera: world.camera }, observations, tablePriorOf({ mat }, world.camera));
  const camera = { lens: lensOf(shared, 1920, 1080), learned: withoutMat(shared, mat) };
  return { mat: { ...mat, source: 'measured' }, camera, obstacles: [], learnedFrom: { pictures: 1, ships: 5 } };
}

function contextWith(world: World, hints: MeasureHints): FrameContext {
  const { widthPx, heightPx } = world.camera;
  return { frame: { widthPx, heightPx }, hints, lens: tablePriorOf(hints, world.camera) } as unknown as FrameContext;
}

/** Measures a round as it is seen, and notes with which setups. */
function measuring(
  world: World,
  { observations }: Round,
  cached: CachedMeasurements,
  caution?: (hints: MeasureHints) => boolean,
  isInconsistent: (hints: MeasureHints) => boolean = () => false,
  seenWith: Round['observations'] = observations,
) {
  const setups: (Setup | undefined)[] = [];
  const measure = async ({ hints, lens }: FrameContext): Promise<MeasuredTable> => {
    setups.push(hints.setup);
    const seen = hints.setup ? seenWith : observations;
    const solution = solveTable({ ...START, camera: world.camera }, seen, lens);
    const measurement = {
      bases: [],
      obstacles: [],
      ...(caution?.(hints) && { caution: RELATIVE, isEdgeUnknown: true }),
    } as unknown as TableMeasurement;
    const stages = {
      solution,
      observations: seen,
      cached,
      isInconsistent: isInconsistent(hints),
      byContrast: false,
      uncertainty: CERTAIN_BORDER,
      doubt: CERTAIN_BORDER,
    };
    return { result: { ok: true, measurement }, stages: stages as unknown as Stages };
  };
  return { measure, setups };
}

const codeOf = ({ result }: MeasuredTable) => (result.ok ? result.measurement.caution?.code : result.problem.code);

const normal = normals(21);
const world = drawWorld(normal);
const setup = setupOf(world, drawRound(world, normal));
const focal = 1.12 * world.camera.fx;
const zoomed: World = { ...world, camera: { ...world.camera, fx: focal, fy: focal } };
const registration = (cached: CachedMeasurements): EarlierRegistration => {
  const solution = solveTable({ ...START, camera: world.camera }, { border: [], bases: [] }, tablePriorOf({ setup }, world.camera));
  return { solution, uncertainty: CERTAIN_BORDER, byContrast: false, cached };
};

test('a lens that was zoomed during a session is noticed in the frame in which the border is elsewhere', async () => {
  const { measure, setups } = measuring(zoomed, drawRound(zoomed, normal), NOTHING_CACHED);
  const table = await measureWithSetup(contextWith(world, { setup }), measure, registration({ ...NOTHING_CACHED }));
  assert.equal(codeOf(table), 'setup-of-another-table');
  assert.deepEqual(setups, [setup, undefined]);
});

test('a camera that was only pushed keeps its setup, and a border that is where it was is not held against it again', async () => {
  const pushed = { ...world, camera: { ...world.camera, t: [world.camera.t[0] + 20, world.camera.t[1], world.camera.t[2]] as const } };
  const after = measuring(pushed as World, drawRound(pushed as World, normal), NOTHING_CACHED);
  const table = await measureWithSetup(contextWith(world, { setup }), after.measure, registration({ ...NOTHING_CACHED }));
  assert.equal(codeOf(table), undefined);
  assert.equal(after.setups.length, 1);
  const earlier = registration({ ...NOTHING_CACHED });
  const followed = measuring(zoomed, drawRound(zoomed, normal), earlier.cached!);
  await measureWithSetup(contextWith(world, { setup }), followed.measure, earlier);
  assert.equal(followed.setups.length, 1);
});

test('of a picture that is the other way up the principal point is on either side of the middle, and it is measured so', async () => {
  const { r, t, cx, cy, widthPx, heightPx } = world.camera;
  const lensOfSetup = { ...setup.camera!.lens, cx: cx + 9, cy: cy - 5 };
  const hung: Setup = { ...setup, camera: { ...setup.camera!, lens: lensOfSetup, pose: { r, t } } };
  const [a, b, c, d, e, f, g, h, i] = r;
  const over: World = { ...world, camera: { ...world.camera, r: [-a, -b, -c, -d, -e, -f, g, h, i], t: [-t[0], -t[1], t[2]] } };
  const asked: MeasureHints[] = [];
  const measureSeen = (seen: World) => async (context: FrameContext) => {
    asked.push(context.hints);
    return measuring(seen, drawRound(seen, normal), NOTHING_CACHED).measure(context);
  };
  await measureWithSetup(contextWith(world, { setup: hung }), measureSeen(world));
  assert.deepEqual([...asked], [{ setup: hung }]);
  await measureWithSetup(contextWith(over, { setup: hung }), measureSeen(over));
  const { lens } = asked.at(-1)!;
  assert.equal(asked.length, 3);
  assert.deepEqual([lens?.cx, lens?.cy], [(widthPx - 1) / 2, (heightPx - 1) / 2]);
  const offPx = Math.hypot(lensOfSetup.cx - lens!.cx, lensOfSetup.cy - lens!.cy);
  assert.equal(lens!.sigma!.centrePx, Math.hypot(lensOfSetup.sigma!.centrePx, offPx));
  const before = registration({ ...NOTHING_CACHED });
  await measureWithSetup(contextWith(over, { setup: hung }), measureSeen(over), {
    ...before,
    solution: { ...before.solution, camera: over.camera },
  });
  assert.deepEqual([asked.length, asked.at(-1)!.lens], [4, lens], 'as long as it hangs so it is measured once, with that lens');
});

test('a mat that is found only without the setup says that the setup is wrong; one that is found neither way does not', async () => {
  const round = drawRound(world, normal);
  const misled = measuring(world, round, NOTHING_CACHED, (hints) => hints.setup !== undefined);
  const table = await measureWithSetup(contextWith(world, { setup }), misled.measure);
  assert.equal(codeOf(table), 'setup-of-another-table');
  assert.equal(misled.setups.length, 2);
  const outOfView = measuring(world, round, NOTHING_CACHED, () => true);
  assert.equal(codeOf(await measureWithSetup(contextWith(world, { setup }), outOfView.measure)), 'mat-not-in-view');
});

test('where bases contradict the border with the setup, what is seen without it decides whether it is another camera’s', async () => {
  const withIt = ({ setup }: MeasureHints) => setup !== undefined;
  const fewMarks = { border: [], bases: [] };
  const measured = async (seenBy: World, isInconsistent: (hints: MeasureHints) => boolean, earlier?: EarlierRegistration) => {
    const { measure, setups } = measuring(seenBy, drawRound(seenBy, normals(23)), NOTHING_CACHED, undefined, isInconsistent, fewMarks);
    return { ...(await measureWithSetup(contextWith(world, { setup }), measure, earlier)), times: setups.length };
  };
  const [other, misread, strained] = [await measured(zoomed, withIt), await measured(world, withIt), await measured(zoomed, () => true)];
  assert.deepEqual([codeOf(other), codeOf(misread), codeOf(strained)], ['setup-of-another-table', undefined, undefined]);
  assert.ok(other.stages!.observations.bases.length > 0, 'measured without it');
  assert.equal(misread.stages!.observations, fewMarks, 'it fits what is seen without it');
  assert.equal(strained.stages!.observations, fewMarks, 'the bases contradict the border without it as well');
  const again = await measured(world, withIt, registration({ ...NOTHING_CACHED }));
  assert.deepEqual([misread.times, again.times], [2, 1]);
});

test('of a view without a border the bases that were read without the setup decide whether it is another camera’s', async () => {
  const closeBy = (seenBy: World) => {
    const round = drawRound(seenBy, normals(24), 8);
    const observations = { border: [], bases: round.observations.bases };
    const readThroughIt = { border: [], bases: observations.bases.slice(0, 2) };
    const { measure } = measuring(seenBy, { ...round, observations }, NOTHING_CACHED, () => true, undefined, readThroughIt);
    return measureWithSetup(contextWith(world, { setup }), measure);
  };
  const [other, own] = [await closeBy(zoomed), await closeBy(world)];
  assert.deepEqual([codeOf(other), codeOf(own)], ['setup-of-another-table', 'mat-not-in-view']);
  assert.deepEqual([other.stages!.observations.bases.length, own.stages!.observations.bases.length], [8, 2]);
});

test('a given size of the mat 30 mm too large, with which the bases contradict the border, is a caution beside what is measured with it', () => {
  const told = (tooLargeMm: number) => {
    const mat = { widthMm: world.widthMm + tooLargeMm, depthMm: world.depthMm + tooLargeMm, sigmaMm: 0.5 };
    const context = contextWith(world, { mat });
    const { observations } = drawRound(world, normals(22), 8);
    const solution = solveTable({ ...START, camera: world.camera }, observations, context.lens);
    const stages = { solution, observations, isInconsistent: true } as unknown as Stages;
    return withLearned(context, { result: { ok: true, measurement: { bases: [], obstacles: [] } as unknown as TableMeasurement }, stages });
  };
  assert.deepEqual([codeOf(told(0)), codeOf(told(30))], [undefined, 'mat-of-another-size']);
});

test('a clear doubt about the given size of the mat is a caution; a slight one is not', () => {
  const doubted = (probability: number) => {
    const mat = { widthMm: world.widthMm, depthMm: world.depthMm, sigmaMm: 9, doubt: { probability, toldSigmaMm: 0.5 } };
    const context = contextWith(world, { mat });
    const { observations } = drawRound(world, normals(23), 8);
    const solution = solveTable({ ...START, camera: world.camera }, observations, context.lens);
    const stages = { solution, observations, isInconsistent: true } as unknown as Stages;
    return withLearned(context, { result: { ok: true, measurement: { bases: [], obstacles: [] } as unknown as TableMeasurement }, stages });
  };
  assert.deepEqual([codeOf(doubted(0.1)), codeOf(doubted(0.4))], [undefined, 'mat-of-another-size']);
});
