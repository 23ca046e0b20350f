import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tokens } from '../../relay/broker/access-tokens.js';
import { openRelay, type Relay } from '../../relay/broker/broker.js';
import { listenOnTcp, listenOnWebSocket, type TcpListener } from '../../relay/broker/listeners.js';
import { bridgeToBroker } from '../../relay/hall/broker-bridge.js';
import { recordTo } from '../../relay/hall/recorder.js';
import { isLoopback, isOnAll, reachableAddresses } from './addresses.js';
import { certificateFor } from './certificate.js';
import { keepTokens, keptDirectorToken, keptTokens } from './kept-tokens.js';
import { type Reach, webPages } from './web-pages.js';
import { listenForPages } from './web-server.js';

export interface ServiceOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  readonly table: string;
  readonly viewerDelayMs: number;
  /** The built app. */
  readonly folder: string;
  /** Folder in which certificate and tokens are kept. */
  readonly cache: string;
  readonly onRefused: (what: string) => void;
  /** Another broker that gets everything that the relay takes, delayed like the viewers. */
  readonly broker?: string | undefined;
  /** Called with a sentence about the link to that broker, or about a recording that ends. */
  readonly onNews?: (what: string) => void;
  /** A file to which every document is added. */
  readonly record?: string | undefined;
}

/** The app and its relay, running. */
export interface Service {
  /** The app's address on each network that reaches it, the best one first; each ends in a slash. */
  readonly urls: readonly string[];
  /** The app's address on this computer; unencrypted where possible, since programs here do not know the certificate. */
  readonly localUrl: string;
  /** The relay for everything that is not a page. */
  readonly mqtt: string;
  readonly table: string;
  readonly directorToken: string;
  tokens(): Tokens;
  close(): Promise<void>;
}

/** Serves the built app and the relay of one table. Throws, with what to do, when the app is not built or the port is taken. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { host, table, folder, cache } = options;
  if (!(await isThere(join(folder, 'index.html'))))
    throw new Error(`there is no built app in ${folder}: run npm start, or npm run build, first.`);

  const addresses = isLoopback(host) ? [host] : [...reachableAddresses(host)];
  const names = [...new Set([...addresses, 'localhost', '127.0.0.1'])];
  const certificate = isLoopback(host) ? undefined : await certificateFor(names, cache);
  const directorToken = await keptDirectorToken(cache);
  const relay = await openRelay({
    table,
    tokens: await keptTokens(cache, table),
    directorToken,
    viewerDelayMs: options.viewerDelayMs,
    onRefused: options.onRefused,
  });
  const stops = await startListeners(relay, options).catch(async (error) => {
    await relay.close();
    throw error;
  });
  let reach: Reach | undefined;
  const answer = webPages({
    folder,
    relay,
    reach: () => reach!,
    onTokens: () => keepTokens(cache, table, relay.tokens()),
    onError: options.onRefused,
  });
  try {
    // `localhost` may mean two addresses; browsers try both, other programs only the older one.
    const bound = host === 'localhost' ? '127.0.0.1' : host;
    const web = await listenForPages(bound, options.port, answer, { certificate }).catch(explainPort(options.port, host));
    listenOnWebSocket(relay, web.upgrades);
    const tcp = await listenBeside(relay, bound, options.port === 0 ? 0 : web.port + 1);
    const scheme = certificate ? 'https' : 'http';
    const shown = addresses.length > 0 ? addresses : ['localhost'];
    const urls = shown.map((address) => `${scheme}://${inUrl(address)}:${web.port}/`);
    const localUrl = isOnAll(host) ? `http://localhost:${web.port}/` : urls[0]!;
    reach = { addresses: isLoopback(host) ? [] : urls, local: localUrl };
    return {
      ...{ urls, localUrl },
      mqtt: `mqtt://${inUrl(shown[0]!)}:${tcp.port}`,
      table,
      directorToken,
      tokens: () => relay.tokens(),
      async close() {
        for (const stop of stops) await stop();
        await relay.close();
        await Promise.all([web.close(), tcp.close()]);
      },
    };
  } catch (error) {
    for (const stop of stops) await stop();
    await relay.close();
    throw error;
  }
}

/** Starts the other listeners of the table: another broker, a recording. Returns the functions that end them. */
async function startListeners(
  relay: Relay,
  { broker, viewerDelayMs, onNews = () => undefined, record }: ServiceOptions,
): Promise<(() => Promise<void>)[]> {
  const stops: (() => Promise<void>)[] = [];
  if (record !== undefined) stops.push(await recordTo(record, relay, onNews));
  if (broker !== undefined) {
    stops.push(bridgeToBroker({ relay, url: broker, delayMs: viewerDelayMs, onNews }));
  }
  return stops;
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** The port after the web server's where it is free, otherwise any: programs get the address anyway. */
async function listenBeside(relay: Parameters<typeof listenOnTcp>[0], host: string, port: number): Promise<TcpListener> {
  return listenOnTcp(relay, host, port > 65_535 ? 0 : port).catch(() => listenOnTcp(relay, host, 0));
}

function explainPort(port: number, host: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error.code === 'EADDRINUSE') throw new Error(`port ${port} is in use: choose another with --port N, or stop what uses it.`);
    if (error.code === 'EACCES') throw new Error(`port ${port} needs rights that this user lacks: choose one from 1024 with --port N.`);
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
      throw new Error(`${host} is no address of this computer: expected localhost, 0.0.0.0 or one of its own addresses with --host H.`);
    }
    throw error;
  };
}

function inUrl(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}
