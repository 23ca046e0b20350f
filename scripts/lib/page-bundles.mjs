import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { build } from 'esbuild';
import { testFiles } from './node-tests.mjs';
import { ROOT } from './run.mjs';

/**
 * A plugin of @web/test-runner that serves the test files of a folder with all they import as bundles, instead of three hundred modules that every page asks
 * for one by one. A bundle has the path of its source; a module that a test imports by an address of its own is bundled when it is asked for.
 */
export function pageBundles(folder) {
  let testBundles;
  return {
    name: 'page-bundles',
    async serve({ path }) {
      testBundles ??= testFiles([folder]).then((files) => bundled(files));
      const bundles = await testBundles;
      if (path.endsWith('.ts') && !bundles.has(path)) for (const [name, body] of await bundled([path.slice(1)])) bundles.set(name, body);
      const body = bundles.get(path);
      return body === undefined ? undefined : { body, type: path.endsWith('.map') ? 'json' : 'js' };
    },
  };
}

/** The bundles of some files and what they share, with their maps, by path. */
async function bundled(files) {
  const { outputFiles } = await build({
    entryPoints: files,
    absWorkingDir: ROOT,
    ...{ bundle: true, splitting: true, format: 'esm', target: 'es2022', sourcemap: 'linked', sourcesContent: false },
    ...{ outdir: ROOT, outbase: ROOT, outExtension: { '.js': '.ts' }, chunkNames: '[name]-[hash]', write: false, logLevel: 'error' },
    tsconfig: join(ROOT, 'tsconfig.base.json'),
    conditions: ['onnxruntime-web-use-extern-wasm'],
    plugins: [ownAddresses],
  });
  return new Map(outputFiles.map(({ path, text }) => [pathOf(path), text]));
}

/** In a bundle a module has the address of its source, and finds beside it what it found there. */
const ownAddresses = {
  name: 'own-addresses',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\](src|test)[/\\].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      return { contents: text.replaceAll('import.meta.url', `new URL('${pathOf(path)}', location.origin).href`), loader: 'ts' };
    });
  },
};

function pathOf(file) {
  return `/${relative(ROOT, file).split(sep).join('/')}`;
}
