/** run-program.mjs NAME FILE [OPTIONS…]: runs a program of `analyses` in this process. What stops it is said in a line, with the place in its code. */
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './run.mjs';

const [name, file] = process.argv.splice(2, 2);
process.argv[1] = file;
try {
  await import(pathToFileURL(file).href);
} catch (error) {
  if (!(error instanceof Error)) throw error;
  const isMisused = error.code?.startsWith?.('ERR_PARSE_ARGS') === true;
  const place = isMisused ? undefined : placeIn(error.stack ?? '');
  const todo = isMisused ? ` How it is used: npm run analyse -- ${name} --help` : '';
  process.stderr.write(`npm run analyse -- ${name}: ${error.message}${todo}${place ? `\n  at ${place}` : ''}\n`);
  // A browser or a server that it has started would keep it alive.
  process.exit(isMisused ? 2 : 1);
}

/** The innermost place of a stack that is in this repository. */
function placeIn(stack) {
  const [, url] = /(file:\/\/\/?[^\s)]*\/(?:analyses|src|scripts)\/[^\s)]*)/.exec(stack) ?? [];
  return url && relative(ROOT, new URL(url).pathname);
}
