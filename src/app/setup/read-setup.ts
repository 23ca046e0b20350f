import { parseJson } from '../../table/documents/parse-json.js';
import { isShapeOf } from '../../table/known-lens.js';
import type { Problem } from '../../table/measurement.js';
import { printIn } from '../../table/setup/print-schema.js';
import type { Setup } from '../../table/setup/setup.js';
import { parseSetup } from '../../table/setup/setup-file.js';
import { phrase } from '../../texts/phrase.js';
import { reasonOf } from '../../texts/phrase-error.js';

export type ReadSetup = { readonly ok: true; readonly setup: Setup } | { readonly ok: false; readonly problem: Problem };

const UNCHANGED = phrase('nothing-used');

/** Reads a setup for pictures of a size; undefined: of whatever size comes. */
export function readSetup(
  text: string,
  name: string,
  picture: { readonly widthPx: number; readonly heightPx: number } | undefined,
): ReadSetup {
  try {
    const json = parseJson(text);
    const print = printIn(json);
    const setup = { ...parseSetup(json), ...(print && { print }) };
    const lens = setup.camera?.lens;
    if (!picture) {
      const message = phrase('setup-table-but-no', name);
      return {
        ok: false,
        problem: { code: 'setup-without-picture', message, hint: phrase('open-camera-photo-video') },
      };
    }
    if (lens && !isShapeOf(lens, picture)) {
      const message = phrase('holds-lens-camera-px', name, lens.widthPx, lens.heightPx, picture.widthPx, picture.heightPx);
      const hint = phrase('choose-camera-resolution-made', UNCHANGED);
      return { ok: false, problem: { code: 'setup-of-another-resolution', message, hint } };
    }
    return { ok: true, setup };
  } catch (error) {
    const reason = error instanceof SyntaxError ? phrase('not-json-cut-off') : reasonOf(error);
    const message = phrase('evidence-unreadable', name, reason);
    return {
      ok: false,
      problem: {
        code: 'setup-unreadable',
        message,
        hint: phrase('expected-setup-hashmark-saves', UNCHANGED),
      },
    };
  }
}
