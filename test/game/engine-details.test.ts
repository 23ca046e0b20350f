import assert from 'node:assert/strict';
import test from 'node:test';
import { choices } from '../../src/game/choices.js';
import { withSpecialWeapon } from '../../src/game/facts/ship-facts.js';
import { matchFile, readMatch } from '../../src/game/log/match-file.js';
import { tableInFile, tableOfFile } from '../../src/game/log/match-table.js';
import type { Ability } from '../../src/game/model/ability.js';
import { eventWords } from '../../src/game/model/event-words.js';
import type { GameState } from '../../src/game/model/game-state.js';
import { isRefusal } from '../../src/game/model/refusal.js';
import { reduce } from '../../src/game/reduce.js';
import { attackTarget } from '../../src/game/table/attack-target.js';
import { withoutContact } from '../../src/game/table/measure.js';
import { hidesOtherwise } from '../../src/game/table/what-changed.js';
import type { RangeReport } from '../../src/judge/report/report-file.js';
import { english } from '../../src/texts/english.js';
import { ship, sigmas, tableOf } from '../judge/tables.js';
import { A_FIRST, begun, declared, done, entry, facing, gameShip, play, refused, rolled, toActivation, toEngagement } from './play.js';

const choosing = (state: GameState) => play(state, { kind: 'engage', ship: 'a' }, { kind: 'attack', attacker: 'a' });
const covariance = sigmas(0.3, 0.3, 0.1);

test('what a judge decided is forgotten once one ship has moved, and stands while nothing has', () => {
  const table = tableOf([
    ship('a', 'small', 450, 200, 0, { covariance }),
    ship('b', 'small', 450, 440.1, 180, { covariance }),
    ship('c', 'small', 100, 800, 0, { covariance }),
  ]);
  const state = toEngagement(begun({ table, ships: [...A_FIRST, entry('c', 2, { initiative: 1 })] }));
  const asked = refused(
    play(choosing(state), { kind: 'choose weapon', weapon: 'primary-1' }),
    { kind: 'declare defender', defender: 'b' },
    'too-close',
  );
  const ruled = play(state, { kind: 'decide', question: asked.open![0]!.question, answer: 3 });
  assert.equal(ruled.decisions.length, 1);
  assert.equal(play(ruled, { kind: 'table', table }).decisions.length, 1);
  const ships = table.ships.map((one) => (one.id === 'c' ? { ...one, pose: { ...one.pose, x: 160 } } : one));
  const moved = play(ruled, { kind: 'table', table: { ...table, ships } });
  assert.equal(moved.decisions.length, 0);
  assert.ok(
    moved.notes.map(english).some((note) => note.startsWith('Changed on the table:')),
    moved.notes.map(english).join('\n'),
  );
});

test('a primary weapon reaches to the end of range 3 and no farther', () => {
  const at = (gapMm: number) => {
    const state = choosing(toEngagement(begun({ table: facing(gapMm), ships: A_FIRST })));
    return attackTarget(state, gameShip(state, 'a'), gameShip(state, 'a').weapons[0]!, 'b');
  };
  const near = at(299.9);
  assert.ok('facts' in near && near.facts.range === 3);
  const far = at(300.1);
  assert.ok(isRefusal(far) && far.code === 'ATK-05' && /range 1 to 3/.test(english(far.message)));
});

test('bases that a judge calls touching are at range 0 for an ability that permits it: their range is not asked again', () => {
  const table = tableOf([ship('a', 'small', 450, 200, 0, { covariance }), ship('b', 'small', 450, 239.95, 180, { covariance })]);
  const state = choosing(toEngagement(begun({ table, ships: A_FIRST })));
  const target = () => attackTarget(ruled, gameShip(ruled, 'a'), gameShip(ruled, 'a').weapons[0]!, 'b', 'an ability');
  const ruled = play(state, { kind: 'decide', question: { about: 'touching', from: 'a', to: 'b' }, answer: true });
  const found = target();
  assert.ok('facts' in found, JSON.stringify(found));
  assert.deepEqual([found.facts.range, found.facts.isTouching], [0, true]);
});

