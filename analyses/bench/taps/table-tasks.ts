import type { Page } from 'playwright-core';
import { meanPoint } from '../../../src/geometry/mean-point.js';
import { distanceMm } from '../../../src/geometry/point.js';
import type { Ship } from '../../../src/table/table.js';
import { waitForShips } from '../../screens/choose-ships.js';
import { type Hand, type OnPage, onPage, tell } from './hand.js';
import type { UnseenBorder } from './unseen-border.js';

/** A ship that stands this far from where it stood has flown, mm. */
const ELSEWHERE_MM = 40;

/** Something that people do, with how many taps it may take. */
export interface Task {
  readonly name: string;
  readonly most: number;
  /** Does it, from the state in which the task before has left the page; answers what the page says at its end. */
  readonly run: (hand: Hand) => Promise<string>;
}

/** The pages of a table, one after the other, on one page that has a photo open with its ships found. */
export const TABLE_TASKS: readonly Task[] = [
  {
    name: 'range of two ships',
    most: 2,
    run: async (hand) => {
      const { ships } = (await onPage(hand.page)).table;
      for (const { pose } of ships.slice(0, 2)) await hand.tapMat(pose);
      return text(hand.page, 'hm-answer .headline');
    },
  },
  {
    name: 'in a turret’s arc',
    most: 2,
    run: async (hand) => {
      await hand.tapAnswer('hm-answer [data-arc=left]');
      await hand.page.locator('hm-answer [data-arc=left][aria-pressed=true]').waitFor();
      return text(hand.page, 'hm-answer dl');
    },
  },
  {
    name: 'all ranges of a ship',
    most: 2,
    run: async (hand) => {
      await hand.tapAnswer('hm-answer [data-tool=survey]');
      const said = await text(hand.page, 'hm-ranges table');
      await leaveTool(hand.page);
      return said;
    },
  },
  {
    name: 'freeze what is disputed',
    most: 1,
    run: async (hand) => {
      await hand.tap(hand.page.locator('hm-answer [data-tool=freeze]'));
      await hand.page.locator('hm-evidence img').waitFor();
      const said = await text(hand.page, 'hm-evidence p');
      await closeDialog(hand.page, 'hm-evidence');
      return said;
    },
  },
  {
    name: 'try a maneuver',
    most: 3,
    run: async (hand) => {
      await hand.tapAnswer('hm-answer [data-tool=try]');
      await hand.tap(hand.page.locator('hm-move-preview [data-code="2NW"]'));
      const said = await text(hand.page, 'hm-move-preview [role=status]');
      await leaveTool(hand.page);
      return said;
    },
  },
  {
    name: 'a ship was missed',
    most: 2,
    run: async (hand) => {
      const { table } = await onPage(hand.page);
      const missed = table.ships[1]!;
      await tell(hand.page, 'hm-choose-none', {});
      await tell(hand.page, 'hm-edit', { edit: { kind: 'delete', shipId: missed.id } });
      hand.begin();
      await hand.tapMat(missed.pose);
      const fit = hand.page.locator('[data-there=ship]').first();
      await fit.waitFor();
      const said = ((await fit.textContent()) ?? '').trim();
      await hand.tap(fit);
      return said;
    },
  },
  {
    name: 'an obstacle was missed',
    most: 2,
    run: async (hand) => {
      const { table } = await onPage(hand.page);
      const [missed] = table.obstacles.filter(({ token }) => token);
      await tell(hand.page, 'hm-edit', { edit: { kind: 'obstacle', obstacleId: missed!.id, placed: undefined } });
      hand.begin();
      await hand.tapMat(meanPoint(missed!.outline));
      const fit = hand.page.locator('[data-there=obstacle]').first();
      await fit.waitFor();
      const said = ((await fit.textContent()) ?? '').trim();
      await hand.tap(fit);
      return said;
    },
  },
  {
    name: 'a wrong mat put right by its corners',
    most: 7,
    run: async (hand) => {
      hand.begin();
      await hand.tap(hand.page.locator('hm-top-bar wa-button[slot=trigger]'));
      await hand.tap(hand.page.locator('hm-top-bar wa-dropdown-item[value=corners]'));
      await mark(hand, await onPage(hand.page));
      await waitForShips(hand.page);
      return text(hand.page, 'hm-answer .ask, hm-answer .headline');
    },
  },
];

