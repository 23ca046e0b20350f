import type { MqttClient } from 'mqtt';
import type { Problem } from '../table/sighting.js';
import { keepLink } from './link.js';
import type { MessageOf, ReportDocument, SceneDocument, StatusMessage } from './messages.js';
import { CHANNELS, type Channel, topicOf } from './topics.js';

export interface PublisherOptions {
  /** Where the relay listens, such as `wss://host/mqtt`; see `relayUrlFor`. */
  readonly url: string;
  readonly table: string;
  /** The camera's token. */
  readonly token: string;
  /** Told when the link comes up (undefined) and goes down (why). */
  readonly onLink?: (problem: Problem | undefined) => void;
}

/** What the camera's page says of itself; the publisher adds that it is online, and the session. */
export type CameraStatus = Omit<StatusMessage, 'online' | 'session'>;

export interface Publisher {
  /**
   * Offers the newest state of the table. While an earlier one is on its way it waits, and gives way to a newer one: readers
   * always get the newest, never a queue. `report` answers `scene`; it may be absent while there is none.
   */
  publish(scene: SceneDocument, report: ReportDocument | undefined, status: CameraStatus, capturedAtMs?: number): void;
  /** Says only how the camera fares: no table in view, a problem. */
  publishStatus(status: CameraStatus): void;
  /** Says goodbye and ends the link. */
  close(): Promise<void>;
}

interface Update {
  readonly capturedAtMs: number;
  readonly scene: SceneDocument;
  readonly report: ReportDocument | undefined;
}

/** Readers take a camera for gone after a few of these without a word, ms. */
export const HEARTBEAT_MS = 2000;

/** Sends one table's state to a relay, for as long as the page lives. Throws on a table name that is none. */
export function createPublisher(options: PublisherOptions): Publisher {
  const { table } = options;
  const session = crypto.randomUUID();
  const offline: StatusMessage = { online: false, session };
  let client: MqttClient | undefined;
  let newest: Update | undefined;
  let status: CameraStatus = {};
  let saidStatus = '';
  let isSending = false;
  let isNews = false;
  let sequence = 0;

  const say = <C extends Channel>(channel: C, message: MessageOf[C]) => send(client, topicOf(table, channel), JSON.stringify(message));
  const sayStatus = (isHeartbeat: boolean): void => {
    const text = JSON.stringify(status);
    if (text === saidStatus && !isHeartbeat) return;
    saidStatus = text;
    void say('status', { online: true, session, ...status });
  };
  const sendNewest = async (): Promise<void> => {
    if (isSending || !isNews || !newest || !client) return;
    isSending = true;
    isNews = false;
    const { capturedAtMs, scene, report } = newest;
    sequence += 1;
    // The report is confirmed: while it is on its way newer states replace each other.
    await Promise.all([say('scene', { sequence, capturedAtMs, session, scene }), report && say('report', { sequence, session, report })]);
    isSending = false;
    void sendNewest();
  };

  const link = keepLink({
    url: options.url,
    role: 'camera',
    token: options.token,
    // The same name for every camera of a table: any broker then lets the newest take over.
    clientId: `hashmark-${table}-camera`,
    will: { topic: topicOf(table, 'status'), payload: JSON.stringify(offline), qos: 1, retain: true },
    onUp(connected) {
      client = connected;
      isNews = newest !== undefined;
      sayStatus(true);
      void sendNewest();
      options.onLink?.(undefined);
    },
    onDown(problem) {
      client = undefined;
      options.onLink?.(problem);
    },
  });
  const heartbeat = setInterval(() => sayStatus(true), HEARTBEAT_MS);

  return {
    publish(scene, report, nextStatus, capturedAtMs = Date.now()) {
      newest = { capturedAtMs, scene, report };
      isNews = true;
      status = nextStatus;
      sayStatus(false);
      void sendNewest();
    },
    publishStatus(nextStatus) {
      status = nextStatus;
      sayStatus(false);
    },
    async close() {
      clearInterval(heartbeat);
      void say('status', offline);
      client = undefined;
      await link.close();
    },
  };
}

/** Sends one retained document; resolves also when the link breaks on the way, because the next connection sends the newest again. */
async function send(client: MqttClient | undefined, topic: string, payload: string): Promise<void> {
  const qos = CHANNELS.find(({ channel }) => topic.endsWith(`/${channel}`))!.qos;
  try {
    await client?.publishAsync(topic, payload, { qos, retain: true });
  } catch {
    // The link says so itself.
  }
}
