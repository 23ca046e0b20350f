/**
 * npm start: from a bare clone to the app in the browser. Installs packages, builds and serves, each only where needed.
 * Options are those of `hashmark serve`, such as --host 0.0.0.0 for phones, and --no-open.
 */
import { ensureBuilt } from './lib/app-build.mjs';
import { tooOldNode } from './lib/node-version.mjs';
import { ensurePackages } from './lib/packages.mjs';

// Whoever started us may stop listening to what we say; the server goes on.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
process.exitCode = await start(process.argv.slice(2));

async function start(args) {
  const tooOld = tooOldNode();
  if (tooOld) {
    process.stderr.write(`${tooOld}\n`);
    return 1;
  }
  try {
    await ensurePackages({ appOnly: true });
    await ensureBuilt();
  } catch (error) {
    process.stderr.write(`npm start: ${error.message}\n`);
    return 1;
  }
  // In this process: a signal to us then reaches the server itself.
  const { register } = await import('tsx/esm/api');
  register();
  const { run } = await import('../src/cli/commands/serve.ts');
  const opens = !args.includes('--no-open') && !args.includes('--json');
  const options = args.filter((arg) => arg !== '--no-open');
  return run([...(opens ? ['--open'] : []), ...options]).catch((error) => {
    process.stderr.write(`npm start: ${error.message}\n`);
    return 1;
  });
}
