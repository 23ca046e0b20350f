import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { say } from '../terminal/output.js';

const FRESH = fileURLToPath(new URL('../../../scripts/fresh.mjs', import.meta.url));

/** Notes that a printed document of the repository, by its name in scripts/lib/printed-documents.mjs, is of what is there now. A failure is a warning. */
export function stampPrinted(name: string): Promise<void> {
  return new Promise((resolve) => {
    execFile(process.execPath, [FRESH, '--stamp', name], (error, _, stderr) => {
      if (error) say(`${name} has no new stamp: ${stderr || error.message}\n`);
      resolve();
    });
  });
}
