import type { Channel } from './topics.js';

/** A scene as in scene.schema.json; the relay carries it, the reader of scene files gives it its full type. */
export interface SceneDocument {
  readonly format: 'hashmark-scene';
  readonly version: 1;
}

/** A report as in report.schema.json. */
export interface ReportDocument {
  readonly format: 'hashmark-report';
  readonly version: 1;
}

export interface SceneMessage {
  /** Grows by one with each scene sent, starts anew with a new camera session. */
  readonly sequence: number;
  readonly capturedAtMs: number;
  /** Session it belongs to, as in `status`: documents of different topics may overtake each other. Absent from other senders. */
  readonly session?: string;
  readonly scene: SceneDocument;
}

export interface ReportMessage {
  /** Sequence of the scene that the report answers. */
  readonly sequence: number;
  readonly session?: string;
  readonly report: ReportDocument;
}

export interface StatusMessage {
  readonly online: boolean;
  /** Id of the camera session; a new one starts the sequence anew. */
  readonly session?: string;
  readonly framesPerSecond?: number;
  /** Typical standard deviation of a distance now, mm; absent while nothing is measured. */
  readonly sigmaMm?: number;
  readonly problem?: { readonly code: string; readonly message: string; readonly hint: string };
}

/** What the commentator has on screen; its meaning belongs to the console and the overlay. */
export type ShowMessage = Readonly<Record<string, unknown>>;

export interface MessageOf {
  readonly scene: SceneMessage;
  readonly report: ReportMessage;
  readonly status: StatusMessage;
  readonly show: ShowMessage;
}

export type Checked<T> = { readonly ok: true; readonly message: T } | { readonly ok: false; readonly reason: string };

/** Parses and checks a payload of one channel; `reason` says what was got and what was expected. */
export function checkMessage<C extends Channel>(channel: C, payload: Uint8Array): Checked<MessageOf[C]> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
  } catch {
    return { ok: false, reason: `${channel}: expected JSON in UTF-8, got ${payload.length} bytes that are not` };
  }
  const reason = isObject(value) ? CHECKS[channel](value) : `expected an object, got ${kindOf(value)}`;
  return reason === undefined ? { ok: true, message: value as MessageOf[C] } : { ok: false, reason: `${channel}: ${reason}` };
}

type Fields = Readonly<Record<string, unknown>>;
/** Says what is wrong with a value, or undefined. */
type Check = (value: Fields) => string | undefined;

const CHECKS: Readonly<Record<Channel, Check>> = {
  scene: (m) => badSequence(m) ?? badSession(m) ?? badNumber(m, 'capturedAtMs') ?? badPart(m, 'scene', badScene),
  report: (m) => badSequence(m) ?? badSession(m) ?? badPart(m, 'report', badReport),
  status: badStatus,
  show: () => undefined,
};

function badScene(scene: Fields): string | undefined {
  return (
    badHead(scene, 'hashmark-scene') ??
    badPart(scene, 'table', (t) => badNumber(t, 'widthMm', 'positive') ?? badNumber(t, 'depthMm', 'positive')) ??
    badList(scene, 'ships', badShip) ??
    badList({ obstacles: [], ...scene }, 'obstacles', badOutlined) ??
    badList({ devices: [], ...scene }, 'devices', badOutlined)
  );
}

function badShip(ship: Fields): string | undefined {
  return (
    badString(ship, 'id') ??
    (ship.base === 'small' || ship.base === 'medium' || ship.base === 'large'
      ? undefined
      : `base: expected small, medium or large, got ${show(ship.base)}`) ??
    badNumber(ship, 'xMm') ??
    badNumber(ship, 'yMm') ??
    badNumber(ship, 'headingDeg')
  );
}

function badOutlined(piece: Fields): string | undefined {
  const outline = piece.outlineMm;
  const isPoint = (p: unknown) => Array.isArray(p) && p.length === 2 && p.every((n) => typeof n === 'number' && Number.isFinite(n));
  const isOutline = Array.isArray(outline) && outline.length >= 3 && outline.every(isPoint);
  return badString(piece, 'id') ?? (isOutline ? undefined : 'outlineMm: expected three or more [x, y] in mm');
}

function badReport(report: Fields): string | undefined {
  return badHead(report, 'hashmark-report') ?? badList(report, 'pairs', badPair);
}

function badPair(pair: Fields): string | undefined {
  return badString(pair, 'from') ?? badString(pair, 'to') ?? badPart(pair, 'closest', (c) => badNumber(c, 'mm', 'positive or zero'));
}

function badStatus(status: Fields): string | undefined {
  if (typeof status.online !== 'boolean') return `online: expected true or false, got ${show(status.online)}`;
  return (
    badSession(status) ??
    (status.framesPerSecond === undefined ? undefined : badNumber(status, 'framesPerSecond', 'positive or zero')) ??
    (status.sigmaMm === undefined ? undefined : badNumber(status, 'sigmaMm', 'positive or zero')) ??
    (status.problem === undefined ? undefined : badPart(status, 'problem', (p) => badString(p, 'code') ?? badString(p, 'message')))
  );
}

function badHead(document: Fields, format: string): string | undefined {
  if (document.format !== format) return `format: expected ${format}, got ${show(document.format)}`;
  return document.version === 1 ? undefined : `version: expected 1, got ${show(document.version)}`;
}

function badSequence(message: Fields): string | undefined {
  const { sequence } = message;
  return Number.isSafeInteger(sequence) && (sequence as number) >= 0
    ? undefined
    : `sequence: expected a whole number from 0, got ${show(sequence)}`;
}

function badSession(message: Fields): string | undefined {
  return message.session === undefined ? undefined : badString(message, 'session');
}

function badNumber(fields: Fields, name: string, sign: 'any' | 'positive' | 'positive or zero' = 'any'): string | undefined {
  const value = fields[name];
  const fits = typeof value === 'number' && Number.isFinite(value) && (sign === 'any' || value > 0 || (value === 0 && sign !== 'positive'));
  return fits ? undefined : `${name}: expected a ${sign === 'any' ? 'finite' : sign} number, got ${show(value)}`;
}

function badString(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? undefined : `${name}: expected text, got ${show(value)}`;
}

function badPart(fields: Fields, name: string, check: Check): string | undefined {
  const part = fields[name];
  if (!isObject(part)) return `${name}: expected an object, got ${kindOf(part)}`;
  const reason = check(part);
  return reason && `${name}.${reason}`;
}

function badList(fields: Fields, name: string, check: Check): string | undefined {
  const list = fields[name];
  if (!Array.isArray(list)) return `${name}: expected a list, got ${kindOf(list)}`;
  for (const [i, item] of list.entries()) {
    const reason = isObject(item) ? check(item) : `expected an object, got ${kindOf(item)}`;
    if (reason) return `${name}[${i}].${reason}`;
  }
  return undefined;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value;
}

/** A short quotation of what was got, for the message. */
function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 40);
}
