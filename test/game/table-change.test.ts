import assert from 'node:assert/strict';
import test from 'node:test';
import { primaryWeapon } from '../../src/game/facts/ship-facts.js';
import { consequenceOf } from '../../src/game/log/consequence.js';
import { notices } from '../../src/game/log/referee.js';
import type { GameState } from '../../src/game/model/game-state.js';
import { attackOf } from '../../src/game/model/lookup.js';
import { attackOdds } from '../../src/game/odds/attack-odds.js';
import { survey } from '../../src/game/table/measure-range.js';
import { isWorthTaking, whatChanged } from '../../src/game/table/what-changed.js';
import type { Table } from '../../src/table/table.js';
import { withoutShips } from '../../src/table/without-ships.js';
import { english } from '../../src/texts/english.js';
import { block, ship, sigmas, tableOf } from '../judge/tables.js';
import { A_FIRST, begun, declared, done, entry, facing, gameShip, play, refused, rolled, toActivation, toEngagement } from './play.js';

const engaged = (table = facing(150)) => toEngagement(begun({ ships: A_FIRST, table }));
const now = { kind: 'which table', counts: 'now' } as const;

test('where the table as it is now counts, range and obstruction of the attack are measured again', () => {
  const state = declared(engaged());
  const away = play(state, { kind: 'table', table: facing(250) }, now);
  assert.deepEqual([attackOf(state)!.facts!.range, attackOf(away)!.facts!.range], [2, 3]);
  const between = tableOf(
    facing(151).ships.map((one) => (one.id === 'b' ? { ...one, pose: { ...one.pose, y: 450 } } : one)),
    [block('o', 430, 300, 470, 310)],
  );
  assert.equal(attackOf(play(state, { kind: 'table', table: between }, now))!.facts!.isObstructed, true);
  // No attack die follows for range 1, so the odds are those of the three that lie there: of three hits two evades leave one or more.
  const near = play(state, rolled('hit', 'hit', 'hit'), { kind: 'table', table: facing(50) }, now);
  assert.deepEqual([attackOf(near)!.facts!.range, attackOdds(near)!.byDamage.length], [1, 4]);
  assert.equal(attackOdds(near)!.byDamage[0], 0);
  // Dice that were rolled stay; the defender's bonus of range 3 is still to come.
  const shot = play(state, rolled('hit', 'hit', 'hit'), { kind: 'table', table: facing(250) }, now, done, done);
  assert.equal(attackOf(shot)!.attackDice.length, 3);
  refused(shot, rolled('blank', 'blank'), 'ATK-19');
  play(shot, rolled('blank', 'blank', 'evade'));
});

test('a defender out of reach on the changed table has to be declared again; once costs are paid the changed table cannot count', () => {
  const before = play(
    engaged(),
    { kind: 'engage', ship: 'a' },
    { kind: 'attack', attacker: 'a' },
    { kind: 'choose weapon', weapon: 'primary-1' },
    { kind: 'declare defender', defender: 'b' },
  );
  const gone = { kind: 'table', table: facing(400) } as const;
  const again = attackOf(play(before, gone, now))!;
  assert.deepEqual([again.step, again.defender, again.facts], ['declare defender', undefined, undefined]);
  const paid = play(before, { kind: 'pay costs' }, gone);
  refused(paid, now, 'ATK-05');
  assert.equal(attackOf(play(paid, { kind: 'which table', counts: 'before' }))!.facts!.range, 2);
});

test('a ship that is read another way round has not moved while its front is open', () => {
  const state = declared(engaged());
  const turned = (isFrontOpen?: true) =>
    tableOf(
      facing(150).ships.map((one) => ({
        ...one,
        pose: { ...one.pose, headingRad: one.pose.headingRad + Math.PI },
        ...(isFrontOpen && { isFrontOpen }),
      })),
    );
  assert.ok(play(state, { kind: 'table', table: turned() }).changedTable);
  assert.equal(play(state, { kind: 'table', table: turned(true) }).changedTable, undefined);
});

