import { setViewport } from '@web/test-runner-commands';
import { obstaclePose } from '../../src/app/state/movable.js';
import type { LiveView } from '../../src/app/vision-client/live-view.js';
import type { Point } from '../../src/geometry/point.js';
import { OBSTACLES } from '../../src/pieces/obstacles.js';
import { equal, ok, until } from './app-assert.js';
import { type OpenPage, openPage, settled } from './app-open.js';

let page: OpenPage;
const stage = () => page.all('hm-stage')[0]!.shadowRoot!;
const handle = async (what: 'move' | 'turn') =>
  until(() => stage().querySelector('hm-drag-handle')?.shadowRoot?.querySelector(`.${what}`), what);

/** Drags a handle in the picture from where it is to points of the mat. */
async function drag(what: 'move' | 'turn', from: Point, ...to: readonly Point[]): Promise<void> {
  const element = (await handle(what)) as HTMLElement;
  element.setPointerCapture = () => {};
  const send = (type: string, at: Point) =>
    element.dispatchEvent(
      new PointerEvent(type, { ...page.onScreen(at), pointerId: 1, isPrimary: true, bubbles: true, composed: true, buttons: 1 }),
    );
  send('pointerdown', from);
  for (const at of to) {
    send('pointermove', at);
    await settled();
  }
}
const release = async (what: 'move' | 'turn') =>
  (await handle(what)).dispatchEvent(new PointerEvent('pointerup', { pointerId: 1, bubbles: true }));

/** A place of the mat with nothing near it. */
function bareMat(): Point {
  const { ships, obstacles } = page.known().table;
  const things = [...ships.map(({ pose }) => pose), ...obstacles.map(obstaclePose)];
  const spots = Array.from({ length: 400 }, (_, i) => ({ x: 60 + 40 * (i % 20), y: 60 + 40 * Math.floor(i / 20) }));
  const gapMm = (spot: Point) => Math.min(...things.map(({ x, y }) => Math.hypot(x - spot.x, y - spot.y)));
  return spots.reduce((best, spot) => (gapMm(spot) > gapMm(best) ? spot : best));
}

async function tapMat(at: Point): Promise<void> {
  // Taps that follow each other fast are double taps.
  await new Promise((resolve) => setTimeout(resolve, 350));
  stage()
    .querySelector('.layer > svg')!
    .dispatchEvent(new MouseEvent('click', { ...page.onScreen(at), detail: 1, bubbles: true }));
  await settled();
}

