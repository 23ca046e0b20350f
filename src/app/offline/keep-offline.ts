import { Workbox } from 'workbox-window';
import { emit } from '../ui/page-events.js';
import { HmUpdate } from './hm-update.js';
import type { MatchWatch } from './match-watch.js';

/** A page that stays open asks for a new version at this interval, ms. */
const ASK_MS = 3_600_000;

/**
 * Keeps the page on this device, and says when a newer version waits: not while a match is played, here or in another tab. Where a browser keeps
 * nothing, or the page did not come by a secure connection, it does nothing.
 */
export async function keepOffline(app: HTMLElement, match: MatchWatch): Promise<void> {
  if (!navigator.serviceWorker) return;
  // For the systems that do not look into the manifest; none of them needs it before the page is there.
  document.head.append(Object.assign(document.createElement('link'), { rel: 'apple-touch-icon', href: './icons/icon-192.png' }));
  const banner = new HmUpdate();
  match.follow((isPlayed) => (banner.isHeldBack = isPlayed));
  const workbox = new Workbox('./service-worker.js');
  workbox.addEventListener('waiting', () => document.body.append(banner));
  // Another tab has called the new version, which takes this one's parts away as well. The first one of all takes nothing.
  let kept = navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (kept) {
      banner.isTaken = true;
      document.body.append(banner);
    }
    kept = navigator.serviceWorker.controller;
  });
  banner.addEventListener('hm-update', () => {
    emit(app, 'hm-reload', {
      go: async () => {
        if (banner.isTaken) {
          location.reload();
          return;
        }
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
