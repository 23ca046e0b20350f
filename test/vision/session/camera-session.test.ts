import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Camera } from '../../../src/geometry/camera.js';
import { MAT_SIGMA_MM } from '../../../src/pieces/priors.js';
import type { MeasureHints } from '../../../src/table/measurement.js';
import type { PrintImage } from '../../../src/table/setup/setup.js';
import { besideFirstSight } from '../../../src/vision/frame/measure-by-kept-print.js';
import type { measureContext } from '../../../src/vision/frame/measure-frame.js';
import type { MeasuredTable, Stages } from '../../../src/vision/frame/measured-table.js';
import { UnreadablePrint } from '../../../src/vision/print/kept/open-print.js';
import type { Engines } from '../../../src/vision/runtime/engines.js';
import type { Frame } from '../../../src/vision/runtime/frame.js';
import { createCameraSession } from '../../../src/vision/session/camera-session.js';
import type { FrameThumbnail } from '../../../src/vision/session/frame-thumbnail.js';
import { ENOUGH_READS } from '../../../src/vision/session/measurement-cache.js';
import { smallRgba } from '../../../src/vision/session/small-frame.js';
import { CERTAIN_BORDER } from '../../../src/vision/solve/border-uncertainty.js';
import type { TableSolution } from '../../../src/vision/solve/joint-solution.js';
import { estimateOfCamera } from '../../../src/vision/solve/shared-parameters.js';
import { said } from '../../said.js';
import { normals, OVERHEAD } from '../made-up-table.js';

/** OpenCV without any of its work: the session only copies pixels to it. */
const NO_ENGINES = { cv: { matFromArray: () => ({ delete: () => {} }) }, now: () => 0 } as unknown as Engines;
const SIZE_PX = 1000;
const frame = (widthPx = SIZE_PX, capturedAtMs = 0): Frame => ({
  ...{ widthPx, heightPx: SIZE_PX, capturedAtMs },
  rgba: new Uint8Array(4 * widthPx * SIZE_PX),
});
const FAILED: MeasuredTable = {
  result: { ok: false, problem: { code: 'mat-not-found', message: said(''), hint: said('') } },
};

const BASE_AT = { x: 457, y: 457, headingRad: 0 };

/** A frame measured with one small base in the picture's middle; the number distinguishes its solution from others. */
function measured(solutionNumber: number): MeasuredTable {
  const size = { widthMm: 914, depthMm: 914, matSigmaMm: MAT_SIGMA_MM };
  const sharedWithPose = estimateOfCamera(OVERHEAD);
  const solution = { camera: OVERHEAD, cost: solutionNumber, poses: [BASE_AT], sharedWithPose, ...size } as unknown as TableSolution;
  const stages = {
    ...{ solution, edges: [], uncertainty: CERTAIN_BORDER, doubt: CERTAIN_BORDER, scaleSigma: 0.01, byContrast: false },
    ...{
      candidates: [{ marks: { base: 'small' }, reading: { read: solutionNumber } }],
      observations: { bases: [{}] },
      detections: { bases: [] },
    },
  };
  return {
    result: { ok: true, measurement: { mat: solutionNumber, bases: [`base of look ${solutionNumber}`] } as never },
    stages: stages as unknown as Stages,
  };
}

/** Something that moves through the picture, a block of 40 px; without it all pictures are the same but for their noise. */
type Moving = { readonly u: number; readonly v: number };

function thumbnailWith(seed: number, moving?: Moving): FrameThumbnail {
  const normal = normals(seed);
  const side = 100;
  const grey = Uint8Array.from({ length: side * side }, () => Math.round(100 + normal()));
  if (moving)
    for (let row = 0; row < 4; row++)
      grey.fill(0, (moving.v / 10 + row) * side + moving.u / 10, (moving.v / 10 + row) * side + moving.u / 10 + 4);
  return { columns: side, rows: side, scale: SIZE_PX / side, grey };
}

