import type { Page } from 'playwright-core';
import { chooseShips } from './choose-ships.js';
import { closeDialog, PHOTO, tell } from './dispute-screens.js';
import type { Shoot } from './screens-list.js';

/** The light theme: its first screen, an answer over a photo, the tools, the dialogs and a match. */
export async function lightScreens(page: Page, shoot: Shoot): Promise<void> {
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
