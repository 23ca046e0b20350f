import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, run } from './run.mjs';

/** Installs the packages of the lock file where they are missing or others. Throws when that fails. */
export async function ensurePackages() {
  const lockText = await readFile(join(ROOT, 'package-lock.json'), 'utf8');
  const installed = await readFile(join(ROOT, 'node_modules/.package-lock.json'), 'utf8').catch(() => '{}');
  const reason = staleReason(JSON.parse(lockText), JSON.parse(installed));
  if (!reason) return;
  process.stderr.write(`Installing packages (${reason}) …\n`);
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error'];
  // `npm ci` would be stricter, but refuses a lock file that was written where another system's binaries could not be had.
  const npm = process.env.npm_execpath;
  const status = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args], { toStderr: true })
    : await run(npmCommand(), args, { toStderr: true });
  // The same thing keeps npm from writing its own version of the file back.
  await writeFile(join(ROOT, 'package-lock.json'), lockText);
  if (status !== 0) throw new Error(`npm install ended with status ${status}: check the network, then run the command again.`);
}

/** Why what is installed does not fit the lock file; undefined when it does. Both as parsed JSON. */
export function staleReason(lock, installed) {
  if (!installed.packages) return 'none are installed';
  for (const [path, { version, optional, link }] of Object.entries(lock.packages)) {
    // What is optional may rightly be missing: it is for another system.
    if (path === '' || optional || link) continue;
    const found = installed.packages[path]?.version;
    if (found !== version) return `${path.replace(/^.*node_modules\//, '')} is ${found ?? 'missing'}, expected ${version}`;
  }
  return undefined;
}

function npmCommand() {
  return process.platform === 'win32' ? 'npm.cmd' : 'npm';
}
