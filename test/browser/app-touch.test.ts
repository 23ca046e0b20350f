import { setViewport } from '@web/test-runner-commands';
import { equal, ok, until } from './app-assert.js';
import { FakeVision } from './app-fakes.js';
import { type OpenPage, openPage, settled } from './app-open.js';

let page: OpenPage;

const frame = () => page.all('hm-stage')[0]!.shadowRoot!.querySelector('.frame')!;
const finger = (type: string, at: { readonly clientX: number; readonly clientY: number }, pointerId = 1) =>
  frame().dispatchEvent(
    new PointerEvent(type, { ...at, pointerId, isPrimary: pointerId === 1, pointerType: 'touch', button: 0, buttons: 1, bubbles: true }),
  );

/** As a finger does it: what is under it gets the events. */
function tap(at: { readonly clientX: number; readonly clientY: number }): void {
  finger('pointerdown', at);
  finger('pointerup', at);
  const svg = page.all('hm-stage')[0]!.shadowRoot!.querySelector('.layer > svg')!;
  svg.dispatchEvent(new MouseEvent('click', { ...at, detail: 1, bubbles: true }));
}

/** Whether an element is on the screen, and nothing lies over it. */
function isInSight(selector: string): boolean {
  const element = page.all(selector)[0]!;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const root = element.getRootNode() as ShadowRoot;
  return top >= 0 && bottom <= innerHeight && element.contains(root.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}

suite('fingers on the picture', () => {
  setup(() => scrollTo(0, 0));
  teardown(() => page.app.remove());

  test('on an upright phone every tap on a base chooses that ship, however close they stand', async () => {
    await setViewport({ width: 390, height: 844 });
    page = await openPage();
    for (const { id, pose } of page.known().table.ships) {
      // Taps that follow each other fast are double taps.
      await new Promise((resolve) => setTimeout(resolve, 350));
      tap(page.onScreen(pose));
      await settled();
      equal(page.known().chosen, [id]);
      page.tell('hm-choose-none');
    }
  });

  test('on an upright phone no label lies under a button of the picture, whatever pair is chosen', async () => {
    await setViewport({ width: 390, height: 844 });
    page = await openPage();
    // Of the page's style sheet, which is not loaded here: without it the letters have another size.
    page.app.style.setProperty('--hm-font', 'sans-serif');
    const { ships } = page.known();
    const buttons = () => [page.all('.zoom button')[0]!, page.all('hm-setup-chip')[0]!].map((button) => button.getBoundingClientRect());
    const under: string[] = [];
    for (const from of ships)
      for (const to of ships) {
        if (from === to) continue;
        page.tell('hm-choose-none');
        for (const { ship } of [from, to]) page.tell('hm-choose', { shipId: ship.id });
        await settled();
        for (const label of page.all('hm-stage')[0]!.shadowRoot!.querySelectorAll('text')) {
          const box = label.getBoundingClientRect();
          const isUnder = buttons().some((b) => box.left < b.right && b.left < box.right && box.top < b.bottom && b.top < box.bottom);
          if (isUnder) under.push(`${label.textContent} with ${from.ship.id} and ${to.ship.id}`);
        }
      }
    equal(under, []);
  });

  for (const [what, size] of [
    ['a photo', { widthPx: 1920, heightPx: 1080 }],
    ['an upright photo', { widthPx: 1080, heightPx: 1920 }],
  ] as const) {
    test(`on an upright phone the answer to ${what} is in sight after a choice in the picture, on the map and in the list`, async () => {
      await setViewport({ width: 390, height: 844 });
      page = await openPage(new FakeVision(1), size);
      const rows = page.all('li .choose');
      for (const row of rows.slice(0, 2)) row.click();
      for (const seen of ['hm-stage', 'hm-map', 'li:last-of-type']) {
        page.tell('hm-look', { look: seen === 'hm-map' ? 'map' : 'picture' });
        await settled();
        page.all(seen)[0]!.scrollIntoView({ block: 'end' });
        page.tell('hm-swap');
        await settled();
        ok(isInSight('.headline') && isInSight('.detail') && isInSight('.lines span'), `with ${seen} in view`);
      }
      const { height } = page.all('.card')[0]!.getBoundingClientRect();
      page.tell('hm-choose-none');
      await settled();
      const empty = page.all('.card')[0]!.getBoundingClientRect().height;
      ok(height < 0.35 * 844 && empty < 0.2 * 844, `the card is ${height} px high, empty ${empty}`);
      ok(page.all('hm-stage')[0]!.getBoundingClientRect().bottom + scrollY + height < 844, 'picture and answer fit on the screen');
    });
  }

  test('on an upright phone the picture is cropped to the mat, and the map stands in the same place', async () => {
    await setViewport({ width: 390, height: 844 });
    page = await openPage();
    const { widthMm, depthMm } = page.known().table;
    const place = page.all('hm-stage')[0]!.getBoundingClientRect();
    const corners = [0, widthMm].flatMap((x) => [0, depthMm].map((y) => page.onScreen({ x, y })));
    const across = corners.map(({ clientX }) => clientX);
    ok(Math.min(...across) >= 0 && Math.max(...across) <= 390, `the mat from ${Math.min(...across)} to ${Math.max(...across)}`);
    const down = corners.map(({ clientY }) => clientY);
    const filled = [(Math.max(...across) - Math.min(...across)) / 390, (Math.max(...down) - Math.min(...down)) / place.height];
    ok(Math.max(...filled) > 0.8, `the mat fills ${filled} of its place`);
    ok(
      corners.every(({ clientY }) => clientY >= place.top && clientY <= place.bottom),
      'all of the mat is in sight',
    );
    equal(page.all('hm-map')[0]!.getBoundingClientRect().height, 0);
    (await page.one('[data-look=map]')).click();
    await settled();
    const map = page.all('hm-map')[0]!.getBoundingClientRect();
    equal([page.all('hm-stage')[0]!.getBoundingClientRect().height, map.top, map.height], [0, place.top, place.height]);
    page.tell('hm-menu', { action: 'corners' });
    await page.one('hm-corners');
    await settled();
    ok(page.all('hm-stage')[0]!.getBoundingClientRect().height > 0, 'corners are marked in the picture');
  });

  test('two fingers that part to twice their distance enlarge the picture twice, and what is between them stays there', async () => {
    await setViewport({ width: 390, height: 844 });
    page = await openPage();
    const { pose } = page.known().table.ships[0]!;
    const middle = page.onScreen(pose);
    const before = page.all('.layer')[0]!.getBoundingClientRect().width;
    const beside = (px: number) => ({ clientX: middle.clientX + px, clientY: middle.clientY });
    finger('pointerdown', beside(-20), 1);
    finger('pointerdown', beside(20), 2);
    finger('pointermove', beside(-40), 1);
    finger('pointermove', beside(40), 2);
    finger('pointerup', beside(40), 2);
    finger('pointerup', beside(-40), 1);
    await settled();
    const { width } = page.all('.layer')[0]!.getBoundingClientRect();
    ok(Math.abs(width - 2 * before) < 1, `${width} px wide, before ${before}`);
    const now = page.onScreen(pose);
    ok(Math.abs(now.clientX - middle.clientX) < 1.5 && Math.abs(now.clientY - middle.clientY) < 1.5, JSON.stringify([now, middle]));
    equal(page.known().chosen, []);
    (await page.one('[aria-label="Show the whole picture"]')).click();
    await settled();
    equal(page.all('.layer')[0]!.getBoundingClientRect().width, frame().getBoundingClientRect().width);
  });

  test('a double tap enlarges at its place, and another one leads back', async () => {
    await setViewport({ width: 390, height: 844 });
    page = await openPage();
    const box = frame().getBoundingClientRect();
    const at = { clientX: box.left + 30, clientY: box.top + 150 };
    const width = () => page.all('.layer')[0]!.getBoundingClientRect().width;
    const before = width();
    for (const scale of [3, 1]) {
      tap(at);
      tap(at);
      await settled();
      equal(Math.round((10 * width()) / before) / 10, scale);
    }
  });

  test('a finger that rests sees real pixels under itself and names the ship that lifting it chooses', async () => {
    await setViewport({ width: 390, height: 844 });
    page = await openPage();
    const [a, b] = page.known().table.ships;
    finger('pointerdown', page.onScreen(a!.pose));
    const under = await page.one('.under');
    equal(under.querySelector('p')!.textContent, 'Ship 1');
    const loupe = page.all('hm-loupe')[0]!;
    const isWhole = () => {
      const { left, top, right, bottom } = loupe.getBoundingClientRect();
      const bases = [...loupe.shadowRoot!.querySelectorAll('.base')].map((base) => base.getBoundingClientRect());
      return bases.some((base) => base.left > left && base.top > top && base.right < right && base.bottom < bottom);
    };
    ok(isWhole() && loupe.shadowRoot!.querySelector('.cross'), 'the outline of all of the base, and the cross');
    finger('pointermove', page.onScreen(b!.pose));
    await until(() => page.text('.under p') === 'Ship 2', 'the other ship under the finger');
    ok(page.all('hm-loupe')[0]!.shadowRoot!.querySelector('canvas'), 'the pixels');
    finger('pointerup', page.onScreen(b!.pose));
    await settled();
    equal([page.known().chosen, page.all('.under').length], [['ship-2'], 0]);
  });

  test('two fingers on the picture mark no corner, wherever they are lifted: they enlarge it', async () => {
    await setViewport({ width: 390, height: 844 });
    page = await openPage();
    page.tell('hm-menu', { action: 'corners' });
    await page.one('hm-corners');
    await settled();
    const area = page.all('hm-corners')[0]!.shadowRoot!.querySelector('.area')!;
    const { left, top, width } = area.getBoundingClientRect();
    const send = (type: string, pointerId: number, x: number) =>
      area.dispatchEvent(
        new PointerEvent(type, {
          ...{ clientX: left + x, clientY: top + 60, pointerId, isPrimary: pointerId === 1, pointerType: 'touch' },
          ...{ button: 0, buttons: 1, bubbles: true, composed: true },
        }),
      );
    send('pointerdown', 1, 100);
    send('pointerdown', 2, 160);
    send('pointermove', 2, 220);
    send('pointerup', 2, 220);
    send('pointerup', 1, 100);
    await settled();
    equal(page.all('.handle').length, 0);
    ok(area.getBoundingClientRect().width > 1.5 * width, 'enlarged');
    ok(
      isInSight('.zoom [aria-label="Show the whole picture"]') && isInSight('.panel p'),
      'nothing lies over the way back, nor over what is asked',
    );
    ok(page.all('.panel')[0]!.getBoundingClientRect().top >= frame().getBoundingClientRect().bottom, 'the panel is below the picture');
  });

  test('on a phone held sideways what is asked of who marks stands beside the picture, and the set-up over it is a sign alone', async () => {
    await setViewport({ width: 844, height: 390 });
    page = await openPage();
    const chip = page.all('hm-setup-chip')[0]!.getBoundingClientRect();
    ok(chip.width < 70, `the chip is ${chip.width} px wide`);
    const [a, b] = page.known().table.ships;
    page.tell('hm-edit', { edit: { kind: 'name', shipId: a!.id, name: 'A pilot of a long name' } });
    for (const { id } of [a!, b!]) page.tell('hm-choose', { shipId: id });
    await settled();
    const [buttons, headline] = [page.all('header .end')[0]!, page.all('.headline')[0]!].map((one) => one.getBoundingClientRect());
    ok(buttons!.bottom <= headline!.top, `the buttons end at ${buttons!.bottom}, the headline begins at ${headline!.top}`);
    page.tell('hm-choose-none');
    page.tell('hm-menu', { action: 'corners' });
    await page.one('hm-corners');
    await settled();
    ok(isInSight('.panel p'), 'what to do');
    const [panel, picture] = [page.all('.panel')[0]!, frame()].map((one) => one.getBoundingClientRect());
    ok(panel!.left >= picture!.right && panel!.right <= 844, `the panel from ${panel!.left}, the picture to ${picture!.right}`);
  });

  for (const look of ['picture', 'map'] as const)
    test(`who moves a ship on an upright phone sees the ${look}, wherever the page was scrolled to`, async () => {
      await setViewport({ width: 390, height: 844 });
      page = await openPage();
      page.tell('hm-look', { look });
      await settled();
      page.all('li:last-of-type')[0]!.scrollIntoView({ block: 'end' });
      ok(scrollY > 0, 'it is scrolled');
      page.tell('hm-moving', { shipId: 'ship-1' });
      const shown = page.all(look === 'map' ? 'hm-map' : 'hm-stage')[0]!;
      await until(() => shown.getBoundingClientRect().top >= 0, `the ${look}`);
      ok(shown.getBoundingClientRect().height > 100, 'its height');
    });

  test('who marks corners on an upright phone sees picture and panel, wherever the page was scrolled to', async () => {
    await setViewport({ width: 390, height: 844 });
    page = await openPage();
    page.all('li:last-of-type')[0]!.scrollIntoView({ block: 'end' });
    page.tell('hm-menu', { action: 'corners' });
    await page.one('hm-corners');
    await settled();
    ok(isInSight('.panel p'), 'what to do');
    const { top, bottom } = page.all('hm-stage')[0]!.getBoundingClientRect();
    ok(top >= 0 && bottom <= 844, `the picture from ${top} to ${bottom}`);
  });
});
