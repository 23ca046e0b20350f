import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeToken, makeTokens, type Tokens } from '../../../src/relay/broker/access-tokens.js';
import { mosquittoFiles } from '../../../src/relay/hall/mosquitto-config.js';

/** A table on a running broker, and how to reach it. */
export interface BenchTable {
  readonly table: string;
  readonly url: string;
  readonly tokens: Tokens;
}

export interface BenchBroker {
  readonly tables: readonly BenchTable[];
  /** Of a broker of many tables: where pages reach it, and the director's token. */
  readonly hall?: { readonly webSocketUrl: string; readonly directorToken: string };
  /** Processor time that the broker's process has used so far, ms; NaN where the system does not report it. */
  cpuMs(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a broker for some tables as a process of its own; undefined where it is not installed. */
export async function startBenchBroker(kind: 'built-in' | 'mosquitto', tables: number): Promise<BenchBroker | undefined> {
  const named = Array.from({ length: tables }, (_, i) => ({ table: `table-${i + 1}`, tokens: makeTokens() }));
  return kind === 'built-in' ? startBuiltIn(named) : startMosquitto(named);
}

type NamedTable = Omit<BenchTable, 'url'>;

async function startBuiltIn(named: readonly NamedTable[]): Promise<BenchBroker> {
  const child = fork('analyses/bench/relay/built-in.ts', { execArgv: ['--import', 'tsx'] });
  const ports = await new Promise<number[]>((resolve, reject) => {
    child.once('message', (message) => resolve(message as number[])).once('exit', () => reject(new Error('the built-in broker ended')));
    child.send(named);
  });
  return {
    tables: named.map((one, i) => ({ ...one, url: `mqtt://127.0.0.1:${ports[i]}` })),
    cpuMs: () => cpuMsOf(child),
    stop: () => ended(child),
  };
}

async function startMosquitto(named: readonly NamedTable[]): Promise<BenchBroker | undefined> {
  const command = ['mosquitto', '/usr/sbin/mosquitto'].find((name) => spawnSync(name, ['-h']).error === undefined);
  if (!command) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-bench-'));
  const [port, webSocketPort] = [await freePort(), await freePort()];
  const tables = named.map(({ table, tokens }) => ({ table, tokens: { ...tokens, relay: makeToken() } }));
  const directorToken = makeToken();
  const files = mosquittoFiles({ tables, directorToken, folder, host: '127.0.0.1', port, webSocketPort });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  // Started by root it gives up its rights, and reads its files as another user.
  await chmod(folder, 0o755);
  const child = spawn(command, ['-c', join(folder, 'mosquitto.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (text) => /running/.test(String(text)) && resolve());
    child.once('exit', () => reject(new Error('mosquitto ended')));
  });
  return {
    tables: named.map((one) => ({ ...one, url: `mqtt://127.0.0.1:${port}` })),
    hall: { webSocketUrl: `ws://127.0.0.1:${webSocketPort}/mqtt`, directorToken },
    cpuMs: () => cpuMsOf(child),
    async stop() {
      await ended(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** From Linux's table of processes: user and system time, in hundredths of a second. */
async function cpuMsOf({ pid }: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return 10 * (Number(user) + Number(system));
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill();
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { readonly port: number };
      server.close(() => resolve(port));
    });
  });
}
