import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import mqtt from 'mqtt';
import type { Browser, Page } from 'playwright-core';
import { type Service, startService } from '../../src/cli/serve/service.js';
import { pixelFromTable } from '../../src/geometry/camera.js';
import type { Pixel } from '../../src/geometry/point.js';
import { report } from '../../src/judge/report/report.js';
import { baseOutline } from '../../src/pieces/bases.js';
import { createPublisher, type Publisher } from '../../src/relay/client/publisher.js';
import type { CameraMessage } from '../../src/relay/wire/messages.js';
import { demoTable } from '../../src/sim/demo-table.js';
import { sceneOf } from '../../src/table/documents/scene-file.js';
import { ship, tableOf } from '../judge/tables.js';
import { startChromium } from './served-app.js';
import { until } from './until.js';

const TABLE = 'final';
const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
const TRUE = demoTable(1);

let cache: string;
let service: Service;
let browser: Browser;
let url: string;
/** What any page has thrown. */
const thrown: string[] = [];

before(async () => {
  cache = await mkdtemp(join(tmpdir(), 'hashmark-stream-'));
  service = await serve(0);
  [url] = service.urls as [string];
  browser = await startChromium();
});

after(async () => {
  await browser?.close();
  await service?.close();
  await rm(cache, { recursive: true, force: true });
});

function serve(port: number): Promise<Service> {
  return startService({ port, host: '127.0.0.1', table: TABLE, viewerDelayMs: 0, folder: DIST, cache, onRefused: () => undefined });
}

const relayUrl = () => `${url.replace('http', 'ws')}mqtt`;

/** Takes away what the browser inside of OBS 28 to 30 (Chromium 103) has not; in a page, before its own scripts. */
function takeNewerAway(): void {
  const iterators = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
  const newer: readonly (readonly [object, readonly string[]])[] = [
    [Array.prototype, ['toReversed', 'toSorted', 'toSpliced', 'with']],
    [Array, ['fromAsync']],
    [URL, ['canParse', 'parse']],
    [Promise, ['withResolvers', 'try']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom', 'symmetricDifference']],
    [iterators, ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find']],
  ];
  for (const [owner, names] of newer) for (const name of names) Reflect.deleteProperty(owner, name);
}

/** The page as the browser inside of OBS 28 to 30 has it, without `color-mix()` as well. */
async function asInOldObs(page: Page): Promise<void> {
  await page.addInitScript(takeNewerAway);
  await page.route(/\.(js|css)$/, async (route) => {
    const response = await route.fetch();
    const { 'content-encoding': _, 'content-length': __, ...headers } = response.headers();
    await route.fulfill({ status: response.status(), headers, body: (await response.text()).replaceAll('color-mix(', 'no-such-mix(') });
  });
}

/** What an overlay paints black, by its classes: nothing on air is meant to be. */
const painted = (page: Page) =>
  page.locator('hm-overlay svg').evaluateAll((drawings) =>
    drawings.flatMap((drawing) =>
      [...drawing.querySelectorAll('path, text, circle')].map((one) => {
        const { fill, opacity } = getComputedStyle(one);
        return { role: one.getAttribute('class') ?? one.localName, isBlack: fill === 'rgb(0, 0, 0)' && opacity !== '0' };
      }),
    ),
  );

async function open(path: string, width = 1280, height = 720): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height } });
  if (path.startsWith('overlay')) await asInOldObs(page);
  page.on('pageerror', (error) => thrown.push(`${path}: ${error}`));
  await page.goto(`${url}${path}`);
  return page;
}

const overlayPath = (view: string, token = service.tokens().viewer, more = '') =>
  `overlay?table=${TABLE}&view=${view}${more}#token=${token}`;

/** The drawn foot of the second ship; null while none is drawn. */
const drawnBase = (page: Page, selector = 'hm-overlay .base') =>
  page
    .locator(selector)
    .nth(1)
    .getAttribute('d', { timeout: 200 })
    .catch(() => null);

/** Sends a table whose second ship stands at `xMm`, seen by the true camera of the simulated table. */
function send(publisher: Publisher, xMm: number): void {
  const table = tableOf([ship('a', 'small', 300, 400, 90), ship('b', 'small', xMm, 400, 90)]);
  publisher.publishCamera(wireCamera());
  publisher.publish(sceneOf(table), report(table), {});
}

