import { BEARINGS, parseManeuver } from '../../../pieces/maneuver.js';
import type { Phrase } from '../../../texts/phrase.js';
import { translate } from '../../locales/language.js';

const CODE = new RegExp(`^\\d[${BEARINGS.map(({ letter }) => letter).join('')}][BWR]$`);

/** A maneuver as players say it, such as "2 turn left". */
export function maneuverWords(code: string): string {
  const { speed, bearing } = parseManeuver(code);
  return translate(`${speed} ${bearing.name}`);
}

/** What the match says, with maneuvers in words: their codes are for files and other programs. */
export function matchWords(said: Phrase): string {
  const values = said.values.map((value) => (typeof value === 'string' && CODE.test(value) ? maneuverWords(value) : value));
  return translate({ ...said, values });
}
