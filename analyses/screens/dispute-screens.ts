import type { Page } from 'playwright-core';
import { chooseShips } from './choose-ships.js';
import type { Shoot } from './screens-list.js';

/** Nine ships: a photo is never too old to be frozen. */
export const PHOTO = 'test-fixtures/tables/test-000003.jpg';
/** A squad whose first pilot nobody knows. */
const SQUAD =
  '{"name":"Red","faction":"rebelalliance","pilots":[{"ship":"t65xwing","id":"jarjar"},{"ship":"rz1awing","id":"jakefarrell"}]}';

/** What a dispute needs: evidence, a bad reading, squads, and match mode with what it refuses. */
export async function disputeScreens(page: Page, shoot: Shoot): Promise<void> {
  await page.locator('hm-start input[type=file]').setInputFiles(PHOTO);
  const [first, second] = await chooseShips(page, 2);
  for (const [action, name] of [
    ['freeze', 'evidence'],
    ['report', 'bad-reading'],
  ] as const) {
    await tell(page, 'hm-menu', { action });
    await page.locator('hm-evidence img').waitFor({ state: 'attached' });
    await page.waitForTimeout(600);
    await shoot(name);
    await closeDialog(page);
  }
  await tell(page, 'hm-menu', { action: 'squads' });
  await page.locator('hm-squads textarea').fill(SQUAD);
  await page.locator('hm-squads [data-do=read]').click();
  await page.waitForTimeout(600);
  await shoot('squads');
  await closeDialog(page);
  await tell(page, 'hm-menu', { action: 'fair' });
  await page.locator('hm-match-mode .agree').first().waitFor();
  await shoot('match-mode');
  await tell(page, 'hm-fair', { kind: 'begin' });
  await tell(page, 'hm-fair', { kind: 'moment', moment: { kind: 'action', ship: first } });
  for (const shipId of [first, second]) await tell(page, 'hm-choose', { shipId });
  await page.locator('[data-refused]').waitFor();
  await shoot('match-mode-refused');
  await tell(page, 'hm-fair', { kind: 'leave', why: 'we only practise' });
}

/** What a German player sees first: the answer, a tool and the help. */
export async function germanScreens(page: Page, shoot: Shoot): Promise<void> {
  await page.locator('hm-start input[type=file]').setInputFiles(PHOTO);
  const [first] = await chooseShips(page, 2);
  await shoot('answer');
  await tell(page, 'hm-tool', { tool: { kind: 'survey', shipId: first } });
  await shoot('all-ranges');
  await tell(page, 'hm-tool', {});
  await tell(page, 'hm-menu', { action: 'help' });
  await page.waitForTimeout(600);
  await shoot('help');
}

export const tell = (page: Page, name: string, detail: object) =>
  page.evaluate(([event, what]) => document.querySelector('hm-app')!.dispatchEvent(new CustomEvent(event as string, { detail: what })), [
    name,
    detail,
  ] as const);

export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('wa-dialog[open]').first().waitFor({ state: 'detached' });
}
