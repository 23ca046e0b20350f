import { setViewport } from '@web/test-runner-commands';
import type { HmTopBar } from '../../src/app/dialogs/hm-top-bar.js';
import type { Pose } from '../../src/geometry/pose.js';
import { demoTable } from '../../src/sim/demo-table.js';
import { equal, ok, until } from './app-assert.js';
import { blankPhoto, FakeVision, fakeStart, trueMeasurement } from './app-fakes.js';
import { allIn, newApp, type OpenPage, openPage, settled } from './app-open.js';

let page: OpenPage;

/** A camera that gives the bases of a table in this order; `moved`: those that stand elsewhere by now. */
function visionOf(order: (bases: number) => readonly number[], moved: Readonly<Record<number, Partial<Pose>>> = {}): FakeVision {
  const vision = new FakeVision(1);
  vision.answer = (capturedAtMs) => {
    const { bases: all, ...rest } = trueMeasurement(demoTable(1), capturedAtMs);
    const bases = order(all.length).map((place) => ({ ...all[place]!, pose: { ...all[place]!.pose, ...moved[place] } }));
    return { ok: true, measurement: { ...rest, bases } };
  };
  return vision;
}

/** Two small ships, elsewhere. */
const MOVED = { 0: { x: 100, y: 450 }, 4: { x: 180, y: 450 } };

const inOrder = (count: number) => [...Array(count).keys()];
const backwards = (count: number) => inOrder(count).reverse();

const game = () => page.all('hm-game')[0] as HTMLElement & { now: { isOnTable: boolean; state?: { table: Placed } } };
interface Placed {
  readonly ships: readonly { readonly id: string; readonly pose: Pose }[];
}
const placesOf = ({ ships }: Placed) =>
  Object.fromEntries(
    ships.map(({ id, pose }) => [id, [Math.round(pose.x), Math.round(pose.y)]] as const).sort(([a], [b]) => a.localeCompare(b)),
  );
const pressed = async (words: string) => {
  const found = () =>
    page
      .all('hm-game button')
      .concat(page.all('button'))
      .find((one) => one.textContent?.trim().startsWith(words));
  (await until(found, words)).click();
  await settled();
};

/** A match is begun on the table that is in view and kept, and the page is opened again, before another camera. */
async function comeBack(vision: FakeVision, playOn = async () => {}): Promise<ReturnType<typeof placesOf>> {
  page = await openPage(visionOf(inOrder));
  page.tell('hm-menu', { action: 'game' });
  await page.one('hm-game-setup');
  await pressed('Begin the match');
  const places = placesOf((await until(() => game().now.state, 'the match')).table);
  await playOn();
  dispatchEvent(new Event('pagehide'));
  page.app.remove();
  sessionStorage.clear();
  page = await openPage(vision);
  return places;
}

suite('a log that is dropped on a match', () => {
  teardown(() => page.app.remove());

  test('is looked at on its own table, which is held back from a stream, and left for the match as it was', async () => {
    localStorage.clear();
    const app = newApp(fakeStart(visionOf(inOrder)).start, '?publish=one#token=x');
    await app.updateComplete;
    page = {
      ...page,
      app,
      all: (selector) => allIn(app.renderRoot, selector),
      one: (selector) => until(() => page.all(selector)[0], selector),
    };
    page = { ...page, tell: (name, detail) => app.dispatchEvent(new CustomEvent(name, { detail })) };
    page.tell('hm-open-files', { files: [await blankPhoto(demoTable(1).camera)] });
    await page.one('li .choose');
    const isHeldBack = () => (page.all('hm-top-bar')[0] as HmTopBar).publish?.isHeldBack;
    equal(isHeldBack(), false);
    page.tell('hm-menu', { action: 'game' });
    await page.one('hm-game-setup');
    await pressed('Begin the match');
    const own = placesOf((await until(() => game().now.state, 'the match')).table);
    const text = await (await fetch(new URL('../../test-fixtures/matches/three-rounds.json', import.meta.url))).text();
    const json = text.replace(/^export default /, '').replace(/;\s*$/, '');
    page.tell('hm-open-files', { files: [new File([json], 'three-rounds.json')] });
    await page.one('hm-leave');
    page.tell('hm-leave', { choice: 'leave' });
    await until(() => placesOf(game().now.state!.table).luke, 'the log');
    ok(page.all('hm-map').length > 0 && isHeldBack(), 'held back');
    await pressed('Back to your match');
    await until(() => !placesOf(game().now.state!.table).luke, 'the match');
    await settled();
    equal([placesOf(game().now.state!.table), game().now.isOnTable, isHeldBack()], [own, true, false]);
    equal(placesOf((page.all('hm-map')[0] as HTMLElement & { known: { table: Placed } }).known.table), own);
  });
});

