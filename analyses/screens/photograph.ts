/**
 * Takes the pictures of README.md and docs/guide: the app on the simulated table, settling an argument on a phone, and setting a table up.
 *
 *   npm run analyse -- photograph [app guide set-up]
 */
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { stampPrinted } from '../../src/cli/eval/printed-page.js';
import { OBSTACLES } from '../../src/pieces/obstacles.js';
import { chooseShips } from './choose-ships.js';
import { withServedApp } from './served-browser.js';
import { writeSmallPicture } from './small-picture.js';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const WIDE = { viewport: { width: 1440, height: 900 } } as const;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true } as const;
/** An obstacle that is not found in the set-up's photo, and where it is, in shares of the picture's width and height. */
const MISSED = { xws: 'coreasteroid2', across: 0.546, down: 0.394 };

const shots: Readonly<Record<string, (browser: Browser, url: string) => Promise<void>>> = { app, guide, 'set-up': setUp };
const wanted = process.argv.slice(2);
await withServedApp(async (browser, url) => {
  for (const [name, take] of Object.entries(shots)) if (wanted.length === 0 || wanted.includes(name)) await take(browser, url);
});

async function app(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage(WIDE);
  await page.goto(`${url}?camera=simulated&seed=1`);
  await chooseShips(page, 2);
  await writeSmallPicture(at('docs/app.webp'), await page.screenshot());
  await stampPrinted('docs/app.webp');
}

async function guide(browser: Browser, url: string): Promise<void> {
  const page = await (await browser.newContext(PHONE)).newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(url);
  await page.locator('hm-start .choice').first().waitFor();
  await photograph(page, 'start', 390);
  await page.locator('hm-start input[type=file]').setInputFiles(at('test-fixtures/path-traced/cycles-000001.jpg'));
  const [first, , third] = await chooseShips(page, 0);
  await photograph(page, 'ships', 390);
  await page.locator(`hm-map [data-ship="${first}"]`).tap();
  await page.locator(`hm-map [data-ship="${third}"]`).tap();
  await page.locator('hm-answer .headline').waitFor();
  await photograph(page, 'answer', 390);
  await page.locator('hm-answer button.more').tap();
  await photograph(page, 'answer-open', 390);
  await page.locator('hm-answer [data-tool=closeup]').tap();
  await photograph(page, 'closer-look', 390);
}

async function setUp(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage(WIDE);
  await page.goto(url);
  await page.locator('input[type=file]').first().setInputFiles(at('test-fixtures/tables/test-000002.jpg'));
  await page.locator('hm-ships li').nth(1).waitFor({ timeout: 150_000 });
  await page.locator('hm-setup-chip button').click();
  await page.getByText('Is this the edge of your mat?').waitFor();
  await photograph(page, 'setup-edge', 840);
  await page.getByText('Yes, this is it').click();
  await page.getByText('Measured with a tape').click();
  await page.locator('wa-input[name=width] input').fill('914');
  await page.locator('wa-input[name=depth] input').fill('914');
  await photograph(page, 'setup-mat', 840);
  await page.getByText('It is this large').click();
  const box = (await page.locator('hm-obstacle-marks').boundingBox())!;
  await page.mouse.click(box.x + MISSED.across * box.width, box.y + MISSED.down * box.height);
  const token = OBSTACLES.findIndex(({ xws }) => xws === MISSED.xws);
  await page.locator('hm-setup-obstacles .outlines button').nth(token).click();
  await page.getByText('Looking for its edges').waitFor({ state: 'hidden' });
  await photograph(page, 'setup-obstacles', 840);
}

async function photograph(page: Page, name: string, widthPx: number): Promise<void> {
  // A sheet comes in slowly.
  await page.waitForTimeout(700);
  await writeSmallPicture(at(`docs/guide/${name}.webp`), await page.screenshot({ animations: 'disabled' }), widthPx);
}
