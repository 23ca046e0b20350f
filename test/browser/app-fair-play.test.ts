import { setViewport } from '@web/test-runner-commands';
import { dateLocale } from '../../src/app/locales/language.js';
import type { HmMatchMode } from '../../src/app/match-mode/hm-match-mode.js';
import { equal, ok, until } from './app-assert.js';
import { type OpenPage, openPage, settled } from './app-open.js';

let page: OpenPage;

const button = async (text: string) => {
  (await until(() => page.all('button').find((one) => one.textContent?.trim() === text), text)).click();
  await settled();
};
const choose = async (...ids: readonly string[]) => {
  for (const shipId of ids) page.tell('hm-choose', { shipId });
  await settled();
};

suite('match mode', () => {
  setup(async () => {
    localStorage.removeItem('hashmark-match-mode');
    await setViewport({ width: 1280, height: 800 });
    page = await openPage();
  });
  teardown(() => {
    page.app.remove();
    localStorage.removeItem('hashmark-match-mode');
  });

  test('begins when both agree; then a range is refused with its rule until the ship attacks, and all of it is in the log', async () => {
    page.tell('hm-menu', { action: 'fair' });
    await button('Begin');
    equal(page.all('[data-match-mode]').length, 0, 'nobody has agreed');
    for (const box of page.all('.agree input')) box.click();
    await settled();
    await button('Begin');
    await page.one('[data-match-mode]');
    await choose('ship-1', 'ship-2');
    equal(page.known().chosen, ['ship-1']);
    equal(page.all('.arc-edge').length, 0, 'no arc shows who is in it');
    await page.one('[data-refused="ATK-02"]');
    ok(!page.text('[data-refused]').includes('ATK-02'), 'a rule is said, not its id');
    await button('attacks');
    equal(page.all('hm-match-mode').length, 0);
    await choose('ship-1', 'ship-2');
    equal(page.known().chosen, ['ship-1', 'ship-2']);
    ok(page.all('.arc-edge').length > 0, 'the arcs of the attacker');
    await page.press('[aria-label="Measure the other way round"]');
    ok(page.text('[data-refused]').includes('Only the ship that attacks measures'), page.text('[data-refused]'));
    equal(page.known().chosen, ['ship-1', 'ship-2']);
    const log = page.all('.log li').map((line) =>
      line
        .textContent!.replace(/\s+/g, ' ')
        .trim()
        .replace(/^[\d:]+( [AP]M)? /, ''),
    );
    equal(log.length, 5);
    const { fair } = page.all('hm-match-mode')[0] as HmMatchMode;
    equal(page.text('.log time'), new Date(fair.log.at(-1)!.atMs).toLocaleTimeString(dateLocale(), { timeStyle: 'medium' }));
    ok(log[0]!.startsWith('Not answered: range and arcs of Ship 2 to Ship 1'), log[0]!);
    equal(page.all('.log li')[0]!.getAttribute('data-rule'), 'ATK-02');
    ok(!log[0]!.includes('ATK-02'), log[0]!);
    ok(log[1]!.startsWith('Answered: range and arcs of Ship 1 to Ship 2'), log[1]!);
  });

  test('its panel makes room for what is asked, and Escape closes it', async () => {
    page.tell('hm-menu', { action: 'fair' });
    await page.one('hm-match-mode');
    page.tell('hm-tool', { tool: { kind: 'survey', shipId: 'ship-1' } });
    await page.one('hm-ranges');
    equal(page.all('hm-match-mode').length, 0);
    page.tell('hm-tool', { tool: undefined });
    page.tell('hm-menu', { action: 'fair' });
    await page.one('hm-match-mode');
    page.tell('hm-menu', { action: 'prove' });
    await page.one('hm-prove');
    page.tell('hm-tool', { tool: undefined });
    page.tell('hm-menu', { action: 'fair' });
    await page.one('hm-match-mode');
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    await settled();
    equal(page.all('hm-match-mode').length, 0);
  });

  test('of the ruler, the dial and all ranges only what the moment asks for is answered; leaving is written down and frees everything', async () => {
    page.tell('hm-fair', { kind: 'begin' });
    await page.one('[data-match-mode]');
    const things = [
      { kind: 'thing', id: 'ship-1' },
      { kind: 'edge', side: 'near' },
    ];
    for (const [tool, code] of [
      [{ kind: 'survey', shipId: 'ship-1' }, 'ATK-02'],
      [{ kind: 'ruler', things }, 'RNG-01'],
      [{ kind: 'try', shipId: 'ship-1', attempt: { kind: 'maneuver', dial: ['2FB'] } }, 'MAN-02'],
    ] as const) {
      page.tell('hm-tool', { tool });
      await page.one(`[data-refused="${code}"]`);
      equal(page.all('hm-tools').length, 0);
    }
    await button('executes its maneuver');
    await page.press('hm-dial [data-code="2FW"], [data-code="2FW"]');
    page.tell('hm-tool', { tool: { kind: 'try', shipId: 'ship-1', attempt: { kind: 'maneuver', dial: ['1FW', '2FW'] } } });
    await page.one('hm-tools');
    equal(page.all('hm-map')[0]!.shadowRoot!.querySelectorAll('.ghost').length <= 2, true);
    page.tell('hm-menu', { action: 'fair' });
    await button('A judge measures');
    equal(page.all('[data-match-mode]').length, 0);
    page.tell('hm-tool', { tool: { kind: 'survey', shipId: 'ship-1' } });
    await page.one('hm-ranges');
    page.tell('hm-menu', { action: 'fair' });
    await page.one('.log li.left');
    ok(page.text('.log li.left').includes('a judge measures'), page.text('.log'));
  });
});
