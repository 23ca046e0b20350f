/**
 * Runs test files in Chromium with @web/test-runner and its own configuration; writes `{file, passed, failed, ms}` of each as JSON to the file named
 * first. The second argument says how many pages may run at once.
 */
import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { startTestRunner } from '@web/test-runner';

const [resultsFile, concurrency, ...files] = process.argv.slice(2);
const runner = await startTestRunner({ argv: ['--concurrency', concurrency, '--files', ...files], autoExitProcess: false });
const isPassed = await new Promise((resolve) => runner.on('stopped', resolve));

const results = [...runner.sessions.all()].map((session) => {
  const counts = { passed: 0, failed: 0, ms: 0 };
  count(session.testResults ?? { suites: [], tests: [] }, counts);
  // A page that broke before its first test has errors and no results.
  if (!session.passed && counts.failed === 0) counts.failed = 1;
  return { file: relative(process.cwd(), session.testFile), ...counts };
});
await writeFile(resultsFile, JSON.stringify(results));
process.exit(isPassed ? 0 : 1);

function count({ suites, tests }, counts) {
  for (const { skipped, passed, duration = 0 } of tests) {
    if (skipped) continue;
    counts[passed ? 'passed' : 'failed'] += 1;
    counts.ms += duration;
  }
  for (const suite of suites) count(suite, counts);
}
