import { documentKind } from '../../table/documents/document-kind.js';
import { parseJson } from '../../table/documents/parse-json.js';
import { parseScene } from '../../table/documents/scene-file.js';
import type { Problem } from '../../table/measurement.js';
import type { Table } from '../../table/table.js';
import { phrase } from '../../texts/phrase.js';
import { reasonOf } from '../../texts/phrase-error.js';
import { openEvidence } from '../evidence/open-evidence.js';
import type { PageSession } from '../session/page-session.js';
import { readSetup } from '../setup/read-setup.js';

/**
 * Opens the text of a document: evidence, the setup of the table that is shown, or a scene. A fault in it is reported, and the page stays
 * unchanged.
 */
export async function openDocument(text: string, name: string, session: PageSession): Promise<void> {
  const kind = documentKind(text);
  if (kind === 'evidence') await openEvidence(text, name, session);
  else if (kind === 'setup') openSetup(text, name, session);
  else {
    const read = readScene(text, name);
    if (read.ok) session.openTable(read.table);
    else session.showProblem(read.problem);
  }
}

function openSetup(text: string, name: string, session: PageSession): void {
  const read = readSetup(text, name, session.state.source?.size());
  if (!read.ok) {
    session.showProblem(read.problem);
    return;
  }
  session.showProblem(undefined);
  session.hints.setUp({ setup: read.setup, isAnotherFrame: true, isSameTable: true });
}

type ReadScene = { readonly ok: true; readonly table: Table } | { readonly ok: false; readonly problem: Problem };

/** Reads a scene file that a player opened. */
function readScene(text: string, name: string): ReadScene {
  try {
    return { ok: true, table: parseScene(parseJson(text)) };
  } catch (error) {
    const reason = error instanceof SyntaxError ? phrase('not-json-cut-off') : reasonOf(error);
    return {
      ok: false,
      problem: {
        code: 'scene-unreadable',
        message: phrase('evidence-unreadable', name, reason),
        hint: phrase('expected-scene-hashmark-saves'),
      },
    };
  }
}
