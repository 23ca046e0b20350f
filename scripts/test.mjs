/**
 * npm test: from a bare clone to `N passed, N failed`, alone on the last line. Fast things first; every stage runs, also after one
 * has failed, and one that breaks off counts as a failed test. `npm test -- relay serve` runs only the test files with such names. `--fast` runs the
 * check and what needs neither OpenCV nor nets nor a browser: under a minute on two free cores.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './lib/app-build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { runNodeTests, runTestsTogether, testFiles } from './lib/node-tests.mjs';
import { tooOldNode } from './lib/node-version.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { ROOT, run } from './lib/run.mjs';

/** Folders of test/ that need more than Node, and those that are run only when asked for. */
const BROWSER = 'browser';
const END_TO_END = 'e2e';
const LONG = 'long';
/** Folders whose tests are arithmetic alone. */
const FAST = ['geometry', 'pieces', 'table', 'judge', 'game', 'scene'];
const MINUTE_MS = 60_000;

const filters = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const isLong = process.argv.includes('--long');
const isFast = process.argv.includes('--fast');
const counts = { passed: 0, failed: 0 };

if (await isReady()) {
  if (isLong) await stage('long tests', async () => runNodeTests(await testFiles([LONG], filters)));
  else await stages();
}
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed\n`);
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;

async function isReady() {
  try {
    const tooOld = tooOldNode();
    if (tooOld) throw new Error(tooOld);
    await ensurePackages();
    return true;
  } catch (error) {
    process.stderr.write(`npm test: ${error.message}\n`);
    counts.failed += 1;
    return false;
  }
}

async function stages() {
  if (filters.length === 0) {
    // Read only now: the checks are packages, which had to be installed first.
    const { runChecks } = await import('./lib/checks.mjs');
    await stage('check', () => runChecks());
  }
  await stage('arithmetic', async () => runTestsTogether(await testFiles(FAST, filters), { limitMs: 5 * MINUTE_MS }));
  if (isFast) return;
  await stage('Node', async () => runNodeTests(await testFiles(await plainFolders(), filters), { limitMs: 25 * MINUTE_MS }));
  const browserFiles = await testFiles([BROWSER], filters);
  const endToEndFiles = await testFiles([END_TO_END], filters);
  if (browserFiles.length + endToEndFiles.length === 0) return;
  let chromium;
  await stage('the app and Chromium', async () => {
    await ensureBuilt();
    chromium = await ensureChromium();
    return { passed: 1, failed: 0 };
  });
  if (!chromium) return;
  const env = { CHROMIUM: chromium };
  await stage('Chromium', () => runBrowserTests(browserFiles, env));
  await stage('end to end', () => runNodeTests(endToEndFiles, { limitMs: 20 * MINUTE_MS, env }));
}

async function plainFolders() {
  const entries = await readdir(join(ROOT, 'test'), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && ![BROWSER, END_TO_END, LONG, ...FAST].includes(entry.name))
    .map(({ name }) => name);
}

async function stage(name, work) {
  const fromMs = Date.now();
  process.stdout.write(`\n── ${name}\n`);
  const found = await work().catch((error) => {
    process.stderr.write(`npm test: ${name}: ${error.message}\n`);
    return { passed: 0, failed: 1 };
  });
  counts.passed += found.passed;
  counts.failed += found.failed;
  const seconds = ((Date.now() - fromMs) / 1000).toFixed(0);
  process.stdout.write(`── ${name}: ${found.passed} passed, ${found.failed} failed, ${seconds} s\n`);
}

async function runBrowserTests(files, env) {
  if (files.length === 0) return { passed: 0, failed: 0 };
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-counts-'));
  const countsFile = join(folder, 'counts.json');
  try {
    await run(process.execPath, ['scripts/lib/browser-tests.mjs', countsFile, ...files], { limitMs: 10 * MINUTE_MS, env });
    return JSON.parse(await readFile(countsFile, 'utf8'));
  } catch {
    throw new Error('the browser tests broke off before they could be counted, see above');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
