import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { FROZEN, LOST, PAUSED } from '../../src/app/capture/camera-problems.js';
import type { FrameListener } from '../../src/app/capture/frame-source.js';
import { problemIn } from '../../src/app/player/publishing.js';
import { PageSession } from '../../src/app/session/page-session.js';
import { currentProblem, isStale, type PageState } from '../../src/app/state/page-state.js';
import type { MotionDetector } from '../../src/app/vision-client/motion-detector.js';
import { type VisionClient, WorkerCrash } from '../../src/app/vision-client/vision-client.js';
import { report } from '../../src/judge/report/report.js';
import { english } from '../../src/texts/english.js';
import { cameraOf, fakeClient, look, StoppedClock, settled } from './watched-table.js';

/** What a table's look takes here, ms: an answer is old after 3 s. */
const LOOK_MS = 100;

const sessions: PageSession[] = [];
afterEach(() => {
  // One whose engines failed would start them again in a minute.
  for (const session of sessions.splice(0)) session.dispose();
});

/** A table that was seen once by a camera; from then on the worker answers with `later`. */
async function seenOnce(later: VisionClient['measure'], kind = 'camera', watch?: (nowMs: () => number) => MotionDetector) {
  const clock = new StoppedClock();
  const told: PageState[] = [];
  let isFirst = true;
  const client = fakeClient(async (...asked) => {
    if (!isFirst) return later(...asked);
    isFirst = false;
    clock.pass(LOOK_MS);
    return look({ capturedAtMs: asked[1] });
  });
  const session = new PageSession(client, report, (page) => void told.push(page), {
    clock,
    ...(watch && { watch: () => watch(clock.nowMs) }),
  });
  sessions.push(session);
  const { source, camera, isAwake } = cameraOf(kind);
  assert.equal(isAwake(), false);
  session.loadEngines();
  await session.open(async () => ({ ok: true, source }), { letGoFirst: true });
  const frame = async () => {
    camera().onFrame({ picture: { close: () => {} } as unknown as VideoFrame, capturedAtMs: clock.nowMs() });
    await settled();
  };
  await frame();
  assert.equal(isStale(session.state), false, 'just seen');
  session.table.choose('ship-1');
  session.table.choose('ship-2');
  /** Seconds after which the page says that the answer is old; its clock alone goes on, with a frame a second if `frames`. */
  const secondsToDoubt = async ({ frames = false } = {}) => {
    for (let s = 1; s <= 60; s++) {
      clock.pass(1000);
      if (frames) await frame();
      if (isStale(told.at(-1)!)) return s;
    }
    return Number.POSITIVE_INFINITY;
  };
  return { session, clock, told, frame, camera: camera() as FrameListener, isAwake, secondsToDoubt };
}

const silence = () => new Promise<never>(() => {});
const answers: VisionClient['measure'] = async (_, capturedAtMs) => look({ capturedAtMs });

test('a camera that delivers nothing more without a word, or whose tab is hidden, leaves no verdict for longer than a few looks', async () => {
  const { session, clock, told, frame, secondsToDoubt } = await seenOnce(answers);
  assert.equal(await secondsToDoubt(), 3);
  assert.equal(currentProblem(session.state)?.code, 'look-too-old');
  assert.equal(problemIn(session.state).lookAgeMs, 3000);
  clock.pass(78_000);
  assert.equal(told.at(-1)!.freshness?.ageMs, 81_000 + LOOK_MS, 'and its age keeps counting');
  await frame();
  assert.deepEqual([isStale(session.state), problemIn(session.state)], [false, {}], 'the next look answers again');
});

test('a seeing worker that hangs leaves no verdict for longer than a few looks, though frames come', async () => {
  const { secondsToDoubt } = await seenOnce(silence);
  assert.equal(await secondsToDoubt({ frames: true }), 3);
});

