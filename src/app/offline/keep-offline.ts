import { Workbox } from 'workbox-window';
import type { MatchMessage } from '../../relay/messages.js';
import { emit } from '../view/emit.js';
import { HmUpdate } from './hm-update.js';

/** A page that stays open asks so often for a new version, ms. */
const ASK_MS = 3_600_000;
/** Held by every page with a match on it: a new version takes all pages at once. */
const MATCH_LOCK = 'hashmark-match';

/**
 * Keeps the page on this device, and says when a newer version waits: not while a match is played, here or in another tab. Where a browser keeps
 * nothing, or the page did not come by a secure connection, it does nothing.
 */
export async function keepOffline(app: HTMLElement): Promise<void> {
  if (!navigator.serviceWorker) return;
  // For the systems that do not look into the manifest; none of them needs it before the page is there.
  document.head.append(Object.assign(document.createElement('link'), { rel: 'apple-touch-icon', href: './icons/icon-192.png' }));
  const banner = new HmUpdate();
  const match = watchMatch(app, (isPlayed) => (banner.isHeldBack = isPlayed));
  const workbox = new Workbox('./service-worker.js');
  workbox.addEventListener('waiting', () => document.body.append(banner));
  banner.addEventListener('hm-update', () => {
    emit(app, 'hm-reload', {
      go: async () => {
        if (await match.isPlayedElsewhere()) {
          banner.isPlayedElsewhere = true;
          return;
        }
        workbox.addEventListener('controlling', () => location.reload());
        workbox.messageSkipWaiting();
      },
    });
  });
  try {
    await workbox.register({ immediate: true });
  } catch {
    // A certificate that the browser does not know is reason enough for it; the page goes on as before.
    return;
  }
  setInterval(() => void workbox.update().catch(() => undefined), ASK_MS);
}

/** Follows whether a match is played on this page, and tells the other tabs. */
function watchMatch(app: HTMLElement, onChange: (isPlayed: boolean) => void) {
  let end: (() => void) | undefined;
  const take = (isPlayed: boolean) => {
    if (isPlayed === (end !== undefined)) return;
    onChange(isPlayed);
    end?.();
    end = undefined;
    if (!isPlayed) return;
    const played = new Promise<void>((resolve) => (end = resolve));
    void navigator.locks?.request(MATCH_LOCK, { mode: 'shared' }, () => played);
  };
  app.addEventListener('hm-match', (event) => take((event as CustomEvent<{ match: MatchMessage | undefined }>).detail.match !== undefined));
  // The way back to the start ends a match without a word of the match's own.
  app.addEventListener('hm-menu', () => setTimeout(() => take(end !== undefined && app.shadowRoot?.querySelector('hm-game') !== null)));
  return {
    isPlayedElsewhere: async () => (await navigator.locks?.query())?.held?.some(({ name }) => name === MATCH_LOCK) ?? false,
  };
}