/** On a simulated table that a camera watches: a ship goes elsewhere, as far as the camera is concerned by itself. */
export const WHAT_MOVED: Task = {
  name: 'what moved, and where it goes back to',
  most: 2,
  run: async (hand) => {
    // A table that has stood still for a moment is kept; on a slow machine that takes its time.
    await hand.page.locator('hm-answer [data-tool=check]').dispatchEvent('click');
    await hand.page.locator('hm-what-moved .slider').waitFor();
    await leaveTool(hand.page);
    await hand.page.locator('hm-answer [data-tool=check]').waitFor({ state: 'attached' });
    const { ships } = (await onPage(hand.page)).table;
    await hand.page.locator('hm-source-bar wa-button', { hasText: 'Fly a ship' }).dispatchEvent('click');
    await untilElsewhere(hand.page, ships);
    hand.begin();
    await hand.tapAnswer('hm-answer [data-tool=check]');
    const moved = await text(hand.page, 'hm-what-moved [data-ship]');
    await hand.tap(hand.page.locator('hm-what-moved [data-ship] .do').first());
    await hand.page.locator('hm-what-moved .guide').waitFor();
    await leaveTool(hand.page);
    return moved;
  },
};

/** On the same: in a photo no ship can be pushed. */
export const PROVE: Task = {
  name: 'prove it between two ships',
  most: 6,
  run: async (hand) => {
    hand.begin();
    await hand.tap(hand.page.locator('hm-top-bar wa-button[slot=trigger]'));
    await hand.tap(hand.page.locator('hm-top-bar wa-dropdown-item[value=prove]'));
    const { ships } = (await onPage(hand.page)).table;
    for (const { pose } of ships.slice(0, 2)) await hand.tapMat(pose);
    await hand.tap(hand.page.locator('hm-prove [data-piece="straight 5"]'));
    const said = await text(hand.page, 'hm-prove .big');
    await hand.tap(hand.page.locator('hm-prove wa-button[variant=brand]').first());
    await leaveTool(hand.page);
    return said;
  },
};

/** A picture in which no mat is found: a person marks its corners. */
export const matNotFound = ({ corners }: UnseenBorder): Task => ({
  name: 'the mat is not found',
  most: 7,
  run: async (hand) => {
    const mend = hand.page.locator('hm-notice hm-problem wa-button');
    if (!(await mend.isVisible())) await hand.tap(hand.page.locator('hm-notice .line button'));
    await hand.tap(mend);
    for (const corner of corners) await hand.tapPixel(corner);
    await measure(hand);
    await waitForShips(hand.page);
    return text(hand.page, 'hm-answer .ask');
  },
});

const cornersOf = ({ widthMm, depthMm }: OnPage['table']) => [
  { x: 0, y: 0 },
  { x: widthMm, y: 0 },
  { x: widthMm, y: depthMm },
  { x: 0, y: depthMm },
];

/** Marks four corners and measures. */
async function mark(hand: Hand, seen: OnPage): Promise<void> {
  for (const corner of cornersOf(seen.table)) await hand.tapMat(corner, seen.camera);
  await measure(hand);
}

async function measure(hand: Hand): Promise<void> {
  await hand.tap(hand.page.locator('hm-corners wa-button[variant=brand]'));
  await hand.page.locator('hm-corners').waitFor({ state: 'detached' });
}

/** Until the camera has seen that a ship stands elsewhere. */
async function untilElsewhere(page: Page, before: readonly Ship[]): Promise<void> {
  for (;;) {
    const { ships } = (await onPage(page)).table;
    if (ships.some(({ id, pose }) => before.some((old) => old.id === id && distanceMm(old.pose, pose) > ELSEWHERE_MM))) return;
    await page.waitForTimeout(500);
  }
}

async function text(page: Page, selector: string): Promise<string> {
  const found = page.locator(selector).first();
  await found.waitFor();
  return ((await found.textContent()) ?? '').replaceAll(/\s+/g, ' ').trim();
}

const leaveTool = (page: Page) => tell(page, 'hm-tool', { tool: undefined });

async function closeDialog(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator(name).waitFor({ state: 'detached' });
}