/**
 * Answers in this order; notes for each look which solution was remembered, how many bases were known, and whether a search was allowed. In each
 * picture something else moves, unless `moving` says what.
 */
function scripted(
  answers: readonly MeasuredTable[],
  moving: (picture: number) => Moving | undefined = (i) => ({ u: 40 * (i % 24), v: 40 }),
) {
  const remembered: (number | undefined)[] = [];
  const cached: (number | undefined)[] = [];
  const searched: (boolean | undefined)[] = [];
  const cameras: (Camera | undefined)[] = [];
  let pictures = 0;
  const measureOne: typeof measureContext = async (_context, previous, isExhaustive) => {
    remembered.push(previous?.solution.cost);
    cameras.push(previous?.solution.camera);
    cached.push(previous?.cached?.bases.length);
    searched.push(isExhaustive);
    return answers[remembered.length - 1]!;
  };
  const thumbnail = () => {
    pictures += 1;
    return thumbnailWith(pictures, moving(pictures));
  };
  return { session: createCameraSession({ measureOne, thumbnail }), remembered, cached, searched, cameras };
}

async function measureTimes(session: ReturnType<typeof createCameraSession>, times: number, hints: MeasureHints = {}): Promise<void> {
  for (let i = 0; i < times; i++) await session.measure(NO_ENGINES, frame(), hints);
}

test('each frame is measured from where the one before found the table', async () => {
  const { session, remembered } = scripted([measured(1), measured(2), measured(3)]);
  await measureTimes(session, 3);
  assert.deepEqual(remembered, [undefined, 1, 2]);
});

test('a camera that was followed elsewhere is where the next look begins, with nothing read where it was before; one that stands still keeps it all', async () => {
  // A corner of the last picture is another: else it would not be looked at.
  const moving = (picture: number) => (picture > ENOUGH_READS ? { u: 40, v: 40 } : undefined);
  const { session, remembered, cached, cameras } = scripted(
    Array.from({ length: ENOUGH_READS + 2 }, (_, i) => measured(i + 1)),
    moving,
  );
  for (let i = 0; i < ENOUGH_READS - 1; i++) await session.measure(NO_ENGINES, frame(), {});
  const [x, y, z] = OVERHEAD.t;
  // Focal length over distance: some hundredths of a pixel, and some pixels.
  const [alike, elsewhere] = [0.02, 8].map((mm) => ({ ...OVERHEAD, t: [x + mm, y, z] as const }));
  await session.measure(NO_ENGINES, { ...frame(), about: alike! }, {});
  await session.measure(NO_ENGINES, { ...frame(), about: elsewhere! }, {});
  assert.deepEqual(remembered.slice(-2), [ENOUGH_READS - 1, ENOUGH_READS]);
  assert.equal(cameras[ENOUGH_READS - 1]!.t[0], x);
  assert.deepEqual([cached.at(-1), cameras.at(-1)!.t[0]], [undefined, x + 8]);
});

test('from close by a frame is measured through the camera that was followed, and the frame that showed the border goes on to say where the mat is', async () => {
  const close = { ...OVERHEAD, t: [OVERHEAD.t[0], OVERHEAD.t[1], OVERHEAD.t[2] / 4] as const };
  const answers = [tableOf(1), FAILED, tableOf(2)];
  const [byBorder, byPrint]: [(number | undefined)[], number[]] = [[], []];
  const standing: (number | undefined)[] = [];
  const session = createCameraSession({
    measureOne: async (_context, previous) => {
      byBorder.push(previous?.solution.cost);
      return answers[byBorder.length - 1]!;
    },
    thumbnail: (picture) => thumbnailWith(picture.capturedAtMs, { u: 40, v: 40 }),
    measureFollowed: async (_context, { camera, table, standing: known }) => {
      standing.push(known?.length);
      byPrint.push(table.cost);
      return Math.abs(camera.t[2] - close.t[2]) < 1e-3 ? tableOf(10) : FAILED;
    },
  });
  /** Number of the solution that a look comes to; undefined: none. */
  const look = async (about?: Camera) => {
    const result = await session.measure(NO_ENGINES, { ...frame(), ...(about && { about }) }, {});
    return result.ok ? result.measurement.capturedAtMs : undefined;
  };
  assert.equal(await look(), 1);
  assert.equal(await look(close), 10);
  assert.deepEqual([byBorder, byPrint], [[undefined], [1]]);
  assert.deepEqual(standing, [1], 'what stood there is looked for');
  // Where the border is in view it comes first, and the print where it does not help.
  assert.equal(await look(OVERHEAD), undefined);
  assert.equal(await look(OVERHEAD), 2);
  assert.deepEqual(
    [byBorder, byPrint],
    [
      [undefined, 1, 1],
      [1, 1],
    ],
  );
});

