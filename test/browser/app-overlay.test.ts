import { render } from 'lit';
import { deskStyles } from '../../src/app/console/desk.styles.js';
import { HmConsole } from '../../src/app/console/hm-console.js';
import { HmConsoleHand } from '../../src/app/console/hm-console-hand.js';
import type { HmConsolePanel } from '../../src/app/console/hm-console-panel.js';
import { drawOverlay, newLabelMemory } from '../../src/app/drawing/draw-overlay.js';
import { mapProjection } from '../../src/app/drawing/projection.js';
import { debugNote } from '../../src/app/overlay/debug-note.js';
import { HmOverlay } from '../../src/app/overlay/hm-overlay.js';
import { newsStaleness } from '../../src/app/overlay/news-staleness.js';
import { readOverlayAddress } from '../../src/app/overlay/overlay-address.js';
import { readNews } from '../../src/app/overlay/shown-news.js';
import { createPace } from '../../src/app/session/pace.js';
import { readAddress } from '../../src/app/state/page-address.js';
import { currentProblem, emptyPage } from '../../src/app/state/page-state.js';
import { TableSession } from '../../src/app/state/table-session.js';
import { report } from '../../src/judge/report/report.js';
import type { OverlayLabel } from '../../src/scene/draw/overlay.js';
import { parseScene, sceneOf } from '../../src/table/documents/scene-file.js';
import type { Problem } from '../../src/table/measurement.js';
import { said } from '../said.js';
import { equal, ok, pause, until } from './app-assert.js';

const DARK = {
  online: true,
  lookAgeMs: 7000,
  problem: { code: 'mat-not-found', message: 'No mat in view.', hint: 'Look at it.' },
};
const ship = (id: string, xMm: number) => ({ id, base: 'small', xMm, yMm: 400, headingDeg: 90 });
const scene = { format: 'hashmark-scene', version: 1, table: { widthMm: 914.4, depthMm: 914.4 }, ships: [ship('a', 200), ship('b', 390)] };
const measured = { ...report(parseScene(scene)), measured: { from: 'a', to: 'b' } };

/** One metre above the middle of the mat, looking straight down, player 1 at the lower edge. */
const CAMERA: NonNullable<HmOverlay['camera']> = {
  ...{ widthPx: 1920, heightPx: 1080, fx: 1000, fy: 1000, cx: 959.5, cy: 539.5, distortion: [0, 0, 0, 0, 0] },
  ...{ r: [1, 0, 0, 0, -1, 0, 0, 0, -1], t: [-457.2, 457.2, 1000] },
};

suite('addresses', () => {
  test('an overlay’s address gives table, token, delay, scale and place, and takes nonsense for nothing', () => {
    const { table, token, delayMs, scale, align } = readOverlayAddress(
      'http://h/overlay?table=cut-2&view=map&delay=2.5&scale=0.5&align=bottom-right#token=s3cret',
    );
    equal([table, token, delayMs, scale, align], ['cut-2', 's3cret', 2500, 0.5, 'bottom-right']);
    const themed = readOverlayAddress('http://h/overlay?view=camera&accent=ff0000&player1=red;}&broker=wss://b:9001&debug');
    equal([themed.view, themed.theme, themed.broker, themed.isDebug], ['camera', { '--hm-accent': '#ff0000' }, 'wss://b:9001', true]);
    equal(readOverlayAddress('http://h/overlay?view=toaster').view, undefined);
    const bare = readOverlayAddress('http://h/overlay?delay=soon&scale=-1&align=somewhere');
    equal([bare.delayMs, bare.scale, bare.align], [0, 1, 'center']);
    equal(readOverlayAddress('http://h/overlay?view=caption').align, 'bottom');
  });

  test('the player’s page takes its source, seed and relay from the address', () => {
    equal(readAddress('http://h/?camera=simulated&seed=7&publish=cut-2#token=t'), {
      camera: 'simulated',
      seed: 7,
      publish: { table: 'cut-2', token: 't' },
    });
    equal(readAddress('http://h/?camera=toaster&seed=x'), { seed: 1 });
  });
});