test('ships that came back to their places in the middle of an attack leave nothing to ask', () => {
  const state = declared(engaged());
  const back = play(state, { kind: 'table', table: facing(260) }, { kind: 'table', table: facing(150) });
  assert.equal(back.changedTable, undefined);
  play(back, rolled('hit', 'hit', 'hit'));
});

test('[ATK-01] in the middle of an attack no ship activates, reveals or executes', () => {
  const state = declared(engaged());
  for (const event of [
    { kind: 'activate', ship: 'a' },
    { kind: 'reveal' },
    { kind: 'execute' },
    { kind: 'end activation' },
    { kind: 'replace maneuver', code: '1FW', reason: 'x' },
  ] as const)
    refused(state, event, 'ATK-01');
});

test('[ATK-02] before a weapon is chosen, every enemy ship is measured: its range, and which arcs it is in', () => {
  // Ahead at 150 mm; to the right, 150 mm from side to side; a friend is not asked about.
  const table = tableOf([
    ship('a', 'small', 450, 400, 0),
    ship('b', 'small', 450, 590, 180),
    ship('c', 'small', 640, 400, 0),
    ship('d', 'small', 450, 300, 0),
  ]);
  const ships = [entry('a', 1), entry('b', 2), entry('c', 2), entry('d', 1)];
  const seen = survey(begun({ table, ships }), gameShip(begun({ table, ships }), 'a'));
  assert.deepEqual(
    seen.map(({ ship: { id }, closest, beyond, arcs }) => [id, closest.range, beyond, arcs.map(({ arc }) => arc)]),
    [
      ['b', 2, 1, ['front', 'bullseye']],
      ['c', 2, 1, ['right']],
    ],
  );
  assert.ok(seen.every(({ closest }) => Math.abs(closest.mm - 150) < 1e-6));
});

test('[RNG-08] where the range is too close to call, it is said beyond which range a ship is all the same', () => {
  const state = begun({ table: doubtful, ships: A_FIRST });
  const [seen] = survey(state, gameShip(state, 'a'));
  assert.deepEqual([seen!.closest.certain, seen!.beyond], [false, 1], '200.1 mm');
});

const covariance = sigmas(0.3, 0.3, 0.1);
const doubtful = tableOf([ship('a', 'small', 450, 200, 0, { covariance }), ship('b', 'small', 450, 440.1, 180, { covariance })]);
const declare = { kind: 'declare defender', defender: 'b' } as const;

test('a judge’s decision says who decided, and the question says what each outcome would mean', () => {
  const state = play(
    engaged(doubtful),
    { kind: 'engage', ship: 'a' },
    { kind: 'attack', attacker: 'a' },
    { kind: 'choose weapon', weapon: 'primary-1' },
  );
  const [open] = refused(state, declare, 'too-close').open!;
  const { question } = open!;
  assert.match(english(consequenceOf(state, declare, question, 3)), /range 3, front arc/);
  assert.match(english(consequenceOf(state, declare, question, 2)), /range 2, front arc/);
  const ruled = play(state, { kind: 'decide', question, answer: 3, by: 'Mara' }, declare);
  assert.deepEqual(ruled.decisions, [{ question, answer: 3, by: 'Mara' }]);
  refused(state, { kind: 'decide', question, answer: true }, 'unknown');
  refused(state, { kind: 'decide', question, answer: 5 }, 'unknown');
  refused(state, { kind: 'decide', question: { ...question, from: 'z' } as typeof question, answer: 3 }, 'unknown');
});

test('a rock that comes, goes or moves in the middle of an attack is named, and nothing goes on until somebody says which table counts', () => {
  const rock = block('rock', 430, 300, 470, 310);
  const withRock = tableOf(facing(150).ships, [rock]);
  const added = play(declared(engaged()), { kind: 'table', table: withRock });
  assert.match(added.notes.map(english).join(), /: an asteroid/);
  refused(added, rolled('hit', 'hit', 'hit'), 'table-changed');
  assert.equal(attackOf(play(added, now))!.facts!.isObstructed, true);

  const without = play(declared(engaged(withRock)), { kind: 'table', table: facing(150) });
  refused(without, rolled('hit', 'hit', 'hit'), 'table-changed');
  assert.equal(attackOf(play(without, now))!.facts!.isObstructed, false);

  const aside = tableOf(facing(150).ships, [block('rock', 530, 300, 570, 310)]);
  refused(play(declared(engaged(withRock)), { kind: 'table', table: aside }), rolled('hit', 'hit', 'hit'), 'table-changed');
});