const KEPT: PrintImage = { pxPerMm: 1, widthMm: 914, depthMm: 914, sigmaMm: 2, shiftSigmaMm: 3, webp: 'AAAA' };
const MAT = { widthMm: 914, depthMm: 914, sigmaMm: 1, source: 'nominal' as const };
const SET_UP: MeasureHints = { setup: { mat: MAT, obstacles: [], learnedFrom: { pictures: 1, ships: 1 }, print: KEPT } };

/** The same as a table of one base that is known to 0.1 mm on a mat of ± 1 mm; its time is the number. */
function tableOf(solutionNumber: number, isEdgeUnknown?: true): MeasuredTable {
  const covariance = { xx: 0.01, xy: 0, xh: 0, yy: 0.01, yh: 0, hh: 1e-4 };
  const measurement = {
    ...{ mat: MAT, bases: [{ pose: BASE_AT, covariance }], obstacles: [], camera: OVERHEAD, ...(isEdgeUnknown && { isEdgeUnknown }) },
    capturedAtMs: solutionNumber,
    jointCovariance: [0.01, 0, 0, 0, 0.01, 0, 0, 0, 1e-4],
  };
  return { ...measured(solutionNumber), result: { ok: true, measurement: measurement as never } };
}

/** A session whose pictures never show a border: `byBorder` is what each of them comes to, `byPieces` what as a photo, and `byPrint` what the kept print makes of it. */
function withoutBorder(byBorder: MeasuredTable, byPrint: MeasuredTable | undefined, byPieces = tableOf(1, true)) {
  const asked: { readonly print: PrintImage; readonly hasOwn: boolean }[] = [];
  const followed: number[] = [];
  const counts = { asPhoto: 0 };
  const session = createCameraSession({
    measureOne: async ({ hints }) => {
      if (hints.isPhoto) counts.asPhoto += 1;
      return hints.isPhoto ? byPieces : byBorder;
    },
    thumbnail: (picture) => thumbnailWith(picture.capturedAtMs, { u: 40, v: 40 }),
    measureFollowed: async (_context, { table }) => {
      followed.push(table.cost);
      return tableOf(10);
    },
    measureRegistered: async (_context, print, own) => {
      asked.push({ print, hasOwn: own !== undefined });
      return byPrint;
    },
  });
  return { session, asked, followed, counts };
}