suite('the overlay', () => {
  test('nothing is drawn while nothing is known', async () => {
    const overlay = new HmOverlay();
    document.body.append(overlay);
    await overlay.updateComplete;
    equal(overlay.renderRoot.childElementCount, 0);
    overlay.remove();
  });

  test('ships and the measured pair are drawn, with its range in words', async () => {
    const overlay = new HmOverlay();
    overlay.news = readNews(sceneOf(parseScene(scene)), measured);
    document.body.append(overlay);
    await until(() => overlay.renderRoot.querySelectorAll('.base').length === 2, 'two bases');
    ok(overlay.renderRoot.querySelector('.ruler'), 'the ruler is drawn');
    ok(overlay.renderRoot.querySelector('.arc-area'), 'the arc of the ship that measures is drawn');
    equal(overlay.renderRoot.querySelector('.caption b')?.textContent, 'Range 2');
    equal(getComputedStyle(document.documentElement).backgroundColor, 'rgba(0, 0, 0, 0)');
    overlay.remove();
  });

  test('what the camera did not make out is on air only where that was chosen', async () => {
    const doubtful = { ...scene, unmeasurable: [{ xMm: 300, yMm: 400, radiusMm: 40, probability: 0.9, reason: 'Obstacle?' }] };
    const overlay = new HmOverlay();
    overlay.news = readNews(doubtful, measured);
    document.body.append(overlay);
    await until(() => overlay.renderRoot.querySelectorAll('.base').length === 2, 'two bases');
    equal(overlay.renderRoot.querySelector('.unmeasurable, .unmeasurable-label'), null);
    overlay.show = { doubtful: true };
    await until(() => overlay.renderRoot.querySelector('.unmeasurable'), 'the doubtful thing');
    overlay.remove();
  });

  test('a caption is whole inside the page at every scale', async () => {
    const overlay = new HmOverlay();
    overlay.news = readNews(sceneOf(parseScene(scene)), measured);
    document.body.append(overlay);
    for (const scale of [0.1, 0.3, 0.5, 1, 2, 4]) {
      overlay.scale = scale;
      await overlay.updateComplete;
      const caption = await until(() => overlay.renderRoot.querySelector('.caption'), 'the caption');
      const { left, right, top, bottom } = caption.getBoundingClientRect();
      ok(
        left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight,
        `scale ${scale}: ${[left, right, top, bottom].join(' ')} in ${innerWidth} × ${innerHeight}`,
      );
      ok(
        caption.scrollWidth <= caption.clientWidth && caption.scrollHeight <= caption.clientHeight,
        `scale ${scale}: no text beyond its box`,
      );
    }
    overlay.remove();
  });

  test('a ship’s name with markup in it is shown as text', async () => {
    const name = '<img src=x onerror="window.wasRun = true">';
    const overlay = new HmOverlay();
    overlay.news = readNews({ ...scene, ships: [{ ...ship('a', 200), name }, ship('b', 390)] }, measured);
    document.body.append(overlay);
    await until(() => overlay.renderRoot.querySelector('.caption')?.textContent?.includes(name), 'the name as it is');
    equal(overlay.renderRoot.querySelector('img'), null);
    overlay.remove();
  });

  test('of two names that are written from right to left the one that measures stands before the arrow', async () => {
    const overlay = new HmOverlay();
    const ships = [
      { ...ship('a', 200), name: 'שלום' },
      { ...ship('b', 390), name: 'לוק' },
    ];
    overlay.news = readNews({ ...scene, ships }, measured);
    document.body.append(overlay);
    const who = await until(
      () => [...(overlay.renderRoot.querySelector('.who')?.childNodes ?? [])].find((one) => one.nodeType === Node.TEXT_NODE),
      'the names',
    );
    const leftOf = (letter: string) => {
      const range = document.createRange();
      const at = who.textContent!.indexOf(letter);
      range.setStart(who, at);
      range.setEnd(who, at + 1);
      return range.getBoundingClientRect().left;
    };
    ok(leftOf('ש') < leftOf('→') && leftOf('→') < leftOf('ק'), who.textContent!);
    overlay.remove();
  });

  test('a ship glides to its new place, and in the end stands there to the tenth of a pixel', async () => {
    const overlay = new HmOverlay();
    const table = parseScene(scene);
    const moved = { ...table, ships: table.ships.map((one) => (one.id === 'b' ? { ...one, pose: { ...one.pose, x: 700 } } : one)) };
    const path = () => [...overlay.renderRoot.querySelectorAll('.base')].map((base) => base.getAttribute('d'))[1];
    overlay.news = { table, pairs: [] };
    document.body.append(overlay);
    const before = await until(path, 'the ship');
    overlay.news = { table: moved, pairs: [] };
    const seen = new Set<string | null | undefined>();
    for (let frame = 0; frame < 30; frame++) {
      await new Promise(requestAnimationFrame);
      seen.add(path());
    }
    ok(seen.size > 2, `${[...seen].join(' ; ')}`);
    overlay.remove();
    const still = new HmOverlay();
    still.news = { table: moved, pairs: [] };
    document.body.append(still);
    const there = await until(() => still.renderRoot.querySelectorAll('.base')[1]?.getAttribute('d'), 'the same table in a new element');
    equal([...seen].at(-1), there);
    ok(there !== before, 'it moved');
    still.remove();
  });

  test('a source that OBS hides draws no frame meanwhile, and shows the newest places once it is seen', async () => {
    const overlay = new HmOverlay();
    const placeOf = (xMm: number) => readNews(sceneOf(parseScene({ ...scene, ships: [ship('a', 200), ship('b', xMm)] })), undefined);
    const drawn = () => overlay.renderRoot.querySelectorAll('.base')[1]?.getAttribute('d');
    document.body.append(overlay);
    overlay.news = placeOf(800);
    await until(drawn, 'two ships');
    await pause(300);
    const newest = drawn();
    overlay.news = placeOf(390);
    await until(() => drawn() !== newest, 'another place');
    await pause(300);
    const { requestAnimationFrame } = window;
    const waiting: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (frame) => waiting.push(frame);
    try {
      for (const xMm of [450, 500, 650, 800]) {
        overlay.news = placeOf(xMm);
        await overlay.updateComplete;
      }
      equal(waiting.length, 1);
      await pause(300);
    } finally {
      window.requestAnimationFrame = requestAnimationFrame;
    }
    for (const frame of waiting) frame(performance.now());
    await overlay.updateComplete;
    equal(drawn(), newest);
    overlay.remove();
  });

  test('the loupe stands beside the caption where it was chosen: base edges, the limit, a band', async () => {
    const overlay = new HmOverlay();
    overlay.news = readNews(sceneOf(parseScene(scene)), measured);
    document.body.append(overlay);
    await until(() => overlay.renderRoot.querySelector('.caption'), 'the caption');
    equal(overlay.renderRoot.querySelector('.loupes'), null);
    overlay.show = { loupe: true };
    const figures = await until(() => overlay.renderRoot.querySelector('.loupes'), 'loupes');
    ok(figures.querySelector('.limit') && figures.querySelector('.base'), 'limit and bases are drawn');
    // The table is 914 mm wide: a loupe shows some millimetres of it.
    ok(/, \d{1,2} mm across/.test(figures.querySelector('figcaption')!.textContent!), 'its caption names its scale');
    overlay.remove();
  });

  test('a replay is named as one, plays once, gives no verdict while it plays, and the present comes back', async () => {
    const overlay = new HmOverlay();
    overlay.news = readNews(sceneOf(parseScene(scene)), measured);
    document.body.append(overlay);
    const path = () => [...overlay.renderRoot.querySelectorAll('.base')].map((base) => base.getAttribute('d'))[1];
    const present = await until(path, 'the ship');
    const key = (atSeconds: number, xMm: number) => ({ atSeconds, xMm, yMm: 400, headingDeg: 90 });
    const replay = { id: '1', ships: [{ ship: 'b', keys: [key(0, 700), key(0.4, 390)] }] };
    overlay.show = { replay };
    await until(() => overlay.renderRoot.querySelector('.replay')?.textContent === 'Replay', 'the word');
    ok(path() !== present, 'the ship stands where it stood');
    equal(overlay.renderRoot.querySelector('.caption, .ruler'), null);
    await until(() => !overlay.renderRoot.querySelector('.replay'), 'the end of the replay');
    equal(path(), present);
    equal(overlay.renderRoot.querySelector('.caption b')?.textContent, 'Range 2');
    // The same document once more, as a broker may send it, is no second replay.
    overlay.show = { replay: { ...replay } };
    await overlay.updateComplete;
    equal(overlay.renderRoot.querySelector('.replay'), null);
    overlay.remove();
  });

  test('a match’s panel has hull, shields and tokens of each ship, the order and the score', async () => {
    const overlay = new HmOverlay();
    overlay.view = 'panel';
    document.body.append(overlay);
    await overlay.updateComplete;
    equal(overlay.renderRoot.childElementCount, 0);
    const own = { crits: 0, isDestroyed: false, tokens: [{ kind: 'focus', count: 2 }], hull: 3, shields: 2, initiative: 5 };
    const ships = [
      { ...own, id: 'a', name: 'Luke', owner: 1 as const },
      { ...own, id: 'b', name: 'Wedge', owner: 2 as const, tokens: [], initiative: 6 },
    ];
    overlay.match = { round: 2, phase: 'engagement', firstPlayer: 1, order: ['b', 'a'], ships };
    overlay.show = { panel: { names: ['Ann', 'Ben'], score: [8, 5], clock: { remainingSeconds: 725, isRunning: false } } };
    await until(() => overlay.renderRoot.querySelectorAll('.ship').length === 2, 'two ships');
    const text = overlay.renderRoot.textContent!.replace(/\s+/g, '');
    for (const part of ['Round2·engagement', '12:05', 'Ann8', 'Ben5', 'Luke◆3◈22focus', '6Wedge5Luke'])
      ok(text.includes(part), `${part} in ${text}`);
    overlay.remove();
  });

  test('nothing of a panel is cut off, however much is in it, and its letters are as large as that allows', async () => {
    const overlay = new HmOverlay();
    overlay.view = 'panel';
    const tokens = ['focus', 'evade', 'stress', 'cloak', 'force'].map((kind) => ({ kind, count: 2 }));
    const shipOf = (i: number) => ({
      ...{ id: `s${i}`, name: `A pilot with a rather long name, the ${i}th of them all`, owner: ((i % 2) + 1) as 1 | 2 },
      ...{ initiative: 5, hull: 3, shields: 2, crits: 2, isDestroyed: false, tokens, maneuver: '2FB' },
    });
    const matchOf = (count: number) => {
      const ships = Array.from({ length: count }, (_, i) => shipOf(i));
      return { round: 2, phase: 'engagement' as const, firstPlayer: 1 as const, order: ships.map(({ id }) => id), ships };
    };
    overlay.show = {
      panel: { names: ['A player whose name does not end', 'Ben'], score: [18, 5], clock: { remainingSeconds: 725, isRunning: false } },
    };
    document.body.append(overlay);
    const lettersPx = async (count: number) => {
      overlay.match = matchOf(count);
      await overlay.updateComplete;
      const panel = await until(() => overlay.renderRoot.querySelector<HTMLElement>('.match'), 'the panel');
      ok(panel.scrollHeight <= panel.clientHeight && panel.scrollWidth <= panel.clientWidth, `${count} ships: no text beyond the panel`);
      const { bottom, right } = panel.getBoundingClientRect();
      ok(bottom <= innerHeight && right <= innerWidth, `${count} ships: the panel is inside the page`);
      for (const line of panel.querySelectorAll('.ship')) {
        const [name, hull] = [line.querySelector('.name')!, line.querySelector('.hull')!].map((one) => one.getBoundingClientRect());
        ok(name!.right <= hull!.left, 'a long name ends before the hull');
      }
      return Number.parseFloat(panel.style.fontSize);
    };
    const [few, many] = [await lettersPx(2), await lettersPx(16)];
    ok(few > many, `${few} px with few ships, ${many} px with many`);
    overlay.scale = 0.5;
    ok((await lettersPx(2)) < few, 'half as large where the address says so');
    overlay.remove();
  });

  test('of long names that begin alike, what distinguishes them is not cut off', async () => {
    const overlay = new HmOverlay();
    overlay.view = 'panel';
    const shipOf = (i: number) => ({
      ...{ id: `s${i}`, name: `Commander Obi-Wan Kenobi of the Grand Army of the Republic ${i + 1}`, owner: 1 as const },
      ...{ initiative: 5, hull: 3, shields: 2, crits: 0, isDestroyed: false, tokens: [] },
    });
    overlay.match = { round: 1, phase: 'end', firstPlayer: 1, order: [], ships: [0, 1, 2, 3, 4].map(shipOf) };
    document.body.append(overlay);
    const names = await until(() => {
      const all = [...overlay.renderRoot.querySelectorAll('.ship .name')];
      return all.length === 5 && all;
    }, 'the ships');
    for (const [i, name] of names.entries()) {
      const [head, end] = [...name.children] as [HTMLElement, HTMLElement];
      equal(name.textContent, shipOf(i).name);
      ok(head.scrollWidth > head.clientWidth, 'its beginning is cut off');
      ok(end.getBoundingClientRect().right <= name.getBoundingClientRect().right + 0.5, `the end of ${name.textContent} is in sight`);
    }
    overlay.remove();
  });

  test('while something moves the panel stays; of a camera that fell silent only what the console says does', async () => {
    const overlay = new HmOverlay();
    overlay.view = 'panel';
    overlay.match = { round: 2, phase: 'engagement', firstPlayer: 1, order: [], ships: [] };
    overlay.show = { panel: { names: ['Ann', 'Ben'], score: [8, 5] } };
    overlay.staleness = { kind: 'moving', ageMs: 500 };
    document.body.append(overlay);
    const text = () => overlay.renderRoot.textContent!.replace(/\s+/g, ' ');
    await until(() => text().includes('Round 2') && text().includes('Ann'), 'the match while a hand is over the table');
    overlay.isCameraSilent = true;
    await until(() => !text().includes('Round 2') && text().includes('Ann'), 'the score alone');
    overlay.isRelaySilent = true;
    await until(() => text().trim() === '', 'nothing');
    overlay.remove();
  });

  test('what was set by hand stands on the panel with the words for it, also where no match is played', async () => {
    const overlay = new HmOverlay();
    overlay.view = 'panel';
    const ships = [
      { id: 'a', name: 'Vader', owner: 1 as const, initiative: 6, hull: 3, shields: 2, crits: 0, isDestroyed: false, tokens: [] },
    ];
    overlay.match = { round: 2, phase: 'engagement', firstPlayer: 1, order: [], ships };
    document.body.append(overlay);
    const text = () => overlay.renderRoot.textContent!.replace(/\s+/g, ' ');
    await until(() => text().includes('Round 2') && text().includes('◆3'), 'the match');
    ok(!text().includes('by hand'), text());
    overlay.show = { byHand: { round: 4, ships: [{ id: 'a', hull: 1, tokens: [{ kind: 'stress', count: 2 }] }] } };
    await until(() => text().includes('Round 4') && text().includes('◆1'), 'what was said');
    ok(text().includes('by hand') && text().includes('2 stress') && text().includes('◈2'), text());
    overlay.isCameraSilent = true;
    await until(
      () => text().includes('Round 4') && text().includes('◆1') && text().includes('Vader'),
      'what was said alone, of a ship as it was called last',
    );
    ok(!text().includes('◈'), `no number that nobody said: ${text()}`);
    overlay.show = { byHand: { round: 7, ships: [{ id: 'ship-2', hull: 1 }] } };
    await until(() => /Round 7\s*by hand/.test(text()), 'a round whose phase nobody said');
    ok(/Ship 2\s*◆1/.test(text()) && !text().includes('ship-2'), text());
    overlay.show = {};
    await until(() => text().trim() === '', 'nothing');
    overlay.remove();
  });

  test('the pair that is measured at the table passes: it goes after its time, and the next one comes', async () => {
    const overlay = new HmOverlay();
    overlay.show = { pairs: [], measured: { fadeSeconds: 0.4 } };
    overlay.news = readNews(sceneOf(parseScene(scene)), measured);
    document.body.append(overlay);
    const caption = () => overlay.renderRoot.querySelector('.caption');
    await until(() => caption()?.querySelector('b')?.textContent === 'Range 2', 'the range');
    ok(caption()!.classList.contains('fading'), 'it fades');
    await until(() => !caption() && !overlay.renderRoot.querySelector('.ruler'), 'that it is gone, the ruler too');
    // The same once more, as a camera sends it: nothing new was measured.
    overlay.news = readNews(sceneOf(parseScene(scene)), measured);
    await overlay.updateComplete;
    equal(caption(), null);
    overlay.news = readNews(sceneOf(parseScene(scene)), { ...measured, measured: { from: 'b', to: 'a' } });
    await until(caption, 'the other pair');
    // A pair that the console chose stays.
    overlay.show = { pairs: [{ from: 'a', to: 'b' }], measured: { fadeSeconds: 0.4 } };
    await until(
      () => overlay.renderRoot.querySelectorAll('.caption').length === 1 && !caption()!.classList.contains('fading'),
      'the chosen pair alone',
    );
    overlay.remove();
  });

  test('as a caption alone the last measurement is said without the map, and goes by itself; words need no table', async () => {
    const overlay = new HmOverlay();
    overlay.view = 'caption';
    overlay.news = readNews(sceneOf(parseScene(scene)), measured);
    document.body.append(overlay);
    const caption = () => overlay.renderRoot.querySelector<HTMLElement>('.caption');
    await until(() => caption()?.querySelector('b')?.textContent === 'Range 2', 'the range');
    ok(caption()!.classList.contains('fading') && caption()!.style.getPropertyValue('--fade') === '8s', 'it passes, without being told to');
    equal(overlay.renderRoot.querySelectorAll('svg').length, 0);
    overlay.news = readNews(sceneOf(parseScene(scene)), { ...measured, measured: { from: 'b', to: 'a' } });
    overlay.show = { measured: { fadeSeconds: 0.3 } };
    await until(() => caption()?.style.getPropertyValue('--fade') === '0.3s', 'the next one, for as long as the console says');
    await until(() => !caption(), 'that it is gone');
    for (const view of ['caption', 'map', 'camera'] as const) {
      overlay.view = view;
      overlay.news = undefined;
      overlay.show = { caption: { id: view, text: `On ${view}` } };
      await until(() => caption()?.textContent === `On ${view}`, 'words without a table');
      ok(caption()!.getBoundingClientRect().bottom <= innerHeight, 'inside of the page');
    }
    overlay.isRelaySilent = true;
    await until(() => !caption(), 'nothing of a console that is not heard');
    overlay.remove();
  });

  test('a caption in words is shown as it is, and fades where it is to', async () => {
    const overlay = new HmOverlay();
    overlay.news = readNews(sceneOf(parseScene(scene)), undefined);
    overlay.show = { caption: { id: '1', text: '<b>A judge</b> is here', fadeSeconds: 8 } };
    document.body.append(overlay);
    await until(() => overlay.renderRoot.querySelector('.said')?.textContent === '<b>A judge</b> is here', 'the words');
    ok(overlay.renderRoot.querySelector('.said')!.classList.contains('fading'), 'it fades');
    overlay.show = { caption: { id: '2', text: 'Round two' } };
    await until(() => overlay.renderRoot.querySelector('.said:not(.fading)')?.textContent === 'Round two', 'one that stays');
    overlay.remove();
  });

  test('on the map a ship has an icon that shows its front; over a picture it has none', async () => {
    const overlay = new HmOverlay();
    overlay.news = readNews(sceneOf(parseScene(scene)), undefined);
    document.body.append(overlay);
    await until(() => overlay.renderRoot.querySelectorAll('.icon').length === 2, 'two icons');
    overlay.remove();
    const onPicture = new HmOverlay();
    onPicture.view = 'camera';
    onPicture.news = readNews(sceneOf(parseScene(scene)), undefined);
    onPicture.camera = CAMERA;
    document.body.append(onPicture);
    await until(() => onPicture.renderRoot.querySelectorAll('.base').length === 2, 'two bases');
    equal(onPicture.renderRoot.querySelectorAll('.icon').length, 0);
    onPicture.remove();
  });

  test('over a picture nothing is drawn of ships while something moves, but what the commentator drew stays on the table', async () => {
    const overlay = new HmOverlay();
    overlay.view = 'camera';
    overlay.news = readNews(sceneOf(parseScene(scene)), measured);
    overlay.camera = CAMERA;
    overlay.show = {
      drawings: [
        {
          id: '1',
          kind: 'line',
          pointsMm: [
            [300, 300],
            [600, 300],
          ],
        },
      ],
    };
    document.body.append(overlay);
    await until(() => overlay.renderRoot.querySelector('.base') && overlay.renderRoot.querySelector('.drawn path'), 'ships and a line');
    overlay.staleness = { kind: 'moving', ageMs: 500 };
    await until(() => !overlay.renderRoot.querySelector('.base, .caption'), 'no ship, no verdict');
    ok(overlay.renderRoot.querySelector('.drawn path'), 'the line is still there');
    overlay.staleness = { kind: 'old', ageMs: 9000 };
    await until(() => !overlay.renderRoot.querySelector('svg'), 'nothing');
    overlay.staleness = undefined;
    await until(
      () => overlay.renderRoot.querySelector('.base') && overlay.renderRoot.querySelector('.caption b'),
      'ships and the verdict again',
    );
    overlay.remove();
  });

  test('a scene that cannot be read is passed over', () => {
    equal(readNews({ format: 'hashmark-scene', version: 1 }, undefined), undefined);
  });
});

