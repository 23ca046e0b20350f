import type { HmApp } from '../../src/app/player/hm-app.js';
import type { GameState } from '../../src/game/model/game-state.js';
import type { SceneFile } from '../../src/table/documents/scene-file.js';
import { until } from './app-assert.js';
import { FakeVision, fakeStart } from './app-fakes.js';
import { allIn, newApp } from './app-open.js';

/** The page under test. */
export let app: HmApp;

/** Everything in the page, through all shadow trees. */
export const all = (selector: string, root: ParentNode = app.renderRoot) => allIn(root, selector);
export const one = (selector: string) => until(() => all(selector)[0], selector);
export const words = (element: Element | undefined) => element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
/** Buttons of the match; the page behind it is hidden. */
export const buttons = () => all('button', all('hm-game')[0]?.shadowRoot ?? app.renderRoot);
export const button = (text: string) => until(() => buttons().find((element) => words(element).startsWith(text)), `the button “${text}”`);
export const press = async (...texts: readonly string[]) => {
  for (const text of texts) (await button(text)).click();
};
export const tell = (name: string, detail: unknown) => app.dispatchEvent(new CustomEvent(name, { detail }));
export const game = () => (all('hm-game')[0] as (HTMLElement & { now?: { state?: GameState } }) | undefined)?.now?.state;
export const ship = (id: string) => game()!.ships.find((each) => each.id === id)!;

export async function start(): Promise<void> {
  app = newApp(fakeStart(new FakeVision(1)).start);
  await app.updateComplete;
}

export const base = (id: string, xMm: number, yMm: number, headingDeg: number, owner: 1 | 2, initiative: number) =>
  ({ id, base: 'small', xMm, yMm, headingDeg, owner, initiative, arcs: ['front'] }) as const;
/** Two ships that look at each other at range 2; `ship-1` shoots first. */
export const DUEL = [base('ship-1', 450, 200, 0, 1, 5), base('ship-2', 450, 390, 180, 2, 2)];

/** Opens a scene, and the page where a match on it is set up. */
export async function openMatch(ships: SceneFile['ships'] = DUEL): Promise<void> {
  const scene = { format: 'hashmark-scene', version: 1, table: { widthMm: 914.4, depthMm: 914.4 }, ships };
  tell('hm-open-files', { files: [new File([JSON.stringify(scene)], 'scene.json')] });
  await one('li .choose');
  tell('hm-menu', { action: 'game' });
}

/** Opens a scene and begins a match on it; `kind` is what the first ship is. */
export async function begin(ships: SceneFile['ships'] = DUEL, how = 'Begin the match', kind?: string): Promise<void> {
  await openMatch(ships);
  if (kind) {
    const select = (await one('[data-ship=ship-1] [data-field=kind]')) as HTMLSelectElement;
    select.value = [...select.options].find(({ text }) => text === kind)!.value;
    select.dispatchEvent(new Event('change'));
  }
  await press(how);
  await until(() => game(), 'the match');
}

/** Says which white maneuver, such as 2FW, the dial of the ship shows that activates, and places it. */
export async function fly(code: string): Promise<void> {
  all('.colors button')
    .find((each) => words(each) === 'white')
    ?.click();
  (await one(`[data-code="${code}"]`)).click();
  await press('Place it by the rules');
}

/** One round, in which the ships stay where they are, up to the Engagement Phase: what their dials show is said when they activate. */
export async function stayPut(): Promise<void> {
  await press('End the planning phase');
  for (let i = 0; i < game()!.ships.length; i++) {
    const { ship: id } = await until(() => game()!.activation, 'the next ship');
    await fly('0OW');
    await until(() => game()!.activation?.step === 'action', `the action of ${id}`);
    await press('End the activation of');
  }
}

/** Taps results into the dice that are due, and enters them. */
export async function tapDice(...faces: readonly string[]): Promise<void> {
  for (const face of faces) {
    (await one(`[data-face=${face}]`)).click();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await press('Enter');
}

/** A circle on the map of the match. */
const onMap = (id: string) =>
  until(
    () => all(`circle[data-ship=${id}]`).find((each) => each.closest('svg')?.getAttribute('aria-label') === 'Table of the match'),
    `${id} on the map`,
  );
export const tap = async (id: string) => (await onMap(id)).dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));

/** Says something in a field, as a person would. */
export async function fill(selector: string, value: string): Promise<void> {
  const field = (await one(selector)) as HTMLInputElement | HTMLSelectElement;
  field.value =
    field instanceof HTMLSelectElement
      ? ([...field.options].find((each) => each.value === value || each.text === value)?.value ?? value)
      : value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Opens what is folded, by the beginning of its summary. */
export async function unfold(text: string): Promise<void> {
  (await until(() => all('summary').find((each) => words(each).startsWith(text)), `the summary “${text}”`)).click();
  await new Promise((resolve) => setTimeout(resolve, 20));
}
