import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import encodeQR from 'qr';
import sharp from 'sharp';
import { y4mClip } from '../../analyses/simulate/y4m.js';
import { openMenu, servedInChromium, startChromium, withoutEngines } from './served-app.js';

const served = servedInChromium();
let folder: string;

const REBELS = {
  faction: 'rebelalliance',
  name: 'Rebels',
  pilots: [
    { id: 'wedgeantilles', ship: 't65xwing', points: 55, upgrades: { torpedo: ['protontorpedoes'], talent: ['predator'] } },
    { id: 'jakefarrell', ship: 'rz1awing', points: 36 },
    { id: 'lothalrebel', ship: 'vcx100lightfreighter', points: 71, upgrades: {} },
    { id: 'admiral', ship: 'homeone', points: 999, vendor: { drawn: true } },
  ],
  vendor: { builder: { link: 'https://builder.example/?1' } },
};
const EMPIRE = {
  faction: 'galacticempire',
  pilots: [
    { id: 'academypilot', ship: 'tielnfighter' },
    { id: 'darthvader', ship: 'tieadvancedx1' },
  ],
};

/** Two small and one large base near player 1, two small ones opposite. */
const SCENE = {
  format: 'hashmark-scene',
  version: 1,
  table: { widthMm: 914.4, depthMm: 914.4 },
  ships: [
    { id: 'ship-1', base: 'small', xMm: 650, yMm: 90, headingDeg: 0 },
    { id: 'ship-2', base: 'small', xMm: 250, yMm: 90, headingDeg: 0 },
    { id: 'ship-3', base: 'large', xMm: 450, yMm: 90, headingDeg: 0 },
    { id: 'ship-4', base: 'small', xMm: 300, yMm: 820, headingDeg: 180 },
    { id: 'ship-5', base: 'small', xMm: 600, yMm: 820, headingDeg: 180 },
  ],
};

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hashmark-squads-'));
});

after(async () => {
  await rm(folder, { recursive: true });
});

const fileOf = (name: string, content: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
});
const photoOf = async (text: string) => ({
  name: 'code.jpg',
  mimeType: 'image/jpeg',
  // As a hand holds the phone: turned, on a grey table, a little blurred.
  buffer: await sharp(encodeQR(text, 'gif', { scale: 8, border: 4 }))
    .rotate(7, { background: '#777777' })
    .extend({ top: 200, bottom: 120, left: 260, right: 180, background: '#777777' })
    .blur(0.8)
    .jpeg()
    .toBuffer(),
});

async function openScene(page: Page): Promise<void> {
  await withoutEngines(page);
  await page.goto(served.app.url);
  await page.locator('hm-start input[type=file]').setInputFiles(fileOf('scene.json', SCENE));
  await page.locator('hm-ships li').nth(4).waitFor();
}

async function menu(page: Page, entry: string): Promise<void> {
  await openMenu(page);
  await page.getByText(entry, { exact: true }).click();
}

const names = (page: Page) =>
  page.evaluate(() => {
    const map = document.querySelector('hm-app')!.shadowRoot!.querySelector('hm-map') as unknown as {
      known: { table: { ships: { id: string; name?: string; owner?: number }[] } };
    };
    return map.known.table.ships.map(({ id, name, owner }) => [id, name, owner]);
  });

test('squads by text and by a photo of a QR code are assigned to the bases, and a match begins with them', {
  timeout: 120_000,
}, async () => {
  const page = await served.browser.newPage({ viewport: { width: 1280, height: 800 } });
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await openScene(page);
  await menu(page, 'Squads');
  const dialog = page.locator('hm-squads');
  await dialog.locator('textarea').fill(JSON.stringify(REBELS));
  await dialog.getByRole('button', { name: 'Read it' }).click();
  const rebels = dialog.getByRole('region', { name: 'The squad of player 1' });
  await rebels.waitFor();
  // From left to right as player 1 sees them; the flagship is not on any list.
  assert.deepEqual(await rebels.locator('select').evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value)), [
    'ship-2',
    'ship-1',
    'ship-3',
    '',
  ]);
  assert.match((await rebels.textContent()) ?? '', /“homeone” is not known.*/s);
  assert.match((await rebels.textContent()) ?? '', /Apply by hand, as its text says: Proton Torpedoes, Predator\./);

  await dialog.locator('input[type=file]').setInputFiles(await photoOf(JSON.stringify(EMPIRE)));
  const empire = dialog.getByRole('region', { name: 'The squad of player 2' });
  await empire.waitFor();
  // The players know better: Vader is the other one, and then the academy pilot is not that base any more.
  await empire.locator('select').nth(0).selectOption('ship-4');
  await empire.locator('select').nth(1).selectOption('ship-5');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/squads-laptop.png` });
  const saved = page.waitForEvent('download');
  await rebels.getByRole('button', { name: 'Save' }).click();
  assert.deepEqual(JSON.parse(await readFile(await (await saved).path(), 'utf8')), REBELS);

  await page.getByRole('button', { name: 'Use these ships' }).click();
  await page.locator('hm-squads').waitFor({ state: 'detached' });
  const assigned = [
    ['ship-1', 'Jake Farrell', 1],
    ['ship-2', 'Wedge Antilles', 1],
    ['ship-3', 'Lothal Rebel', 1],
    ['ship-4', 'Academy Pilot', 2],
    ['ship-5', 'Darth Vader', 2],
  ];
  assert.deepEqual(await names(page), assigned);
  await page.keyboard.press('Control+z');
  assert.deepEqual((await names(page))[0], ['ship-1', undefined, undefined], 'one undo takes the whole assignment back');
  await page.keyboard.press('Control+Shift+z');
  assert.deepEqual(await names(page), assigned);

  await menu(page, 'Squads');
  await page.getByRole('button', { name: 'Use these ships' }).click();
  await menu(page, 'Play by the rules');
  await page.getByRole('button', { name: 'Begin the match' }).click();
  const ships = await page.waitForFunction(() => {
    const game = document.querySelector('hm-app')!.shadowRoot!.querySelector('hm-game') as unknown as {
      now?: { state?: { ships: object[] } };
    };
    return game?.now?.state?.ships;
  });
  const played = (await ships.jsonValue()) as unknown as {
    id: string;
    name: string;
    owner: number;
    initiative: number;
    hull: number;
    weapons: { id: string }[];
  }[];
  assert.deepEqual(
    played.map(({ id, name, owner, initiative, hull, weapons }) => [id, name, owner, initiative, hull, weapons.map((weapon) => weapon.id)]),
    // From the printed cards.
    [
      ['ship-1', 'Jake Farrell', 1, 4, 2, ['primary-1']],
      ['ship-2', 'Wedge Antilles', 1, 6, 4, ['primary-1', 'protontorpedoes']],
      ['ship-3', 'Lothal Rebel', 1, 2, 10, ['primary-1']],
      ['ship-4', 'Academy Pilot', 2, 1, 3, ['primary-1']],
      ['ship-5', 'Darth Vader', 2, 6, 3, ['primary-1']],
    ],
  );
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/squads-match.png` });
  assert.deepEqual(complaints, []);
  await page.close();
});