suite('the page that sets values by hand', () => {
  const ships = [
    { id: 'a', name: 'Vader', owner: 1 as const, initiative: 6, hull: 3, shields: 2, crits: 0, isDestroyed: false, tokens: [] },
    { id: 'b', name: 'Luke', owner: 2 as const, initiative: 5, hull: 4, shields: 2, crits: 0, isDestroyed: false, tokens: [] },
  ];
  let page: HmConsoleHand;
  const field = (label: string) =>
    until(() => page.renderRoot.querySelector<HTMLInputElement>(`[aria-label='${label}']`) ?? undefined, label);
  const set = async (label: string, value: string) => {
    const input = await field(label);
    input.value = value;
    input.dispatchEvent(new Event('change'));
    await page.updateComplete;
  };
  const press = async (label: string) => {
    [...page.renderRoot.querySelectorAll('button')].find((button) => button.textContent!.trim() === label)!.click();
    await page.updateComplete;
  };

  setup(async () => {
    page = new HmConsoleHand();
    page.match = { round: 2, phase: 'engagement', firstPlayer: 1, order: ['a'], active: 'a', ships };
    page.addEventListener('hm-show', (event) => (page.show = (event as CustomEvent).detail));
    document.body.append(page);
    await page.updateComplete;
  });
  teardown(() => page.remove());

  test('each value that is set is said, is marked, and can be released alone or with all others', async () => {
    await set('Vader: Hull', '1');
    await set('Vader: Tokens', '2 stress, focus');
    await set('Luke: Shields', '0');
    const tokens = [
      { kind: 'stress', count: 2 },
      { kind: 'focus', count: 1 },
    ];
    equal(page.show.byHand, {
      ships: [
        { id: 'a', hull: 1, tokens },
        { id: 'b', shields: 0 },
      ],
    });
    ok((await field('Vader: Hull')).classList.contains('said') && !(await field('Vader: Shields')).classList.contains('said'), 'marked');
    // The match goes on under what was set.
    page.match = { ...page.match!, ships: [{ ...ships[0]!, shields: 1 }, ships[1]!] };
    await page.updateComplete;
    equal([(await field('Vader: Hull')).value, (await field('Vader: Shields')).value], ['1', '1']);
    (await field('Release Vader')).click();
    await page.updateComplete;
    equal([page.show.byHand, (await field('Vader: Hull')).value], [{ ships: [{ id: 'b', shields: 0 }] }, '3']);
    await press('Release everything');
    equal(page.show, {});
  });

  test('a caption passes after the time that is set, an attack is said in words, and names and score stand beside', async () => {
    (await field('Caption')).value = 'A judge is here';
    await press('Show');
    equal([page.show.caption?.text, page.show.caption?.fadeSeconds], ['A judge is here', 8]);
    await press('Take off');
    equal(page.show, {});
    const dice = page.renderRoot.querySelector<HTMLInputElement>('[placeholder="hit crit focus blank"]')!;
    dice.value = 'h h c';
    dice.dispatchEvent(new Event('change'));
    await page.updateComplete;
    const { attacker, defender, attackDice } = page.show.byHand!.attack!;
    equal([attacker, defender, attackDice], ['a', 'b', ['hit', 'hit', 'crit']]);
    const panel = page.renderRoot.querySelector<HmConsolePanel>('hm-console-panel')!;
    const score = panel.renderRoot.querySelector<HTMLInputElement>('[aria-label="Score of player 1"]')!;
    // What a field of a number gives where a letter was typed.
    for (const [typed, said] of [
      ['', undefined],
      ['7', [7, 0]],
      ['', [7, 0]],
    ] as const) {
      score.value = typed;
      score.dispatchEvent(new Event('change'));
      await page.updateComplete;
      await panel.updateComplete;
      equal(page.show.panel?.score, said as [number, number] | undefined);
    }
    equal(score.value, '7', 'the field shows what is on screen');
  });
});

