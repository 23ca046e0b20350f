import { msg, str } from '@lit/localize';
import { ageText, type Freshness } from '../../scene/words/freshness.js';
import { answerWords } from '../locales/language.js';

/** Note that a verdict is a moment old, where a busy device is late or its subject is out of view; undefined while it is current. */
export function lateNote(freshness: Freshness | undefined): string | undefined {
  if (freshness?.kind !== 'late') return undefined;
  return msg(str`Last seen ${ageText(freshness.ageMs, answerWords())}.`);
}

/** Why the display is no verdict now. */
export function staleNote(freshness: Freshness | undefined): string {
  if (freshness?.kind === 'moving') return msg('Something is moving here: the answer comes back when everything is still.');
  if (freshness?.kind === 'behind') return msg('This device is busy catching up with the camera: the answer comes back by itself.');
  const when = freshness ? `, ${ageText(freshness.ageMs, answerWords())}` : '';
  return msg(str`The camera does not see the table now: this is its last measurement${when}.`);
}

/** The same, always with the age of the display, where nothing else gives it. */
export function agedNote(freshness: Freshness | undefined): string {
  const note = staleNote(freshness);
  if (freshness?.kind !== 'moving' && freshness?.kind !== 'behind') return note;
  return `${note} ${msg(str`What you see here was measured ${ageText(freshness.ageMs, answerWords())}.`)}`;
}
