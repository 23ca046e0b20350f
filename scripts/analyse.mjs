/**
 * npm run analyse -- NAME [OPTIONS…]: runs a program of `analyses`; without a name it lists them. Those that show the app need it built:
 * they are run after `npm run build`.
 */
import { PROGRAMS } from '../analyses/programs.mjs';
import { ensureBuilt } from './lib/app-build.mjs';
import { run } from './lib/run.mjs';

const [name, ...options] = process.argv.slice(2);
const program = Object.hasOwn(PROGRAMS, name ?? '') ? PROGRAMS[name] : undefined;
if (program) {
  const [file] = program;
  if (/^(photograph|screens|first-verdict)/.test(name)) await ensureBuilt();
  process.exitCode = await run(process.execPath, ['--import', 'tsx', `analyses/${file}`, ...options]);
} else {
  const list = Object.entries(PROGRAMS).map(([each, [, does]]) => `  ${each.padEnd(18)} ${does}\n`);
  const got = name === undefined ? '' : `npm run analyse: got '${name}', expected one of:\n`;
  process[name === undefined ? 'stdout' : 'stderr'].write(`${got}${list.join('')}`);
  process.exitCode = name === undefined ? 0 : 2;
}