suite('the console', () => {
  test('says of a pair that the camera does not see now what it was, and calls it neither live nor certain', async () => {
    const page = Object.assign(new HmConsole(), { table: 'one', token: 't', relay: 'ws://127.0.0.1:9/mqtt' });
    document.body.append(page);
    const now = (staleness?: ReturnType<typeof newsStaleness>) =>
      Object.assign(page, {
        chosen: ['a', 'b'],
        now: {
          ...{ status: { linked: true, stale: false }, isOnAir: true, show: {}, flown: [] },
          ...{ news: readNews(sceneOf(parseScene(scene)), measured), staleness },
        },
      });
    const text = async () => {
      await page.updateComplete;
      return ['header', '.answer'].map((part) => page.renderRoot.querySelector(part)!.textContent).join(' ');
    };
    now();
    const seen = await text();
    ok(seen.includes('Live') && seen.includes('certain'), seen);
    now(newsStaleness({ linked: true, stale: false, camera: DARK }, undefined, performance.timeOrigin + performance.now()));
    const unseen = await text();
    ok(page.renderRoot.querySelector('hm-console-map')!.hasAttribute('stale'), 'the map is dimmed');
    ok(unseen.includes('Not seen now') && !unseen.includes('Live') && !unseen.includes('certain'), unseen);
    page.remove();
  });

  test('what is switched on keeps its colours under the pointer that has just switched it', async () => {
    const page = Object.assign(new HmConsole(), { table: 'one', token: 't', relay: 'ws://127.0.0.1:9/mqtt' });
    document.body.append(page);
    await page.updateComplete;
    const button = page.renderRoot.querySelector<HTMLElement>('.by-hand')!;
    button.click();
    await page.updateComplete;
    equal(button.getAttribute('aria-pressed'), 'true');
    const rules = [...deskStyles.styleSheet!.cssRules].filter(
      (rule): rule is CSSStyleRule => rule instanceof CSSStyleRule && rule.selectorText.includes(':hover'),
    );
    equal([rules.length > 0, rules.filter((rule) => button.matches(rule.selectorText.replace(':hover', '')))], [true, []]);
    page.remove();
  });

  test('says that the camera’s page has no table, and marks what is held by hand before its page is opened', async () => {
    const page = Object.assign(new HmConsole(), { table: 'one', token: 't', relay: 'ws://127.0.0.1:9/mqtt' });
    document.body.append(page);
    const header = async (show: HmOverlay['show'], problem?: Problem) => {
      const camera = {
        online: true,
        ...(problem && { problem: { ...problem, message: 'x', hint: 'y', said: [problem.message, problem.hint] } }),
      };
      Object.assign(page, { now: { status: { linked: true, stale: false, camera }, isOnAir: true, show, flown: [] } });
      await page.updateComplete;
      return page.renderRoot.querySelector('header')!.textContent!.replace(/\s+/g, ' ');
    };
    ok(/Live\s*By hand\s*h/.test(await header({})), await header({}));
    const bare = { ...emptyPage(new TableSession(report, () => {}).known), hasTable: false };
    const noTable = await header({ byHand: { round: 7, ships: [{ id: 'a', hull: 1 }] } }, currentProblem(bare));
    ok(/No table is open on the camera’s page\.\s*By hand\s*2\s*h/.test(noTable), noTable);
    page.remove();
  });
});

