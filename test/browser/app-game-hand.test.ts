import { setViewport } from '@web/test-runner-commands';
import { HmGame } from '../../src/app/match/page/hm-game.js';
import type { HmApp } from '../../src/app/player/hm-app.js';
import { readMatch } from '../../src/game/log/match-file.js';
import { parseScene } from '../../src/table/documents/scene-file.js';
import { equal, ok, pause, until } from './app-assert.js';
import {
  all,
  app,
  base,
  begin,
  button,
  buttons,
  DUEL,
  fill,
  fly,
  game,
  one,
  openMatch,
  press,
  ship,
  start,
  stayPut,
  tapDice,
  tell,
  unfold,
  words,
} from './app-game-play.js';

const onPage = (id: string) =>
  (
    all('hm-map')[0] as HTMLElement & { known: { table: HmApp['judge'] extends (table: infer T) => unknown ? T : never } }
  ).known.table.ships.find((each) => each.id === id)!;
const where = (id: string) => onPage(id).pose;
const press1 = async (label: string) => (await one(`[aria-label="${label}"]`)).click();

/** A match in which Ship 1 has an evade token is kept, and the page is opened again. */
async function leaveMatchWithEvade(): Promise<void> {
  await begin();
  await press('Ships');
  await press1('Tokens of Ship 1');
  await press1('Give evade to Ship 1');
  await until(() => localStorage.getItem('hashmark-match')?.includes('evade'), 'the match that is kept');
  app.remove();
  await start();
}

