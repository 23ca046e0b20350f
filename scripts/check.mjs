/**
 * npm run check: types, lint and format, who uses whom, nothing unused, nothing that tests alone use; warns of stale documents.
 * npm run release: the same, and fails while a printed document is stale.
 */
import { runChecks } from './lib/checks.mjs';

const { failed } = await runChecks({ isRelease: process.argv.includes('--release') });
process.exitCode = failed === 0 ? 0 : 1;
