import { setViewport } from '@web/test-runner-commands';
import encodeQR from 'qr';
import { readQr } from '../../src/app/squads/read-qr.js';
import type { PageState } from '../../src/app/state/page-state.js';
import { holdsSquad } from '../../src/game/squad/squad-text.js';
import { equal, ok, until } from './app-assert.js';
import { type OpenPage, openPage, settled } from './app-open.js';

const SCENE = JSON.stringify({
  format: 'hashmark-scene',
  version: 1,
  table: { widthMm: 914, depthMm: 914 },
  ships: [{ id: 'only', base: 'medium', xMm: 300, yMm: 200, headingDeg: 0 }],
});
const SQUAD = JSON.stringify({ faction: 'rebelalliance', name: 'Rebels', pilots: [{ id: 'lukeskywalker' }] });

/** UTF-16 as shells of Windows write it. */
const utf16 = (text: string) => Uint16Array.from(`\ufeff${text}`, (letter) => letter.charCodeAt(0));

/** A printed sheet with these codes side by side. */
async function sheetOf(...texts: readonly string[]): Promise<ImageBitmap> {
  const codes = texts.map((text) => encodeQR(text, 'raw', { border: 4, ecc: 'low' }));
  const cell = 4;
  const widths = codes.map((code) => cell * code.length);
  const canvas = new OffscreenCanvas(
    widths.reduce((sum, width) => sum + width + 60, 60),
    Math.max(0, ...widths) + 120,
  );
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  let left = 60;
  for (const code of codes) {
    for (const [y, row] of code.entries())
      for (const [x, isBlack] of row.entries()) if (isBlack) context.fillRect(left + cell * x, 60 + cell * y, cell, cell);
    left += cell * code.length + 60;
  }
  return createImageBitmap(canvas);
}

