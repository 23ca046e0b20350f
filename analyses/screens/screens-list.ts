import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { MAT_MM } from '../../src/pieces/dimensions.js';
import { chooseShip, chooseShips } from './choose-ships.js';

/** Takes a screen under a name. */
export type Shoot = (name: string) => Promise<void>;

/** Two ships 99.8 mm apart, each known to 0.3 mm. */
const OPEN_SCENE = {
  format: 'hashmark-scene',
  version: 1,
  table: { widthMm: MAT_MM, depthMm: MAT_MM },
  ships: [
    { id: 'ship-1', name: 'Red Five', base: 'small', xMm: 400, yMm: 300, headingDeg: 0, owner: 1 },
    { id: 'ship-2', name: 'Black Two', base: 'small', xMm: 405, yMm: 439.8, headingDeg: 180, owner: 2 },
    { id: 'ship-3', name: 'Slave I', base: 'medium', xMm: 600, yMm: 600, headingDeg: 220, owner: 2 },
  ].map((ship) => ({ ...ship, sigma: { xMm: 0.3, yMm: 0.3, headingDeg: 0.2 } })),
};

/** Everything from the table that is simulated, in the order in which a player would come by. */
export async function tableScreens(page: Page, shoot: Shoot): Promise<void> {
  await chooseShips(page, 0);
  await shoot('table');
  const [first, second] = await chooseShips(page, 1);
  await shoot('one-ship');
  await tool(page, 'survey');
  await shoot('all-ranges');
  await chooseShip(page, second!);
  await page.locator('hm-answer .headline').waitFor();
  await shoot('answer');
  // On a phone the tools are among what is opened.
  const more = page.locator('hm-answer button.more');
  if (await more.isVisible()) await more.click();
  await tool(page, 'closeup');
  await shoot('closer-look');
  await leaveTool(page);
  await tool(page, 'ruler');
  await choose(page, 'hm-ruler select', 0, first!);
  await choose(page, 'hm-ruler select', 1, 'edge near');
  await shoot('ruler');
  await leaveTool(page);
  await chooseShip(page, first!);
  await tool(page, 'try');
  await shoot('try-dial');
  await page.locator('hm-dial [data-code="2NW"]').click();
  await shoot('try-maneuver');
  await page.locator('hm-move-preview .do', { hasText: 'Roll, boost' }).click();
  await shoot('try-roll');
  await page.locator('hm-move-preview .do', { hasText: 'Device' }).click();
  await shoot('try-device');
  await leaveTool(page);
  await page.locator('hm-answer header button').last().click();
  await page.locator('hm-ships [aria-label^="Correct"]').first().click();
  await page.locator('hm-ship-editor wa-button:not([variant=danger])', { hasText: 'Move' }).click();
  await shoot('move-a-base');
  await page.keyboard.press('Escape');
  await page.locator('hm-ships [aria-label^="Correct"]').first().click();
  await page.locator('hm-obstacles [data-obstacle] .quiet').first().click();
  await page.locator('hm-obstacles [data-obstacle] select').first().scrollIntoViewIfNeeded();
  await shoot('name-an-obstacle');
  await page.locator('hm-obstacles [data-obstacle] .quiet').first().click();
  const mapTab = page.locator('hm-look button', { hasText: 'Map' });
  if (await mapTab.isVisible()) await mapTab.click();
  await page.locator('hm-map .tool').click();
  await shoot('how-exact');
  await page.locator('hm-map .tool').click();
  await whatMoved(page, shoot);
}

/** A ship flies as far as the camera is concerned by itself, once the table that stood still is kept. */
async function whatMoved(page: Page, shoot: Shoot): Promise<void> {
  await page.locator('[data-tool=check]').click();
  await page.locator('hm-what-moved .slider').waitFor();
  await leaveTool(page);
  const before = await shipPlaces(page);
  await page.locator('hm-source-bar wa-button', { hasText: 'Fly a ship' }).dispatchEvent('click');
  while ((await shipPlaces(page)).every((place, i) => Math.hypot(place.x - before[i]!.x, place.y - before[i]!.y) < 40))
    await page.waitForTimeout(500);
  await page.locator('[data-tool=check]').click();
  await page.locator('hm-what-moved [data-ship]').first().waitFor();
  await shoot('what-moved');
  await page.locator('hm-what-moved [data-ship] .do').first().click();
  await shoot('put-it-back');
  await leaveTool(page);
}

/** Where the page has the ships, mm. */
const shipPlaces = (page: Page) =>
  page
    .locator('hm-map')
    .evaluate((map) =>
      (map as unknown as { known: { table: { ships: { pose: { x: number; y: number } }[] } } }).known.table.ships.map(({ pose }) => pose),
    );

/** The menu's dialogs, the question before leaving, and a match. */
export async function menuScreens(page: Page, shoot: Shoot): Promise<void> {
  for (const [action, name] of [
    ['help', 'help'],
    ['board', 'calibration-sheet'],
  ] as const) {
    await menu(page, action);
    await page.waitForTimeout(600);
    await shoot(name);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(600);
  }
  await menu(page, 'corners');
  await shoot('mark-corners');
  await page.keyboard.press('Escape');
  await menu(page, 'game');
  await page.locator('hm-game-setup').waitFor();
  await shoot('match-set-up');
  await page.locator('hm-game-setup .do', { hasText: 'Only attacks' }).click();
  await page.locator('hm-game-turn .do, hm-attack').first().waitFor();
  if ((await page.locator('hm-attack').count()) === 0) await page.locator('hm-game-turn .do').first().click();
  await shoot('match-attack');
  await menu(page, 'game');
  await menu(page, 'home');
  await page.waitForTimeout(600);
  await shoot('leave');
}

/** An answer that is open: both outcomes with their odds. */
export async function openAnswer(page: Page, shoot: Shoot): Promise<void> {
  const file = { name: 'open.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(OPEN_SCENE)) };
  await page.locator('hm-start input[type=file]').setInputFiles(file);
  await chooseShips(page, 2);
  await shoot('answer-open');
}

/** A picture of anything but a table. */
export async function noTable(page: Page, shoot: Shoot): Promise<void> {
  const noise = {
    create: { width: 1280, height: 720, channels: 3, background: '#6b5a48', noise: { type: 'gaussian', mean: 110, sigma: 12 } },
  } as const;
  const buffer = await sharp(noise as unknown as Parameters<typeof sharp>[0])
    .blur(3)
    .jpeg()
    .toBuffer();
  await page.locator('hm-start input[type=file]').setInputFiles({ name: 'wall.jpg', mimeType: 'image/jpeg', buffer });
  await page.locator('hm-notice hm-problem').first().waitFor({ state: 'attached', timeout: 240_000 });
  await shoot('no-table');
}

const tool = (page: Page, name: string) => page.locator(`hm-answer [data-tool=${name}]`).click();
const leaveTool = (page: Page) => page.locator('hm-tools header button').click();
const choose = (page: Page, selector: string, index: number, value: string) => page.locator(selector).nth(index).selectOption(value);
const menu = (page: Page, action: string) =>
  page.evaluate((name) => {
    document.querySelector('hm-app')!.dispatchEvent(new CustomEvent('hm-menu', { detail: { action: name } }));
  }, action);
