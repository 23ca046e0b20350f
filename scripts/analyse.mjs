/**
 * npm run analyse -- NAME [OPTIONS…]: runs a program of `analyses`; without a name it lists them, with NAME --help it says how one is used. Those that show the app
 * need it built: they are run after `npm run build`.
 */
import { PROGRAMS } from '../analyses/programs.mjs';
import { ensureBuilt } from './lib/app-build.mjs';
import { run } from './lib/run.mjs';
import { useOf } from './lib/use-of.mjs';

const [name, ...options] = process.argv.slice(2);
const program = Object.hasOwn(PROGRAMS, name ?? '') ? PROGRAMS[name] : undefined;
const isHelp = (option) => option === '--help' || option === '-h';
if (program && options.some(isHelp)) {
  const [file, does] = program;
  const use = await useOf(name, file);
  process.stdout.write(`npm run analyse -- ${name}: ${does}\n\n  ${use}\n`);
} else if (program) {
  const [file] = program;
  if (/^(photograph|screens|first-verdict)/.test(name)) await ensureBuilt();
  process.exitCode = await run(process.execPath, ['--import', 'tsx', 'scripts/lib/run-program.mjs', name, `analyses/${file}`, ...options]);
} else {
  const list = Object.entries(PROGRAMS).map(([each, [, does]]) => `  ${each.padEnd(18)} ${does}\n`);
  const isAsked = name === undefined || isHelp(name);
  const got = isAsked ? '' : `npm run analyse: got '${name}', expected one of:\n`;
  process[isAsked ? 'stdout' : 'stderr'].write(`${got}${list.join('')}`);
  process.exitCode = isAsked ? 0 : 2;
}
