import { msg } from '@lit/localize';
import type { ReaderStatus } from '../../relay/client/subscriber.js';
import type { CallMessage, MatchMessage, ShowMessage } from '../../relay/wire/messages.js';
import { problemWords, wireMessage } from '../locales/language.js';

/** One table, as the director knows it. */
export interface TableRow {
  readonly table: string;
  readonly status: ReaderStatus | undefined;
  readonly ships: number;
  readonly match: MatchMessage | undefined;
  readonly show: ShowMessage | undefined;
  readonly call: CallMessage | undefined;
  /** Arrival of the call here, on the clock of this page, ms: that of the table's device may be wrong. */
  readonly calledHereAtMs: number | undefined;
}

/** A table before any news of it. */
export function newRow(table: string): TableRow {
  return { table, status: undefined, ships: 0, match: undefined, show: undefined, call: undefined, calledHereAtMs: undefined };
}

/** State of the table in a few words, and whether it needs somebody. */
export function rowState({ status }: TableRow): { readonly text: string; readonly isGood: boolean } {
  if (status?.problem) return { text: problemWords(status.problem), isGood: false };
  if (!status?.linked) return { text: msg('Connecting…'), isGood: false };
  if (!status.camera?.online) return { text: msg('No camera is sending'), isGood: false };
  if (status.camera.problem) return { text: wireMessage(status.camera.problem), isGood: false };
  return status.stale ? { text: msg('Silent'), isGood: false } : { text: msg('Live'), isGood: true };
}

/** Calls first, in the order in which they came; then as they were given. */
export function byUrgency(rows: readonly TableRow[]): readonly TableRow[] {
  const due = ({ call, calledHereAtMs }: TableRow) => (call ? (calledHereAtMs ?? 0) : Infinity);
  return [...rows].sort((a, b) => (due(a) === due(b) ? 0 : due(a) - due(b)));
}

const COLUMNS = [
  'table',
  'player 1',
  'player 2',
  'score 1',
  'score 2',
  'round',
  'phase',
  'ships left 1',
  'ships left 2',
  'hull and shields 1',
  'hull and shields 2',
];

/** The results of all tables for a spreadsheet: RFC 4180, one row a table; unknown values are empty. */
export function resultsCsv(rows: readonly TableRow[]): string {
  const lines = rows.map(({ table, show, match }) => {
    const { names = ['', ''], score = ['', ''] } = show?.panel ?? {};
    const left = ([1, 2] as const).map((player) => match?.ships.filter((ship) => ship.owner === player && !ship.isDestroyed));
    const strength = left.map((ships) => ships?.reduce((sum, { hull, shields }) => sum + hull + shields, 0));
    return [table, ...names, ...score, match?.round, match?.phase, ...left.map((ships) => ships?.length), ...strength];
  });
  return [COLUMNS, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

/** Keeps a text that a spreadsheet would mistake for a formula a text. */
function cell(value: string | number | undefined): string {
  const text = typeof value === 'string' && /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