test('a mat of another size is named in the middle of an attack, and nothing goes on until somebody says which table counts', () => {
  const smaller = { ...facing(150), widthMm: 600, depthMm: 600 };
  const state = declared(engaged());
  const changed = play(state, { kind: 'table', table: smaller });
  assert.match(changed.notes.map(english).join(), /the mat \(600 × 600 mm\)/);
  refused(changed, rolled('hit', 'hit', 'hit'), 'table-changed');
  assert.equal(play(changed, { kind: 'which table', counts: 'before' }).table.widthMm, state.table.widthMm);
  assert.equal(play(changed, now).table.widthMm, 600);
  assert.deepEqual(whatChanged(facing(150), { ...facing(150), depthMm: 600 }), ['the mat']);
  // A camera finds each side of a mat to 3.5 mm; the same mat is no other one for it.
  const { widthMm, depthMm } = facing(150);
  assert.deepEqual(whatChanged(facing(150), { ...facing(150), widthMm: widthMm - 7, depthMm: depthMm + 7 }), []);
});

test('a shift too small for a change by hand is asked about all the same when it changes the range of the attack', () => {
  const state = play(declared(engaged(facing(199.5))), { kind: 'table', table: facing(200.5) });
  assert.deepEqual(whatChanged(facing(199.5), facing(200.5)), []);
  refused(state, rolled('hit', 'hit', 'hit'), 'table-changed');
  assert.equal(attackOf(play(state, now))!.facts!.range, 3);
});

test('a better measurement of the same table is taken in the middle of an attack and decides what was too close to call', () => {
  const better = {
    kind: 'table',
    table: tableOf(doubtful.ships.map((one) => ({ ...one, covariance: sigmas(0.003, 0.003, 0.001) }))),
  } as const;
  const state = play(
    engaged(doubtful),
    { kind: 'engage', ship: 'a' },
    { kind: 'attack', attacker: 'a' },
    { kind: 'choose weapon', weapon: 'primary-1' },
  );
  refused(state, declare, 'too-close');
  const seen = play(state, better);
  assert.equal(seen.changedTable, undefined);
  assert.equal(attackOf(play(seen, declare))!.facts!.range, 3, '200.1 mm');
  assert.ok(isWorthTaking(doubtful, better.table));
  assert.ok(!isWorthTaking(better.table, doubtful), 'a worse one of the same table is not');
  assert.ok(!isWorthTaking(doubtful, doubtful));
});

test('a measurement that contradicts what a judge ruled in an attack that is going on is asked about', () => {
  const state = play(
    engaged(doubtful),
    { kind: 'engage', ship: 'a' },
    { kind: 'attack', attacker: 'a' },
    { kind: 'choose weapon', weapon: 'primary-1' },
  );
  const { question } = refused(state, declare, 'too-close').open![0]!;
  const ruled = play(state, { kind: 'decide', question, answer: 2 }, declare);
  const better = tableOf(doubtful.ships.map((one) => ({ ...one, covariance: sigmas(0.003, 0.003, 0.001) })));
  const seen = play(ruled, { kind: 'table', table: better });
  refused(seen, { kind: 'pay costs' }, 'table-changed');
  assert.equal(attackOf(play(seen, now))!.facts!.range, 3);
});

test('what changed names ships, obstacles and devices that came, went, moved or are of another base, kind or outline', () => {
  const mine = (id: string, x: number) => ({ ...block(id, x, 500, x + 20, 520), kind: 'proximity mine' });
  const before = tableOf(
    [ship('a', 'small', 100, 100, 0), ship('b', 'small', 300, 100, 0)],
    [block('o', 10, 10, 50, 50), block('p', 10, 210, 50, 250)],
    [mine('m', 600)],
  );
  const after = tableOf(
    [ship('a', 'medium', 100, 100, 0), ship('c', 'small', 300, 300, 0)],
    [block('o', 10, 10, 50, 60), block('p', 10, 210, 50, 250, 'debris')],
    [mine('m', 610)],
  );
  assert.deepEqual([...whatChanged(before, after)].sort(), ['a', 'b', 'c', 'm', 'o', 'p']);
  assert.deepEqual(whatChanged(before, { ...before, obstacles: [...before.obstacles].reverse() }), []);
});

