import mqtt, { type IClientOptions, type IDisconnectPacket, type MqttClient } from 'mqtt';
import type { Problem } from '../../table/measurement.js';
import { phrase } from '../../texts/phrase.js';
import type { Role } from '../wire/topics.js';

export interface LinkOptions {
  /** `ws:`, `wss:` or, outside a page, `mqtt:`; the built-in relay or any other MQTT 5 broker. */
  readonly url: string;
  readonly role: Role;
  /** The MQTT user name; absent: the role. */
  readonly userName?: string;
  readonly token: string;
  /** Absent: a new one for each connection. */
  readonly clientId?: string;
  readonly will?: { readonly topic: string; readonly payload: string; readonly qos: 1; readonly retain: true };
  /** Called with each new connection. */
  readonly onUp: (client: MqttClient) => void;
  /** Called when there is no link, with the reason; attempts go on, except where another camera has taken the table over. */
  readonly onDown: (problem: Problem) => void;
  readonly onMessage?: (topic: string, payload: Uint8Array, retained: boolean) => void;
}

export interface Link {
  /** Ends the link; resolves when what was published has gone out, or after a second. */
  close(): Promise<void>;
}

/** A ping this often, s; a link that is silent for half as long again counts as dead, also when the socket still looks open. */
const KEEPALIVE_S = 5;
const CONNECT_TIMEOUT_MS = 10_000;
/** A link that held this long was a good one: the next failure counts as the first. */
const GOOD_LINK_MS = 5000;
const CLOSE_TIMEOUT_MS = 1000;

/**
 * Keeps a link to a relay for as long as the page lives: never stops trying, 1 s to 30 s apart and at once when the browser has a network
 * again, and notices a link that died silently.
 */
export function keepLink(options: LinkOptions): Link {
  let client: MqttClient | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let closed = false;

  const attempt = (): void => {
    retry = undefined;
    let problem = UNREACHABLE;
    let upSinceMs: number | undefined;
    const current = mqtt.connect(options.url, connectOptions(options));
    client = current;
    current.on('connect', () => {
      upSinceMs = Date.now();
      options.onUp(current);
    });
    current.on('message', (topic, payload, packet) => options.onMessage?.(topic, payload, packet.retain));
    current.on('error', (error) => {
      problem = problemOf('code' in error ? Number(error.code) : Number.NaN);
    });
    current.on('disconnect', (packet: IDisconnectPacket) => {
      problem = problemOf(packet.reasonCode ?? 0);
    });
    current.on('close', () => {
      if (closed || client !== current) return;
      client = undefined;
      current.end(true);
      options.onDown(problem);
      // Two cameras that both come back would take the table from each other for ever.
      if (problem.code === TAKEN_OVER.code) return;
      if (upSinceMs !== undefined && Date.now() - upSinceMs >= GOOD_LINK_MS) failures = 0;
      retry = setTimeout(attempt, backoffMs(failures++, Math.random));
    });
  };
  const onOnline = (): void => {
    if (retry === undefined) return;
    clearTimeout(retry);
    failures = 0;
    attempt();
  };
  // Only browsers have it.
  globalThis.addEventListener?.('online', onOnline);
  attempt();
  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      globalThis.removeEventListener?.('online', onOnline);
      const last = client;
      client = undefined;
      if (last?.connected) await Promise.race([last.endAsync(), pause(CLOSE_TIMEOUT_MS)]);
      last?.end(true);
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function connectOptions(options: LinkOptions): IClientOptions {
  return {
    protocolVersion: 5,
    clean: true,
    username: options.userName ?? options.role,
    password: options.token,
    clientId: options.clientId ?? `hashmark-${options.role}-${Math.random().toString(36).slice(2, 12)}`,
    keepalive: KEEPALIVE_S,
    // A sender that keeps sending into a dead link must still ask whether anyone is there.
    reschedulePings: false,
    connectTimeout: CONNECT_TIMEOUT_MS,
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
    ...(options.will && { will: options.will }),
  };
}

const UNREACHABLE: Problem = {
  code: 'relay-unreachable',
  message: phrase('relay-unreachable'),
  hint: phrase('check-hashmark-serve-running'),
};

const TOKEN_REFUSED: Problem = {
  code: 'relay-token-refused',
  message: phrase('relay-token-refused'),
  hint: phrase('copy-newest-link-from'),
};

const TAKEN_OVER: Problem = {
  code: 'relay-camera-taken-over',
  message: phrase('relay-camera-taken-over'),
  hint: phrase('close-other-page-start'),
};

const SECOND_CAMERA: Problem = {
  code: 'relay-second-camera',
  message: phrase('relay-second-camera'),
  hint: phrase('stop-sending-close-page'),
};

const TURNED_AWAY: Problem = {
  code: 'relay-turned-away',
  message: phrase('relay-turned-away'),
  hint: phrase('close-pages-left-open'),
};

/** The problem that a refusal by the relay is for a person: MQTT 5 reason codes, and the 3.1.1 return codes 4 and 5. */
function problemOf(code: number): Problem {
  if ([4, 5, 0x86, 0x87, 0x98].includes(code)) return TOKEN_REFUSED;
  if ([3, 0x89, 0x96, 0x9f].includes(code)) return TURNED_AWAY;
  if (code === 0x97) return SECOND_CAMERA;
  return code === 0x8e ? TAKEN_OVER : UNREACHABLE;
}

const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/**
 * Wait before the next attempt, ms: 1 s doubling to 30 s. `failures` counts the attempts that failed in a row.
 * Up to half of it is taken off at random, so that all overlays of an event do not come back at the same moment.
 */
export function backoffMs(failures: number, random: () => number): number {
  const fullMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return fullMs * (1 - random() / 2);
}
