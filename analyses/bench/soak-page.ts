import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';

/** What is measured at one moment, or since the checkpoint before. */
export interface Checkpoint {
  /** Since the soak began, over all its runs. */
  readonly minute: number;
  readonly heapMb: number;
  /** Of the page and its workers, wasm included; absent where the browser does not say. */
  readonly allMb?: number;
  /** Of the renderer's process; absent where the system does not say. */
  readonly rendererMb?: number;
  readonly listeners: number;
  readonly nodes: number;
  readonly workers: number;
  /** Between two frames that the camera's view showed, ms. */
  readonly frameMs: { readonly middle: number; readonly p95: number; readonly longest: number };
  /** Tasks of the main thread that took over 50 ms. */
  readonly longTasks: { readonly count: number; readonly longestMs: number };
  /** How many of the moments, five a second, showed which headline. */
  readonly headlines: Readonly<Record<string, number>>;
}

/** Lets the page take notes of itself; runs in the page, as text. */
const RECORDER = `(() => {
  const deep = (selector, root = document) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.matches(selector)) return element;
      const inner = element.shadowRoot && deep(selector, element.shadowRoot);
      if (inner) return inner;
    }
  };
  const notes = { frames: [], tasks: [], headlines: {} };
  new PerformanceObserver((list) => notes.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
  const video = deep('video');
  let lastMs;
  const onFrame = (nowMs) => {
    if (lastMs !== undefined) notes.frames.push(nowMs - lastMs);
    lastMs = nowMs;
    video.requestVideoFrameCallback(onFrame);
  };
  video.requestVideoFrameCallback(onFrame);
  setInterval(() => {
    const text = deep('.headline')?.textContent.trim() ?? 'nothing chosen';
    notes.headlines[text] = (notes.headlines[text] ?? 0) + 1;
  }, 200);
  globalThis.takeSoakNotes = () => ({ frames: notes.frames.splice(0), tasks: notes.tasks.splice(0), headlines: { ...notes.headlines }, cleared: (notes.headlines = {}) });
})()`;

interface Notes {
  readonly frames: readonly number[];
  readonly tasks: readonly number[];
  readonly headlines: Readonly<Record<string, number>>;
}

/** Opens the page before the fake camera, and chooses two ships; `take` then measures. */
export async function soakPage(browser: Browser, appUrl: string, waitMs: number): Promise<{ take(minute: number): Promise<Checkpoint> }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${appUrl}?camera=device`, { timeout: waitMs });
  const ships = page.locator('hm-map [data-ship]');
  await ships.nth(1).waitFor({ timeout: waitMs });
  const ids = await ships.evaluateAll((all) => all.map((one) => one.getAttribute('data-ship')));
  for (const id of ids.slice(0, 2)) await page.locator(`hm-map [data-ship="${id}"]`).press('Enter');
  // Ships are shown, and can be chosen, some time before anything is answered of them.
  await page.locator('hm-answer .headline').waitFor({ timeout: waitMs });
  await page.evaluate(RECORDER);
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Performance.enable');
  return {
    async take(minute) {
      const all = memoryOf(page);
      await collectGarbage(page);
      const { metrics } = await protocol.send('Performance.getMetrics');
      const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
      const { frames, tasks, headlines } = (await page.evaluate('takeSoakNotes()')) as Notes;
      const inOrder = [...frames].sort((a, b) => a - b);
      const [allMb, rendererMb] = await Promise.all([all, rendererMemory(browser)]);
      return {
        minute,
        heapMb: inMb(metric('JSHeapUsedSize')),
        ...(allMb === undefined ? {} : { allMb }),
        ...(rendererMb === undefined ? {} : { rendererMb }),
        listeners: metric('JSEventListeners'),
        nodes: metric('Nodes'),
        workers: page.workers().length,
        frameMs: { middle: share(inOrder, 0.5), p95: share(inOrder, 0.95), longest: share(inOrder, 1) },
        longTasks: { count: tasks.length, longestMs: Math.max(0, ...tasks) },
        headlines,
      };
    },
  };
}

/** So that what is counted is what is held; Chromium must have been started with `--expose-gc`. A worker that is waiting for another is let be. */
async function collectGarbage(page: Page): Promise<void> {
  await Promise.all(page.workers().map((worker) => Promise.race([worker.evaluate('gc()').catch(() => undefined), delay(5000)])));
  // The page last: what it leaves while the others are collected would be counted.
  await page.evaluate('gc()');
}

/** The browser answers when it next collects garbage, which may be never while it is busy. */
async function memoryOf(page: Page): Promise<number | undefined> {
  const bytes = page
    .evaluate('performance.measureUserAgentSpecificMemory().then(({ bytes }) => bytes)')
    .then((value) => inMb(value as number))
    .catch(() => undefined);
  return Promise.race([bytes, delay(25_000).then(() => undefined)]);
}

/** The largest of the browser's renderers: the page's. */
async function rendererMemory(browser: Browser): Promise<number | undefined> {
  const protocol = await browser.newBrowserCDPSession();
  try {
    const { processInfo } = await protocol.send('SystemInfo.getProcessInfo');
    const sizes = await Promise.all(processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentMb(id)));
    return Math.max(...sizes);
  } catch {
    return undefined;
  } finally {
    await protocol.detach();
  }
}

async function residentMb(pid: number): Promise<number> {
  const kb = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1];
  return inMb(1024 * Number(kb));
}

const inMb = (bytes: number) => Math.round(bytes / 1e4) / 100;
const share = (inOrder: readonly number[], part: number) =>
  inOrder[Math.min(inOrder.length - 1, Math.floor(part * inOrder.length))] ?? Number.NaN;
