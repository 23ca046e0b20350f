import type { CapturedFrame } from '../../src/app/capture/frame-source.js';
import { nowMs } from '../../src/app/capture/frame-source.js';
import { problemIn } from '../../src/app/player/publishing.js';
import { PageSession } from '../../src/app/session/page-session.js';
import { isStale, ofWholeMat, type PageState } from '../../src/app/state/page-state.js';
import { createMotionDetector } from '../../src/app/vision-client/motion-detector.js';
import { createVisionClient } from '../../src/app/vision-client/vision-client.js';
import { type Camera, pixelFromTable } from '../../src/geometry/camera.js';
import { report } from '../../src/judge/report/report.js';
import { baseOutline } from '../../src/pieces/bases.js';
import { demoTable } from '../../src/sim/demo-table.js';
import { createChangeWatcher } from '../../src/worker/change-watcher.js';
import { equal, ok, pause, until } from './app-assert.js';
import { FakeVision, fakeCamera, fakeStart, trueMeasurement } from './app-fakes.js';

const TABLE = demoTable(1);
/** The demo table's camera, a third as large. */
const SCALE = 1 / 3;
const CAMERA: Camera = {
  ...TABLE.camera,
  widthPx: TABLE.camera.widthPx * SCALE,
  heightPx: TABLE.camera.heightPx * SCALE,
  fx: TABLE.camera.fx * SCALE,
  fy: TABLE.camera.fy * SCALE,
  cx: TABLE.camera.cx * SCALE,
  cy: TABLE.camera.cy * SCALE,
};
const FRAME_MS = 33;
/** What a full look takes here, ms. */
const LOOK_MS = 700;
const NOISE = 3;

type Ships = typeof TABLE.ships;

/** A table as its frames show it: what lies where, and a hand. */
interface Shown {
  readonly ships: Ships;
  readonly hand?: { readonly x: number; readonly y: number };
}

/** Draws dark bases on a bright mat, with a sensor's noise. */
function paint(context: OffscreenCanvasRenderingContext2D, { ships, hand }: Shown): void {
  const { widthPx, heightPx } = CAMERA;
  context.fillStyle = '#777';
  context.fillRect(0, 0, widthPx, heightPx);
  context.fillStyle = '#111';
  for (const { base, x, y, headingDeg } of ships) {
    context.beginPath();
    for (const corner of baseOutline(base, { x, y, headingRad: (headingDeg * Math.PI) / 180 })) {
      const { u, v } = pixelFromTable(CAMERA, { ...corner, z: 0 })!;
      context.lineTo(u, v);
    }
    context.fill();
  }
  if (hand) {
    const { u, v } = pixelFromTable(CAMERA, { ...hand, z: 0 })!;
    context.fillStyle = '#c95';
    context.fillRect(u - 25, v - 25, 50, 50);
  }
  const picture = context.getImageData(0, 0, widthPx, heightPx);
  for (let at = 0; at < picture.data.length; at += 4) {
    const noise = NOISE * 2 * (Math.random() + Math.random() - 1);
    for (let c = 0; c < 3; c++) picture.data[at + c]! += noise;
  }
  context.putImageData(picture, 0, 0);
}

