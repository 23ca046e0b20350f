import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pose } from '../../../src/geometry/pose.js';
import { type CachedMeasurements, NOTHING_CACHED } from '../../../src/vision/bases/cached-measurements.js';
import type { Detection } from '../../../src/vision/bases/detect.js';
import type { Stages } from '../../../src/vision/frame/measured-table.js';
import { changesUpTo, type FrameThumbnail } from '../../../src/vision/session/frame-thumbnail.js';
import {
  cachedMeasurements,
  ENOUGH_QUIET_FRAMES,
  ENOUGH_READS,
  isAllCached,
  type MeasurementCache,
  NO_CACHE,
  withMeasurements,
} from '../../../src/vision/session/measurement-cache.js';
import { OVERHEAD } from '../made-up-table.js';

const SIDE = 100;
const PLAIN: FrameThumbnail = { columns: SIDE, rows: SIDE, scale: 10, grey: new Uint8Array(SIDE * SIDE).fill(100) };
const A: Pose = { x: 300, y: 300, headingRad: 0 };
const B: Pose = { x: 600, y: 600, headingRad: 1 };

const detected = (x: number, y: number) =>
  ({ base: 'small', at: { x, y }, headingRad: 0, score: 0.5, cardLogit: -3 }) as const satisfies Detection;

interface Frame {
  readonly bases?: readonly Pose[];
  readonly detections?: readonly Detection[];
  readonly known?: CachedMeasurements;
  readonly edges?: Stages['edges'];
}

/** What a frame gives in which these bases were measured; each reading is an object of its own, as the nets give it. */
function measured({ bases = [A], detections = [], known = NOTHING_CACHED, edges = [] }: Frame = {}): Stages {
  const candidates = bases.map((start) => ({ marks: { base: 'small', start }, reading: {}, isFrontKnown: true }));
  return {
    ...{ candidates, edges, cached: known, solution: { camera: OVERHEAD, poses: bases } },
    observations: { bases: bases.map(() => ({ edges: [] })) },
    detections: { bases: detections },
  } as unknown as Stages;
}

const UNCHANGED = changesUpTo(PLAIN);
const cachedAt = (cache: MeasurementCache, atMs: number) => cachedMeasurements(cache, OVERHEAD, UNCHANGED, atMs);

function cacheAfter(frames: readonly Frame[], everyMs = 100): MeasurementCache {
  return frames.reduce<MeasurementCache>((cache, frame, i) => {
    const unread = cachedAt(cache, i * everyMs);
    return withMeasurements(cache, unread, measured(frame), UNCHANGED, i * everyMs);
  }, NO_CACHE);
}

const enough = (frame: Frame = {}): Frame[] => Array.from({ length: ENOUGH_READS }, () => frame);
const cachedAfter = (frames: readonly Frame[]) => cachedAt(cacheAfter(frames), 100 * frames.length).measurements;

test('a base is cached once enough measurements of it agree; one that differs begins again', () => {
  assert.equal(cachedAfter(enough()).bases.length, 1);
  assert.equal(cachedAfter(enough().slice(1)).bases.length, 0);
  for (const other of [
    { ...A, x: A.x + 4 },
    { ...A, headingRad: Math.PI },
  ])
    assert.equal(cachedAfter([...enough(), { bases: [other] }]).bases.length, 0, JSON.stringify(other));
});

test('a detection where a base stands is that base, however far from its middle; elsewhere it is remembered as no base', () => {
  const beside = detected(A.x + 11, A.y);
  const away = detected(B.x, B.y);
  const { bases, noBases } = cachedAfter(enough({ detections: [beside, away] }));
  assert.equal(bases.length, 1);
  assert.deepEqual(noBases, [away.at]);
});

test('a table is all cached when the last frames show the same bases, for twenty seconds after they were measured', () => {
  const cache = cacheAfter(enough({ bases: [A, B] }));
  const lastMs = 100 * (ENOUGH_READS - 1);
  assert.ok(isAllCached(cache, UNCHANGED, lastMs + 19_000));
  assert.equal(isAllCached(cache, UNCHANGED, lastMs + 21_000), false);

  const lost = cacheAfter([...enough({ bases: [A, B] }), { bases: [A] }]);
  assert.equal(isAllCached(lost, UNCHANGED, lastMs + 200), false, 'a base that was lost in the last frame is searched for again');
});

