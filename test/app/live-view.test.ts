import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CapturedFrame } from '../../src/app/capture/frame-source.js';
import { LiveView } from '../../src/app/vision-client/live-view.js';
import type { Camera } from '../../src/geometry/camera.js';

/** What a browser's VideoFrame is to who keeps it: a copy shares its bytes, and each copy is closed. */
class FakeVideoFrame {
  static open = new Set<FakeVideoFrame>();
  readonly atMs: number;
  constructor(atMs: number) {
    this.atMs = atMs;
    FakeVideoFrame.open.add(this);
  }
  clone(): FakeVideoFrame {
    return new FakeVideoFrame(this.atMs);
  }
  close(): void {
    FakeVideoFrame.open.delete(this);
  }
}
Object.assign(globalThis, { VideoFrame: FakeVideoFrame });

const CAMERA = { fx: 1 } as Camera;
const SEEN = { camera: CAMERA, lostMs: 0 };

function holding(view: LiveView, atMs: number): void {
  const picture = new FakeVideoFrame(atMs);
  view.hold({ picture, capturedAtMs: atMs } as unknown as CapturedFrame);
  picture.close();
}

test('the very frame is shown whose camera is known, and no frame is kept for longer', () => {
  const view = new LiveView();
  const shown: (number | undefined)[] = [];
  view.follow({ ...SEEN, capturedAtMs: -33 });
  view.listen(() => shown.push((view.picture as unknown as FakeVideoFrame | undefined)?.atMs));
  for (const atMs of [0, 33, 66]) holding(view, atMs);
  assert.deepEqual(
    [...FakeVideoFrame.open].map(({ atMs }) => atMs),
    [0, 66],
    'the one that is followed now and the newest',
  );
  view.follow({ ...SEEN, capturedAtMs: 0 });
  assert.equal(view.camera, CAMERA);
  // Reported once more, as while the next one takes long.
  view.follow({ ...SEEN, capturedAtMs: 0 });
  view.follow({ camera: undefined, lostMs: 33, capturedAtMs: 66 });
  assert.equal(view.camera, undefined);
  // A frame that was never held.
  view.follow({ ...SEEN, capturedAtMs: 90 });
  assert.deepEqual(shown, [0, 0, 66, undefined]);
  for (const atMs of [100, 133, 166, 200, 233]) holding(view, atMs);
  assert.equal(FakeVideoFrame.open.size, 2);
  view.reset();
  assert.equal(FakeVideoFrame.open.size, 0);
});

test('a camera is lost where none of several frames is registered, and found with the first that is', () => {
  const view = new LiveView();
  view.follow({ ...SEEN, capturedAtMs: 0 });
  assert.equal(view.isLost, false);
  view.follow({ camera: undefined, lostMs: 300, capturedAtMs: 300 });
  assert.equal(view.isLost, false);
  view.follow({ camera: undefined, lostMs: 333, capturedAtMs: 333 });
  assert.equal(view.isLost, true);
  view.follow({ ...SEEN, capturedAtMs: 366 });
  assert.equal(view.isLost, false);
  // A camera whose frames have no pose is taken to stand still, which is no loss.
  view.follow({ camera: undefined, lostMs: 0, capturedAtMs: 400 });
  assert.equal(view.isLost, false);
  view.follow({ camera: undefined, lostMs: 900, capturedAtMs: 1300 });
  view.reset();
  assert.equal(view.isLost, false);
});

test('where nothing listens no frame is kept', () => {
  const view = new LiveView();
  holding(view, 0);
  view.listen(() => {})();
  holding(view, 33);
  assert.equal(FakeVideoFrame.open.size, 0);
});

test('where no frame is followed one is kept, and not for long: a camera that has three buffers goes on', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const view = new LiveView();
  view.listen(() => {});
  for (const atMs of [0, 33, 66]) holding(view, atMs);
  assert.deepEqual(
    [...FakeVideoFrame.open].map(({ atMs }) => atMs),
    [66],
  );
  t.mock.timers.tick(500);
  assert.equal(FakeVideoFrame.open.size, 0);
  // What follows frames has died: those that wait for it are let go though no other comes.
  view.follow({ ...SEEN, capturedAtMs: 66 });
  for (const atMs of [600, 633, 666]) holding(view, atMs);
  assert.equal(FakeVideoFrame.open.size, 2);
  t.mock.timers.tick(500);
  assert.equal(FakeVideoFrame.open.size, 0);
});
