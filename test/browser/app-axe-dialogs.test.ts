import { setViewport } from '@web/test-runner-commands';
import { HmCameraPage } from '../../src/app/diagnosis/hm-camera-page.js';
import { momentOf } from '../../src/app/evidence/frozen.js';
import { HmFrozen } from '../../src/app/evidence/hm-frozen.js';
import { HmRecording, readStates } from '../../src/app/recording/hm-recording.js';
import { HmOtherTable } from '../../src/app/setup/hm-other-table.js';
import type { PageState } from '../../src/app/state/page-state.js';
import { applyTheme } from '../../src/app/theme/theme.js';
import { said } from '../said.js';
import { equal, until } from './app-assert.js';
import { begin, one, app as played, press, start, stayPut, tapDice } from './app-game-play.js';
import { type OpenPage, openPage } from './app-open.js';
import { findings, styleOf, THEMES } from './axe-findings.js';

const RECORDING = [
  '{"format":"hashmark-recording","version":1,"table":"one"}',
  ...[200, 500].map((xMm, i) =>
    JSON.stringify({
      atMs: 1000 + 1000 * i,
      channel: 'scene',
      message: {
        sequence: i + 1,
        capturedAtMs: 1,
        scene: {
          ...{ format: 'hashmark-scene', version: 1, table: { widthMm: 914.4, depthMm: 914.4 } },
          ships: [{ id: 'a', base: 'small', xMm, yMm: 400, headingDeg: 90 }],
        },
      },
    }),
  ),
].join('\n');

let page: OpenPage | undefined;
let colours: HTMLStyleElement;

/** Adds a dialog of its own to the page, and waits until it stands there whole. */
async function shown<T extends HTMLElement>(dialog: T): Promise<T> {
  document.body.append(dialog);
  await until(() => dialog.shadowRoot?.querySelector('wa-dialog[open]'), 'the dialog');
  await new Promise((resolve) => setTimeout(resolve, 500));
  return dialog;
}

suite('what axe finds in what the page shows seldom', () => {
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
    played?.remove();
    page = undefined;
  });

  for (const theme of THEMES) {
    test(`nothing in the question about another table, ${theme}`, async () => {
      applyTheme(theme);
      page = await openPage();
      const dialog = new HmOtherTable();
      dialog.problem = {
        code: 'setup-of-another-table',
        message: said('It holds 900 px.'),
        hint: said('Set it up again.'),
      };
      await shown(dialog);
      const found = await findings();
      dialog.remove();
      equal(found, []);
    });

    test(`nothing in what the camera sees, ${theme}`, async () => {
      applyTheme(theme);
      page = await openPage();
      const dialog = new HmCameraPage();
      dialog.moment = momentOf((page.app as unknown as { page: PageState }).page, [{ atMs: 0, text: 'measured: 5 bases' }]);
      await shown(dialog);
      const { renderRoot } = dialog;
      const views = [...renderRoot.querySelectorAll('figure')].map((figure) => figure.querySelectorAll('path').length);
      const found = await findings();
      dialog.remove();
      equal(found, []);
      const { ships, obstacles } = page.known().table;
      equal(
        [views[0], views[1], views[3], views[2]! >= ships.length],
        [0, 1, obstacles.length, true],
        'what is drawn in each stage’s picture',
      );
    });

    test(`nothing in a recording that is played, ${theme}`, async () => {
      applyTheme(theme);
      page = await openPage();
      const player = new HmRecording();
      player.states = readStates(RECORDING);
      await shown(player);
      const found = await findings();
      player.remove();
      equal(found, []);
    });

    test(`nothing in what says that evidence is shown, ${theme}`, async () => {
      applyTheme(theme);
      page = await openPage();
      const mark = new HmFrozen();
      mark.mark = {
        ...{ kind: 'dispute', frozenAt: '2026-11-23T08:00:00.123Z', signed: said('signed by this device') },
        answer: 'Ship 1 to Ship 2. Range 2.',
      };
      page.app.before(mark);
      await mark.updateComplete;
      mark.shadowRoot!.querySelector('details')!.open = true;
      const found = await findings();
      mark.remove();
      equal(found, []);
    });

    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const)
      test(`nothing in the questions that set a table up, at ${width}×${height}, ${theme}`, async () => {
        applyTheme(theme);
        await setViewport({ width, height });
        page = await openPage();
        for (const step of ['border', 'mat', 'obstacles', 'side'] as const) {
          page.tell('hm-setup', { kind: 'begin', step });
          await page.one('hm-setup');
          if (step === 'mat') {
            (await page.one('.way:nth-child(2)')).click();
            equal(await findings(), [], 'a measured mat');
            (await page.one('.way:nth-child(3)')).click();
          }
          equal(await findings(), [], step);
        }
      });

    test(`nothing in a round and an attack that are walked through, ${theme}`, async () => {
      applyTheme(theme);
      await start();
      await begin();
      equal(await findings(), [], 'dials');
      await stayPut();
      await one('[data-step="declare defender"]');
      equal(await findings(), [], 'defenders');
      await press('Ship 2: range 2');
      await one('[data-step="roll attack"]');
      equal(await findings(), [], 'dice');
      await tapDice('hit', 'hit', 'hit');
      equal(await findings(), [], 'modifying');
    });
  }
});
