import type { ScoreFile } from './score-file.js';

/** A table of a hall in the results: one score sheet, the newest that was handed in for it. */
export interface HallResults {
  readonly format: 'hashmark-results';
  readonly version: 1;
  readonly tables: readonly ScoreFile[];
}

/** The results of a hall from its score sheets: of sheets for one table and the same players the newest counts; by table, as people number them. */
export function hallResults(sheets: readonly ScoreFile[]): HallResults {
  const newest = new Map<string, ScoreFile>();
  for (const [i, sheet] of sheets.entries()) {
    // A sheet without a table and names stands for itself.
    const key =
      sheet.table || sheet.players.some(({ name }) => name) ? JSON.stringify([sheet.table, sheet.players.map(({ name }) => name)]) : `${i}`;
    const other = newest.get(key);
    if (!other || other.writtenAt <= sheet.writtenAt) newest.set(key, sheet);
  }
  const tables = [...newest.values()].sort((a, b) => a.table.localeCompare(b.table, 'en', { numeric: true }));
  return { format: 'hashmark-results', version: 1, tables };
}

const HEAD = [
  'table',
  'player',
  'name',
  'total',
  'ships',
  'mission',
  'destroyed',
  'halved',
  'points unknown',
  'over',
  'rounds',
  'written at',
];

/** The same for a spreadsheet: one row for each player. A text that a spreadsheet would read as a formula has an apostrophe before it. */
export function resultsCsv({ tables }: HallResults): string {
  const rows = tables.flatMap(({ table, players, isOver, round, writtenAt }) =>
    players.map(({ player, name, points, mission, destroyed, halved, unknown }) => [
      ...[table, player, name, points + mission, points, mission],
      ...[destroyed, halved, unknown, isOver ? 'yes' : 'no', round, writtenAt],
    ]),
  );
  return `${[HEAD, ...rows].map((row) => row.map(cell).join(',')).join('\n')}\n`;
}

function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
