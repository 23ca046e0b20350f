import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CapturedFrame } from '../../src/app/capture/frame-source.js';
import type { FollowedFrame } from '../../src/app/vision-client/motion-detector.js';
import { OfferedFrames } from '../../src/app/vision-client/offered-frames.js';

/** Frames of a camera, those that were offered and those that were closed, by when they were taken. */
function offering() {
  const [offered, closed]: [number[], number[]] = [[], []];
  const frames = new OfferedFrames(({ capturedAtMs }) => offered.push(capturedAtMs));
  const frame = (capturedAtMs: number): CapturedFrame => ({
    picture: { close: () => closed.push(capturedAtMs) } as unknown as CapturedFrame['picture'],
    capturedAtMs,
  });
  const follow = (capturedAtMs: number, sharpness: number, { kind = 'registered' as FollowedFrame['kind'], isWanted = true } = {}) =>
    frames.followed({ capturedAtMs, sharpness, kind, camera: undefined, lostMs: 0 }, isWanted);
  return { frames, frame, follow, offered, closed };
}

test('until frames are followed each is offered as it comes', () => {
  const { frames, frame, offered } = offering();
  for (const atMs of [0, 33, 66]) frames.hold(frame(atMs));
  assert.deepEqual(offered, [0, 33, 66]);
});

test('of frames that a hand blurs those are offered that are as sharp as the sharpest of the last second', () => {
  const { frames, frame, follow, offered, closed } = offering();
  frames.hold(frame(0));
  follow(0, 100);
  for (const [atMs, sharpness] of [
    [100, 60],
    [200, 95],
    [300, 50],
    [400, 110],
  ] as const) {
    frames.hold(frame(atMs));
    follow(atMs, sharpness);
  }
  assert.deepEqual(
    [offered, closed],
    [
      [0, 200, 400],
      [100, 300],
    ],
  );
});

test('where all have been blurred for a second one is offered all the same', () => {
  const { frames, frame, follow, offered } = offering();
  frames.hold(frame(0));
  follow(0, 100);
  for (let atMs = 100; atMs <= 1500; atMs += 100) {
    frames.hold(frame(atMs));
    // Blurred more and more.
    follow(atMs, 100 - 5 * (atMs / 100));
  }
  assert.ok(offered.length >= 2 && offered.some((atMs) => atMs > 1000), offered.join());
});

test('what would bring nothing new is closed, and so is what was overtaken', () => {
  const { frames, frame, follow, offered, closed } = offering();
  frames.hold(frame(0));
  follow(0, 100);
  frames.hold(frame(100));
  follow(100, 100, { isWanted: false });
  for (const atMs of [200, 233, 266]) frames.hold(frame(atMs));
  follow(266, 100);
  assert.deepEqual(
    [offered, closed],
    [
      [0, 266],
      [100, 233, 200],
    ],
  );
});

test('a watch that has stopped keeps no frame from being measured', () => {
  const { frames, frame, follow, offered, closed } = offering();
  frames.hold(frame(0));
  follow(0, 100);
  for (const atMs of [100, 300, 700]) frames.hold(frame(atMs));
  assert.deepEqual(
    [offered, closed],
    [
      [0, 700],
      [100, 300],
    ],
  );
});

test('where frames are followed no more the newest that waits is offered, though the camera sends none until one is let go', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { frames, frame, follow, offered, closed } = offering();
  frames.hold(frame(0));
  follow(0, 100);
  for (const atMs of [33, 66, 99]) frames.hold(frame(atMs));
  // The frame that is followed now and the newest are kept.
  assert.deepEqual([offered, closed], [[0], [66]]);
  t.mock.timers.tick(600);
  assert.deepEqual(
    [offered, closed],
    [
      [0, 99],
      [66, 33],
    ],
  );
});
