/**
 * Runs the test files that are named after it one after the other in this process, and writes what came of them as JSON to the file in
 * `HASHMARK_RESULTS` (results-reporter.mjs). Several files share what takes long to start; they must leave nothing behind that another could meet.
 * With a folder in `HASHMARK_SHARED_NETS` they share what nets computed, there and with other processes (shared-nets.mjs).
 */
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

/** Shared with the reporter, which Node loads by itself. */
globalThis.hashmarkTestHost = { isImported: false, broken: [] };

if (process.env.HASHMARK_SHARED_NETS) await import('./shared-nets.mjs');

let open = () => {};
const imported = new Promise((resolve) => (open = resolve));
// Node ends a run whose tests so far are done, though a later file has more: none begins before all are there.
test('every file is imported', () => imported);

for (const file of process.argv.slice(2)) {
  await import(pathToFileURL(file).href).catch((error) => globalThis.hashmarkTestHost.broken.push({ file, error }));
}
globalThis.hashmarkTestHost.isImported = true;
open();
