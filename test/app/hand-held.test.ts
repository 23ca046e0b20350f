import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { PageSession } from '../../src/app/session/page-session.js';
import { isStale } from '../../src/app/state/page-state.js';
import { createMotionDetector } from '../../src/app/vision-client/motion-detector.js';
import { type Camera, pixelFromTable } from '../../src/geometry/camera.js';
import { report } from '../../src/judge/report/report.js';
import type { MeasureResult, Problem } from '../../src/table/measurement.js';
import { phrase } from '../../src/texts/phrase.js';
import type { GreyPicture } from '../../src/vision/track/compare-views.js';
import { createChangeWatcher } from '../../src/worker/change-watcher.js';
import { cameraAt, type DrawnMat, drawnMat, pictureOf, randomOf, withSquare } from '../vision/drawn-plane.js';
import { openCv } from '../vision/open-cv.js';
import { cameraOf, fakeClient, look, PLACES, StoppedClock } from './watched-table.js';

const FRAME_MS = 100;
const SHIP_MM = 40;
const MAT = drawnMat(21);

/** A video's frame as the page and its watching worker pass it on. */
class DrawnFrame {
  readonly picture: GreyPicture;
  constructor(picture: GreyPicture) {
    this.picture = picture;
  }
  clone(): DrawnFrame {
    return this;
  }
  close(): void {}
}
Object.assign(globalThis, { VideoFrame: DrawnFrame, ImageData: class {} });

type Places = readonly { readonly x: number; readonly y: number; readonly headingRad: number }[];

const withShips = (ships: Places): DrawnMat => ships.reduce((mat, ship) => withSquare(mat, ship, SHIP_MM, 160), MAT);

const sessions: PageSession[] = [];
afterEach(() => {
  for (const session of sessions.splice(0)) session.dispose();
});

