import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.mjs';

/** Pages that draw the simulated table, which takes both cores in software, and those that are about what happens within a few frames. */
const ALONE = ['sim', 'app-capture', 'app-change-watch', 'app-overlay'].map((name) => `test/browser/${name}.test.ts`);
/** Of all pages; a hang ends them, a slow machine should not. */
const LIMIT_MS = 30 * 60_000;

/** Runs test files in Chromium; resolves with the results of each file: `{file, passed, failed, ms}`. Throws when they broke off. */
export async function runBrowserTests(files, env) {
  const alone = files.filter((file) => ALONE.includes(file));
  const together = files.filter((file) => !ALONE.includes(file));
  return [...(await runPages(together, 2, env)), ...(await runPages(alone, 1, env))];
}

async function runPages(files, concurrency, env) {
  if (files.length === 0) return [];
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-results-'));
  const resultsFile = join(folder, 'results.json');
  try {
    await run(process.execPath, ['scripts/lib/page-tests.mjs', resultsFile, concurrency, ...files], { limitMs: LIMIT_MS, env });
    return JSON.parse(await readFile(resultsFile, 'utf8'));
  } catch {
    throw new Error('the browser tests broke off before they could be counted, see above');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
