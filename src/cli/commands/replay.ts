import { type MatchState, statesOfMatch } from '../../game/log/states-of-match.js';
import { eventWords } from '../../game/model/event-words.js';
import { connectAsCamera, playRecording } from '../../relay/hall/replay-recording.js';
import { parseRecording, type Recording } from '../../relay/wire/recording.js';
import { FieldTwiceError, parseJson } from '../../table/documents/parse-json.js';
import { english } from '../../texts/english.js';
import { readText } from '../inputs/read-text.js';
import { recordingOfMatch } from '../inputs/recording-of-match.js';
import { type Args, parseArgs, UsageError } from '../terminal/args.js';
import { print, say } from '../terminal/output.js';

const USE = 'hashmark replay FILE [--url mqtt(s)://HOST:PORT --token CAMERA_TOKEN [--table NAME] [--speed N]] [--json]';
const FASTEST = 1000;
/** Maximum size of a recording, that of a day; texts cannot be much longer. */
const MAX_BYTES = 500e6;
/** Name that `hashmark serve` gives its table by default; a log of a match names none. */
const DEFAULT_TABLE = 'table';

/**
 * Plays the log of a match that the app saved, or a file that `hashmark serve --record` wrote, to a relay as its camera, given `--url`;
 * otherwise prints its states. Exit status 0 done, 1 not done, 2 wrong use.
 */
export async function run(argv: readonly string[]): Promise<number> {
  let args: Args;
  let speed: number;
  try {
    args = parseArgs(argv, { flags: ['json'], values: ['url', 'token', 'table', 'speed'] });
    if (args.names.length !== 1) throw new UsageError(`got ${args.names.length} files, expected one.`);
    if (args.values.has('url') !== args.values.has('token')) throw new UsageError('expected --url and --token together.');
    speed = Number(args.values.get('speed') ?? 1);
    if (!(speed > 0 && speed <= FASTEST)) throw new UsageError(`--speed: expected a number above 0, at most ${FASTEST}.`);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`hashmark replay: ${error.message}\nUse: ${USE}\n`);
    return 2;
  }
  try {
    const [path] = args.names as readonly [string];
    const text = await readText(path, 'the log of a match, or a file that hashmark serve --record has written', MAX_BYTES);
    const match = matchIn(text);
    const url = args.values.get('url');
    if (match !== undefined) {
      const states = statesOfMatch(match);
      if (url === undefined) printMatch(states, args.flags.has('json'));
      else await play(recordingOfMatch(states, args.values.get('table') ?? DEFAULT_TABLE), url, args.values.get('token')!, speed);
      return 0;
    }
    const recording = parseRecording(text);
    if (url === undefined) printRecording(recording, args.flags.has('json'));
    else await play({ ...recording, table: args.values.get('table') ?? recording.table }, url, args.values.get('token')!, speed);
    return 0;
  } catch (error) {
    say(`hashmark replay: ${(error as Error).message}\n`);
    return 1;
  }
}

async function play(recording: Recording, url: string, token: string, speed: number): Promise<void> {
  const camera = await connectAsCamera(url, recording.table, token);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  // The commentator's screen belongs to the console, whose token is another.
  const documents = recording.documents.filter(({ channel }) => channel !== 'show');
  try {
    await playRecording({ recording: { ...recording, documents }, speed, send: camera.send, signal: stop.signal });
  } finally {
    await camera.close();
  }
}

function printRecording({ table, documents }: Recording, asJson: boolean): void {
  if (asJson) {
    print(`${JSON.stringify({ table, documents })}\n`);
    return;
  }
  const firstMs = documents[0]?.atMs ?? 0;
  for (const { atMs, channel, message } of documents) {
    print(`${((atMs - firstMs) / 1000).toFixed(1).padStart(8)} s  ${channel.padEnd(6)}  ${summary(message)}\n`);
  }
}

/** The log of a match, if that is what a file holds. Throws where it names a field twice, or holds another document. */
function matchIn(text: string): unknown {
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (error) {
    if (error instanceof FieldTwiceError) throw error;
    // A recording has a document on each line.
    return undefined;
  }
  const format = (json as { readonly format?: unknown } | null)?.format;
  if (format === 'hashmark-match') return json;
  if (typeof format === 'string' && format !== 'hashmark-recording')
    throw new Error(`got a document of format "${format}", expected the log of a match, or what hashmark serve --record has written.`);
  return undefined;
}

function printMatch(states: readonly MatchState[], asJson: boolean): void {
  for (const { event, state } of states) {
    const words = english(eventWords(event, state));
    const notes = state.notes.map(english).join('; ');
    print(
      asJson
        ? `${JSON.stringify({ event, state })}\n`
        : `${state.round}  ${state.phase.padEnd(10)}  ${words}${notes ? ` · ${notes}` : ''}\n`,
    );
  }
}

function summary(message: unknown): string {
  const text = message === null ? 'cleared' : JSON.stringify(message);
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}
