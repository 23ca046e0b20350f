import { msg, str } from '@lit/localize';
import { dateLocale } from '../../locales/language.js';
import { isKept, kept } from '../../ui/storage.js';

const WHEN: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' };

/** Key of a match's progress, and of the time when it was last played. */
export const sinceKey = (matchKey: string): string => `${matchKey}-since`;

/** Age at which a match that is kept is no longer under way, ms: half a day. */
const OVER_MS = 12 * 3_600_000;

/** Whether a match is kept that was played lately: a page that was reloaded, or dropped by a phone, has lost it from view. */
export function isUnderWay(matchKey: string, nowMs: number): boolean {
  const { atMs } = (kept(sinceKey(matchKey)) ?? {}) as { readonly atMs?: unknown };
  return isKept(matchKey) && typeof atMs === 'number' && Math.abs(nowMs - atMs) < OVER_MS;
}

/** " (Round 3, 29 Nov, 14:05)" of a match that is kept; empty where that was not kept with it. */
export function keptWords(matchKey: string): string {
  const { round, atMs } = (kept(sinceKey(matchKey)) ?? {}) as { readonly round?: unknown; readonly atMs?: unknown };
  if (typeof round !== 'number' || typeof atMs !== 'number') return '';
  return ` (${msg(str`Round ${round}`)}, ${new Date(atMs).toLocaleString(dateLocale(), WHEN)})`;
}
