import type { Maneuver } from '../../pieces/maneuver.js';
import { type Phrase, phrase } from '../../texts/phrase.js';

/** A maneuver as players say it, such as "2 bank left", for the language of whoever reads it. */
export function maneuverPhrase({ speed, bearing }: Pick<Maneuver, 'speed' | 'bearing'>): Phrase {
  return phrase(`fly-${bearing.letter}` as 'fly-F', speed);
}
