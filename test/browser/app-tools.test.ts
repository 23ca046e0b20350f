import { setViewport } from '@web/test-runner-commands';
import { dateLocale } from '../../src/app/locales/language.js';
import { HmApp } from '../../src/app/player/hm-app.js';
import type { PageState, Remeasuring } from '../../src/app/state/page-state.js';
import type { PageEvents } from '../../src/app/ui/page-events.js';
import { execute } from '../../src/judge/maneuver/execute.js';
import { rangeBetween } from '../../src/judge/range/range-between.js';
import { report } from '../../src/judge/report/report.js';
import { parseManeuver } from '../../src/pieces/maneuver.js';
import { phrase } from '../../src/texts/looks-texts.js';
import { equal, ok, until } from './app-assert.js';
import { type OpenPage, openPage, settled } from './app-open.js';

let page: OpenPage;

const key = (target: Element, name: string) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, composed: true, cancelable: true }));
const onMap = (id: string) => page.all(`hm-map`)[0]!.shadowRoot!.querySelector(`[data-ship="${id}"]`)!;
const words = (selector: string) => page.all(selector).map((element) => element.textContent!.replace(/\s+/g, ' ').trim());
function tapPicture(at: { readonly clientX: number; readonly clientY: number }): void {
  const svg = page.all('hm-stage')[0]!.shadowRoot!.querySelector('.layer > svg')!;
  svg.dispatchEvent(new MouseEvent('click', { ...at, detail: 1, bubbles: true }));
}

/** Shows every state that the page is given, late ones too, as `change` makes it; as it is where there is none. */
function pageAs(app: HmApp): (change: ((page: PageState) => Partial<PageState>) | undefined) => Promise<void> {
  const { get, set } = Object.getOwnPropertyDescriptor(HmApp.prototype, 'page')!;
  let given = get!.call(app) as PageState;
  let as: ((page: PageState) => Partial<PageState>) | undefined;
  const show = () => set!.call(app, { ...given, ...as?.(given) });
  Object.defineProperty(app, 'page', {
    get: () => get!.call(app),
    set(page: PageState) {
      given = page;
      show();
    },
  });
  return async (change) => {
    as = change;
    show();
    await settled();
  };
}

/** As if the picture were a video's in which something moves far from the chosen pair. */
const VIDEO = document.createElement('video');
const moving = ({ source }: PageState): Partial<PageState> => ({
  source: source && { ...source, kind: 'video', view: VIDEO },
  freshness: { kind: 'fresh', ageMs: 4000 },
  matFreshness: { kind: 'moving', ageMs: 4000 },
});

/** As if the picture were a camera's, with remeasuring in this state. */
const remeasured =
  (remeasuring: Remeasuring | undefined) =>
  ({ source }: PageState): Partial<PageState> => ({
    source: source && { ...source, kind: 'simulated' },
    freshness: { kind: 'fresh', ageMs: 0 },
    matFreshness: { kind: 'fresh', ageMs: 0 },
    remeasuring,
  });

