/**
 * Takes the README’s five pictures of settling an argument on a phone: serves the app as it was built just now, opens a path-traced photo and asks about
 * two of its ships.
 *
 *   npm run analyse -- photograph-app
 */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { chooseShips } from './choose-ships.js';
import { withServedApp } from './served-browser.js';

const PHOTO = fileURLToPath(new URL('../../test-fixtures/path-traced/cycles-000001.jpg', import.meta.url));
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true } as const;
const WIDTH_PX = 390;

await withServedApp(async (browser, url) => {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(url);
  await page.locator('hm-start .choice').first().waitFor();
  await photograph(page, 'start');
  await page.locator('hm-start input[type=file]').setInputFiles(PHOTO);
  const [first, , third] = await chooseShips(page, 0);
  await photograph(page, 'ships');
  await page.locator(`hm-map [data-ship="${first}"]`).tap();
  await page.locator(`hm-map [data-ship="${third}"]`).tap();
  await page.locator('hm-answer .headline').waitFor();
  await photograph(page, 'answer');
  await page.locator('hm-answer button.more').tap();
  await photograph(page, 'answer-open');
  await page.locator('hm-answer [data-tool=closeup]').tap();
  await photograph(page, 'closer-look');
});

async function photograph(page: Page, name: string): Promise<void> {
  // A sheet comes in slowly.
  await page.waitForTimeout(700);
  const path = fileURLToPath(new URL(`../../docs/guide/${name}.webp`, import.meta.url));
  await sharp(await page.screenshot({ animations: 'disabled' }))
    .resize(WIDTH_PX)
    .webp({ quality: 74 })
    .toFile(path);
  process.stdout.write(`${path}\n`);
}
