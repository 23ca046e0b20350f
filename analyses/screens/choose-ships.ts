import type { Page } from 'playwright-core';

/** The first look takes long where the machine is slow. */
const FOUND_MS = 240_000;

/** Waits for ships on the map and chooses the first of them by keyboard; answers all their ids. */
export async function chooseShips(page: Page, count: number): Promise<readonly string[]> {
  const ships = page.locator('hm-map [data-ship]');
  await ships.nth(1).waitFor({ timeout: FOUND_MS });
  const ids = (await ships.evaluateAll((all) => all.map((one) => one.getAttribute('data-ship')))) as string[];
  for (const id of ids.slice(0, count)) await page.locator(`hm-map [data-ship="${id}"]`).press('Enter');
  if (count === 2) await page.locator('hm-answer .headline').waitFor();
  return ids;
}
