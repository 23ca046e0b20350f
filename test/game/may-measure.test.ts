import assert from 'node:assert/strict';
import test from 'node:test';
import type { Ability } from '../../src/game/model/ability.js';
import { isRefusal } from '../../src/game/model/refusal.js';
import { type Measuring, mayMeasure } from '../../src/game/table/may-measure.js';
import { type Moment, momentOf } from '../../src/game/table/moment.js';
import { begun, play, toActivation, toEngagement } from './play.js';

/** Red 1 and red 2 of player 1, blue of player 2; a ship whose owner nobody said, and a rock. */
const OWNERS: Readonly<Record<string, 1 | 2>> = { red1: 1, red2: 1, blue: 2 };
const may = (moment: Moment, asked: Measuring) => {
  const found = mayMeasure(moment, asked, (id) => OWNERS[id]);
  return isRefusal(found) ? `no: ${found.code}` : `yes: ${found.rule ?? 'no rule'}`;
};

const NOTHING: Moment = { kind: 'nothing' };
const ATTACKS: Moment = { kind: 'declare target', ship: 'red1' };
const ATTACK: Moment = { kind: 'attack', ship: 'red1', defender: 'blue' };
const FLIES: Moment = { kind: 'maneuver', ship: 'red1', code: '2FB' };
const ACTS: Moment = { kind: 'action', ship: 'red1' };
const ASKS: Moment = { kind: 'ability', ship: 'red1' };
const pair = (from: string, to: string): Measuring => ({ what: 'pair', from, to });
const range = (from: string | undefined, to: string | undefined): Measuring => ({ what: 'range', from, to });

const CASES: readonly (readonly [string, Moment, Measuring, string])[] = [
  ['[ATK-02] the attacker measures to an enemy', ATTACKS, pair('red1', 'blue'), 'yes: ATK-02'],
  ['[ATK-02] and to a ship of no known owner', ATTACKS, pair('red1', 'unknown'), 'yes: ATK-02'],
  ['[ATK-02] not to a friend', ATTACKS, pair('red1', 'red2'), 'no: ATK-02'],
  ['[ATK-02] no other ship measures', ATTACKS, pair('blue', 'red1'), 'no: ATK-02'],
  ['[ATK-02] nothing is measured between attacks', NOTHING, pair('red1', 'blue'), 'no: ATK-02'],
  ['[ATK-02] nor while a ship flies', FLIES, pair('red1', 'blue'), 'no: ATK-02'],
  ['[ATK-02] the arcs of the attacker are looked at', ATTACKS, { what: 'arcs', of: 'red1' }, 'yes: ATK-02'],
  ['[ATK-02] those of its target are not', ATTACKS, { what: 'arcs', of: 'blue' }, 'no: ATK-02'],
  ['[ATK-02] all ranges at once would tell more', ATTACKS, { what: 'all ranges', from: 'red1' }, 'no: ATK-02'],
  ['[ATK-02] a ruler from the attacker to an enemy', ATTACKS, range('red1', 'blue'), 'yes: ATK-02'],
  ['[RNG-03] the attack range to the declared defender', ATTACK, pair('red1', 'blue'), 'yes: RNG-03'],
  ['[RNG-03] and by a ruler', ATTACK, range('red1', 'blue'), 'yes: RNG-03'],
  ['[RNG-04] which measures nothing else meanwhile', ATTACK, range('red1', 'rock'), 'no: RNG-04'],
  ['[RNG-04] nor by a ruler from another ship to the defender', ATTACK, range('red2', 'blue'), 'no: RNG-04'],
  ['[ATK-04] once it is declared, to no other ship', ATTACK, pair('red1', 'unknown'), 'no: ATK-04'],
  ['[ATK-04] and not from the defender', ATTACK, pair('blue', 'red1'), 'no: ATK-04'],
  ['[RNG-04] an action asks for a range of its ship', ACTS, range('red1', 'rock'), 'yes: RNG-04'],
  ['[RNG-04] not for one of other ships', ACTS, range('red2', 'blue'), 'no: RNG-04'],
  ['[RNG-04] and not for arcs', ACTS, pair('red1', 'blue'), 'no: RNG-04'],
  ['[RNG-04] an obstacle is measured when something asks for it', ATTACKS, range('red1', 'rock'), 'no: RNG-04'],
  ['[RNG-01] a point is no object', ASKS, range('red1', undefined), 'no: RNG-01'],
  ['[QUE-08] an ability asks for range and arcs of its ship', ASKS, pair('blue', 'red1'), 'yes: QUE-08'],
  ['[QUE-08] not for those of two others', ASKS, pair('red2', 'blue'), 'no: QUE-08'],
  ['[MAN-02] the ship that executes has its template laid', FLIES, { what: 'maneuver', ship: 'red1', code: '2FW' }, 'yes: MAN-02'],
  ['[MAN-02] no other ship', FLIES, { what: 'maneuver', ship: 'red2', code: '2FB' }, 'no: MAN-02'],
  ['[MAN-02] none before it executes', NOTHING, { what: 'maneuver', ship: 'red1', code: '2FB' }, 'no: MAN-02'],
  ['[MAN-27] another maneuver than the revealed one', FLIES, { what: 'maneuver', ship: 'red1', code: '3FB' }, 'no: MAN-27'],
  ['[MAN-27] the whole dial', FLIES, { what: 'maneuver', ship: 'red1' }, 'no: MAN-27'],
  ['a ship that acts may try its roll', ACTS, { what: 'reposition', ship: 'red1' }, 'yes: no rule'],
  ['a ship that does not act may not', NOTHING, { what: 'reposition', ship: 'red1' }, 'no: out-of-turn'],
  ['what moved is found out at any time', NOTHING, { what: 'what moved' }, 'yes: no rule'],
];
for (const [what, moment, asked, expected] of CASES) test(`match mode: ${what}`, () => assert.equal(may(moment, asked), expected));

test('the moment of a match: nothing while planning, then the maneuver, declaring a target and the attack', () => {
  const planned = begun();
  assert.deepEqual(momentOf(planned), { kind: 'nothing' });
  const revealed = play(toActivation(planned, { a: '2FB', b: '1FW' }), { kind: 'activate', ship: 'a' }, { kind: 'reveal' });
  assert.deepEqual(momentOf(revealed), { kind: 'maneuver', ship: 'a', code: '2FB' });
  const engaged = play(toEngagement(planned), { kind: 'engage', ship: 'a' }, { kind: 'attack', attacker: 'a' });
  assert.deepEqual(momentOf(engaged), { kind: 'declare target', ship: 'a' });
  const [weapon] = engaged.ships.find(({ id }) => id === 'a')!.weapons;
  const declared = play(engaged, { kind: 'choose weapon', weapon: weapon!.id }, { kind: 'declare defender', defender: 'b' });
  assert.deepEqual(momentOf(declared), { kind: 'attack', ship: 'a', defender: 'b' });
});

test('[QUE-01] an ability that waits comes before the activation below it', () => {
  const ability: Ability = {
    ...{ kind: 'ability', id: 'x', name: 'X', ship: 'b', isOptional: true, window: 'after revealing', of: 'enemy' },
    effects: [{ does: 'gain', who: 'self', token: 'focus', count: 1 }],
  };
  const state = play(toActivation(begun({ abilities: [ability] })), { kind: 'activate', ship: 'a' }, { kind: 'reveal' });
  assert.deepEqual(momentOf(state), { kind: 'ability', ship: 'b' });
});
