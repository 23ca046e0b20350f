/** npm run check: types, lint and format, who uses whom, nothing unused. */
import { runChecks } from './lib/checks.mjs';

const { failed } = await runChecks();
process.exitCode = failed === 0 ? 0 : 1;
