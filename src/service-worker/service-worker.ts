/**
 * Keeps the player's page with all that it loads, so that it opens and measures without a network. A new version is fetched beside the old one and waits
 * until the page asks for it, or until no page is open.
 */
import { clientsClaim } from 'workbox-core';
import { addPlugins, cleanupOutdatedCaches, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope;
/** Put in by the build: every file of the page, with the digest of its content. */
declare const PAGE_FILES: PrecacheEntry[];

// The page asks past what is kept here, with `reload`, for a part that did not start: a damaged copy may be why.
self.addEventListener('fetch', (event) => {
  if (event.request.cache === 'reload') event.stopImmediatePropagation();
});

self.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
  if ((data as { type?: string } | undefined)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

// Files that the browser has just fetched for the page are only revalidated, not fetched again.
addPlugins([{ requestWillFetch: async ({ request }) => new Request(request, { cache: 'no-cache' }) }]);
// The query of the page's own address says what it should look at.
precacheAndRoute(PAGE_FILES, { ignoreURLParametersMatching: [/./] });
cleanupOutdatedCaches();
clientsClaim();