test('a destroyed ship is gone for the engine when the rules remove it: it blocks no move, is asked about nowhere, and may be taken off in any moment', () => {
  // c stands between a and b; shot down, it is removed after its initiative, though its base still stands there.
  const table = tableOf([ship('a', 'small', 450, 200, 0), ship('b', 'small', 450, 390, 180), ship('c', 'small', 450, 280, 0)]);
  const ships = [...A_FIRST, entry('c', 2, { initiative: 5, hull: 1, shields: 0 })];
  const state = play(toEngagement(begun({ ships, table })), { kind: 'suffer', ship: 'c', damage: 'hit', count: 1, reason: 'x' });
  assert.ok(
    state.table.ships.some(({ id }) => id === 'c'),
    'it engages first',
  );
  const over = play(
    state,
    { kind: 'engage', ship: 'a' },
    { kind: 'end engaging' },
    { kind: 'engage', ship: 'c' },
    { kind: 'end engaging' },
  );
  assert.match(over.notes.map(english).join(), /take it off the table/);
  assert.deepEqual(
    notices(over)
      .filter(({ code }) => code === 'take-off')
      .map((one) => one.ship),
    ['c'],
  );
  // The camera sees it still: it is ignored. Later in an attack it is lifted off: nothing is to be asked.
  const seen = play(over, { kind: 'table', table });
  assert.deepEqual(
    seen.table.ships.map(({ id }) => id),
    ['a', 'b'],
  );
  const shooting = play(
    seen,
    { kind: 'engage', ship: 'b' },
    { kind: 'attack', attacker: 'b' },
    { kind: 'choose weapon', weapon: 'primary-1' },
  );
  const lifted = play(shooting, { kind: 'table', table: { ...table, ships: table.ships.slice(0, 2) } });
  assert.equal(lifted.changedTable, undefined);
  assert.deepEqual(
    notices(lifted).filter(({ code }) => code === 'take-off'),
    [],
  );
  // A straight 2 of a would end on c.
  const moved = play(
    seen,
    { kind: 'engage', ship: 'b' },
    { kind: 'end engaging' },
    { kind: 'next phase' },
    { kind: 'next phase' },
    { kind: 'set dial', ship: 'a', code: '1FW' },
    { kind: 'set dial', ship: 'b', code: '0OW' },
    { kind: 'next phase' },
    { kind: 'activate', ship: 'b' },
    { kind: 'reveal' },
    { kind: 'execute' },
    { kind: 'end activation' },
    { kind: 'activate', ship: 'a' },
    { kind: 'reveal' },
    { kind: 'execute' },
  );
  assert.equal(gameShip(moved, 'a').wasPartial, false);
});

test('a ship that is removed is left out of a joint covariance too', () => {
  const covariance = sigmas(0.3, 0.3, 0.1);
  const three = tableOf(['x', 'y', 'z'].map((id, i) => ship(id, 'small', 100 + 200 * i, 100, 0, { covariance })));
  const joint = { ...three, jointCovariance: Array.from({ length: 81 }, (_, i) => (Math.floor(i / 9) === i % 9 ? i + 1 : 0)) };
  const left = withoutShips(joint, new Set(['y']));
  assert.deepEqual(
    left.ships.map(({ id }) => id),
    ['x', 'z'],
  );
  const diagonal = Array.from({ length: 6 }, (_, i) => left.jointCovariance![7 * i]);
  assert.deepEqual(diagonal, [1, 11, 21, 61, 71, 81]);
});