test('a frame that has no place on the table is measured by the kept print, and later ones from there: what is open of the print itself is in all of them', async () => {
  const { session, asked, followed } = withoutBorder(FAILED, tableOf(20));
  const look = (atMs: number, about?: Camera, hints = SET_UP) =>
    session.measure(NO_ENGINES, { ...frame(SIZE_PX, atMs), ...(about && { about }) }, hints);
  assert.equal((await look(0)).ok, true);
  assert.deepEqual(asked, [{ print: KEPT, hasOwn: true }]);
  const close = { ...OVERHEAD, t: [OVERHEAD.t[0], OVERHEAD.t[1], OVERHEAD.t[2] / 4] as const };
  const next = await look(100, close);
  assert.deepEqual([followed, asked.length], [[20], 1], 'from the frame that the print placed');
  assert.ok(next.ok && next.measurement.mat.sigmaMm === KEPT.sigmaMm && next.measurement.bases[0]!.covariance.xx > KEPT.shiftSigmaMm ** 2);
  // The print is drawn further meanwhile.
  const drawn = { setup: { ...SET_UP.setup!, print: { ...KEPT, webp: 'BBBB' } } };
  assert.equal((await look(200, close, drawn)).ok, true);
  assert.deepEqual([followed, asked.length], [[20, 20], 1], 'a print that was drawn further leaves the camera where it is');
});

test('what the border of the first frame leaves open is as open in a close one that was followed from there', async () => {
  const claimOf = async (open: Partial<Pick<Stages, 'uncertainty' | 'doubt'>>, matSigmaMm = MAT_SIGMA_MM) => {
    const first = tableOf(1);
    const stages = { ...first.stages!, ...open, solution: { ...first.stages!.solution, matSigmaMm } };
    const { session, followed } = withoutBorder({ ...first, stages }, undefined);
    await session.measure(NO_ENGINES, frame(), {});
    const about = { ...OVERHEAD, t: [OVERHEAD.t[0] - 50, OVERHEAD.t[1], OVERHEAD.t[2] / 4] as const };
    const close = await session.measure(NO_ENGINES, { ...frame(SIZE_PX, 100), about }, {});
    assert.deepEqual(followed, [1]);
    assert.ok(close.ok);
    return { mm: Math.sqrt(close.measurement.bases[0]!.covariance.xx), matMm: close.measurement.mat.sigmaMm };
  };
  const own = 0.1;
  assert.ok(Math.abs((await claimOf({})).mm - own) < 1e-6, 'nothing is open');
  const shifted = await claimOf({ uncertainty: { scaleSigma: 0, shiftSigmaMm: 2.5 }, doubt: { scaleSigma: 0, shiftSigmaMm: 1 } });
  assert.ok(Math.abs(shifted.mm - Math.hypot(own, 2.5, 1)) < 1e-6, `${shifted.mm} mm`);
  assert.ok(Math.abs((await claimOf({ uncertainty: { scaleSigma: 0.01, shiftSigmaMm: 0 } })).matMm - 9.14) < 1e-6);
  const ofTwoSizes = await claimOf({}, Math.hypot(MAT_SIGMA_MM, 4));
  assert.ok(Math.abs(ofTwoSizes.matMm - 4) < 1e-6, 'a mat that may have been sold at two sizes');
});

test('in a live frame without a border the pieces say where to begin; a print that is not found is looked for ever more rarely, and where nothing stands not at all', async () => {
  const { session, asked } = withoutBorder(FAILED, undefined);
  const askedAfter: number[] = [];
  for (let look = 0; look < 15; look++) {
    assert.equal((await session.measure(NO_ENGINES, frame(SIZE_PX, 1000 * look), SET_UP)).ok, false);
    askedAfter.push(asked.length);
  }
  assert.deepEqual(askedAfter, [1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3]);
  assert.equal(asked[0]?.hasOwn, true, 'beginning with the camera that the pieces tell');
  const empty = withoutBorder(FAILED, tableOf(20), FAILED);
  for (let look = 0; look < 10; look++) await empty.session.measure(NO_ENGINES, frame(SIZE_PX, 1000 * look), SET_UP);
  assert.equal(empty.counts.asPhoto, 2, 'pieces are looked for in every fifth look');
  const slow = withoutBorder(FAILED, tableOf(20));
  let nowMs = 0;
  const slowEngines = {
    ...NO_ENGINES,
    now: () => {
      nowMs += 10_000;
      return nowMs;
    },
  };
  assert.equal((await slow.session.measure(slowEngines, frame(), SET_UP)).ok, false);
  assert.equal(slow.asked.length, 0, 'a device that needs ten seconds for the pieces');
  const strange = withoutBorder(FAILED, tableOf(20));
  assert.equal((await strange.session.measure(NO_ENGINES, frame(), {})).ok, false);
  const photo = withoutBorder(FAILED, tableOf(20), FAILED);
  assert.equal((await photo.session.measure(NO_ENGINES, frame(), { ...SET_UP, isPhoto: true })).ok, true);
  assert.deepEqual([empty.asked.length, strange.asked.length, photo.asked], [0, 0, [{ print: KEPT, hasOwn: false }]]);
});

