/**
 * Runs test/browser in Chromium with @web/test-runner and its own configuration, and writes how many tests passed and failed as
 * JSON to the file named in the first argument.
 */
import { writeFile } from 'node:fs/promises';
import { startTestRunner } from '@web/test-runner';

const [countsFile, ...files] = process.argv.slice(2);
const runner = await startTestRunner({ argv: files.length > 0 ? ['--files', ...files] : [], autoExitProcess: false });
const isPassed = await new Promise((resolve) => runner.on('stopped', resolve));

const counts = { passed: 0, failed: 0 };
for (const session of runner.sessions.all()) {
  count(session.testResults ?? { suites: [], tests: [] });
  // A page that broke before its first test has errors and no results.
  if (!session.passed && session.errors.length > 0) counts.failed += 1;
}
if (!isPassed && counts.failed === 0) counts.failed = 1;
await writeFile(countsFile, JSON.stringify(counts));
process.exit(isPassed ? 0 : 1);

function count({ suites, tests }) {
  for (const test of tests) if (!test.skipped) counts[test.passed ? 'passed' : 'failed'] += 1;
  for (const suite of suites) count(suite);
}
