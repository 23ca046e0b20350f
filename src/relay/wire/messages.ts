import * as v from 'valibot';
import type { Report } from '../../judge/report/report-file.js';
import { FieldTwiceError, parseJson } from '../../table/documents/parse-json.js';
import { parseScene, type SceneFile } from '../../table/documents/scene-file.js';
import { fields, refuse, validate } from '../../table/documents/validate.js';
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

/** Whether a table is looked at, and the problem where nothing is measured. */
export type StatusMessage = v.InferOutput<typeof MESSAGE_SCHEMAS.status>;

/** A problem in English, and as phrases for readers of other languages (`isPhrase` first: a relay does not check them). */
export type WireProblem = NonNullable<StatusMessage['problem']>;

/** Pose and lens of the camera; the table frame is that of its session's scenes. */
export type CameraMessage = v.InferOutput<typeof MESSAGE_SCHEMAS.camera>;

/** The match, as everyone at the table may know it. */
export type MatchMessage = v.InferOutput<typeof MESSAGE_SCHEMAS.match>;

/** The commentator's screen. */
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

/** Largest number that any document has a use for: a time of day in ms since 1970, some thousand years on. */
const MAX_NUMBER = 1e14;
/** Longest text: names and sentences. */
const MAX_TEXT_LENGTH = 2000;
const MAX_DEPTH = 16;

/**
 * Throws where a document holds what no valid one does, whatever its fields mean: a number that is not finite or far beyond any table, a
 * text without end, a nesting without end, a name that would change what an object is. A reader that draws an unknown field is safe too.
 */
function checkBounds(value: unknown): void {
  // Where something is wrong is put into words only then: a report of 16 ships has ten thousand values, ten times a second.
  if (!isWithinBounds(value, 0)) refuseBeyond(value, 'message', 0);
}

function isWithinBounds(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return Math.abs(value) <= MAX_NUMBER;
  if (typeof value === 'string') return value.length <= MAX_TEXT_LENGTH;
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((inner) => isWithinBounds(inner, depth + 1));
  return Object.keys(value).every((key) => key !== '__proto__' && isWithinBounds((value as Record<string, unknown>)[key], depth + 1));
}

function refuseBeyond(value: unknown, where: string, depth: number): void {
  if (typeof value === 'number' && !(Math.abs(value) <= MAX_NUMBER)) {
    refuse(where, value, `a finite number of at most ${MAX_NUMBER}`, 'Correct the number or leave the field out.');
  }
  if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH) {
    refuse(where, value, `a text of at most ${MAX_TEXT_LENGTH} characters`, 'Shorten it.');
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth >= MAX_DEPTH) refuse(where, 'more', `at most ${MAX_DEPTH} objects and arrays in each other`, 'Flatten it.');
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') refuse(where, key, 'another name of a field', 'Rename the field.');
    refuseBeyond(inner, Array.isArray(value) ? `${where}[${key}]` : `${where}.${key}`, depth + 1);
  }
}