test('once ships are known not to touch, the ranges that are left share all of the probability', () => {
  const range = {
    mm: 0.2,
    sigmaMm: 0.3,
    range: 0,
    certain: false,
    probability: { '0': 0.6, '1': 0.3, '2': 0.1, '3': 0, '4': 0 },
  } as unknown as RangeReport;
  const { probability, range: apart } = withoutContact(range);
  assert.equal(apart, 1);
  assert.ok(Math.abs(probability['1']! - 0.75) < 1e-12 && Math.abs(probability['2']! - 0.25) < 1e-12 && probability['0'] === 0);
});

test('a missing entry and a doubled one are reported as such, with the number that was expected', () => {
  const begin = {
    kind: 'begin',
    table: facing(150),
    ships: A_FIRST,
    abilities: [],
    firstPlayer: 1,
    seed: [1, 2, 3, 4],
    options: {},
  } as const;
  const dial = { kind: 'set dial', ship: 'a', code: '1FW' } as const;
  const file = JSON.parse(JSON.stringify(matchFile({ entries: [begin, dial, dial] })));
  assert.equal(readMatch(file).length, 3);
  const numbered = (...numbers: number[]) => ({ ...file, entries: numbers.map((n, i) => ({ ...file.entries[i], n })) });
  assert.throws(() => readMatch(numbered(1, 3, 4)), /entries\[1\]\.n: got 3, expected 2\. Entries are missing/);
  assert.throws(() => readMatch(numbered(1, 2, 2)), /entries\[2\]\.n: got 2, expected 3\. Entries are out of order or doubled/);
});

test('a joint covariance in a log is in millimetres and degrees: a heading’s variance by the square of 180/π, mixed terms by once that', () => {
  const joint = Array.from({ length: 36 }, (_, i) => 1 / (1 + Math.abs(Math.floor(i / 6) - (i % 6))));
  const ships = [ship('a', 'small', 450, 200, 0), ship('b', 'small', 450, 440, 180)];
  const { jointCovariance } = tableInFile({ ...tableOf(ships), jointCovariance: joint }) as unknown as { jointCovariance: number[] };
  const degrees = 180 / Math.PI;
  jointCovariance.forEach((value, i) => {
    const headings = [Math.floor(i / 6), i % 6].filter((coordinate) => coordinate % 3 === 2).length;
    assert.ok(Math.abs(value / (joint[i]! * degrees ** headings) - 1) < 1e-12, `place ${i}: ${value}`);
  });
});

test('what a person said of the obstacles of a table stays in a log, and what was asked is asked as it is known since', () => {
  const table = facing(150);
  const said = { ...table, areObstaclesSaid: true } as const;
  assert.deepEqual(tableOfFile(JSON.parse(JSON.stringify(tableInFile(said))), 'table').areObstaclesSaid, true);
  assert.equal(hidesOtherwise(table, said), true);
  assert.equal(hidesOtherwise(said, said), false);
});

test('an ability sets a die that there is, to a face that it has', () => {
  const state = play(declared(toEngagement(begun({ table: facing(150), ships: A_FIRST }))), rolled('blank', 'hit', 'focus'));
  const set = (die: number, face: 'hit' | 'evade') => {
    return reduce(state, { kind: 'modify', by: 'defender', change: { with: 'ability', name: 'x', does: 'set', die, face } });
  };
  const [none, wrong, right] = [set(3, 'hit'), set(2, 'evade'), set(2, 'hit')];
  assert.ok(isRefusal(none) && /There is no die 4/.test(english(none.message)), JSON.stringify(none));
  assert.ok(isRefusal(wrong) && /has no evade/.test(english(wrong.message)));
  assert.ok(!isRefusal(right) && right.attacks[0]!.attackDice[2]!.face === 'hit');
});

