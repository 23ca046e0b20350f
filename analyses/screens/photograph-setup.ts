/**
 * Takes the README’s three pictures of setting a table up: serves the app as it was built just now, opens a simulated photo and walks through the flow.
 *
 *   npm run analyse -- photograph-app
 */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { OBSTACLES } from '../../src/pieces/obstacles.js';
import { withServedApp } from './served-browser.js';

const PHOTO = fileURLToPath(new URL('../../test-fixtures/tables/test-000002.jpg', import.meta.url));
/** An obstacle that is not found there, and where in the picture it lies, in shares of its width and height. */
const MISSED = { xws: 'coreasteroid2', across: 0.546, down: 0.394 };
const WIDTH_PX = 840;

await withServedApp(async (browser, url) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  await page.locator('input[type=file]').first().setInputFiles(PHOTO);
  await page.locator('hm-ships li').nth(1).waitFor({ timeout: 150_000 });
  await page.locator('hm-setup-chip button').click();
  await page.getByText('Is this the edge of your mat?').waitFor();
  await photograph(page, 'setup-edge');
  await page.getByText('Yes, this is it').click();
  await page.getByText('Measured with a tape').click();
  await page.locator('wa-input[name=width] input').fill('914');
  await page.locator('wa-input[name=depth] input').fill('914');
  await photograph(page, 'setup-mat');
  await page.getByText('It is this large').click();
  const box = (await page.locator('hm-obstacle-marks').boundingBox())!;
  await page.mouse.click(box.x + MISSED.across * box.width, box.y + MISSED.down * box.height);
  const token = OBSTACLES.findIndex(({ xws }) => xws === MISSED.xws);
  await page.locator('hm-setup-obstacles .outlines button').nth(token).click();
  await page.getByText('Looking for its edges').waitFor({ state: 'hidden' });
  await photograph(page, 'setup-obstacles');
});

async function photograph(page: Page, name: string): Promise<void> {
  const path = fileURLToPath(new URL(`../../docs/guide/${name}.webp`, import.meta.url));
  await sharp(await page.screenshot({ animations: 'disabled' }))
    .resize(WIDTH_PX)
    .webp({ quality: 72 })
    .toFile(path);
  process.stdout.write(`${path}\n`);
}