function wireCamera(): CameraMessage {
  const { widthPx, heightPx, fx, fy, cx, cy, distortion, r, t } = TRUE.camera;
  return { widthPx, heightPx, fx, fy, cx, cy, distortion: [...distortion], r: [...r], t: [...t] } as CameraMessage;
}

test('a ship that moves moves on both overlays, the console and for the director; all heal when the relay was gone', {
  timeout: 240_000,
}, async () => {
  const publisher = createPublisher({ url: relayUrl(), table: TABLE, token: service.tokens().camera });
  const [map, camera, panel, desk, director] = await Promise.all([
    open(overlayPath('map')),
    open(overlayPath('camera')),
    open(overlayPath('panel')),
    open(`console?table=${TABLE}#token=${service.tokens().console}`),
    open(`director?tables=${TABLE}#token=${service.directorToken}`),
  ]);
  assert.equal(await map.locator('hm-overlay svg').count(), 0, 'nothing is drawn while nothing is known');
  await desk.getByText('Ships can be chosen once the camera has sent its table.').waitFor();
  send(publisher, 500);
  const places = () => Promise.all([drawnBase(map), drawnBase(camera), drawnBase(desk, 'hm-console-map .base')]);
  const areAllDrawn = async () => !(await places()).includes(null);
  await until('ships on all pages', areAllDrawn);
  await until('the director to see a live table', async () =>
    (await director
      .locator('li.live')
      .textContent({ timeout: 200 })
      .catch(() => ''))!.includes('2 ships'),
  );
  const first = await places();
  send(publisher, 700);
  const hasAllMoved = async (from: readonly (string | null)[]) => (await places()).every((place, i) => place !== null && place !== from[i]);
  await until('the ship to move on all pages', () => hasAllMoved(first));

  // The commentator measures; the pair is on air. An attack's card waits for its choice.
  await desk.locator('[data-ship=a]').focus();
  await desk.keyboard.press('Enter');
  await desk.locator('[data-ship=b]').focus();
  await desk.keyboard.press('Space');
  await desk.keyboard.press('m');
  await map.locator('.caption b').waitFor();
  // 400 mm between centres, less two halves of 40 mm: 360 mm.
  assert.equal(await map.locator('.caption b').textContent(), 'Beyond range 3');
  // Arcs and spotlight too are drawn by what an old browser has.
  await desk.keyboard.press('a');
  await desk.keyboard.press('s');
  for (const overlay of [map, camera]) {
    await overlay.locator('.spotlight').waitFor({ state: 'attached' });
    await overlay.locator('.arc-area').first().waitFor({ state: 'attached' });
    const drawn = await painted(overlay);
    assert.ok(drawn.length > 10, `${drawn.length} shapes`);
    assert.deepEqual(
      drawn.filter(({ isBlack }) => isBlack).map(({ role }) => role),
      [],
    );
  }
  assert.deepEqual(thrown, []);
  await desk.keyboard.press('a');
  await desk.keyboard.press('s');
  await desk.keyboard.press('z');
  await map.locator('.loupes figure').first().waitFor();
  // The ship moved from x = 500 mm, which is the round's path, and the replay's.
  assert.equal(await map.locator('.ghost').count(), 0);
  await desk.keyboard.press('p');
  await map.locator('.ghost').first().waitFor({ state: 'attached' });
  await desk.keyboard.press('p');
  await map.locator('.ghost').first().waitFor({ state: 'detached' });
  await desk.keyboard.press('r');
  await map.locator('.replay').waitFor();
  assert.equal(await map.locator('.caption').count(), 0, 'no verdict while the past is shown');
  await map.locator('.replay').waitFor({ state: 'detached' });
  assert.equal(await map.locator('.caption b').textContent(), 'Beyond range 3');
  const area = (await desk.locator('hm-console-map').boundingBox())!;
  assert.equal(await desk.getByRole('group', { name: 'Map of the table' }).getByRole('button').count(), 2);
  await desk.keyboard.press('o');
  await desk.mouse.move(area.x + area.width / 2, area.y + area.height / 2);
  await desk.mouse.down();
  await desk.mouse.move(area.x + area.width / 2 + 60, area.y + area.height / 2, { steps: 4 });
  await desk.mouse.up();
  await camera.locator('.drawn path').first().waitFor({ state: 'attached' });

  publisher.publishMatch({ round: 3, phase: 'planning', firstPlayer: 1, order: [], ships: [] });
  await until('the panel', async () =>
    (await panel
      .locator('.match')
      .textContent({ timeout: 200 })
      .catch(() => ''))!.includes('Round 3'),
  );
  assert.equal(await publisher.callJudge('range 1 or 2?'), true);
  await director.locator('li.called').waitFor();
  assert.equal(await desk.locator('.call span').textContent(), 'A judge is called: range 1 or 2?');
  await director.getByRole('button', { name: 'Mark as done' }).click();
  await desk.locator('.call').waitFor({ state: 'detached' });

  // The relay is killed, and started again at its place with its tokens.
  const { port } = new URL(url);
  await service.close();
  await desk.locator('header .problem').waitFor();
  service = await serve(Number(port));
  const before = await places();
  send(publisher, 600);
  await until('all pages to follow again', async () => (await areAllDrawn()) && (await hasAllMoved(before)), 90);
  for (const page of [map, camera, panel, desk, director]) await page.close();
  await publisher.close();
});

