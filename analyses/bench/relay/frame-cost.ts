import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { startService } from '../../../src/cli/serve/service.js';
import { report } from '../../../src/judge/report/report.js';
import { createPublisher } from '../../../src/relay/client/publisher.js';
import { openTable } from '../../../src/relay/client/subscriber.js';
import type { ShowMessage } from '../../../src/relay/wire/messages.js';
import { demoTable } from '../../../src/sim/demo-table.js';
import { parseScene } from '../../../src/table/documents/scene-file.js';
import { quantile } from '../../accuracy/quantile.js';
import { sceneOfSixteenShips } from './sixteen-ships.js';

/** What an overlay's page costs while 16 ships move. */
export interface FrameCost {
  readonly view: 'map' | 'camera';
  /** Frames that were drawn a second, by a processor that draws without a graphics card. */
  readonly framesPerSecond: number;
  /** Script to draw one frame, ms: the median of all. */
  readonly drawMs: number;
  /** All that the page's thread does for a frame, style, layout and painting too, ms of processor time. */
  readonly frameMs: number;
  /** All that it does to take a state: read it, check it, compose what is drawn of it; ms of processor time. */
  readonly stateMs: number;
  /** Script a frame at 60 frames and 10 states a second, ms; what a state costs counts as script altogether. */
  readonly scriptMs: number;
}

const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url));
const TABLE = 'bench';
const STATES_PER_SECOND = 10;
const FRAMES_PER_SECOND = 60;
/** Of a replay, so that it fits into what the relay takes. */
const KEYS_PER_SECOND = 4;
/** States that the sender turns round in: judging sixteen ships ten times a second is not what is measured here. */
const STATES = 40;
const WARM_UP_MS = 4000;

/** Counts frames, and times each drawing of the overlay. As text: what compiles this file would add names that the page does not know. */
const COUNT_FRAMES = `window.framesDrawn = 0; window.drawsMs = [];
  (function next() { window.framesDrawn++; requestAnimationFrame(next); })();
  const overlay = customElements.get('hm-overlay').prototype;
  const update = overlay.performUpdate;
  overlay.performUpdate = function () { const fromMs = performance.now(); update.call(this); window.drawsMs.push(performance.now() - fromMs); };`;

/** Opens both overlays at 1920 × 1080 and counts frames and the page's own processor time; undefined where the app is not built. */
export async function frameCosts(seconds: number): Promise<readonly FrameCost[] | undefined> {
  const isBuilt = await stat(join(DIST, 'overlay.html')).then(
    () => true,
    () => false,
  );
  if (!isBuilt) return undefined;
  const cache = await mkdtemp(join(tmpdir(), 'hashmark-bench-'));
  const service = await startService({
    ...{ port: 0, host: '127.0.0.1', table: TABLE, viewerDelayMs: 0, folder: DIST, cache },
    onRefused: (what) => process.stderr.write(`${what}\n`),
  });
  const [url] = service.urls as [string];
  const publisher = createPublisher({ url: `${url.replace('http', 'ws')}mqtt`, table: TABLE, token: service.tokens().camera });
  const { camera } = demoTable(1);
  publisher.publishCamera({ ...camera, distortion: [...camera.distortion], r: [...camera.r], t: [...camera.t] });
  const states = Array.from({ length: STATES }, (_, i) => movedState(i / STATES));
  let turn = 0;
  const send = (): void => {
    const state = states[turn++ % STATES]!;
    publisher.publish(state.scene, state.report, {});
  };
  const desk = openTable({
    ...{ url: `${url.replace('http', 'ws')}mqtt`, table: TABLE, role: 'console', token: service.tokens().console },
    ...{ onState: () => undefined, onStatus: () => undefined },
  });
  const play = (): void => void desk.say('show', { replay: circling(seconds + 6) });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
  try {
    const costs: FrameCost[] = [];
    for (const view of ['map', 'camera'] as const) {
      const address = `${url}overlay?table=${TABLE}&view=${view}#token=${service.tokens().viewer}`;
      costs.push({ view, ...(await costOf(browser, address, seconds, send, play)) });
      await desk.say('show', undefined);
    }
    return costs;
  } finally {
    await browser.close();
    await desk.close();
    await publisher.close();
    await service.close();
    await rm(cache, { recursive: true, force: true });
  }
}

