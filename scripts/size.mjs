/** npm run analyse -- size: what the built app weighs as it is sent, and status 1 when it is more than it may be. */
import { join } from 'node:path';
import { ensureBuilt } from './lib/app-build.mjs';
import { buildSizes, LIMITS, tooLarge } from './lib/build-size.mjs';
import { ROOT } from './lib/run.mjs';

try {
  await ensureBuilt();
  const sizes = await buildSizes(join(ROOT, 'dist'));
  const kB = (bytes) => `${Math.ceil(bytes / 1000)} kB`;
  process.stdout.write(`shell ${kB(sizes.shell)} of ${kB(LIMITS.shell)}: ${sizes.shellNames.join(', ')}\n`);
  process.stdout.write(`all ${kB(sizes.all)} of ${kB(LIMITS.all)}, brotli\n`);
  const wrong = tooLarge(sizes);
  for (const line of wrong) process.stderr.write(`npm run analyse -- size: ${line}\n`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`npm run analyse -- size: ${error.message}\n`);
  process.exitCode = 1;
}
