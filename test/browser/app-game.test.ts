import { setViewport } from '@web/test-runner-commands';
import type { Frozen } from '../../src/app/evidence/frozen.js';
import { frozenEvidence } from '../../src/app/evidence/frozen-evidence.js';
import { report } from '../../src/judge/report/report.js';
import { demoTable } from '../../src/sim/demo-table.js';
import { equal, ok, until } from './app-assert.js';
import { blankPhoto } from './app-fakes.js';
import {
  all,
  app,
  begin,
  button,
  buttons,
  DUEL,
  fill,
  game,
  one,
  press,
  ship,
  start,
  stayPut,
  tap,
  tapDice,
  tell,
  unfold,
  words,
} from './app-game-play.js';

suite('a match by the rules', () => {
  setup(async () => {
    await setViewport({ width: 1280, height: 900 });
    await start();
  });
  teardown(() => app.remove());

  test('[ATK-01] an attack on the simulated table goes from a tap on the defender to damage', async () => {
    tell('hm-open-files', { files: [await blankPhoto(demoTable(1).camera)] });
    await one('li .choose');
    // Who may shoot at whom is read from the page's own report of simulated table 1.
    const { pairs } = report((all('hm-map')[0] as HTMLElement & { known: { table: Parameters<typeof report>[0] } }).known.table);
    const shot = pairs.find(
      ({ touching, arcs: { front } }) =>
        !touching.value && front?.inArc.certain && front.attack?.certain && front.attack.range <= 3 && front.attack.obstructed.certain,
    )!;
    tell('hm-menu', { action: 'game' });
    await one('hm-game-setup');
    for (const row of await until(() => (all('.ship[data-ship]').length > 1 ? all('.ship[data-ship]') : undefined), 'the ships')) {
      const isAttacker = row.dataset.ship === shot.from;
      const [owner, initiative] = [row.querySelector<HTMLSelectElement>('[data-field=owner]')!, row.querySelector('input')!];
      owner.value = isAttacker ? '1' : '2';
      owner.dispatchEvent(new Event('change'));
      initiative.value = isAttacker ? '6' : '1';
      initiative.dispatchEvent(new Event('change'));
    }
    await press('Only attacks');
    await until(() => game(), 'the match');
    await tap(shot.from);
    await until(() => game()!.engagement.ship === shot.from, 'the engagement');
    // Who may shoot with one weapon only is asked for the defender at once.
    await one('[data-step="declare defender"]');
    await tap(shot.to);
    await one('[data-step="roll attack"]');
    const { range, isObstructed } = game()!.attacks[0]!.facts!;
    equal(range, shot.arcs.front!.attack!.range, 'the range of the attack');
    await tapDice(...Array.from({ length: range === 1 ? 4 : 3 }, () => 'hit'));
    await one('[data-step="roll defense"]');
    await tapDice(...Array.from({ length: 2 + Number(range === 3) + Number(isObstructed) }, () => 'blank'));
    await until(() => ship(shot.to).hull < 4, 'the damage');
    equal(ship(shot.to).hull, range === 1 ? 0 : 1);
    await unfold('Passed without a choice');
    await press('4. The attacker’s bonus attacks');
    await one('[data-step="after 4"]');
    equal(game()!.attacks[0]!.damage.length, range === 1 ? 4 : 3);
  });

  test('[MAN-05] a red maneuver of a stressed ship is refused, with the rule', async () => {
    await begin(DUEL, 'Begin the match', 'T-65 X-wing');
    await press('Ships');
    (await one('[aria-label^="Tokens of"]')).click();
    (await one('[aria-label^="Give stress to"]')).click();
    await press('Play');
    await unfold('Enter dials here');
    (await one('[data-ship=ship-1] .set')).click();
    (await one('[data-code="4KR"]')).click();
    await one('[data-code=MAN-05]');
    ok(/stressed/.test(words(all('[data-code=MAN-05]')[0])), words(all('[data-code=MAN-05]')[0]));
    equal(ship('ship-1').set, undefined);
    (await one('[data-code="1FB"]')).click();
    await until(() => ship('ship-1').set?.code === '1FB', 'the blue maneuver');
  });

  test('[QUE-EX1] [QUE-EX2] the guided tour walks through both examples, with the queue after every step', async () => {
    await begin();
    await press('Queue tour');
    const queue = () => all('hm-queue .name, .entries .name').map(words);
    const seen = [];
    for (let step = 1; step <= 8; step++) {
      await press('Next step');
      await until(() => all('.told li').length === step, `step ${step}`);
      await new Promise((resolve) => setTimeout(resolve, 30));
      seen.push(queue().length);
    }
    equal(seen, [2, 2, 3, 3, 3, 2, 1, 0], 'entries of the queue after each step');
    await press('“Chopper”');
    await press('Next step');
    await until(() => queue().length === 3, 'three abilities');
    equal(queue(), ['“Chopper”', 'Kyle Katarn', 'Old Teroch']);
    await press('Next step');
    await until(() => all('[role=status]').some((each) => /would gain 2 jam/.test(words(each))), 'the replacement effect');
    await press('Next step', 'Next step', 'Next step');
    await until(() => queue().length === 0, 'an empty queue');
  });

  test('the example match of three rounds replays in the app, event by event', async () => {
    await begin();
    await press('Log');
    const text = await (await fetch(new URL('../../test-fixtures/matches/three-rounds.json', import.meta.url))).text();
    // The test server serves JSON as a module.
    const json = text.replace(/^export default /, '').replace(/;\s*$/, '');
    const log = (await one('hm-game-log')) as HTMLElement & { open(file: File): Promise<void> };
    await log.open(new File([json], 'three-rounds.json'));
    await until(() => game()!.ships.some(({ id }) => id === 'luke'), 'the match of the log');
    equal([game()!.round, game()!.phase], [1, 'planning'], 'the first event');
    const slider = (await one('input[type=range]')) as HTMLInputElement;
    slider.value = slider.max;
    slider.dispatchEvent(new Event('input'));
    await until(() => game()!.round === 4, 'the end of the match');
    equal(ship('howl').isRemoved, true);
    (await one('[aria-label="One event back"]')).click();
    await until(() => game()!.round === 3, 'the event before');
    await log.open(new File([json.replace(/"version": \d+/, '"version": 9')], 'newer.json'));
    await one('[data-code=match-unreadable]');
    ok(/newer Hashmark/.test(words(all('[data-code=match-unreadable]')[0])), 'what is wrong with the log');
    equal(game()!.ships.length, 4, 'the match on the page stays');
  });

  test('a ship that moves in the middle of an attack stops it, and the page asks which table counts', async () => {
    await begin();
    await stayPut();
    await press('Ship 2: range 2');
    await one('[data-step="roll attack"]');
    tell('hm-edit', { edit: { kind: 'move', shipId: 'ship-2', pose: { x: 450, y: 520, headingRad: Math.PI } } });
    await press('The table from before the change counts');
    await until(() => game()!.changedTable === undefined, 'the answer');
    equal(game()!.table.ships[1]!.pose.y, 390);
    ok(await button('Roll 3 attack dice'), 'the attack goes on');
  });

  test('the second tap of a double tap does not take what the first has brought under the finger; two dice fewer are two taps', async () => {
    await begin(DUEL, 'Only attacks');
    await tap('ship-1');
    await one('[data-step="declare defender"]');
    await tap('ship-2');
    await one('[data-step="roll attack"]');
    const click = (element: Element, detail: number) =>
      element.dispatchEvent(
        new PointerEvent('click', { detail, clientX: 300, clientY: 300, pointerType: 'mouse', bubbles: true, composed: true }),
      );
    await button('Roll 3 attack dice');
    click(await button('One die fewer'), 1);
    await button('Roll 2 attack dice');
    click(await button('One die fewer'), 2);
    click(await button('Roll 1 attack die'), 1);
    const next = await button('Roll 2 defense dice');
    click(next, 2);
    await new Promise((resolve) => setTimeout(resolve, 50));
    equal(game()!.attacks[0]!.step, 'roll defense');
  });

  test('evidence that is frozen in an attack holds its pair and answer, whatever was chosen before', async () => {
    await begin();
    for (const shipId of ['ship-2', 'ship-1']) tell('hm-choose', { shipId });
    await stayPut();
    await press('Ship 2: range 2');
    await one('[data-step="roll attack"]');
    const frozen = async () => {
      tell('hm-menu', { action: 'freeze' });
      const dialog = (await one('hm-evidence')) as HTMLElement & { frozen: Frozen };
      const { asked, answer } = await frozenEvidence(dialog.frozen, '');
      await one('img[alt^="What was frozen"]');
      (dialog.shadowRoot!.querySelector('wa-dialog') as HTMLElement & { open: boolean }).open = false;
      await until(() => all('hm-evidence').length === 0, 'the end of the dialog');
      return { asked, answer };
    };
    const attack = await frozen();
    equal(attack.asked, { from: 'ship-1', to: 'ship-2' });
    ok(/^Ship 1 to Ship 2\. Range 2, in front arc/.test(attack.answer ?? ''), attack.answer ?? 'no answer');
    tell('hm-menu', { action: 'game' });
    await until(() => !all('main')[0]!.hidden, 'the measuring page');
    equal((await frozen()).asked, { from: 'ship-2', to: 'ship-1' }, 'the chosen pair while the page measures');
  });

  test('what is too close to call is shown with both outcomes, and the judge’s word is taken', async () => {
    const sigma = { xMm: 0.4, yMm: 0.4, headingDeg: 0.1, xyCorrelation: 0 };
    await begin(
      [
        { ...DUEL[0]!, sigma },
        { ...DUEL[1]!, yMm: 440.1, sigma },
      ],
      'Only attacks',
    );
    await press('Ship 2');
    const outcomes = await until(() => {
      const found = buttons().filter((each) => words(each).startsWith('Judge:'));
      return found.length === 2 && found;
    }, 'two outcomes');
    equal(outcomes.map((each) => /range (\d)/.exec(words(each).slice(20))![1]).sort(), ['2', '3']);
    await fill('[name=judge]', 'Mara');
    // What was asked for is asked again by itself.
    await press('Judge: attack range: range 3');
    await until(() => game()!.attacks[0]!.facts?.range === 3, 'the range that the judge gave');
    equal(
      game()!.decisions.map(({ answer, by }) => [answer, by]),
      [[3, 'Mara']],
    );
    ok(
      all('.quietly').some((each) => /attack range decided by Mara/.test(words(each))),
      'who decided',
    );
  });

  test('every button of the match has a name, and on a phone held upright nothing hangs out of the page', async () => {
    await setViewport({ width: 390, height: 844 });
    await begin();
    await unfold('Enter dials here');
    (await one('[data-ship=ship-1] .set')).click();
    await one('hm-dial');
    for (const page of ['Ships', 'Log', 'Queue tour', 'Play']) {
      await press(page);
      await new Promise((resolve) => setTimeout(resolve, 60));
      equal(
        buttons()
          .filter((each) => !each.getAttribute('aria-label') && !words(each))
          .map((each) => each.outerHTML.slice(0, 80)),
        [],
        'nameless buttons',
      );
      ok(document.documentElement.scrollWidth <= 390, `${page}: the page is ${document.documentElement.scrollWidth} px wide`);
      const small = buttons().filter(
        (each) => each.getBoundingClientRect().height > 0 && each.getBoundingClientRect().height < 36 && !each.closest('.events'),
      );
      equal(
        small.map((each) => `${words(each)} ${each.getAttribute('aria-label')}`),
        [],
        'buttons too small for a finger',
      );
    }
  });
});
