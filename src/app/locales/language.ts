import { configureLocalization } from '@lit/localize';
import { type AnswerWords, ENGLISH_ANSWER } from '../../scene/answer-words.js';
import { keep, kept } from '../kept.js';

const KEY = 'hashmark-language';
const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

let german: AnswerWords | undefined;

const { getLocale, setLocale } = configureLocalization({
  sourceLocale: 'en',
  targetLocales: ['de'],
  loadLocale: async () => {
    const [templates, { GERMAN_ANSWER }] = await Promise.all([import('./de.js'), import('./german-answer.js')]);
    german = GERMAN_ANSWER;
    return templates;
  },
});

export const language = () => getLocale() as Language;
export const otherLanguage = (): Language => (language() === 'de' ? 'en' : 'de');

/** What answers are said with now. */
export const answerWords = (): AnswerWords => (language() === 'de' ? german : undefined) ?? ENGLISH_ANSWER;

/** The language that was chosen on this device, else the first of the browser's that the page has. */
export function ownLanguage(): Language {
  const chosen = kept(KEY);
  const wished = [chosen, ...navigator.languages].map((one) => String(one).slice(0, 2));
  return wished.flatMap((one) => LANGUAGES.filter((language) => language === one))[0] ?? 'en';
}

/** From now on the page speaks so; where the words do not come, it stays as it is. */
export async function speak(next: Language): Promise<void> {
  const isSpoken = await setLocale(next).then(
    () => true,
    () => false,
  );
  if (isSpoken) document.documentElement.lang = language();
}

/** Speaks so, on this visit and those to come. */
export async function chooseLanguage(next: Language): Promise<void> {
  keep(KEY, next);
  await speak(next);
}