/** The page before a camera whose every frame has a known content, and a worker that measures just that, slowly. */
async function filmed() {
  const context = new OffscreenCanvas(CAMERA.widthPx, CAMERA.heightPx).getContext('2d', { willReadFrequently: true })!;
  /** What each frame shows, by its time. */
  const truth = new Map<number, Shown>();
  let shown: Shown = { ships: TABLE.ships };
  let last: Shown | undefined;
  const vision = new FakeVision();
  let looksAt: number | undefined;
  vision.measure = async (picture, capturedAtMs) => {
    if ('close' in picture) picture.close();
    const seen = truth.get(capturedAtMs)!;
    // As the real one: where nothing has changed it says so at once. A hand hides nothing here but keeps it busy.
    const isUnchanged = last === seen;
    looksAt = capturedAtMs;
    if (!isUnchanged) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    last = seen;
    const measurement = { ...trueMeasurement({ ...TABLE, ships: seen.ships }, capturedAtMs), camera: CAMERA };
    return { ok: true, measurement, ...(isUnchanged ? { isUnchanged: true as const } : {}) };
  };
  const told: { readonly page: PageState }[] = [];
  const client = createVisionClient(fakeStart(vision).start, { openCv: '', onnxWasmFolder: '', models: '' });
  const watch = (onSeen: () => void) => createMotionDetector(() => ({ api: createChangeWatcher(), end: () => {} }), onSeen);
  const session = new PageSession(client, report, (page) => void told.push({ page }), { watch });
  const isCertain = () => !isStale(session.state);
  /** For each frame that was compared, whether what the page showed once it was is certain. */
  const compared: { readonly capturedAtMs: number; readonly isCertain: boolean }[] = [];
  const follow = session.live.follow.bind(session.live);
  session.live.follow = (frame) => {
    follow(frame);
    queueMicrotask(() => compared.push({ capturedAtMs: frame.capturedAtMs, isCertain: told.length > 0 && !isStale(told.at(-1)!.page) }));
  };
  const camera = fakeCamera('filmed');
  let give: (frame: CapturedFrame) => void = () => {};
  session.loadEngines();
  const start = (to: { onFrame(frame: CapturedFrame): void }) => {
    give = (frame) => to.onFrame(frame);
  };
  const source = { ...camera, size: () => CAMERA, start, again: () => {} };
  await session.open(async () => ({ ok: true, source }));
  const shoot = () => {
    paint(context, shown);
    const capturedAtMs = nowMs();
    truth.set(capturedAtMs, shown);
    give({ picture: new VideoFrame(context.canvas, { timestamp: Math.round(capturedAtMs * 1000) }), capturedAtMs });
    return capturedAtMs;
  };
  const timer = setInterval(shoot, FRAME_MS);
  await until(() => told.at(-1)?.page.known.ships.length, 'the ships');
  for (const id of ['ship-1', 'ship-2']) session.table.choose(id);
  await until(isCertain, 'the answer');
  return {
    session,
    told,
    compared,
    isCertain,
    looksAt: () => looksAt,
    /** Changes the table; resolves with the time of the first frame that shows it. */
    change(next: Shown): number {
      shown = next;
      return shoot();
    },
    stop() {
      clearInterval(timer);
      session.dispose();
    },
  };
}

const moved = (ships: Ships, index: number, byMm: number): Ships =>
  ships.map((ship, at) => (at === index ? { ...ship, x: ship.x + byMm, y: ship.y + byMm } : ship));

