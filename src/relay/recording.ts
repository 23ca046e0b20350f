import { readNumber, readObject, readOneOf, refuse } from '../table/json-door.js';
import { checkMessage } from './messages.js';
import { CHANNELS, type Channel, isTableName } from './topics.js';

/** The first line of a recording: what follows are the documents of one table, one JSON object a line. */
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

/** What of a table is recorded: a call for a judge is nobody's business later. */
export const RECORDED: readonly Channel[] = ['scene', 'report', 'status', 'show'];

/**
 * Reads a recording. Throws, naming the line, on one that is none or holds a document that the relay would refuse; a last line that is cut off,
 * as a program that was killed leaves it, is left out.
 */
export function parseRecording(text: string): Recording {
  const lines = text.split('\n');
  const isCut = lines.pop() !== '';
  const head = readObject(parseLine(lines[0] ?? text, 1), 'line 1');
  if (head.format !== 'hashmark-recording') {
    refuse('line 1: format', head.format, 'hashmark-recording', 'Choose a file that hashmark serve --record has written.');
  }
  if (head.version !== 1) refuse('line 1: version', head.version, '1', 'Update Hashmark.');
  if (typeof head.table !== 'string' || !isTableName(head.table)) refuse('line 1: table', head.table, 'a table’s name', 'Correct it.');
  const whole = isCut ? lines : lines.filter((line, i) => line !== '' || i < lines.length - 1);
  return { table: head.table as string, documents: whole.slice(1).map((line, i) => readDocument(line, i + 2)) };
}

function readDocument(line: string, number: number): RecordedDocument {
  const { atMs, channel, message } = readObject(parseLine(line, number), `line ${number}`);
  const document = {
    atMs: readNumber(atMs, `line ${number}: atMs`, { min: 0 }),
    channel: readOneOf(
      channel,
      CHANNELS.map((row) => row.channel),
      `line ${number}: channel`,
    ),
    message,
  };
  const checked = message === null ? undefined : checkMessage(document.channel, Buffer.from(JSON.stringify(message) ?? ''));
  if (checked && !checked.ok) throw new Error(`line ${number}: ${checked.reason}`);
  return document;
}

function parseLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return refuse(`line ${number}`, line, 'a JSON object', 'Choose a file that hashmark serve --record has written.');
  }
}
