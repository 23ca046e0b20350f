import mqtt, { type MqttClient } from 'mqtt';
import type { Relay } from '../broker/broker.js';
import { checkMessage } from '../wire/messages.js';
import { CHANNELS, type Channel, topicOf } from '../wire/topics.js';
import { claimTable } from './table-claim.js';

export interface BridgeOptions {
  readonly relay: Relay;
  /** The broker, with a user that may write the table's documents: `mqtts://relay%40final:TOKEN@host`. */
  readonly url: string;
  /** Delay of documents before the broker gets them, where the public reads, ms. */
  readonly delayMs: number;
  /** Called with a sentence when the broker is lost, refuses something, or is there again. */
  readonly onNews: (what: string) => void;
}

const RECONNECT_MS = 2000;
const CLOSE_TIMEOUT_MS = 1000;

/**
 * Passes what a table's relay has taken, checked and delayed, on to another broker, where any number may read it; calls for a judge are
 * passed both ways. While another relay sends the table to that broker, only calls are. Of several documents that wait for the broker only
 * the newest of each topic is sent. Returns the function that ends it.
 */
export function bridgeToBroker({ relay, url, delayMs, onNews }: BridgeOptions): () => Promise<void> {
  const newest = new Map<Channel, Buffer>();
  const sending = new Set<Channel>();
  const delayed = new Set<NodeJS.Timeout>();
  const status = topicOf(relay.table, 'status');
  const offline = '{"online":false}';
  const client = mqtt.connect(url, {
    protocolVersion: 5,
    clientId: `hashmark-${relay.table}-relay-${crypto.randomUUID().slice(0, 8)}`,
    reconnectPeriod: RECONNECT_MS,
    queueQoSZero: false,
    will: { topic: status, payload: Buffer.from(offline), qos: 1, retain: true },
  });

  const claim = claimTable((isOurs) => {
    if (isOurs) for (const channel of newest.keys()) void sendNewest(channel);
    else onNews('another hashmark serve sends this table to the broker: stop one of the two, or give one another --table');
  });

  const sendNewest = async (channel: Channel): Promise<void> => {
    const payload = newest.get(channel);
    if (payload === undefined || sending.has(channel) || !client.connected || !(claim.isOurs() || channel === 'call')) return;
    sending.add(channel);
    const isSent = await send(client, relay.table, channel, payload, onNews);
    sending.delete(channel);
    if (newest.get(channel) !== payload) void sendNewest(channel);
    else if (isSent && payload.length === 0) newest.delete(channel);
  };
  const stopListening = relay.onDocument((channel, payload) => {
    const timer = setTimeout(() => {
      delayed.delete(timer);
      newest.set(channel, payload);
      void sendNewest(channel);
    }, delayMs);
    delayed.add(timer);
  });

  client.on('connect', () => {
    onNews('the broker is there');
    client.subscribe([topicOf(relay.table, 'call'), status], { qos: 1, nl: true });
    claim.linked();
    void sendNewest('call');
  });
  client.on('message', (topic, payload, { retain }) => {
    if (topic !== status) relay.publishCall(payload);
    // A retained status at the broker does not show who sends now.
    else if (!retain) claim.heardOther(isOnline(payload));
  });
  client.on('error', (error) => onNews(`the broker: ${error.message || (error as NodeJS.ErrnoException).code}`));
  client.on('close', () => sending.clear());
  return async () => {
    stopListening();
    claim.close();
    for (const timer of delayed) clearTimeout(timer);
    if (client.connected && claim.isOurs()) {
      const farewell = client.publishAsync(status, offline, { qos: 1, retain: true }).then(() => client.endAsync());
      await Promise.race([farewell.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS))]);
    }
    client.end(true);
  };
}

function isOnline(payload: Buffer): boolean {
  const checked = checkMessage('status', payload);
  return checked.ok && checked.message.online;
}

async function send(
  client: MqttClient,
  table: string,
  channel: Channel,
  payload: Buffer,
  onNews: (what: string) => void,
): Promise<boolean> {
  const { qos } = CHANNELS.find((row) => row.channel === channel)!;
  try {
    await client.publishAsync(topicOf(table, channel), payload, { qos, retain: true });
    return true;
  } catch (error) {
    // A link that broke on the way says so itself; the next one sends the newest.
    if (client.connected) onNews(`the broker refused ${channel}: ${(error as Error).message}`);
    return false;
  }
}