test('where a border has said where the mat is the kept print is asked only if it was found to lie there: a mat may have been turned', async () => {
  for (const isInFrame of [false, true]) {
    let looks = 0;
    const keeper = { offer: () => {}, drawn: async () => undefined, isInFrame, forget: () => {} };
    const session = createCameraSession({
      measureOne: async ({ hints }) => (looks++ === 0 ? tableOf(1) : hints.isPhoto ? tableOf(1, true) : FAILED),
      thumbnail: (picture) => thumbnailWith(picture.capturedAtMs, { u: 40, v: 40 }),
      measureRegistered: async () => tableOf(20),
      keeper,
    });
    assert.equal((await session.measure(NO_ENGINES, frame(), SET_UP)).ok, true);
    assert.equal((await session.measure(NO_ENGINES, frame(SIZE_PX, 100), SET_UP)).ok, isInFrame);
  }
});

test('a print that cannot be read counts as absent; an engine that breaks rejects the look', async () => {
  for (const [error, rejects] of [
    [new UnreadablePrint('damaged'), false],
    [new Error('out of memory'), true],
  ] as const) {
    const session = createCameraSession({
      measureOne: async ({ hints }) => (hints.isPhoto ? tableOf(1, true) : FAILED),
      thumbnail: (picture) => thumbnailWith(picture.capturedAtMs),
      measureRegistered: () => Promise.reject(error),
    });
    const look = session.measure(NO_ENGINES, frame(), SET_UP);
    if (rejects) await assert.rejects(look, /out of memory/);
    else assert.equal((await look).ok, false);
  }
});

test('after the lamp was off the old registration is tried again, but not in every fourth frame', async () => {
  const { session, remembered } = scripted([measured(1), FAILED, FAILED, FAILED, FAILED, measured(2), measured(3)]);
  await measureTimes(session, 7);
  assert.deepEqual(remembered, [undefined, 1, 1, 1, undefined, 1, 2]);
});

test('after a frame that contradicts the setup the next is held against it from the start, until one bears it out', async () => {
  const { stages } = measured(1);
  const caution = { code: 'setup-of-another-table', message: said(''), hint: said('') };
  const contradicted = { result: { ok: true, measurement: { caution } as never } as const, stages: stages! };
  const { session, remembered } = scripted([contradicted, contradicted, measured(2), measured(3)]);
  await measureTimes(session, 4);
  assert.deepEqual(remembered, [undefined, undefined, undefined, 2]);
});

test('other hints, another size of picture and a reset start afresh', async () => {
  const { session, remembered } = scripted([measured(1), measured(2), measured(3), measured(4)]);
  await measureTimes(session, 1);
  await measureTimes(session, 1, { corners: [{ u: 1, v: 1 }] });
  await session.measure(NO_ENGINES, frame(1280), { corners: [{ u: 1, v: 1 }] });
  session.forget();
  await measureTimes(session, 1, {});
  assert.deepEqual(remembered, [undefined, undefined, undefined, undefined]);
});

