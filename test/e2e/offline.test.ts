import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import test, { after, before } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openExampleScene, openMenu, startChromium, withLoadedEngines } from './served-app.js';

const { pageFiles, writeServiceWorker } = (await import(new URL('../../scripts/lib/offline-build.mjs', import.meta.url).href)) as {
  pageFiles(folder: string): Promise<{ url: string; revision: string }[]>;
  writeServiceWorker(folder: string): Promise<void>;
};

/** A photo of three ships, which the page measures without a network. */
const PHOTO = 'test-fixtures/tables/test-000005.jpg';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

let folder: string;
let server: Server;
let url: string;
let browser: Browser;

/** The built folder on the plainest of hosts: files, their types, and nothing else. */
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hashmark-offline-'));
  await cp('dist', folder, { recursive: true });
  server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0]!.replace(/\/$/, '/index.html');
    readFile(join(folder, path)).then(
      (bytes) => response.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await startChromium([], { isKept: true });
});

after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
  await rm(folder, { recursive: true });
});

/** The page has been kept whole: its service worker is active. */
const kept = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));

async function openPhoto(page: Page): Promise<void> {
  await page.locator('hm-start input[type=file]').setInputFiles(PHOTO);
  await page.locator('hm-ships li').nth(1).waitFor({ timeout: 150_000 });
}

test('everything that the page can load is kept but what needs the network, and the app can be installed', {
  timeout: 240_000,
}, async () => {
  const files = (await pageFiles('dist')).map((file) => file.url);
  const all = (await readdir('dist', { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name);
  const left = all.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)));
  assert.deepEqual(left.sort(), [
    'console.html',
    'console.js',
    'desk.css',
    'director.html',
    'director.js',
    'overlay.css',
    'overlay.html',
    'overlay.js',
    'service-worker.js',
  ]);
  const context = await withLoadedEngines(await browser.newContext());
  const page = await context.newPage();
  await page.goto(url);
  const session = await context.newCDPSession(page);
  const { errors } = (await session.send('Page.getAppManifest')) as { errors: unknown[] };
  assert.deepEqual(errors, []);
  await kept(page);
  const { installabilityErrors } = (await session.send('Page.getInstallabilityErrors')) as { installabilityErrors: { errorId: string }[] };
  assert.deepEqual(
    installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
    [],
  );
  await context.close();
});

test('a new version says so, waits while a match is played here or in another tab, and comes when it is asked for', {
  timeout: 240_000,
}, async () => {
  const context = await withLoadedEngines(await browser.newContext());
  const page = await context.newPage();
  await page.goto(url);
  await kept(page);
  const other = await context.newPage();
  await other.goto(url);
  await beginMatch(other);
  await beginMatch(page);
  const banner = page.locator('hm-update section');

  const index = join(folder, 'index.html');
  const before = await readFile(index, 'utf8');
  await writeFile(index, before.replace('<title>Hashmark</title>', '<title>New Hashmark</title>'));
  await writeServiceWorker(folder);
  await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())!.update());
  await page.locator('hm-update').waitFor({ state: 'attached', timeout: 60_000 });
  assert.equal(await banner.count(), 0, 'nothing is said in the middle of a match');

  await page.getByRole('button', { name: 'Back to measuring' }).click();
  await page.getByRole('button', { name: 'Hashmark, back to the start' }).click();
  await page.locator('hm-leave').getByRole('button', { name: 'Leave', exact: true }).click();
  await banner.getByText('A new version is ready').waitFor();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/update.png` });
  await banner.getByRole('button', { name: 'Reload now' }).click();
  await banner.getByText('waits for the match in another tab').waitFor();
  assert.equal(await page.title(), 'Hashmark');
  await other.close();

  const again = await context.newPage();
  await again.goto(url);
  assert.equal(await again.title(), 'Hashmark', 'the old version goes on until it is asked');
  await page.close();
  const beside = await context.newPage();
  await beside.goto(url);
  await openExampleScene(beside);
  await beside.locator('hm-update').getByRole('button', { name: 'Later' }).click();
  await again.locator('hm-update').getByRole('button', { name: 'Reload now' }).click({ timeout: 60_000 });
  await again.waitForFunction(() => document.title === 'New Hashmark', undefined, { timeout: 30_000 });

  await beside.locator('hm-update').getByText('Another tab runs a new version now').waitFor();
  assert.equal(await beside.locator('hm-ships li').count(), 4, 'its table stays until it is asked');
  await beside.locator('hm-update').getByRole('button', { name: 'Reload now' }).click();
  await beside.waitForFunction(() => document.title === 'New Hashmark', undefined, { timeout: 30_000 });
  await context.close();
});

// The last one: it takes the server away.
test('on a host of plain files the page is kept at the first visit, and then opens and measures a photo without a network', {
  timeout: 400_000,
}, async (t) => {
  const context = await browser.newContext();
  // Kept are the engines too, though this visit starts none.
  const first = await withLoadedEngines(await context.newPage());
  await first.goto(url);
  assert.equal(await first.evaluate(() => crossOriginIsolated), false, 'this host isolates nothing: one thread');
  await kept(first);
  await first.close();

  const complaints: string[] = [];
  await withoutNetwork(context);
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  const startedMs = Date.now();
  // With an address that was never visited: what the page shall look at stands in its query.
  await page.goto(`${url}?seed=3`);
  await openPhoto(page);
  t.diagnostic(`without a network: ships after ${((Date.now() - startedMs) / 1000).toFixed(1)} s`);
  await page.reload();
  await page.locator('hm-start h1').waitFor();
  // Parts that are loaded at their first use are kept as well.
  await openExampleScene(page);
  await openMenu(page);
  await page.getByText('Play by the rules', { exact: true }).click();
  await page.getByRole('button', { name: 'Begin the match' }).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

async function beginMatch(page: Page): Promise<void> {
  await openExampleScene(page);
  await openMenu(page);
  await page.getByText('Play by the rules', { exact: true }).click();
  await page.getByRole('button', { name: 'Begin the match' }).click();
}

/** Nothing is answered any more, of the pages nor of their workers. */
async function withoutNetwork(context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
