import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { announcementLine } from '../../src/cli/serve/announce.js';
import { refusalLog } from '../../src/cli/serve/refusal-log.js';
import { startService } from '../../src/cli/serve/service.js';
import { say } from '../../src/cli/terminal/output.js';

const { WITHOUT_POPUPS } = (await import(new URL('../../scripts/lib/chromium.mjs', import.meta.url).href)) as { WITHOUT_POPUPS: string };

/** What `hashmark serve --json` says of itself on its first line, and how it is stopped. */
export interface ServedApp {
  readonly url: string;
  readonly table: string;
  readonly tokens: { readonly camera: string; readonly console: string; readonly viewer: string };
  stop(): Promise<void>;
}

const BUILT_APP = fileURLToPath(new URL('../../dist/', import.meta.url));

/** Serves the built app and its relay on a free port, from this process: `hashmark serve` takes a second of a core to start. */
export async function serveApp(): Promise<ServedApp> {
  const cache = await mkdtemp(join(tmpdir(), 'hashmark-'));
  const service = await startService({
    ...{ port: 0, host: 'localhost', table: 'table', viewerDelayMs: 0 },
    ...{ folder: BUILT_APP, cache, onRefused: refusalLog('refused', say) },
  });
  return {
    ...(JSON.parse(announcementLine(service)) as Omit<ServedApp, 'stop'>),
    stop: async () => {
      await service.close();
      await rm(cache, { recursive: true, force: true });
    },
  };
}

/** Serves the built app as a person does, by a program of its own, which nothing in this process delays. */
export async function serveByCommand(): Promise<ServedApp> {
  const child = spawn(process.execPath, ['--import', 'tsx/esm', 'src/cli/main.ts', 'serve', '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await Promise.race([once(createInterface(child.stdout!), 'line'), ended(child)])) as [string];
  const said = JSON.parse(line) as Omit<ServedApp, 'stop'>;
  return {
    ...said,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function ended(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit');
  throw new Error(`hashmark serve ended with ${code} before it said where it listens. Is the app built (npm run build)?`);
}

/** As `hashmark` runs (node-engines.ts): OpenCV and ONNX Runtime are not compiled again, which takes longer than a few pictures gain by it. */
const SELDOM_COMPILED = '--js-flags=--wasm-tiering-budget=100000000';

/**
 * A Chromium without a window; WebGL is drawn in software, as on a machine without a graphics card. Pages are put together by Skia instead, which is
 * a third less work; but of a camera's video it shows the edges of obstacles less clearly, and a bare worker its frames sooner. Its pages are not kept for
 * later visits, which downloads all of the app once more for each context, unless `isKept`.
 */
export async function startChromium(args: readonly string[] = [], { isBySkia = true, isKept = false } = {}): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      WITHOUT_POPUPS,
      SELDOM_COMPILED,
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      // Debian's Chromium asks for it, and without a graphics card each drawing takes long.
      '--disable-gpu-rasterization',
      ...(isBySkia ? ['--disable-gpu-compositing'] : []),
      ...args,
    ],
  });
  return isKept ? browser : withoutServiceWorkers(browser);
}

function withoutServiceWorkers(browser: Browser): Browser {
  const [newContext, newPage] = [browser.newContext.bind(browser), browser.newPage.bind(browser)];
  browser.newContext = (options) => newContext({ serviceWorkers: 'block', ...options });
  browser.newPage = (options) => newPage({ serviceWorkers: 'block', ...options });
  return browser;
}

let sharedApp: Promise<ServedApp> | undefined;
let sharedBrowser: Promise<Browser> | undefined;
let users = 0;

/**
 * The built app served, and a Chromium to open it in, from before a file's first test until after its last. Files that run in one process share both,
 * but for the app of one that publishes a table (`isPublishing`): each takes contexts of its own.
 */
export function servedInChromium({ isPublishing = false } = {}): { readonly app: ServedApp; readonly browser: Browser } {
  let app: ServedApp;
  let browser: Browser;
  before(async () => {
    users += 1;
    if (!isPublishing) sharedApp ??= serveApp();
    sharedBrowser ??= startChromium();
    [app, browser] = await Promise.all([isPublishing ? serveApp() : sharedApp!, sharedBrowser]);
  });
  after(async () => {
    users -= 1;
    if (isPublishing) await app?.stop();
    if (users > 0) return;
    await (await sharedBrowser)?.close();
    await (await sharedApp)?.stop();
    sharedApp = undefined;
    sharedBrowser = undefined;
  });
  return {
    get app() {
      return app;
    },
    get browser() {
      return browser;
    },
  };
}

/**
 * Lets no page from now on start its engines, whose download goes on and on: for tests that look at no picture. Each page would compile OpenCV and the nets,
 * for about four seconds of a core.
 */
export async function withoutEngines<T extends Pick<BrowserContext, 'addInitScript'>>(pages: T): Promise<T> {
  await pages.addInitScript({ content: 'globalThis.Worker = class extends EventTarget { postMessage() {} terminate() {} };' });
  return pages;
}

/** Lets pages from now on take their engines for loaded at once: for tests of what a page does after that, if it looks at no picture. */
export async function withLoadedEngines<T extends Pick<BrowserContext, 'addInitScript'>>(pages: T): Promise<T> {
  // Every call that comes by comlink is answered.
  await pages.addInitScript({
    content: `globalThis.Worker = class extends EventTarget {
      postMessage({ id }) {
        queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: { id, type: 'RAW' } })));
      }
      terminate() {}
    };`,
  });
  return pages;
}

/** Opens the example scene of the formats through the page's file input, and waits for its ships. */
export async function openExampleScene(page: Page): Promise<void> {
  await page.locator('hm-start input[type=file]').setInputFiles({
    name: 'scene.json',
    mimeType: 'application/json',
    buffer: await readFile('docs/formats/examples/scene.json'),
  });
  await page.locator('hm-ships li').nth(1).waitFor();
}

/** Opens the menu. */
export async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
}