test('a mirror image is turned before it is compared and measured; turned or not is another picture', async () => {
  const [compared, firstBytes, remembered]: [number[], number[], unknown[]] = [[], [], []];
  const measureOne: typeof measureContext = async ({ frame: { rgba }, hints }, previous) => {
    firstBytes.push(rgba[0]!);
    assert.deepEqual(hints, {});
    remembered.push(previous?.solution.cost);
    return measured(firstBytes.length);
  };
  const session = createCameraSession({
    measureOne,
    thumbnail: ({ rgba }) => {
      compared.push(rgba[0]!);
      return thumbnailWith(compared.length);
    },
  });
  const picture = frame();
  picture.rgba[0] = 200;
  for (const hints of [{}, { isMirrored: true }]) await session.measure(NO_ENGINES, picture, hints);
  assert.deepEqual(
    [compared, firstBytes, remembered],
    [
      [200, 0],
      [200, 0],
      [undefined, undefined],
    ],
  );
});

test('a camera that shows no table is searched through at once and then seldom, after a bump not before it rests', async () => {
  const never = scripted(new Array(14).fill(FAILED));
  await measureTimes(never.session, 14);
  assert.deepEqual(
    never.searched.flatMap((isExhaustive, i) => (isExhaustive ? [i] : [])),
    [0, 12],
  );
  const bumped = scripted([measured(1), ...new Array(6).fill(FAILED)]);
  await measureTimes(bumped.session, 7);
  assert.deepEqual(
    bumped.searched.flatMap((isExhaustive, i) => (isExhaustive ? [i] : [])),
    [0, 4],
  );
});

const STILL = () => undefined;
const ENOUGH = Array.from({ length: ENOUGH_READS }, (_, i) => measured(i + 1));
const N = ENOUGH_READS;

test('after some pictures in which nothing changes nothing is measured; the result is the last one, at its own time', async () => {
  const { session, remembered } = scripted(ENOUGH, STILL);
  await measureTimes(session, N);
  const look = await session.measure(NO_ENGINES, frame(SIZE_PX, 4000), {});
  assert.equal(remembered.length, N);
  assert.deepEqual(look, { ok: true, isUnchanged: true, measurement: { mat: N, bases: [`base of look ${N}`], capturedAtMs: 4000 } });
});

test('where a frame made small shows nothing new its pixels are not asked for; where it does, or is another camera’s, they are', async () => {
  const { session, remembered } = scripted([...ENOUGH, measured(N + 1)], STILL);
  const at = (capturedAtMs: number, small = thumbnailWith(1)) => ({ widthPx: SIZE_PX, heightPx: SIZE_PX, capturedAtMs, small });
  assert.equal(session.unchanged(at(0), {}), undefined, 'nothing was measured yet');
  for (let i = 0; i < N; i++) await session.measure(NO_ENGINES, { ...frame(), small: thumbnailWith(i) }, {});
  assert.deepEqual(session.unchanged(at(4000), {}), {
    ok: true,
    isUnchanged: true,
    measurement: { mat: N, bases: [`base of look ${N}`], capturedAtMs: 4000 },
  });
  assert.equal(session.unchanged(at(4000, thumbnailWith(1, { u: 480, v: 480 })), {}), undefined, 'something moved');
  assert.equal(session.unchanged({ ...at(4000), widthPx: 1280 }, {}), undefined, 'another size');
  assert.equal(session.unchanged(at(4000), { isMirrored: true }), undefined, 'other hints');
  assert.equal(session.unchanged(at(21_000), {}), undefined, 'long ago');
  assert.equal(remembered.length, N);
});

test('a mirror image made small is turned as its pixels are: the one is no change against the other', async () => {
  const hints: MeasureHints = { isMirrored: true };
  const picture = frame();
  picture.rgba.forEach((_, at) => {
    picture.rgba[at] = 40 + ((Math.floor(at / 4) % SIZE_PX) * 160) / SIZE_PX;
  });
  const small = smallRgba(picture.rgba, SIZE_PX, SIZE_PX);
  const session = createCameraSession({ measureOne: async () => measured(1) });
  for (let i = 0; i < N; i++) assert.equal((await session.measure(NO_ENGINES, { ...picture, small }, hints)).isUnchanged, undefined);
  assert.equal((await session.measure(NO_ENGINES, picture, hints)).isUnchanged, true);
  assert.equal(session.unchanged({ ...picture, small }, hints)?.isUnchanged, true);
});

