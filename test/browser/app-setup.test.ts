import { setViewport } from '@web/test-runner-commands';
import { PageSession } from '../../src/app/session/page-session.js';
import { HmSetup } from '../../src/app/setup/hm-setup.js';
import { laidObstacle } from '../../src/app/setup/obstacle-edits.js';
import type { PageState } from '../../src/app/state/page-state.js';
import { storedCamera } from '../../src/app/state/stored-cameras.js';
import { createVisionClient } from '../../src/app/vision-client/vision-client.js';
import { report } from '../../src/judge/report/report.js';
import { demoTable } from '../../src/sim/demo-table.js';
import type { MeasureHints, MeasureResult } from '../../src/table/measurement.js';
import type { Setup } from '../../src/table/setup/setup.js';
import { setupFile } from '../../src/table/setup/setup-file.js';
import { said } from '../said.js';
import { equal, ok, until } from './app-assert.js';
import { FakeVision, fakeCamera, fakeStart } from './app-fakes.js';
import { type OpenPage, openPage, settled } from './app-open.js';

const KEY = 'hashmark-cameras';
const AT = { cameraId: 'webcam-1', widthPx: 64, heightPx: 36 };
const MAT = { widthMm: 911, depthMm: 917, sigmaMm: 0.5, source: 'measured' } as const;
const SETUP: Setup = { mat: MAT, obstacles: [], learnedFrom: { pictures: 0, ships: 0 } };
const OTHER_TABLE = {
  code: 'setup-of-another-table',
  message: said('It holds 900 px; the picture shows 700 px.'),
  hint: said('Set it up again.'),
};

