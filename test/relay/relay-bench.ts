import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { openRelay, type Relay, type RelayOptions } from '../../src/relay/broker/broker.js';
import { listenOnTcp, listenOnWebSocket } from '../../src/relay/broker/listeners.js';
import type { Role } from '../../src/relay/wire/topics.js';

const DIRECTOR_TOKEN = 'd'.repeat(24);

/** A relay of table "one" on free ports of this machine, closed when the test ends. */
export interface RelayBench {
  readonly relay: Relay;
  readonly tcpUrl: string;
  readonly wsUrl: string;
  readonly refused: string[];
  /** Connects with a role's token; the options can spoil it. */
  connect(role: Role, options?: IClientOptions & { readonly url?: string }): Promise<MqttClient>;
}

export async function openBench(t: TestContext, options: Partial<RelayOptions> & { readonly port?: number } = {}): Promise<RelayBench> {
  const refused: string[] = [];
  const relay = await openRelay({ table: 'one', directorToken: DIRECTOR_TOKEN, onRefused: (what) => refused.push(what), ...options });
  const tcp = await listenOnTcp(relay, '127.0.0.1', options.port ?? 0);
  const web = createServer();
  listenOnWebSocket(relay, web);
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const clients: MqttClient[] = [];
  t.after(async () => {
    for (const client of clients) client.end(true);
    await relay.close();
    await tcp.close();
    await closeServer(web);
  });
  const tcpUrl = `mqtt://127.0.0.1:${tcp.port}`;
  return {
    relay,
    refused,
    tcpUrl,
    wsUrl: `ws://127.0.0.1:${(web.address() as AddressInfo).port}/mqtt`,
    async connect(role, { url = tcpUrl, ...more } = {}) {
      const client = await mqtt.connectAsync(
        url,
        {
          protocolVersion: 5,
          username: role,
          password: role === 'director' ? DIRECTOR_TOKEN : relay.tokens()[role],
          reconnectPeriod: 0,
          ...more,
        },
        false,
      );
      clients.push(client);
      return client;
    },
  };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** A scene with one ship, as JSON text of the wire. */
export function sceneText(sequence: number, xMm = 100): string {
  const scene = {
    format: 'hashmark-scene',
    version: 1,
    table: { widthMm: 914.4, depthMm: 914.4 },
    ships: [{ id: 'ship-1', base: 'small', xMm, yMm: 200, headingDeg: 0 }],
  };
  return JSON.stringify({ sequence, capturedAtMs: 1000 + sequence, scene });
}

export function reportText(sequence: number): string {
  return JSON.stringify({ sequence, report: { format: 'hashmark-report', version: 1, pairs: [] } });
}

/** Collects what a client receives on a filter, as `topic's last level: payload`. */
export async function collect(client: MqttClient, filter = 'hashmark/1/one/#'): Promise<string[]> {
  const got: string[] = [];
  client.on('message', (topic, payload, packet) => got.push(`${packet.retain ? 'retained ' : ''}${topic.split('/').at(-1)}: ${payload}`));
  await client.subscribeAsync(filter, { qos: 1 });
  return got;
}
