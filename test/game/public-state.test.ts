import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicState } from '../../src/game/log/public-state.js';
import { uncountedTokens } from '../../src/game/steps/attack-dice.js';
import { MESSAGE_SCHEMAS } from '../../src/relay/wire/message-schemas.js';
import { validate } from '../../src/table/documents/validate.js';
import { A_FIRST, begun, declared, play, toEngagement } from './play.js';

const dial = (ship: string, code: string) => ({ kind: 'set dial', ship, code }) as const;

test('what travels of a match is the same whatever maneuvers are set and not revealed', () => {
  const one = play(begun(), dial('a', '2FB'), dial('b', '1TW'));
  const other = play(begun(), dial('a', '3NR'), dial('b', '2YB'));
  assert.notDeepEqual(one.ships, other.ships);
  assert.deepEqual(publicState(one), publicState(other));
  assert.deepEqual(publicState(one), publicState(begun()), 'nor does it tell that a dial is set');
});

test('a maneuver travels once it is revealed, that of the other ship still does not', () => {
  const state = play(begun(), dial('a', '2FB'), dial('b', '1TW'), { kind: 'next phase' }, { kind: 'activate', ship: 'a' });
  assert.ok(!JSON.stringify(publicState(state)).includes('2FB'), 'not by being next');
  const revealed = play(state, { kind: 'reveal' });
  assert.deepEqual(
    publicState(revealed).ships.map(({ id, maneuver }) => [id, maneuver]),
    [
      ['a', '2FB'],
      ['b', undefined],
    ],
  );
  assert.ok(!JSON.stringify(publicState(revealed)).includes('1TW'));
});

test('neither the seed of the dice nor the log nor anything of a player’s decisions travels', () => {
  const state = begun();
  const text = JSON.stringify(publicState(state));
  for (const number of state.seed) assert.ok(!text.includes(String(number)));
  assert.deepEqual(Object.keys(publicState(state)).sort(), ['firstPlayer', 'order', 'phase', 'round', 'ships']);
});

test('the public state is what the relay takes', () => {
  const state = publicState(play(begun(), dial('a', '2FB'), dial('b', '1TW'), { kind: 'next phase' }));
  assert.deepEqual(validate(MESSAGE_SCHEMAS.match, JSON.parse(JSON.stringify(state)), 'match'), state);
  assert.deepEqual([state.round, state.phase, state.order], [1, 'activation', ['a', 'b']]);
});

test('an attack names every token that changes it by a text that is not here, and of such an attack no odds are published', () => {
  const attack = (attacker: object, defender: object) =>
    declared(
      toEngagement(
        begun({
          ships: [
            { ...A_FIRST[0]!, tokens: attacker },
            { ...A_FIRST[1]!, tokens: defender },
          ],
        }),
      ),
    );
  const odds = (state: ReturnType<typeof attack>) => publicState(state).attack!.damageOdds;
  assert.ok(odds(attack({ focus: 1, strain: 1, tractor: 1 }, { evade: 1, deplete: 1, disarm: 1, jam: 1, stress: 1 })));
  for (const kind of ['disarm', 'cloak', 'deplete']) {
    const state = attack({ [kind]: 1 }, {});
    assert.deepEqual(uncountedTokens(state), [{ name: 'a', kind, count: 1 }]);
    assert.equal(odds(state), undefined, kind);
  }
  for (const kind of ['strain', 'tractor', 'cloak', 'reinforce']) {
    const state = attack({}, { [kind]: 2 });
    assert.deepEqual(uncountedTokens(state), [{ name: 'b', kind, count: 2 }]);
    assert.equal(odds(state), undefined, kind);
  }
});
