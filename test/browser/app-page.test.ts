import { setViewport } from '@web/test-runner-commands';
import type { LitElement } from 'lit';
import type { HmApp } from '../../src/app/player/hm-app.js';
import type { Pixel, Point } from '../../src/geometry/point.js';
import { baseOutline } from '../../src/pieces/bases.js';
import { demoTable } from '../../src/sim/demo-table.js';
import type { MeasureHints, MeasureResult } from '../../src/table/measurement.js';
import { relativePlacesCaution } from '../../src/vision/mat/border/border-problems.js';
import { said } from '../said.js';
import { equal, ok, until } from './app-assert.js';
import { blankPhoto, FakeVision, fakeStart, trueMeasurement } from './app-fakes.js';
import { allIn, newApp, settled } from './app-open.js';

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

const DEG = Math.PI / 180;
const DEMO_PX: Size = demoTable(1).camera;
const UPRIGHT_PX: Size = { widthPx: 1080, heightPx: 1440 };
let app: HmApp;
let vision: FakeVision;

/** Everything in the page, through all shadow trees. */
const all = (selector: string, root: ParentNode = app.renderRoot) => allIn(root, selector);
const one = (selector: string) => until(() => all(selector)[0], selector);
const text = (selector: string) => all(selector)[0]?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
/** The words of what has the focus, through all shadow trees. */
function focusedText(): string {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  const host = (focused?.getRootNode() as ShadowRoot | undefined)?.host;
  return (host?.tagName === 'WA-BUTTON' ? host : focused)?.textContent?.trim() ?? '';
}
const key = (target: Element, name: string, more: KeyboardEventInit = {}) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, composed: true, cancelable: true, ...more }));

const photo = (size = DEMO_PX): Promise<File> => blankPhoto(size);

function scene(...ids: readonly string[]): File {
  const ships = ids.map((id, i) => ({ id, base: 'small', xMm: 200 + 100 * i, yMm: 400, headingDeg: 0 }));
  const table = { widthMm: 914.4, depthMm: 914.4 };
  return new File([JSON.stringify({ format: 'hashmark-scene', version: 1, table, ships })], 'scene.json');
}

/** Where picture and map stand on the page. */
const places = () =>
  [all('hm-stage')[0]!, all('.frame')[0]!, all('hm-map')[0]!].map((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top + scrollY, width, height].map(Math.round);
  });

async function settledPlaces(): Promise<number[][]> {
  await settled();
  return places();
}

/** Whether nothing lies over an element, once the page is scrolled to it. */
function isFree(selector: string): boolean {
  const element = all(selector)[0]!;
  element.scrollIntoView({ block: 'nearest' });
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const root = element.getRootNode() as ShadowRoot;
  return [top + 2, bottom - 2].every((y) => root.elementFromPoint((left + right) / 2, y) === element);
}

const cautioned = (look: MeasureResult): MeasureResult =>
  look.ok ? { ok: true, measurement: { ...look.measurement, caution: relativePlacesCaution(false) } } : look;

/** A photo is opened, and its first two ships have their answer. */
async function answered(size = DEMO_PX): Promise<void> {
  await start();
  open(await photo(size));
  await one('li');
  for (const row of all('li .choose').slice(0, 2)) row.click();
  await one('.headline');
}

/** Waits for the question whether the table shall be left. */
async function question(): Promise<void> {
  const dialog = (await one('wa-dialog[label^="Leave"]')) as HTMLElement & { open: boolean };
  await until(() => dialog.open && dialog.textContent?.includes('Unless you save it first, your correction will be lost.'), 'the question');
}

const answer = (label: string) =>
  all('wa-button')
    .find((button) => button.textContent?.trim() === label)!
    .click();
const open = (...files: File[]) => app.dispatchEvent(new CustomEvent('hm-open-files', { detail: { files } }));

async function start(search = ''): Promise<void> {
  app = newApp(fakeStart(vision).start, search);
  await app.updateComplete;
}

