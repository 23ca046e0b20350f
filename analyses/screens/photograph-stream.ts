/**
 * Takes the pictures of docs/guide/stream.md: serves the app as it was built just now, sends the simulated table, measures from the console, and photographs
 * each page of the stream.
 *
 *   npm run analyse -- photograph-stream
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { playerLink } from '../../src/cli/serve/announce.js';
import { startService } from '../../src/cli/serve/service.js';
import { report } from '../../src/judge/report/report.js';
import { createPublisher } from '../../src/relay/client/publisher.js';
import type { MatchMessage } from '../../src/relay/wire/messages.js';
import { demoTable } from '../../src/sim/demo-table.js';
import { parseScene } from '../../src/table/documents/scene-file.js';
import { photographedHall } from './photograph-hall.js';
import { writeSmallPicture } from './small-picture.js';

const FOLDER = fileURLToPath(new URL('../../docs/guide/', import.meta.url));
const TABLE = 'table';
const SIZE = { width: 960, height: 540 };

const cache = await mkdtemp(join(tmpdir(), 'hashmark-pictures-'));
const service = await startService({
  ...{ port: 0, host: '127.0.0.1', table: TABLE, viewerDelayMs: 0, cache },
  folder: fileURLToPath(new URL('../../dist/', import.meta.url)),
  onRefused: (what) => process.stderr.write(`${what}\n`),
});
const [url] = service.urls as [string];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
const publisher = createPublisher({ url: `${url.replace('http', 'ws')}mqtt`, table: TABLE, token: service.tokens().camera });
try {
  const context = await browser.newContext({ viewport: SIZE });
  const { from, to } = send();
  const desk = await opened(context, `console?table=${TABLE}#token=${service.tokens().console}`, { width: 1280, height: 800 });
  for (const id of [from, to]) await desk.locator(`[data-ship="${id}"]`).press('Enter');
  await desk.keyboard.press('m');
  await desk.keyboard.press('a');
  await desk.locator('.answer').waitFor();
  for (const [i, name] of ['Ann', 'Ben'].entries()) {
    await desk.getByLabel(`Name of player ${i + 1}`).fill(name);
    await desk.getByLabel(`Score of player ${i + 1}`).fill(String(7 - 3 * i));
    await desk.getByLabel(`Score of player ${i + 1}`).blur();
  }
  await desk.getByRole('button', { name: 'Start' }).click();
  for (const view of ['map', 'camera', 'panel'] as const) {
    const page = await opened(context, `overlay?table=${TABLE}&view=${view}#token=${service.tokens().viewer}`, SIZE);
    await page.locator({ map: '.board:not(.stale) .caption', camera: '.caption', panel: '.squads' }[view]).waitFor();
    // What is clear on air is grey here.
    await page.evaluate(() => document.documentElement.style.setProperty('background', '#39424e'));
    await shoot(page, `overlay-${view}`);
  }
  await desk.evaluate(() => scrollTo(0, 0));
  await shoot(desk, 'console');
  const hall = await photographedHall();
  if (hall) {
    const director = await opened(
      context,
      `director?tables=${hall.tables.join()}&broker=${encodeURIComponent(hall.broker)}#token=${hall.token}`,
      SIZE,
    );
    await director.locator('li.called').waitFor();
    await director
      .locator('li.live')
      .nth(hall.live - 2)
      .waitFor();
    await shoot(director, 'director');
    await hall.stop();
  }
  const player = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  // As it is where other devices reach the server; the address is an example.
  await player.route('**/relay/tokens', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), addresses: ['https://192.168.1.5:8080/'], local: 'http://localhost:8080/' } });
  });
  await player.goto(playerLink(service).replace('#', '?camera=simulated#'), { timeout: 150_000, waitUntil: 'commit' });
  await player.getByRole('button', { name: 'Menu' }).click({ timeout: 150_000 });
  await player.getByText('Stream', { exact: true }).click();
  await player.locator('hm-stream .code img').waitFor();
  await player.waitForTimeout(3000);
  await shoot(player, 'stream-menu');
} finally {
  await browser.close();
  await publisher.close();
  await service.close();
  await rm(cache, { recursive: true, force: true });
}

/** Sends the simulated table as a camera without error would. */
function send() {
  const { camera, mat, ships, seed } = demoTable(1);
  const names = ['Luke', 'Wedge', 'Vader', 'Soontir', 'Han', 'Boba', 'Poe', 'Kylo'];
  const scene = {
    ...{ format: 'hashmark-scene', version: 1, seed },
    table: { widthMm: mat.widthMm, depthMm: mat.depthMm },
    ships: ships.map(({ id, base, x, y, headingDeg, owner }, i) => ({ id, base, xMm: x, yMm: y, headingDeg, owner, name: names[i] ?? id })),
  };
  const table = parseScene(scene);
  publisher.publishCamera({ ...camera, distortion: [...camera.distortion], r: [...camera.r], t: [...camera.t] });
  publisher.publish({ ...scene, ships: scene.ships.map((ship) => ({ ...ship, arcs: ['front', 'bullseye'] })) } as never, report(table), {});
  publisher.publishMatch(matchOf(scene.ships));
  const [from, to] = [ships[0]!.id, ships[1]!.id];
  return { from, to };
}

function matchOf(ships: readonly { readonly id: string; readonly name: string; readonly owner: 1 | 2 }[]): MatchMessage {
  return {
    ...{ round: 3, phase: 'engagement', firstPlayer: 1 },
    order: ships.slice(0, 3).map(({ id }) => id),
    ships: ships.map(({ id, name, owner }, i) => ({
      ...{ id, name, owner, initiative: 6 - (i % 4), hull: 4 - (i % 3), shields: i % 3, crits: 0, isDestroyed: false },
      tokens: i % 2 === 0 ? [{ kind: 'focus', count: 1 }] : [],
    })),
  };
}

async function opened(context: BrowserContext, path: string, size: { width: number; height: number }): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize(size);
  await page.goto(`${url}${path}`);
  return page;
}

async function shoot(page: Page, name: string): Promise<void> {
  await writeSmallPicture(`${FOLDER}${name}.webp`, await page.screenshot(), 1280);
}
