/**
 * npm run fresh: which printed documents are older than what they were made from, and the command that prints each.
 * npm run fresh -- --stamp NAME [--stamp NAME…]: notes, right after printing, that a document is of what is there now.
 */
import { parseArgs } from 'node:util';
import { printedStates, stampDocument } from './lib/printed-documents.mjs';

const { values } = parseArgs({ options: { stamp: { type: 'string', multiple: true, default: [] } } });
try {
  for (const name of values.stamp) await stampDocument(name);
  for (const { name, command, reason } of await printedStates()) {
    process.stdout.write(reason ? `stale: ${name} ${reason}; print it by: ${command}\n` : `fresh: ${name}\n`);
  }
} catch (error) {
  process.stderr.write(`npm run fresh: ${error.message}\n`);
  process.exitCode = 2;
}
