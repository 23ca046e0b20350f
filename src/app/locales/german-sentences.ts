import { CAMERAS } from './german/cameras.js';
import { DOCUMENTS } from './german/documents.js';
import { GAME } from './german/game.js';
import { NAMELESS } from './german/nameless.js';
import { TOOLS } from './german/tools.js';
import { type SentencePair, sentenceBook } from './sentence.js';

/** What the tools of the page still say as finished sentences, in German; all else is a phrase (src/texts). */
export const GERMAN_SENTENCES: readonly SentencePair[] = [...CAMERAS, ...TOOLS, ...DOCUMENTS, ...GAME];

export const germanBook = () => sentenceBook(GERMAN_SENTENCES, NAMELESS);
