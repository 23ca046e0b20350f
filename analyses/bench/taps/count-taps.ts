import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { waitForShips } from '../../screens/choose-ships.js';
import { handOn } from './hand.js';
import { ATTACK, DUEL, EIGHT, ROUND } from './match-tasks.js';
import { matNotFound, PROVE, TABLE_TASKS, type Task, WHAT_MOVED } from './table-tasks.js';
import { unseenBorder } from './unseen-border.js';

/** How many taps a task took. */
export interface CountedTask {
  readonly task: string;
  readonly device: string;
  /** Undefined: it could not be done. */
  readonly taps: number | undefined;
  readonly most: number;
}

type Picked = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** One step of a task, a first look, and a whole task take no longer, also on a slow machine, ms. */
const WAIT_MS = 30_000;
const LOOK_MS = 90_000;
const TASK_MS = 120_000;
/** A felt mat; its border is covered for the task in which no mat is found. */
const BORDERLESS = fileURLToPath(new URL('../../../test-fixtures/tables/test-000008.jpg', import.meta.url));

const DEVICES: readonly (readonly [name: string, options: BrowserContextOptions, isPhone: boolean])[] = [
  ['laptop', { viewport: { width: 1440, height: 900 } }, false],
  ['phone', { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }, true],
];

/** Does every task on the served app, on a laptop and on a phone held upright, with a photo of a table. The program's exit status is 1 where one takes more than it may, or cannot be done. */
export async function countTaps(browser: Browser, url: string, photo: string): Promise<readonly CountedTask[]> {
  const found: CountedTask[] = [];
  const unseen = await unseenBorder(BORDERLESS);
  for (const [device, options, isPhone] of DEVICES) {
    /** Does tasks on a page of their own, one after the other. Each has a time of its own: one that fails or hangs says so, and the next goes on. */
    const onFile = async (file: Picked | 'simulated table', until: (page: Page) => Promise<unknown>, tasks: readonly Task[]) => {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      page.setDefaultTimeout(WAIT_MS);
      const hand = handOn(page, isPhone);
      const open = async () => {
        await page.goto(url);
        if (file === 'simulated table') await page.locator('hm-start .choice').nth(2).click();
        else await page.locator('hm-start input[type=file]').setInputFiles(file);
        await until(page);
      };
      const opened = await open().catch((error: unknown) => error as Error);
      for (const task of tasks) {
        hand.begin();
        const says = opened instanceof Error ? opened : await inTime(task.run(hand));
        const taps = typeof says === 'string' ? hand.taps() : undefined;
        found.push({ task: task.name, device, taps, most: task.most });
        process.stderr.write(`${device}: ${task.name}, ${taps ?? `not done after ${hand.taps()}`} taps: ${String(says).slice(0, 200)}\n`);
        if (taps === undefined || taps > task.most) process.exitCode = 1;
      }
      await context.close();
    };
    await onFile(jpeg(await readFile(photo)), seen, TABLE_TASKS);
    await onFile(jpeg(unseen.jpeg), (page) => page.locator('hm-notice hm-problem').waitFor({ state: 'attached', timeout: LOOK_MS }), [
      matNotFound(unseen),
    ]);
    await onFile('simulated table', seen, [WHAT_MOVED, PROVE]);
    await onFile(json(DUEL), async () => {}, [ATTACK]);
    await onFile(json(EIGHT), async () => {}, [ROUND]);
  }
  return found;
}

/** Until ships and obstacles were looked for. */
async function seen(page: Page): Promise<void> {
  await waitForShips(page, LOOK_MS);
  await page.locator('hm-notice .looking').waitFor({ state: 'detached', timeout: LOOK_MS });
}

/** What a task says, or why it was not done, of which one reason is that it took too long. */
function inTime(says: Promise<string>): Promise<string | Error> {
  const late = new Promise<Error>((resolve) => {
    setTimeout(() => resolve(new Error(`not done within ${TASK_MS / 1000} s`)), TASK_MS).unref();
  });
  return Promise.race([says.catch((error: unknown) => error as Error), late]);
}

const json = (document: object) => ({ name: 'table.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(document)) });
const jpeg = (buffer: Buffer) => ({ name: 'table.jpg', mimeType: 'image/jpeg', buffer });
