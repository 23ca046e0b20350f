/**
 * npm test: from a bare clone to `N passed, N failed`, alone on the last line. Fast things first; every stage runs, also after one
 * has failed, and one that breaks off counts as a failed test. `npm test -- relay serve` runs only the test files with such names. `--fast` runs the
 * check and what needs neither OpenCV nor nets nor a browser; `--long` what runs for minutes each. Files that have passed as they are now, with all
 * they are made of, are not run again, which is said; `--all`, `CI=true` and a fresh clone run everything.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './lib/app-build.mjs';
import { runBrowserTests } from './lib/browser-tests.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { runTestGroups, testFiles } from './lib/node-tests.mjs';
import { tooOldNode } from './lib/node-version.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { ROOT } from './lib/run.mjs';
import { timesText } from './lib/test-times.mjs';
import { openUnchangedTests } from './lib/unchanged-tests.mjs';

/** Folders of test/ that need more than Node, and those that are run only when asked for. */
const BROWSER = 'browser';
const END_TO_END = 'e2e';
const LONG = 'long';
/** Folders whose tests are arithmetic alone. */
const FAST = ['geometry', 'pieces', 'table', 'judge', 'game', 'scene'];
/** This many files share a process, and with it what starts slowly (the compiler; where they use them, OpenCV and the nets): they leave nothing behind. */
const SHARING = 34;
const SHARING_ENGINES = 8;
/** What loads OpenCV and the nets: both start slowly, and are compiled while they run. */
const ENGINES = 'src/cli/inputs/node-engines.ts';
/** This many files that open the same served app share it. */
const SHARING_BROWSER = 4;

/** Files of pages and of brokers wait for half of their time: this many groups at once leave two cores without work now and then, three leave them idle for a third of it. */
const LANES_OF_PAGES = 4;
/** What takes longest begins first: begun last, it would run on alone. */
const LONGEST = ['set-up-once', 'offline', 'camera-to-overlay', 'stream-heals', 'stream-pages'].map(
  (name) => `test/${END_TO_END}/${name}.test.ts`,
);

/** How soon the page notices what moved: beside another browser that is the machine's doing. */
const UNDISTURBED = ['test/e2e/moved-ship.test.ts'];

const isLong = process.argv.includes('--long');
const isFast = process.argv.includes('--fast');
const filters = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const isAll = process.argv.includes('--all') || Boolean(process.env.CI) || filters.length > 0;
const areTitlesShown = filters.length > 0;
/** Of each stage `{name, passed, failed, ms}`, and of each test file `{file, passed, failed, ms}`. */
const stages = [];
const files = [];
let unchanged;
let skipped = 0;

await stage('packages', async () => {
  const tooOld = tooOldNode();
  if (tooOld) throw new Error(tooOld);
  await ensurePackages();
});
if (stages[0].failed === 0) {
  if (isLong) await runLong();
  else await runStages();
}
const passed = sum(stages, 'passed');
const failed = sum(stages, 'failed');
if (skipped > 0)
  process.stdout.write(`\n${skipped} test files are as they were when they passed, and were not run again: npm test -- --all runs them.\n`);