test('only a stressed ship that revealed a red maneuver is offered another one', () => {
  const offered = (state: GameState) => choices(state).filter(({ event }) => event.kind === 'replace maneuver').length;
  const revealed = (code: string, stress: boolean) => {
    const state = play(
      toActivation(begun({ ships: [entry('a', 1, { initiative: 1 }), entry('b', 2)] }), { a: code }),
      { kind: 'activate', ship: 'a' },
      { kind: 'reveal' },
    );
    return stress ? play(state, { kind: 'tokens', ship: 'a', token: 'stress', by: 1, reason: 'a card' }) : state;
  };
  assert.deepEqual(
    [offered(revealed('2FW', false)), offered(revealed('3KR', false)), offered(revealed('2FW', true)), offered(revealed('3KR', true))],
    [0, 0, 0, 1],
  );
});

test('a ship that skips its action is offered none', () => {
  // b stands where a would end: the maneuver is partial.
  const table = tableOf([ship('a', 'small', 450, 200, 0), ship('b', 'small', 450, 275, 180)]);
  const state = play(
    toActivation(begun({ table, ships: [entry('a', 1, { initiative: 1 }), entry('b', 2)] }), { a: '1FW' }),
    ...([{ kind: 'activate', ship: 'a' }, { kind: 'reveal' }, { kind: 'execute' }] as const),
  );
  assert.equal(state.activation!.skipsAction, 'MAN-24');
  const acts = choices(state).filter(({ event }) => event.kind === 'act');
  assert.deepEqual(
    acts.map(({ refusal, event }) => [event.kind === 'act' && event.action, refusal?.code]),
    [['focus', 'MAN-24']],
  );
});

test('words of a passed step name the next one of the attack that goes on', () => {
  const state = play(declared(toEngagement(begun({ table: facing(150), ships: A_FIRST }))), rolled('hit', 'hit', 'hit'));
  const after = play(state, done);
  assert.equal(english(eventWords(done, after)), `Done; next: ${after.attacks[0]!.step}`);
  assert.equal(english(eventWords(done, toActivation(begun()))), 'Done');
  const late = { ...after, attacks: [{ ...after.attacks[0]!, step: 'after 2' as const }] };
  assert.equal(english(eventWords(done, late)), 'Done; next: the attacker, after the attack');
});

test('charges are corrected by whole numbers that are not 0, and never fall below 0', () => {
  const armed = withSpecialWeapon(entry('a', 1), 'protontorpedoes');
  const id = armed.weapons.at(-1)!.id;
  const state = begun({ ships: [armed, entry('b', 2)] });
  const by = (n: number) => ({ kind: 'charges', ship: 'a', weapon: id, by: n, reason: 'counted' }) as const;
  const before = gameShip(state, 'a').charges[id]!;
  assert.ok(before > 0);
  assert.equal(gameShip(play(state, by(1)), 'a').charges[id], before + 1);
  assert.equal(gameShip(play(state, by(-before)), 'a').charges[id], 0);
  for (const wrong of [0, -before - 1]) refused(state, by(wrong), 'ATK-06');
});

test('an ability on ships in its owner’s arc asks a judge about one on the arc’s line', () => {
  const edge = 20 + 210 * Math.tan((40.62 * Math.PI) / 180);
  const table = tableOf([ship('a', 'small', 450, 200, 0, { covariance }), ship('b', 'small', 450 + edge, 390, 180, { covariance })]);
  const ability: Ability = {
    ...{ kind: 'ability', id: 'mark', name: 'Mark', ship: 'a', isOptional: true, window: 'start of engagement' },
    target: { whose: 'enemy', ranges: [0, 1, 2, 3], inOwnersArc: 'front' },
    effects: [{ does: 'gain', who: 'target', token: 'stress', count: 1 }],
  };
  const state = toEngagement(begun({ table, ships: A_FIRST, abilities: [ability] }));
  const found = refused(state, { kind: 'resolve', key: state.queue[0]!.key, target: 'b' }, 'too-close');
  assert.deepEqual(
    found.open!.map(({ question }) => question.about),
    ['arc'],
  );
  const ruled = play(state, { kind: 'decide', question: found.open![0]!.question, answer: true });
  assert.equal(gameShip(play(ruled, { kind: 'resolve', key: ruled.queue[0]!.key, target: 'b' }), 'b').tokens.stress, 1);
});
