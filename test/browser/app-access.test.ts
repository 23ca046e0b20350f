import { sendKeys, setViewport } from '@web/test-runner-commands';
import { HmStart } from '../../src/app/dialogs/hm-start.js';
import { speak } from '../../src/app/locales/language.js';
import { said } from '../said.js';
import { equal, ok, until } from './app-assert.js';
import { FakeVision } from './app-fakes.js';
import { allIn, type OpenPage, openPage, settled } from './app-open.js';

let page: OpenPage;
const words = (selector: string) => page.all(selector).map((element) => element.textContent!.replace(/\s+/g, ' ').trim());

/** What has the focus, through all shadow trees. */
function focused(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

/** Goes on with Tab until something has the focus. */
async function tabTo(is: (element: Element) => boolean, what: string): Promise<void> {
  for (let i = 0; i < 90; i++) {
    const element = focused();
    if (element && is(element)) return;
    await sendKeys({ press: 'Tab' });
  }
  throw new Error(`${what} is not reached by Tab`);
}

suite('for everybody', () => {
  teardown(async () => {
    document.documentElement.style.fontSize = '';
    page.app.remove();
    for (const style of document.head.querySelectorAll('link')) style.remove();
    await speak('en');
  });

  test('by keyboard alone two ships are asked about, their odds read, a tool opened and left', async () => {
    await setViewport({ width: 1280, height: 800 });
    page = await openPage();
    await tabTo((element) => element.getAttribute('data-ship') === 'ship-1', 'the first ship');
    await sendKeys({ press: 'Enter' });
    await tabTo((element) => element.getAttribute('data-ship') === 'ship-2', 'the second ship');
    await sendKeys({ press: 'Enter' });
    await page.one('.headline');
    (document.activeElement as HTMLElement | null)?.blur();
    await tabTo((element) => element.getAttribute('data-tool') === 'survey', 'all ranges');
    await sendKeys({ press: 'Enter' });
    await page.one('table.ships');
    const spoken = () => page.all('hm-tools')[0]?.shadowRoot?.querySelector('[role=status].visually-hidden')?.textContent ?? '';
    await until(() => /^All ranges of Ship 1\. Ship \d+, .*[Rr]ange/.test(spoken()), 'what is said of all ranges');
    const hasFocus = (tool: string) => until(() => focused()?.getAttribute('data-tool') === tool, `the focus on ${tool}`);
    await hasFocus('survey');
    await sendKeys({ press: 'Escape' });
    await until(() => page.all('table.ships').length === 0, 'the tool to be gone');
    await hasFocus('survey');
    await sendKeys({ press: 'Enter' });
    await tabTo((element) => element.getAttribute('aria-label') === 'Back to the answer', 'the end of the tool');
    await sendKeys({ press: 'Enter' });
    await hasFocus('survey');
    page.all('[aria-label="Deselect both ships"]')[0]!.focus();
    await sendKeys({ press: 'Enter' });
    await hasFocus('ruler');
  });

  test('by keyboard alone a match begins and goes on: the focus comes to what is asked next', async () => {
    await setViewport({ width: 1280, height: 800 });
    page = await openPage();
    page.tell('hm-menu', { action: 'game' });
    const begin = await until(() => page.all('.begin button')[0], 'the beginning');
    begin.focus();
    await sendKeys({ press: 'Enter' });
    await until(() => focused()?.localName === 'h2' && focused()!.textContent === 'Dials', 'the focus on what is asked first');
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Enter' });
    await until(() => focused()?.localName === 'h2' && /activates/.test(focused()!.textContent!), 'the focus on what is asked next');
  });

  test('what is opened from the menu takes the focus, and gives it to the answer when it goes: match mode, and the mat’s corners, which are marked by keyboard alone', async () => {
    await setViewport({ width: 1280, height: 800 });
    localStorage.removeItem('hashmark-match-mode');
    page = await openPage();
    const openFromBar = async (action: string) => {
      page.all('hm-top-bar')[0]!.shadowRoot!.querySelector<HTMLElement>('.name')!.focus();
      page.tell('hm-menu', { action });
    };
    const isIn = (selector: string) => page.all(selector).some((one) => one.shadowRoot!.activeElement !== null);
    const says = (words: string) => (element: Element) => (element.getRootNode() as ShadowRoot).host?.textContent?.trim() === words;
    await openFromBar('fair');
    await until(() => focused()?.textContent === 'Match mode', 'the focus on match mode');
    for (const box of page.all('.agree input')) box.click();
    await tabTo((element) => element.textContent?.trim() === 'Begin', 'the beginning');
    await sendKeys({ press: 'Enter' });
    await page.one('[data-match-mode]');
    await until(() => focused()?.textContent === 'Match mode', 'the focus where the buttons were');
    await tabTo((element) => element.getAttribute('aria-label') === 'Back to the answer', 'the end of it');
    await sendKeys({ press: 'Enter' });
    await until(() => isIn('hm-answer'), 'the focus on the answer');
    localStorage.removeItem('hashmark-match-mode');

    await openFromBar('corners');
    await until(() => focused()?.getAttribute('aria-label') === "Mark the mat's corners", 'the focus on what is asked');
    await tabTo(says('Place with keys'), 'a mark');
    await sendKeys({ press: 'Enter' });
    await until(() => focused()?.classList.contains('handle'), 'the focus on the mark');
    await tabTo(says('Start over'), 'the start');
    await sendKeys({ press: 'Enter' });
    await until(() => focused()?.classList.contains('panel'), 'the focus on what is asked again');
    for (let i = 0; i < 4; i++) {
      await tabTo(says('Place with keys'), 'the next mark');
      await sendKeys({ press: 'Enter' });
      await until(() => focused()?.classList.contains('handle'), 'the focus on the mark');
      await sendKeys({ press: 'ArrowUp' });
    }
    await tabTo(says('Measure'), 'the end');
    await sendKeys({ press: 'Enter' });
    await until(() => page.all('hm-corners').length === 0 && isIn('hm-answer'), 'the focus on the answer');
  });

  test('a ship that stands off the mat is said to, in the list, in the answer and aloud, in place of a range', async () => {
    page = await openPage();
    const at = (id: string, yMm: number) => ({ id, base: 'small', xMm: 300, yMm, headingDeg: 0, name: id });
    const table = { widthMm: 914.4, depthMm: 914.4 };
    const scene = { format: 'hashmark-scene', version: 1, table, ships: [at('stays', 300), at('left', -60)] };
    page.tell('hm-open-files', { files: [new File([JSON.stringify(scene)], 'scene.json')] });
    await until(() => page.all('.choose').length === 2, 'the scene');
    equal(words('.badge'), ['off the mat']);
    for (const row of page.all('.choose')) row.click();
    await settled();
    const sentence = 'left stands off the mat: nothing is measured to it. A ship that leaves the mat has fled.';
    equal([words('.ask'), words('.card .ship')], [[sentence], ['stays', 'left']]);
    equal(page.all('hm-answer')[0]!.shadowRoot!.querySelector('[role=status]')!.textContent, sentence);
  });

  test('every button is at least 24 px wide and high, on a laptop and on a phone', async () => {
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      await setViewport({ width, height });
      page = await openPage();
      for (const row of page.all('li .choose').slice(0, 2)) row.click();
      await page.one('.headline');
      page.all('[aria-label^="Correct Ship"]')[0]!.click();
      await settled();
      const small = page
        .all('button, select, input')
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ element, box }) => box.width > 0 && element.getRootNode() instanceof ShadowRoot && (box.width < 24 || box.height < 24))
        // The library's own elements have their size from its style sheet, which is not loaded here.
        .filter(({ element }) => !(element.getRootNode() as ShadowRoot).host.localName.startsWith('wa-'));
      equal(
        small.map(({ element, box }) => `${element.outerHTML.slice(0, 60)} ${box.width}×${box.height}`),
        [],
      );
      if (width > 400) page.app.remove();
    }
  });

  test('with letters twice as large nothing hangs out of a phone, and names and answer are read whole', async () => {
    await setViewport({ width: 390, height: 844 });
    document.documentElement.style.fontSize = '32px';
    page = await openPage();
    page.tell('hm-edit', { edit: { kind: 'name', shipId: 'ship-1', name: 'Poe Dameron, Black One' } });
    for (const row of page.all('li .choose').slice(0, 2)) row.click();
    await page.one('.headline');
    await settled();
    ok(document.documentElement.scrollWidth <= 390, `the page is ${document.documentElement.scrollWidth} px wide`);
    for (const selector of ['.name', '.headline', '.detail', '.ship span', '.chip', 'header .end']) {
      for (const element of page.all(selector)) {
        const { left, right, width } = element.getBoundingClientRect();
        if (width === 0) continue;
        ok(right <= 390.5 && left >= 0, `${selector} “${element.textContent!.trim()}” from ${left} to ${right}`);
        ok(element.scrollWidth <= element.clientWidth + 1 || getComputedStyle(element).overflow === 'visible', `${selector} is cut`);
      }
    }
    const [detail, more] = ['.detail', 'button.more'].map((part) => page.all(part)[0]!.getBoundingClientRect());
    ok(more!.left >= detail!.right || more!.top >= detail!.bottom, 'More comes after the number');
    const { top, bottom } = page.all('.headline')[0]!.getBoundingClientRect();
    ok(top >= 0 && bottom <= 844, `the headline from ${top} to ${bottom}`);
    page.tell('hm-tool', { tool: { kind: 'survey', shipId: 'ship-1' } });
    await page.one('table.ships');
    await settled();
    const card = page.all('hm-tools')[0]!.shadowRoot!.querySelector('section')!;
    ok(card.scrollWidth <= card.clientWidth, `all ranges are ${card.scrollWidth} px wide in ${card.clientWidth}`);
  });

  test('with letters twice as large the ships of a match are described on the narrowest phone without anything beside it', async () => {
    await setViewport({ width: 320, height: 640 });
    document.documentElement.style.fontSize = '32px';
    page = await openPage();
    page.tell('hm-edit', { edit: { kind: 'name', shipId: 'ship-1', name: 'Luke Skywalker' } });
    page.tell('hm-menu', { action: 'game' });
    const setup = (await page.one('hm-game-setup')).shadowRoot!;
    for (const form of await until(() => allIn(setup, 'details'), 'the forms')) form.toggleAttribute('open', true);
    await settled();
    const beside = allIn(setup, '.fields > *').filter((part) => part.getBoundingClientRect().right > 320.5);
    ok(allIn(setup, '.fields input').length > 2, 'forms are open');
    equal([document.documentElement.scrollWidth, beside.map(({ localName, className }) => `${localName}.${className}`)], [320, []]);
  });

  test('with letters twice as large a match begins in German without a word beside the narrowest phone', async () => {
    await setViewport({ width: 320, height: 640 });
    document.documentElement.style.fontSize = '32px';
    await speak('de');
    page = await openPage();
    page.tell('hm-edit', { edit: { kind: 'name', shipId: 'ship-1', name: 'Luke Skywalker' } });
    page.tell('hm-menu', { action: 'game' });
    const match = () => page.all('hm-game')[0]!.shadowRoot!;
    const begin = (one: Element) => one.textContent!.includes('Partie beginnen');
    (await until(() => page.all('hm-game').length > 0 && allIn(match(), 'button').find(begin), 'the beginning')).click();
    await until(() => allIn(match(), 'hm-game-turn details').length + allIn(match(), '.set').length, 'the dials');
    for (const folded of allIn(match(), 'details')) folded.toggleAttribute('open', true);
    await settled();
    equal(document.documentElement.scrollWidth, 320);
    const cut = allIn(match(), 'h1, h2, button').filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);
    equal(
      cut.map(({ textContent }) => textContent!.trim()),
      [],
    );
  });

  test('with letters twice as large nothing of a dialog is beside the narrowest phone', async () => {
    await setViewport({ width: 320, height: 640 });
    document.documentElement.style.fontSize = '32px';
    // Without it the library's buttons are small enough as they are.
    const style = document.head.appendChild(document.createElement('link'));
    style.rel = 'stylesheet';
    style.href = '/node_modules/@awesome.me/webawesome/dist/styles/themes/default.css';
    await new Promise((resolve, reject) => Object.assign(style, { onload: resolve, onerror: reject }));
    page = await openPage();
    page.tell('hm-edit', { edit: { kind: 'name', shipId: 'ship-1', name: 'Luke Skywalker' } });
    for (const [action, name] of [
      ['home', 'hm-leave'],
      ['squads', 'hm-squads'],
      ['freeze', 'hm-evidence'],
      ['help', 'hm-help'],
    ] as const) {
      page.tell('hm-menu', { action });
      const root = (await page.one(name)).shadowRoot!;
      const dialog = root.querySelector('wa-dialog')!;
      await until(() => dialog.shadowRoot?.querySelector('dialog')?.open, name);
      await Promise.all(document.getAnimations().map(({ finished }) => finished));
      await settled();
      const beside = allIn(root, '*').filter((part) => {
        const { left, right, width, height } = part.getBoundingClientRect();
        return part instanceof HTMLElement && width > 1 && height > 1 && (left < -0.5 || right > 320.5);
      });
      equal([name, beside.map((part) => `${part.localName} ${part.textContent!.trim().slice(0, 30)}`)], [name, []]);
      // A title beside its button is not broken within its words.
      const title = document.createRange();
      title.selectNodeContents(dialog.shadowRoot!.querySelector('[part~=title]')!);
      const lines = new Set([...title.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
      ok(lines.size <= dialog.label.trim().split(/\s+/).length, `${name}: ${dialog.label} on ${lines.size} lines`);
      dialog.open = false;
      await until(() => page.all(name).length === 0, `${name} gone`);
    }
  });

  test('with letters twice as large nothing of the first screen is cut on a phone', async () => {
    await setViewport({ width: 390, height: 844 });
    document.documentElement.style.fontSize = '32px';
    const start = new HmStart();
    document.body.append(start);
    await start.updateComplete;
    const parts = [...start.renderRoot.querySelectorAll('h1, .claim, .choice, .choice b, .choice span, .link, .promise')];
    const cut = parts.filter((part) => part.getBoundingClientRect().right > 390 || part.scrollWidth > part.clientWidth + 1);
    const words = cut.map(({ localName, className, textContent }) => `${localName}.${className} ${textContent!.trim()}`);
    start.remove();
    equal(words, []);
  });

  test('found ships are announced, the page has one heading of the first rank, and its landmarks', async () => {
    await setViewport({ width: 1280, height: 800 });
    page = await openPage();
    const { length } = page.known().ships;
    ok(words('[role=status]').includes(`${length} ships found`), words('[role=status]').join('; '));
    equal([page.all('h1').length, page.all('main').length, page.all('header hm-top-bar').length], [1, 1, 1]);
  });

  test('a picture without a table says so where the answer would stand, and a page that loads says that it does', async () => {
    await setViewport({ width: 1280, height: 800 });
    const vision = new FakeVision(1);
    page = await openPage(vision);
    let load = () => {};
    const blind = new FakeVision(1);
    blind.answer = () => ({
      ok: false,
      problem: { code: 'no-mat', message: said('No mat is in view.'), hint: said('Show the whole mat.') },
    });
    blind.load = (_, onProgress) => {
      onProgress({ part: 'OpenCV', loadedBytes: 1, totalBytes: 10 });
      return new Promise((resolve) => (load = resolve));
    };
    page.app.remove();
    const opening = openPage(blind).catch(() => undefined);
    const ask = () =>
      [...document.querySelectorAll('hm-app')]
        .flatMap((app) => [...(app.shadowRoot?.querySelectorAll('hm-answer') ?? [])])
        .map((card) => card.shadowRoot!.querySelector('.ask')?.textContent)
        .at(-1);
    await until(() => ask() === 'Loading…', 'that it loads');
    load();
    await until(() => ask() === 'No table in this picture.', 'that there is no table');
    for (const app of document.querySelectorAll('hm-app')) app.remove();
    void opening;
  });
});
