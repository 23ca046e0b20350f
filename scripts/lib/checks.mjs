import { inParallel } from './node-tests.mjs';
import { printedStates } from './printed-documents.mjs';
import { runTool } from './run.mjs';

/** What `npm run check` runs side by side, the longest first. */
export const CHECKS = [
  { name: 'types', file: 'typescript7/bin/tsc', args: ['--build'] },
  { name: 'lint and format', file: '@biomejs/biome/bin/biome', args: ['check'] },
  {
    name: 'who uses whom',
    file: 'dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['src', 'analyses', 'rollup.config.mjs', 'scripts/start.mjs', '--config', '.dependency-cruiser.cjs', '--output-type', 'err'],
  },
  { name: 'nothing unused', file: 'knip/bin/knip.js', args: ['--no-progress'] },
  {
    name: 'nothing that tests alone use',
    file: 'knip/bin/knip.js',
    args: ['--no-progress', '--config', 'knip.product.js', '--include', 'files,exports,types'],
  },
];

const LIMIT_MS = 3 * 60_000;

/**
 * Runs every check, also after one has failed; resolves with how many passed and failed. Stale documents are a warning, for a commit that passes must
 * pass on any day; with `isRelease` they fail.
 */
export async function runChecks({ isRelease = false } = {}) {
  const counts = { passed: 0, failed: 0 };
  await inParallel(CHECKS, async ({ name, file, args }) => {
    let output = '';
    const status = await runTool(file, args, { limitMs: LIMIT_MS, onOutput: (text) => (output += text) });
    counts[status === 0 ? 'passed' : 'failed'] += 1;
    process.stdout.write(`${output}${status === 0 ? 'ok' : 'FAILED'}: ${name}\n`);
  });
  counts[(await areDocumentsAccepted({ isRelease })) ? 'passed' : 'failed'] += 1;
  return counts;
}

/** Names each stale document; false where one is and this is a release. */
export async function areDocumentsAccepted({ isRelease = false } = {}) {
  const stale = (await printedStates()).filter(({ reason }) => reason);
  for (const { name, reason } of stale) process.stdout.write(`stale: ${name} ${reason} (npm run fresh says how to print it)\n`);
  const isAccepted = !isRelease || stale.length === 0;
  process.stdout.write(`${!isAccepted ? 'FAILED' : stale.length > 0 ? 'warning' : 'ok'}: fresh documents\n`);
  return isAccepted;
}
