import type { MqttClient } from 'mqtt';
import type { Report } from '../../judge/report/report-file.js';
import type { SceneFile } from '../../table/documents/scene-file.js';
import type { Problem } from '../../table/measurement.js';
import {
  type CallMessage,
  type CameraMessage,
  checkMessage,
  type MatchMessage,
  type MessageOf,
  type ReportMessage,
  type SceneMessage,
  type ShowMessage,
  type StatusMessage,
} from '../wire/messages.js';
import { CHANNELS, type Channel, channelRowOf, type Role, topicOf } from '../wire/topics.js';
import { keepLink } from './link.js';
import { HEARTBEAT_MS } from './publisher.js';

/** The state of the table, as the camera sent it. */
export interface TableNews {
  readonly sequence: number;
  readonly capturedAtMs: number;
  readonly scene: SceneFile;
  /** Answers exactly this scene; absent when the camera sent none for it. */
  readonly report?: Report;
}

/** How far a reader may trust what it shows. */
export interface ReaderStatus {
  /** Whether there is a link to the relay now. */
  readonly linked: boolean;
  /** Why there is no link. */
  readonly problem?: Problem;
  /** The last status that the camera sent. */
  readonly camera?: StatusMessage;
  /** Whether what is shown may be out of date: no link, the camera gone, silent for too long, or restarted without a scene yet. */
  readonly stale: boolean;
}

export interface SubscribeOptions {
  /** Address of the relay, such as `wss://host/mqtt`; see `relayUrlFor`. */
  readonly url: string;
  readonly table: string;
  /** Role of the reader; absent: a viewer. */
  readonly role?: Exclude<Role, 'camera'>;
  /** The role's token. */
  readonly token: string;
  /** Whether to leave reports out: one of 16 ships is sixty times as large as its scene. */
  readonly withoutReports?: boolean;
  readonly onState: (news: TableNews) => void;
  readonly onStatus: (status: ReaderStatus) => void;
  /** Called with what the commentator has on screen; undefined when it was cleared. A retained one was put there some time ago. */
  readonly onShow?: (show: ShowMessage | undefined, isRetained: boolean) => void;
  /** Called with the camera's pose; undefined while it is not known. */
  readonly onCamera?: (camera: CameraMessage | undefined) => void;
  readonly onMatch?: (match: MatchMessage | undefined) => void;
  /** A call for a judge, to console and director; undefined when it was answered. */
  readonly onCall?: (call: CallMessage | undefined) => void;
  /** The clock by which silence is measured, ms; absent: the computer's. */
  readonly nowMs?: () => number;
}

/** A camera speaks at least every `HEARTBEAT_MS`; silent for this long, it may be gone. */
export const STALE_AFTER_MS = 2.5 * HEARTBEAT_MS;