test('what is no squad is said in words, and what was there stays', { timeout: 60_000 }, async () => {
  const page = await served.browser.newPage({ viewport: { width: 390, height: 844 } });
  await openScene(page);
  // A squad that is opened as a file does not replace the table.
  await page.locator('hm-app > input[type=file]').setInputFiles(fileOf('mine.json', REBELS));
  const dialog = page.locator('hm-squads');
  const rebels = dialog.getByRole('region', { name: 'The squad of player 1' });
  await rebels.waitFor();
  const alert = dialog.getByRole('alert');
  const read = async (text: string) => {
    await dialog.locator('textarea').fill(text);
    await dialog.getByRole('button', { name: 'Read it' }).click();
    return (await alert.textContent()) ?? '';
  };
  assert.match(await read('{"faction":"rebelalliance","pilots":[{"sh'), /cut off after 41 characters/);
  assert.equal(await dialog.locator('textarea').inputValue(), '{"faction":"rebelalliance","pilots":[{"sh', 'the text stays to be mended');
  assert.match(await read('https://yasb.app/?f=Rebel%20Alliance&d=v11ZsZ200Z393X417W99Y52X119&sn=X'), /the builder’s own numbers/);
  const many = { pilots: Array.from({ length: 10_000 }, () => ({ ship: 't65xwing', id: 'x' })) };
  assert.match(await read(JSON.stringify(many)), /got 10000 ships, expected at most 100/);
  await dialog.locator('input[type=file]').setInputFiles(await photoOf('WIFI:S:Cantina;T:WPA;P:secret;;'));
  await dialog.getByText('This is not a squad: “WIFI:S:Cantina').waitFor();
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'grey.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 400, height: 300, channels: 3, background: '#777' } })
      .png()
      .toBuffer(),
  });
  await dialog.getByText('There is no QR code to be read in this picture').waitFor();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/squads-phone.png` });
  assert.equal(await rebels.locator('li').count(), 4);
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual((await names(page))[0], ['ship-1', undefined, undefined], 'nothing is assigned unasked');
  // What was read is there again, also after the page was left.
  await openScene(page);
  await menu(page, 'Squads');
  await rebels.waitFor();
  await page.close();
});

test('a QR code before the camera is read', { timeout: 60_000 }, async () => {
  const clip = join(folder, 'code.y4m');
  const { data, info } = await sharp(encodeQR(JSON.stringify(EMPIRE), 'gif', { scale: 6, border: 4 }))
    .extend({ top: 60, bottom: 60, left: 200, right: 200, background: '#999999' })
    .resize({ width: 1280, height: 720, fit: 'contain', background: '#999999' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  await writeFile(clip, y4mClip([{ widthPx: info.width, heightPx: info.height, rgb: data }], 10));
  const withCamera = await startChromium([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${clip}`,
  ]);
  try {
    const page = await withCamera.newPage();
    await openScene(page);
    await menu(page, 'Squads');
    await page.getByRole('button', { name: 'QR code by camera' }).click();
    const squad = page.getByRole('region', { name: 'The squad of player 1' });
    await squad.waitFor();
    assert.match((await squad.textContent()) ?? '', /Darth Vader/);
    assert.equal(await page.locator('hm-qr-camera').count(), 0, 'the camera is given back');
  } finally {
    await withCamera.close();
  }
});