/** Closest distance of two bases by trying points every 0.25 mm along both outlines. */
function sampledGapMm(a: readonly Point[], b: readonly Point[]): number {
  const along = (outline: readonly Point[]) =>
    outline.flatMap((from, index) => {
      const to = outline[(index + 1) % outline.length]!;
      const pieces = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) * 4);
      return Array.from({ length: pieces }, (_, k) => ({
        x: from.x + ((to.x - from.x) * k) / pieces,
        y: from.y + ((to.y - from.y) * k) / pieces,
      }));
    });
  const others = along(b);
  return Math.min(...along(a).map((p) => Math.min(...others.map((q) => Math.hypot(p.x - q.x, p.y - q.y)))));
}

suite('the player’s page', () => {
  setup(async () => {
    await setViewport({ width: 1280, height: 800 });
    vision = new FakeVision(1);
  });

  teardown(() => app.remove());

  test('two ships chosen in the list give the range between their bases in millimetres', async () => {
    await start();
    open(await photo());
    await one('li');
    const rows = all('li .choose');
    rows[0]!.click();
    rows[2]!.click();
    await one('.headline');
    const [a, , c] = demoTable(1).ships;
    const outline = (ship: typeof a) => baseOutline(ship!.base, { x: ship!.x, y: ship!.y, headingRad: ship!.headingDeg * DEG });
    const gapMm = sampledGapMm(outline(a), outline(c));
    const shownMm = Number(/([\d.]+) mm/.exec(text('.detail'))![1]);
    ok(Math.abs(shownMm - gapMm) < 0.2, `shown ${shownMm}, sampled ${gapMm}`);
    equal(text('.headline'), gapMm > 300 ? 'Beyond range 3' : `Range ${Math.ceil(gapMm / 100)}`);
  });

  test('ships are chosen by keyboard on the map, and the answer is said to a screen reader', async () => {
    await start();
    open(await photo());
    await one('hm-map');
    const targets = await until(() => {
      const found = all('circle.target').filter((target) => target.closest('svg')?.getAttribute('aria-label') === 'Map of the table');
      return found.length > 3 && found;
    }, 'ships on the map');
    key(targets[0]!, 'Enter');
    key(targets[1]!, ' ');
    const said = await until(() => text('[aria-live=polite]'), 'the spoken answer');
    ok(/^Ship 1 to Ship 2\. (Range \d|Beyond range 3|Too close to call)/.test(said), said);
    key(document.body, 'Escape');
    await until(() => text('.ask') === 'Tap two ships.', 'no ships chosen');
  });

  test('a name given to a ship is shown, undone by Ctrl Z and redone by Ctrl Shift Z', async () => {
    await start();
    open(await photo());
    (await one('[aria-label="Correct Ship 1"]')).click();
    const input = (await one('wa-input')) as HTMLInputElement;
    input.value = 'Luke';
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => text('li .name') === 'Luke', 'the name');
    key(document.body, 'z', { ctrlKey: true });
    await until(() => text('li .name') === 'Ship 1', 'the name to be undone');
    key(document.body, 'z', { ctrlKey: true, shiftKey: true });
    await until(() => text('li .name') === 'Luke', 'the name to be redone');
  });

  test('a ship that is being moved goes 1 mm with an arrow key and 10 mm with Shift, and the run of keys is one undo', async () => {
    await start();
    open(await photo());
    await one('li');
    app.dispatchEvent(new CustomEvent('hm-moving', { detail: { shipId: 'ship-1' } }));
    const handle = await one('.movable.move');
    const { x, y } = demoTable(1).ships[0]!;
    const pose = () =>
      (all('hm-map')[0] as HTMLElement & { known: { table: { ships: { id: string; pose: Point }[] } } }).known.table.ships.find(
        ({ id }) => id === 'ship-1',
      )!.pose;
    key(handle, 'ArrowRight');
    await app.updateComplete;
    key(await one('.movable.move'), 'ArrowUp', { shiftKey: true });
    await app.updateComplete;
    equal(
      [pose().x - x, pose().y - y].map((moved) => Math.round(moved * 1000) / 1000),
      [1, 10],
    );
    key(document.body, 'z', { ctrlKey: true });
    await app.updateComplete;
    equal([pose().x, pose().y], [x, y]);
  });

  test('corners marked by tapping and by keys are handed to the worker in pixels of the picture', async () => {
    const given: MeasureHints[] = [];
    const answer = vision.measure;
    vision.measure = (picture, atMs, hints) => {
      given.push(hints);
      return answer(picture, atMs, hints);
    };
    await start();
    open(await photo());
    await until(() => given.length === 1, 'the first look');
    app.dispatchEvent(new CustomEvent('hm-menu', { detail: { action: 'corners' } }));
    const area = await until(() => (all('hm-corners')[0] as LitElement | undefined)?.renderRoot?.querySelector('.area'), 'the area to tap');
    ok(text('.panel').includes('without corners, mark three edges'), 'how many marks are needed, before the first');
    const box = (await one('hm-corners')).getBoundingClientRect();
    for (const type of ['pointerdown', 'pointerup'])
      area.dispatchEvent(
        new PointerEvent(type, { clientX: box.left + box.width / 4, clientY: box.top + box.height / 2, isPrimary: true, bubbles: true }),
      );
    const button = (label: string) => until(() => all('wa-button').find((element) => element.textContent?.trim() === label), label);
    (await button('Out of view')).click();
    (await button('Place with keys')).click();
    const handle = await one('[aria-label^="Corner far right"]');
    key(handle, 'ArrowLeft', { shiftKey: true });
    (await button('Out of view')).click();
    // Each edge begins at a marked corner: one place makes it a line.
    for (const edge of ['near', 'right', 'far', 'left']) {
      await until(() => text('.panel [role=status]').startsWith(`Now a point on the ${edge} edge`), `to be asked for the ${edge} edge`);
      (await button('Place with keys')).click();
      await one(`[aria-label^="Point on the ${edge} edge"]`);
    }
    (await button('Measure')).click();
    await until(() => given.length === 2, 'the second look');
    const { corners, edges } = given[1] as { corners: Pixel[]; edges: [Pixel, Pixel][] };
    equal(
      edges.map(([from]) => corners.indexOf(from)),
      [0, 2, 2, 0],
      'the corner that each edge is marked from',
    );
    equal([corners.length, corners[1], corners[3]], [4, undefined, undefined]);
    ok(Math.abs(corners[0]!.u - (1920 / 4 - 0.5)) < 0.6 && Math.abs(corners[0]!.v - (1080 / 2 - 0.5)) < 0.6, JSON.stringify(corners[0]));
    equal(corners[2], { u: 0.7 * 1920 - 20, v: 0.2 * 1080 });
  });

  test('what is asked about corners leaves the half of the picture free in which the next one is, also where the last one was just placed', async () => {
    let looks = 0;
    const see = vision.measure;
    vision.measure = (picture, atMs, hints) => {
      looks++;
      return see(picture, atMs, hints);
    };
    await start();
    open(await photo());
    await until(() => looks === 1, 'the first look');
    app.dispatchEvent(new CustomEvent('hm-menu', { detail: { action: 'corners' } }));
    const area = await until(() => (all('hm-corners')[0] as LitElement | undefined)?.renderRoot?.querySelector('.area'), 'the area to tap');
    const box = (await one('hm-corners')).getBoundingClientRect();
    const isOnTop: boolean[] = [];
    for (const across of [0.1, 0.9]) {
      isOnTop.push((await one('.panel')).classList.contains('top'));
      const at = { clientX: box.left + across * box.width, clientY: box.top + 0.9 * box.height };
      for (const type of ['pointerdown', 'pointerup'])
        area.dispatchEvent(new PointerEvent(type, { ...at, isPrimary: true, bubbles: true }));
      await settled();
    }
    isOnTop.push((await one('.panel')).classList.contains('top'));
    equal(isOnTop, [true, true, false]);
  });

  test('a photo said to be a mirror image is shown, measured and enlarged the other way round; who stays with a corrected table finds the switch off', async () => {
    const given: MeasureHints[] = [];
    const see = vision.measure;
    vision.measure = (picture, atMs, hints) => {
      given.push(hints);
      return see(picture, atMs, hints);
    };
    await start();
    // Red on the left, blue on the right.
    const canvas = new OffscreenCanvas(1920, 1080);
    const context = canvas.getContext('2d')!;
    for (const [colour, left] of [['#f00', 0] as const, ['#00f', 960] as const]) {
      context.fillStyle = colour;
      context.fillRect(left, 0, 960, 1080);
    }
    open(new File([await canvas.convertToBlob()], 'mirror.png', { type: 'image/png' }));
    await one('li');
    const toggle = (await one('wa-switch.mirror')) as HTMLElement & { checked: boolean };
    const shownScale = () => getComputedStyle(all('.frame img')[0]!).scale;
    equal([toggle.textContent, toggle.checked, shownScale(), given.at(-1)!.isMirrored], ['Mirrored picture', false, 'none', undefined]);

    app.dispatchEvent(new CustomEvent('hm-edit', { detail: { edit: { kind: 'name', shipId: 'ship-1', name: 'Luke' } } }));
    toggle.click();
    await question();
    answer('Stay');
    await until(() => all('hm-leave').length === 0, 'the question to be gone');
    equal([toggle.checked, shownScale(), text('li .name')], [false, 'none', 'Luke']);
    toggle.click();
    await question();
    answer('Leave');
    await until(() => text('li .name') === 'Ship 1', 'the table, seen again');
    equal([toggle.checked, shownScale(), given.at(-1)!.isMirrored], [true, '-1 1', true]);

    app.dispatchEvent(new CustomEvent('hm-menu', { detail: { action: 'corners' } }));
    const area = await until(() => (all('hm-corners')[0] as LitElement | undefined)?.renderRoot?.querySelector('.area'), 'the area to tap');
    const box = (await one('hm-corners')).getBoundingClientRect();
    for (const type of ['pointerdown', 'pointerup'])
      area.dispatchEvent(
        new PointerEvent(type, { clientX: box.left + box.width / 4, clientY: box.top + box.height / 2, isPrimary: true, bubbles: true }),
      );
    const loupe = (await one('canvas.loupe')) as HTMLCanvasElement;
    await settled();
    const [red, , blue] = loupe.getContext('2d')!.getImageData(10, 10, 1, 1).data;
    equal([red, blue, getComputedStyle(loupe).scale], [0, 255, '-1 1'], 'the loupe at the left of the turned picture');
    open(await photo());
    await until(() => !toggle.checked, 'another photo, which is no mirror image');
    equal(all('hm-corners').length, 0, 'marks of the picture before');
  });

  test('a picture that cannot be measured says why and what to do, and offers to mark the corners', async () => {
    vision.answer = () => ({
      ok: false,
      problem: { code: 'no-mat', message: said('No mat in view.'), hint: said('Move the camera.') },
    });
    await start();
    open(await photo());
    await one('[data-code=no-mat]');
    ok(
      text('[data-code=no-mat]').includes('No mat in view. Move the camera.') ||
        /No mat in view\.\s*Move the camera\./.test(text('[data-code=no-mat]')),
      text('[data-code=no-mat]'),
    );
    ok(
      all('wa-button').some((button) => button.textContent?.includes('Mark the corners')),
      'a button to mark the corners',
    );
  });

  test('a photo without a mat shows its ships, says what is left open, and offers to mark the corners', async () => {
    const told: MeasureHints[] = [];
    const caution = { code: 'mat-not-in-view', message: said('No mat in view.'), hint: said('Show the mat.') };
    const see = vision.answer;
    vision.measure = async (_, capturedAtMs, hints) => {
      told.push(hints);
      const look = see(capturedAtMs);
      return look.ok ? { ok: true, measurement: { ...look.measurement, caution } } : look;
    };
    await start();
    open(await photo());
    await one('[data-code=mat-not-in-view]');
    await one('li');
    equal(told[0]!.isPhoto, true);
    ok(
      all('wa-button').some((button) => button.textContent?.includes('Mark the corners')),
      'a button to mark the corners',
    );
  });

  test('a photo that may be a camcorder’s squeezed frame is measured, and says how to save it; marked corners would not mend it', async () => {
    const see = vision.answer;
    vision.answer = (capturedAtMs) => {
      const look = see(capturedAtMs);
      return look.ok
        ? { ok: true, measurement: { ...look.measurement, camera: { ...look.measurement.camera, widthPx: 1440, heightPx: 1080 } } }
        : look;
    };
    await start();
    open(await photo());
    await one('li');
    ok(text('[data-code=picture-squeezed]').includes('1920 × 1080'), text('[data-code=picture-squeezed]'));
    const offered = all('wa-button').map((button) => button.textContent?.trim());
    equal([offered.includes('Open another picture'), offered.includes('Mark the corners')], [true, false]);
  });

  test('where a browser hides pixels from pages a reload is offered, for marked corners would not help', async () => {
    vision.measure = () => Promise.reject(Object.assign(new Error('noise'), { name: 'HiddenPictures' }));
    await start();
    open(await photo());
    await one('[data-code=pictures-hidden]');
    const offered = all('wa-button').map((button) => button.textContent?.trim());
    equal([offered.includes('Reload now'), offered.includes('Mark the corners')], [true, false]);
  });

  test('a failed download can be tried again', async () => {
    const load = vision.load;
    vision.load = () => Promise.reject(new Error('OpenCV could not be downloaded: the server answered 503.'));
    await start();
    open(await photo());
    await until(() => text('[data-code=engine-not-loaded]').includes('503'), 'the reason');
    vision.load = load;
    (await until(() => all('wa-button').find((button) => button.textContent?.trim() === 'Try again'), 'the button')).click();
    await one('li');
  });

  test('a scene file with a missing field is refused with its name, and the table stays', async () => {
    await start();
    open(await photo());
    await one('li');
    const before = all('li').length;
    open(
      new File(
        [
          JSON.stringify({
            format: 'hashmark-scene',
            version: 1,
            table: { widthMm: 914, depthMm: 914 },
            ships: [{ id: 'a', base: 'small', xMm: 1 }],
          }),
        ],
        'bad.json',
      ),
    );
    await one('[data-code=scene-unreadable]');
    ok(text('[data-code=scene-unreadable]').includes('yMm'), text('[data-code=scene-unreadable]'));
    equal(all('li').length, before);
  });

  test('a scene file is opened without a camera, and its exact poses have no ±', async () => {
    await start();
    const ship = (id: string, xMm: number) => ({ id, base: 'small', xMm, yMm: 400, headingDeg: 0 });
    open(
      new File(
        [
          JSON.stringify({
            format: 'hashmark-scene',
            version: 1,
            table: { widthMm: 914.4, depthMm: 914.4 },
            ships: [ship('a', 200), ship('b', 390)],
          }),
        ],
        'scene.json',
      ),
    );
    await one('li');
    for (const row of all('li .choose')) row.click();
    await until(() => text('.headline') === 'Range 2', 'the range');
    equal(text('.detail'), '150.0 mm · certain');
  });

  test('the first screen shows that the camera was refused', async () => {
    const original = navigator.mediaDevices.getUserMedia;
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
    try {
      await start('?camera=device');
      await one('[data-code=camera-refused]');
    } finally {
      navigator.mediaDevices.getUserMedia = original;
    }
  });

  test('when the camera’s looks stop, the answer, the map and the picture say within seconds that they are old, until the next look', async () => {
    const { measure } = vision;
    await start('?camera=device');
    await one('li');
    for (const row of all('li .choose').slice(0, 2)) row.click();
    await until(() => /^Range|^Beyond/.test(text('.headline')), 'the range');
    equal(all('svg.stale').length, 0);
    let finish = () => {};
    vision.measure = (picture, atMs, hints) =>
      new Promise((resolve) => {
        finish = () => resolve(measure.call(vision, picture, atMs, hints));
      });
    await until(() => text('.headline') === 'Not seen now', 'the doubt');
    ok(/^It was \(\d+ s ago\): (Range|Beyond)/.test(text('.detail')), text('.detail'));
    equal(
      all('hm-map, hm-stage').map((element) => element.shadowRoot!.querySelectorAll('svg.stale').length),
      [1, 1],
    );
    await one('[data-code=look-too-old]');
    vision.measure = measure;
    finish();
    await until(() => /^Range|^Beyond/.test(text('.headline')), 'the range again');
    equal(all('svg.stale').length, 0);
  });

  test('a ship whose front could not be seen is measured, and a person sets its front with one tap', async () => {
    vision.answer = (capturedAtMs) => {
      const measurement = trueMeasurement(demoTable(1), capturedAtMs);
      return {
        ok: true,
        measurement: { ...measurement, bases: measurement.bases.map((base, i) => (i === 0 ? { ...base, isFrontOpen: true } : base)) },
      };
    };
    await start();
    open(await photo());
    await until(() => text('li .badge.doubt') === 'front?', 'the badge of an open front');
    for (const row of all('li .choose').slice(0, 2)) row.click();
    await until(() => text('dl').includes('facing unknown'), 'the question in the answer');
    ok(/^Range \d|^Beyond/.test(text('.headline')), text('.headline'));
    equal(all('svg[aria-label="Map of the table"] .arc-area').length, 0, 'arcs drawn though the front is open');
    (await one('[aria-label="Correct Ship 1"]')).click();
    const arrows = await until(() => {
      const found = all('[aria-label^=Faces]');
      return found.length === 4 && found;
    }, 'four ways to face');
    arrows[1]!.click();
    await until(() => all('[aria-label^=Faces]').length === 0, 'the question to be settled');
    ok(!text('dl').includes('facing unknown'), text('dl'));
  });

  test('who removes a ship by keyboard is led to what takes it back', async () => {
    await start();
    open(await photo());
    (await one('[aria-label="Correct Ship 1"]')).click();
    const remove = await until(
      () => all('hm-ship-editor wa-button, wa-button').find((button) => button.textContent?.includes('Remove')),
      'Remove',
    );
    const ships = all('li').length;
    remove.click();
    await until(() => all('li').length === ships - 1, 'one ship less');
    const list = all('hm-ships')[0]!;
    const focused = list.shadowRoot!.activeElement as HTMLElement;
    equal(focused?.getAttribute('aria-label'), 'Undo the last correction');
    focused.click();
    await until(() => all('li').length === ships, 'the ship to be back');
    equal(list.shadowRoot!.activeElement, focused, 'the focus stays though nothing is left to undo');
  });

  test('a table with corrections is left only after the question: Escape stays, the rest does what was asked for', async () => {
    await start();
    open(scene('a', 'b'));
    await one('li');
    app.dispatchEvent(
      new CustomEvent('hm-edit', {
        detail: { edit: { kind: 'add', shipId: 'ship-1', base: 'small', pose: { x: 700, y: 400, headingRad: 0 } } },
      }),
    );
    await until(() => all('li').length === 3, 'the correction');
    const home = () => app.dispatchEvent(new CustomEvent('hm-menu', { detail: { action: 'home' } }));
    const gone = () => until(() => all('hm-leave').length === 0, 'the question to be gone');
    for (const ask of [home, () => app.dispatchEvent(new CustomEvent('hm-open-simulated'))]) {
      ask();
      await question();
      await until(() => focusedText() === 'Stay', 'the focus on the safe choice');
      key(document.body, 'z', { ctrlKey: true });
      key(document.body, 'Escape');
      await gone();
      equal(all('li').length, 3, 'ships after staying: nothing was taken back behind the question');
    }

    const dropped = new DataTransfer();
    dropped.items.add(scene('c', 'd', 'e', 'f'));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }));
    await question();
    equal(all('li').length, 3, 'ships while the question is open');
    answer('Leave');
    await until(() => all('li').length === 4, 'the dropped scene');

    app.dispatchEvent(new CustomEvent('hm-edit', { detail: { edit: { kind: 'name', shipId: 'c', name: 'Luke' } } }));
    const saved: string[] = [];
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function () {
      saved.push(this.download);
    };
    try {
      home();
      await question();
      answer('Save and leave');
      await one('hm-start');
    } finally {
      HTMLAnchorElement.prototype.click = click;
    }
    equal(saved.length, 1, 'files saved');
    ok(/^hashmark-.*\.json$/.test(saved[0]!), saved[0]!);
  });

  test('a file that is dropped while the question is open takes the place of what was asked for', async () => {
    await start();
    open(await photo());
    await one('li');
    app.dispatchEvent(new CustomEvent('hm-edit', { detail: { edit: { kind: 'name', shipId: 'ship-1', name: 'Luke' } } }));
    app.dispatchEvent(new CustomEvent('hm-menu', { detail: { action: 'camera' } }));
    await question();
    open(scene('lone'));
    await app.updateComplete;
    await question();
    equal(all('hm-leave').length, 1, 'questions');
    answer('Leave');
    await until(() => all('li').length === 1, 'the dropped scene');
    equal(all('hm-start').length, 0);
  });

  test('where the camera is refused after “Leave”, the next try asks nothing again, but for what was corrected since', async () => {
    const original = navigator.mediaDevices.getUserMedia;
    let refused = 0;
    navigator.mediaDevices.getUserMedia = () => {
      refused += 1;
      return Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
    };
    try {
      await start();
      open(await photo());
      await one('li');
      const call = (name: string) =>
        app.dispatchEvent(new CustomEvent('hm-edit', { detail: { edit: { kind: 'name', shipId: 'ship-1', name } } }));
      call('Luke');
      app.dispatchEvent(new CustomEvent('hm-menu', { detail: { action: 'camera' } }));
      await question();
      answer('Leave');
      await one('[data-code=camera-refused]');
      equal([refused, text('li .name')], [1, 'Luke']);
      answer('Try again');
      await until(() => refused === 2, 'the second try');
      await one('[data-code=camera-refused]');
      equal([all('hm-leave').length, text('li .name')], [0, 'Luke']);
      call('Wedge');
      answer('Try again');
      await one('hm-leave');
      equal(refused, 2, 'tries before the question about another correction');
    } finally {
      navigator.mediaDevices.getUserMedia = original;
    }
  });

  test('every button of the page has a name', async () => {
    await start();
    const nameless = () =>
      all('button, [role=button], [role=menuitem]').filter((element) => {
        const labelled = element.getAttribute('aria-label') || element.textContent?.trim() || element.querySelector('slot');
        return !labelled;
      });
    equal(nameless().length, 0, 'nameless buttons on the first screen');
    open(await photo());
    (await one('[aria-label="Correct Ship 1"]')).click();
    await one('hm-ship-editor');
    equal(
      nameless().map((element) => element.outerHTML.slice(0, 80)),
      [],
      'nameless buttons',
    );
  });

  test('labels of crowded ships lie on no other label and on no base, and none is missing', async () => {
    await start();
    // Of the page's style sheet, which is not loaded here: without it the letters have another size.
    app.style.setProperty('--hm-font', 'sans-serif');
    const places = [
      [400, 400],
      [460, 400],
      [430, 460],
      [680, 520],
      [330, 420],
      [400, 540],
    ] as const;
    const ships = places.map(([xMm, yMm], i) => ({ id: `s${i}`, name: `Squadron ${i}`, base: 'small', xMm, yMm, headingDeg: 0 }));
    const table = { widthMm: 914.4, depthMm: 914.4 };
    open(new File([JSON.stringify({ format: 'hashmark-scene', version: 1, table, ships })], 'scene.json'));
    await one('li');
    for (const row of [all('li .choose')[0]!, all('li .choose')[3]!]) row.click();
    await one('.ruler-label');
    const boxes = (selector: string) => all(selector).map((element) => element.getBoundingClientRect());
    const labels = boxes('text');
    equal(labels.length, ships.length + 1, 'labels');
    const hit = (a: DOMRect, b: DOMRect) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    equal(labels.filter((label, i) => labels.some((other, k) => k !== i && hit(label, other))).length, 0, 'labels on labels');
    const bases = boxes('.base');
    equal(labels.filter((label) => bases.some((base) => hit(label, base))).length, 0, 'labels on bases');
  });

  for (const [width, height] of [
    [1366, 768],
    [1920, 1080],
    [700, 900],
    [390, 844],
    [844, 390],
  ] as const) {
    test(`picture and map stay where they are when ships, answers, notes and notices come, at ${width}×${height}`, async () => {
      await setViewport({ width, height });
      await start();
      open(await photo());
      await one('.frame');
      const first = await settledPlaces();
      const edit = (detail: object) => app.dispatchEvent(new CustomEvent('hm-edit', { detail: { edit: detail } }));
      const chosen = async (count: number) => {
        all('li .choose')[count - 1]!.click();
        await until(() => all('[aria-pressed=true]').length > 0, 'the chosen ship');
      };
      await one('li');
      equal(await settledPlaces(), first, 'with ships');
      await chosen(1);
      equal(await settledPlaces(), first, 'with one ship chosen');
      await chosen(2);
      await one('.headline');
      equal(await settledPlaces(), first, 'with the answer');
      open(new File(['{'], 'bad.json'));
      await one('[data-code=scene-unreadable]');
      equal(await settledPlaces(), first, 'with a notice');
      for (const shipId of ['ship-1', 'ship-2']) {
        const { pose } = (
          all('hm-map')[0] as HTMLElement & { known: { table: { ships: { id: string; pose: Point }[] } } }
        ).known.table.ships.find(({ id }) => id === shipId)!;
        edit({ kind: 'move', shipId, pose: { ...pose, x: pose.x + 3 }, gesture: shipId });
        edit({ kind: 'name', shipId, name: 'A pilot whose name takes all the room' });
      }
      await until(() => all('.notes li').length === 2, 'the notes');
      equal(await settledPlaces(), first, 'with notes and long names');
      const outside = all('button').filter((button) => button.getBoundingClientRect().right > width);
      equal(outside.length, 0, 'buttons pushed out of the page');
    });
  }

  test('on a phone held upright nothing hangs out of the page, and picture and answer are seen without scrolling', async () => {
    await setViewport({ width: 390, height: 844 });
    await answered();
    await new Promise((resolve) => setTimeout(resolve, 200));
    ok(document.documentElement.scrollWidth <= 390, `the page is ${document.documentElement.scrollWidth} px wide`);
    const box = all('.headline')[0]!.getBoundingClientRect();
    ok(box.bottom < 844, `the answer ends at ${box.bottom} px`);
  });

  for (const [width, height, size] of [
    [390, 844, UPRIGHT_PX],
    [390, 844, DEMO_PX],
    [360, 640, UPRIGHT_PX],
  ] as const) {
    test(`what stays wrong is one line over a picture of ${size.widthPx} px width at ${width}×${height}: the answer is free, nothing moves`, async () => {
      await setViewport({ width, height });
      const see = vision.answer;
      vision.answer = (capturedAtMs) => cautioned(see(capturedAtMs));
      await answered(size);
      await settled();
      const cautious = places();
      const top = (selector: string) => all(selector)[0]!.getBoundingClientRect();
      const [picture, line] = [top('hm-stage'), top('.line button')];
      ok(line.height > 40 && line.height < 50 && line.top >= picture.top && line.bottom <= picture.bottom, `a line of ${line.height} px`);
      ok(isFree('.headline') && isFree('.detail'), 'the answer is covered');

      (await one('.line button')).click();
      await until(() => top('hm-problem').height > 0, 'the whole notice');
      await settled();
      const notice = top('.lasting');
      ok(notice.top >= picture.top - 0.5 && notice.bottom <= picture.bottom, 'the open notice hangs out of the picture');
      ok(isFree('.headline') && isFree('.detail'), 'the answer is covered by the open notice');
      equal(places(), cautious, 'with the notice open');

      app.remove();
      vision.answer = see;
      await answered(size);
      await settled();
      equal(places(), cautious, 'with no notice');
    });
  }

  test('another pair’s answer is read from its top', async () => {
    await setViewport({ width: 390, height: 844 });
    await answered();
    const card = all('.card')[0]!;
    // A card this low scrolls, whatever the answer.
    card.style.height = '3rem';
    card.scrollTop = 40;
    app.dispatchEvent(new CustomEvent('hm-edit', { detail: { edit: { kind: 'name', shipId: 'ship-1', name: 'Luke' } } }));
    await until(() => text('.ship') === 'Luke', 'the name');
    equal(card.scrollTop, 40, 'scrolled though it is the same answer');
    app.dispatchEvent(new CustomEvent('hm-swap'));
    await until(() => text('.ship') !== 'Luke', 'the other way round');
    equal(card.scrollTop, 0);
  });
});
