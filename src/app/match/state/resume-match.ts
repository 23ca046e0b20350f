import { present, replayed } from '../../../game/log/history.js';
import { readMatch } from '../../../game/log/match-file.js';
import { isRefusal } from '../../../game/model/refusal.js';
import type { Problem } from '../../../table/measurement.js';
import type { Table } from '../../../table/table.js';
import { english } from '../../../texts/english.js';
import { phrase } from '../../../texts/phrase.js';
import { reasonOf } from '../../../texts/phrase-error.js';
import { keptMatch } from './stored-match.js';

/** The checked log of a match, with the table at its end. */
export interface MatchOnTable {
  readonly file: unknown;
  readonly table: Table;
}

/** Reads the log of a match. Throws an Error that describes its fault. */
export function matchOnTable(file: unknown): MatchOnTable {
  const history = replayed(readMatch(file));
  if (isRefusal(history)) throw new Error(`entries[${history.at}]: ${english(history.message)} (${history.code}) ${english(history.hint)}`);
  const table = present(history)?.table;
  if (!table) throw new Error('entries: got none that begins a match, expected one. Choose another log.');
  return { file, table };
}

/** The problem with a log that a player gave; the match on the page stays. */
export function unreadableLog(name: string, error: unknown): Problem {
  const reason = error instanceof SyntaxError ? phrase('not-json-cut-off') : reasonOf(error);
  return { code: 'match-unreadable', message: phrase('evidence-unreadable', name, reason), hint: phrase('match-page-unchanged') };
}

/** The match that was played last on this device; undefined where none is kept that can be read. */
export function lastMatch(): MatchOnTable | undefined {
  const file = keptMatch();
  if (file === undefined) return undefined;
  try {
    return matchOnTable(file);
  } catch {
    return undefined;
  }
}