suite('a table that is set up', () => {
  let session: PageSession;
  let state: PageState;
  let told: MeasureHints[];
  let answer: (look: MeasureResult) => MeasureResult;

  setup(() => {
    localStorage.removeItem(KEY);
    told = [];
    answer = (look) => look;
    const vision = new FakeVision();
    const truth = vision.answer;
    vision.measure = async (_, atMs, hints) => {
      told.push(hints);
      return answer(truth(atMs));
    };
    const client = createVisionClient(fakeStart(vision).start, { openCv: '', onnxWasmFolder: '', models: '' });
    session = new PageSession(client, report, (next) => {
      state = next;
    });
    session.loadEngines();
  });
  teardown(() => session.dispose());

  const lookAgain = async (act: () => void) => {
    const before = told.length;
    act();
    await until(() => told.length > before, 'another look');
    await settled();
  };
  const open = (id = 'webcam-1') => lookAgain(() => void session.open(async () => ({ ok: true, source: fakeCamera(id) })));

  test('is a hint for the worker from then on, and again at the next start of its camera; another camera knows nothing of it', async () => {
    await open();
    equal(told.at(-1)!.setup, undefined);
    await lookAgain(() => session.hints.setUp({ setup: SETUP }));
    equal(told.at(-1)!.setup, SETUP);
    session.close();
    await open();
    equal([told.at(-1)!.setup, state.setup], [SETUP, SETUP]);
    session.close();
    await open('webcam-2');
    equal([told.at(-1)!.setup, state.setup], [undefined, undefined]);
  });

  test('keeps what is learned from pictures, and its mat as a person said it; corners are a hint until the camera’s place is known', async () => {
    await open();
    const { widthPx, heightPx, fx, fy, cx, cy, distortion, r, t } = demoTable(1).camera;
    const camera = { lens: { widthPx, heightPx, fx, fy, cx, cy, distortion }, pose: { r, t } };
    const corners = [
      { u: 5, v: 30 },
      { u: 60, v: 30 },
      { u: 50, v: 5 },
      { u: 10, v: 5 },
    ];
    await lookAgain(() => session.hints.setUp({ setup: SETUP, corners }));
    equal([told.at(-1)!.corners, state.hints.corners], [corners, corners]);
    const learned: Setup = { ...SETUP, mat: { ...MAT, widthMm: 950 }, camera, learnedFrom: { pictures: 1, ships: 4 } };
    answer = (look) => ({ ...look, setup: learned });
    await lookAgain(() => (state.source as ReturnType<typeof fakeCamera>).again());
    equal([state.hints.corners, state.setup!.mat.widthMm], [undefined, 911]);
    equal(storedCamera(AT).setups[0]!.learnedFrom.pictures, 1);
    await lookAgain(() => (state.source as ReturnType<typeof fakeCamera>).again());
    equal([told.at(-1)!.corners, told.at(-1)!.setup!.camera!.pose!.t], [undefined, t]);
  });

  test('of another table is asked about; kept all the same, it is not asked about again, and forgotten it is gone from the device', async () => {
    await open();
    await lookAgain(() => session.hints.setUp({ setup: SETUP }));
    answer = (look) => (look.ok ? { ...look, measurement: { ...look.measurement, caution: OTHER_TABLE } } : look);
    await lookAgain(() => (state.source as ReturnType<typeof fakeCamera>).again());
    equal(state.otherTable, OTHER_TABLE);
    await lookAgain(() => session.hints.keepSetup());
    equal([state.otherTable, told.at(-1)!.setup], [undefined, SETUP]);
    equal(storedCamera(AT).setups, [SETUP]);
    await lookAgain(() => session.hints.forgetSetup());
    equal([told.at(-1)!.setup, state.setup, storedCamera(AT).setups], [undefined, undefined, []]);
  });

  test('is forgotten once a person says so twice', async () => {
    await open();
    const element = new HmSetup();
    element.page = { ...state, setup: SETUP };
    const asked: string[] = [];
    element.addEventListener('hm-setup', (event) => asked.push((event as CustomEvent<{ kind: string }>).detail.kind));
    document.body.append(element);
    const press = async (text: string) => {
      await element.updateComplete;
      const button = [...element.renderRoot.querySelectorAll<HTMLElement>('wa-button')].find((one) => one.textContent?.trim() === text);
      ok(button, text);
      button!.click();
    };
    await press('Forget this table');
    await press('Keep it');
    await press('Forget this table');
    equal(asked, []);
    await press('Yes, forget it');
    equal(asked, ['forget']);
    element.remove();
  });

  test('that is another table leaves none of its obstacles behind, and those that are seen stay', async () => {
    await open();
    const ids = () => state.known.table.obstacles.map(({ id, outline }) => `${id} at ${Math.round(outline[0]!.x)}`);
    const seen = ids();
    ok(seen.length > 0, 'the table shows obstacles');
    const outline = [
      { x: 10, y: 10 },
      { x: 40, y: 10 },
      { x: 10, y: 40 },
    ];
    const elsewhere: Setup = { ...SETUP, obstacles: [{ id: 'elsewhere', kind: 'gas', outline }] };
    answer = (look) => (look.ok ? { ...look, measurement: { ...look.measurement, caution: OTHER_TABLE } } : look);
    await lookAgain(() => session.hints.setUp({ setup: elsewhere, isAnotherFrame: true }));
    ok(ids().includes('elsewhere at 10'), ids().join());
    await lookAgain(() => session.hints.leaveSetup());
    equal(ids(), seen);
  });

  test('is unknown where what was kept cannot be read', () => {
    for (const broken of [
      '{',
      '[7]',
      JSON.stringify({ cameras: [{ ...AT, isMirrored: false, setups: [{ format: 'hashmark-setup', version: 2 }] }] }),
    ]) {
      localStorage.setItem(KEY, broken);
      equal(storedCamera(AT).setups, []);
    }
  });
});