test('a wrong, an old and a foreign token are reported in a corner to the editor only, and an unknown view is refused', {
  timeout: 120_000,
}, async () => {
  const old = service.tokens().viewer;
  await fetch(`${url}relay/tokens?role=viewer`, { method: 'POST', headers: { Authorization: `Bearer ${service.tokens().camera}` } });
  assert.notEqual(service.tokens().viewer, old);
  for (const token of ['wrong', old, service.tokens().console]) {
    const page = await open(overlayPath('map', token, '&debug'));
    await until('the note', async () =>
      (await page
        .locator('.note')
        .textContent({ timeout: 200 })
        .catch(() => ''))!.includes('does not accept this link'),
    );
    await page.close();
    const onAir = await open(overlayPath('map', token));
    await onAir.waitForTimeout(1500);
    assert.equal(await onAir.evaluate(() => document.querySelector('hm-overlay')!.shadowRoot!.textContent!.trim()), '', 'nothing on air');
    await onAir.close();
  }
  const desk = await open(`console?table=${TABLE}#token=${old}`);
  await desk.getByText('does not accept this link').waitFor();
  await desk.close();
  const unknown = await open(overlayPath('top', service.tokens().viewer, '&debug'));
  assert.match((await unknown.locator('.note').textContent())!, /Unknown view "top": expected map, camera, panel/);
  await unknown.close();
});

test('a viewer that writes is refused', { timeout: 30_000 }, async () => {
  const viewer = await mqtt.connectAsync(relayUrl(), {
    protocolVersion: 5,
    username: 'viewer',
    password: service.tokens().viewer,
    reconnectPeriod: 0,
  });
  for (const channel of ['scene', 'show', 'match', 'camera', 'call']) {
    await assert.rejects(viewer.publishAsync(`hashmark/1/${TABLE}/${channel}`, '{}', { qos: 1 }), { code: 0x87 }, channel);
  }
  await viewer.endAsync();
});

/** Where a camera with Brown and Conrady's distortion sees a place on the table, by their formula as it is written. */
function seenAt(
  { fx, fy, cx, cy, distortion: [k1, k2, p1, p2, k3], r, t }: CameraMessage,
  { x, y }: { readonly x: number; readonly y: number },
): Pixel {
  const [xc, yc, zc] = [0, 1, 2].map((i) => r[3 * i]! * x + r[3 * i + 1]! * y + t[i]!) as [number, number, number];
  const [a, b] = [xc / zc, yc / zc];
  const rr = a * a + b * b;
  const radial = 1 + k1 * rr + k2 * rr ** 2 + k3 * rr ** 3;
  return {
    u: fx * (a * radial + 2 * p1 * a * b + p2 * (rr + 2 * a * a)) + cx,
    v: fy * (b * radial + p1 * (rr + 2 * b * b) + 2 * p2 * a * b) + cy,
  };
}