test('what was not measured is no newer for it: also beside things that move it is measured again after twenty seconds', () => {
  const cache = cacheAfter(enough());
  const lastMs = 100 * (ENOUGH_READS - 1);
  const unread = cachedAt(cache, lastMs + 15_000);
  const [base] = unread.measurements.bases;
  // The frame takes the cached reading as it is.
  const spared = { ...measured({ known: unread.measurements }), candidates: [{ ...base!, isCached: true }] } as unknown as Stages;
  const after = withMeasurements(cache, unread, spared, UNCHANGED, lastMs + 15_000);
  assert.equal(cachedAt(after, lastMs + 19_000).measurements.bases.length, 1);
  assert.equal(cachedAt(after, lastMs + 21_000).measurements.bases.length, 0);
  assert.equal(isAllCached(after, UNCHANGED, lastMs + 21_000), false);
});

test('the border is cached once enough frames have read it, for as long as nothing changes where it was seen and for twenty seconds', () => {
  const edges = [
    { side: 0, mark: { u: 105, v: 905, sigmaPx: 1 } },
    { side: 1, mark: undefined },
  ];
  const cache = cacheAfter(enough({ edges }));
  const lastMs = 100 * (ENOUGH_READS - 1);
  assert.equal(cachedAt(cache, lastMs).measurements.edges, edges);
  assert.equal(cachedAt(cacheAfter(enough({ edges }).slice(1)), lastMs).measurements.edges, undefined);
  assert.equal(cachedAt(cache, lastMs + 20_100).measurements.edges, undefined);
  const withDark = (column: number, row: number) =>
    changesUpTo({ ...PLAIN, grey: PLAIN.grey.map((grey, at) => (at === row * SIDE + column ? 0 : grey)) });
  assert.equal(cachedMeasurements(cache, OVERHEAD, withDark(10, 90), lastMs).measurements.edges, undefined, 'a hand on the border');
  assert.equal(cachedMeasurements(cache, OVERHEAD, withDark(50, 50), lastMs).measurements.edges, edges, 'a ship in the middle');
});

test('a border does not count as newer for not being read; after a hand lay on it its reads are counted from one', () => {
  const edges = [{ side: 0, mark: { u: 105, v: 905, sigmaPx: 1 } }];
  let cache = cacheAfter(enough({ edges }));
  const lastMs = 100 * (ENOUGH_READS - 1);
  const unread = cachedAt(cache, lastMs + 15_000);
  cache = withMeasurements(cache, unread, measured({ edges, known: unread.measurements }), UNCHANGED, lastMs + 15_000);
  assert.equal(cachedAt(cache, lastMs + 20_100).measurements.edges, undefined);
  const hand = changesUpTo({ ...PLAIN, grey: PLAIN.grey.map((grey, at) => (at === 90 * SIDE + 10 ? 0 : grey)) });
  cache = withMeasurements(cache, cachedMeasurements(cache, OVERHEAD, hand, lastMs), measured({ edges }), hand, lastMs);
  assert.equal(cache.border?.reads, 1);
});

test('a table of which one base is now seen and now not rests after enough frames in which nothing changes, on one that shows it', () => {
  const frames = (count: number): Frame[] => Array.from({ length: count }, (_, i) => ({ bases: i % 2 ? [A] : [A, B] }));
  const isAtRest = (count: number) => isAllCached(cacheAfter(frames(count)), UNCHANGED, 100 * count);
  assert.deepEqual([ENOUGH_QUIET_FRAMES - 1, ENOUGH_QUIET_FRAMES, ENOUGH_QUIET_FRAMES + 1].map(isAtRest), [false, false, true]);
});

test('a table of which one base was seen at first and never again rests as well, once enough frames have not shown it', () => {
  const frames = (count: number): Frame[] => Array.from({ length: count }, (_, i) => ({ bases: i === 0 ? [A, B] : i % 2 ? [A] : [] }));
  const isAtRest = (count: number) => isAllCached(cacheAfter(frames(count)), UNCHANGED, 100 * count);
  // The latest of ten frames shows A, the first showed B as well; of eleven the latest shows nothing; of twelve it shows A, and so did the ones before at most.
  assert.deepEqual([ENOUGH_QUIET_FRAMES, ENOUGH_QUIET_FRAMES + 1, ENOUGH_QUIET_FRAMES + 2].map(isAtRest), [false, false, true]);
});
