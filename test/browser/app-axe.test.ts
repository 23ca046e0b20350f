import { setViewport } from '@web/test-runner-commands';
import { HmStart } from '../../src/app/dialogs/hm-start.js';
import { HmUpdate } from '../../src/app/offline/hm-update.js';
import { applyTheme } from '../../src/app/theme/theme.js';
import { equal, until } from './app-assert.js';
import { type OpenPage, openPage, settled } from './app-open.js';
import { findings, inEach, styleOf, THEMES } from './axe-findings.js';

let page: OpenPage | undefined;
let colours: HTMLStyleElement;

suite('what axe finds', () => {
  suiteSetup(async () => {
    colours = await styleOf('no-preference');
    document.head.append(colours);
    document.documentElement.lang = 'en';
    document.title = 'Hashmark';
  });
  setup(() => setViewport({ width: 1280, height: 800 }));
  teardown(() => {
    applyTheme('dark');
    page?.app.remove();
    page = undefined;
  });

  for (const theme of THEMES)
    test(`nothing on the first screen, ${theme}`, async () => {
      applyTheme(theme);
      const start = new HmStart();
      document.body.append(start);
      await start.updateComplete;
      const found = await findings();
      start.remove();
      equal(found, []);
    });

  for (const [width, height, theme] of [
    [1280, 800, 'dark'],
    [390, 844, 'dark'],
    [1280, 800, 'light'],
    [390, 844, 'light'],
  ] as const) {
    test(`nothing on the page with a table, an answer and every tool, at ${width}×${height}, ${theme}`, async () => {
      applyTheme(theme);
      await setViewport({ width, height });
      page = await openPage();
      equal(await findings(), [], 'before a choice');
      for (const row of page.all('li .choose').slice(0, 2)) row.click();
      equal(await findings(), [], 'with an answer');
      const { known } = page;
      const tools = [
        { kind: 'survey', shipId: 'ship-1' },
        {
          kind: 'ruler',
          things: [
            { kind: 'thing', id: 'ship-1' },
            { kind: 'edge', side: 'near' },
          ],
        },
        { kind: 'try', shipId: 'ship-1', attempt: { kind: 'maneuver', dial: ['2FW', '1BW'] } },
        { kind: 'try', shipId: 'ship-1', attempt: { kind: 'reposition', row: 0 } },
        { kind: 'check', at: 0 },
      ];
      for (const tool of tools) {
        page.tell('hm-tool', { tool });
        equal(await findings(), [], tool.kind);
      }
      page.tell('hm-tool', { tool: undefined });
      equal(known().ships.length > 0, true);
      await settled();
      (await page.one('[aria-label^="Correct Ship"]')).click();
      (await page.one('[data-obstacle] .quiet')).click();
      equal(await findings(), [], 'with the editors open');
      await page!.press('.tool[aria-pressed]');
      equal(await findings(), [], 'with the errors to expect');
    });
  }

  for (const [action, theme] of inEach(['help', 'board', 'corners'] as const)) {
    test(`nothing in what the menu opens: ${action}, ${theme}`, async () => {
      applyTheme(theme);
      page = await openPage();
      page.tell('hm-menu', { action });
      await until(() => page!.all('wa-dialog[open], .panel').length > 0, action);
      await new Promise((resolve) => setTimeout(resolve, 500));
      equal(await findings(), []);
    });
  }

  for (const [action, theme] of inEach(['freeze', 'report'] as const)) {
    test(`nothing in what is frozen: ${action}, ${theme}`, async () => {
      applyTheme(theme);
      page = await openPage();
      for (const row of page.all('li .choose').slice(0, 2)) row.click();
      page.tell('hm-menu', { action });
      await page.one('hm-evidence wa-dialog[open] img, img[alt^="What was frozen"]');
      await new Promise((resolve) => setTimeout(resolve, 500));
      equal(await findings(), []);
    });
  }

  for (const [width, height, theme] of [
    [1280, 800, 'dark'],
    [390, 844, 'dark'],
    [390, 844, 'light'],
  ] as const) {
    test(`nothing in match mode: what is agreed to, what is refused, the log, at ${width}×${height}, ${theme}`, async () => {
      applyTheme(theme);
      await setViewport({ width, height });
      localStorage.removeItem('hashmark-match-mode');
      page = await openPage();
      page.tell('hm-menu', { action: 'fair' });
      await page.one('.agree');
      equal(await findings(), [], 'what is agreed to');
      page.tell('hm-fair', { kind: 'begin' });
      await page.one('[data-match-mode]');
      page.tell('hm-choose', { shipId: 'ship-1' });
      page.tell('hm-choose', { shipId: 'ship-2' });
      await page.one('[data-refused]');
      for (const details of page.all('hm-match-mode details, details')) (details as HTMLDetailsElement).open = true;
      equal(await findings(), [], 'what is refused');
      localStorage.removeItem('hashmark-match-mode');
    });
  }

  for (const theme of THEMES)
    test(`nothing in the dialog for squads, with a squad whose pilot is not known and after a text that is no squad, ${theme}`, async () => {
      applyTheme(theme);
      page = await openPage();
      page.tell('hm-menu', { action: 'squads' });
      const text = (await page.one('textarea')) as HTMLTextAreaElement;
      for (const given of [
        '{"faction":"rebelalliance","pilots":[{"ship":"t65xwing","id":"jarjar"},{"ship":"rz1awing","id":"jakefarrell"}]}',
        '{"pil',
      ]) {
        text.value = given;
        text.dispatchEvent(new Event('input'));
        await page!.press('[data-do=read]');
      }
      await page.one('.all > section');
      await new Promise((resolve) => setTimeout(resolve, 500));
      equal(await findings(), []);
    });

  for (const theme of THEMES)
    test(`nothing in the word of a new version, ${theme}`, async () => {
      applyTheme(theme);
      page = await openPage();
      const banner = new HmUpdate();
      page.app.after(banner);
      equal(await findings(), []);
      banner.isPlayedElsewhere = true;
      equal(await findings(), []);
      banner.remove();
    });

  for (const theme of THEMES)
    test(`nothing in the question before a corrected table is left, ${theme}`, async () => {
      applyTheme(theme);
      page = await openPage();
      page.tell('hm-edit', { edit: { kind: 'name', shipId: 'ship-1', name: 'Luke' } });
      page.tell('hm-menu', { action: 'home' });
      await until(
        () => page!.all('wa-dialog[label^="Leave"]').some((dialog) => (dialog as HTMLElement & { open: boolean }).open),
        'the question',
      );
      await new Promise((resolve) => setTimeout(resolve, 500));
      equal(await findings(), []);
    });

  for (const theme of THEMES)
    test(`nothing on the pages of a match, ${theme}`, async () => {
      applyTheme(theme);
      page = await openPage();
      page.tell('hm-menu', { action: 'game' });
      await page.one('hm-game-setup');
      equal(await findings(), [], 'set-up');
      (await page.one('.do.first')).click();
      for (const title of ['Play', 'Ships', 'Log', 'Queue tour']) {
        await settled();
        page
          .all('nav .do')
          .find((button) => button.textContent === title)!
          .click();
        equal(await findings(), [], title);
      }
    });

  for (const theme of THEMES)
    test(`nothing with more contrast, ${theme}`, async () => {
      const more = await styleOf('more');
      colours.replaceWith(more);
      applyTheme(theme);
      page = await openPage();
      for (const row of page.all('li .choose').slice(0, 2)) row.click();
      const found = await findings();
      more.replaceWith(colours);
      equal(found, []);
    });
});
