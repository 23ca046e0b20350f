import * as v from 'valibot';
import type { Report } from '../../judge/report/report-file.js';
import { FieldTwiceError, parseJson } from '../../table/documents/parse-json.js';
import { parseScene, type SceneFile } from '../../table/documents/scene-file.js';
import { fields, validate } from '../../table/documents/validate.js';
import { checkBounds } from './check-bounds.js';
import { MESSAGE_SCHEMAS, SCENE_ENVELOPE } from './message-schemas.js';
import type { Channel } from './topics.js';

export interface SceneMessage {
  /** Grows by one with each scene sent, starts over with a new camera session. */
  readonly sequence: number;
  readonly capturedAtMs: number;
  /** Session it belongs to, as in `status`: documents of different topics may overtake each other. Absent from other senders. */
  readonly session?: string;
  readonly scene: SceneFile;
}

export interface ReportMessage {
  /** Sequence of the scene that the report answers. */
  readonly sequence: number;
  readonly session?: string;
  readonly report: Report;
}

/** Whether a table is looked at, and what is wrong where nothing is measured. */
export type StatusMessage = v.InferOutput<typeof MESSAGE_SCHEMAS.status>;

/** A problem in English, and as phrases for readers of other languages (`isPhrase` first: a relay does not check them). */
export type WireProblem = NonNullable<StatusMessage['problem']>;

/** Where the camera stands, and its lens; the table frame is that of its session's scenes. */
export type CameraMessage = v.InferOutput<typeof MESSAGE_SCHEMAS.camera>;

/** What everyone at the table may know of the match. */
export type MatchMessage = v.InferOutput<typeof MESSAGE_SCHEMAS.match>;

/** What the commentator has on screen. */
export type ShowMessage = v.InferOutput<typeof MESSAGE_SCHEMAS.show>;

/** A call for a judge; an empty payload is the answer that it was seen to. */
export type CallMessage = v.InferOutput<typeof MESSAGE_SCHEMAS.call>;

export interface MessageOf {
  readonly scene: SceneMessage;
  readonly report: ReportMessage;
  readonly status: StatusMessage;
  readonly camera: CameraMessage;
  readonly match: MatchMessage;
  readonly show: ShowMessage;
  readonly call: CallMessage;
}

export type Checked<T> = { readonly ok: true; readonly message: T } | { readonly ok: false; readonly reason: string };

/** Parses and checks a payload of one channel; `reason` says where, what was got and what was expected. */
export function checkMessage<C extends Channel>(channel: C, payload: Uint8Array): Checked<MessageOf[C]> {
  let value: unknown;
  try {
    value = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(payload));
  } catch (error) {
    if (error instanceof FieldTwiceError) return { ok: false, reason: `${channel}: ${error.message}` };
    return { ok: false, reason: `${channel}: expected JSON in UTF-8, got ${payload.length} bytes that are not` };
  }
  try {
    checkBounds(value);
    CHECKS[channel](value);
    return { ok: true, message: value as MessageOf[C] };
  } catch (error) {
    return { ok: false, reason: `${channel}: ${(error as Error).message}` };
  }
}

/** Each throws on a message that does not belong to its channel. */
const CHECKS: Readonly<Record<Channel, (value: unknown) => void>> = {
  scene: (value) => void parseScene(validate(SCENE_MESSAGE, value, 'message').scene),
  report: (value) => void validate(MESSAGE_SCHEMAS.report, value, 'message'),
  status: (value) => void validate(MESSAGE_SCHEMAS.status, value, 'message'),
  camera: (value) => void validate(MESSAGE_SCHEMAS.camera, value, 'message'),
  match: (value) => void validate(MESSAGE_SCHEMAS.match, value, 'message'),
  show: (value) => void validate(MESSAGE_SCHEMAS.show, value, 'message'),
  call: (value) => void validate(MESSAGE_SCHEMAS.call, value, 'message'),
};

const SCENE_MESSAGE = fields({ ...SCENE_ENVELOPE, scene: v.unknown() });