suite('what else is asked of a table', () => {
  setup(async () => {
    await setViewport({ width: 1280, height: 800 });
    page = await openPage();
  });
  teardown(() => page.app.remove());

  test('the key a on a ship names the range of every other ship and obstacle, and draws it to those in the arc', async () => {
    key(onMap('ship-1'), 'a');
    await page.one('table.ships');
    const { table, report } = page.known();
    equal(page.all('tr[data-id]').length, table.ships.length - 1 + table.obstacles.length);
    const inArc = report.pairs.filter(({ from, arcs }) => from === 'ship-1' && arcs.front?.inArc.value && arcs.front.attack!.range <= 3);
    const lines = () => page.all('hm-map')[0]!.shadowRoot!.querySelectorAll('.other-ruler').length;
    await until(() => lines() > 0, 'the lines to ships in the arc');
    equal(lines(), inArc.length);
    for (const { to, closest } of report.pairs.filter(({ from }) => from === 'ship-1')) {
      const row = page.all(`tr[data-id="${to}"]`)[0]!.textContent!;
      const mm = Number(/([\d.]+) mm/.exec(row)![1]);
      ok(mm >= Math.floor(closest.mm * 10) / 10 - 0.05, `${to}: ${row}, closest ${closest.mm}`);
    }
    await page.press('tr .quiet');
    equal([page.known().chosen.length, page.all('hm-ranges').length], [2, 0]);
  });

  test('one tap measures a pair once more, with progress that can be stopped and what came of it; of a photo there is no more to measure', async () => {
    for (const id of ['ship-1', 'ship-2']) page.tell('hm-choose', { shipId: id });
    await page.one('.headline');
    equal(page.all('[data-tool=again]').length, 0);
    const asked: unknown[] = [];
    page.app.addEventListener('hm-remeasure', (event) => asked.push((event as CustomEvent<PageEvents['hm-remeasure']>).detail.of));
    const said = () => page.all('hm-remeasuring').map(({ shadowRoot }) => shadowRoot!.querySelector('[role=status]')?.textContent);
    const show = pageAs(page.app);
    await show(remeasured(undefined));
    await page.press('[data-tool=again]');
    const of = ['ship-1', 'ship-2'];
    await show(remeasured({ kind: 'measuring', of, done: 2, all: 5 }));
    equal(((await page.one('[data-tool=again]')) as HTMLButtonElement).disabled, true);
    equal(said(), ['Looking again: 2 of 5 pictures.']);
    page.all('hm-remeasuring')[0]!.shadowRoot!.querySelector('button')!.click();
    equal(asked, [of, undefined]);
    const name: string = 'Ship 2';
    const reasons = [phrase('was-hidden', name)];
    const result = { isConfirmed: false, byMm: 3.21, sigmaMm: 0.42, isOnlyAnswer: false, reasons };
    for (const [change, words] of [
      [{}, 'Changed by 3.2 mm (± 0.4 mm), because Ship 2 was out of view before.'],
      [{ reasons: [] }, 'Changed by 3.2 mm (± 0.4 mm). No known cause explains it: look again, or measure by hand.'],
      [{ isConfirmed: true, byMm: 0.04, reasons: [] }, 'Confirmed: it differs by 0.04 mm, within ± 0.4 mm.'],
      [{ isOnlyAnswer: true, byMm: 0.3 }, 'The answer has changed, the distance by 0.3 mm only, because Ship 2 was out of view before.'],
    ] as const) {
      await show(remeasured({ kind: 'done', of, result: { ...result, ...change } }));
      equal(said(), [words]);
    }
    // Asked of another pair it is not said of this one.
    await show(remeasured({ kind: 'done', of: ['ship-1', 'ship-3'], result }));
    equal(page.all('hm-remeasuring').length, 0);
    await show(undefined);
    equal(page.all('[data-tool=again]').length, 0);
  });

  test('all ranges and a try give the pair back that they were asked beside', async () => {
    for (const tool of [
      { kind: 'survey', shipId: 'ship-2' },
      { kind: 'try', shipId: 'ship-1', attempt: { kind: 'maneuver', dial: ['2FW', '1BW'] } },
    ]) {
      page.tell('hm-choose-none');
      for (const shipId of ['ship-1', 'ship-2']) page.tell('hm-choose', { shipId });
      page.tell('hm-tool', { tool });
      await settled();
      equal(page.known().chosen, [tool.shipId]);
      page.tell('hm-tool', { tool: { ...tool } });
      page.tell('hm-tool', { tool: undefined });
      await settled();
      equal(page.known().chosen, ['ship-1', 'ship-2']);
    }
  });

  test('while something moves on the mat no tool says anything for certain, but that it moves and how old it is', async () => {
    const tools = [
      { kind: 'survey', shipId: 'ship-1' },
      { kind: 'ruler', things: ['ship-1', 'ship-2'].map((id) => ({ kind: 'thing', id })) },
    ] as const;
    const show = pageAs(page.app);
    const doubtful = () => page.all('td.doubtful, .big.doubtful').length;
    for (const { tool, answers } of [
      { tool: tools[0], answers: () => 2 * page.all('tr[data-id]').length },
      { tool: tools[1], answers: () => 1 },
    ]) {
      page.tell('hm-tool', { tool });
      await page.one('hm-tools');
      await settled();
      ok(doubtful() < answers(), `${tool.kind}: something is certain of a table at rest`);
      await show(moving);
      equal(doubtful(), answers(), tool.kind);
      ok(!words('.big + p').join().includes('certain'), words('.big + p').join());
      ok(/is moving here.*measured 4 s ago/.test(words('.stale-note')[0] ?? ''), words('.stale-note').join());
      page.tell('hm-tool', { tool: undefined });
      await show(undefined);
    }
  });

  test('so in a match: the table is said to move, beside the map, while the chosen pair far from it keeps its answer', async () => {
    for (const id of ['ship-1', 'ship-2']) key(onMap(id), 'Enter');
    page.tell('hm-menu', { action: 'game' });
    const game = await page.one('hm-game');
    await settled();
    equal([game.hasAttribute('stale'), page.all('.stale-note').length], [false, 0]);
    await pageAs(page.app)(moving);
    equal([game.hasAttribute('stale'), page.all('.stale-note').length], [true, 1]);
    await setViewport({ width: 1280, height: 800 });
    await settled();
    const [note, map] = ['.stale-note', 'hm-game-map'].map((part) => page.all(part)[0]!.getBoundingClientRect());
    ok(note!.width > 100 && note!.right <= map!.left, `it hides nothing of the map under the picture: ${JSON.stringify([note, map])}`);
    ok(/is moving here.*measured 4 s ago/.test(words('.stale-note')[0] ?? ''), words('.stale-note').join());
    equal(page.all('hm-answer')[0]!.hasAttribute('stale'), false);
    await setViewport({ width: 390, height: 844 });
    await settled();
    for (const look of ['picture', 'map']) {
      page.all(`[data-look=${look}]`)[0]!.click();
      await settled();
      const [on, shown, tabs] = ['.stale-note', look === 'map' ? 'hm-game-map' : 'hm-stage', 'hm-look'].map((part) =>
        page
          .all(part)
          .map((one) => one.getBoundingClientRect())
          .find(({ width }) => width > 0),
      );
      ok(
        on!.top > shown!.top && on!.bottom <= shown!.bottom + 0.5 && shown!.bottom <= tabs!.top,
        `${look}: ${JSON.stringify([on, shown, tabs])}`,
      );
    }
  });

  test('a ruler is laid from an obstacle to an edge of the mat by two taps in the picture, and to any ship from the list', async () => {
    await page.press('[data-tool=ruler]');
    const { table } = page.known();
    const obstacle = table.obstacles[0]!;
    const middle = { x: obstacle.outline.reduce((sum, { x }) => sum + x, 0) / obstacle.outline.length, y: 0 };
    middle.y = obstacle.outline.reduce((sum, { y }) => sum + y, 0) / obstacle.outline.length;
    tapPicture(page.onScreen(middle));
    await settled();
    tapPicture(page.onScreen({ x: middle.x, y: 2 }));
    await until(() => page.text('.big'), 'the range');
    const minY = Math.min(...obstacle.outline.map(({ y }) => y));
    const mm = Number(/([\d.]+) mm/.exec(words('.big + p')[0]!)![1]);
    ok(Math.abs(mm - minY) < 0.06, `${mm} mm to the near edge, ${minY} expected`);
    const to = page.all('select')[1] as HTMLSelectElement;
    to.value = 'ship-2';
    to.dispatchEvent(new Event('change'));
    await settled();
    const expected = rangeBetween(table, obstacle.id, 'ship-2').gapMm;
    const found = Number(/([\d.]+) mm/.exec(words('.big + p')[0]!)![1]);
    ok(Math.abs(found - expected) < 0.06, `${found} mm, ${expected} expected`);
  });

  test('a ruler between two points of the mat is said to be between them', async () => {
    await page.press('[data-tool=ruler]');
    for (const x of [300, 500]) page.tell('hm-rule', { thing: { kind: 'point', at: { x, y: 450 } } });
    await until(() => page.text('.big'), 'the range');
    ok(/^Between the two points: 200\.0 mm/.test(words('.big + p')[0]!), words('.big + p')[0]!);
  });

  test('a closer look shows real pixels of the picture at both closest points', async () => {
    for (const id of ['ship-1', 'ship-2']) key(onMap(id), 'Enter');
    await settled();
    await page.press('[data-tool=closeup]');
    await until(() => page.all('hm-loupe').length >= 2, 'the loupes');
    ok(words('figcaption')[0]!.startsWith('Closest point of Ship 1'), words('figcaption').join('; '));
    const [loupe] = page.all('hm-loupe');
    const canvas = loupe!.shadowRoot!.querySelector('canvas')!;
    await settled();
    const outlines = [...loupe!.shadowRoot!.querySelectorAll('path.base')];
    ok(
      outlines.length > 0 && outlines.every((path) => getComputedStyle(path).stroke !== 'none'),
      'the bases’ outlines are drawn over them',
    );
    const [red, green, blue] = canvas.getContext('2d')!.getImageData(5, 5, 1, 1).data;
    // The photo is transparent where nothing was drawn, and JPEG makes that black; an empty canvas would be transparent.
    equal([red! < 10, green! < 10, blue! < 10, canvas.getContext('2d')!.getImageData(5, 5, 1, 1).data[3]], [true, true, true, 255]);
  });

  test('a maneuver is tried as a ghost in the picture and on the map, alone or with its whole dial, and nothing moves', async () => {
    key(onMap('ship-1'), 'Enter');
    const { table } = page.known();
    await page.press('[data-tool=try]');
    const ghosts = (host: string) => page.all(host)[0]!.shadowRoot!.querySelectorAll('.ghost').length;
    await until(() => ghosts('hm-map') === 17 && ghosts('hm-stage') === 17, 'the ghosts of the whole dial');
    await page.press('[data-code="1FW"]');
    ok(words('[role=status] li')[0]!.length > 10, 'what comes of it');
    const alone = ghosts('hm-map');
    ok(alone >= 1 && alone <= 2, `${alone} ghosts`);
    equal(page.known().table.ships, table.ships);
    // Another ship that is tapped now is measured to from where this one would end, and said so.
    key(onMap('ship-2'), 'Enter');
    await until(() => words('.there b').length > 0, 'the answer from the ghost');
    equal(words('.there b'), ['From where Ship 1 would end to Ship 2']);
    const { end } = execute(table, 'ship-1', parseManeuver('1FW'));
    const moved = { ...table, ships: table.ships.map((ship) => (ship.id === 'ship-1' ? { ...ship, pose: end } : ship)) };
    const { arcs, closest } = report(moved).pairs.find(({ from, to }) => from === 'ship-1' && to === 'ship-2')!;
    const mm = (arcs.front?.attack ?? closest).mm.toFixed(1);
    ok(words('.there p')[0]!.includes(`${mm} mm`), `${words('.there p')[0]}, expected ${mm} mm`);
    const rolls = page.all('.do').find((button) => button.textContent === 'Roll, boost, decloak')!;
    rolls.click();
    await settled();
    equal(ghosts('hm-map'), 3);
    page
      .all('.do')
      .find((button) => button.textContent === 'Device')!
      .click();
    await settled();
    ok(ghosts('hm-stage') >= 1, 'the device');
  });

  test('arcs are chips under the answer: any arc of the ship can be asked, and a turret of which nobody said where it points is never out of arc', async () => {
    const inArc = (arc: string) =>
      page.known().report.pairs.find(({ from, to }) => from === 'ship-1' && to === 'ship-2')!.arcs[arc as 'rear'];
    for (const shipId of ['ship-1', 'ship-2']) page.tell('hm-choose', { shipId });
    await settled();
    equal([page.known().chosen, inArc('rear')], [['ship-1', 'ship-2'], undefined]);
    for (const arc of ['left', 'right', 'rear', 'fullFront']) {
      await page.press(`[data-arc=${arc}]`);
      equal([page.all(`[data-arc=${arc}]`)[0]!.getAttribute('aria-pressed'), inArc(arc) !== undefined], ['true', true]);
    }
    await page.press('[data-arc=rear]');
    equal(inArc('rear'), undefined);
    // Of a ship with a turret the answer is open until it is said where that points.
    page.tell('hm-edit', { edit: { kind: 'arcs', shipId: 'ship-1', arcs: ['bullseye'], hasTurret: true } });
    await settled();
    const arcLine = () => page.known().answer!.lines.find(({ about }) => about === 'arc');
    equal([inArc('bullseye')!.inArc.value, arcLine()?.isCertain], [false, false]);
    equal(words('.arcs span'), ['Where does its turret point?']);
    await page.press('[data-arc=left]');
    equal(page.all('.arcs span').length, 0);
  });

  test('what moved is listed since the table last stood still, and the way back of a ship is live until it stands there', async () => {
    const see = page.vision.answer;
    // Two looks at rest: the first is kept.
    await until(() => page.all('hm-answer').length > 0, 'the page');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const push = (mm: number) => {
      const { pose } = page.known().table.ships[0]!;
      page.tell('hm-edit', { edit: { kind: 'move', shipId: 'ship-1', pose: { ...pose, x: pose.x + mm }, gesture: 'test' } });
    };
    push(30);
    await settled();
    await page.press('[data-tool=check]');
    await until(() => words('li[data-ship] b').includes('Ship 1'), 'the ship that moved');
    equal(words('li[data-ship]').length, 1);
    await page.press('li[data-ship] .do');
    ok(words('p.guide')[0]!.startsWith('Move it'), words('p.guide')[0]!);
    push(-30);
    await until(() => page.all('p.guide.sure').length > 0, 'the ship to be back');
    page.vision.answer = see;
  });

  test('who asks what moved before a table has stood still sees the first one that does', async () => {
    await page.press('[data-tool=check]');
    await page.one('.slider');
    const { atMs } = page
      .all('hm-what-moved')
      .map((shown) => (shown as HTMLElement & { snapshots: { atMs: number }[] }).snapshots.at(-1)!)[0]!;
    const when = new Date(atMs).toLocaleTimeString(dateLocale(), { timeStyle: 'medium' });
    ok(page.text('.slider span').endsWith(` · ${when}`), `the time as dates are written: ${page.text('.slider span')}`);
  });

  test('Escape leaves a tool, and then the chosen ships', async () => {
    key(onMap('ship-1'), 'a');
    await page.one('hm-ranges');
    key(document.body, 'Escape');
    await until(() => page.all('hm-ranges').length === 0, 'the tool to be gone');
    equal(page.known().chosen, ['ship-1']);
    key(document.body, 'Escape');
    await until(() => page.known().chosen.length === 0, 'no ship');
  });
});
