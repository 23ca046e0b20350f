import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { diceIn, diceText, tokensIn, tokensText, wholeIn } from '../../src/app/console/typed-values.js';
import { countByHand, matchByHand, whatIsSaid, withByHand, withShipByHand } from '../../src/app/overlay/match-by-hand.js';
import { distinctEnd } from '../../src/app/overlay/match-panel.js';
import { checkMessage, type MatchMessage } from '../../src/relay/wire/messages.js';
import { ship, tableOf } from '../judge/tables.js';

const one = (id: string, owner: 1 | 2): MatchMessage['ships'][number] => ({
  ...{ id, name: `Ship ${id}`, owner, initiative: 3, hull: 4, shields: 2, crits: 0, isDestroyed: false },
  ...{ tokens: [{ kind: 'focus', count: 1 }], maneuver: '2FB' },
});
const MATCH: MatchMessage = {
  ...{ round: 2, phase: 'engagement', firstPlayer: 1, order: ['b', 'a'], active: 'b', ships: [one('a', 1), one('b', 2)] },
  attack: { attacker: 'b', defender: 'a', range: 2, isObstructed: false, attackDice: ['hit'], defenseDice: [], damageOdds: [0.5, 0.5] },
};
const valid = (channel: 'match' | 'show', value: unknown) => checkMessage(channel, new TextEncoder().encode(JSON.stringify(value)));

test('what is said by hand stands in place of what is sent, and all else goes on', () => {
  assert.equal(matchByHand(MATCH, undefined, []), MATCH);
  let byHand = withShipByHand(undefined, 'a', { hull: 1, tokens: [{ kind: 'stress', count: 2 }] });
  byHand = withByHand(byHand, { round: 3, next: 'a' });
  const shown = matchByHand(MATCH, byHand, [])!;
  assert.deepEqual([shown.round, shown.phase, shown.active, shown.order], [3, 'engagement', 'a', ['a', 'b']]);
  assert.deepEqual(shown.ships[0], { ...one('a', 1), hull: 1, tokens: [{ kind: 'stress', count: 2 }] });
  assert.deepEqual([shown.ships[1], shown.attack], [one('b', 2), MATCH.attack]);
  // The match goes on: what was not said follows it.
  const later = matchByHand({ ...MATCH, phase: 'end', ships: [{ ...one('a', 1), shields: 0 }, one('b', 2)] }, byHand, [])!;
  assert.deepEqual([later.phase, later.ships[0]!.shields, later.ships[0]!.hull], ['end', 0, 1]);
});

test('what a person clears is absent, and what a person releases is shown as it is sent', () => {
  const none = withByHand(withShipByHand(undefined, 'a', { maneuver: '', isDestroyed: true }), { next: '', noAttack: true });
  const shown = matchByHand(MATCH, none, [])!;
  assert.deepEqual([shown.attack, shown.active, shown.order], [undefined, undefined, []]);
  assert.ok(!('maneuver' in shown.ships[0]!) && shown.ships[0]!.isDestroyed);
  const released = withByHand(withShipByHand(none, 'a', { maneuver: undefined, isDestroyed: undefined }), {
    next: undefined,
    noAttack: undefined,
  });
  assert.equal(whatIsSaid(released), undefined);
  assert.deepEqual(matchByHand(MATCH, released, []), MATCH);
});

test('values that are held by hand are counted, of the match and of each ship', () => {
  assert.equal(countByHand({}), 0);
  assert.equal(countByHand(withByHand(withShipByHand(undefined, 'a', { hull: 1, maneuver: '' }), { round: 3, noAttack: true })), 4);
});

test('without a match only what was said is shown: its ships by the names and players of the table, and no round', () => {
  const table = tableOf([ship('a', 'small', 300, 300, 0, { name: 'Vader', owner: 2 }), ship('b', 'small', 600, 300, 0)]);
  assert.equal(matchByHand(undefined, undefined, table.ships), undefined);
  const { round, phase, ships, attack } = matchByHand(undefined, withShipByHand(undefined, 'a', { hull: 3 }), table.ships)!;
  assert.deepEqual([round, phase, attack], [0, undefined, undefined]);
  // No number that nobody said: shields of 0 would be a claim.
  assert.deepEqual(ships, [{ id: 'a', name: 'Vader', owner: 2, hull: 3, isDestroyed: false, tokens: [] }]);
});

