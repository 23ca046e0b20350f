import assert from 'node:assert/strict';
import { test } from 'node:test';
import { germanBook } from '../../src/app/locales/german-sentences.js';
import { translateBy } from '../../src/app/locales/sentence.js';
import { matchWords } from '../../src/app/ui/maneuver-words.js';
import { BEARINGS, maneuverName } from '../../src/pieces/maneuver.js';
import { phrase } from '../../src/texts/rules-texts.js';

const reveals = (ship: string, code: string) => matchWords(phrase('reveals', ship, code));

test('a match says maneuvers as players do, and leaves names that only look like their codes', () => {
  assert.equal(reveals('Ship 1', '2YW'), 'Ship 1 reveals 2 turn right');
  assert.equal(reveals('2XW', '0OR'), '2XW reveals 0 stationary');
});

test('every maneuver has its German name, alone and in a sentence', () => {
  const german = (text: string) => translateBy(text, germanBook());
  for (const bearing of BEARINGS) {
    const name = maneuverName({ speed: bearing.speeds[0]!, bearing });
    assert.doesNotMatch(german(name), /bank|turn|straight|left|right|stationary|roll\b|reverse|loop\b/, name);
    assert.equal(german(`Red 1 executes its maneuver ${name}`), `Red 1 führt sein Manöver ${german(name)} aus`);
  }
  assert.equal(german('2 bank left'), '2 Drehung links');
});
