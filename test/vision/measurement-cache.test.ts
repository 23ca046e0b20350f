import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pose } from '../../src/geometry/pose.js';
import { type CachedMeasurements, NOTHING_CACHED } from '../../src/vision/bases/cached-measurements.js';
import type { Detection } from '../../src/vision/bases/detect.js';
import type { Stages } from '../../src/vision/frame/measure-table.js';
import type { FrameThumbnail } from '../../src/vision/session/frame-thumbnail.js';
import { createKeptReads, ENOUGH_READS, type MeasurementCache } from '../../src/vision/session/measurement-cache.js';
import { OVERHEAD } from './made-up-table.js';

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
}

/** What a look tells that has read these bases; each reading is an object of its own, as the nets give it. */
function read({ bases = [A], detections = [], known = NOTHING_CACHED }: Frame = {}): Stages {
  const seen = bases.map((start) => ({ marks: { base: 'small', start }, reading: {}, frontTold: true }));
  return {
    ...{ seen, known, solution: { camera: OVERHEAD, poses: bases }, observed: { bases: bases.map(() => ({ edges: [] })) } },
    detections: { bases: detections },
  } as unknown as Stages;
}

function takeAll(kept: MeasurementCache, frames: readonly Frame[], everyMs = 100): void {
  frames.forEach((frame, i) => {
    kept.known(OVERHEAD, PLAIN, i * everyMs);
    kept.take(read(frame), PLAIN, i * everyMs);
  });
}

const enough = (frame: Frame = {}): Frame[] => Array.from({ length: ENOUGH_READS }, () => frame);
const knownAfter = (frames: readonly Frame[]) => {
  const kept = createKeptReads();
  takeAll(kept, frames);
  return kept.known(OVERHEAD, PLAIN, 100 * frames.length);
};

test('a base is known once enough reads of it agree; one that differs begins again', () => {
  assert.equal(knownAfter(enough()).bases.length, 1);
  assert.equal(knownAfter(enough().slice(1)).bases.length, 0);
  for (const other of [
    { ...A, x: A.x + 4 },
    { ...A, headingRad: Math.PI },
  ])
    assert.equal(knownAfter([...enough(), { bases: [other] }]).bases.length, 0, JSON.stringify(other));
});

test('what is detected where a base stands is that base, however far from its middle; elsewhere it is none', () => {
  const beside = detected(A.x + 11, A.y);
  const away = detected(B.x, B.y);
  const { bases, noBases } = knownAfter(enough({ detections: [beside, away] }));
  assert.equal(bases.length, 1);
  assert.deepEqual(noBases, [away.at]);
});

test('a table is all known when the last looks tell of the same bases, for twenty seconds after they were read', () => {
  const kept = createKeptReads();
  takeAll(kept, enough({ bases: [A, B] }));
  const lastMs = 100 * (ENOUGH_READS - 1);
  assert.ok(kept.isAllKnown(PLAIN, lastMs + 19_000));
  assert.equal(kept.isAllKnown(PLAIN, lastMs + 21_000), false);

  const lost = createKeptReads();
  takeAll(lost, [...enough({ bases: [A, B] }), { bases: [A] }]);
  assert.equal(lost.isAllKnown(PLAIN, lastMs + 200), false, 'a base that was lost in the last look is looked for again');
});

test('what was spared is no newer for it: also beside things that move it is read again after twenty seconds', () => {
  const kept = createKeptReads();
  takeAll(kept, enough());
  const lastMs = 100 * (ENOUGH_READS - 1);
  const known = kept.known(OVERHEAD, PLAIN, lastMs + 15_000);
  const [base] = known.bases;
  // The look takes the known reading as it is.
  const spared = { ...read({ known }), seen: [{ ...base!, isKept: true }] } as unknown as Stages;
  kept.take(spared, PLAIN, lastMs + 15_000);
  assert.equal(kept.known(OVERHEAD, PLAIN, lastMs + 19_000).bases.length, 1);
  assert.equal(kept.known(OVERHEAD, PLAIN, lastMs + 21_000).bases.length, 0);
  assert.equal(kept.isAllKnown(PLAIN, lastMs + 21_000), false);
});