suite('a match that is resumed on a table that is seen', () => {
  setup(async () => {
    localStorage.clear();
    await setViewport({ width: 1280, height: 900 });
  });
  teardown(() => page.app.remove());

  test('goes on with its own ships where they stand as they stood, though they have other numbers in this tab', async () => {
    const places = await comeBack(visionOf(backwards));
    ok(JSON.stringify(placesOf(page.known().table)) !== JSON.stringify(places), 'other numbers');
    page.tell('hm-menu', { action: 'game' });
    await page.one('hm-game-setup');
    await pressed('Resume the last match');
    await until(() => game().now.isOnTable, 'its table');
    await until(() => page.known().state.camera, 'the next look');
    equal(placesOf(page.known().table), places);
    equal(page.all('hm-which-ships').length, 0);
  });

  test('knows the base of a destroyed ship that still stands on the mat, and has it taken off', async () => {
    const isGone = () => !game().now.state!.table.ships.some(({ id }) => id === 'ship-1');
    const places = await comeBack(visionOf(backwards), async () => {
      await pressed('Ships');
      (await page.one('[aria-label="Tokens of Ship 1"]')).click();
      await settled();
      for (let hits = 0; hits < 20 && !isGone(); hits++) await pressed('Suffer a hit');
      ok(isGone(), 'destroyed');
    });
    await pressed('Resume the match');
    await until(() => game()?.now.isOnTable, 'its table');
    await until(() => page.known().state.camera, 'the next look');
    equal(placesOf(page.known().table), places, 'it stands there under its own number');
    const said = () => page.all('[data-code=take-off]').map(({ textContent }) => textContent);
    equal(said(), ['Ship 1 is removed: take it off the table']);
    await pressed('End the planning phase');
    equal(said(), ['Ship 1 is removed: take it off the table'], 'also once the rules have looked at the table');
    const { 'ship-1': _, ...others } = places;
    equal(placesOf(game().now.state!.table), others);
  });

  test('is offered beside the picture, and first in the set-up, until it is put off', async () => {
    const places = await comeBack(visionOf(backwards));
    await pressed('Resume the match');
    await until(() => game()?.now.isOnTable, 'its table');
    await until(() => page.known().state.camera, 'the next look');
    equal(placesOf(page.known().table), places);
    equal(page.all('hm-kept-match').length, 0);
    page.app.remove();
    page = await openPage(visionOf(backwards));
    await pressed('Not now');
    equal(page.text('hm-kept-match'), '');
    page.tell('hm-menu', { action: 'game' });
    await page.one('hm-game-setup');
    const isFirst = (words: string) =>
      page
        .all('.do')
        .find((one) => one.textContent?.trim().startsWith(words))
        ?.classList.contains('first');
    equal([isFirst('Resume the last match'), isFirst('Begin the match')], [true, false]);
  });

  test('asks which ship is which where not all stand there, and takes a person’s word', async () => {
    const places = await comeBack(visionOf(backwards, MOVED));
    page.tell('hm-menu', { action: 'game' });
    await page.one('hm-game-setup');
    await pressed('Resume the last match');
    await page.one('.which select');
    equal(game().now.isOnTable, false);
    const seen = page.known().table.ships;
    const at = (x: number) => seen.find(({ pose }) => Math.round(pose.x) === x && Math.round(pose.y) === 450)!.id;
    const pick = async (id: string, x: number) => {
      const select = (await page.one(`.which [data-ship=${id}] select`)) as HTMLSelectElement;
      select.value = at(x);
      select.dispatchEvent(new Event('change'));
      await settled();
    };
    const selects = page.all('.which select') as HTMLSelectElement[];
    const open = selects.filter(({ value }) => value === '');
    equal(open.length, 2, 'those that moved');
    await pick('ship-1', 180);
    await pick('ship-5', 180);
    equal((page.all('.which [data-ship=ship-1] select')[0] as HTMLSelectElement).value, '', 'a base is one ship');
    await pick('ship-1', 100);
    await pressed('These are the ships of the match');
    await until(() => game().now.isOnTable, 'its table');
    await until(() => page.known().state.camera, 'the next look');
    equal(placesOf(page.known().table), { ...places, 'ship-1': [100, 450], 'ship-5': [180, 450] });
  });

  test('asks too where it was resumed without a picture, and the first one shows the ships elsewhere', async () => {
    await comeBack(visionOf(inOrder));
    page.tell('hm-menu', { action: 'home' });
    await pressed('Resume the last match');
    await until(() => game()?.now.state, 'the match');
    equal(game().now.isOnTable, true);
    const moved = visionOf(inOrder, MOVED);
    page.vision.answer = moved.answer;
    page.tell('hm-open-files', { files: [await blankPhoto(demoTable(1).camera)] });
    await page.one('.which select');
    equal(game().now.isOnTable, false);
  });
});
