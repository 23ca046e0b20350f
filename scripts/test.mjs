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
/** This many files that open the same served app, or any page in the same Chromium, share both. */
const SHARING_BROWSER = 5;

/** Files of pages and of brokers wait for half of their time: this many groups at once leave two cores without work now and then, three leave them idle for a third of it. */
const LANES_OF_WAITING = 4;
/** What takes longest begins first, and in different groups: begun last, it would run on alone. */
const LONGEST = [
  ...['e2e/set-up-once', 'e2e/offline', 'e2e/camera-to-overlay', 'e2e/stream-heals', 'e2e/stream-pages'],
  ...[
    'cli/measure',
    'worker/still-table',
    'vision/print/stitch-views',
    'vision/frame/part-of-a-mat',
    'cli/one-table',
    'vision/lens/board-table',
  ],
].map((name) => `test/${name}.test.ts`);

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
process.stdout.write(`\n${timesText(stages, files, performance.now())}\n${passed} passed, ${failed} failed\n`);
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
  const inNode = isFast ? [] : await testFiles(await plainFolders(), filters);
  const allInPages = isFast ? [] : await testFiles([BROWSER], filters);
  const allEndToEnd = isFast ? [] : await testFiles([END_TO_END], filters);
  if (!isAll) unchanged = await openUnchangedTests([...arithmetic, ...inNode, ...allInPages, ...allEndToEnd]);
  const [computing, waiting] = await byEngines(changed(inNode));
  const [inPages, endToEnd] = [allInPages, allEndToEnd].map(changed);
  await withShared('PICTURES', (pictures) =>
    sideBySide({ arithmetic: changed(arithmetic), computing, waiting, inPages, endToEnd }, pictures),
  );
}

/**
 * What uses OpenCV or the nets takes longest, only computes, and gets what time of the processors all else leaves: the build, which has work for one of
 * them, and tests of servers and pages, which wait in real time. `env`: of the test processes.
 */
async function sideBySide({ arithmetic, computing, waiting, inPages, endToEnd }, env) {
  const held = holdOutput();
  const inBackground = withShared('NETS', (nets) =>
    testStage('OpenCV and nets', inGroups(longestFirst(computing), SHARING_ENGINES), {
      env: { ...env, ...nets },
      print: held.print,
      isBackground: true,
    }),
  );
  await testStage('arithmetic', inGroups(arithmetic, SHARING));
  const browser = inPages.length + endToEnd.length > 0 ? await prepareBrowser() : undefined;
  await testStage('Node', inGroups(waiting, SHARING), { lanes: LANES_OF_WAITING });
  const inBrowser = browser && { ...env, ...browser };
  if (inBrowser && inPages.length > 0) await stage('Chromium', async () => counted(await runBrowserTests(inPages, inBrowser)));
  const [undisturbed, others] = [true, false].map((isWanted) => endToEnd.filter((file) => UNDISTURBED.includes(file) === isWanted));
  if (inBrowser) await testStage('end to end', await endToEndGroups(others), { env: inBrowser, lanes: LANES_OF_WAITING });
  held.release();
  await inBackground;
  if (inBrowser) await testStage('undisturbed', inGroups(undisturbed, 1), { env: inBrowser });
}

/** Keeps what is printed until it is released, and prints from then on, so that the lines of a stage that runs beside others stay together. */
function holdOutput() {
  let held = '';
  let print = (text) => (held += text);
  return {
    print: (text) => print(text),
    release() {
      print = toStandardOutput;
      print(held);
    },
  };
}

async function plainFolders() {
  const entries = await readdir(join(ROOT, 'test'), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && ![BROWSER, END_TO_END, LONG, ...FAST].includes(entry.name))
    .map(({ name }) => name);
}

/** Runs `work` with the environment of test processes that share a folder until it is done: what nets computed (shared-nets.mjs), pictures (flown-pictures.ts). */
async function withShared(what, work) {
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-shared-'));
  try {
    await work({ [`HASHMARK_SHARED_${what}`]: folder });
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

/** Files that only open the served app, or pages of their own, share a process, and with it server and browser; the others start what they need. */
async function endToEndGroups(found) {
  const texts = await Promise.all(found.map((file) => readFile(join(ROOT, file), 'utf8')));
  const sharing = found.filter((_, at) => texts[at].includes('servedInChromium('));
  const alone = longestFirst(found.filter((file) => !sharing.includes(file)));
  return [...inGroups(sharing, SHARING_BROWSER), ...inGroups(alone, 1)];
}

function longestFirst(found) {
  return [...new Set([...LONGEST, ...found])].filter((file) => found.includes(file));
}

/** The files that have to be run; the others are counted as skipped. */
function changed(found) {
  const left = found.filter((file) => !unchanged?.isUnchanged(file));
  skipped += found.length - left.length;
  return left;
}

/** Runs groups of test files under Node, each in a process of its own. */
async function testStage(name, groups, options = {}) {
  if (groups.length === 0) return;
  await stage(name, async () => counted(await runTestGroups(groups, { ...options, areTitlesShown })), options.print);
}

/** The files that use OpenCV or the nets, and the others. */
async function byEngines(found) {
  // Read only now: TypeScript is a package, which had to be installed first.
  const { importGraph, testsOf } = await import('./lib/import-graph.mjs');
  const using = new Set(
    testsOf(await importGraph(ROOT, found), found)
      .get(ENGINES)
      ?.map(({ test }) => test),
  );
  return [true, false].map((isWanted) => found.filter((file) => using.has(file) === isWanted));
}

/** Groups of at most `size`; neighbours, which are often alike slow, are in different ones. */
function inGroups(list, size) {
  const groups = Math.ceil(list.length / size);
  return Array.from({ length: groups }, (_, group) => list.filter((_, at) => at % groups === group));
}

function counted(results) {
  files.push(...results);
  unchanged?.note(results);
  return { passed: sum(results, 'passed'), failed: sum(results, 'failed') };
}

async function stage(name, work, print = toStandardOutput) {
  const fromMs = Date.now();
  print(`\n── ${name}\n`);
  const found = await work().catch((error) => {
    process.stderr.write(`npm test: ${name}: ${error.message}\n`);
    return { passed: 0, failed: 1 };
  });
  stages.push({ name, passed: 0, failed: 0, ...found, ms: Date.now() - fromMs });
}

function toStandardOutput(text) {
  process.stdout.write(text);
}

function sum(list, key) {
  return list.reduce((all, one) => all + one[key], 0);
}
