import assert from 'node:assert/strict';
import test from 'node:test';
import { meaningOf } from '../../src/game/log/meaning.js';
import { attackOf } from '../../src/game/model/lookup.js';
import { survey } from '../../src/game/table/survey.js';
import { block, ship, sigmas, tableOf } from '../judge/tables.js';
import { A_FIRST, begun, declared, done, entry, facing, gameShip, play, refused, rolled, toEngagement } from './play.js';

const engaged = (table = facing(150)) => toEngagement(begun({ ships: A_FIRST, table }));
const now = { kind: 'which table', counts: 'now' } as const;

test('where the table as it is now counts, range and obstruction of the attack are measured anew', () => {
  const state = declared(engaged());
  const away = play(state, { kind: 'table', table: facing(250) }, now);
  assert.deepEqual([attackOf(state)!.facts!.range, attackOf(away)!.facts!.range], [2, 3]);
  const between = tableOf(
    facing(151).ships.map((one) => (one.id === 'b' ? { ...one, pose: { ...one.pose, y: 450 } } : one)),
    [block('o', 430, 300, 470, 310)],
  );
  assert.equal(attackOf(play(state, { kind: 'table', table: between }, now))!.facts!.isObstructed, true);
  // Dice that were rolled stay; the defender's bonus of range 3 is still to come.
  const shot = play(state, rolled('hit', 'hit', 'hit'), { kind: 'table', table: facing(250) }, now, done, done);
  assert.equal(attackOf(shot)!.attackDice.length, 3);
  refused(shot, rolled('blank', 'blank'), 'ATK-19');
  play(shot, rolled('blank', 'blank', 'evade'));
});

test('a defender that is none on the changed table is declared again, or after the costs the new table cannot count', () => {
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
    seen.map(({ ship: { id }, closest, arcs }) => [id, closest.range, arcs.map(({ arc }) => arc)]),
    [
      ['b', 2, ['front', 'bullseye']],
      ['c', 2, ['right']],
    ],
  );
  assert.ok(seen.every(({ closest }) => Math.abs(closest.mm - 150) < 1e-6));
});

const covariance = sigmas(0.3, 0.3, 0.1);
const doubtful = tableOf([ship('a', 'small', 450, 200, 0, { covariance }), ship('b', 'small', 450, 440.1, 180, { covariance })]);
const declare = { kind: 'declare defender', defender: 'b' } as const;

test('a judge’s decision says who decided, and what each outcome would mean is told before', () => {
  const state = play(
    engaged(doubtful),
    { kind: 'engage', ship: 'a' },
    { kind: 'attack', attacker: 'a' },
    { kind: 'choose weapon', weapon: 'primary-1' },
  );
  const [open] = refused(state, declare, 'too-close').open!;
  const { question } = open!;
  assert.match(meaningOf(state, declare, question, 3), /range 3, front arc/);
  assert.match(meaningOf(state, declare, question, 2), /range 2, front arc/);
  const ruled = play(state, { kind: 'decide', question, answer: 3, by: 'Mara' }, declare);
  assert.deepEqual(ruled.decisions, [{ question, answer: 3, by: 'Mara' }]);
  refused(state, { kind: 'decide', question, answer: true }, 'unknown');
  refused(state, { kind: 'decide', question, answer: 5 }, 'unknown');
  refused(state, { kind: 'decide', question: { ...question, from: 'z' } as typeof question, answer: 3 }, 'unknown');
});
