import type { Page } from 'playwright-core';

/** The first look takes long where the machine is slow. */
const FOUND_MS = 240_000;

/** Waits for two ships in the page's list: an upright phone keeps the map, which has no size until then, behind a tab. */
export async function waitForShips(page: Page, timeout = FOUND_MS): Promise<void> {
  await page.locator('hm-ships li').nth(1).waitFor({ state: 'attached', timeout });
}

/** Waits for ships and chooses the first of them, by keyboard where the map is in view; answers all their ids. */
export async function chooseShips(page: Page, count: number): Promise<readonly string[]> {
  await waitForShips(page);
  const ids = await page
    .locator('hm-map')
    .evaluate((map) => (map as unknown as { known: { ships: { ship: { id: string } }[] } }).known.ships.map(({ ship }) => ship.id));
  for (const id of ids.slice(0, count)) await chooseShip(page, id);
  if (count === 2) await page.locator('hm-answer .headline').waitFor();
  return ids;
}

/** Chooses a ship by keyboard on the map, or where an upright phone does not show it as a tap on it would. */
export async function chooseShip(page: Page, id: string): Promise<void> {
  const onMap = page.locator(`hm-map [data-ship="${id}"]`);
  if (await onMap.isVisible()) await onMap.press('Enter');
  else
    await page
      .locator('hm-app')
      .evaluate((app, shipId) => void app.dispatchEvent(new CustomEvent('hm-choose', { detail: { shipId } })), id);
}
