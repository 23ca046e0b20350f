/** npm run check: types, lint and format, who uses whom, nothing unused, nothing that tests alone use, documents as fresh as what printed them (warns; with --strict fails for those stale for long). */
import { runChecks } from './lib/checks.mjs';

const { failed } = await runChecks({ isStrict: process.argv.includes('--strict') });
process.exitCode = failed === 0 ? 0 : 1;
