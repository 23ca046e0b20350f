import { BEARINGS, parseManeuver } from '../../pieces/maneuver.js';
import { maneuverPhrase } from '../../scene/words/maneuver-phrase.js';
import type { Phrase } from '../../texts/phrase.js';
import { translate } from '../locales/language.js';

const CODE = new RegExp(`^\\d[${BEARINGS.map(({ letter }) => letter).join('')}][BWR]$`);

/** A maneuver as players say it, such as "2 turn left"; anything but a maneuver's code stays as it is. */
export function maneuverWords(code: string): string {
  return CODE.test(code) ? translate(maneuverPhrase(parseManeuver(code))) : code;
}

/** What the match says, with maneuvers in words: their codes are for files and other programs. */
export function matchWords(said: Phrase): string {
  const values = said.values.map((value) => (typeof value === 'string' ? maneuverWords(value) : value));
  return translate({ ...said, values });
}
