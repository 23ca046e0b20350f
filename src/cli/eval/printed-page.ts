import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { say } from '../terminal/output.js';

/**
 * A page whose sections (`## title`) are those of `fresh`, with what `old` has under other titles behind them: several programs print
 * sections of one page, and each renews only its own.
 */
export function withOtherSections(fresh: string, old: string): string {
  const titles = new Set(sectionsOf(fresh).map(titleOf));
  const others = sectionsOf(old).filter((section) => !titles.has(titleOf(section)));
  return [fresh.trimEnd(), ...others.map((section) => section.trimEnd())].join('\n\n').concat('\n');
}

/** The page with one section renewed in its place, or put at the end. */
export function withSection(page: string, section: string): string {
  const title = titleOf(section);
  const old = sectionsOf(page).find((one) => titleOf(one) === title);
  return old === undefined ? `${page.trimEnd()}\n\n${section.trimEnd()}\n` : page.replace(old.trimEnd(), () => section.trimEnd());
}

function sectionsOf(page: string): string[] {
  return page.split(/^(?=## )/m).filter((part) => part.startsWith('## '));
}

const titleOf = (section: string) => section.slice(0, section.indexOf('\n'));

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