/** The page before a camera in a hand over drawn ships, with the real watch, and a worker that measures on command what a frame truly shows. */
async function inHand() {
  const clock = new StoppedClock();
  const truth = new Map<number, { readonly camera: Camera; readonly ships: Places }>();
  const looks: { readonly atMs: number; readonly about: Camera | undefined; end(problem?: Problem): void }[] = [];
  const client = fakeClient(
    (_, atMs, __, ___, about) =>
      new Promise((resolve) => {
        const end = (problem?: Problem) => {
          if (problem) {
            resolve({ ok: false, problem });
            return;
          }
          const { camera, ships } = truth.get(atMs)!;
          const seen = look({ capturedAtMs: atMs }) as Extract<MeasureResult, { ok: true }>;
          const bases = seen.measurement.bases.map((base, i) => ({ ...base, pose: ships[i]! }));
          resolve({ ok: true, measurement: { ...seen.measurement, camera, bases } });
        };
        looks.push({ atMs, about, end });
      }),
  );
  const { cv } = await openCv();
  const greyOf = async (frame: unknown) => {
    const small = (frame as DrawnFrame).picture;
    return { widthPx: small.columns, heightPx: small.rows, small };
  };
  const watch = (onSeen: () => void) =>
    createMotionDetector(() => ({ api: createChangeWatcher(Promise.resolve({ cv }), greyOf), end: () => {} }), onSeen, clock.nowMs);
  const session = new PageSession(client, report, () => {}, { clock, watch });
  sessions.push(session);
  const { source, camera: listener } = cameraOf('camera');
  session.loadEngines();
  await session.open(async () => ({ ok: true, source }), { letGoFirst: true });
  let seed = 0;
  const frame = async (camera: Camera, ships: Places = PLACES, light = {}) => {
    clock.pass(FRAME_MS);
    const atMs = clock.nowMs();
    truth.set(atMs, { camera, ships });
    const followed = new Promise<void>((resolve) => {
      const unlisten = session.live.listen(() => {
        unlisten();
        // What follows in the same turn: a look that begins.
        setTimeout(resolve, 5);
      });
    });
    listener().onFrame({
      picture: new DrawnFrame(pictureOf(withShips(ships), camera, { seed: ++seed, ...light })) as never,
      capturedAtMs: atMs,
    });
    await followed;
  };
  /** The look that is under way ends. */
  const endLook = async (problem?: Problem) => {
    looks.at(-1)!.end(problem);
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const random = randomOf(9);
  const shaken = () => cameraAt({ shakeDeg: [random() - 0.5, random() - 0.5, random() - 0.5] });
  await frame(cameraAt());
  await frame(shaken());
  await endLook();
  for (const id of ['ship-1', 'ship-2']) session.table.choose(id);
  return { session, frame, endLook, looks, shaken, isStanding: () => !isStale(session.state) };
}

function maxShiftPx(found: Camera | undefined, truth: Camera): number {
  assert.ok(found, 'a camera');
  return Math.max(
    ...PLACES.map((place) => {
      const [a, b] = [found, truth].map((camera) => pixelFromTable(camera, { ...place, z: 0 })!) as [
        { u: number; v: number },
        { u: number; v: number },
      ];
      return Math.hypot(a.u - b.u, a.v - b.v);
    }),
  );
}

test('the answer stands in every frame of a hand that shakes over a still table, and each frame has its own camera', async () => {
  const { session, frame, endLook, looks, shaken, isStanding } = await inHand();
  for (let i = 0; i < 6; i++) {
    const camera = shaken();
    if (i === 2) await endLook();
    await frame(camera, PLACES, { exposure: 1 - 0.02 * i });
    assert.ok(isStanding(), `frame ${i}: ${session.state.freshness?.kind}`);
    assert.ok(maxShiftPx(session.live.camera, camera) < 0.8, `frame ${i}: ${maxShiftPx(session.live.camera, camera)} px`);
  }
  assert.ok(looks.at(-1)!.about, 'a look begins where the camera was followed to');
});

test('a ship that is set elsewhere before a camera that shakes takes the answer away with its first frame, until a look after it', async () => {
  const { session, frame, endLook, shaken, isStanding } = await inHand();
  const ships = PLACES.map((place, i) => (i === 0 ? { ...place, x: place.x + 25 } : place));
  await frame(shaken());
  assert.ok(isStanding());
  await frame(shaken(), ships);
  assert.equal(session.state.freshness?.kind, 'moving');
  // A look at a frame from before is worth nothing.
  await endLook();
  await frame(shaken(), ships);
  assert.ok(!isStanding(), 'after a look at how it was');
  await endLook();
  await frame(shaken(), ships);
  assert.ok(isStanding(), `after a look at how it is: ${session.state.freshness?.kind}`);
  assert.ok(Math.abs(session.state.known.ships.find(({ ship }) => ship.id === 'ship-1')!.ship.pose.x - ships[0]!.x) < 0.1);
});

test('a camera that looks away takes the answer away after a second; back on the table, it stands without another look', async () => {
  const { session, frame, looks, shaken, isStanding } = await inHand();
  const begun = looks.length;
  for (const yaw of [10, 20, 80, 82, 84, 86, 88]) await frame(cameraAt({ shakeDeg: [0, yaw, 0] }));
  assert.ok(isStanding(), 'away for a moment');
  for (let ms = 0; ms <= 1000; ms += FRAME_MS) await frame(cameraAt({ shakeDeg: [0, 88, 0] }));
  assert.ok(!isStanding(), 'away');
  assert.equal(session.live.camera, undefined);
  for (let i = 0; i < 4; i++) await frame(shaken());
  assert.ok(isStanding(), `back: ${session.state.freshness?.kind}`);
  assert.ok(looks.length <= begun + 1, 'the one look that was under way');
});

test('a camera that is turned away from the asked ships begins no look there before they are waited for, unless something has changed', async () => {
  const { session, frame, endLook, looks, shaken, isStanding } = await inHand();
  await endLook();
  const away = cameraAt({ shakeDeg: [0, 29, 0] });
  const sees = PLACES.slice(0, 2).map((place) => pixelFromTable(away, { ...place, z: 0 })!.u / away.widthPx);
  assert.ok(Math.min(...sees) < 0 || Math.max(...sees) > 1, `an asked ship out of view: ${sees}`);
  const begun = looks.length;
  for (let i = 0; i < 15; i++) await frame(cameraAt({ shakeDeg: [0.1 * (i % 3), 29, 0] }));
  assert.ok(session.live.camera, 'the camera is followed');
  assert.equal(looks.length, begun, 'looks from where an asked ship is out of view');
  await frame(shaken());
  await frame(shaken());
  assert.ok(isStanding(), `back: ${session.state.freshness?.kind}`);
  assert.equal(looks.length, begun + 1, 'looks once they are in view again');
});

test('looks that cannot be measured take nothing away while frames show that nothing has moved; where something has, they do', async () => {
  const { session, frame, endLook, shaken, isStanding } = await inHand();
  const unmeasured: Problem = { code: 'mat-not-found', message: phrase('table-not-seen'), hint: phrase('shown-seen-last') };
  for (let i = 0; i < 3; i++) {
    await frame(shaken());
    await endLook(unmeasured);
    assert.ok(isStanding(), `look ${i}: ${session.state.measureProblem?.code ?? session.state.freshness?.kind}`);
  }
  const ships = PLACES.map((place, i) => (i === 0 ? { ...place, x: place.x + 25 } : place));
  for (let i = 0; i < 3; i++) {
    await frame(shaken(), ships);
    await endLook(unmeasured);
    assert.ok(!isStanding(), `look ${i} at a ship that was moved`);
  }
  assert.equal(session.state.measureProblem?.code, 'mat-not-found');
});

test('a ship that was moved while the camera looked away is doubted with the first frames that show it, until a look at it', async () => {
  const { session, frame, endLook, shaken, isStanding } = await inHand();
  for (const yaw of [10, 20, 80, 84, 88]) await frame(cameraAt({ shakeDeg: [0, yaw, 0] }));
  const ships = PLACES.map((place, i) => (i === 0 ? { ...place, x: place.x + 30 } : place));
  let registered = 0;
  for (let i = 0; i < 5; i++) {
    await frame(shaken(), ships);
    if (session.live.camera) registered += 1;
    assert.ok(!isStanding(), `frame ${i}: ${session.state.freshness?.kind}`);
  }
  assert.ok(registered > 0, 'the camera is found again');
  assert.equal(session.state.freshness?.kind, 'moving');
  // The look that was under way is of a frame from before.
  await endLook();
  await frame(shaken(), ships);
  assert.ok(!isStanding(), 'after a look at how it was');
  await endLook();
  await frame(shaken(), ships);
  assert.ok(isStanding(), `after a look at how it is: ${session.state.freshness?.kind}`);
});
