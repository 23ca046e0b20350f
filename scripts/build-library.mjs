/** npm run build:library: writes build/library/{game,judge}.js and the types beside them (build/types), which package.json exports. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT, runTool } from './lib/run.mjs';

await build({
  entryPoints: { game: join(ROOT, 'src/game/api.ts'), judge: join(ROOT, 'src/judge/api.ts') },
  outdir: join(ROOT, 'build/library'),
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2023',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  logLevel: 'warning',
});
if (!process.argv.includes('--no-types')) process.exitCode = await runTool('typescript7/bin/tsc', ['--build', 'src/game']);
