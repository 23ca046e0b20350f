import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, run } from './run.mjs';

/**
 * Installs the packages of the lock file where they are missing or others. With `appOnly`, those that build and serve the app are enough: a third
 * of them, in half the time; tests install the rest. Throws when that fails.
 */
export async function ensurePackages({ appOnly = false } = {}) {
  const lockText = await readFile(join(ROOT, 'package-lock.json'), 'utf8');
  const installed = JSON.parse(await readFile(join(ROOT, 'node_modules/.package-lock.json'), 'utf8').catch(() => '{}'));
  const reason = staleReason(JSON.parse(lockText), installed, appOnly);
  if (!reason) return;
  process.stderr.write(`Installing packages (${reason}) …\n`);
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error'];
  // Where the others are installed they stay.
  if (appOnly && !Object.values(installed.packages ?? {}).some(({ dev }) => dev)) args.push('--omit=dev');
  // `npm ci` would be stricter, but refuses a lock file that was written where another system's binaries could not be had.
  const npm = process.env.npm_execpath;
  const status = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args], { toStderr: true })
    : await run(npmCommand(), args, { toStderr: true });
  // The same thing keeps npm from writing its own version of the file back.
  await writeFile(join(ROOT, 'package-lock.json'), lockText);
  if (status !== 0) throw new Error(`npm install ended with status ${status}: check the network, then run the command again.`);
}

/** Why what is installed does not fit the lock file, or the part of it that the app needs; undefined when it does. Both as parsed JSON. */
export function staleReason(lock, installed, appOnly = false) {
  if (!installed.packages) return 'none are installed';
  for (const [path, { version, optional, devOptional, dev, link }] of Object.entries(lock.packages)) {
    // What is optional may rightly be missing: it is for another system.
    if (path === '' || optional || link || (appOnly && (dev || devOptional))) continue;
    const found = installed.packages[path]?.version;
    if (found !== version) return `${path.replace(/^.*node_modules\//, '')} is ${found ?? 'missing'}, expected ${version}`;
  }
  return undefined;
}

function npmCommand() {
  return process.platform === 'win32' ? 'npm.cmd' : 'npm';
}
