import { report } from '../judge/report/report.js';
import { readAddress } from './page-address.js';
import { createVisionClient, engineUrls, startWorker } from './seeing/vision-client.js';
import { HmApp } from './view/hm-app.js';

const app = new HmApp();
app.client = createVisionClient(startWorker, engineUrls());
app.judge = report;
app.address = readAddress(location.href);
document.body.append(app);
