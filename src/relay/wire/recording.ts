import * as v from 'valibot';
import { FieldTwiceError, parseJson } from '../../table/documents/parse-json.js';
import { exactly, fields, number, oneOf, refuse, validate, word } from '../../table/documents/validate.js';
import { checkMessage } from './messages.js';
import { CHANNELS, type Channel, isTableName } from './topics.js';

/** The first line of a recording; the documents of one table follow, one JSON object a line. */
export interface RecordingHead {
  readonly format: 'hashmark-recording';
  readonly version: 1;
  readonly table: string;
}

/** A document as it was taken by the relay. */
export interface RecordedDocument {
  readonly atMs: number;
  readonly channel: Channel;
  /** null: the retained document was cleared. */
  readonly message: unknown;
}

export interface Recording {
  readonly table: string;
  readonly documents: readonly RecordedDocument[];
}

/** The channels of a table that are recorded: a call for a judge is nobody's business later. */
export const RECORDED: readonly Channel[] = ['scene', 'report', 'status', 'camera', 'match', 'show'];

/**
 * Reads a recording. Throws, naming the line, on a line that is not one, or holds a document that the relay would refuse; a last line that is cut off,
 * as a program that was killed leaves it, is left out. Lines end as in any system, and empty ones count for nothing.
 */
export function parseRecording(text: string): Recording {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((line, i) => ({ line, at: i + 1 }))
    .filter(({ line }) => line.trim() !== '');
  const [head, ...rest] = lines;
  const first = parseLine(head?.line ?? text, head?.at ?? 1);
  const { table } = atLine(1, () => validate(HEAD, first, 'document'));
  if (!isTableName(table)) refuse('line 1: table', table, 'a table’s name', 'Correct it.');
  const last = rest.at(-1);
  if (last && !/[\r\n]\s*$/.test(text) && !isJson(last.line)) rest.pop();
  return { table, documents: rest.map(({ line, at }) => readDocument(line, at)) };
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

const HEAD = fields({
  format: exactly('hashmark-recording', 'Choose a file that hashmark serve --record has written.'),
  version: exactly(1, 'Update Hashmark.'),
  table: word(),
});

const DOCUMENT = fields({
  atMs: number({ min: 0, max: 1e14 }),
  channel: oneOf(CHANNELS.map(({ channel }) => channel)),
  message: v.unknown(),
});

/** Runs `read`, and names the line in any error. */
function atLine<T>(line: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`line ${line}: ${(error as Error).message}`);
  }
}

function readDocument(line: string, at: number): RecordedDocument {
  const json = parseLine(line, at);
  const { message, ...rest } = atLine(at, () => validate(DOCUMENT, json, 'document'));
  const document: RecordedDocument = { ...rest, message };
  const checked = message === null ? undefined : checkMessage(document.channel, new TextEncoder().encode(JSON.stringify(message)));
  if (checked && !checked.ok) throw new Error(`line ${at}: ${checked.reason}`);
  return document;
}

function parseLine(line: string, at: number): unknown {
  try {
    return parseJson(line);
  } catch (error) {
    if (error instanceof FieldTwiceError) throw new Error(`line ${at}: ${error.message}`);
    return refuse(`line ${at}`, line, 'a JSON object', 'Choose a file that hashmark serve --record has written.');
  }
}
