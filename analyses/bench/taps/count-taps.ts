import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chooseShips } from '../../screens/choose-ships.js';
import { type Hand, handOn } from './hand.js';
import { ATTACK, DUEL, EIGHT, ROUND } from './match-tasks.js';
import { TABLE_TASKS, type Task, WHAT_MOVED } from './table-tasks.js';

/** How many taps a task took. */
export interface CountedTask {
  readonly task: string;
  readonly device: string;
  /** Undefined: it could not be done. */
  readonly taps: number | undefined;
  readonly most: number;
}

type Picked = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** A slow machine takes its time, ms. */
const WAIT_MS = 60_000;

const DEVICES: readonly (readonly [name: string, options: BrowserContextOptions, isPhone: boolean])[] = [
  ['laptop', { viewport: { width: 1440, height: 900 } }, false],
  ['phone', { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }, true],
];

/** Does every task on the served app, on a laptop and on a phone held upright, with a photo of a table. The program's exit status is 1 where one takes more than it may, or cannot be done. */
export async function countTaps(browser: Browser, url: string, photo: string): Promise<readonly CountedTask[]> {
  const found: CountedTask[] = [];
  for (const [device, options, isPhone] of DEVICES) {
    const open = async (file: Picked | 'simulated table', work: (page: Page, hand: Hand) => Promise<void>) => {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      page.setDefaultTimeout(WAIT_MS);
      await page.goto(url);
      if (file === 'simulated table') await page.locator('hm-start .choice').nth(2).click();
      else await page.locator('hm-start input[type=file]').setInputFiles(file);
      await work(page, handOn(page, isPhone));
      await context.close();
    };
    const count = async (task: Task, hand: Hand) => {
      hand.begin();
      const says = await task.run(hand).catch((error: unknown) => error as Error);
      const taps = typeof says === 'string' ? hand.taps() : undefined;
      found.push({ task: task.name, device, taps, most: task.most });
      process.stderr.write(`${device}: ${task.name}, ${taps ?? `not done after ${hand.taps()}`} taps: ${String(says).slice(0, 200)}\n`);
      if (taps === undefined || taps > task.most) process.exitCode = 1;
    };
    await open(jpeg(await readFile(photo)), async (page, hand) => {
      await chooseShips(page, 0);
      for (const task of TABLE_TASKS) await count(task, hand);
    });
    await open('simulated table', async (page, hand) => {
      await chooseShips(page, 0);
      await count(WHAT_MOVED, hand);
    });
    await open(json(DUEL), (_, hand) => count(ATTACK, hand));
    await open(json(EIGHT), (_, hand) => count(ROUND, hand));
  }
  return found;
}

const json = (document: object) => ({ name: 'table.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(document)) });
const jpeg = (buffer: Buffer) => ({ name: 'table.jpg', mimeType: 'image/jpeg', buffer });
