import { isShapeOf } from '../../table/known-lens.js';
import type { Problem } from '../../table/measurement.js';
import { parseJson } from '../../table/parse-json.js';
import type { Setup } from '../../table/setup/setup.js';
import { parseSetup, setupFile } from '../../table/setup/setup-file.js';
import { saveBytes } from '../ui/save-file.js';

export type ReadSetup = { readonly ok: true; readonly setup: Setup } | { readonly ok: false; readonly problem: Problem };

const UNCHANGED = 'Nothing of it was used; the table on the page is as it was.';

/** Whether a file's text says that it is a setup: what of it was cut off is reported by `readSetup`. */
export function isSetupText(text: string): boolean {
  return /"format"\s*:\s*"hashmark-setup"/.test(text.slice(0, 2000));
}

/** Reads a setup for pictures of a size; undefined: of whatever size comes. */
export function readSetup(
  text: string,
  name: string,
  picture: { readonly widthPx: number; readonly heightPx: number } | undefined,
): ReadSetup {
  try {
    const setup = parseSetup(parseJson(text));
    const lens = setup.camera?.lens;
    if (!picture) {
      const message = `${name} is the setup of a table, but no picture of a table is open.`;
      return {
        ok: false,
        problem: { code: 'setup-without-picture', message, hint: 'Open the camera, photo or video first, then this file.' },
      };
    }
    if (lens && !isShapeOf(lens, picture)) {
      const message = `${name} holds the lens of a camera at ${lens.widthPx}×${lens.heightPx} px; got pictures of ${picture.widthPx}×${picture.heightPx} px, expected the same shape.`;
      const hint = `${UNCHANGED} Choose the camera or resolution that it was made with, or set this table up anew.`;
      return { ok: false, problem: { code: 'setup-of-another-resolution', message, hint } };
    }
    return { ok: true, setup };
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not JSON, or was cut off' : error instanceof Error ? error.message : String(error);
    const message = `${name} could not be opened: ${reason}`;
    return {
      ok: false,
      problem: {
        code: 'setup-unreadable',
        message,
        hint: `Expected a setup as Hashmark saves it (hashmark-setup, version 1). ${UNCHANGED}`,
      },
    };
  }
}

/** Hands the setup to the player as a file. */
export function saveSetup(setup: Setup, at: Date): void {
  const name = `hashmark-setup-${at.toISOString().slice(0, 10)}.json`;
  saveBytes(`${JSON.stringify(setupFile(setup), null, 1)}\n`, 'application/json', name);
}