suite('the note for an editor', () => {
  const address = readOverlayAddress('http://h/overlay?table=one&view=map&debug#token=t');
  const camera = { online: true };

  test('names an unknown view, a link without a token, a refused token and a missing camera, and is empty where all is well', () => {
    ok(
      debugNote(readOverlayAddress('http://h/overlay?table=one&view=top'), undefined, false, false).startsWith('Unknown view "top"'),
      'the unknown view',
    );
    ok(debugNote({ ...address, token: '' }, undefined, false, false).includes('no token'), 'the missing token');
    const problem = { code: 'relay-token-refused', message: said('The relay does not accept this link.'), hint: said('Open the newest.') };
    equal(
      debugNote(address, { linked: false, stale: true, problem }, false, false),
      'The relay does not accept this link. Open the newest.',
    );
    ok(debugNote(address, { linked: true, stale: true }, false, false).includes('Nobody is sending'), 'the missing camera');
    equal(debugNote(address, { linked: true, stale: false, camera }, true, true), '');
    ok(
      debugNote({ ...address, view: 'camera' }, { linked: true, stale: false, camera }, true, false).includes('where it stands'),
      'the camera without a place',
    );
  });
});

suite('labels', () => {
  const TABLE = { widthMm: 914.4, depthMm: 914.4 };
  const unmeasurable = (x: number, text: string): OverlayLabel => ({
    role: 'unmeasurable',
    text,
    short: '?',
    at: { x, y: 400 },
    clearMm: 20,
  });
  const named: OverlayLabel = { role: 'ship', text: 'Luke', short: 'Luke', at: { x: 700, y: 600 }, clearMm: 20, shipId: 'a' };

  test('a text wider than the drawing begins at its left edge', () => {
    const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const options = { hidden: new Set<string>(), chosen: [], isOpen: false, memory: newLabelMemory() };
    const text = 'nothing here can be measured '.repeat(4);
    render(drawOverlay({ shapes: [], labels: [unmeasurable(300, text)] }, mapProjection(TABLE, 600, 600, 0), options), drawing);
    const shown = drawing.querySelector('text')!;
    equal([shown.getAttribute('x'), shown.getAttribute('text-anchor')], ['0', 'start']);
  });

  test('what cannot be measured keeps its label’s key when a ship goes', () => {
    const keys = (labels: readonly OverlayLabel[]) => {
      const memory = newLabelMemory();
      drawOverlay({ shapes: [], labels }, mapProjection(TABLE, 600, 600, 0), { hidden: new Set(), chosen: [], isOpen: false, memory });
      return [...memory.placed.keys()];
    };
    const others = [unmeasurable(200, 'cut off'), unmeasurable(400, 'hidden')];
    equal(keys([named, ...others]).slice(1), keys(others));
  });
});

