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

/** Runs test files under Node's own runner, as many at once as there are cores where `isParallel`, else one fewer; resolves with how many tests passed and failed. A run that broke off is one failed test. */
export async function runNodeTests(files, { limitMs, env, isParallel = false } = {}) {
  if (files.length === 0) return { passed: 0, failed: 0 };
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-counts-'));
  const countsFile = join(folder, 'counts.json');
  const reporters = [
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${new URL('count-reporter.mjs', import.meta.url)}`,
    `--test-reporter-destination=${countsFile}`,
  ];
  try {
    const atOnce = isParallel ? [`--test-concurrency=${availableParallelism()}`] : [];
    const status = await run(process.execPath, ['--import', 'tsx', ...reporters, ...atOnce, '--test', ...files], { limitMs, env });
    const counts = existsSync(countsFile) && JSON.parse((await readFile(countsFile, 'utf8')) || 'null');
    if (!counts) return { passed: 0, failed: 1 };
    return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
