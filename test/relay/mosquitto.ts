import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeToken, makeTokens } from '../../src/relay/broker/access-tokens.js';
import { type BrokerTable, type MosquittoOptions, mosquittoFiles } from '../../src/relay/hall/mosquitto-config.js';
import { freePort } from '../free-port.js';

export interface Mosquitto {
  readonly url: string;
  readonly wsUrl: string;
  readonly tokens: Readonly<Record<string, BrokerTable['tokens']>>;
  readonly directorToken: string;
  /** Where its configuration lies. */
  readonly folder: string;
  /** Reads passwords and access lists again. */
  reload(): void;
  stop(): Promise<void>;
}

/** What runs Mosquitto here; undefined where it is not installed. */
export function mosquittoCommand(): string | undefined {
  return ['mosquitto', '/usr/sbin/mosquitto'].find((command) => spawnSync(command, ['-h']).error === undefined);
}

/** A Mosquitto with the generated configuration for some tables, on free ports of this machine. */
export async function startMosquitto(
  command: string,
  names: readonly string[],
  ports?: readonly [number, number],
  kept: Mosquitto['tokens'] = {},
  directorToken = makeToken(),
  tls?: MosquittoOptions['tls'],
): Promise<Mosquitto> {
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-mosquitto-'));
  const [port, webSocketPort] = ports ?? [await freePort(), await freePort()];
  const tables = names.map((table) => ({ table, tokens: kept[table] ?? { ...makeTokens(), relay: makeToken() } }));
  const files = mosquittoFiles({ tables, directorToken, folder, host: '127.0.0.1', port, webSocketPort, tls });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  // Started by root it gives up its rights, and reads its files as another user.
  await chmod(folder, 0o755);
  const child = spawn(command, ['-c', join(folder, 'mosquitto.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
  await isRunning(child);
  return {
    url: `${tls ? 'mqtts' : 'mqtt'}://127.0.0.1:${port}`,
    wsUrl: `${tls ? 'wss' : 'ws'}://127.0.0.1:${webSocketPort}/mqtt`,
    tokens: Object.fromEntries(tables.map(({ table, tokens }) => [table, tokens])),
    directorToken,
    folder,
    reload: () => void child.kill('SIGHUP'),
    async stop() {
      const gone = new Promise((resolve) => child.on('close', resolve));
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await gone;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function isRunning(child: ChildProcess): Promise<void> {
  let said = '';
  return new Promise((resolve, reject) => {
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (/mosquitto version \S+ running/.test(said)) resolve();
    });
    child.on('close', () => reject(new Error(`mosquitto ended: ${said}`)));
  });
}
