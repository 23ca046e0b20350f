import type { Page } from 'playwright-core';
import { MAT_MM } from '../../../src/pieces/dimensions.js';
import type { SceneFile } from '../../../src/table/documents/scene-file.js';
import { waitForShips } from '../../screens/choose-ships.js';
import type { Hand } from './hand.js';
import type { Task } from './table-tasks.js';

const base = (id: string, xMm: number, yMm: number, owner: 1 | 2, initiative: number): SceneFile['ships'][number] => ({
  ...{ id, base: 'small', xMm, yMm, headingDeg: owner === 1 ? 0 : 180, owner, initiative, arcs: ['front'] },
});
const sceneOf = (ships: SceneFile['ships']) => ({
  ...{ format: 'hashmark-scene', version: 1, table: { widthMm: MAT_MM, depthMm: MAT_MM } },
  ships,
});

/** Two ships that see each other at range 2. */
export const DUEL = sceneOf([base('ship-1', 450, 200, 1, 5), base('ship-2', 450, 390, 2, 2)]);

/** Four ships a side, two of them in each other's arc once they have flown. */
export const EIGHT = sceneOf([
  ...[0, 1, 2, 3].map((i) => base(`ship-${i + 1}`, 100 + 230 * i, 60, 1, 1 + i)),
  ...[0, 1, 2, 3].map((i) => base(`ship-${i + 5}`, 100 + 230 * i, 850, 2, 1 + i)),
]);

/** The match is set up and nothing has been tapped in it; dice are rolled on the table, and what they show is tapped. */
export const ATTACK: Task = {
  name: 'an attack, dice rolled on the table',
  most: 10,
  run: async (hand) => {
    await begin(hand, 'Only attacks');
    hand.begin();
    await attack(hand, 'Ship 2');
    return text(hand.page, 'hm-game h1');
  },
};

export const ROUND: Task = {
  name: 'a round of eight ships with one attack',
  most: 45,
  run: async (hand) => {
    const { page } = hand;
    await begin(hand, 'Begin the match');
    hand.begin();
    await press(hand, 'End the planning phase');
    for (let i = 0; i < 8; i++) {
      // Everybody flies 1 straight, but for the two that meet.
      const name = await text(page, 'hm-game-turn h2');
      const isDuellist = /Ship [15] /.test(name);
      await hand.tap(page.locator(`hm-reveal [data-code="${isDuellist ? '5FW' : '1FW'}"]`));
      await press(hand, 'Place it by the rules');
      await press(hand, 'focus');
    }
    for (;;) {
      const head = await text(page, 'hm-game h1');
      if (head.startsWith('Round 2')) return head;
      const attacker = await text(page, 'hm-attack h2, hm-game-turn h2');
      if (attacker.startsWith('Ship 1')) await attack(hand, 'Ship 5');
      else await press(hand, 'No attack');
    }
  },
};

async function begin(hand: Hand, how: string): Promise<void> {
  const { page } = hand;
  await waitForShips(page);
  await page.locator('hm-app').evaluate((app) => void app.dispatchEvent(new CustomEvent('hm-menu', { detail: { action: 'game' } })));
  await page.locator('hm-game-setup .do', { hasText: how }).click();
  await page.locator('hm-game-turn, hm-attack').first().waitFor();
}

/** Declares, and taps what the dice show until the attack is over. */
async function attack(hand: Hand, defender: string): Promise<void> {
  const { page } = hand;
  await press(hand, defender);
  for (;;) {
    const step = page.locator('hm-attack [data-step]');
    if ((await step.count()) === 0) return;
    const name = (await step.getAttribute('data-step')) ?? '';
    if (name.startsWith('roll')) {
      const due = Number(/of (\d+)/.exec(await text(page, 'hm-dice .tapped'))![1]);
      for (let i = 0; i < due; i++) await hand.tap(page.locator(`hm-dice [data-face=${i === 0 ? 'focus' : 'blank'}]`));
      await press(hand, 'Enter');
    } else if (name.includes('modif')) {
      await hand.tap(page.locator('hm-attack .do').filter({ hasText: /focus/i }).first());
    } else return;
    await page.waitForTimeout(100);
  }
}

const press = (hand: Hand, words: string) =>
  hand.tap(hand.page.locator('hm-game .do:not([aria-disabled=true])', { hasText: words }).first());

async function text(page: Page, selector: string): Promise<string> {
  const found = page.locator(selector).first();
  await found.waitFor();
  return ((await found.textContent()) ?? '').replaceAll(/\s+/g, ' ').trim();
}