suite('the flow that sets a table up', () => {
  let page: OpenPage;
  let vision: FakeVision;
  let told: MeasureHints[];

  setup(async () => {
    told = [];
    vision = new FakeVision(1);
    const { measure } = vision;
    vision.measure = (picture, atMs, hints) => {
      told.push(hints);
      return measure.call(vision, picture, atMs, hints);
    };
    page = await openPage(vision);
  });
  teardown(() => page.app.remove());

  const press = async (text: string) => {
    const find = () =>
      page
        .all('hm-setup, hm-setup-mat, hm-setup-obstacles')
        .flatMap((one) => [...one.shadowRoot!.querySelectorAll<HTMLElement>('wa-button')]);
    const button = await until(() => find().find((one) => one.textContent!.trim() === text), text);
    button.click();
    await settled();
  };
  const heading = () => page.all('hm-setup')[0]?.shadowRoot?.querySelector('h2')?.textContent;
  const begin = async () => {
    (await page.one('.long')).click();
    await settled();
  };

  test('asks for border, mat, obstacles and side, and gives all of it to the worker at the end', async () => {
    await begin();
    equal(heading(), 'Is this the edge of your mat?');
    await press('Yes, this is it');
    (page.all('.way')[1] as HTMLElement).click();
    await settled();
    const [width, depth] = page.all('wa-input[name]') as (HTMLElement & { value: string })[];
    const type = (field: HTMLElement & { value: string }, value: string) => {
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    type(width!, '91.4');
    type(depth!, '91.7');
    await press('It is this large');
    equal(page.text('.wrong'), 'No mat is 91.4 × 91.7 mm: are these centimetres?');
    type(width!, '911');
    type(depth!, '917');
    await press('It is this large');
    equal(heading(), 'Are these all the obstacles?');
    const found = page.known().table.obstacles.length;
    const marks = page.all('hm-obstacle-marks')[0]!.shadowRoot!.querySelector('svg')!;
    for (const type of ['pointerdown', 'pointerup'])
      marks.dispatchEvent(new PointerEvent(type, { ...page.onScreen({ x: 120, y: 450 }), bubbles: true, pointerId: 1, isPrimary: true }));
    await settled();
    const { widthPx, heightPx } = demoTable(1).camera;
    const seen = { ...laidObstacle('coreasteroid5', { x: 117, y: 452 }, 4, []), sigmaMm: 0.6 };
    const asked: unknown[] = [];
    vision.fitObstacle = async (picture, { xws, at, bases }) => {
      asked.push([picture.width, picture.height, xws, bases.length]);
      ok(Math.hypot(at.x - 120, at.y - 450) < 2, `it was tapped at ${at.x}, ${at.y} mm`);
      return asked.length === 1 ? undefined : seen;
    };
    (page.all('.outlines button')[3] as HTMLElement).click();
    const isSaid = (words: string) => page.all('p[role=status]').some(({ textContent }) => textContent!.includes(words));
    await until(() => isSaid('not clear'), 'the word that its edges are not clear');
    const rankedAs = (id: string, fitShare: number) => ({ ...seen, fitShare, token: { ...seen.token!, xws: id, name: id } });
    vision.rankObstacles = async () => [{ ...seen, fitShare: 0.91 }, { ...rankedAs('coreasteroid0', 0.62) }];
    await press('Fit to the picture');
    await until(
      () => isSaid('91 % of its edge, the next best outline (coreasteroid0) along 62 %'),
      'how well it fits beside the next best',
    );
    const ships = page.known().table.ships.length;
    equal(
      asked,
      [1, 2].map(() => [widthPx, heightPx, 'coreasteroid5', ships]),
    );
    await press('All are marked');
    await press('Done');
    const { setup, corners } = await until(() => told.at(-1)?.setup && told.at(-1), 'the setup among the worker’s hints');
    equal(setup!.mat.widthMm, 911);
    equal(setup!.mat.source, 'measured');
    equal(setup!.obstacles.length, found + 1);
    const added = setup!.obstacles.at(-1)!.token!;
    equal(added.name, 'Asteroid 4');
    equal(added.pose, seen.token!.pose);
    equal(corners!.length, 4);
    equal(page.text('.long'), 'This table is known: mat 911 × 917 ± 0.5 mm');
  });

  test('changes no hint when each step is skipped, and can be left at once', async () => {
    const before = told.length;
    await begin();
    for (let step = 0; step < 3; step++) await press('Skip');
    await press('Done');
    equal([page.all('hm-setup').length, told.length], [0, before]);
    await begin();
    (page.all('button[aria-label="Leave the set-up"]')[0] as HTMLElement).click();
    await settled();
    equal(page.all('hm-setup').length, 0);
  });

  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const)
    test(`what is typed of a mat stands in one line at ${width}×${height}, and names no side that was not said yet`, async () => {
      await setViewport({ width, height });
      await begin();
      await press('Yes, this is it');
      page.all('.way')[1]!.click();
      await settled();
      const fields = page.all('wa-input[name], select[aria-label=Unit]');
      equal(new Set(fields.map((one) => Math.round(one.getBoundingClientRect().bottom))).size, 1);
      equal(fields[0]!.getAttribute('label'), 'Along the side nearest the camera');
    });

  test('while a table is measured whose side alone was said, no mat is looked for: it is known where that lies', async () => {
    let answer = () => {};
    const { measure } = vision;
    const waits = new Promise<void>((resolve) => {
      answer = resolve;
    });
    vision.measure = async (...asked) => {
      await waits;
      return measure.call(vision, ...asked);
    };
    await begin();
    for (let step = 0; step < 3; step++) await press('Skip');
    page.tell('hm-setup', { kind: 'side', sidesOn: 1 });
    await press('Done');
    equal([page.text('.looking'), page.text('.ask')], ['Measuring the table…', 'Measuring the table…']);
    answer();
    await until(() => page.known().state.camera, 'the table');
  });

  test('does not take corners that cross', async () => {
    await begin();
    const handles = page.all('.handle');
    const far = page.onScreen({ x: 914, y: 1400 });
    handles[0]!.setPointerCapture = () => {};
    for (const type of ['pointerdown', 'pointermove', 'pointerup'])
      handles[0]!.dispatchEvent(new PointerEvent(type, { ...far, pointerId: 1, isPrimary: true, bubbles: true }));
    await settled();
    ok(/Corners: .*expected/.test(page.text('.wrong')), page.text('.wrong'));
    const yes = page.all('wa-button').find((one) => one.textContent!.includes('Yes, this is it')) as HTMLElement & { disabled: boolean };
    equal(yes.disabled, true);
  });

  test('a setup file is used as it is; one with another camera’s shape of picture, or cut off, changes nothing', async () => {
    const file = (text: string) => page.tell('hm-open-files', { files: [new File([text], 'setup.json', { type: 'application/json' })] });
    const text = JSON.stringify(setupFile(SETUP));
    file(text.slice(0, -30));
    await until(() => page.text('.what').includes('cut off'), 'the word that it is cut off');
    const lens = { fx: 50, fy: 50, cx: 31.5, cy: 31.5, distortion: [0, 0, 0, 0, 0] as const, widthPx: 64, heightPx: 64 };
    file(JSON.stringify(setupFile({ ...SETUP, camera: { lens } })));
    await until(() => page.text('.what').includes('64×64 px; got pictures of'), 'both sizes');
    equal(told.at(-1)!.setup, undefined);
    file(text);
    await until(() => told.at(-1)!.setup, 'the setup');
    equal(told.at(-1)!.setup, SETUP);
    page.tell('hm-setup', { kind: 'open' });
    // The browser that runs the tests has not promised to keep it.
    await until(
      () => /may delete what this page keeps.*A saved file stays/.test(page.text('.may-be-cleared')),
      'that a file stays, beside its button',
    );
  });

  test('is offered by a sign alone on a phone that shows ships, so that their labels are free, and in words on a laptop', async () => {
    const page = await openPage();
    const widthPx = () => page.all('hm-setup-chip')[0]!.shadowRoot!.querySelector('button')!.getBoundingClientRect().width;
    await setViewport({ width: 390, height: 844 });
    await settled();
    ok(widthPx() <= 48, `${widthPx()} px wide on a phone`);
    await setViewport({ width: 1280, height: 800 });
    await settled();
    ok(widthPx() > 100, `${widthPx()} px wide on a laptop`);
    page.app.remove();
  });
});