process.stdout.write(`\n${timesText(stages, files)}\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

async function runStages() {
  if (filters.length === 0) {
    await stage('check', async () => {
      // Read only now: the checks are packages, which had to be installed first.
      const { runChecks } = await import('./lib/checks.mjs');
      return runChecks();
    });
  }
  const arithmetic = await testFiles(FAST, filters);
  const others = isFast ? [] : await testFiles(await plainFolders(), filters);
  const allInPages = isFast ? [] : await testFiles([BROWSER], filters);
  const allEndToEnd = isFast ? [] : await testFiles([END_TO_END], filters);
  if (!isAll) unchanged = await openUnchangedTests([...arithmetic, ...others, ...allInPages, ...allEndToEnd]);
  await testStage('arithmetic', inGroups(changed(arithmetic), SHARING));
  await withSharedNets(async (env) => testStage('Node', await byEngines(changed(others)), { env }));
  const inPages = changed(allInPages);
  const endToEnd = changed(allEndToEnd);
  if (inPages.length + endToEnd.length === 0) return;
  const env = await prepareBrowser();
  if (!env) return;
  if (inPages.length > 0) await stage('Chromium', async () => counted(await runBrowserTests(inPages, env)));
  await endToEndStage(endToEnd, env);
}

async function plainFolders() {
  const entries = await readdir(join(ROOT, 'test'), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && ![BROWSER, END_TO_END, LONG, ...FAST].includes(entry.name))
    .map(({ name }) => name);
}

/** Runs `work` with the environment of test processes that share what nets computed (shared-nets.mjs), until it is done. */
async function withSharedNets(work) {
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-nets-'));
  try {
    await work({ HASHMARK_SHARED_NETS: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runLong() {
  const env = await prepareBrowser();
  if (env) await testStage('long tests', inGroups(await testFiles([LONG], filters), 1), { env });
}

/** Builds the app and finds a Chromium; resolves with the environment of tests that need both, undefined where one is not to be had. */
async function prepareBrowser() {
  let env;
  await stage('the app and Chromium', async () => {
    await ensureBuilt();
    env = { CHROMIUM: await ensureChromium() };
    return { passed: 1, failed: 0 };
  });
  return env;
}

/** Files that only open the served app share a process, and with it server and browser; the others start what they need. One that is about milliseconds runs by itself. */
async function endToEndStage(found, env) {
  if (found.length === 0) return;
  const texts = await Promise.all(found.map((file) => readFile(join(ROOT, file), 'utf8')));
  const sharing = found.filter((_, at) => texts[at].includes('servedInChromium('));
  const longestFirst = [...new Set([...LONGEST, ...found])].filter((file) => found.includes(file));
  const alone = longestFirst.filter((file) => !sharing.includes(file) && !UNDISTURBED.includes(file)).map((file) => [file]);
  const undisturbed = found.filter((file) => UNDISTURBED.includes(file));
  await stage('end to end', async () => {
    const first = undisturbed.length > 0 ? await runTestGroups([undisturbed], { env, areTitlesShown }) : [];
    const groups = [...inGroups(sharing, SHARING_BROWSER), ...alone];
    return counted([...first, ...(await runTestGroups(groups, { env, areTitlesShown, lanes: LANES_OF_PAGES }))]);
  });
}

/** The files that have to be run; the others are counted as skipped. */
function changed(found) {
  const left = found.filter((file) => !unchanged?.isUnchanged(file));
  skipped += found.length - left.length;
  return left;
}

/** Runs groups of test files under Node, each in a process of its own. */
async function testStage(name, groups, { env } = {}) {
  if (groups.length === 0) return;
  await stage(name, async () => counted(await runTestGroups(groups, { env, areTitlesShown })));
}

/** Files that use OpenCV or the nets in groups of their own, so that few processes load them; first, since they take longest. */
async function byEngines(found) {
  // Read only now: TypeScript is a package, which had to be installed first.
  const { importGraph, testsOf } = await import('./lib/import-graph.mjs');
  const using = new Set(
    testsOf(await importGraph(ROOT, found), found)
      .get(ENGINES)
      ?.map(({ test }) => test),
  );
  const isUsing = (file) => using.has(file);
  return [
    ...inGroups(found.filter(isUsing), SHARING_ENGINES),
    ...inGroups(
      found.filter((file) => !isUsing(file)),
      SHARING,
    ),
  ];
}

/** Groups of at most `size`; neighbours, which are often alike slow, are in different ones. */
function inGroups(list, size) {
  const groups = Math.ceil(list.length / size);
  return Array.from({ length: groups }, (_, group) => list.filter((_, at) => at % groups === group));
}

async function counted(results) {
  files.push(...results);
  await unchanged?.note(results);
  return { passed: sum(results, 'passed'), failed: sum(results, 'failed') };
}

async function stage(name, work) {
  const fromMs = Date.now();
  process.stdout.write(`\n── ${name}\n`);
  const found = await work().catch((error) => {
    process.stderr.write(`npm test: ${name}: ${error.message}\n`);
    return { passed: 0, failed: 1 };
  });
  stages.push({ name, passed: 0, failed: 0, ...found, ms: Date.now() - fromMs });
}

function sum(list, key) {
  return list.reduce((all, one) => all + one[key], 0);
}
