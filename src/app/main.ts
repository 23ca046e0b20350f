import { createJudge } from './fresh-report.js';
import { readAddress } from './page-address.js';
import { createChangeWatch } from './seeing/change-watch.js';
import { startWatch } from './seeing/start-watch.js';
import { createVisionClient, engineUrls, startWorker } from './seeing/vision-client.js';
import { HmApp } from './view/hm-app.js';

const app = new HmApp();
app.client = createVisionClient(startWorker, engineUrls());
app.watch = (onSeen) => createChangeWatch(startWatch, onSeen);
app.judge = createJudge();
app.address = readAddress(location.href);
document.body.append(app);
