import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchWords, withWords } from '../../src/app/ui/maneuver-words.js';
import { BEARINGS } from '../../src/pieces/maneuver.js';
import { maneuverPhrase } from '../../src/scene/words/maneuver-phrase.js';
import { english } from '../../src/texts/english.js';
import { GERMAN } from '../../src/texts/german/table.js';
import { printed } from '../../src/texts/phrase.js';
import { phrase } from '../../src/texts/rules-texts.js';

const reveals = (ship: string, code: string) => matchWords(phrase('reveals', ship, code));

test('a match says maneuvers as players do, and leaves names that only look like their codes', () => {
  assert.equal(reveals('Ship 1', '2YW'), 'Ship 1 reveals 2 turn right');
  assert.equal(reveals('2XW', '0OR'), '2XW reveals 0 stationary');
});

test('that something was by hand is a word of the page, not of the log', () => {
  assert.deepEqual(
    ['by hand', 'Fine-tuned'].map((reason) => printed(withWords(phrase('difficulty-down', reason)), GERMAN)),
    ['Schwierigkeit herab (von Hand)', 'Schwierigkeit herab (Fine-tuned)'],
  );
});

test('every maneuver is said in both languages, in English by the name of its bearing', () => {
  for (const bearing of BEARINGS) {
    const [speed] = bearing.speeds as [number];
    const said = maneuverPhrase({ speed, bearing });
    assert.equal(english(said), `${speed} ${bearing.name}`);
    assert.doesNotMatch(printed(said, GERMAN), /bank|turn|straight|left|right|stationary|roll\b|reverse|loop\b/, bearing.name);
  }
});
