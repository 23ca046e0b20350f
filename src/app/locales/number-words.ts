import { language } from './language.js';

/** A number as people of the page's language write it: 237.0, 237,0. */
export function numberWords(value: number, digits: number): string {
  return value.toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false });
}
