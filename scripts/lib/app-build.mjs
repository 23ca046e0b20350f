import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, runTool } from './run.mjs';

/** What the built app is made of. */
const SOURCES = ['src', 'models', 'calibration', 'rollup.config.mjs', 'package-lock.json', 'tsconfig.base.json'];
/** Written last, so that a build that broke off does not pass for one. */
const LAST_WRITTEN = 'dist/index.html';

/** Builds the app where it is missing or older than its sources, for somebody who waits for it. Throws when that fails. */
export async function ensureBuilt() {
  const builtMs = await modifiedMs(join(ROOT, LAST_WRITTEN));
  if (builtMs > (await newestMs(SOURCES.map((name) => join(ROOT, name))))) return;
  process.stderr.write('Building the app …\n');
  const status = await runTool('rollup/dist/bin/rollup', ['--config', 'rollup.config.mjs', '--silent'], {
    toStderr: true,
    env: { HASHMARK_HURRIED: '1' },
  });
  if (status !== 0) throw new Error(`the app could not be built: rollup ended with status ${status}, see above.`);
}

/** The time of the newest file under some paths, ms; what trains the models does not enter the app. */
async function newestMs(paths) {
  let newest = 0;
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory()) {
      const inside = (await readdir(path)).filter((name) => name !== 'train' && name !== 'runs').map((name) => join(path, name));
      newest = Math.max(newest, await newestMs(inside));
    } else if (found) newest = Math.max(newest, found.mtimeMs);
  }
  return newest;
}

async function modifiedMs(path) {
  return stat(path).then(
    (found) => found.mtimeMs,
    () => 0,
  );
}
