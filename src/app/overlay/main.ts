import { subscribe } from '../../relay/subscriber.js';
import { isTableName, relayUrlFor } from '../../relay/topics.js';
import { HmOverlay } from './hm-overlay.js';
import { readOverlayAddress } from './overlay-address.js';
import { readNews } from './shown-news.js';

/** News older than this that nobody confirms are taken off the picture: an empty overlay is better than a wrong one. */
const GONE_AFTER_MS = 20_000;

const { table, token, delayMs, scale, align } = readOverlayAddress(location.href);
const overlay = new HmOverlay();
overlay.scale = scale;
overlay.align = align;
document.body.append(overlay);

/** Everything is shown `delayMs` later, in the order in which it came. */
const later = (show: () => void) => void setTimeout(show, delayMs);

if (isTableName(table)) {
  let gone: ReturnType<typeof setTimeout> | undefined;
  subscribe({
    url: relayUrlFor(location.href),
    table,
    token,
    onState: ({ scene, report }) =>
      later(() => {
        overlay.news = readNews(scene, report) ?? overlay.news;
      }),
    onStatus: ({ stale: isOld, camera }) =>
      later(() => {
        const stale = isOld || camera?.problem !== undefined;
        overlay.stale = stale;
        clearTimeout(gone);
        if (stale) {
          gone = setTimeout(() => {
            overlay.news = undefined;
          }, GONE_AFTER_MS);
        }
      }),
  });
}