/** A table that is read and, by the roles that may, also written. */
export interface OpenTable {
  /** Writes a retained document, or clears it; resolves to whether the relay has it. Without a link it does not. */
  say<C extends 'show' | 'call'>(channel: C, message: MessageOf[C] | undefined): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Reads one table from a relay for as long as the page lives; reconnects on its own. Returns the function that ends it. Throws on an
 * invalid table name.
 */
export function subscribe(options: SubscribeOptions): () => Promise<void> {
  return openTable(options).close;
}

/** The same, for pages that also write. */
export function openTable(options: SubscribeOptions): OpenTable {
  const { table, role = 'viewer', nowMs = Date.now } = options;
  let client: MqttClient | undefined;
  let said = '';
  let linked = false;
  let problem: Problem | undefined;
  let camera: StatusMessage | undefined;
  let shown: SceneMessage | undefined;
  let heardAtMs = Number.NEGATIVE_INFINITY;

  const notify = (): void => {
    const isOfThisCamera = shown !== undefined && (shown.session === undefined || shown.session === camera?.session);
    const isHeard = camera?.online === true && nowMs() - heardAtMs <= STALE_AFTER_MS;
    const stale = !(linked && isOfThisCamera && isHeard);
    const status: ReaderStatus = { linked, stale, ...(problem && { problem }), ...(camera && { camera }) };
    const text = JSON.stringify(status);
    if (text === said) return;
    said = text;
    options.onStatus(status);
  };
  const pairing = pairReports((scene, report) => {
    shown = scene;
    const { sequence, capturedAtMs } = scene;
    options.onState({ sequence, capturedAtMs, scene: scene.scene, ...(report && { report }) });
    notify();
  });
  const forgetScene = (): void => {
    shown = undefined;
    pairing.restart();
  };
  /** A reader trusts no broker: what does not fit its channel is passed over; an empty payload clears the channel. */
  const read = (channel: Channel, payload: Uint8Array, isRetained: boolean): void => {
    const checked = payload.length === 0 ? undefined : checkMessage(channel, payload);
    if (checked && !checked.ok) return;
    const message = checked?.message;
    if (channel === 'call') options.onCall?.(message as CallMessage | undefined);
    else if (channel === 'camera') options.onCamera?.(message as CameraMessage | undefined);
    else if (channel === 'match') options.onMatch?.(message as MatchMessage | undefined);
    else if (channel === 'show') options.onShow?.(message as ShowMessage | undefined, isRetained);
    else if (channel === 'status') camera = message as StatusMessage | undefined;
    else if (channel === 'report') pairing.report(message as ReportMessage | undefined);
    else if (message === undefined) forgetScene();
    else pairing.scene(message as SceneMessage);
  };

  const link = keepLink({
    url: options.url,
    role,
    // A broker of many tables knows its users by role and table.
    userName: role === 'director' ? role : `${role}@${table}`,
    token: options.token,
    onUp(connected) {
      client = connected;
      linked = true;
      problem = undefined;
      // The screen may be out of date: the relay now sends the present one.
      forgetScene();
      void listen(connected, options);
      notify();
    },
    onDown(why) {
      client = undefined;
      linked = false;
      problem = why;
      notify();
    },
    onMessage(topic, payload, retained) {
      const row = channelRowOf(table, topic);
      // A retained document may be old; only what is said now proves that the camera is there.
      if (row?.writers[0] === 'camera' && row.channel !== 'call' && !retained) heardAtMs = nowMs();
      if (row) read(row.channel, payload, retained);
      notify();
    },
  });
  const watch = setInterval(notify, 500);
  notify();

  return {
    async say(channel, message) {
      if (!client) return false;
      const payload = message === undefined ? '' : JSON.stringify(message);
      return client.publishAsync(topicOf(table, channel), payload, { qos: 1, retain: true }).then(
        (acknowledged) => ((acknowledged as { readonly reasonCode?: number } | undefined)?.reasonCode ?? 0) < 0x80,
        () => false,
      );
    },
    close() {
      clearInterval(watch);
      pairing.restart();
      return link.close();
    },
  };
}

async function listen(client: MqttClient, { table, role = 'viewer', withoutReports }: SubscribeOptions): Promise<void> {
  for (const { channel, qos, readers } of CHANNELS) {
    if (!readers.includes(role) || (withoutReports && channel === 'report')) continue;
    await client.subscribeAsync(topicOf(table, channel), { qos }).catch(() => client.end(true));
  }
}

/** Time that a scene waits for its report before it is shown without one, ms: a picture that loses its answers for a moment flickers. */
const REPORT_WAIT_MS = 250;

/** Puts each report with the scene it answers, whatever arrives first. */
export interface ReportPairing {
  scene(message: SceneMessage): void;
  report(message: ReportMessage | undefined): void;
  /** Forgets everything, including what waits to be shown. */
  restart(): void;
}

/** `onPair` is given each scene once or, when its report comes late or is made again, once more. */
export function pairReports(onPair: (scene: SceneMessage, report: Report | undefined) => void): ReportPairing {
  let scene: SceneMessage | undefined;
  let report: ReportMessage | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isAnswered = () => scene !== undefined && report?.sequence === scene.sequence && report.session === scene.session;
  const show = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (scene) onPair(scene, isAnswered() ? report?.report : undefined);
  };
  return {
    scene(message) {
      // A retained scene may come behind a newer live one.
      if (scene && message.session === scene.session && message.sequence < scene.sequence) return;
      scene = message;
      if (isAnswered()) show();
      else timer ??= setTimeout(show, REPORT_WAIT_MS);
    },
    report(message) {
      report = message;
      if (isAnswered()) show();
    },
    restart() {
      clearTimeout(timer);
      timer = undefined;
      scene = undefined;
      report = undefined;
    },
  };
}