test('a lens that bends lines bends what lies over its picture, also where the page is smaller than the picture, or of another shape', {
  timeout: 120_000,
}, async () => {
  const publisher = createPublisher({ url: relayUrl(), table: TABLE, token: service.tokens().camera });
  // The more, the nearer the picture's edge: bases stand in the corners of the mat.
  const places = [70, 844].flatMap((x) => [70, 844].map((y) => [x, y] as const));
  const table = tableOf(places.map(([x, y], i) => ship(`s${i}`, i % 2 ? 'large' : 'small', x, y, 25 * i)));
  const camera: CameraMessage = { ...wireCamera(), distortion: [-0.1, 0.03, 0.002, -0.003, 0] };
  publisher.publishCamera(camera);
  publisher.publish(sceneOf(table), report(table), {});
  const corners = table.ships.flatMap(({ base, pose }) => baseOutline(base, pose));
  const straight = { ...camera, distortion: [0, 0, 0, 0, 0] as CameraMessage['distortion'] };
  const bent = corners.map((corner) => {
    const [to, from] = [seenAt(camera, corner), seenAt(straight, corner)];
    return Math.hypot(to.u - from.u, to.v - from.v);
  });
  assert.ok(Math.max(...bent) > 10, `the lens moves corners by up to ${Math.max(...bent)} px`);
  for (const [width, height] of [
    [1920, 1080],
    [1280, 720],
    [900, 900],
  ] as const) {
    const page = await open(overlayPath('camera'), width, height);
    await page
      .locator('hm-overlay .base')
      .nth(places.length - 1)
      .waitFor({ state: 'attached' });
    const drawn = await page.locator('hm-overlay .base').evaluateAll((all) =>
      all.flatMap((one) => {
        const { left, top } = one.closest('svg')!.getBoundingClientRect();
        return [...one.getAttribute('d')!.matchAll(/([\d.-]+) ([\d.-]+)/g)].map(([, x, y]) => [left + Number(x), top + Number(y)] as const);
      }),
    );
    // The picture as large as fits, in the middle of the page; its first pixel's centre is half a pixel inside.
    const scale = Math.min(width / camera.widthPx, height / camera.heightPx);
    const [left, top] = [(width - scale * camera.widthPx) / 2, (height - scale * camera.heightPx) / 2];
    const errors = corners.map((corner) => {
      const { u, v } = seenAt(camera, corner);
      const [x, y] = [left + scale * (u + 0.5), top + scale * (v + 0.5)];
      return Math.min(...drawn.map((at) => Math.hypot(at[0] - x, at[1] - y)));
    });
    assert.ok(Math.max(...errors) < 0.2, `${width} × ${height}: ${Math.max(...errors)} px`);
    await page.close();
  }
  await publisher.close();
});

test('what lies over a simulated camera’s picture lies on its bases: half the corners within 1.5 px at 1080p', {
  timeout: 300_000,
}, async (t) => {
  const player = await open(`?camera=simulated&seed=1&publish=${TABLE}#token=${service.tokens().camera}`);
  const overlay = await open(overlayPath('camera', service.tokens().viewer), TRUE.camera.widthPx, TRUE.camera.heightPx);
  const truth: Pixel[] = TRUE.ships.flatMap(({ base, x, y, headingDeg }) =>
    baseOutline(base, { x, y, headingRad: (headingDeg * Math.PI) / 180 }).map(
      (corner) => pixelFromTable(TRUE.camera, { ...corner, z: 0 })!,
    ),
  );
  let errors: number[] = [];
  await until(
    'all bases over the picture',
    async () => {
      const paths = await overlay.locator('hm-overlay .base').evaluateAll((all) => all.map((one) => one.getAttribute('d')!));
      const drawn = paths.flatMap((path) =>
        [...path.matchAll(/([\d.-]+) ([\d.-]+)/g)].map(([, left, top]): Pixel => ({ u: Number(left) - 0.5, v: Number(top) - 0.5 })),
      );
      // Of each true corner the nearest point drawn: lines are cut into pieces whose ends are corners too.
      errors = truth.map(({ u, v }) => Math.min(...drawn.map((pixel) => Math.hypot(pixel.u - u, pixel.v - v)))).sort((a, b) => a - b);
      return paths.length >= TRUE.ships.length;
    },
    200,
  );
  const median = errors[Math.floor(errors.length / 2)]!;
  t.diagnostic(`median ${median.toFixed(2)} px, worst ${errors.at(-1)!.toFixed(2)} px of ${errors.length} corners`);
  assert.ok(median <= 1.5, `median ${median} px`);
  await player.close();
  await overlay.close();
});