suite('setting the table right in the picture', () => {
  setup(async () => {
    await setViewport({ width: 1280, height: 800 });
    page = await openPage();
  });
  teardown(() => page.app.remove());

  test('a base is dragged in the picture under a loupe of its pixels, and the whole drag is one undo', async () => {
    const { pose } = page.known().table.ships[0]!;
    page.tell('hm-moving', { shipId: 'ship-1' });
    await drag('move', pose, { x: pose.x + 5, y: pose.y }, { x: pose.x + 12, y: pose.y - 7 });
    ok(page.all('hm-loupe').length > 0, 'the loupe');
    const now = page.known().table.ships.find(({ id }) => id === 'ship-1')!.pose;
    ok(Math.hypot(now.x - pose.x - 12, now.y - pose.y + 7) < 0.05, JSON.stringify(now));
    await release('move');
    page.tell('hm-undo');
    await settled();
    equal([page.known().table.ships[0]!.pose, page.all('hm-loupe').length], [pose, 0]);
  });

  for (const place of ['beside it', 'on the handle that turns it']) {
    test(`a second finger ${place} makes it a pinch: the base is where it was, and the picture is enlarged`, async () => {
      const { pose } = page.known().table.ships[0]!;
      page.tell('hm-moving', { shipId: 'ship-1' });
      const [element, turn] = [(await handle('move')) as HTMLElement, (await handle('turn')) as HTMLElement];
      for (const one of [element, turn]) one.setPointerCapture = () => {};
      const start = page.onScreen(pose);
      const send = (to: EventTarget, type: string, pointerId: number, byPx: number) =>
        to.dispatchEvent(
          new PointerEvent(type, {
            ...{ clientX: start.clientX + byPx, clientY: start.clientY, pointerId, isPrimary: pointerId === 1, pointerType: 'touch' },
            ...{ button: 0, buttons: 1, bubbles: true, composed: true },
          }),
        );
      const frame = stage().querySelector('.frame')!;
      const other = place === 'beside it' ? frame : turn;
      send(element, 'pointerdown', 1, 0);
      send(element, 'pointermove', 1, -6);
      send(other, 'pointerdown', 2, 60);
      send(element, 'pointermove', 1, -60);
      send(other, 'pointermove', 2, 120);
      await settled();
      const now = page.known().table.ships.find(({ id }) => id === 'ship-1')!.pose;
      equal(now, pose);
      const [layer, whole] = [stage().querySelector('.layer')!, frame].map((one) => one.getBoundingClientRect().width);
      ok(layer! > 1.5 * whole!, `${layer} px wide of ${whole}`);
      send(other, 'pointerup', 2, 120);
      send(element, 'pointerup', 1, -60);
    });
  }

  test('a base is turned by its second handle, as far as the finger goes round it', async () => {
    const { pose } = page.known().table.ships[0]!;
    page.tell('hm-moving', { shipId: 'ship-1' });
    const around = (rad: number) => ({ x: pose.x + 50 * Math.sin(rad), y: pose.y + 50 * Math.cos(rad) });
    await drag('turn', around(pose.headingRad), around(pose.headingRad + 0.3));
    await release('turn');
    const now = page.known().table.ships.find(({ id }) => id === 'ship-1')!.pose;
    ok(Math.abs(now.headingRad - pose.headingRad - 0.3) < 0.002 && now.x === pose.x, JSON.stringify([pose, now]));
  });

  test('an obstacle is moved in the picture as one piece, and taken away; undo brings it back', async () => {
    const one = page.known().table.obstacles[0]!;
    const from = obstaclePose(one);
    page.tell('hm-moving', { shipId: one.id });
    await drag('move', from, { x: from.x + 20, y: from.y + 10 });
    await release('move');
    const moved = page.known().table.obstacles.find(({ id }) => id === one.id)!;
    moved.outline.forEach(({ x, y }, i) => {
      ok(Math.hypot(x - one.outline[i]!.x - 20, y - one.outline[i]!.y - 10) < 0.05, `corner ${i} at ${x}, ${y}`);
    });
    const row = await until(() => page.all(`[data-obstacle="${one.id}"]`)[0], 'its row');
    await until(() => row.querySelector('select'), 'its editor');
    [...row.querySelectorAll('button')].find((button) => button.textContent === 'No obstacle here')!.click();
    await settled();
    ok(!page.known().table.obstacles.some(({ id }) => id === one.id), 'it is gone');
    page.tell('hm-undo');
    await settled();
    ok(
      page.known().table.obstacles.some(({ id }) => id === one.id),
      'it is back',
    );
  });

  test('an obstacle is added, and named: it takes the outline of that token', async () => {
    const before = page.known().table.obstacles.length;
    (await page.one('[aria-label="Add an obstacle"]')).click();
    await settled();
    const added = page.known().table.obstacles.at(-1)!;
    equal([page.known().table.obstacles.length, added.id], [before + 1, 'placed-1']);
    const select = (await until(() => page.all('[data-obstacle="placed-1"] select')[0], 'its token')) as HTMLSelectElement;
    const wanted = OBSTACLES.find(({ kind }) => kind === 'gas')!;
    select.value = wanted.xws;
    select.dispatchEvent(new Event('change'));
    await settled();
    const named = page.known().table.obstacles.at(-1)!;
    equal([named.token?.name, named.kind, named.outline.length], [wanted.name, 'gas', wanted.outline.length]);
    // The camera measures on: a person's word about an obstacle stays, known as well as a hand places.
    page.tell('hm-menu', { action: 'forget' });
    await settled();
    equal([page.known().table.obstacles.at(-1)!.token?.name, page.known().table.obstacles.at(-1)!.sigmaMm], [wanted.name, 4]);
  });

  test('two taps place a ship that was missed exactly where it stands: one on it, one on what fits there best', async () => {
    const spot = bareMat();
    const pose = { x: spot.x + 6.3, y: spot.y - 4.1, headingRad: 1.2 };
    const covariance = { xx: 0.2, xy: 0, xh: 0, yy: 0.3, yh: 0, hh: 1e-5 };
    const fit = { base: 'medium', pose, covariance, probability: 0.97 } as const;
    page.vision.fitBase = async (_, { at }) => (Math.hypot(at.x - pose.x, at.y - pose.y) < 15 ? [fit] : []);
    const before = page.known().table.ships.length;
    await tapMat(spot);
    const best = (await until(() => page.all('[data-there=ship]')[0], 'the ship that fits')) as HTMLElement;
    ok(best.textContent!.includes('facing 69°') && best.textContent!.includes('97 %'), best.textContent!);
    best.click();
    await settled();
    const { ships } = page.known().table;
    equal([ships.length, ships.at(-1)!.base, ships.at(-1)!.pose, ships.at(-1)!.covariance], [before + 1, 'medium', pose, covariance]);
  });

  test('while the camera is lost nothing is drawn over its picture, and a tap chooses nothing; both are back with the first frame that is registered', async () => {
    const { live } = page.all('hm-stage')[0] as HTMLElement & { live: LiveView };
    const { camera } = page.known().state;
    page.vision.fitBase = async () => [];
    const spot = bareMat();
    const opacity = () => Number(getComputedStyle(stage().querySelector('.layer > svg')!).opacity);
    const frame = { camera: undefined, capturedAtMs: 1000 };
    live.follow({ ...frame, lostMs: 250 });
    equal(opacity(), 1, 'after a blurred frame');
    live.follow({ ...frame, lostMs: 350 });
    await until(() => opacity() === 0, 'nothing is drawn');
    await tapMat(spot);
    equal(page.all('[data-there=nothing]').length, 0);
    // It is drawn again for a reason of its own: that does not bring it back.
    (page.all('hm-stage')[0] as HTMLElement & { requestUpdate(): void }).requestUpdate();
    await settled();
    equal(opacity(), 0, 'drawn again');
    live.follow({ ...frame, camera, lostMs: 0 });
    equal(opacity(), 1, 'at once');
    await tapMat(spot);
    await until(() => page.all('[data-there=nothing]').length === 1, 'what may be there');
  });

  test('the handles follow a camera that moves, and are gone while it is lost; a drag moves the base by what the finger crosses in the picture as it is now', async () => {
    const { live } = page.all('hm-stage')[0] as HTMLElement & { live: LiveView };
    const { camera } = page.known().state;
    const { pose } = page.known().table.ships[0]!;
    page.tell('hm-moving', { shipId: 'ship-1' });
    const element = (await handle('move')) as HTMLElement;
    element.setPointerCapture = () => {};
    const middle = () => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { clientX: left + width / 2, clientY: top + height / 2 };
    };
    const before = middle();
    // The principal point 40 px to the right: so is all that is seen.
    const byPx = 40;
    live.follow({ camera: { ...camera!, cx: camera!.cx + byPx }, capturedAtMs: 1000, lostMs: 0 });
    await settled();
    const shown = stage().querySelector('.layer')!.getBoundingClientRect().width / camera!.widthPx;
    ok(Math.abs(middle().clientX - before.clientX - byPx * shown) < 0.1, `${middle().clientX} instead of ${before.clientX + byPx * shown}`);
    const send = (type: string, at: object) =>
      element.dispatchEvent(new PointerEvent(type, { ...at, pointerId: 1, isPrimary: true, bubbles: true, composed: true, buttons: 1 }));
    send('pointerdown', middle());
    send('pointermove', middle());
    await settled();
    const held = page.known().table.ships.find(({ id }) => id === 'ship-1')!.pose;
    ok(Math.hypot(held.x - pose.x, held.y - pose.y) < 0.05, `held where it is: ${JSON.stringify(held)}`);
    live.follow({ camera: undefined, capturedAtMs: 1100, lostMs: 400 });
    await settled();
    equal(stage().querySelector('hm-drag-handle')!.shadowRoot!.querySelectorAll('.handle').length, 0);
    live.follow({ camera, capturedAtMs: 1200, lostMs: 0 });
    await handle('move');
  });

  test('a tap on an obstacle that was missed ranks all outlines, with the lead of the best; where they fit alike it leaves none first', async () => {
    const spot = bareMat();
    const named = (xws: string, fitShare: number) => {
      const { name, outline } = OBSTACLES.find((one) => one.xws === xws)!;
      const pose = { ...spot, headingRad: 0 };
      const covariance = { xx: 0.3, xy: 0, xh: 0, yy: 0.3, yh: 0, hh: 1e-5 };
      const at = outline.map(({ x, y }) => ({ x: x + pose.x, y: y + pose.y }));
      return { kind: 'asteroid' as const, outline: at, sigmaMm: 0.6, token: { xws, name, mirrored: false, pose, covariance }, fitShare };
    };
    const words = async () => (await until(() => page.all('[data-there=obstacle]')[0], 'an outline')).textContent!.trim();
    page.vision.rankObstacles = async () => [named('coreasteroid2', 0.93), named('coreasteroid4', 0.78)];
    await tapMat(spot);
    equal((await words()).replace(/^.* · /, ''), '93 % of its edge, 15 more than the next');
    page.all('[data-there=nothing]')[0]!.click();
    await settled();
    page.vision.rankObstacles = async () => [named('coreasteroid2', 0.93), named('coreasteroid4', 0.88)];
    await tapMat(spot);
    equal([(await words()).replace(/^.* · /, ''), page.all('.first').length], ['93 % of its edge', 0]);
  });
});
