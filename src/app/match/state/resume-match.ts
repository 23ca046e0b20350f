import { present, replayed } from '../../../game/log/history.js';
import { readMatch } from '../../../game/log/match-file.js';
import { isRefusal } from '../../../game/model/refusal.js';
import type { Table } from '../../../table/table.js';
import { keptMatch } from './stored-match.js';

/** The match that was played last on this device, with the table that it stood on; undefined where none is kept that can be read. */
export function lastMatch(): { readonly file: unknown; readonly table: Table } | undefined {
  const file = keptMatch();
  if (file === undefined) return undefined;
  try {
    const history = replayed(readMatch(file));
    const table = isRefusal(history) ? undefined : present(history)?.table;
    return table && { file, table };
  } catch {
    return undefined;
  }
}
