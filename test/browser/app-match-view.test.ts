import { setViewport } from '@web/test-runner-commands';
import { HmGameMap } from '../../src/app/match/board/hm-game-map.js';
import type { ArcName } from '../../src/table/table.js';
import { equal, ok, until } from './app-assert.js';
import { blankPhoto } from './app-fakes.js';
import { type OpenPage, openPage, settled } from './app-open.js';

let page: OpenPage;

const SCENE = JSON.stringify({
  ...{ format: 'hashmark-scene', version: 1, table: { widthMm: 914.4, depthMm: 914.4 } },
  ships: [
    { id: 's1', base: 'small', xMm: 300, yMm: 300, headingDeg: 0 },
    { id: 's2', base: 'small', xMm: 600, yMm: 600, headingDeg: 0 },
  ],
});

suite('a match beside the picture', () => {
  teardown(() => page.app.remove());

  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    test(`while a match is played the live picture stays in sight with its overlay, at ${width}×${height}`, async () => {
      await setViewport({ width, height });
      page = await openPage();
      page.tell('hm-menu', { action: 'game' });
      await page.one('hm-game-setup');
      await settled();
      const stage = await until(() => page.all('hm-game hm-stage')[0], 'the picture');
      const box = stage.getBoundingClientRect();
      ok(box.width > 200 && box.height > 100 && box.top >= 0 && box.bottom < height, JSON.stringify(box));
      await until(() => stage.shadowRoot!.querySelectorAll('.base').length === page.known().ships.length, 'the ships in it');
      const isUpright = width < height;
      const rooms = page.all('nav .do').map((tab) => {
        const words = document.createRange();
        words.selectNodeContents(tab);
        return tab.clientWidth - words.getBoundingClientRect().width;
      });
      ok(
        rooms.length === 4 && Math.max(...rooms) - Math.min(...rooms) < 2,
        `the tabs have alike room for their words: ${rooms.join(', ')} px`,
      );
      const mapBox = () => page.all('hm-game-map')[0]!.getBoundingClientRect();
      if (isUpright) {
        equal(mapBox().height, 0, 'the map is behind its tab');
        page.tell('hm-look', { look: 'map' });
        await settled();
      }
      const top = isUpright ? box.top : box.bottom;
      ok(mapBox().width > 80 && mapBox().top >= top - 1 && mapBox().bottom <= height, `the map: ${JSON.stringify(mapBox())}`);
      page.tell('hm-look', { look: 'picture' });
      page.tell('hm-menu', { action: 'game' });
      await settled();
      ok(page.all('hm-stage')[0]!.getBoundingClientRect().width > 200, 'the picture back in its place');
    });
  }

  test('what is asked stands level with the picture beside it', async () => {
    await setViewport({ width: 1280, height: 800 });
    page = await openPage();
    page.tell('hm-menu', { action: 'game' });
    (await until(() => page.all('.begin button')[0], 'the beginning')).click();
    await until(() => page.all('hm-game-turn')[0], 'the match');
    await settled();
    const top = (element: Element) => Math.round(element.getBoundingClientRect().top);
    const [first] = page.all('hm-game-turn')[0]!.shadowRoot!.querySelectorAll('.panel');
    equal(top(first!), top(page.all('.seen')[0]!));
  });

  test('what opens in the middle of a match asks first, unless it is a photo of its table; what is wrong is said in the match', async () => {
    await setViewport({ width: 390, height: 844 });
    page = await openPage();
    page.tell('hm-menu', { action: 'game' });
    (await until(() => page.all('.begin button')[0], 'the beginning')).click();
    await until(() => page.all('hm-game-turn')[0], 'the match');
    page.tell('hm-open-files', { files: [new File(['no picture'], 'called.jpg', { type: 'image/jpeg' })] });
    const notice = await until(() => page.all('hm-problem')[0], 'what is wrong');
    ok(
      notice.getBoundingClientRect().height > 30 &&
        page.all('hm-notice').every(({ parentElement }) => parentElement?.localName === 'hm-game' || !parentElement?.offsetParent),
      'seen, and once',
    );
    page.tell('hm-open-files', { files: [new File([SCENE], 'scene.json')] });
    await until(() => page.all('[role=alert] p').some((p) => p.textContent!.includes('The match stops here')), 'the question');
    page.tell('hm-leave', { choice: 'stay' });
    page.tell('hm-open-simulated');
    await until(() => page.all('hm-leave')[0], 'the question once more');
    page.tell('hm-leave', { choice: 'stay' });
    await settled();
    equal(page.all('hm-game-turn').length, 1);
    page.tell('hm-open-files', { files: [new File([SCENE], 'scene.json')] });
    await until(() => page.all('hm-leave')[0], 'the question at last');
    page.tell('hm-leave', { choice: 'leave' });
    await until(() => page.all('hm-game').length === 0 && page.known().ships.length === 2, 'the other table, without a match');
  });

  test('while a photo of the next round is compared, a match says how long that takes, and shows that it goes on', async () => {
    page = await openPage();
    page.tell('hm-menu', { action: 'game' });
    const measured = page.vision.measurePhotos;
    let end: (() => void) | undefined;
    page.vision.measurePhotos = async (...asked) => {
      await new Promise<void>((resolve) => (end = resolve));
      return measured(...asked);
    };
    page.tell('hm-open-files', { files: [await blankPhoto({ widthPx: 960, heightPx: 540 })] });
    const waiting = await until(() => page.all('hm-game hm-notice')[0]?.shadowRoot?.querySelector('.looking'), 'the wait');
    ok(/the photo before.*up to a minute/.test(waiting.querySelector('[role=status]')!.textContent!), waiting.textContent!);
    ok(waiting.querySelector('wa-progress-bar[indeterminate]')!.clientHeight > 2, 'a bar that moves');
    (await until(() => end, 'the measuring'))();
    await until(() => page.all('hm-game hm-notice').length === 0, 'its end');
  });

  test('a photo in which nothing is known of the match’s table is asked about in the match; the one before is shown again where it is of another', async () => {
    page = await openPage();
    page.tell('hm-menu', { action: 'game' });
    (await until(() => page.all('.begin button')[0], 'the beginning')).click();
    await until(() => page.all('hm-game-turn')[0], 'the match');
    const before = page.known().ships.map(({ ship }) => ship.id);
    const measured = page.vision.measurePhotos;
    page.vision.measurePhotos = async (photos, ...rest) => ({
      ...(await measured(photos, ...rest)),
      apart: photos.slice(0, -1).map(({ id }) => id),
    });
    const ask = async () => {
      page.tell('hm-open-files', { files: [await blankPhoto({ widthPx: 960, heightPx: 540 })] });
      return await until(() => page.all('[data-code=photo-apart]')[0] && page.all('hm-problem wa-button'), 'the question');
    };
    const [, other] = await ask();
    equal([page.known().ships.length, page.known().state.camera], [0, undefined], 'nothing of it counts');
    ok(/match’s table\?/.test(page.all('hm-answer')[0]!.shadowRoot!.textContent!), 'nor is anything answered');
    other!.click();
    await until(() => page.known().state.camera && page.all('hm-game hm-notice').length === 0, 'the photo before');
    equal(
      page.known().ships.map(({ ship }) => ship.id),
      before,
    );
    const [same] = await ask();
    same!.click();
    await until(() => page.known().state.camera && page.all('hm-game hm-notice').length === 0, 'the other photo');
    equal(
      page.known().ships.map(({ ship }) => ship.id),
      before,
    );
  });

  test('the map of a match draws the arc of the weapon that is chosen, and no other', async () => {
    await setViewport({ width: 1280, height: 800 });
    page = await openPage();
    const { table } = page.known();
    const arcs: ArcName[] = ['front', 'rear', 'bullseye'];
    const map = new HmGameMap();
    map.table = { ...table, ships: table.ships.map((ship) => ({ ...ship, arcs })) };
    map.chosen = [table.ships[0]!.id];
    map.style.width = '400px';
    document.body.append(map);
    const areas = async (chosen: readonly ArcName[] | undefined) => {
      map.arcs = chosen;
      await map.updateComplete;
      await settled();
      return [map.renderRoot.querySelectorAll('.arc-area').length, map.renderRoot.querySelectorAll('.bullseye').length];
    };
    equal(
      [await areas(undefined), await areas(['rear']), await areas(['bullseye'])],
      [
        [2, 2],
        [1, 0],
        [0, 2],
      ],
    );
    map.remove();
  });
});
