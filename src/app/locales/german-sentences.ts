import { CAMERAS } from './german/cameras.js';
import { DOCUMENTS } from './german/documents.js';
import { FORMS } from './german/forms.js';
import { GAME } from './german/game.js';
import { MATCH_LOG } from './german/match-log.js';
import { NAMELESS } from './german/nameless.js';
import { PICTURES } from './german/pictures.js';
import { REFUSALS } from './german/refusals.js';
import { STREAM } from './german/stream.js';
import { TOOLS } from './german/tools.js';
import { type SentencePair, sentenceBook } from './sentence.js';

/** Everything that comes to the page as a text, in German. */
export const GERMAN_SENTENCES: readonly SentencePair[] = [
  ...[...PICTURES, ...CAMERAS, ...TOOLS, ...DOCUMENTS, ...GAME],
  ...[...FORMS, ...REFUSALS, ...MATCH_LOG, ...STREAM],
];

export const germanBook = () => sentenceBook(GERMAN_SENTENCES, NAMELESS);
