import mqtt, { type MqttClient } from 'mqtt';
import type { RecordedDocument, Recording } from '../wire/recording.js';
import { CHANNELS, type Channel, topicOf } from '../wire/topics.js';

export interface ReplayOptions {
  readonly recording: Recording;
  /** 2: twice as fast. */
  readonly speed: number;
  /** Called in the recording's time, with a session and a capture time of now: readers take it for live. */
  readonly send: (channel: Channel, payload: string) => Promise<void>;
  readonly signal?: AbortSignal;
}

/** Longest pause that is kept, ms: a break in a match is no reason to wait for it again. */
const LONGEST_PAUSE_MS = 10_000;

/** Plays a recording; resolves at its end or when the signal says so. Rejects when `send` does. */
export async function playRecording({ recording, speed, send, signal }: ReplayOptions): Promise<void> {
  const renew = renewing();
  let lastMs = recording.documents[0]?.atMs ?? 0;
  for (const document of recording.documents) {
    await pause(Math.min(LONGEST_PAUSE_MS, Math.max(0, document.atMs - lastMs)) / speed, signal);
    if (signal?.aborted) return;
    lastMs = document.atMs;
    await send(document.channel, document.message === null ? '' : JSON.stringify(renew(document, Date.now())));
  }
}

/** A link to a relay that takes a camera's documents. Rejects when the relay refuses it or is not there. */
export async function connectAsCamera(
  url: string,
  table: string,
  token: string,
): Promise<{ readonly send: (channel: Channel, payload: string) => Promise<void>; readonly close: () => Promise<void> }> {
  const topic = topicOf(table, 'status');
  const offline = JSON.stringify({ online: false, session: crypto.randomUUID() });
  const client: MqttClient = await mqtt.connectAsync(
    url,
    {
      protocolVersion: 5,
      // A broker of many tables knows its users by role and table.
      username: `camera@${table}`,
      password: token,
      reconnectPeriod: 0,
      will: { topic, payload: Buffer.from(offline), qos: 1, retain: true },
    },
    false,
  );
  return {
    async send(channel, payload) {
      if (!client.connected) throw new Error('the relay has ended the connection.');
      const { qos } = CHANNELS.find((row) => row.channel === channel)!;
      await client.publishAsync(topicOf(table, channel), payload, { qos, retain: true });
    },
    async close() {
      if (client.connected) await client.publishAsync(topic, offline, { qos: 1, retain: true }).catch(() => undefined);
      // With a farewell, so that the will does not say the same again.
      await client.endAsync(!client.connected);
    },
  };
}

/** Gives each recorded session a new id, and its captures the present time. */
function renewing(): (document: RecordedDocument, nowMs: number) => unknown {
  const sessions = new Map<unknown, string>();
  return ({ channel, message, atMs }, nowMs) => {
    if (channel === 'show' || channel === 'match') return message;
    const { session, ...rest } = message as { readonly session?: string; readonly capturedAtMs?: number };
    if (session !== undefined && !sessions.has(session)) sessions.set(session, crypto.randomUUID());
    return {
      ...rest,
      ...(session !== undefined && { session: sessions.get(session) }),
      ...(rest.capturedAtMs !== undefined && { capturedAtMs: Math.max(0, nowMs + Math.min(0, rest.capturedAtMs - atMs)) }),
    };
  };
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (ms <= 0 || signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done);
  });
}
