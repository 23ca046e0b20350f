import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, run } from './run.mjs';

/** Of a process of test files; a hang ends it, a slow machine should not. */
const LIMIT_MS = 30 * 60_000;

/** As `hashmark` runs (package.json): with more room for what is soon forgotten V8 tidies up less often. */
const MEMORY = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

/** How much runs at once, one more than there are cores: each waits for something at times. */
const LANES = availableParallelism() + 1;

/** The test files under some folders of test/, in order of name; Node 20 does not expand patterns itself. */
export async function testFiles(folders, filters = []) {
  const files = [];
  for (const folder of folders) {
    const names = await readdir(join(ROOT, 'test', folder), { recursive: true }).catch(() => []);
    files.push(...names.filter((name) => name.endsWith('.test.ts')).map((name) => `test/${folder}/${name.replaceAll('\\', '/')}`));
  }
  return files.sort().filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)));
}

/**
 * Runs groups of test files, each group in a process of its own; resolves with the results of each file: `{file, passed, failed, ms, remark}`. A group
 * that broke off is one failed test. `areTitlesShown` prints every test; else only what failed is printed. `lanes` says how many groups run at once;
 * those in the background get only what time of the processors others leave.
 */
export async function runTestGroups(
  groups,
  { env, areTitlesShown = false, lanes, isBackground = false, print = (text) => process.stdout.write(text) } = {},
) {
  const results = [];
  const runOne = async (files) => {
    const fromMs = Date.now();
    const { output, found } = await runGroup(files, isBackground, { ...env, ...(areTitlesShown && { HASHMARK_TITLES: '1' }) });
    // A file alone took what its process took: its imports are work too.
    if (found.length === 1) found[0].ms = Date.now() - fromMs;
    const isShown = areTitlesShown || found.some(({ failed }) => failed > 0);
    print((isShown ? output : '') + found.map(lineOf).join(''));
    results.push(...found);
  };
  await inParallel(groups, runOne, lanes);
  return results;
}

/** Runs `work` on every item, on as many at once as there are lanes. */
export async function inParallel(items, work, lanes = LANES) {
  const open = [...items];
  const lane = async () => {
    while (open.length > 0) await work(open.shift());
  };
  await Promise.all(Array.from({ length: Math.min(lanes, open.length) }, lane));
}

async function runGroup(files, isBackground, env) {
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-results-'));
  const resultsFile = join(folder, 'results.json');
  let output = '';
  const args = [
    ...MEMORY,
    '--import',
    'tsx/esm',
    '--test-reporter',
    './scripts/lib/results-reporter.mjs',
    'scripts/lib/test-host.mjs',
    ...files,
  ];
  try {
    const status = await run(process.execPath, args, {
      limitMs: LIMIT_MS,
      isBackground,
      env: { ...env, HASHMARK_RESULTS: resultsFile },
      onOutput: (text) => (output += text),
    });
    const found = JSON.parse(await readFile(resultsFile, 'utf8').catch(() => '[]'));
    return { output, found: checkedResults(files, found, status) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A file of which nothing is known, or that holds no test, has failed; so has one of a process that ended badly, though no test did. One that was cut off
 * when its tests were done, which is remarked, has not.
 */
function checkedResults(files, found, status) {
  const results = found.map(({ isEmpty, ...result }) => (isEmpty ? { ...result, failed: 1 } : result));
  for (const file of files) {
    if (!results.some((one) => one.file === file))
      results.push({ file, passed: 0, failed: 1, ms: 0, remark: 'broke off, or holds no test' });
  }
  if (status !== 0 && results.every(({ failed, remark }) => failed === 0 && !remark)) {
    results[0] = { ...results[0], failed: 1, remark: `its process ended with status ${status}` };
  }
  return results;
}

function lineOf({ file, passed, failed, ms, remark }) {
  const counts = failed > 0 ? `${passed} passed, ${failed} failed` : `${passed} passed`;
  return `${failed > 0 ? '✖' : '✔'} ${file}: ${counts}, ${(ms / 1000).toFixed(1)} s${remark ? ` (${remark})` : ''}\n`;
}