test('a busy device whose watch sees nothing move keeps the answer while looks fail to come; where frames wait for it, with its age', async () => {
  const state = { behindMs: 0, watchedMs: 0 };
  const still = (nowMs: () => number): MotionDetector => ({
    ...{
      compare: () => {},
      setReference: () => {},
      acceptReference: () => {},
      forget: () => {},
      close: () => {},
      place: () => {},
      movedAtMs: () => undefined,
    },
    hasStood: () => false,
    followed: () => undefined,
    watchedAtMs: () => (state.behindMs ? state.watchedMs : nowMs()),
    behindMs: () => state.behindMs,
  });
  const { session, clock, told } = await seenOnce(silence, 'camera', still);
  for (let s = 1; s <= 30; s++) {
    clock.pass(1000);
    assert.equal(isStale(session.state), false, `after ${s} s`);
  }
  Object.assign(state, { behindMs: 900, watchedMs: clock.nowMs() });
  clock.pass(900);
  assert.deepEqual([told.at(-1)!.freshness, isStale(told.at(-1)!)], [{ kind: 'late', ageMs: 900 }, false]);
  state.behindMs = 1900;
  clock.pass(1000);
  assert.deepEqual([told.at(-1)!.freshness?.kind, isStale(told.at(-1)!)], ['behind', true]);
  assert.match(english(currentProblem(session.state)!.message), /too busy/);
});

test('a seeing worker that has died for good leaves no verdict for longer than a few looks', async () => {
  const { session, frame, secondsToDoubt } = await seenOnce(async () => {
    throw new WorkerCrash('out of memory');
  });
  assert.equal(await secondsToDoubt({ frames: true }), 3);
  for (let i = 0; i < 5; i++) await frame();
  assert.equal(session.state.engine.phase, 'failed');
  assert.equal(isStale(session.state), true);
});

test('looks that say nothing but that nothing has changed keep the answer', async () => {
  const { session, clock, frame } = await seenOnce(async (_, capturedAtMs) => ({ ...look({ capturedAtMs }), isUnchanged: true }));
  for (let s = 1; s <= 5; s++) {
    clock.pass(1000);
    assert.equal(isStale(session.state), false, `after ${s} s`);
    await frame();
    // The table at rest is looked at four times a second.
    await new Promise((resolve) => setTimeout(resolve, 260));
  }
});

test('a frame that comes late from before another is freed and not looked at', async () => {
  let looks = 0;
  const { session, camera } = await seenOnce(async (_, capturedAtMs) => {
    looks += 1;
    return look({ capturedAtMs });
  });
  const before = session.state.freshness!.ageMs;
  let closed = 0;
  camera.onFrame({ picture: { close: () => (closed += 1) } as unknown as VideoFrame, capturedAtMs: -5000 });
  await settled();
  assert.deepEqual([looks, closed, session.state.freshness?.ageMs, isStale(session.state)], [0, 1, before, false]);
});

test('after a blip, a frozen picture or any other blindness of the camera only a new look answers', async () => {
  for (const blindness of [PAUSED, FROZEN, LOST]) {
    const { session, frame, camera } = await seenOnce(answers);
    camera.onProblem(blindness);
    assert.deepEqual([isStale(session.state), currentProblem(session.state)], [true, blindness]);
    camera.onProblem(undefined);
    assert.deepEqual([isStale(session.state), currentProblem(session.state)?.code], [true, 'table-not-seen'], 'well again, but not seen');
    await frame();
    assert.equal(isStale(session.state), false);
  }
});

test('a look that was under way when the camera went blind does not answer after it', async () => {
  let finish = () => {};
  const { session, clock, frame, camera } = await seenOnce(
    (_, capturedAtMs) => new Promise((resolve) => (finish = () => resolve(look({ capturedAtMs })))),
  );
  clock.pass(100);
  await frame();
  camera.onProblem(PAUSED);
  clock.pass(2000);
  camera.onProblem(undefined);
  finish();
  await settled();
  assert.equal(isStale(session.state), true);
  clock.pass(100);
  await frame();
  finish();
  await settled();
  assert.equal(isStale(session.state), false);
});

test('the screen is kept awake while a table is seen, and for two minutes after', async () => {
  const { clock, isAwake, frame } = await seenOnce(answers);
  assert.equal(isAwake(), true);
  clock.pass(119_000);
  assert.equal(isAwake(), true);
  clock.pass(1500);
  assert.equal(isAwake(), false);
  await frame();
  assert.equal(isAwake(), true);
});

test('a photo’s answer stands for as long as the photo is shown', async () => {
  const { secondsToDoubt } = await seenOnce(answers, 'photo');
  assert.equal(await secondsToDoubt(), Number.POSITIVE_INFINITY);
});

test('a camera that was given back is watched no more', async () => {
  const { session, clock, told } = await seenOnce(answers);
  session.close();
  const before = told.length;
  clock.pass(60_000);
  assert.equal(told.length, before);
});
