import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import esbuild from 'esbuild';
import { ROOT } from '../run.mjs';
import { openBrokenCopy, runNode } from './broken-copy.mjs';
import { mutatedText } from './mutants.mjs';

const KEPT = join(ROOT, '.cache/mutation/results.jsonl');
const TIMES = join(ROOT, '.cache/mutation/times.json');
/** Of a test file alone, unbroken: one that needs longer is left out. */
const LONGEST_MS = 15_000;
/** Of all the test files a mutant is run against. */
const LONGEST_SUM_MS = 20_000;

/** What was judged before: a map of mutant key to the last result. */
export async function keptResults() {
  const text = await readFile(KEPT, 'utf8').catch(() => '');
  return new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .map((result) => [result.key, result]),
  );
}

/**
 * A copy of the checkout in which mutants are judged: `judge(mutant)` resolves with `{verdict: 'killed' | 'survived', by}`. A mutant is run against
 * the `most` test files that come to use its file by the fewest steps, the one named after it first.
 */
export async function openBench({ nearest, most }) {
  const { folder, whileBroken, close } = await openBrokenCopy();
  await mkdir(join(ROOT, '.cache/mutation'), { recursive: true });
  const kept = await keptResults();
  const times = JSON.parse(await readFile(TIMES, 'utf8').catch(() => '{}'));

  /** Milliseconds; null where it is too slow or fails unbroken. Kept while the test file is the same. */
  const timeOf = async (test) => {
    const name = `${test} ${await hashOf(folder, [test])}`;
    if (times[name] === undefined) {
      const fromMs = Date.now();
      const { status } = await runTests(folder, [test], LONGEST_MS);
      times[name] = status === 0 ? Date.now() - fromMs : null;
      await writeFile(TIMES, JSON.stringify(times));
    }
    return times[name];
  };

  const chosen = async (file) => {
    const tests = [];
    let sumMs = 0;
    const isNamed = ({ test }) => basename(test) === basename(file).replace(/\.ts$/, '.test.ts');
    const all = nearest.get(file) ?? [];
    for (const { test } of [...all.filter(isNamed), ...all.filter((one) => !isNamed(one))]) {
      if (tests.length === most) break;
      const ms = await timeOf(test);
      if (ms === null || (tests.length > 0 && sumMs + ms > LONGEST_SUM_MS)) continue;
      tests.push(test);
      sumMs += ms;
    }
    return { tests, limitMs: 3 * sumMs + 15_000 };
  };

  const judge = async (mutant) => {
    const { tests, limitMs } = await chosen(mutant.file);
    const hash = await hashOf(folder, tests);
    const before = kept.get(mutant.key);
    // What was killed stays so; what survived may not, once its tests are others.
    if (before && (before.verdict === 'killed' || before.tests === hash)) return before;
    const ask = async () => (tests.length === 0 ? { status: 0, out: '' } : runTests(folder, tests, limitMs));
    const { status, out } = await whileBroken(mutant.file, (text) => mutatedText(text, mutant), ask);
    const result = { key: mutant.key, verdict: status === 0 ? 'survived' : 'killed', by: out, tests: hash, files: tests.length };
    await appendFile(KEPT, `${JSON.stringify(result)}\n`);
    kept.set(mutant.key, result);
    return result;
  };

  return { judge, close };
}

async function hashOf(folder, tests) {
  const hash = createHash('sha256');
  for (const test of tests) hash.update(await readFile(join(folder, test)));
  return hash.digest('hex').slice(0, 16);
}

/** Runs test files in one process that ends at the first failure; status 124 when it takes longer than `limitMs`. */
async function runTests(folder, tests, limitMs) {
  // Bundled they start in a third of the time; each bundle lies beside its test, so that paths relative to it hold.
  const options = { bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'silent' };
  const bundled = {
    absWorkingDir: folder,
    entryPoints: tests,
    outbase: '.',
    outdir: '.',
    entryNames: '[dir]/[name].bundle',
    outExtension: { '.js': '.mjs' },
  };
  try {
    await esbuild.build({ ...options, ...bundled });
  } catch {
    return { status: 1, out: 'cannot be built' };
  }
  const entry = join(folder, 'run-tests.mjs');
  await writeFile(entry, tests.map((test) => `await import('./${test.replace(/\.ts$/, '.bundle.mjs')}');\n`).join(''));
  const args = ['--test-reporter', './scripts/lib/mutation/bail-reporter.mjs', '--test-reporter-destination', 'stdout', entry];
  const { status, out } = await runNode(folder, args, limitMs);
  return { status, out: status === 124 ? 'took too long' : out.split('\n')[0].slice(0, 120) };
}
