import { nowMs } from '../../src/app/capture/frame-source.js';
import type { HmMap } from '../../src/app/map/hm-map.js';
import type { HmApp } from '../../src/app/player/hm-app.js';
import { demoTable } from '../../src/sim/demo-table.js';
import type { TableMeasurement } from '../../src/table/measurement.js';
import { turnedMeasurement } from '../../src/table/track/track-turn.js';
import { said } from '../said.js';
import { equal, ok, until } from './app-assert.js';
import { FakeVision, fakeStart, trueMeasurement } from './app-fakes.js';
import { allIn, newApp } from './app-open.js';

const VERDICT = /^(Range|Beyond)/;
const { getUserMedia, enumerateDevices } = MediaDevices.prototype;
let app: HmApp;
let vision: FakeVision;
let worker: ReturnType<typeof fakeStart>;

const all = (selector: string, root: ParentNode = app.renderRoot) => allIn(root, selector);
const one = (selector: string) => until(() => all(selector)[0], selector);
const headline = () => all('.headline')[0]?.textContent?.trim() ?? '';
const isCertain = () => VERDICT.test(headline());
const tap = async (label: string) =>
  (await until(() => all('wa-button').find((button) => button.textContent?.trim() === label), `the button ${label}`)).click();

/** A track that a page writes itself; Chromium has it. */
declare const MediaStreamTrackGenerator: new (init: {
  kind: 'video';
}) => MediaStreamTrack & { readonly writable: WritableStream<VideoFrame> };

/** A camera whose picture, life and permission are the test's. */
class StubCamera {
  readonly canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
  isBlack = false;
  name = 'Stub';
  /** The name of the error that the browser answers with; undefined: it gives the camera. */
  refusal: string | undefined;
  opened = 0;
  /** Lenses of a phone by their ids; the first is given where none is asked for. */
  lenses: Readonly<Record<string, string>> = {};
  #track: MediaStreamTrack | undefined;
  #writer: WritableStreamDefaultWriter<VideoFrame> | undefined;
  readonly #timer = setInterval(() => this.#paint(), 33);

  constructor() {
    MediaDevices.prototype.getUserMedia = async (wanted) => {
      if (this.refusal) throw new DOMException('', this.refusal);
      this.opened += 1;
      const track = new MediaStreamTrackGenerator({ kind: 'video' });
      this.#writer = track.writable.getWriter();
      this.#track = track;
      const { exact } = ((wanted!.video as MediaTrackConstraints).deviceId ?? {}) as { readonly exact?: string };
      const deviceId = exact ?? Object.keys(this.lenses)[0] ?? 'stub';
      this.#track.getSettings = () => ({ deviceId });
      Object.defineProperty(track, 'label', { value: this.lenses[deviceId] ?? this.name });
      return new MediaStream([track]);
    };
    this.plugIn();
  }

  /** Of a camera's end the browser reports only these events. */
  say(event: 'ended' | 'mute' | 'unmute'): void {
    this.#track!.dispatchEvent(new Event(event));
  }