suite('codes on a printed sheet', () => {
  const LINK = 'https://example.org/?f=Rebel%20Alliance&d=v9ZsZ200Z1X1WW';

  test('of two codes the one that holds a squad is read, whichever comes first; of others the first', async () => {
    for (const sheet of [await sheetOf(LINK, SQUAD), await sheetOf(SQUAD, LINK)]) equal(await readQr(sheet, holdsSquad), SQUAD);
    equal(await readQr(await sheetOf(LINK), holdsSquad), LINK);
  });

  test('the code of a printed sheet that is a builder’s link holds a squad by its numbers', async () => {
    const link = 'https://yasb.app/?f=Rebel%20Alliance&d=v10ZhZ50Z4XWW3WWYY50X';
    equal(await readQr(await sheetOf(LINK, link), holdsSquad), link);
  });

  test('a picture without a code has none', async () => {
    equal(await readQr(await sheetOf(), holdsSquad), undefined);
  });
});

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

  test('a ship that is being corrected is one of the table that is shown: with another table its editor is closed', async () => {
    const outlineMm = [
      [500, 500],
      [560, 500],
      [530, 560],
    ];
    const rock = { id: 'rock', kind: 'asteroid', outlineMm };
    const scene = (xMm: number) => {
      const { ships, ...rest } = JSON.parse(SCENE);
      return JSON.stringify({ ...rest, ships: [{ ...ships[0], xMm }], obstacles: [rock] });
    };
    const pencils = () => page.all('[aria-expanded]').filter(({ title }) => title === 'Correct');
    open(new File([scene(300)], 'one.json'));
    await until(() => shown() === 'only' && pencils().length === 2, 'the scene');
    for (const pencil of pencils()) pencil.click();
    await until(() => page.all('hm-ship-editor').length === 1 && page.all('.editor').length === 1, 'both editors');
    open(new File([scene(400)], 'other.json'));
    await until(() => page.known().table.ships[0]!.pose.x === 400, 'the other scene');
    await settled();
    equal([page.all('hm-ship-editor').length, page.all('.editor').length], [0, 0]);
  });

  test('a scene has no picture: its map fills the picture’s place, on a phone held across too', async () => {
    open(new File([SCENE], 'scene.json'));
    await until(() => shown() === 'only', 'the scene');
    for (const [width, height] of [
      [844, 390],
      [1280, 800],
    ] as const) {
      await setViewport({ width, height });
      await settled();
      const map = page.all('hm-map')[0]!.getBoundingClientRect();
      ok(map.width > 0.4 * width && map.height > 0.6 * height, `${width} × ${height}: a map of ${map.width} × ${map.height}`);
    }
  });

  // The test's server gives JSON as a module.
  const example = async (name: string) => {
    const text = await (await fetch(new URL(`../../docs/formats/examples/${name}.json`, import.meta.url))).text();
    return text.replace(/^export default /, '').replace(/;\s*$/, '');
  };
  const pageState = () => (page.app as unknown as { page: PageState }).page;

  for (const [name, type] of [
    ['dispute.json.txt', 'text/plain'],
    ['dispute', ''],
    ['null.bin', 'application/octet-stream'],
    ['dispute.jpg', 'image/jpeg'],
  ] as const)
    test(`evidence, a setup and a recording named ${name} are opened as such`, async () => {
      const setup = JSON.parse(await example('setup'));
      open(new File([JSON.stringify(setup)], name, { type }));
      await until(() => pageState().setup?.mat, 'the setup');
      equal(Math.round(pageState().setup!.mat!.widthMm), Math.round(setup.mat.widthMm));
      open(new File([await example('evidence')], name, { type }));
      await until(() => pageState().frozen, 'the evidence');
      equal(pageState().frozen!.kind, JSON.parse(await example('evidence')).kind);
      const recording = await (await fetch(new URL('../corpus/recordings/two-documents-at-once.jsonl', import.meta.url))).text();
      open(new File([utf16(recording)], name, { type }));
      await until(() => document.querySelector('hm-recording'), 'the recording');
      document.querySelector('hm-recording')!.remove();
    });

  for (const [name, type] of [
    ['match.json.txt', 'text/plain'],
    ['null.bin', 'application/octet-stream'],
  ] as const)
    test(`the log of a match named ${name} is opened on its table; one that is cut off is refused, and the page stays`, async () => {
      const log = await example('match');
      const before = shown();
      open(new File([log.slice(0, -40)], name, { type }));
      await until(() => page.all('[data-code=match-unreadable]')[0], 'what is wrong');
      equal([shown(), page.all('hm-game').length], [before, 0]);
      open(new File([utf16(log)], name, { type }));
      await page.one('hm-game');
      await until(() => page.all('hm-game')[0]!.shadowRoot!.querySelector('h1')?.textContent?.includes('Round'), 'the match');
      ok(shown() !== before && shown() !== '', shown());
    });

  test('a stream of a network camera that was saved, whatever type it was given, shows its last whole picture and says so', async () => {
    const stream = await (await fetch(new URL('../corpus/pictures/stream-of-a-network-camera.bin', import.meta.url))).blob();
    open(new File([stream], 'stream', { type: 'video/x-motion-jpeg' }));
    await until(() => pageState().source?.isFrame, 'the picture');
    equal(pageState().sourceProblem?.code, 'photo-last-of-several');
  });

  const photo = async (name: string, shade: string) => {
    const canvas = new OffscreenCanvas(64, 48);
    const context = canvas.getContext('2d')!;
    context.fillStyle = shade;
    context.fillRect(0, 0, 64, 48);
    return new File([await canvas.convertToBlob({ type: 'image/png' })], name);
  };

  test('several photos are measured together, the first is shown; one without a place beside it, or that cannot be opened, is spoken of', async () => {
    page.tell('hm-menu', { action: 'home' });
    const asked: string[][] = [];
    const measured = page.vision.measurePhotos;
    const said = () => page.all('hm-notice')[0]?.shadowRoot?.textContent ?? '';
    const nameOf = (id: string) => id.split('.png')[0]!;
    page.vision.measurePhotos = async (photos, ...rest) => {
      asked.push(photos.map(({ id }) => nameOf(id)));
      await until(() => said().includes('Measuring 2 photos'), 'what is waited for');
      return { ...(await measured(photos, ...rest)), apart: [photos[1]!.id] };
    };
    open(await photo('whole.png', '#345'), await photo('close.png', '#543'));
    await until(() => pageState().sourceProblem?.code === 'photos-apart', 'what has no place');
    equal([pageState().source?.title, asked], ['whole.png', [['whole', 'close']]]);
    const broken = new File([(await (await photo('cut.png', '#777')).arrayBuffer()).slice(0, 60)], 'cut.png');
    page.vision.measurePhotos = async (photos, ...rest) => ({ ...(await measured(photos, ...rest)), haveMoved: true });
    open(await photo('left.png', '#357'), await photo('right.png', '#753'));
    await until(() => pageState().sourceProblem?.code === 'photos-moved', 'what has moved');
    page.vision.measurePhotos = async (photos, ...rest) => {
      asked.push(photos.map(({ id }) => nameOf(id)));
      return measured(photos, ...rest);
    };
    open(await photo('near.png', '#456'), broken, await photo('far.png', '#654'));
    await until(() => asked.length > 1, 'the others');
    const called = new File(['no picture'], 'called.jpg', { type: 'image/jpeg' });
    equal([asked[1], pageState().sourceProblem?.code], [['whole', 'close', 'left', 'right', 'near', 'far'], 'photo-cut-off']);
    page.tell('hm-edit', { edit: { kind: 'name', shipId: pageState().known.table.ships[0]!.id, name: 'Red Five' } });
    open(called);
    await until(() => pageState().sourceProblem?.code === 'photo-unreadable', 'that it is no picture');
    page.tell('hm-menu', { action: 'home' });
    await until(() => page.all('hm-leave').length > 0, 'the question about the name');
    page.tell('hm-leave', { choice: 'leave' });
    open(called, await photo('one.png', '#444'), await photo('two.png', '#445'));
    await until(() => asked.length > 2, 'those that can be opened');
    equal([asked[2], pageState().source?.title, pageState().sourceProblem?.code], [['one', 'two'], 'one.png', 'photo-unreadable']);
  });

  test('on a phone a remark about photos is one line over the picture, which a tap opens', async () => {
    await setViewport({ width: 390, height: 844 });
    try {
      const measured = page.vision.measurePhotos.bind(page.vision);
      page.vision.measurePhotos = async (photos, ...rest) => ({ ...(await measured(photos, ...rest)), areElsewhere: true });
      open(await photo('left.png', '#357'), await photo('right.png', '#753'));
      await until(() => pageState().sourceProblem?.code === 'photos-elsewhere', 'the remark');
      const notice = await until(() => page.all('hm-notice').find((one) => one.shadowRoot!.querySelector('.line')), 'its line');
      const heights = () => ['.line', 'hm-problem'].map((part) => notice.shadowRoot!.querySelector<HTMLElement>(part)!.offsetHeight);
      await until(() => heights()[0]! > 40 && heights()[1] === 0, 'the line alone');
      notice.shadowRoot!.querySelector<HTMLElement>('.line button')!.click();
      await until(() => heights()[1]! > 0, 'all of it');
      notice.shadowRoot!.querySelector<HTMLElement>('hm-problem wa-button')!.click();
      await until(() => pageState().sourceProblem === undefined, 'that it is dismissed');
    } finally {
      await setViewport({ width: 1280, height: 800 });
    }
  });

  test('while photos are measured a screen reader hears it from one place', async () => {
    page.vision.measurePhotos = () => new Promise(() => {});
    open(await photo('left.png', '#357'), await photo('right.png', '#753'));
    const statuses = () => page.all('[role=status]').filter(({ textContent }) => /^\s*Comparing with/.test(textContent ?? '')).length;
    const shown = () => page.all('hm-notice')[0]?.shadowRoot?.textContent?.includes('Comparing with');
    await until(() => shown() && statuses() > 0, 'the wait');
    equal(statuses(), 1);
  });

  test('a photo that is opened after another is measured with it, and the names that were given stay; it is another table’s where it has no place beside it', async () => {
    page.tell('hm-menu', { action: 'home' });
    const asked: (readonly [number, number])[] = [];
    const measured = page.vision.measurePhotos;
    let apart = false;
    page.vision.measurePhotos = async (photos, shown, ...rest) => {
      asked.push([photos.length, shown]);
      return { ...(await measured(photos, shown, ...rest)), apart: apart ? photos.slice(0, -1).map(({ id }) => id) : [] };
    };
    const firstShip = () => pageState().known.table.ships[0];
    open(await photo('table.png', '#234'));
    await until(() => firstShip() !== undefined, 'the ships of the first');
    page.tell('hm-edit', { edit: { kind: 'name', shipId: firstShip()!.id, name: 'Red Five' } });
    open(await photo('closer.png', '#432'));
    const bar = () => page.all('hm-source-bar')[0]?.shadowRoot?.textContent ?? '';
    await until(() => bar().includes('closer.png') && bar().includes('with 1 other photo'), 'with what it is measured');
    await until(() => firstShip()?.name === 'Red Five', 'the name that was given');
    equal(asked, [[2, 1]]);
    apart = true;
    open(await photo('elsewhere.png', '#243'));
    await until(() => asked.length > 1 && firstShip() !== undefined, 'the ships of the other table');
    equal([asked[1], firstShip()!.name, pageState().source?.beside, pageState().sourceProblem], [[3, 2], undefined, [], undefined]);
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

  test('a text with the link of a builder opens the page for squads with what its numbers stand for', async () => {
    open(
      new File(['My list: https://yasb.app/?f=Rebel%20Alliance&d=v10ZhZ50Z4XWW3WWY50X&sn=Two&obs='], 'list.txt', { type: 'text/plain' }),
    );
    const dialog = await page.one('hm-squads');
    await until(() => /Two.*Luke Skywalker.*Jake Farrell/s.test(dialog.shadowRoot!.textContent ?? ''), 'the squad');
  });

  test('a squad that the second of a text replaces is named, and comes back as it was assigned', async () => {
    open(new File([SCENE], 'scene.json'));
    await until(() => page.known().ships.length === 1, 'the scene');
    const squad = (name: string, id: string) => JSON.stringify({ faction: 'rebelalliance', name, pilots: [{ id }] });
    open(new File([squad('One', 'lukeskywalker')], 'a.xws'), new File([squad('Two', 'wedgeantilles')], 'b.xws'));
    const root = (await page.one('hm-squads')).shadowRoot!;
    const names = () => [...root.querySelectorAll('section h3')].map((one) => one.textContent).join();
    const base = () => root.querySelector<HTMLSelectElement>('section.owner-2 select')!;
    await until(() => names() === 'One,Two', 'both squads');
    equal(root.querySelector('.replaced'), null);
    base().value = 'only';
    base().dispatchEvent(new Event('change'));
    const text = root.querySelector('textarea')!;
    text.value = squad('Three', 'jakefarrell') + squad('Four', 'hansoloboy');
    text.dispatchEvent(new Event('input'));
    root.querySelector<HTMLElement>('[data-do=read]')!.click();
    await until(() => names() === 'Three,Four', 'the squads of the text');
    const said = [...root.querySelectorAll('.replaced')];
    equal(
      said.map((one) => one.querySelector('p')!.textContent),
      ['The earlier squad of player 1 was replaced.', 'The earlier squad of player 2 was replaced.'],
    );
    said[1]!.querySelector('button')!.click();
    await until(() => names() === 'Three,Two', 'the squad of player 2');
    equal([base().value, root.querySelectorAll('.replaced').length], ['only', 1]);
  });

  test('of squads that are opened one after the other the second is the other player’s, though both have one from before', async () => {
    const give = (name: string, id: string) =>
      open(new File([JSON.stringify({ faction: 'rebelalliance', name, pilots: [{ id }] })], `${name}.xws`));
    const root = async () => (await page.one('hm-squads')).shadowRoot!;
    const become = async (names: string) => {
      const dialog = await root();
      await until(() => [...dialog.querySelectorAll('section h3')].map((one) => one.textContent).join() === names, names);
    };
    const chosen = async () =>
      [...(await root()).querySelectorAll<HTMLInputElement>('[name=player]')].findIndex(({ checked }) => checked) + 1;
    const close = async () => {
      (await root()).querySelector<HTMLElement>('[slot=footer] wa-button')!.click();
      await until(() => page.all('hm-squads').length === 0, 'the dialog gone');
    };
    give('One', 'lukeskywalker');
    give('Two', 'wedgeantilles');
    await become('One,Two');
    await close();
    give('Three', 'jakefarrell');
    await become('Three,Two');
    equal(await chosen(), 2);
    await close();
    give('Four', 'hansoloboy');
    await become('Three,Four');
    give('Five', 'jakefarrell');
    await become('Five,Four');
    await close();
    give('Six', 'hansoloboy');
    await become('Five,Six');
    give('Seven', 'hansoloboy');
    await become('Seven,Six');
    await close();
    // In the game after that a person says whose it is.
    page.tell('hm-menu', { action: 'squads' });
    (await root()).querySelectorAll<HTMLInputElement>('[name=player]')[1]!.click();
    give('Eight', 'jakefarrell');
    await become('Seven,Eight');
  });

  test('a squad that was removed comes back as it was assigned, or makes way for the next one', async () => {
    open(new File([SCENE], 'scene.json'));
    await until(() => page.known().ships.length === 1, 'the scene');
    const squad = (name: string, id: string) =>
      new File([JSON.stringify({ faction: 'rebelalliance', name, pilots: [{ id }] })], `${id}.xws`);
    open(squad('One', 'lukeskywalker'), squad('Two', 'wedgeantilles'));
    const root = (await page.one('hm-squads')).shadowRoot!;
    const names = () => [...root.querySelectorAll('section h3')].map((one) => one.textContent).join();
    await until(() => names() === 'One,Two', 'both squads');
    // In its first frame the dialog takes the focus.
    await settled();
    const base = () => root.querySelector<HTMLSelectElement>('section.owner-2 select')!;
    base().value = 'only';
    base().dispatchEvent(new Event('change'));
    const remove = () => root.querySelector<HTMLElement>('section.owner-2 .acts button:last-child')!.click();
    remove();
    const back = await until(() => root.querySelector<HTMLElement>('.replaced button') ?? undefined, 'the way back');
    equal(root.querySelector('.replaced p')!.textContent, 'The squad of player 2 was removed.');
    await until(() => root.activeElement === back, 'the focus on it');
    back.click();
    await until(() => names() === 'One,Two' && base().value === 'only', 'the squad, as it was assigned');
    remove();
    await until(() => names() === 'One', 'one squad');
    open(squad('Three', 'jakefarrell'));
    await until(() => names() === 'One,Three', 'the next squad in its place');
  });

  test('a squad that is opened while another is shown is read too, bases that are seen later are proposed, and each is one ship', async () => {
    const ships = [200, 700].map((yMm) => ({ id: yMm < 400 ? 'near' : 'far', base: 'small', xMm: 300, yMm, headingDeg: 0 }));
    const give = (name: string, id: string) =>
      open(new File([JSON.stringify({ faction: 'rebelalliance', name, pilots: [{ id }] })], `${name}.xws`));
    give('One', 'lukeskywalker');
    let root = (await page.one('hm-squads')).shadowRoot!;
    const bases = () =>
      [...root.querySelectorAll('section')].map((one) => `${one.querySelector('h3')!.textContent} ${one.querySelector('select')!.value}`);
    const pick = (player: number, id: string) => {
      const base = root.querySelector<HTMLSelectElement>(`section.owner-${player} select`)!;
      base.value = id;
      base.dispatchEvent(new Event('change'));
    };
    const become = (...wanted: readonly string[]) => until(() => bases().join() === wanted.join(), wanted.join());
    const use = async () => {
      root.querySelector<HTMLElement>('[slot=footer] wa-button[variant=brand]')!.click();
      await until(() => page.all('hm-squads').length === 0, 'the dialog gone');
      return page.known().table.ships.map(({ id, name }) => `${id} ${name}`);
    };
    await become('One ship-1');
    open(new File([JSON.stringify({ ...JSON.parse(SCENE), ships })], 'scene.json'));
    await become('One near');
    pick(1, 'far');
    await become('One far');
    give('Two', 'wedgeantilles');
    await become('One far', 'Two ');
    pick(2, 'near');
    await become('One far', 'Two near');
    give('Three', 'jakefarrell');
    await become('One far', 'Three ');
    pick(1, 'near');
    await become('One near', 'Three ');
    root.querySelector<HTMLElement>('.replaced button')!.click();
    await become('One near', 'Two ');
    equal(await use(), ['near Luke Skywalker', 'far undefined']);
    page.tell('hm-menu', { action: 'squads' });
    root = (await page.one('hm-squads')).shadowRoot!;
    await become('One near', 'Two ');
    pick(1, 'far');
    await become('One far', 'Two ');
    equal(await use(), ['near undefined', 'far Luke Skywalker']);
  });

  test('beside a scene what is wrong with another file moves no answer to another column', async () => {
    open(new File([SCENE], 'scene.json'));
    await until(() => page.known().ships.length === 1, 'the scene');
    const column = () => page.all('hm-answer')[0]!.parentElement!.className;
    const before = column();
    open(new File(['no picture'], 'called.jpg', { type: 'image/jpeg' }));
    await until(() => page.all('hm-problem')[0], 'what is wrong');
    equal(column(), before);
  });

  test('a squad that was read comes into sight on a phone', async () => {
    await setViewport({ width: 390, height: 560 });
    try {
      page.tell('hm-menu', { action: 'squads' });
      const inDialog = <T extends HTMLElement>(selector: string) =>
        until(() => page.all('hm-squads')[0]?.shadowRoot?.querySelector<T>(selector) ?? undefined, selector);
      const text = await inDialog<HTMLTextAreaElement>('textarea');
      await until(() => text.getBoundingClientRect().height > 0, 'the dialog');
      text.value = SQUAD;
      text.dispatchEvent(new Event('input'));
      (await inDialog('[data-do=read]')).click();
      const [name, footer] = [await inDialog('section h3'), await inDialog('[slot=footer]')];
      await until(
        () => name.getBoundingClientRect().bottom <= footer.getBoundingClientRect().top,
        'the name of the squad above the buttons',
      );
      const { scrollHeight, clientHeight } = page
        .all('hm-squads')[0]!
        .shadowRoot!.querySelector('wa-dialog')!
        .shadowRoot!.querySelector('dialog')!;
      ok(scrollHeight <= clientHeight, `only what is between title and buttons is scrolled: ${scrollHeight} px in ${clientHeight} px`);
      const base = await inDialog<HTMLSelectElement>('section select');
      const last = [...base.options].at(-1)!.value;
      base.value = last;
      base.dispatchEvent(new Event('change'));
      (await inDialog('[slot=footer] wa-button')).click();
      await until(() => page.all('hm-squads').length === 0, 'the dialog gone');
      page.tell('hm-menu', { action: 'squads' });
      await until(
        () => page.all('hm-squads')[0]?.shadowRoot?.querySelector<HTMLSelectElement>('section select')?.value === last,
        'the base that was picked',
      );
    } finally {
      await setViewport({ width: 1280, height: 800 });
    }
  });

  for (const [name, head] of [
    ['00001.MTS', `\0\0\0\0${`\x47${'\0'.repeat(191)}`.repeat(4)}`],
    ['a.mkv', '\x1aE\xdf\xa3'],
    ['VID-20260101-WA0001', '\0\0\0\x18ftyp3gp5'],
  ] as const)
    test(`a video named ${name}, of no type, is tried as one: where the browser cannot play it, the words are about a video`, async () => {
      open(new File([Uint8Array.from(head, (letter) => letter.charCodeAt(0)), new Uint8Array(2000)], name));
      const said = await until(() => page.all('hm-problem')[0], 'the words');
      await until(
        () => said.shadowRoot!.querySelector('[data-code=video-unreadable]') ?? page.all('[data-code=video-unreadable]')[0],
        'that it is a video',
      );
    });

  test('HEIC of an iPhone, of any name and no type, is said to be that', async () => {
    open(
      new File([Uint8Array.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', (letter) => letter.charCodeAt(0)), new Uint8Array(500)], 'IMG_1.jpg'),
    );
    await until(() => page.all('[data-code=photo-heic]')[0], 'that it is HEIC');
  });

  test('a folder, or a file that the browser does not get at, is said to be one', async () => {
    const gone = new File([SCENE], 'folder');
    gone.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) }) as unknown as Blob;
    open(gone);
    await until(() => page.all('hm-problem').some((one) => /folder cannot be read/.test(one.shadowRoot!.textContent ?? '')), 'the words');
    // The table that is shown stays.
    ok(page.known().table.ships.length > 1, shown());
  });

  test('an empty file is said to be empty, and nothing is left for it', async () => {
    page.tell('hm-edit', { edit: { kind: 'name', shipId: page.known().table.ships[0]!.id, name: 'Luke' } });
    open(new File([], 'scene.json'));
    const said = () => page.all('hm-problem, hm-leave').map((one) => `${one.localName} ${one.shadowRoot!.textContent}`);
    await until(() => said().some((one) => /^hm-problem.*scene\.json is empty\./s.test(one)), 'the words');
    equal(said().length, 1);
    page.tell('hm-menu', { action: 'squads' });
    const root = (await page.one('hm-squads')).shadowRoot!;
    const input = await until(() => root.querySelector<HTMLInputElement>('input[type=file]') ?? undefined, 'the field');
    const files = new DataTransfer();
    files.items.add(new File([], 'code.png', { type: 'image/png' }));
    input.files = files.files;
    input.dispatchEvent(new Event('change'));
    await until(() => root.querySelector('[role=alert]')?.textContent?.includes('code.png is empty.'), 'the words in the dialog');
  });

  test('a scene that names a field twice is refused with its place, and the table that is shown stays', async () => {
    const before = shown();
    open(new File([SCENE.replace('"ships"', '"ships":[],"ships"')], 'two-answers.json', { type: 'application/json' }));
    const words = () => page.all('hm-problem').map((one) => one.shadowRoot!.textContent ?? '');
    await until(() => words().some((text) => /two-answers\.json.*ships: got this field twice/s.test(text)), 'the words');
    equal(shown(), before);
  });

  /** As on the start page: nothing is open. */
  async function startPage(): Promise<void> {
    page.app.remove();
    page = await openPage();
    page.tell('hm-open-files', { files: [] });
    const { app } = page;
    (app as unknown as { page: object }).page = { ...(app as unknown as { page: object }).page, hasTable: false, isOpening: false };
    await app.updateComplete;
    ok(page.all('hm-start').length === 1, 'the start page');
  }

  test('a file that cannot be opened before there is a table is said to be none, without a word about a table', async () => {
    await startPage();
    open(new File(['{"format":"hashmark-scene"'], 'cut.json'));
    const words = () => page.all('hm-problem').map((one) => one.shadowRoot!.textContent ?? '');
    await until(() => words().some((text) => text.includes('Expected a scene')), 'the words');
    ok(!words().some((text) => text.includes('table on the page')), words().join());
  });

  test('a squad opens its page before there is a table', async () => {
    await startPage();
    open(new File([SQUAD], 'list.txt', { type: 'text/plain' }));
    const dialog = await page.one('hm-squads');
    await until(() => dialog.shadowRoot!.textContent?.includes('Luke Skywalker'), 'the squad');
    equal(page.all('hm-start').length, 1);
  });
});
