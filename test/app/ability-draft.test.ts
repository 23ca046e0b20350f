import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abilityFrom, NEW_DRAFT } from '../../src/app/match/abilities/ability-draft.js';
import { abilityWords } from '../../src/game/model/ability-words.js';
import { english } from '../../src/texts/english.js';

test('a bonus attack that a person enters is that alone: nothing is left to do by hand', () => {
  const ability = abilityFrom({ ...NEW_DRAFT, name: 'Again', window: 'after defending', does: 'a bonus attack' }, 'a', 'x');
  assert.deepEqual(ability.effects, []);
  assert.equal(english(abilityWords(ability)), 'after defending · may · a bonus attack');
});
