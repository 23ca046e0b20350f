/** Runs the test files that are named after it, one after the other in this one process; they must leave nothing behind that another could meet. */
import { pathToFileURL } from 'node:url';

for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href);
