import { equal, ok, until } from './app-assert.js';
import { type OpenPage, openPage } from './app-open.js';

const SCENE = JSON.stringify({
  format: 'hashmark-scene',
  version: 1,
  table: { widthMm: 914, depthMm: 914 },
  ships: [{ id: 'only', base: 'medium', xMm: 300, yMm: 200, headingDeg: 0 }],
});
const SQUAD = JSON.stringify({ faction: 'rebelalliance', name: 'Rebels', pilots: [{ id: 'lukeskywalker' }] });

/** UTF-16 as shells of Windows write it. */
const utf16 = (text: string) => Uint16Array.from(`\ufeff${text}`, (letter) => letter.charCodeAt(0));

suite('files of any name and type', () => {
  let page: OpenPage;
  const open = (...files: readonly File[]) => page.tell('hm-open-files', { files });
  const shown = () =>
    page
      .known()
      .table.ships.map(({ id }) => id)
      .join();

  setup(async () => {
    localStorage.clear();
    page = await openPage();
  });
  teardown(() => page.app.remove());

  for (const [name, type, content] of [
    ['dispute.json.txt', 'text/plain', SCENE],
    ['dispute', '', SCENE],
    ['null.bin', 'application/octet-stream', SCENE],
    ['photo.jpg', 'image/jpeg', SCENE],
    ['shell.json', 'application/json', utf16(SCENE)],
  ] as const)
    test(`a scene named ${name} is opened as one`, async () => {
      open(new File([content], name, { type }));
      await until(() => shown() === 'only', 'the scene');
    });

  test('a squad in any file opens the page for squads, and a table beside it is opened as well', async () => {
    open(new File([SQUAD], 'FOUR.XWS'), new File([SCENE], 'table.bin'), new File([SCENE], 'other.bin'));
    const dialog = await page.one('hm-squads');
    await until(() => dialog.shadowRoot!.textContent?.includes('Luke Skywalker'), 'the squad');
    await until(() => shown() === 'only', 'the scene');
    await until(
      () =>
        page.app.shadowRoot!.textContent !== null &&
        page.all('hm-problem, hm-notice').some((one) => /1 more file/.test(one.shadowRoot?.textContent ?? one.textContent ?? '')),
      'what was not opened',
    );
  });

  test('a squad opens its page before there is a table', async () => {
    page.app.remove();
    page = await openPage();
    page.tell('hm-open-files', { files: [] });
    const { app } = page;
    // As on the start page: nothing is open.
    (app as unknown as { page: object }).page = { ...(app as unknown as { page: object }).page, hasTable: false, isOpening: false };
    await app.updateComplete;
    ok(page.all('hm-start').length === 1, 'the start page');
    open(new File([SQUAD], 'list.txt', { type: 'text/plain' }));
    const dialog = await page.one('hm-squads');
    await until(() => dialog.shadowRoot!.textContent?.includes('Luke Skywalker'), 'the squad');
    equal(page.all('hm-start').length, 1);
  });
});
