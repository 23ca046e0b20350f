import { keep, kept } from './storage.js';

const KEY = 'hashmark-speaks';

/** Whether answers are spoken aloud on this device. */
export const isSpokenAloud = (): boolean => kept(KEY) === true;

export function speakAloud(isWanted: boolean): void {
  keep(KEY, isWanted);
  if (!isWanted) globalThis.speechSynthesis?.cancel();
}

/** Says a text in the page's language, interrupting the previous one; does nothing where speech is unwanted or unavailable. */
export function sayAloud(text: string): void {
  const { speechSynthesis } = globalThis;
  if (!speechSynthesis || !isSpokenAloud()) return;
  speechSynthesis.cancel();
  if (text === '') return;
  const spoken = new SpeechSynthesisUtterance(text);
  spoken.lang = document.documentElement.lang;
  speechSynthesis.speak(spoken);
}
