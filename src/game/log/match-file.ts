import type * as v from 'valibot';
import { checkedTable } from '../../table/documents/table-schema.js';
import { refuse, validate } from '../../table/documents/validate.js';
import type { Table } from '../../table/table.js';
import type { GameEvent } from '../model/event.js';
import { readEvent } from '../model/read-event.js';
import { RULES_VERSION } from '../model/rules-version.js';
import type { Entry, History } from './history.js';
import { type ENTRY_ENVELOPE, EVENT_ENVELOPE, MATCH_ENVELOPE, MATCH_VERSION } from './match-schema.js';
import { tableInFile, tableOfFile } from './match-table.js';

/** Version of the rules since which a ship keeps one lock; logs from before are played as they were. */
const LOCKS_VERSION = 7;

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * A match in the form of its file (docs/formats/match.schema.json): every entry numbered from 1, with the table it happened on as its place
 * in `tables`. Millimetres and degrees.
 */
export interface MatchFile {
  readonly format: 'hashmark-match';
  readonly version: typeof MATCH_VERSION;
  /** The rules that the match was played by (rules-version.ts). */
  readonly rulesVersion: number;
  readonly tables: readonly JsonObject[];
  readonly entries: readonly MatchEntry[];
}

export interface MatchEntry {
  readonly n: number;
  readonly table: number;
  /** `begin` and `table` bring the table of their entry; `execute` a seen one as `seenTable`. */
  readonly event: JsonObject;
}

/** Writes a log. Tables that several entries share are written once. */
export function matchFile({ entries }: Pick<History, 'entries'>): MatchFile {
  const tables: Table[] = [];
  const placeOf = (table: Table) => {
    const text = JSON.stringify(table);
    const place = tables.findIndex((one) => one === table || JSON.stringify(one) === text);
    return place >= 0 ? place : tables.push(table) - 1;
  };
  const stack: number[] = [];
  let last = 0;
  const rows = entries.map((entry, index): MatchEntry => {
    if (entry.kind === 'undo') {
      stack.pop();
      last = stack.at(-1) ?? 0;
      return { n: index + 1, table: last, event: { kind: 'undo' } };
    }
    if (entry.kind === 'begin' || entry.kind === 'table') last = placeOf(entry.table);
    stack.push(last);
    return { n: index + 1, table: last, event: written(entry, placeOf) };
  });
  return { format: 'hashmark-match', version: MATCH_VERSION, rulesVersion: RULES_VERSION, tables: tables.map(tableInFile), entries: rows };
}

function written(event: GameEvent, placeOf: (table: Table) => number): JsonObject {
  if (event.kind === 'begin' || event.kind === 'table') {
    const { table: _, ...rest } = event;
    return rest;
  }
  if (event.kind === 'execute' && event.seen) {
    const { seen, ...rest } = event;
    return { ...rest, seenTable: placeOf(seen) };
  }
  return { ...event };
}

/**
 * Reads a log. Throws an Error that gives the fault and what to do: not a match, a newer version, a hole in the numbering, an entry that is
 * no event. Whether the rules accept it is for `replayed` to say.
 */
export function readMatch(json: unknown): readonly Entry[] {
  const file = validate(MATCH_ENVELOPE, json, 'match');
  if (file.version > MATCH_VERSION)
    refuse('version', file.version, `at most ${MATCH_VERSION}`, 'The log was written by a newer Hashmark: update this one.');
  const isBefore = rulesVersionOf(json) < LOCKS_VERSION;
  const readTable = file.version === 1 ? checkedTable : tableOfFile;
  const tables = file.tables.map((table, i) => readTable(table, `tables[${i}]`));
  const entries = file.entries.map((row, i) => readEntry(row, i, tables));
  if (!isBefore) return entries;
  return entries.map((entry) => (entry.kind === 'begin' ? { ...entry, options: { ...entry.options, keepsLocks: true } } : entry));
}

/** The rules that a log was played by; throws on rules that this program does not know yet. */
export function rulesVersionOf(json: unknown): number {
  const { rulesVersion = 1 } = validate(MATCH_ENVELOPE, json, 'match');
  if (rulesVersion > RULES_VERSION)
    refuse('rulesVersion', rulesVersion, `at most ${RULES_VERSION}`, 'The match was played by newer rules: update this Hashmark.');
  return rulesVersion;
}

function readEntry(row: v.InferOutput<typeof ENTRY_ENVELOPE>, index: number, tables: readonly Table[]): Entry {
  const where = `entries[${index}]`;
  const { n } = row;
  if (n !== index + 1) {
    const hint =
      n > index + 1 ? 'Entries are missing: get the whole log.' : 'Entries are out of order or doubled: get the log as it was saved.';
    refuse(`${where}.n`, n, String(index + 1), hint);
  }
  const tableAt = (place: number, at: string) =>
    tables[place] ?? refuse(at, place, `a place in tables (0 to ${tables.length - 1})`, 'The log is damaged: get it again.');
  const table = tableAt(row.table, `${where}.table`);
  const { kind, seenTable } = validate(EVENT_ENVELOPE, row.event, 'event', `${where}.event`);
  if (kind === 'undo') return { kind };
  const { seenTable: _, ...rest } = row.event as JsonObject;
  const whole = {
    ...rest,
    ...((kind === 'begin' || kind === 'table') && { table }),
    ...(seenTable !== undefined && { seen: tableAt(seenTable, `${where}.event.seenTable`) }),
  };
  return readEvent(whole, `${where}.event`);
}
