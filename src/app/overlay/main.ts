import { subscribe } from '../../relay/subscriber.js';
import { isTableName, relayUrlFor } from '../../relay/topics.js';
import { nowMs } from '../capture/frame-source.js';
import { HmOverlay } from './hm-overlay.js';
import { type NewsDoubt, newsDoubt } from './news-doubt.js';
import { readOverlayAddress } from './overlay-address.js';
import { readNews } from './shown-news.js';

/** News in doubt for longer than this are taken off the picture: an empty overlay is better than a wrong one. */
const GONE_AFTER_MS = 20_000;

const { table, token, delayMs, scale, align } = readOverlayAddress(location.href);
const overlay = new HmOverlay();
overlay.scale = scale;
overlay.align = align;
document.body.append(overlay);

/** Everything is shown `delayMs` later, in the order in which it came. */
const later = (show: () => void) => void setTimeout(show, delayMs);

if (isTableName(table)) {
  let doubt: NewsDoubt | undefined;
  let doubtedFromMs = 0;
  const showAge = () => {
    overlay.doubt = doubt && { kind: doubt.kind, ageMs: nowMs() - doubt.sinceMs };
    if (doubt && nowMs() - doubtedFromMs > GONE_AFTER_MS) overlay.news = undefined;
  };
  subscribe({
    url: relayUrlFor(location.href),
    table,
    token,
    onState: ({ scene, report }) =>
      later(() => {
        overlay.news = readNews(scene, report) ?? overlay.news;
        doubtedFromMs = nowMs();
      }),
    onStatus: (status) =>
      later(() => {
        const before = doubt;
        doubt = newsDoubt(status, before, nowMs());
        if (!before) doubtedFromMs = nowMs();
        showAge();
      }),
  });
  setInterval(showAge, 1000);
}
