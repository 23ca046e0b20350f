import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, run } from './run.mjs';

/** The test files under some folders of test/, in order of name; Node 20 does not expand patterns itself. */
export async function testFiles(folders, filters = []) {
  const files = [];
  for (const folder of folders) {
    const names = await readdir(join(ROOT, 'test', folder), { recursive: true }).catch(() => []);
    files.push(...names.filter((name) => name.endsWith('.test.ts')).map((name) => `test/${folder}/${name.replaceAll('\\', '/')}`));
  }
  return files.sort().filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)));
}

/** Runs test files under Node's own runner, each in a process of its own; resolves with how many tests passed and failed. A run that broke off is one failed test. */
export async function runNodeTests(files, options) {
  return files.length === 0 ? { passed: 0, failed: 0 } : runCounted(['--test', ...files], options);
}

/** As `runNodeTests`, but in as few processes as there are cores: for many small files, of which each leaves nothing behind. */
export async function runTestsTogether(files, options) {
  const cores = availableParallelism();
  const groups = Array.from({ length: cores }, (_, group) => files.filter((_, at) => at % cores === group));
  const counts = await Promise.all(
    groups.filter(({ length }) => length > 0).map((group) => runCounted(['scripts/lib/import-tests.mjs', ...group], options)),
  );
  return counts.reduce((all, { passed, failed }) => ({ passed: all.passed + passed, failed: all.failed + failed }), {
    passed: 0,
    failed: 0,
  });
}

async function runCounted(args, { limitMs, env } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-counts-'));
  const countsFile = join(folder, 'counts.json');
  const reporters = [
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${new URL('count-reporter.mjs', import.meta.url)}`,
    `--test-reporter-destination=${countsFile}`,
  ];
  try {
    const status = await run(process.execPath, ['--import', 'tsx', ...reporters, ...args], { limitMs, env });
    const counts = existsSync(countsFile) && JSON.parse((await readFile(countsFile, 'utf8')) || 'null');
    if (!counts) return { passed: 0, failed: 1 };
    return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
