import type { Page } from 'playwright-core';

/** The first look takes long where the machine is slow. */
const FOUND_MS = 240_000;

/** Waits for ships on the map, which an upright phone keeps behind a tab, and chooses the first of them, by keyboard where it is in view; answers all their ids. */
export async function chooseShips(page: Page, count: number): Promise<readonly string[]> {
  const ships = page.locator('hm-map [data-ship]');
  await ships.nth(1).waitFor({ state: 'attached', timeout: FOUND_MS });
  const ids = (await ships.evaluateAll((all) => all.map((one) => one.getAttribute('data-ship')))) as string[];
  for (const id of ids.slice(0, count)) {
    const onMap = page.locator(`hm-map [data-ship="${id}"]`);
    if (await onMap.isVisible()) await onMap.press('Enter');
    else await onMap.dispatchEvent('click');
  }
  if (count === 2) await page.locator('hm-answer .headline').waitFor();
  return ids;
}
