import { createJudge } from './fresh-report.js';
import { beginIn, ownLanguage } from './locales/language.js';
import { watchMatch } from './offline/match-watch.js';
import { readAddress } from './page-address.js';
import { createChangeWatch } from './seeing/change-watch.js';
import { startWatch } from './seeing/start-watch.js';
import { createVisionClient, engineUrls, startWorker } from './seeing/vision-client.js';
import { HmApp } from './view/hm-app.js';

let offline: Promise<void> | undefined;
const app = new HmApp();
const match = watchMatch(app);
const client = createVisionClient(startWorker, engineUrls());
app.client = {
  ...client,
  async load(onProgress) {
    await client.load(onProgress);
    // Only now: what is loaded for this visit is not to wait for what is kept for others.
    void import('./offline/keep-offline.js').then(({ keepOffline }) => (offline ??= keepOffline(app, match))).catch(() => undefined);
  },
};
app.watch = (onSeen) => createChangeWatch(startWatch, onSeen);
app.judge = createJudge();
app.address = readAddress(location.href);
beginIn(ownLanguage(), () => document.body.append(app));
