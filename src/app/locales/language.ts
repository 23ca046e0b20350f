import { configureLocalization } from '@lit/localize';
import type { WireProblem } from '../../relay/wire/messages.js';
import { type AnswerWords, ENGLISH_ANSWER } from '../../scene/words/answer-words.js';
import { english, isPhrase } from '../../texts/english.js';
import { figure, type Language as Printing, printed, type Value } from '../../texts/phrase.js';
import { keep, kept } from '../ui/storage.js';

const KEY = 'hashmark-language';
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

let german: { readonly answers: AnswerWords; readonly printing: Printing } | undefined;

const { getLocale, setLocale } = configureLocalization({
  sourceLocale: 'en',
  targetLocales: ['de'],
  loadLocale: async () => {
    const [templates, { GERMAN_ANSWER }, { GERMAN }] = await Promise.all([
      import('./de.js'),
      import('./german-answer.js'),
      import('../../texts/german/table.js'),
      // The components' own words, as of the button that closes a dialog.
      import('@awesome.me/webawesome/dist/translations/de.js'),
    ]);
    german = { answers: GERMAN_ANSWER, printing: GERMAN };
    return templates;
  },
});

export const language = () => getLocale() as Language;
/** Locale for dates: the reader's own region in the page's language. */
export const dateLocale = (): string =>
  navigator.languages.find((one) => one.startsWith(language())) ?? (language() === 'en' ? 'en-GB' : 'de');
export const otherLanguage = (): Language => (language() === 'de' ? 'en' : 'de');

/** Words for answers in the present language. */
export const answerWords = (): AnswerWords => (language() === 'de' ? german?.answers : undefined) ?? ENGLISH_ANSWER;

/** A text from a measurement, a judgement or a reader, in the language of the page. */
export const translate = (text: Value): string => (language() === 'de' && german ? printed(text, german.printing) : english(text));

/** A number with a fixed number of decimals, with the decimal sign of the page's language. */
export const decimal = (value: number, digits: number): string => translate(figure(value, digits));

/** The message of a problem and its hint, in the language of the page. */
export const problemWords = ({ message, hint }: { readonly message: Value; readonly hint: Value }): string =>
  `${translate(message)} ${translate(hint)}`;

/** The message of a problem on another device, by its phrase where that can be read here. */
export const wireMessage = ({ message, said = [] }: WireProblem): string => (isPhrase(said[0]) ? translate(said[0]) : message);

/** The language that was chosen on this device, otherwise the first of the browser's that the page has. */
export function ownLanguage(): Language {
  const chosen = kept(KEY);
  const wished = [chosen, ...navigator.languages].map((one) => String(one).slice(0, 2));
  return wished.flatMap((one) => LANGUAGES.filter((language) => language === one))[0] ?? 'en';
}

/** Switches the page to a language; where its words cannot be loaded, the language stays. */
export async function speak(next: Language): Promise<void> {
  const isSpoken = await setLocale(next).then(
    () => true,
    () => false,
  );
  if (isSpoken) document.documentElement.lang = language();
}

/**
 * Begins in a language. Nothing is shown before its words are there; without them in the page's own. Not by an await: a page's chunks would
 * then wait for it.
 */
export function beginIn(wished: Language, begin: () => void): void {
  if (wished === language()) begin();
  else void speak(wished).then(begin);
}

/** Switches the language for this visit and those to come. */
export async function chooseLanguage(next: Language): Promise<void> {
  keep(KEY, next);
  await speak(next);
}