/** All ships somewhere on small circles, at a share of the turn, with what the judge says of that. */
function movedState(share: number) {
  const still = sceneOfSixteenShips();
  const ships = still.ships.map((one, i) => onCircle(one, i, share));
  const scene = { ...still, ships };
  return { scene, report: { ...report(parseScene(scene)), measured: { from: ships[0]!.id, to: ships[5]!.id } } };
}

function onCircle<T extends { readonly xMm: number; readonly yMm: number }>(one: T, i: number, share: number) {
  const turn = 2 * Math.PI * share;
  return { ...one, xMm: one.xMm + 30 * Math.cos(turn + i), yMm: one.yMm + 30 * Math.sin(turn + i), headingDeg: 20 * Math.sin(turn + i) };
}

const tenth = (value: number) => Math.round(10 * value) / 10;

/** The same movement as a replay: frames are drawn, and no state comes. */
function circling(seconds: number): NonNullable<ShowMessage['replay']> {
  const times = Array.from({ length: KEYS_PER_SECOND * seconds }, (_, k) => k / KEYS_PER_SECOND);
  const { ships } = sceneOfSixteenShips();
  const keysOf = (i: number) =>
    times.map((atSeconds) => {
      const { xMm, yMm, headingDeg } = onCircle(ships[i]!, i, atSeconds / 4);
      // Tenths, as the console sends them: all of a replay has to fit into what the relay takes.
      return { atSeconds, xMm: tenth(xMm), yMm: tenth(yMm), headingDeg: tenth(headingDeg) };
    });
  return { id: `${Date.now()}`, ships: ships.map(({ id }, i) => ({ ship: id, keys: keysOf(i) })) };
}

async function costOf(
  browser: Browser,
  address: string,
  seconds: number,
  send: () => void,
  play: () => void,
): Promise<Omit<FrameCost, 'view'>> {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  try {
    send();
    await page.goto(address);
    await page.locator('hm-overlay .base').nth(15).waitFor({ state: 'attached' });
    const session = await page.context().newCDPSession(page);
    // Time of the page's own thread, not of the clock: other programs may be busy beside it.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.evaluate(COUNT_FRAMES);
    const read = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      const taskMs = 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value;
      return { taskMs, frames: await page.evaluate<number>('window.framesDrawn') };
    };
    const during = async () => {
      await page.waitForTimeout(WARM_UP_MS);
      const before = await read();
      await page.evaluate('window.drawsMs = []');
      await page.waitForTimeout(1000 * seconds);
      const now = await read();
      const drawsMs = await page.evaluate<number[]>('window.drawsMs');
      return { frames: now.frames - before.frames, taskMs: now.taskMs - before.taskMs, drawMs: quantile(drawsMs, 0.5) };
    };
    play();
    await page.locator('hm-overlay .replay').waitFor();
    const drawn = await during();
    const sending = setInterval(send, 1000 / STATES_PER_SECOND);
    const all = await during();
    clearInterval(sending);
    const frameMs = drawn.taskMs / drawn.frames;
    const stateMs = Math.max(0, all.taskMs - all.frames * frameMs) / (STATES_PER_SECOND * seconds);
    const scriptMs = drawn.drawMs + (stateMs * STATES_PER_SECOND) / FRAMES_PER_SECOND;
    return { framesPerSecond: drawn.frames / seconds, drawMs: drawn.drawMs, frameMs, stateMs, scriptMs };
  } finally {
    await page.close();
  }
}