test('only what is seen first of a table is measured without a place on it; it is followed, and the border goes first', async () => {
  const [sights, followed]: [(true | undefined)[], boolean[]] = [[], []];
  const answers = [tableOf(1, true), FAILED, tableOf(2), FAILED];
  const session = createCameraSession({
    measureOne: async ({ isFirstSight }, previous) => {
      sights.push(isFirstSight);
      assert.equal(previous?.solution.cost, sights.length === 4 ? 2 : undefined, 'no border is where a first sight has it');
      return answers[sights.length - 1]!;
    },
    thumbnail: (picture) => thumbnailWith(picture.capturedAtMs, { u: 40, v: 40 }),
    measureFollowed: async (_context, { table }) => tableOf(10 * table.cost),
  });
  const look = async (atMs: number) => {
    const seen = await session.measure(NO_ENGINES, { ...frame(SIZE_PX, atMs), about: OVERHEAD }, {});
    assert.ok(seen.ok);
    followed.push(seen.measurement.isEdgeUnknown === true);
    return seen;
  };
  assert.equal((await look(0)).isFirstSight, true);
  const next = await look(100);
  assert.equal(next.isFirstSight, undefined);
  const { covariance } = next.measurement.bases[0]!;
  assert.ok(covariance.xx > 250 ** 2, 'where on the mat it is nobody knows');
  await look(200);
  await look(300);
  assert.deepEqual(sights, [true, undefined, undefined, undefined]);
  assert.deepEqual(followed, [true, true, false, false]);
});

test('a camera that began close by is searched through only after eleven looks that failed', async () => {
  const searched: (boolean | undefined)[] = [];
  const session = createCameraSession({
    measureOne: async (_context, _previous, isExhaustive) => {
      searched.push(isExhaustive);
      return searched.length === 1 ? tableOf(1, true) : FAILED;
    },
    thumbnail: (picture) => thumbnailWith(picture.capturedAtMs, { u: 40, v: 40 }),
  });
  for (let look = 0; look < 14; look++) await session.measure(NO_ENGINES, frame(SIZE_PX, 100 * look), {});
  assert.deepEqual(
    searched.flatMap((isSearched, look) => (isSearched ? [look] : [])),
    [0, 12],
  );
});

test('what a first sight leaves open of the scale is open in the distances of the frames that follow it', () => {
  const followed = tableOf(1);
  assert.ok(followed.result.ok);
  const bases = [100, 500].map((x) => ({ pose: { x, y: 457, headingRad: 0 }, covariance: { xx: 0, xy: 0, xh: 0, yy: 0, yh: 0, hh: 0 } }));
  const measurement = { ...followed.result.measurement, bases: bases as never, jointCovariance: new Array<number>(36).fill(0) };
  const table: MeasuredTable = { ...followed, result: { ok: true, measurement } };
  const beside = besideFirstSight(table, { ...measurement, isEdgeUnknown: true, isScaleUnknown: true }, 0.01);
  assert.ok(beside.result.ok);
  const { jointCovariance: joint, isEdgeUnknown, isScaleUnknown } = beside.result.measurement;
  // Var(x2 − x1), with one hundredth of 400 mm for its root.
  const variance = joint[0]! - 2 * joint[3]! + joint[21]!;
  assert.ok(Math.abs(Math.sqrt(variance) - 4) < 1e-6, `${variance}`);
  assert.deepEqual([isEdgeUnknown, isScaleUnknown], [true, true]);
});

