/**
 * Takes the README’s picture: serves the app as it was built just now, opens the simulated table in Chromium, chooses two ships and photographs the page.
 *
 *   npm run analyse -- photograph-app
 */
import { fileURLToPath } from 'node:url';
import { stampPrinted } from '../../src/cli/eval/stamp-printed.js';
import { chooseShips } from './choose-ships.js';
import { withServedApp } from './served-browser.js';

const PICTURE = fileURLToPath(new URL('../../docs/app.png', import.meta.url));
const SEED = 1;

await withServedApp(async (browser, url) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${url}?camera=simulated&seed=${SEED}`);
  await chooseShips(page, 2);
  await page.screenshot({ path: PICTURE });
  await stampPrinted('docs/app.png');
  process.stdout.write(`${PICTURE}\n`);
});
