import { BEARINGS, parseManeuver } from '../../pieces/maneuver.js';
import { maneuverPhrase } from '../../scene/words/maneuver-phrase.js';
import { type Phrase, phrase, type Value } from '../../texts/phrase.js';
import { translate } from '../locales/language.js';

const CODE = new RegExp(`^\\d[${BEARINGS.map(({ letter }) => letter).join('')}][BWR]$`);

/** A maneuver in players' words, such as "2 turn left"; anything but a maneuver's code stays unchanged. */
export function maneuverWords(code: string): string {
  return CODE.test(code) ? translate(maneuverPhrase(parseManeuver(code))) : code;
}

/** A text of the match, with maneuvers in words: their codes are for files and other programs. */
export function matchWords(said: Phrase): string {
  return translate(withWords(said));
}

/** A text of the match with words for parts that a log has in all languages: codes of maneuvers, and that something was by hand. */
export function withWords(said: Phrase): Phrase {
  return { ...said, values: said.values.map((value) => (typeof value === 'string' ? wordsOf(value) : value)) };
}

function wordsOf(value: string): Value {
  if (value === 'by hand') return phrase('by hand');
  return CODE.test(value) ? maneuverPhrase(parseManeuver(value)) : value;
}
