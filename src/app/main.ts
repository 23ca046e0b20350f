import { beginIn, ownLanguage } from './locales/language.js';
import { watchMatch } from './offline/match-watch.js';
import { createJudge } from './player/fresh-report.js';
import { HmApp } from './player/hm-app.js';
import { readAddress } from './state/page-address.js';
import { createMotionDetector } from './vision-client/motion-detector.js';
import { startWatch } from './vision-client/start-watch.js';
import { createVisionClient, engineUrls, startWorker } from './vision-client/vision-client.js';

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
app.watch = (onSeen) => createMotionDetector(startWatch, onSeen);
app.judge = createJudge();
app.address = readAddress(location.href);
beginIn(ownLanguage(), () => document.body.append(app));