suite('a table that changes', () => {
  test('from the frame in which a chosen ship moves until a look after it rests, no answer is certain; the page says so with the first frame that shows it', async () => {
    const film = await filmed();
    let ships = TABLE.ships;
    for (let n = 0; n < 5; n++) {
      // In two steps, the second while the first is being looked at: that look is worth nothing.
      ships = moved(ships, 0, n % 2 ? -12 : 12);
      const movedAtMs = film.change({ ships });
      await until(() => !film.isCertain(), 'the doubt');
      const first = await until(() => film.compared.find(({ capturedAtMs }) => capturedAtMs >= movedAtMs), 'the first frame');
      ok(!first.isCertain, 'certain though a frame was compared that shows the ship on its way');
      equal(film.session.state.freshness?.kind, 'moving');
      await pause(LOOK_MS / 3);
      ships = moved(ships, 0, n % 2 ? -8 : 8);
      const restsAtMs = film.change({ ships });
      const before = film.told.length;
      await until(film.isCertain, 'the answer');
      const certain = film.told.slice(before).find(({ page }) => !isStale(page))!;
      ok(certain.page.known.state.capturedAtMs! >= restsAtMs, 'the certain answer is of a frame from before the ship came to rest');
      const [ship] = certain.page.known.ships;
      ok(Math.hypot(ship!.ship.pose.x - ships[0]!.x, ship!.ship.pose.y - ships[0]!.y) < 0.5, 'and of the place where it rests');
    }
    film.stop();
  });

  test('a hand that passes over the line and leaves everything as it was takes the answer away until the next look', async () => {
    const film = await filmed();
    const [one, other] = TABLE.ships;
    const hand = { x: (one!.x + other!.x) / 2, y: (one!.y + other!.y) / 2 };
    film.change({ ships: TABLE.ships, hand });
    await until(() => !film.isCertain(), 'the doubt');
    const goneAtMs = film.change({ ships: TABLE.ships });
    await until(film.isCertain, 'the answer');
    ok(film.looksAt()! >= goneAtMs, 'a look after the hand was gone');
    film.stop();
  });

  test('what moves far from the chosen ships and their line leaves the answer standing, until a pair is chosen that it concerns', async () => {
    const film = await filmed();
    const [a, b] = film.session.state.known.ships.slice(0, 2).map(({ ship }) => ship.pose);
    const farness = ({ x, y }: { x: number; y: number }) => {
      const along = Math.max(
        0,
        Math.min(1, ((x - a!.x) * (b!.x - a!.x) + (y - a!.y) * (b!.y - a!.y)) / Math.hypot(b!.x - a!.x, b!.y - a!.y) ** 2),
      );
      return Math.hypot(x - a!.x - along * (b!.x - a!.x), y - a!.y - along * (b!.y - a!.y));
    };
    const index = TABLE.ships.reduce((best, ship, at) => (farness(ship) > farness(TABLE.ships[best]!) ? at : best), 2);
    ok(farness(TABLE.ships[index]!) > 200, 'the test needs a ship that is far away');
    const before = film.told.length;
    film.change({ ships: moved(TABLE.ships, index, 15) });
    await pause(LOOK_MS / 2);
    equal(
      film.told.slice(before).some(({ page }) => isStale(page)),
      false,
    );
    ok(isStale(ofWholeMat(film.session.state)), 'to a tool that asks about all ships, and to a match, the table has changed');
    film.session.table.chooseNone();
    const nearest = film.session.state.known.ships.find(
      ({ ship }) => Math.hypot(ship.pose.x - TABLE.ships[index]!.x, ship.pose.y - TABLE.ships[index]!.y) < 1,
    );
    film.session.table.choose(nearest!.ship.id);
    film.session.table.choose('ship-2');
    equal(film.session.state.freshness?.kind, 'moving');
    await until(film.isCertain, 'the answer');
    film.stop();
  });

  test('a ship of a pair that only a stream shows is watched as a chosen one is: the stream says that it moves', async () => {
    const film = await filmed();
    film.session.table.chooseNone();
    const [last] = film.session.state.known.ships.slice(-1);
    const index = TABLE.ships.findIndex(({ x, y }) => Math.hypot(last!.ship.pose.x - x, last!.ship.pose.y - y) < 1);
    film.change({ ships: moved(TABLE.ships, index, 15) });
    await until(() => film.session.state.matFreshness?.kind === 'moving', 'the change');
    equal(problemIn(film.session.state), {});
    film.session.showOnAir({ pairs: [{ from: 'ship-1', to: last!.ship.id }] });
    equal(problemIn(film.session.state).problem?.code, 'table-moving');
    await until(film.isCertain, 'the next look');
    equal(problemIn(film.session.state), {});
    film.stop();
  });
});

