import { keep, kept } from '../ui/storage.js';

const KEY = 'hashmark-theme';
const THEMES = ['dark', 'light', 'system'] as const;
export type Theme = (typeof THEMES)[number];

/** What was chosen on this device, or on this visit where nothing can be kept; dark where nothing was, because most tables stand in dim rooms. */
export function chosenTheme(): Theme {
  const chosen = kept(KEY) ?? document.documentElement.dataset.theme;
  return THEMES.find((theme) => theme === chosen) ?? 'dark';
}

/** Shows the page in a theme, and what the browser draws around it in the colour of its ground. */
export function applyTheme(theme: Theme): void {
  const { documentElement } = document;
  documentElement.dataset.theme = theme;
  const ground = getComputedStyle(documentElement).backgroundColor;
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', ground);
}

/** Shows the page so, on this visit and those to come. */
export function chooseTheme(next: Theme): void {
  keep(KEY, next);
  applyTheme(next);
}
