import { type ReaderStatus, subscribe } from '../../relay/client/subscriber.js';
import type { CameraMessage, MatchMessage, ShowMessage } from '../../relay/wire/messages.js';
import { isTableName, relayUrlFor } from '../../relay/wire/topics.js';
import { nowMs } from '../capture/frame-source.js';
import { beginIn, ownLanguage } from '../locales/language.js';
import { debugNote } from './debug-note.js';
import { HmOverlay } from './hm-overlay.js';
import { aged, type NewsStaleness, newsStaleness } from './news-staleness.js';
import { readOverlayAddress } from './overlay-address.js';
import { readNews } from './shown-news.js';
import { withoutPassing } from './without-passing.js';

/** Time after which uncertain news are taken off the picture, ms: an empty overlay is better than a wrong one. */
const GONE_AFTER_MS = 20_000;
/** Interval at which the age of the shown news, and the round's clock, are checked, ms. */
const TICK_MS = 500;

const address = readOverlayAddress(location.href);
const { table, token, view, delayMs } = address;
const overlay = new HmOverlay();
overlay.scale = address.scale;
overlay.align = address.align;
if (view) overlay.view = view;
for (const [variable, colour] of Object.entries(address.theme)) document.documentElement.style.setProperty(variable, colour);

/** Everything is shown `delayMs` later, in the order in which it came. */
const later = (show: () => void) => void setTimeout(show, delayMs);

let status: ReaderStatus | undefined;
const note = () => {
  if (address.isDebug) overlay.note = debugNote(address, status, overlay.news !== undefined, overlay.camera !== undefined);
};

if (isTableName(table) && view) {
  let staleness: NewsStaleness | undefined;
  let unlinkedFromMs: number | undefined;
  /** The camera's session as shown: the present one is ahead by the delay. */
  let session: string | undefined;
  let staleFromMs = 0;
  let camera: CameraMessage | undefined;
  const showAge = () => {
    overlay.staleness = staleness && aged(staleness, nowMs());
    overlay.isRelaySilent = unlinkedFromMs !== undefined && nowMs() - unlinkedFromMs > GONE_AFTER_MS;
    if (staleness && nowMs() - staleFromMs > GONE_AFTER_MS) overlay.news = undefined;
    // Another session may have another table frame: its camera is no place to draw this one.
    overlay.camera = camera?.session === session ? camera : undefined;
    note();
  };
  subscribe({
    url: address.broker ?? relayUrlFor(location.href),
    table,
    token,
    withoutReports: view === 'panel',
    onState: ({ scene, report }) =>
      later(() => {
        overlay.news = readNews(scene, report) ?? overlay.news;
        staleFromMs = nowMs();
      }),
    onStatus: (next) => {
      status = next;
      later(() => {
        const before = staleness;
        staleness = newsStaleness(next, before, nowMs());
        overlay.isCameraSilent = next.stale;
        session = next.camera?.session;
        unlinkedFromMs = next.linked ? undefined : (unlinkedFromMs ?? nowMs());
        if (!before) staleFromMs = nowMs();
        showAge();
      });
    },
    onShow: (show, isRetained) => later(() => showOnAir(show && isRetained ? withoutPassing(show) : show)),
    onCamera: (next) =>
      later(() => {
        camera = next;
        showAge();
      }),
    onMatch: (match: MatchMessage | undefined) => later(() => (overlay.match = match)),
  });
  setInterval(() => {
    showAge();
    if (view === 'panel') overlay.requestUpdate();
  }, TICK_MS);
}
beginIn(address.language ?? ownLanguage(), () => {
  document.querySelector('main')!.append(overlay);
  note();
});

function showOnAir(show: ShowMessage | undefined): void {
  overlay.show = show;
  const clock = show?.panel?.clock;
  overlay.clockEndsAtMs = clock?.isRunning ? nowMs() + 1000 * clock.remainingSeconds : undefined;
}