suite('the pace', () => {
  test('a picture every half second is two a second, and old ones are forgotten', () => {
    const pace = createPace();
    const seen = Array.from({ length: 21 }, (_, index) => pace.tick(index * 500));
    equal([seen[0], seen[1], seen[9], seen[20]], [0, 2, 2, 2]);
    equal(pace.tick(60_000), 0);
  });
});

suite('doubt about the news', () => {
  const camera = { online: true };
  const problem = { code: 'look-too-old', message: '', hint: '' };

  test('a camera that gives the age of its last look is believed; one that fell silent has been silent since before that was noticed', () => {
    equal(newsStaleness({ linked: true, stale: false, camera }, undefined, 1000), undefined);
    equal(newsStaleness({ linked: true, stale: false, camera: { ...camera, problem, lookAgeMs: 7000 } }, undefined, 9000), {
      kind: 'old',
      sinceMs: 2000,
    });
    const silent = newsStaleness({ linked: true, stale: true, camera }, undefined, 9000);
    equal(silent, { kind: 'old', sinceMs: 4000 });
    equal(newsStaleness({ linked: true, stale: true, camera }, silent, 60_000), silent);
    const moving = { ...camera, problem: { ...problem, code: 'table-moving' }, lookAgeMs: 0 };
    equal(newsStaleness({ linked: true, stale: false, camera: moving }, undefined, 9000), { kind: 'moving', sinceMs: 9000 });
  });

  test('news in doubt is dim, gives no verdict and shows its age', async () => {
    const overlay = new HmOverlay();
    overlay.news = readNews(sceneOf(parseScene(scene)), measured);
    overlay.staleness = { kind: 'old', ageMs: 12_500 };
    document.body.append(overlay);
    await until(() => overlay.renderRoot.querySelector('.board.stale .open .ruler'), 'the ruler of an open answer');
    equal(overlay.renderRoot.querySelector('.caption.open b')?.textContent, 'Not seen now');
    ok(overlay.renderRoot.querySelector('.caption')?.textContent?.includes('It was (12 s ago): Range 2'), 'its age');
    overlay.remove();
  });
});
