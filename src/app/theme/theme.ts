import { keep, kept } from '../ui/storage.js';

const KEY = 'hashmark-theme';
const THEMES = ['dark', 'light', 'system'] as const;
export type Theme = (typeof THEMES)[number];

/**
 * The theme chosen on this device, or on this visit where nothing can be kept; dark without a choice, because most tables stand in dim
 * rooms.
 */
export function chosenTheme(): Theme {
  const chosen = kept(KEY) ?? document.documentElement.dataset.theme;
  return THEMES.find((theme) => theme === chosen) ?? 'dark';
}

/** Shows the page in a theme, and the browser's surroundings in the colour of its ground. */
export function applyTheme(theme: Theme): void {
  const { documentElement } = document;
  documentElement.dataset.theme = theme;
  const ground = getComputedStyle(documentElement).backgroundColor;
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', ground);
}

/** Switches the theme for this visit and those to come. */
export function chooseTheme(next: Theme): void {
  keep(KEY, next);
  applyTheme(next);
}
