import type { Report } from '../judge/report/report-file.js';
import { readNumber, readObject, readString, refuse } from '../table/json-door.js';
import { parseScene, type SceneFile } from '../table/scene-file.js';
import { checkBounds } from './check-bounds.js';
import { checkReport } from './check-report.js';
import type { Channel } from './topics.js';

export interface SceneMessage {
  /** Grows by one with each scene sent, starts anew with a new camera session. */
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

export interface StatusMessage {
  readonly online: boolean;
  /** Id of the camera session; a new one starts the sequence anew. */
  readonly session?: string;
  readonly framesPerSecond?: number;
  /** With a problem: how old the last look at the table is, ms. */
  readonly lookAgeMs?: number;
  /** Typical standard deviation of a distance now, mm; absent while nothing is measured. */
  readonly sigmaMm?: number;
  readonly problem?: { readonly code: string; readonly message: string; readonly hint: string };
}

/** What the commentator has on screen; its meaning belongs to the console and the overlay. */
export type ShowMessage = Readonly<Record<string, unknown>>;

/** A call for a judge; an empty payload is the answer that it was seen to. */
export interface CallMessage {
  readonly calledAtMs: number;
  /** What about, in the players' words. */
  readonly reason?: string;
}

export interface MessageOf {
  readonly scene: SceneMessage;
  readonly report: ReportMessage;
  readonly status: StatusMessage;
  readonly show: ShowMessage;
  readonly call: CallMessage;
}

export type Checked<T> = { readonly ok: true; readonly message: T } | { readonly ok: false; readonly reason: string };

/** Parses and checks a payload of one channel; `reason` says where, what was got and what was expected. */
export function checkMessage<C extends Channel>(channel: C, payload: Uint8Array): Checked<MessageOf[C]> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
  } catch {
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

/** Each throws on a message that is none of its channel. */
const CHECKS: Readonly<Record<Channel, (value: unknown) => void>> = {
  scene(value) {
    const message = readObject(value, 'message');
    checkSequence(message);
    readNumber(message.capturedAtMs, 'capturedAtMs', { min: 0 });
    parseScene(message.scene);
  },
  report(value) {
    const message = readObject(value, 'message');
    checkSequence(message);
    checkReport(message.report);
  },
  status(value) {
    const { online, session, framesPerSecond, lookAgeMs, sigmaMm, problem } = readObject(value, 'message');
    if (typeof online !== 'boolean') refuse('online', online, 'true or false', 'Say whether the camera is there.');
    if (session !== undefined) readString(session, 'session');
    if (framesPerSecond !== undefined) readNumber(framesPerSecond, 'framesPerSecond', { min: 0 });
    if (lookAgeMs !== undefined) readNumber(lookAgeMs, 'lookAgeMs', { min: 0 });
    if (sigmaMm !== undefined) readNumber(sigmaMm, 'sigmaMm', { min: 0 });
    if (problem !== undefined) {
      const { code, message, hint } = readObject(problem, 'problem');
      readString(message, 'problem.message');
      if (code !== undefined) readString(code, 'problem.code');
      if (hint !== undefined) readString(hint, 'problem.hint');
    }
  },
  show: (value) => void readObject(value, 'message'),
  call(value) {
    const { calledAtMs, reason } = readObject(value, 'message');
    readNumber(calledAtMs, 'calledAtMs', { min: 0 });
    if (reason !== undefined) readString(reason, 'reason');
  },
};

function checkSequence({ sequence, session }: Readonly<Record<string, unknown>>): void {
  if (!Number.isSafeInteger(readNumber(sequence, 'sequence', { min: 0 })))
    refuse('sequence', sequence, 'a whole number', 'Count the scenes.');
  if (session !== undefined) readString(session, 'session');
}
