import type { MqttClient } from 'mqtt';
import type { Report } from '../../judge/report/report-file.js';
import type { SceneFile } from '../../table/documents/scene-file.js';
import type { Problem } from '../../table/measurement.js';
import { english } from '../../texts/english.js';
import { phrase } from '../../texts/phrase.js';
import {
  type CameraMessage,
  checkMessage,
  type MatchMessage,
  type MessageOf,
  type ShowMessage,
  type StatusMessage,
} from '../wire/messages.js';
import { CHANNELS, type Channel, topicOf } from '../wire/topics.js';
import { wireScene } from '../wire/wire-scene.js';
import { keepLink } from './link.js';

export interface PublisherOptions {
  /** Address of the relay, such as `wss://host/mqtt`; see `relayUrlFor`. */
  readonly url: string;
  readonly table: string;
  /** The camera's token. */
  readonly token: string;
  /** Called when the link comes up (undefined) and goes down (why), and when the relay refuses what is sent. */
  readonly onLink?: (problem: Problem | undefined) => void;
  /** Called with what the commentator has on screen; undefined when it was cleared. */
  readonly onShow?: (show: ShowMessage | undefined) => void;
}

/** Status of the camera's page; the publisher adds that it is online, and the session. */
export type CameraStatus = Omit<StatusMessage, 'online' | 'session' | 'problem'> & { readonly problem?: Problem };

export interface Publisher {
  /**
   * Offers the newest state of the table. While an earlier one is on its way it waits, and gives way to a newer one: readers
   * always get the newest, never a queue. `report` answers `scene`; it may be absent while there is no report.
   */
  publish(scene: SceneFile, report: Report | undefined, status: CameraStatus, capturedAtMs?: number): void;
  /** Sends only the camera's status: no table in view, a problem. */
  publishStatus(status: CameraStatus): void;
  /** Sends the camera's pose and lens where they have changed; undefined: not known. */
  publishCamera(camera: Omit<CameraMessage, 'session'> | undefined): void;
  /** Sends what everyone may know of the match; undefined: none is played. */
  publishMatch(match: MatchMessage | undefined): void;
  /** Calls a judge; resolves to whether the relay has it. */
  callJudge(reason: string): Promise<boolean>;
  /** Says goodbye and ends the link. */
  close(): Promise<void>;
}

interface Update {
  readonly capturedAtMs: number;
  readonly scene: SceneFile;
  readonly report: Report | undefined;
}

const wireProblem = ({ code, message, hint }: Problem) => ({ code, message: english(message), hint: english(hint), said: [message, hint] });

/** Interval between a camera's signs of life, ms: after a few without one, readers assume that it has gone. */
export const HEARTBEAT_MS = 2000;

/** Sends one table's state to a relay, for as long as the page lives. Throws on an invalid table name. */
export function createPublisher(options: PublisherOptions): Publisher {
  const { table } = options;
  const session = crypto.randomUUID();
  const offline: StatusMessage = { online: false, session };
  let client: MqttClient | undefined;
  let newest: Update | undefined;
  let status: CameraStatus = {};
  let saidStatus = '';
  /** Documents that are sent when they change, as text; empty: cleared, as whatever an earlier session left is at the beginning. */
  const kept = new Map<'camera' | 'match', string>([
    ['camera', ''],
    ['match', ''],
  ]);
  let isSending = false;
  let isNews = false;
  let sequence = 0;
  let isRefused = false;

  const say = <C extends Channel>(channel: C, message: MessageOf[C]) => send(client, topicOf(table, channel), JSON.stringify(message));
  const sayStatus = (isHeartbeat: boolean): void => {
    const text = JSON.stringify(status);
    if (text === saidStatus && !isHeartbeat) return;
    saidStatus = text;
    const { problem, ...rest } = status;
    void say('status', { online: true, session, ...rest, ...(problem && { problem: wireProblem(problem) }) });
  };
  const keepSaid = (channel: 'camera' | 'match', message: object | undefined): void => {
    const text = message === undefined ? '' : JSON.stringify(message);
    if (text === kept.get(channel)) return;
    kept.set(channel, text);
    void send(client, topicOf(table, channel), text);
  };
  const noteRefusal = (nowRefused: boolean): void => {
    if (nowRefused !== isRefused && client) options.onLink?.(nowRefused ? REFUSED : undefined);
    isRefused = nowRefused;
  };
  const sendNewest = async (): Promise<void> => {
    if (isSending || !isNews || !newest || !client) return;
    isSending = true;
    isNews = false;
    const { capturedAtMs, scene, report } = newest;
    sequence += 1;
    // The report is confirmed: while it is on its way newer states replace each other.
    const sent = [say('scene', { sequence, capturedAtMs, session, scene }), report && say('report', { sequence, session, report })];
    const outcomes = await Promise.all(sent);
    isSending = false;
    noteRefusal(outcomes.includes('refused'));
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
      isSending = false;
      isNews = newest !== undefined;
      sayStatus(true);
      for (const [channel, text] of kept) void send(client, topicOf(table, channel), text);
      void sendNewest();
      options.onLink?.(undefined);
      // A broker that lets no camera read costs no more than that.
      if (options.onShow) void connected.subscribeAsync(topicOf(table, 'show'), { qos: 1 }).catch(() => undefined);
    },
    onMessage(topic, payload) {
      if (topic !== topicOf(table, 'show')) return;
      const checked = payload.length === 0 ? undefined : checkMessage('show', payload);
      if (!checked || checked.ok) options.onShow?.(checked?.message);
    },
    onDown(problem) {
      client = undefined;
      options.onLink?.(problem);
    },
  });
  const heartbeat = setInterval(() => sayStatus(true), HEARTBEAT_MS);

  return {
    publish(scene, report, nextStatus, capturedAtMs = Date.now()) {
      newest = { capturedAtMs, scene: wireScene(scene), report };
      isNews = true;
      status = nextStatus;
      sayStatus(false);
      void sendNewest();
    },
    publishStatus(nextStatus) {
      status = nextStatus;
      sayStatus(false);
    },
    publishCamera: (camera) => keepSaid('camera', camera && { session, ...camera }),
    publishMatch: (match) => keepSaid('match', match),
    async callJudge(reason) {
      if (!client) return false;
      return (await say('call', { calledAtMs: Date.now(), ...(reason && { reason }) })) === 'sent';
    },
    async close() {
      clearInterval(heartbeat);
      void say('status', offline);
      client = undefined;
      await link.close();
    },
  };
}

const REFUSED: Problem = {
  code: 'relay-state-refused',
  message: phrase('relay-state-refused'),
  hint: phrase('window-hashmark-serve-says'),
};

/**
 * Sends one retained document. A scene is not confirmed, but the report that answers a refused one is refused as well. A link that breaks
 * on the way does not count as a failure: the next connection sends the newest state.
 */
async function send(client: MqttClient | undefined, topic: string, payload: string): Promise<'sent' | 'refused'> {
  const qos = CHANNELS.find(({ channel }) => topic.endsWith(`/${channel}`))!.qos;
  try {
    await client?.publishAsync(topic, payload, { qos, retain: true });
    return 'sent';
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    return typeof code === 'number' && code >= 0x80 ? 'refused' : 'sent';
  }
}