  /** As on iOS after the background: live, and mute until it is asked for again. */
  muteForGood(): void {
    Object.defineProperty(this.#track, 'muted', { value: true });
    this.say('mute');
  }

  pullOut(): void {
    MediaDevices.prototype.enumerateDevices = async () => [];
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
    this.say('ended');
  }

  plugIn(): void {
    const names = Object.keys(this.lenses).length > 0 ? this.lenses : { stub: 'Stub' };
    const devices = Object.entries(names).map(
      ([deviceId, label]) => ({ kind: 'videoinput', deviceId, label, groupId: '' }) as MediaDeviceInfo,
    );
    MediaDevices.prototype.enumerateDevices = async () => devices;
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
  }

  close(): void {
    clearInterval(this.#timer);
    Object.assign(MediaDevices.prototype, { getUserMedia, enumerateDevices });
  }

  #paint(): void {
    const context = this.canvas.getContext('2d', { willReadFrequently: true })!;
    context.fillStyle = this.isBlack ? '#000' : `hsl(${360 * Math.random()} 80% 50%)`;
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    const frame = new VideoFrame(this.canvas, { timestamp: Math.round(1000 * performance.now()) });
    // A track that has ended takes nothing.
    void this.#writer?.write(frame).catch(() => frame.close());
    if (!this.#writer) frame.close();
  }
}

let camera: StubCamera;

/** The page watches a table with the stub, and shows the range between two ships. */
async function watching(more = ''): Promise<void> {
  opened(more);
  await one('li');
  for (const row of all('li .choose').slice(0, 2)) row.click();
  await until(isCertain, 'the range');
}

function opened(more = ''): void {
  app = newApp(worker.start, `?camera=device${more}`);
}

/** As `vision.answer` would be for a picture without a table. */
const noMat = () => ({
  ok: false as const,
  problem: { code: 'mat-not-found', message: said('No mat in view.'), hint: said('Move the camera.') },
});

suite('faults of the camera', () => {
  setup(() => {
    vision = new FakeVision();
    worker = fakeStart(vision);
    camera = new StubCamera();
  });

  teardown(() => {
    app.remove();
    camera.close();
    localStorage.clear();
  });

  test('one that is unplugged takes the verdict away at once, and goes on by itself when it is back', async () => {
    await watching();
    camera.pullOut();
    await one('[data-code=camera-lost]');
    ok(!isCertain(), headline());
    camera.plugIn();
    await until(isCertain, 'the range again');
    equal(
      [camera.opened, all('[data-code=camera-lost]').length, all('hm-ships')[0]!.shadowRoot!.querySelectorAll('li').length],
      [2, 0, demoTable(1).ships.length],
    );
  });

  test('one that a call ended while the page was away is opened again when the page is seen, without any device that came', async () => {
    await watching();
    const { opened } = camera;
    camera.say('ended');
    await until(() => !isCertain(), 'that the verdict is gone');
    equal(camera.opened, opened);
    document.dispatchEvent(new Event('visibilitychange'));
    await until(() => camera.opened === opened + 1, 'the camera again');
    await until(isCertain, 'the range again');
  });

  test('one that stays mute in front of its player is reopened by the page itself, with the same table', async () => {
    await watching();
    const { opened } = camera;
    camera.muteForGood();
    await until(() => camera.opened === opened + 1, 'the camera again');
    await until(isCertain, 'the range again');
    equal(all('hm-ships')[0]!.shadowRoot!.querySelectorAll('li').length, demoTable(1).ships.length);
  });

  test('another camera never takes the place of one that was unplugged', async () => {
    await watching();
    camera.pullOut();
    MediaDevices.prototype.enumerateDevices = async () => [
      { kind: 'videoinput', deviceId: 'other', label: '', groupId: '' } as MediaDeviceInfo,
    ];
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
    await one('[data-code=camera-lost]');
    await new Promise((resolve) => setTimeout(resolve, 200));
    equal(camera.opened, 1);
  });

  test('a blip of two seconds takes the verdict away, and after it a look, not the end of the blip, brings it back', async () => {
    await watching();
    const { measure } = vision;
    vision.measure = () => new Promise(() => {});
    camera.say('mute');
    await one('[data-code=camera-paused]');
    ok(!isCertain(), headline());
    camera.say('unmute');
    await until(() => all('[data-code=camera-paused]').length === 0, 'the end of the blip');
    equal(headline(), 'Not seen now');
    vision.measure = measure;
    // The look that hangs is the worker's end; the next one answers.
    worker.crash('hung');
    await until(isCertain, 'the range again');
  });

  for (const { title, name, code } of [
    { title: 'a permission that is revoked', name: 'NotAllowedError', code: 'camera-refused' },
    { title: 'a camera that another program has taken', name: 'NotReadableError', code: 'camera-busy' },
  ]) {
    test(`${title} has its own problem, and "Try again" goes on with the same table once the camera is there`, async () => {
      await watching();
      camera.refusal = name;
      camera.say('ended');
      await one('[data-code=camera-lost]');
      await tap('Try again');
      await one(`[data-code=${code}]`);
      ok(!isCertain(), headline());
      camera.refusal = undefined;
      await tap('Try again');
      await until(isCertain, 'the range again');
    });
  }

  test('a camera of a program, or one that faces its user, is asked about mirror images when it is new, and never again', async () => {
    const question = () => all('hm-problem').some((one) => /Mirrored picture/.test(one.shadowRoot!.textContent ?? ''));
    camera.name = 'OBS Virtual Camera';
    await watching();
    await until(question, 'the question');
    equal(isCertain(), true);
    await tap('Dismiss');
    await until(() => !question(), 'that it is gone');
    app.remove();
    await watching();
    equal(question(), false);
  });

  test('a phone’s main rear lens is opened, and each tap opens its next one; one that is plugged in meanwhile is among them', async () => {
    const shown = () => all('wa-select[aria-label=Camera]')[0] as (HTMLElement & { value?: string }) | undefined;
    camera.lenses = { wide: 'camera2 2, facing back', main: 'camera2 0, facing back', front: 'camera2 1, facing front' };
    camera.plugIn();
    await watching();
    await until(() => shown()?.value === 'main', 'the main lens');
    await tap('Other lens');
    await until(() => shown()?.value === 'wide', 'the next one, in one tap');
    camera.lenses = { ...camera.lenses, tele: 'camera2 3, facing back' };
    camera.plugIn();
    await until(() => all('wa-option').length === 4, 'the lens that came');
    const { opened } = camera;
    await tap('Other lens');
    await until(() => shown()?.value === 'main' && camera.opened === opened + 1, 'the one after it');
    await tap('Other lens');
    await until(() => shown()?.value === 'tele', 'round and round');
    app.remove();
    await watching();
    await until(() => shown()?.value === 'tele', 'the lens that was chosen, at the next visit');
  });

  test('a screen that may go off is said where the table is sent to a stream, once, and nowhere else', async () => {
    const isSaid = () => all('hm-problem').some((one) => /screen may turn off/.test(one.shadowRoot!.textContent ?? ''));
    const refuse = () => Promise.reject(new DOMException('Permission was denied', 'NotAllowedError'));
    Object.defineProperty(navigator, 'wakeLock', { value: { request: refuse }, configurable: true });
    try {
      await watching();
      equal(isSaid(), false);
      app.remove();
      await watching('&publish=one#token=x');
      await until(isSaid, 'the words');
      await tap('Dismiss');
      await until(() => !isSaid(), 'that they are gone');
    } finally {
      Reflect.deleteProperty(navigator, 'wakeLock');
    }
  });

  test('a phone that is turned is looked at in its new shape', async () => {
    await watching();
    const sizes: string[] = [];
    const { measure } = vision;
    vision.measure = (picture, ...rest) => {
      if ('displayWidth' in picture) sizes.push(`${picture.displayWidth}×${picture.displayHeight}`);
      return measure.call(vision, picture, ...rest);
    };
    Object.assign(camera.canvas, { width: 360, height: 640 });
    await until(() => sizes.at(-1) === '360×640', 'a look at the upright picture');
    await until(isCertain, 'the range');
  });

  test('where one ship alone does not show whether the picture was turned or the ship moved, the page asks once, and the answer lasts', async () => {
    const whole = trueMeasurement(demoTable(1));
    // Straight above the middle of a square mat: the camera's place decides nothing.
    const [x, y, r] = [whole.mat.widthMm / 2, whole.mat.widthMm / 2, [1, 0, 0, 0, -1, 0, 0, 0, -1] as const];
    const alone: TableMeasurement = {
      ...whole,
      mat: { ...whole.mat, depthMm: whole.mat.widthMm },
      camera: { ...whole.camera, r, t: [-x, y, 1100] as const },
      bases: [{ ...whole.bases[0]!, pose: { x: x - 150, y: y + 250, headingRad: 0.5 } }],
      jointCovariance: Array.from({ length: 9 }, (_, i) => (i % 4 ? 0 : 0.01)),
      obstacles: [],
      unmeasurable: [],
    };
    const turned = { ...turnedMeasurement(alone, 1), camera: alone.camera };
    let seen = alone;
    vision.answer = (capturedAtMs) => ({ ok: true, measurement: { ...seen, capturedAtMs } });
    opened();
    const ships = () =>
      (all('hm-map')[0] as HmMap | undefined)?.known?.table.ships.map(({ pose }) => [Math.round(pose.x - x), Math.round(pose.y - y)]);
    const asked = () => [...(all('hm-turned')[0]?.shadowRoot?.querySelectorAll('button') ?? [])];
    await until(() => ships()?.length === 1, 'the ship');
    seen = turned;
    const answers = await until(() => {
      const buttons = asked();
      return buttons.length === 2 ? buttons : undefined;
    }, 'the question');
    equal(
      answers.map(({ textContent }) => textContent!.trim()),
      ['The picture was turned', 'A ship has moved'],
    );
    answers[0]!.click();
    const before = vision.looks;
    await until(() => vision.looks > before + 3, 'more looks');
    equal(ships(), [[-150, 250]]);
    equal(asked().length, 0);
  });

  test('where two named ships of one size have moved while nothing was seen, the page asks whether they are who they seem, and exchanges them', async () => {
    const whole = trueMeasurement(demoTable(1));
    const near = whole.bases.flatMap((a, i) =>
      whole.bases.flatMap((b, k) =>
        k > i && a.base === b.base && Math.hypot(a.pose.x - b.pose.x, a.pose.y - b.pose.y) < 350 ? [[i, k]] : [],
      ),
    );
    const [first, two] = near[0]!;
    const moved = {
      ...whole,
      bases: whole.bases.map((base, i) =>
        i === first || i === two ? { ...base, pose: { ...base.pose, x: base.pose.x + 30, y: base.pose.y + 25 } } : base,
      ),
    };
    let seen = whole;
    vision.answer = (capturedAtMs) => ({ ok: true, measurement: { ...seen, capturedAtMs } });
    opened();
    const named = () =>
      Object.fromEntries(
        ((all('hm-map')[0] as HmMap | undefined)?.known?.table.ships ?? []).flatMap(({ name, pose }) =>
          name ? [[name, Math.round(pose.x)]] : [],
        ),
      );
    await until(() => (all('hm-map')[0] as HmMap | undefined)?.known?.table.ships.length === whole.bases.length, 'the ships');
    for (const [i, name] of [
      [first, 'Wedge'],
      [two, 'Luke'],
    ] as const)
      app.dispatchEvent(new CustomEvent('hm-edit', { detail: { edit: { kind: 'name', shipId: `ship-${i! + 1}`, name } } }));
    seen = moved;
    const asked = () => [...(all('hm-exchanged')[0]?.shadowRoot?.querySelectorAll('button') ?? [])];
    await until(() => asked().length === 2, 'the question');
    ok(/Wedge and Luke have moved at once/.test(all('hm-exchanged')[0]!.shadowRoot!.textContent!), 'who');
    const before = named();
    asked()[1]!.click();
    await until(() => asked().length === 0, 'that it is settled');
    equal([named().Wedge, named().Luke], [before.Luke, before.Wedge]);
  });

  test('black pictures, as of a lens that is covered or a lamp that is off, end the verdict, and light brings the ships back under their names', async () => {
    await watching();
    const names = () => app.renderRoot.querySelector('hm-ships')!.shadowRoot!.textContent;
    const before = names();
    const see = vision.answer;
    vision.answer = noMat;
    camera.isBlack = true;
    await one('[data-code=mat-not-found], [data-code=camera-frozen]');
    ok(!isCertain(), headline());
    vision.answer = see;
    camera.isBlack = false;
    await until(isCertain, 'the range again');
    equal(names(), before);
  });

  test('a seeing worker that dies is replaced, and the table with its corrections stays', async () => {
    await watching();
    app.dispatchEvent(new CustomEvent('hm-edit', { detail: { edit: { kind: 'name', shipId: 'ship-1', name: 'Wedge' } } }));
    await until(() => all('li').some((row) => row.textContent?.includes('Wedge')), 'the name');
    worker.crash('out of memory');
    const before = vision.looks;
    await until(() => vision.looks > before + 2 && isCertain(), 'looks by the new worker');
    ok(all('li')[0]!.textContent?.includes('Wedge'), 'the correction stays');
  });

  test('of two hundred things on the mat the page shows two hundred', async () => {
    const demo = demoTable(1);
    const many = Array.from({ length: 200 }, (_, i) => ({
      kind: 'asteroid' as const,
      outline: [0, 120, 240].map((degrees) => ({
        x: 40 + 42 * (i % 20) + 12 * Math.cos((degrees * Math.PI) / 180),
        y: 40 + 84 * Math.floor(i / 20) + 12 * Math.sin((degrees * Math.PI) / 180),
      })),
      sigmaMm: 0.5,
    }));
    vision.answer = (capturedAtMs) => ({ ok: true, measurement: { ...trueMeasurement(demo, capturedAtMs), obstacles: many } });
    await watching();
    // On a narrow page the map is behind a tab; the picture draws them as well.
    await until(() => all('svg').some((svg) => svg.querySelectorAll('path.obstacle').length === 200), 'two hundred');
  });
});

suite('faults of storage and clock', () => {
  test('storage that is full or refused takes nothing from the visit', async () => {
    const { setItem, getItem } = Storage.prototype;
    vision = new FakeVision();
    worker = fakeStart(vision);
    camera = new StubCamera();
    const refuse = () => {
      throw new DOMException('', 'QuotaExceededError');
    };
    Object.assign(Storage.prototype, { setItem: refuse, getItem: refuse });
    try {
      await watching();
    } finally {
      Object.assign(Storage.prototype, { setItem, getItem });
      app.remove();
      camera.close();
    }
  });

  test('what an older or a newer version has kept does not keep the page from its work', async () => {
    const names = [
      'settings',
      'language',
      'theme',
      'speaks',
      'lenses',
      'mirrors',
      'setups',
      'squads',
      'match',
      'match-mode',
      'abilities',
      'judge',
    ];
    const setup = '[{"cameraId":"stub","widthPx":640,"heightPx":360,"setup":{"format":"hashmark-setup","version":99}}]';
    for (const kept of ['{"version":99,"lenses":{}}', '[{"cameraId":"stub","lens":{"format":"of old"}}]', setup, '"', '[null]', '7']) {
      for (const name of names) localStorage.setItem(`hashmark-${name}`, kept);
      vision = new FakeVision();
      worker = fakeStart(vision);
      camera = new StubCamera();
      try {
        await watching();
        // What reads the rest is opened only when it is asked for.
        for (const action of ['squads', 'fair', 'game'] as const) app.dispatchEvent(new CustomEvent('hm-menu', { detail: { action } }));
        for (const part of ['hm-squads', 'hm-match-mode', 'hm-game']) await one(part);
        app.dispatchEvent(new CustomEvent('hm-menu', { detail: { action: 'game' } }));
        await until(isCertain, 'the range');
      } finally {
        app.remove();
        camera.close();
        localStorage.clear();
      }
    }
  });

  test('a computer that slept or whose clock was put forward ages what was seen; one put back does not make it young', () => {
    const { now } = Date;
    try {
      const beforeMs = nowMs();
      Date.now = () => now() + 3_600_000;
      const afterMs = nowMs();
      ok(afterMs - beforeMs >= 3_599_000, `${afterMs - beforeMs} ms`);
      Date.now = () => now() - 3_600_000;
      ok(nowMs() >= afterMs, 'it went back');
    } finally {
      Date.now = now;
    }
  });
});
