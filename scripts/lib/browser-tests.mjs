import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.mjs';

/** This many pages run at once: they wait for half of their time, so that three leave two cores without work now and then. */
const PAGES = 4;
/** Of all pages; a hang ends them, a slow machine should not. */
const LIMIT_MS = 30 * 60_000;

/** Runs test files in Chromium; resolves with the results of each file: `{file, passed, failed, ms}`. Throws when they broke off. */
export async function runBrowserTests(files, env) {
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-results-'));
  const resultsFile = join(folder, 'results.json');
  try {
    await run(process.execPath, ['scripts/lib/page-tests.mjs', resultsFile, PAGES, ...files], { limitMs: LIMIT_MS, env });
    return JSON.parse(await readFile(resultsFile, 'utf8'));
  } catch {
    throw new Error('the browser tests broke off before they could be counted, see above');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
