/**
 * Takes pictures of every screen of the app as it was built just now, on the simulated table, into build/screens: on a laptop, on a phone held upright, and with
 * letters twice as large.
 *
 *   npm run analyse -- screens [NAME…]      only those groups: wide phone large-text dispute german light
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chooseShips } from './choose-ships.js';
import { closeDialog, disputeScreens, germanScreens, PHOTO, tell } from './dispute-screens.js';
import { menuScreens, noTable, openAnswer, type Shoot, tableScreens } from './screens-list.js';
import { withServedApp } from './served-browser.js';
import { writeSmallPicture } from './small-picture.js';

const FOLDER = fileURLToPath(new URL('../../build/screens/', import.meta.url));
const SIMULATED = '?camera=simulated&seed=1';
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true } as const;
const WIDE = { viewport: { width: 1440, height: 900 } } as const;

const wanted = process.argv.slice(2);
const groups: Readonly<Record<string, (browser: Browser, url: string) => Promise<void>>> = {
  wide: async (browser, url) => {
    await opened(browser, WIDE, url, 'wide', async (page, shoot) => {
      await page.locator('hm-start .choice').first().waitFor();
      await shoot('start');
    });
    await opened(browser, WIDE, url + SIMULATED, 'wide', async (page, shoot) => {
      await tableScreens(page, shoot);
      await menuScreens(page, shoot);
    });
    await opened(browser, WIDE, url, 'wide', openAnswer);
    await opened(browser, WIDE, url, 'wide', noTable);
  },
  phone: async (browser, url) => {
    await opened(browser, PHONE, url, 'phone', async (page, shoot) => {
      await page.locator('hm-start .choice').first().waitFor();
      await shoot('start');
    });
    await opened(browser, PHONE, url + SIMULATED, 'phone', async (page, shoot) => {
      await tableScreens(page, shoot);
      await menuScreens(page, shoot);
    });
    await opened(browser, PHONE, url, 'phone', openAnswer);
  },
  'large-text': async (browser, url) => {
    await opened(browser, PHONE, url + SIMULATED, 'large-text', async (page, shoot) => {
      await page.addStyleTag({ content: 'html { font-size: 32px !important; }' }).catch(() => undefined);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'));
      await chooseShips(page, 2);
      await shoot('answer');
      await page.locator('hm-ships li').first().scrollIntoViewIfNeeded();
      await shoot('ships');
    });
  },
  dispute: async (browser, url) => {
    await opened(browser, WIDE, url, 'wide', disputeScreens);
    await opened(browser, PHONE, url, 'phone', disputeScreens);
  },
  light: async (browser, url) => {
    await opened(browser, WIDE, url, 'light-wide', lightScreens);
    await opened(browser, PHONE, url, 'light-phone', lightScreens);
  },
  german: (browser, url) => opened(browser, { ...PHONE, locale: 'de-DE' }, url, 'german', germanScreens),
};

await withServedApp(async (browser, url) => {
  for (const [name, take] of Object.entries(groups)) if (wanted.length === 0 || wanted.includes(name)) await take(browser, url);
});

async function opened(
  browser: Browser,
  device: BrowserContextOptions,
  url: string,
  prefix: string,
  work: (page: Page, shoot: Shoot) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(device);
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(url);
  await work(page, async (name) => {
    // Elements learn their size a frame later; a dialog comes in slowly.
    await page.waitForTimeout(700);
    await writeSmallPicture(join(FOLDER, `${prefix}-${name}.webp`), await page.screenshot());
  });
  await context.close();
}

/** The light theme: its first screen, an answer over a photo, the tools, the dialogs and a match. */
async function lightScreens(page: Page, shoot: Shoot): Promise<void> {
  await page.evaluate(() => localStorage.setItem('hashmark-theme', '"light"'));
  await page.reload();
  await page.locator('hm-start .choice').first().waitFor();
  await shoot('start');
  await page.locator('hm-start input[type=file]').setInputFiles(PHOTO);
  const [first] = await chooseShips(page, 2);
  await shoot('answer');
  await tell(page, 'hm-tool', { tool: { kind: 'closeup' } });
  await shoot('closer-look');
  await tell(page, 'hm-tool', { tool: { kind: 'survey', shipId: first } });
  await shoot('all-ranges');
  await tell(page, 'hm-tool', {});
  await page.locator('hm-top-bar wa-button').click();
  await shoot('menu');
  await page.keyboard.press('Escape');
  for (const action of ['help', 'squads', 'freeze']) {
    await tell(page, 'hm-menu', { action });
    await page.locator('wa-dialog[open]').first().waitFor({ state: 'attached' });
    await page.waitForTimeout(1500);
    await shoot(action);
    await closeDialog(page);
  }
  await tell(page, 'hm-menu', { action: 'setup' });
  await page.locator('hm-setup').waitFor();
  await shoot('set-up');
  await page.keyboard.press('Escape');
  await tell(page, 'hm-menu', { action: 'game' });
  await page.locator('hm-game-setup .do', { hasText: 'Only attacks' }).click();
  await page.locator('hm-game-turn .do, hm-attack').first().waitFor();
  if ((await page.locator('hm-attack').count()) === 0) await page.locator('hm-game-turn .do').first().click();
  await shoot('match-attack');
}
