import { chooseLanguage, otherLanguage } from '../locales/language.js';
import { chooseTheme, type Theme } from '../theme/theme.js';
import { isSpokenAloud, speakAloud } from '../ui/speak-aloud.js';

/** The entries of the menu that change how the page looks and speaks. */
export const SETTINGS_ACTIONS: Readonly<Record<Theme | 'aloud' | 'language', () => void>> = {
  aloud: () => speakAloud(!isSpokenAloud()),
  dark: () => chooseTheme('dark'),
  light: () => chooseTheme('light'),
  system: () => chooseTheme('system'),
  language: () => void chooseLanguage(otherLanguage()),
};
