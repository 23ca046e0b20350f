import type { Maneuver } from '../../pieces/maneuver.js';
import { type Phrase, phrase } from '../../texts/phrase.js';

/** A maneuver in players' words, such as "2 bank left", in the reader's language. */
export function maneuverPhrase({ speed, bearing }: Pick<Maneuver, 'speed' | 'bearing'>): Phrase {
  return phrase(`fly-${bearing.letter}` as 'fly-F', speed);
}
