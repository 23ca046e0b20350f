import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isTableName } from '../../relay/wire/topics.js';
import { isLoopback } from '../serve/addresses.js';
import { announcement, announcementLine, playerLink } from '../serve/announce.js';
import { cacheFolder } from '../serve/cache-folder.js';
import { refusalLog } from '../serve/refusal-log.js';
import { type Service, startService } from '../serve/service.js';
import { parseArgs, UsageError } from '../terminal/args.js';
import { say } from '../terminal/output.js';

const USE =
  'hashmark serve [--port N] [--host H] [--table NAME] [--delay SECONDS] [--broker mqtt(s)://USER:TOKEN@HOST] [--record FILE] [--open] [--json]';
const BUILT_APP = fileURLToPath(new URL('../../../dist/', import.meta.url));
const DEFAULT_PORT = 8080;
/** Longest delay of a broadcast. */
const LONGEST_DELAY_S = 3600;

interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly table: string;
  readonly viewerDelayMs: number;
  readonly asJson: boolean;
  readonly opens: boolean;
  readonly broker: string | undefined;
  readonly record: string | undefined;
}

/** Serves the app and its relay until SIGINT or SIGTERM; resolves with the exit status. Throws when it cannot start. */
export async function run(argv: readonly string[], folder = BUILT_APP): Promise<number> {
  let options: ServeOptions;
  try {
    options = readOptions(argv);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`hashmark serve: ${error.message}\nUse: ${USE}\n`);
    return 2;
  }
  const service = await startService({
    ...options,
    folder,
    cache: cacheFolder(),
    onRefused: refusalLog('refused', say),
    onNews: refusalLog('news', say),
  });
  // Listened for before anything is printed: whoever waits for the line may stop us right after it.
  const stopped = stopSignal();
  await printAddresses(service, options);
  await stopped;
  await service.close();
  return 0;
}

function readOptions(argv: readonly string[]): ServeOptions {
  const { names, flags, values } = parseArgs(argv, {
    flags: ['json', 'open'],
    values: ['port', 'host', 'table', 'delay', 'broker', 'record'],
  });
  if (names.length > 0) throw new UsageError(`expected only options, got ${names.join(' ')}.`);
  const table = values.get('table') ?? 'table';
  if (!isTableName(table)) throw new UsageError(`--table: expected 1 to 32 of a-z, 0-9 and -, got ${JSON.stringify(table)}.`);
  const host = values.get('host') ?? 'localhost';
  if (!/^[\w.:-]+$/.test(host)) throw new UsageError(`--host: expected a host name or address, got ${JSON.stringify(host)}.`);
  const broker = values.get('broker');
  if (broker !== undefined && !isBrokerUrl(broker)) {
    throw new UsageError(`--broker: expected mqtt://USER:TOKEN@HOST[:PORT] or mqtts://, ws:// or wss://, got ${JSON.stringify(broker)}.`);
  }
  return {
    broker,
    record: values.get('record'),
    port: readNumber('port', values.get('port') ?? String(DEFAULT_PORT), /^\d{1,5}$/, 65_535),
    host,
    table,
    viewerDelayMs: 1000 * readNumber('delay', values.get('delay') ?? '0', /^\d{1,4}(\.\d+)?$/, LONGEST_DELAY_S),
    asJson: flags.has('json'),
    opens: flags.has('open'),
  };
}

function isBrokerUrl(text: string): boolean {
  return URL.canParse(text) && /^(mqtts?|wss?):$/.test(new URL(text).protocol);
}

function readNumber(name: string, text: string, form: RegExp, most: number): number {
  const number = form.test(text) ? Number(text) : Number.NaN;
  if (!(number <= most)) throw new UsageError(`--${name}: expected a number from 0 to ${most}, got ${JSON.stringify(text)}.`);
  return number;
}

async function printAddresses(service: Service, { asJson, opens, host }: ServeOptions): Promise<void> {
  process.stdout.write(asJson ? `${announcementLine(service)}\n` : announcement(service, !isLoopback(host)));
  if (opens) openBrowser(playerLink(service));
}

/** Interval at which to look whether npm, which ran us, is still there, ms. */
const PARENT_WATCH_MS = 500;

/** Resolves at the signal to stop. The handlers stay: the same signal often comes twice, from the terminal and from npm. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
    if (process.env.npm_lifecycle_event === undefined) return;
    // A signal to npm ends only the shell between npm and us: we would go on without anyone knowing, and keep the port.
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && resolve(), PARENT_WATCH_MS).unref();
  });
}

/** Opens an address in the user's browser where there is one to open; the address is printed anyway. */
function openBrowser(url: string): void {
  const { env, platform } = process;
  const hasScreen = platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
  if (!hasScreen || env.CI || env.BROWSER === 'none') return;
  const [command, ...args] = OPENERS[platform] ?? ['xdg-open'];
  const child = spawn(command!, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};
