import type { Problem } from '../../table/measurement.js';
import { parseJson } from '../../table/parse-json.js';
import { parseScene, sceneOf } from '../../table/scene-file.js';
import type { Table } from '../../table/table.js';
import { phrase } from '../../texts/phrase.js';
import { reasonOf } from '../../texts/phrase-error.js';
import { saveBytes } from '../ui/save-file.js';

export type ReadScene = { readonly ok: true; readonly table: Table } | { readonly ok: false; readonly problem: Problem };

/** Reads a scene file that a player opened. */
export function readScene(text: string, name: string): ReadScene {
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

/** Hands the table to the player as a scene file. */
export function saveScene(table: Table, at: Date): void {
  const name = `hashmark-${at.toISOString().slice(0, 19).replaceAll(':', '-')}.json`;
  saveBytes(`${JSON.stringify(sceneOf(table), null, 1)}\n`, 'application/json', name);
}