suite('the watch', () => {
  const picture = (shade: number) => {
    const image = new ImageData(640, 360);
    for (let at = 0; at < image.data.length; at++) image.data[at] = 100 + ((at * 2654435761) >>> 29) + shade;
    return image;
  };
  const whole = [{ left: 0, right: 1, top: 0, bottom: 1 }];

  test('of a worker that hangs another takes the place, and what it had seen no longer counts', async () => {
    let clockMs = 0;
    let starts = 0;
    let ends = 0;
    let isHanging = true;
    const start = () => {
      starts += 1;
      const real = createChangeWatcher();
      const see: typeof real.see = (...asked) => (isHanging ? new Promise(() => {}) : real.see(...asked));
      return { api: { ...real, see }, end: () => (ends += 1) };
    };
    const watch = createMotionDetector(
      start,
      () => {},
      () => clockMs,
    );
    watch.setReference({ picture: picture(0), capturedAtMs: 1000 });
    watch.acceptReference(1000);
    watch.compare({ picture: picture(0), capturedAtMs: 1033 });
    await pause(5);
    clockMs = 15_001;
    watch.compare({ picture: picture(0), capturedAtMs: 4000 });
    equal([starts, ends, watch.watchedAtMs(whole)], [1, 1, undefined]);
    isHanging = false;
    watch.setReference({ picture: picture(0), capturedAtMs: 5000 });
    watch.acceptReference(5000);
    watch.compare({ picture: picture(0), capturedAtMs: 5033 });
    await until(() => watch.watchedAtMs(whole) === 5033, 'the next comparison');
    equal([starts, watch.movedAtMs(whole)], [2, undefined]);
  });

  test('while a frame waits for a busy worker the watch is behind, with a call after 0.3 s, until that frame or a later one was compared', async () => {
    const real = createChangeWatcher();
    let finish: (() => void) | undefined;
    let isBusy = false;
    const seen: number[] = [];
    const see: typeof real.see = async (...asked) => {
      seen.push(asked[1]);
      if (isBusy) await new Promise<void>((resolve) => (finish = resolve));
      return real.see(...asked);
    };
    let calls = 0;
    const watch = createMotionDetector(
      () => ({ api: { ...real, see }, end: () => {} }),
      () => (calls += 1),
    );
    watch.setReference({ picture: picture(0), capturedAtMs: 1000 });
    watch.acceptReference(1000);
    await until(() => calls === 1, 'the first answer');
    isBusy = true;
    watch.compare({ picture: picture(0), capturedAtMs: 1033 });
    await pause(100);
    // Both wait for the one that is compared; the later one says all that the earlier one could.
    watch.compare({ picture: picture(0), capturedAtMs: 1050 });
    watch.compare({ picture: picture(0), capturedAtMs: 1066 });
    equal(calls, 1);
    await until(() => calls === 2, 'the call');
    ok(watch.behindMs() >= 300, `${watch.behindMs()} ms`);
    isBusy = false;
    finish!();
    // No other frame comes, as of a table that is drawn once.
    await until(() => watch.watchedAtMs(whole) === 1066, 'the comparison of the newest frame');
    equal(watch.behindMs(), 0);
    equal(seen, [1000, 1033, 1066]);
  });

  test('a box was last seen when most of it was in view; while no frame is registered the camera is lost', async () => {
    const seen = (state: readonly number[], kind: 'registered' | 'lost' = 'registered') => ({
      ...{ kind, camera: undefined, sharpness: 1 },
      changes: kind === 'lost' ? [] : [{ sinceMs: 1000, columns: 5, rows: 1, state: Uint8Array.from(state) }],
    });
    const frames = [seen([0, 0, 0, 0, 0]), seen([2, 0, 0, 0, 0]), seen([2, 2, 2, 1, 0]), seen([], 'lost'), seen([], 'lost')];
    const api = { see: async (_: unknown, atMs: number) => frames[(atMs - 1000) / 100]!, place: async () => {}, retain: async () => {} };
    const watch = createMotionDetector(
      () => ({ api, end: () => {} }),
      () => {},
    );
    watch.setReference({ picture: picture(0), capturedAtMs: 1000 });
    watch.acceptReference(1000);
    for (const atMs of [1100, 1200, 1300, 1400]) {
      watch.compare({ picture: picture(0), capturedAtMs: atMs });
      await until(() => watch.followed()?.capturedAtMs === atMs, `the frame of ${atMs}`);
    }
    equal(watch.watchedAtMs([{ left: 0, right: 0.99, top: 0, bottom: 0.9 }]), 1100, 'the whole, four fifths of it');
    equal(watch.watchedAtMs([{ left: 0.7, right: 0.99, top: 0, bottom: 0.9 }]), 1200, 'its right part');
    equal(watch.movedAtMs([{ left: 0.7, right: 0.75, top: 0, bottom: 0.9 }]), 1200);
    equal(watch.followed()?.lostMs, 200);
  });

  test('light that grows everywhere alike is no change, a picture of another size is one everywhere, frames out of order change nothing', async () => {
    const watch = createMotionDetector(
      () => ({ api: createChangeWatcher(), end: () => {} }),
      () => {},
    );
    watch.setReference({ picture: picture(0), capturedAtMs: 1000 });
    watch.acceptReference(1000);
    watch.compare({ picture: picture(9), capturedAtMs: 1033 });
    await until(() => watch.watchedAtMs(whole) === 1033, 'the comparison');
    equal(watch.movedAtMs(whole), undefined);
    watch.compare({ picture: new ImageData(360, 640), capturedAtMs: 900 });
    await pause(50);
    equal([watch.watchedAtMs(whole), watch.movedAtMs(whole)], [1033, undefined]);
    watch.compare({ picture: new ImageData(360, 640), capturedAtMs: 1066 });
    await until(() => watch.movedAtMs(whole) === 1066, 'the change');
    equal(watch.movedAtMs([{ left: 0.9, right: 0.95, top: 0.1, bottom: 0.2 }]), 1066);
  });
});