test('a judge decides only what is too close to call, and only for an answer that the table allows', () => {
  const state = play(
    engaged(doubtful),
    { kind: 'engage', ship: 'a' },
    { kind: 'attack', attacker: 'a' },
    { kind: 'choose weapon', weapon: 'primary-1' },
  );
  const [open] = refused(state, declare, 'too-close').open!;
  const { question } = open!;
  for (const answer of [0, 1, 4]) refused(state, { kind: 'decide', question, answer }, 'unknown');
  const certain = [
    { about: 'touching', from: 'a', to: 'b' },
    { about: 'arc', from: 'a', to: 'b', arc: 'front' },
    { about: 'obstructed', from: 'a', to: 'b', arc: 'front' },
    { about: 'full execution', from: 'a', code: '1FW' },
    { about: 'full execution', from: 'a', code: '9ZZ' },
    { about: 'range', from: 'a', to: 'a' },
  ] as const;
  for (const one of certain) refused(state, { kind: 'decide', question: one, answer: one.about === 'range' ? 1 : true }, 'unknown');
  play(state, { kind: 'decide', question: { about: 'range', from: 'a', to: 'b' }, answer: 3 });
});

/** Seen so badly that 100 mm are within the camera's error: what a judge said of it may be impossible when it is seen well. */
const hardlySeen = tableOf(doubtful.ships.map((one) => ({ ...one, covariance: sigmas(30, 30, 0.1) })));
const seenNear = tableOf([ship('a', 'small', 450, 200, 0, { covariance }), ship('b', 'small', 450, 340.1, 180, { covariance })]);

/** The state in which a judge answered all that stood against declaring `b`: in the arc, at range 3, not obstructed. */
function ruledFar(): GameState {
  const choosing = play(
    engaged(hardlySeen),
    { kind: 'engage', ship: 'a' },
    { kind: 'attack', attacker: 'a' },
    { kind: 'choose weapon', weapon: 'primary-1' },
  );
  return play(
    choosing,
    { kind: 'decide', question: { about: 'arc', from: 'a', to: 'b', arc: 'front' }, answer: true },
    { kind: 'decide', question: { about: 'attack range', from: 'a', to: 'b', arc: 'front' }, answer: 3 },
  );
}

test('a range that a judge said is asked again when a better measurement of the same table no longer allows it', () => {
  const state = ruledFar();
  assert.equal(attackOf(play(state, declare))!.facts!.range, 3);
  assert.deepEqual(whatChanged(hardlySeen, seenNear), []);
  const [open] = refused(play(state, { kind: 'table', table: seenNear }), declare, 'too-close').open!;
  assert.deepEqual(open!.outcomes.map(({ answer }) => answer).sort(), [1, 2]);
});

test('a better measurement that leaves the range open, but not for the range of the attack that is going on, is asked about', () => {
  const seen = play(ruledFar(), declare, { kind: 'table', table: seenNear });
  refused(seen, { kind: 'pay costs' }, 'table-changed');
});

test('a ruling that replaces another one in an attack that is going on changes what it decided: the dice to come, or the defender', () => {
  const covariance = sigmas(1, 1, 0.3);
  const measured = tableOf(
    [ship('a', 'small', 450, 200, 0, { covariance }), ship('b', 'small', 450, 400, 180, { covariance })],
    [block('rock', 469.5, 280, 520, 320)],
  );
  const question = { about: 'obstructed', from: 'a', to: 'b', arc: 'front' } as const;
  const ruled = (answer: boolean) => ({ kind: 'decide', question, answer }) as const;
  const state = declared(play(engaged(measured), ruled(true)));
  assert.equal(attackOf(state)!.facts!.isObstructed, true);
  const revised = play(state, ruled(false));
  assert.equal(attackOf(revised)!.facts!.isObstructed, false);
  assert.match(revised.notes.map(english).join(), /As decided now: range 2/);
  const shot = play(revised, rolled('hit', 'hit', 'hit'), done, done);
  refused(shot, rolled('blank', 'blank', 'blank'), 'ATK-11');
  // Once the defense dice lie there, it changes nothing of this attack.
  const over = play(state, rolled('hit', 'hit', 'hit'), done, done, rolled('blank', 'blank', 'blank'), ruled(false));
  assert.equal(attackOf(over)!.facts!.isObstructed, true);
});

