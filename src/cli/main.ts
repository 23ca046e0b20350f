import { runCommandLine } from './command-line.js';
import { guardOutput } from './terminal/output.js';

/**
 * Command line: one program, the same pipeline as the app. package.json starts it with a roomy nursery (V8's semi-space): what a photo leaves behind
 * is then swept away in a third of the time.
 */
const endWith = guardOutput();
void runCommandLine(process.argv.slice(2)).then(endWith);