test('a ship is called and owned as was heard of it last: by its match, else by the table', () => {
  const known = [{ id: 'a', name: 'Vader', owner: 2 as const }, { id: 'a', name: 'Ship 1' }, { id: 'b' }];
  const said = withShipByHand(withShipByHand(undefined, 'a', { hull: 3 }), 'b', { hull: 1 });
  assert.deepEqual(
    matchByHand(undefined, said, known)!.ships.map(({ name, owner }) => [name, owner]),
    [
      ['Vader', 2],
      ['', 1],
    ],
  );
});

test('whatever is set by hand is a document that the relay takes, and a match as anyone may read it', () => {
  const ships = fc.record(
    {
      hull: fc.nat(9),
      shields: fc.nat(9),
      crits: fc.nat(3),
      maneuver: fc.constantFrom('', '2FB'),
      tokens: fc.string().map(tokensIn),
      name: fc.string({ maxLength: 80 }),
    },
    { requiredKeys: [] },
  );
  const match = fc.record(
    {
      round: fc.nat(20),
      phase: fc.constantFrom('planning' as const, 'end' as const),
      next: fc.constantFrom('', 'a', 'b'),
      noAttack: fc.constant(true),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(ships, match, (said, values) => {
      const byHand = whatIsSaid(withByHand(withShipByHand(undefined, 'a', said), values));
      const show = valid('show', byHand ? { byHand } : {});
      assert.ok(show.ok, show.ok ? '' : show.reason);
      const read = valid('match', matchByHand(MATCH, byHand, []));
      assert.ok(read.ok, read.ok ? '' : read.reason);
    }),
  );
});

test('of names that begin alike the short last word is kept apart, so that it is never cut off', () => {
  const names = ['Commander Obi 1', 'Commander Obi 12', 'Darth Vader'];
  assert.deepEqual(
    names.map((name) => distinctEnd(name, names)),
    [
      { head: 'Commander Obi', end: ' 1' },
      { head: 'Commander Obi', end: ' 12' },
      { head: 'Darth Vader', end: '' },
    ],
  );
  assert.deepEqual(distinctEnd('Commander Obi 1', ['Commander Obi 1']), { head: 'Commander Obi 1', end: '' });
});

test('a typed number is whole and in bounds; what is no number is not read as 0', () => {
  assert.deepEqual(
    ['7', ' 12 ', '2.6', '-3', '5000'].map((typed) => wholeIn(typed)),
    [7, 12, 3, 0, 1000],
  );
  assert.deepEqual(
    ['', ' ', 'e', '5e', 'x7'].map((typed) => wholeIn(typed)),
    Array(5).fill(undefined),
  );
});

test('tokens and dice are read as people type them, and printed as they are read', () => {
  assert.deepEqual(tokensIn('focus, 2 stress; Lock x2, 3× ion, stress,'), [
    { kind: 'focus', count: 1 },
    { kind: 'stress', count: 3 },
    { kind: 'lock', count: 2 },
    { kind: 'ion', count: 3 },
  ]);
  assert.deepEqual(tokensIn(' , 0 focus, 7'), []);
  for (const typed of ['hit crit focus blank', 'h c f b', 'HCFB', 'hit,crit/focus blanks'])
    assert.deepEqual(diceIn(typed), ['hit', 'crit', 'focus', 'blank'], typed);
  assert.deepEqual(diceIn('evade 7 e'), ['evade', 'evade']);
  const tokens = fc.uniqueArray(
    fc
      .record({ kind: fc.constantFrom('focus', 'stress', 'ion', 'force'), count: fc.integer({ min: 1, max: 9 }) })
      .map((one) => ({ ...one })),
    {
      selector: ({ kind }) => kind,
    },
  );
  fc.assert(fc.property(tokens, (all) => assert.deepEqual(tokensIn(tokensText(all)), all)));
  const dice = fc.array(fc.constantFrom('blank' as const, 'focus' as const, 'hit' as const, 'crit' as const, 'evade' as const), {
    maxLength: 9,
  });
  fc.assert(fc.property(dice, (all) => assert.deepEqual(diceIn(diceText(all)), all)));
});