test('a ruling that leaves the declared attack no target is taken before the costs, and the defender is declared again; after them it is refused', () => {
  const covariance = sigmas(1, 1, 0.3);
  const measured = tableOf([ship('a', 'small', 450, 200, 0, { covariance }), ship('b', 'small', 571, 300, 180, { covariance })]);
  const question = { about: 'arc', from: 'a', to: 'b', arc: 'front' } as const;
  const out = { kind: 'decide', question, answer: false } as const;
  const before = play(
    engaged(measured),
    { kind: 'engage', ship: 'a' },
    { kind: 'attack', attacker: 'a' },
    { kind: 'choose weapon', weapon: 'primary-1' },
    { ...out, answer: true },
    { kind: 'declare defender', defender: 'b' },
  );
  const again = attackOf(play(before, out))!;
  assert.deepEqual([again.step, again.defender, again.facts], ['declare defender', undefined, undefined]);
  refused(play(before, { kind: 'pay costs' }), out, 'ATK-04');
});

test('[ATK-04] an attack that is going on follows a turret that is said to point elsewhere: the arc is asked again, the attack does not go on without one', () => {
  const turret = { ...primaryWeapon('front', 3), id: 'turret', arc: 'single turret' } as const;
  const double = { ...turret, id: 'double', arc: 'double turret' } as const;
  const ships = [entry('a', 1, { initiative: 5, weapons: [turret, double] }), entry('b', 2, { initiative: 2 })];
  const points = (side: 'rear' | 'front') => ({ kind: 'point turret', ship: 'a', turret: side }) as const;
  const shooting = (weapon: string) => declared(toEngagement(begun({ ships })), weapon);
  refused(shooting('turret'), points('rear'), 'ATK-04');
  // A double turret covers the same two sides, whichever of them it is said to point to.
  assert.equal(attackOf(play(shooting('double'), points('rear')))!.facts!.arc, 'front');
  play(shooting('turret'), { kind: 'point turret', ship: 'b', turret: 'rear' });
  const over = play(shooting('turret'), rolled('hit', 'hit', 'hit'), done, done, rolled('blank', 'blank'));
  assert.equal(gameShip(play(over, points('rear')), 'a').turret, 'rear');
});

test('what else changed on the table that a move was seen on is named, the ship that moved is not', () => {
  const before = tableOf(facing(300).ships, [block('rock', 600, 300, 640, 340)]);
  const revealed = play(toActivation(begun({ table: before })), { kind: 'activate', ship: 'a' }, { kind: 'reveal' });
  const at = (id: string, x: number, y: number, headingDeg: number) => ship(id, 'small', x, y, headingDeg);
  const changes = (table: Table) =>
    play(revealed, { kind: 'execute', seen: table })
      .notes.map(english)
      .filter((note) => note.startsWith('Changed'));
  assert.deepEqual(changes(tableOf([at('a', 450, 280, 0), at('b', 460, 545, 180)])), ['Changed on the table: b, an asteroid']);
  assert.deepEqual(changes(tableOf([at('a', 450, 280, 0), at('b', 450, 540, 180)], before.obstacles)), []);
});

test('what lies beside the mat and is in no match is no part of it: no attack waits for it, and a removed ship that was put there is taken off', () => {
  const beside = ship('unused', 'small', -60, 400, 0);
  const state = declared(engaged());
  const lying = play(state, { kind: 'table', table: tableOf([...facing(150).ships, beside]) });
  assert.deepEqual([lying.changedTable, lying.table.ships.length], [undefined, 2]);
  const inTheWay = play(state, { kind: 'table', table: tableOf([...facing(150).ships, { ...beside, pose: { ...beside.pose, x: 60 } }]) });
  assert.equal(inTheWay.changedTable?.ships.length, 3, 'on the mat it counts');
  const over = play(begun(), { kind: 'suffer', ship: 'b', damage: 'hit', count: 6, reason: 'x' });
  assert.deepEqual(over.toTakeOff, ['b']);
  const away = facing(150).ships.map((one) => (one.id === 'b' ? { ...one, pose: { ...one.pose, x: 1000 } } : one));
  assert.deepEqual(play(over, { kind: 'table', table: tableOf(away) }).toTakeOff, []);
});