suite('what players enter by hand in a match', () => {
  setup(async () => {
    localStorage.clear();
    await setViewport({ width: 1280, height: 900 });
    await start();
  });
  teardown(() => app.remove());

  test('a ship and a weapon that no list knows are described by hand, and attack with their own numbers', async () => {
    await openMatch();
    await unfold('Not on the list');
    await fill('[name=name]', 'Hauler');
    await fill('[name=hull]', '9');
    await unfold('Dial: any maneuver');
    const put = async (color: string, ...maneuvers: readonly string[]) => {
      const form = all('hm-ship-form')[0]!.shadowRoot!.querySelector('hm-dial')!.shadowRoot!;
      [...form.querySelectorAll<HTMLElement>('.colors button')].find((each) => words(each) === color)!.click();
      for (const maneuver of maneuvers) {
        await pause(40);
        form.querySelector<HTMLElement>(`[data-code^="${maneuver}"]`)!.click();
      }
      await pause(40);
    };
    await put('white', '1F', '2F', '3T', '3T');
    await put('blue', '1F');
    await press('Add a special weapon');
    await until(() => all('hm-weapon-form').length >= 2 || undefined, 'the second weapon');
    await fill('[name=minRange]', '3');
    await fill('[name=maxRange]', '2');
    ok(
      all('summary').some((each) => words(each) === 'Dial: 2 maneuvers'),
      'how many it has',
    );
    await press('Use this description');
    ok(/range 3 to 2/.test(words(await one('.wrong'))), 'the ranges are wrong');
    await fill('[name=minRange]', '2');
    await fill('[name=weapon-charges]', '2');
    await press('Use this description', 'Only attacks');
    await until(() => game(), 'the match');
    const { name, hull, dial, charges, weapons } = ship('ship-1');
    equal([name, hull, dial, charges, weapons.length], ['Hauler', 9, ['2FW', '1FB'], { 'special-1': 2 }, 2]);
    await press('Special weapon', 'Ship 2: range 2');
    await until(() => ship('ship-1').charges['special-1'] === 1, 'the charge');
  });

  test('an ability that lets one ship attack at range 0 is not there for the next ship’s attack', async () => {
    // Ship 3 touches Ship 2, which attacks after Ship 1.
    await begin([DUEL[0]!, base('ship-2', 450, 390, 180, 2, 4), base('ship-3', 450, 350, 0, 1, 2)], 'Only attacks');
    const RANGE_0 = '[placeholder="name of the ability"]';
    const value = async () => ((await one(RANGE_0)) as HTMLInputElement).value;
    await button('Ship 2: range 2');
    await fill(RANGE_0, 'Zeb');
    equal(await value(), 'Zeb');
    await press('No attack');
    const touching = await button('Ship 3');
    equal([await value(), touching.getAttribute('aria-disabled'), touching.dataset.rule], ['', 'true', 'ATK-21']);
  });

  test('a huge ship is measured, says that its length is open, and a match begins once it is off the table', async () => {
    await openMatch([
      ...DUEL,
      { id: 'ship-3', name: 'Tantive', base: 'huge', xMm: 700, yMm: 300, headingDeg: 0, owner: 2, arcs: ['front'] },
    ]);
    await press('Begin the match');
    ok(words(await one('.begin [role=alert]')).startsWith('Tantive is a huge ship'), 'why no match begins');
    equal(game(), undefined);
    tell('hm-menu', { action: 'game' });
    for (const shipId of ['ship-1', 'ship-3']) tell('hm-choose', { shipId });
    const notes = await one('.notes');
    ok(words(notes).includes('The length of Tantive’s base has not been entered'), words(notes));
    tell('hm-edit', { edit: { kind: 'size', shipId: 'ship-3', base: 'huge', lengthMm: 221 } });
    await until(() => /certain/.test(words(all('.detail')[0])) || undefined, 'a certain answer');
    equal(all('.notes').length, 0);
    tell('hm-menu', { action: 'game' });
    await press('Remove from the table');
    await until(() => all('.ship[data-ship]').length === 2 || undefined, 'the huge ship to be gone');
    await press('Begin the match');
    await until(() => game(), 'the match');
    equal(
      game()!.ships.map(({ id }) => id),
      ['ship-1', 'ship-2'],
    );
  });

  test('tokens, locks, charges and damage are set by hand, taken back, and what is forgotten the referee says', async () => {
    await begin();
    await press('Ships');
    await press1('Tokens of Ship 1');
    await press1('Give strain to Ship 1');
    await press1('Give ion to Ship 1');
    (await until(() => all('[aria-label=Locks] button')[0], 'a lock')).click();
    await until(() => ship('ship-1').locks.length === 1, 'the lock');
    equal([ship('ship-1').tokens.strain, ship('ship-1').tokens.ion, ship('ship-1').locks], [1, 1, ['ship-2']]);
    await press1('Take the last event back');
    await until(() => ship('ship-1').locks.length === 0, 'no lock');
    await press('Suffer a crit');
    await until(() => ship('ship-1').hull === 3, 'the damage');
    await press1('Give stress to Ship 1');
    await unfold('Check what is beside it');
    await fill('[aria-label="stress beside Ship 1"]', '');
    equal(ship('ship-1').counted, {}, 'nothing was counted');
    await fill('[aria-label="stress beside Ship 1"]', '0');
    await until(() => all('.watch').some((each) => /1 stress forgotten/.test(words(each))) || undefined, 'the referee');
    await press('Play');
    await until(() => all('[data-code=token-missing]').length > 0 || undefined, 'the referee’s watch');
  });

  test('pilots of one name are listed with the ship’s name, and nothing is said of charges of a weapon that holds none', async () => {
    await openMatch();
    const field = async (name: string) => (await one(`[data-ship=ship-1] [data-field=${name}]`)) as HTMLSelectElement;
    const choose = async (name: string, text: string) => {
      const select = await field(name);
      select.value = [...select.options].find((option) => option.text === text)!.value;
      select.dispatchEvent(new Event('change'));
    };
    await choose('kind', 'T-65 X-wing');
    const pilots = [...(await field('pilot')).options].map(({ text }) => text);
    ok(pilots.some((text) => /, T-65 X-wing$/.test(text)) && !pilots.some((text) => /T65XWING/.test(text)), pilots.join('; '));
    await choose('special', 'Ion Cannon Turret');
    await press('Begin the match');
    await until(() => game(), 'the match');
    equal(ship('ship-1').weapons.at(-1)!.name, 'Ion Cannon Turret');
    await press('Ships');
    await one('[aria-label="Tokens of Ship 1"]');
    equal(
      all('.tokens')
        .filter((each) => /Ion Cannon Turret/.test(words(each)))
        .map(words),
      [],
    );
  });

  test('who has no ships left is said, with the way to the score sheet; the match goes on', async () => {
    await begin();
    equal(all('hm-referee [role=status], .panel[role=status]').length, 0);
    const ships = game()!.ships.map((each) => ({ ...each, isRemoved: each.id === 'ship-2' }));
    const referee = Object.assign(all('hm-referee')[0]!, { game: { ...game()!, ships } });
    await until(() => /Player 2 has no ships left/.test(words(referee.shadowRoot!.firstElementChild!)), 'the player');
    ok(!/Player 1/.test(referee.shadowRoot!.textContent!), 'the other player has ships');
    [...referee.shadowRoot!.querySelectorAll('button')].find((each) => words(each) === 'Score sheet')!.click();
    await one('hm-score');
  });

  test('[QUE-06] [QUE-08] a replacement effect with a range and an arc is entered in a few taps, and kept for the next match', async () => {
    await begin();
    await press('Ships');
    await unfold('Abilities');
    await fill('[name=name]', 'Vanes');
    await fill('[name=kind]', 'replacement');
    await fill('[name=replaces]', 'stress');
    await fill('[name=does]', 'hands on what it would gain');
    await fill('[name=whom]', 'enemy');
    (await one('[name=range-0]')).click();
    await pause(40);
    (await one('[name=range-2]')).click();
    await fill('[name=inOwnersArc]', 'front');
    await press('Add it');
    const [ability] = await until(() => (game()!.abilities.length === 1 ? game()!.abilities : undefined), 'the ability');
    equal(ability!.target, { whose: 'enemy', ranges: [1, 2], inOwnersArc: 'front' });
    await press1('Tokens of Ship 1');
    await press1('Give stress to Ship 1');
    await press('Play', 'Use Vanes on Ship 2');
    await until(() => ship('ship-2').tokens.stress === 1, 'the stress, handed on');
    equal(ship('ship-1').tokens.stress, 0);
    app.remove();
    await start();
    await begin();
    await press('Ships');
    await unfold('Abilities');
    await press('Vanes');
    await until(() => game()!.abilities.length === 1, 'the ability of the match before');
    await press1('Remove Vanes from the list');
    await until(() => game()!.abilities.length === 0, 'no ability');
    await press1('Forget Vanes');
    await until(() => localStorage.getItem('hashmark-abilities') === '[]' || undefined, 'nothing kept');
  });

  test('[ATK-10] dice are rerolled as they fall on the table, changed and added by abilities; no die is rerolled twice', async () => {
    await begin(DUEL, 'Only attacks');
    await press('Ships');
    await press1('Tokens of Ship 1');
    (await until(() => all('[aria-label=Locks] button')[0], 'a lock')).click();
    await press('Play', 'Ship 2: range 2');
    await one('[data-step="roll attack"]');
    await tapDice('blank', 'focus', 'hit');
    await press1('Die 1: blank');
    await press('Lock: reroll the 1 chosen');
    await tapDice('crit');
    await until(() => game()!.attacks[0]!.attackDice[0]!.face === 'crit', 'the reroll');
    equal(ship('ship-1').locks, []);
    // With nothing left to spend the step has passed by itself; a card leads back to it.
    await unfold('Passed without a choice');
    await press('The attacker modifies attack dice');
    await press1('Die 1: crit, rerolled');
    await unfold('An ability of the attacker');
    const again = await button('Reroll the 1 chosen');
    ok(
      again.getAttribute('data-rule') === 'ATK-10' && !/ATK-10/.test(words(again)) && again.getAttribute('aria-disabled') === 'true',
      words(again),
    );
    await fill('[name=dice-face]', 'hit');
    await press('Add a hit result');
    await until(() => game()!.attacks[0]!.attackDice.length === 4, 'the die more');
    await press1('Die 1: crit, rerolled');
    await press1('Die 2: focus');
    await press('Change die 2 to hit');
    await until(() => game()!.attacks[0]!.attackDice[1]!.face === 'hit', 'the changed die');
  });

  test('the action bar is that of the ship, a linked action follows, and a maneuver that is taken back takes its ship back', async () => {
    const far = [base('ship-1', 450, 150, 0, 1, 5), base('ship-2', 450, 700, 180, 2, 6)];
    await begin(far, 'Begin the match', 'A/SF-01 B-wing');
    await press('End the planning phase');
    (await one('[data-code^="2F"]')).click();
    await press('Place it by the rules');
    await until(() => where('ship-1').y > 250 || undefined, 'the ship on the page’s table');
    equal(onPage('ship-1').covariance, game()!.table.ships.find(({ id }) => id === 'ship-1')!.covariance);
    const bar = () => all('.bar button').map(words);
    await until(() => bar().includes('focus') || undefined, 'the action bar');
    ok(!bar().slice(0, 6).includes('cloak'), `the bar of the ship: ${bar().slice(0, 6).join(', ')}`);
    await press1('Take the last event back');
    await until(() => where('ship-1').y === 150 || undefined, 'the ship where it was');
    await press('Place it by the rules', 'focus');
    await until(() => ship('ship-1').tokens.focus === 1, 'the focus token');
    await until(() => all('h3').some((each) => words(each).startsWith('Then, linked')) || undefined, 'what is linked');
    await press('red barrel roll');
    await until(() => all('.notes li').some((note) => /performs a red barrel roll/.test(words(note))) || undefined, 'the linked action');
  });

  test('before a weapon is chosen all enemies are measured; what the table is now is measured again when it counts', async () => {
    await begin();
    await stayPut();
    const row = words(await one('hm-survey tr[data-ship=ship-2], tr[data-ship=ship-2]'));
    ok(/range 2.*150\.0 mm.*front 2/.test(row), row);
    await press('Ship 2: range 2');
    await one('[data-step="roll attack"]');
    tell('hm-edit', { edit: { kind: 'move', shipId: 'ship-2', pose: { x: 450, y: 490, headingRad: Math.PI } } });
    const now = await button('The table as it is now counts');
    ok(/range 3/.test(words(now)), words(now));
    ok(/Ship 2 moved/.test(words(all('[role=alert]')[0])), words(all('[role=alert]')[0]));
    now.click();
    await until(() => game()!.attacks[0]!.facts?.range === 3, 'the new range');
    await unfold('What if?');
    const shown = () => words(all('figcaption')[0]);
    const before = shown();
    (await one('[aria-label="Attacker: focus"]')).click();
    await until(() => shown() !== before && /assumed/.test(shown()), 'other odds');
  });

  test('a match goes on after the page was left, from where it stood', async () => {
    await leaveMatchWithEvade();
    await openMatch();
    await press('Resume the last match');
    await until(() => game(), 'the match');
    equal(ship('ship-1').tokens.evade, 1);
  });

  test('a match that is begun over another leaves that one to be resumed, first of all that is offered', async () => {
    await leaveMatchWithEvade();
    const place = async () => {
      app.remove();
      await start();
      await openMatch();
    };
    await openMatch();
    ok(
      (await button('Resume the last match')).getBoundingClientRect().bottom <
        (await button('Begin the match')).getBoundingClientRect().top,
      'what is kept is offered first',
    );
    await press('Begin the match');
    await until(() => game(), 'the second match');
    await press('Ships');
    await press1('Tokens of Ship 1');
    await press1('Give focus to Ship 1');
    await place();
    await press('Resume the match before it');
    await until(() => game(), 'the first match');
    equal([ship('ship-1').tokens.evade, ship('ship-1').tokens.focus], [1, 0]);
    await press('Ships');
    await press1('Tokens of Ship 1');
    await press1('Give focus to Ship 1');
    await place();
    await press('Resume the match before it');
    await until(() => game(), 'the second match');
    equal([ship('ship-1').tokens.evade, ship('ship-1').tokens.focus], [0, 1]);
  });

  test('a ship that the rules remove is removed on the page too, until that is taken back', async () => {
    await begin();
    await press('Ships');
    await press1('Tokens of Ship 2');
    const { known } = all('hm-map')[0] as HTMLElement & { known: { history: { done: readonly { kind: string; shipId?: string }[] } } };
    equal(known.history.done, []);
    const done = () =>
      (all('hm-map')[0] as HTMLElement & { known: typeof known }).known.history.done.map((edit) => [edit.kind, edit.shipId]);
    for (let i = 0; i < 4; i++) {
      await press('Suffer a hit');
      await pause(20);
    }
    await until(() => ship('ship-2').isRemoved, 'its end');
    await until(() => done().length > 0, 'what the page hears');
    equal(done(), [['removed', 'ship-2']]);
    await press1('Take the last event back');
    await until(() => done().length === 0, 'the ship');
  });

  test('where the last ships that are still to activate are removed by hand, nobody is said to activate next', async () => {
    const heading = () => words(all('h2', all('hm-game-turn')[0]!.shadowRoot!)[0]);
    await begin([base('ship-1', 450, 200, 0, 1, 5), base('ship-2', 450, 390, 180, 2, 2), base('ship-3', 650, 200, 0, 1, 5)]);
    await press('End the planning phase');
    await until(() => game()!.activation?.ship === 'ship-2', 'the first to activate');
    await fly('0OW');
    await press('End the activation of');
    await until(() => heading() === 'Who activates next', 'the choice between the others');
    await press('Ships');
    for (const name of ['Ship 1', 'Ship 3']) {
      await press1(`Tokens of ${name}`);
      const id = name.replace('Ship ', 'ship-');
      for (let i = 0; i < 4; i++) {
        await press('Suffer a hit');
        await pause(20);
      }
      await until(() => ship(id).isRemoved, `the end of ${name}`);
    }
    await press('Play');
    await button('End the activation phase');
    equal(heading(), 'All ships have activated');
  });

  test('a log that is only looked at leaves the match that was played to be resumed; one that is played on leaves it as the match before', async () => {
    const text = await (await fetch(new URL('../../test-fixtures/matches/three-rounds.json', import.meta.url))).text();
    const json = text.replace(/^export default /, '').replace(/;\s*$/, '');
    const look = async () => {
      await press('Log');
      const log = (await one('hm-game-log')) as HTMLElement & { open(file: File): Promise<void> };
      await log.open(new File([json], 'three-rounds.json'));
      await until(() => game()!.ships.some(({ id }) => id === 'luke'), 'the match of the log');
    };
    const comeBack = async (to: string) => {
      dispatchEvent(new Event('pagehide'));
      app.remove();
      await start();
      await openMatch();
      await press(to);
      await until(() => game(), 'the match');
    };
    await begin();
    await press('Ships');
    await press1('Tokens of Ship 1');
    await press1('Give evade to Ship 1');
    await until(() => ship('ship-1').tokens.evade === 1, 'the token');
    let isLookedAt: boolean | undefined;
    document.addEventListener('hm-match', (event) => {
      isLookedAt = (event as CustomEvent<{ readonly isLookedAt: boolean }>).detail.isLookedAt;
    });
    await look();
    await until(() => isLookedAt, 'a log that is no match of this table');
    await press('Back to your match');
    await until(() => game()!.ships.some(({ id }) => id === 'ship-1'), 'the match');
    equal([ship('ship-1').tokens.evade, isLookedAt, all('[data-way=back]').length], [1, false, 0]);
    await look();
    await until(() => isLookedAt, 'the log again');
    await comeBack('Resume the last match');
    equal(ship('ship-1').tokens.evade, 1);
    equal(isLookedAt, false, 'the match goes on');
    await look();
    await press('Ships');
    await press1('Tokens of Luke Skywalker');
    await press1('Give focus to Luke Skywalker');
    await comeBack('Resume the match before it');
    equal(ship('ship-1').tokens.evade, 1);
  });

  test('the effect of an obstacle that a ship went over is entered before its activation ends', async () => {
    const outlineMm = [
      [430, 300],
      [470, 300],
      [470, 330],
      [430, 330],
    ];
    const scene = { format: 'hashmark-scene', version: 1, table: { widthMm: 914.4, depthMm: 914.4 }, ships: DUEL };
    const obstacles = [{ id: 'rock', kind: 'asteroid', outlineMm }];
    tell('hm-open-files', { files: [new File([JSON.stringify({ ...scene, obstacles })], 'scene.json')] });
    await one('li .choose');
    tell('hm-menu', { action: 'game' });
    await press('Begin the match');
    await until(() => game(), 'the match');
    await press('End the planning phase');
    await until(() => game()!.activation?.ship === 'ship-2', 'the ship that flies first');
    await fly('2FW');
    await unfold('Effect of what it went over: an asteroid');
    const whole = ship('ship-2').hull + ship('ship-2').shields;
    await press('Suffer a hit');
    await until(() => ship('ship-2').hull + ship('ship-2').shields < whole, 'the damage');
    equal(game()!.activation?.ship, 'ship-2');
    await press('End the activation of');
    await until(() => game()!.activation?.ship !== 'ship-2', 'the next ship');
  });

  test('a match that another tab writes over is said to be', async () => {
    await begin();
    await until(() => localStorage.getItem('hashmark-match')?.includes('begin'), 'the match that is kept');
    equal(all('[role=alert].unkept').length, 0);
    dispatchEvent(new StorageEvent('storage', { key: 'hashmark-match', newValue: '{}' }));
    ok(/in another tab/.test(words(await one('[role=alert].unkept'))), 'it is said');
  });

  test('Back closes what lies open in turn; a match that is played is left only after a question, and the first page goes on with it', async () => {
    await begin();
    await press('Ships');
    await press1('Tokens of Ship 1');
    await press1('Give evade to Ship 1');
    await until(() => ship('ship-1').tokens.evade === 1, 'the token');
    tell('hm-menu', { action: 'help' });
    await one('hm-help');
    const back = async (what: string, is: () => unknown) => {
      await app.updateComplete;
      history.back();
      await until(is, what);
    };
    const match = () => all('hm-game')[0] as HTMLElement & { page: string };
    await back('the help to be gone', () => all('hm-help').length === 0);
    equal(match().page, 'ships');
    await back('the first page of the match', () => match().page === 'play');
    await back('the table', () => match().hidden);
    const isAsked = () => all('wa-dialog[label^="Leave"]').some((one) => words(one).includes('The match stops here.'));
    await back('the question', isAsked);
    await back('the question to be gone', () => all('hm-leave').length === 0);
    equal([match().hidden, ship('ship-1').tokens.evade], [true, 1], 'the match is as it was');
    await back('the question again', isAsked);
    (await until(() => all('wa-button').find((each) => words(each) === 'Leave'), 'to leave')).click();
    (await one('[data-resume]')).click();
    await until(() => game(), 'the match');
    equal([ship('ship-1').tokens.evade, match().hidden, match().page], [1, false, 'play']);
  });

  test('a ship that the rules have placed is no correction of a person when the table is left', async () => {
    const wasAt = async () => (await until(() => where('ship-2'), 'ship 2')).y;
    await begin();
    const before = await wasAt();
    await press('End the planning phase');
    (await one('[data-code="1FW"]')).click();
    await press('Place it by the rules');
    await until(() => where('ship-2').y !== before, 'the ship to be placed');
    tell('hm-menu', { action: 'game' });
    tell('hm-menu', { action: 'home' });
    const asked = words(await one('wa-dialog[label^="Leave"]'));
    ok(asked.includes('The match stops here.') && !/correction/.test(asked), asked);
  });

  test('the round clock shows how long is played and that time is up, and is still there when the page comes back', async () => {
    await begin();
    await press('Log');
    await unfold('Round clock');
    await press('Start the clock');
    await until(() => words(all('.minutes')[0]) === '0 min', 'the clock');
    const clock = JSON.parse(localStorage.getItem('hashmark-round-clock')!) as { startedAtMs: number; endsAtMs: number };
    equal(clock.endsAtMs - clock.startedAtMs, 75 * 60_000);
    const ended = Object.fromEntries(Object.entries(clock).map(([name, ms]) => [name, ms - 80 * 60_000]));
    localStorage.setItem('hashmark-round-clock', JSON.stringify(ended));
    app.remove();
    await start();
    await begin();
    equal(words(await one('.over')), 'Time is up: this round is the last.');
    equal(all('.minutes').length, 0);
  });

  test('what is entered on the score sheet stays with its match, the names from match to match', async () => {
    const enter = async (selector: string, value: string) => {
      const field = (await one(selector)) as HTMLInputElement;
      field.value = value;
      field.dispatchEvent(new Event('change'));
    };
    const value = async (selector: string) => ((await one(selector)) as HTMLInputElement).value;
    const POINTS = '[aria-label="Points of Ship 1"]';
    await begin();
    await press('Log');
    await unfold('Score sheet');
    ok(/^\d+ of \d+ left · Lost: nothing · Scored: 0$/.test(words(await one('.lost'))), words(await one('.lost')));
    await enter(POINTS, '7');
    await enter('[name=player-1]', 'Mara');
    await press('Play');
    await until(() => all('hm-score').length === 0, 'the sheet to be gone');
    await press('Log');
    equal([await value(POINTS), await value('[name=player-1]')], ['7', 'Mara']);
    const said = () => JSON.parse(localStorage.getItem('hashmark-score-notes')!)[0].points;
    await enter(POINTS, '');
    equal(said(), {}, 'an empty field says nothing');
    await enter(POINTS, '7');
    equal(said(), { 'ship-1': 7 });
    dispatchEvent(new Event('pagehide'));
    const before = localStorage.getItem('hashmark-match')!;
    app.remove();
    await start();
    await begin();
    await press('Log');
    equal([await value(POINTS), await value('[name=player-1]')], ['', 'Mara'], 'another match');
    await enter(POINTS, '5');
    await enter('[name=player-1]', 'Lando');
    const log = (await one('hm-game-log')) as HTMLElement & { open(file: File): Promise<void> };
    await log.open(new File([before], 'before.json'));
    await until(async () => (await value(POINTS)) === '7' || undefined, 'the points of the match before');
    equal(await value('[name=player-1]'), 'Mara');
  });

  test('a page that is closed a moment after an event has written it, whole: the match reads as far as it was played', async () => {
    await begin();
    await press('Ships');
    await press1('Tokens of Ship 1');
    await press1('Give evade to Ship 1');
    await until(() => ship('ship-1').tokens.evade === 1, 'the token');
    ok(!localStorage.getItem('hashmark-match')?.includes('evade'), 'it is not written yet');
    dispatchEvent(new Event('pagehide'));
    const entries = readMatch(JSON.parse(localStorage.getItem('hashmark-match')!));
    ok(JSON.stringify(entries.at(-1)).includes('evade'), JSON.stringify(entries.at(-1)));
  });

  test('a match that full storage does not take is said not to be kept, until it is; what was kept before stays', async () => {
    await leaveMatchWithEvade();
    await openMatch();
    const before = localStorage.getItem('hashmark-match');
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = () => {
      throw new DOMException('', 'QuotaExceededError');
    };
    try {
      await press('Resume the last match');
      await until(() => game(), 'the match');
      await press('Ships');
      await press1('Tokens of Ship 1');
      await press1('Give focus to Ship 1');
      ok(/does not keep the match/.test((await one('[role=alert]')).textContent ?? ''), 'it is said');
      equal(localStorage.getItem('hashmark-match'), before);
    } finally {
      Storage.prototype.setItem = setItem;
    }
    await press1('Give evade to Ship 1');
    await until(() => all('[role=alert].unkept').length === 0 || undefined, 'that it is kept');
    ok(localStorage.getItem('hashmark-match')?.includes('focus'), 'and it is');
    // The browser that runs the tests has promised nothing either.
    await press('Log');
    ok(
      /may delete what this page keeps.*A saved file stays/.test(words(await one('.may-be-cleared'))),
      'that a file stays is said beside its button',
    );
    // iOS greys out whatever it does not know the ending of.
    equal(((await one('hm-game-log input[type=file], input[type=file]')) as HTMLInputElement).accept, '');
  });

  test('a recording may be looked at in a match; before one of its states is measured in its place, that is asked', async () => {
    await begin();
    const recording = await (await fetch(new URL('../corpus/recordings/two-documents-at-once.jsonl', import.meta.url))).text();
    const measure = async () => {
      tell('hm-open-files', { files: [new File([recording], 'match.jsonl')] });
      const player = await until(() => document.querySelector<HTMLElement>('hm-recording'), 'the recording');
      equal(all('hm-leave').length, 0, 'nothing is left yet');
      const find = () => all('wa-button', player.shadowRoot!).find((each) => words(each) === 'Measure this state');
      (await until(find, 'its button')).click();
      return one('hm-leave');
    };
    (await measure()).dispatchEvent(new CustomEvent('hm-leave', { bubbles: true, composed: true, detail: { choice: 'stay' } }));
    await until(() => all('hm-leave').length === 0 && !document.querySelector('hm-recording'), 'both to be gone');
    equal(game()?.ships.length, 2, 'the match goes on');
    (await measure()).dispatchEvent(new CustomEvent('hm-leave', { bubbles: true, composed: true, detail: { choice: 'leave' } }));
    await until(() => all('hm-game').length === 0, 'the match to be over');
  });

  test('a match whose beginning was taken back is no last match: not in the set-up that it leads to, and not on the next visit', async () => {
    await begin();
    await until(() => localStorage.getItem('hashmark-match')?.includes('begin'), 'the match that is kept');
    const offers = () =>
      buttons()
        .map(words)
        .some((text) => text.startsWith('Resume the last match'));
    (await one('[aria-label="Back to the set-up"]')).click();
    await button('Begin the match');
    equal(offers(), false, 'in the set-up');
    app.remove();
    await start();
    await openMatch();
    await button('Begin the match');
    equal(offers(), false, 'on the next visit');
  });

  test('a match that is begun by mistake and taken back at once leaves the one that was played before', async () => {
    await leaveMatchWithEvade();
    await begin();
    (await one('[aria-label="Back to the set-up"]')).click();
    ok(/\(Round 1, .*\d:\d\d/.test(words(await button('Resume the last match'))), 'how far it came, and when');
    await press('Resume the last match');
    await until(() => game(), 'the match');
    equal(ship('ship-1').tokens.evade, 1);
  });

  test('the beginning of a match is taken back to the set-up, where everything stands as it was entered, and is corrected', async () => {
    await openMatch();
    await fill('[data-ship=ship-1] [data-field=kind]', 'T-65 X-wing');
    const pilot = (await one('[data-ship=ship-1] [data-field=pilot]')) as HTMLSelectElement;
    const { value: chosen, text: name } = pilot.options[2]!;
    await fill('[data-ship=ship-1] [data-field=pilot]', chosen);
    await fill('[data-ship=ship-2] [data-field=special]', 'Proton Torpedoes');
    await fill('[data-field=first]', 'Player 2');
    await fill('[data-field=blue]', 'stress only');
    const fields = () => all('select', all('hm-game-setup')[0]!.shadowRoot!).map((each) => (each as HTMLSelectElement).value);
    const entered = fields();
    const isNamed = () => all('li .choose').some((row) => words(row).includes(name.split(' (')[0]!));
    await until(isNamed, 'the name of the pilot where the table is measured');
    await press('Log');
    await pause(40);
    await press('Play');
    await pause(40);
    equal(fields(), entered, 'the set-up after a look at another page');
    await press('Begin the match');
    await until(() => game(), 'the match');
    const undo = await one('[aria-label="Back to the set-up"]');
    undo.focus();
    undo.click();
    await one('hm-game-setup');
    await pause(40);
    equal(fields(), entered, 'the set-up after the beginning was taken back');
    equal((undo.getRootNode() as ShadowRoot).activeElement, undo, 'what has the focus');
    await fill('[data-field=first]', 'Player 1');
    await press('Begin the match');
    await until(() => game(), 'the second match');
    equal([game()!.firstPlayer, game()!.options.blueRemoves], [1, 'stress only']);
    ok(name.includes(ship('ship-1').name), `${name}: ${ship('ship-1').name}`);
    equal(ship('ship-2').weapons.length, 2, 'weapons of ship 2');
  });

  test('a button that has nothing more to do keeps the focus: the face of a last die, and what takes a last token away', async () => {
    await begin(DUEL, 'Only attacks');
    const pressed = async (selector: string, times: number) => {
      const button = await one(selector);
      button.focus();
      for (let i = 0; i < times; i++) {
        button.click();
        await pause(40);
      }
      equal((button.getRootNode() as ShadowRoot).activeElement === button, true, selector);
      equal(button.getAttribute('aria-disabled'), 'true');
    };
    await press('Ships');
    await press1('Tokens of Ship 1');
    await press1('Give focus to Ship 1');
    await pause(40);
    await pressed('[aria-label="Remove focus from Ship 1"]', 2);
    equal(ship('ship-1').tokens.focus, 0);
    await press('Play');
    await one('hm-attack');
    await press('Ship 2');
    const face = await one('[data-face=hit]');
    const due = Number(/of (\d+)/.exec(words(await one('.tapped')))![1]);
    for (let i = 0; i < due; i++) {
      face.click();
      await pause(40);
    }
    await pressed('[data-face=hit]', 1);
    equal(all('.tapped .die').length, due);
  });

  test('a disarmed ship does not begin its attack by itself, and the page says why', async () => {
    await begin();
    await press('Ships');
    await press1('Tokens of Ship 1');
    await press1('Give disarm to Ship 1');
    await press('Play');
    await stayPut();
    await button('Ship 1 attacks');
    ok(words(await one('.held')).startsWith('It has 1 disarm:'), words(await one('.held')));
  });

  test('torpedoes without a lock are not offered for anybody', async () => {
    await openMatch();
    await fill('[data-ship=ship-1] [data-field=kind]', 'T-65 X-wing');
    await fill('[data-ship=ship-1] [data-field=special]', 'Proton Torpedoes');
    await press('Only attacks');
    const declare = words(await button('Ship 2'));
    equal(declare, 'Ship 2: range 2', 'by the primary weapon');
    const torpedoes = await button('Proton Torpedoes');
    ok(words(torpedoes).endsWith('Proton Torpedoes has no valid target.'), words(torpedoes));
    torpedoes.click();
    await until(() => /requires a lock on Ship 2/.test(words(buttons().find((each) => words(each).startsWith('Ship 2')))), 'why not');
  });

  test('a log with a hole, and one that is cut off, are refused with what is wrong; the match stays', async () => {
    await begin();
    await press('Log');
    const log = (await one('hm-game-log')) as HTMLElement & { open(file: File): Promise<void> };
    const text = await (await fetch(new URL('../../test-fixtures/matches/three-rounds.json', import.meta.url))).text();
    const match = JSON.parse(text.replace(/^export default /, '').replace(/;\s*$/, ''));
    const said = async () => words(await one('[data-code=match-unreadable]'));
    await log.open(new File([JSON.stringify({ ...match, entries: match.entries.toSpliced(4, 1) })], 'hole.json'));
    ok(/Entries are missing/.test(await said()), await said());
    await log.open(new File([JSON.stringify(match).slice(0, -9)], 'cut.json'));
    await until(async () => /cut off/.test(await said()) || undefined, 'cut off');
    equal(game()!.ships.length, 2);
    ok(buttons().length > 3, 'the page goes on');
  });

  test('a move on the table is offered while its dial is asked for; where no move leads, that is said until it is put back', async () => {
    const sigma = { xMm: 0.3, yMm: 0.3, headingDeg: 0.2 };
    const seen = (yMm: number, headingDeg = 180) =>
      parseScene({
        ...{ format: 'hashmark-scene', version: 1, table: { widthMm: 914.4, depthMm: 914.4 } },
        ships: [DUEL[0]!, { ...DUEL[1]!, yMm, headingDeg }].map((one) => ({ ...one, sigma })),
      });
    const match = new HmGame();
    match.table = seen(390);
    document.body.append(match);
    const its = (part: string, selector: string) => all(part, match.shadowRoot!).flatMap((one) => all(selector, one.shadowRoot!));
    const tap = async (text: string) =>
      (await until(() => all('.do', match.shadowRoot!).find((each) => words(each).startsWith(text)), text)).click();
    await tap('Begin the match');
    await tap('End the planning phase');
    await until(() => its('hm-reveal', 'hm-dial')[0], 'the dial');
    match.table = seen(268);
    await until(() => words(its('hm-reveal', '.stack .do')[0]).startsWith('2 straight, blue'), 'what fits');
    match.table = seen(300, 200);
    await until(() => its('hm-reveal', '.stack').length === 0, 'no move leads there');
    its('hm-reveal', '[data-code="2FW"]')[0]!.click();
    const note = () => words(all('.seen .stale-note', match.shadowRoot!)[0]);
    const taken = () => all('.do', match.shadowRoot!).find((each) => words(each).startsWith('It was moved on the table'));
    await until(() => note().startsWith('Seen elsewhere by now: Ship 2.'), 'what the map does not show');
    // As while the next photo is measured.
    match.table = { ...seen(300), ships: [] };
    await until(() => taken()?.getAttribute('aria-disabled') === 'true' && note() === '', 'nothing is seen');
    match.table = seen(300, 200);
    await until(() => taken()?.getAttribute('aria-disabled') === 'false', 'the table');
    await tap('It was moved on the table');
    const said = 'Ship 2 is 30 mm and 20° from where the log says.';
    await until(() => words(its('hm-astray', 'p')[0]).startsWith(said), said);
    match.table = seen(271);
    await until(() => its('hm-astray', 'section').length === 0, 'it is put back');
    match.remove();
  });

  test('alike ships that all moved unseen and were confused are exchanged where their maneuvers say so', async () => {
    const sigma = { xMm: 0.3, yMm: 0.3, headingDeg: 0.2 };
    const scene = (...ships: readonly ReturnType<typeof base>[]) =>
      parseScene({
        ...{ format: 'hashmark-scene', version: 1, table: { widthMm: 914.4, depthMm: 914.4 } },
        ships: ships.map((one) => ({ ...one, sigma })),
      });
    const match = new HmGame();
    match.table = scene(base('ship-1', 300, 200, 0, 1, 1), base('ship-2', 360, 360, 90, 1, 2));
    document.body.append(match);
    const named: unknown[] = [];
    match.addEventListener('hm-names', (event) => named.push((event as CustomEvent).detail));
    const its = (selector: string) => all('hm-reveal', match.shadowRoot!).flatMap((one) => all(selector, one.shadowRoot!));
    const tap = async (text: string) =>
      (await until(() => all('.do', match.shadowRoot!).find((each) => words(each).startsWith(text)), text)).click();
    await tap('Begin the match');
    // Ship 1 flew 3 straight to beside Ship 2, which flew 4 straight, and was paired with the nearer one.
    const [one, two] = [
      [300, 360, 0],
      [560, 360, 90],
    ] as const;
    match.table = scene(base('ship-1', ...two, 1, 1), base('ship-2', ...one, 1, 2));
    await tap('End the planning phase');
    const exchange = await until(() => its('[data-exchange]')[0], 'the question');
    equal([words(exchange), exchange.dataset.exchange], ['Exchange it with Ship 2', 'ship-2']);
    exchange.click();
    equal(named, [{ exchanged: ['ship-1', 'ship-2'] }]);
    match.table = scene(base('ship-1', ...one, 1, 1), base('ship-2', ...two, 1, 2));
    await until(() => words(its('.stack .do')[0]).startsWith('3 straight'), 'what fits now');
    equal(its('[data-exchange]').length, 0);
    // Its dial shows another maneuver, which ends where the other one is seen.
    const play = (match as unknown as { now: { state: { activation?: { ship: string } } } }).now;
    equal(play.state.activation?.ship, 'ship-1');
    match.table = scene(base('ship-1', ...one, 1, 1), base('ship-2', 300, 400, 0, 1, 2));
    const dial = await until(() => all('hm-dial', its('hm-dial')[0]?.parentNode ?? match)[0], 'the dial');
    dial.dispatchEvent(new CustomEvent('hm-dial-set', { detail: { code: '4FW' } }));
    const turn = () => all('hm-game-turn', match.shadowRoot!).flatMap((each) => all('[data-exchange]', each.shadowRoot!));
    await until(() => turn()[0], 'the question about the revealed maneuver');
    turn()[0]!.click();
    equal(named.length, 2);
    match.remove();
  });

  test('a log that a shell of Windows has written again, in UTF-16, is opened', async () => {
    await begin();
    await press('Log');
    const log = (await one('hm-game-log')) as HTMLElement & { open(file: File): Promise<void> };
    const text = await (await fetch(new URL('../../test-fixtures/matches/three-rounds.json', import.meta.url))).text();
    const match = `\ufeff${text.replace(/^export default /, '').replace(/;\s*$/, '')}`;
    const before = game()!.ships.map(({ id }) => id);
    await log.open(new File([Uint16Array.from(match, (letter) => letter.charCodeAt(0))], 'match.json.txt'));
    equal(all('[data-code=match-unreadable]').length, 0);
    ok(
      game()!
        .ships.map(({ id }) => id)
        .join() !== before.join(),
      'the ships of the log',
    );
  });
});