test('but after twenty seconds, under other hints, and while the printed board is learnt from, it is measured again', async () => {
  const later = scripted([...ENOUGH, measured(N + 1)], STILL);
  await measureTimes(later.session, N);
  assert.equal((await later.session.measure(NO_ENGINES, frame(SIZE_PX, 21_000), {})).isUnchanged, undefined);
  assert.deepEqual(later.cached.at(-1), 0, 'and its bases are read again');

  const hinted = scripted([...ENOUGH, measured(N + 1)], STILL);
  await measureTimes(hinted.session, N);
  await measureTimes(hinted.session, 1, { corners: [{ u: 1, v: 1 }] });
  assert.equal(hinted.remembered.at(-1), undefined);
  assert.equal(hinted.remembered.length, N + 1);

  const board = { columns: 7, rows: 5, squareMm: 36, markerMm: 27, dictionary: 'DICT_5X5_100' };
  const learning = scripted([...ENOUGH, measured(N + 1)], STILL);
  await measureTimes(learning.session, N + 1, { board });
  assert.equal(learning.remembered.length, N + 1);
});

test('a failed frame is followed by another measurement, though the picture is again what it was', async () => {
  const moving = (picture: number) => (picture === N + 1 ? { u: 480, v: 480 } : undefined);
  const { session, remembered } = scripted([...ENOUGH, FAILED, measured(N + 1)], moving);
  await measureTimes(session, N + 3);
  assert.deepEqual(remembered.slice(-2), [N, N]);
  assert.equal(remembered.length, N + 2);
});

test('a base that was read often enough is known while things move elsewhere, until something moves over it', async () => {
  const aside = { u: 40, v: 40 };
  const over = { u: 480, v: 480 };
  const moving = (picture: number) => (picture <= N ? undefined : picture <= N + 2 ? aside : over);
  const { session, cached } = scripted([...ENOUGH, measured(N + 1), measured(N + 2), measured(N + 3)], moving);
  await measureTimes(session, N + 3);
  assert.deepEqual(cached.slice(-4), [0, 1, 1, 0]);
});

test('what was under way when all was forgotten is not remembered, and a frame in which an engine breaks has failed', async () => {
  const remembered: boolean[] = [];
  let during: () => void = () => {};
  const session = createCameraSession({
    measureOne: async (_context, previous) => {
      remembered.push(previous !== undefined);
      during();
      return measured(1);
    },
    thumbnail: () => thumbnailWith(1),
  });
  during = () => session.forget();
  await measureTimes(session, 2);
  assert.deepEqual(remembered, [false, false]);
  during = () => {};
  await measureTimes(session, N);
  during = () => {
    throw new Error('out of memory');
  };
  await session.measure(NO_ENGINES, frame(SIZE_PX, 21_000), {}).catch(() => {});
  during = () => {};
  const looks = remembered.length;
  assert.equal((await session.measure(NO_ENGINES, frame(), {})).isUnchanged, undefined);
  assert.equal(remembered.length, looks + 1);
});

test('a picture is checked before it is copied, copied to OpenCV once a frame, and freed also when measuring breaks', async () => {
  let [copies, freed] = [0, 0];
  const cv = {
    matFromArray() {
      copies++;
      return { delete: () => freed++ };
    },
  };
  const engines = { cv, now: () => 0 } as unknown as Engines;
  let answer = async (): Promise<MeasuredTable> => measured(1);
  const session = createCameraSession({ measureOne: () => answer(), thumbnail: () => thumbnailWith(1) });
  await session.measure(engines, frame(), { isMirrored: true });
  assert.deepEqual([copies, freed], [1, 1]);
  answer = () => Promise.reject(new Error('out of memory'));
  await assert.rejects(session.measure(engines, frame(), {}), /out of memory/);
  assert.deepEqual([copies, freed], [2, 2]);
  await assert.rejects(session.measure(engines, { ...frame(), widthPx: 3 }, {}), /needs 12000 bytes of RGBA/);
  assert.deepEqual([copies, freed], [2, 2]);
});
