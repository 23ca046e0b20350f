import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { after, before } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { GameEvent } from '../../src/game/model/event.js';
import { randomMatch } from '../game/random-match.js';
import { openMenu, type ServedApp, serveApp, startChromium, withoutEngines } from './served-app.js';

/** Of the random matches this one is short: ships of one side are destroyed after 168 events. */
const SHORT_MATCH = 7;

/** Chromium itself asks its maker about updates, accounts and forms, whatever the page; a page that asked there would be seen as it asks. */
const BROWSERS_OWN = /(^|[./])(google|googleapis|gvt1)\.com(:|\/|$)/;

/** Bases that the match knows nothing of: its own table counts. */
const SCENE = {
  format: 'hashmark-scene',
  version: 1,
  table: { widthMm: 914.4, depthMm: 914.4 },
  ships: [
    { id: 'ship-1', base: 'small', xMm: 650, yMm: 90, headingDeg: 0 },
    { id: 'ship-2', base: 'small', xMm: 250, yMm: 690, headingDeg: 180 },
  ],
};

let app: ServedApp;
let browser: Browser;
let proxy: Server;
/** Where the browser wanted to go beyond this machine: hosts and addresses that its proxy was asked for. */
const wantedOutside: string[] = [];

before(async () => {
  app = await serveApp();
  const note = (url: string) => BROWSERS_OWN.test(url) || wantedOutside.push(url);
  // Chromium asks a proxy for everything but this machine: pages, workers, service worker and sockets alike.
  proxy = createServer((request, response) => {
    note(request.url!);
    response.writeHead(502).end();
  });
  proxy.on('connect', (request, socket) => {
    note(request.url!);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  browser = await startChromium([`--proxy-server=http://127.0.0.1:${port}`], { isKept: true });
});

after(async () => {
  await browser?.close();
  await app?.stop();
  proxy?.close();
});

/** The addresses that pages, their workers and their sockets ask for on another origin than the app's. */
function foreignRequests(context: BrowserContext): readonly string[] {
  const { host } = new URL(app.url);
  const foreign: string[] = [];
  const ask = (url: string) => /^(https?|wss?):/.test(url) && new URL(url).host !== host && foreign.push(url);
  context.on('request', (request) => ask(request.url()));
  context.on('page', (page) => page.on('websocket', (socket) => ask(socket.url())));
  return foreign;
}

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${app.url}${path}`);
  return page;
}

/** Plays the events on the page's match, each drawn before the next, and takes back what the page does by itself; the number that were taken. */
function playAll(page: Page, events: readonly GameEvent[]): Promise<number> {
  return page.evaluate(
    async (all) => {
      type Play = {
        readonly now: { readonly passed: readonly { readonly at: number }[] };
        do(event: unknown): boolean;
        backTo(at: number): void;
      };
      type WithPlay = Element & { play?: Play };
      const game = document.querySelector('hm-app')!.shadowRoot!.querySelector('hm-game')!.shadowRoot!;
      let taken = 0;
      for (const event of all) {
        const { play } = [...game.querySelectorAll<WithPlay>('*')].find((element) => element.play)!;
        if (!play!.do(event)) return taken;
        taken += 1;
        const [first] = play!.now.passed;
        if (first) play!.backTo(first.at);
        await new Promise(requestAnimationFrame);
      }
      return taken;
    },
    events as unknown as object[],
  );
}

test('the pages of camera, overlays, console and director, and a whole match, ask nothing of any origin but the app’s own', {
  timeout: 300_000,
}, async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const foreign = foreignRequests(context);

  const player = await open(context, `?camera=simulated&seed=1&publish=${app.table}#token=${app.tokens.camera}`);
  const watching = await Promise.all([
    ...['map', 'camera', 'panel'].map((view) => open(context, `overlay?table=${app.table}&view=${view}#token=${app.tokens.viewer}`)),
    open(context, `console?table=${app.table}#token=${app.tokens.console}`),
    open(context, `director?tables=${app.table}`),
  ]);
  await watching[0]!.locator('hm-overlay .base').nth(1).waitFor({ state: 'attached', timeout: 200_000 });

  for (const page of [player, ...watching]) await page.close();

  await withoutEngines(context);
  const match = await open(context, '');
  await match
    .locator('hm-start input[type=file]')
    .setInputFiles({ name: 'scene.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(SCENE)) });
  await match.locator('hm-ships li').nth(1).waitFor();
  await openMenu(match);
  await match.getByText('Play by the rules', { exact: true }).click();
  await match.locator('hm-game').waitFor();
  const { history, ended } = randomMatch(SHORT_MATCH);
  assert.equal(ended, 'destroyed');
  const events = JSON.parse(JSON.stringify(history.entries)) as GameEvent[];
  assert.equal(await playAll(match, events), events.length);
  await match.getByRole('button', { name: 'Log', exact: true }).click();
  await match.locator('hm-game-log').waitFor();

  assert.deepEqual(foreign, []);
  assert.deepEqual(wantedOutside, []);

  // What is asked of another origin would have been noticed, by either of the two.
  const other = await context.newPage();
  await other.evaluate(() => {
    new Image().src = 'http://elsewhere.example/picture.png';
  });
  await other.waitForRequest(() => true, { timeout: 200 }).catch(() => undefined);
  for (let tries = 0; wantedOutside.length === 0 && tries < 50; tries++) await other.waitForTimeout(100);
  assert.deepEqual([foreign, wantedOutside], [['http://elsewhere.example/picture.png'], ['http://elsewhere.example/picture.png']]);
  await context.close();
});
