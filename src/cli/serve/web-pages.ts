import { stat } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { contentType } from 'mime-types';
import serveStatic from 'serve-static';
import type { Relay } from '../../relay/broker/broker.js';
import { TABLE_ROLES } from '../../relay/wire/topics.js';
import { isFromLoopback } from './addresses.js';
import { bearerToken } from './kept-tokens.js';

/** Headers of every answer. Cross-origin isolation lets ONNX Runtime use threads. */
const HEADERS: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), microphone=(), geolocation=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  // The browser asks each time and is answered in a few bytes that nothing has changed.
  'Cache-Control': 'no-cache',
};

/**
 * Permissions of a page of this server: nothing comes in that the server did not send, nothing goes out except to its own relay, to an
 * event's broker on the same host, and from the console to the streaming program on the same computer.
 */
function contentPolicy(request: IncomingMessage, path: string | undefined): string {
  // Not every browser counts a WebSocket to the same host as 'self'.
  const { host = '' } = request.headers;
  const scheme = 'encrypted' in request.socket ? 'wss' : 'ws';
  const name = /^([\w.-]+|\[[\da-f:]+\])(:\d+)?$/i.exec(host)?.[1];
  const sockets = name === undefined ? '' : ` ${scheme}://${path !== undefined && BROKER_READERS.includes(path) ? `${name}:*` : host}`;
  const obs = path === '/console' ? ' ws://127.0.0.1:* ws://localhost:*' : '';
  return [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    `connect-src 'self'${sockets}${obs}`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "base-uri 'self'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/** Pages that have an address of their own. */
const PAGES: Readonly<Record<string, string>> = {
  '/': '/index.html',
  '/overlay': '/overlay.html',
  '/console': '/console.html',
  '/director': '/director.html',
};
/** Pages that may read from an event's own broker, which runs on this server's host at a port of its own. */
const BROKER_READERS = ['/overlay', '/console', '/director'];
const MISSING: Readonly<Record<string, string>> = {
  '/overlay.html': 'The overlay page is not built: run npm run build.',
  '/mqtt': 'This is the relay: connect with MQTT over WebSocket.',
};

/** The server's addresses, each with a slash at its end. */
export interface Reach {
  /** Addresses for other devices, the best one first; empty where only this computer reaches the server. */
  readonly addresses: readonly string[];
  /** For programs on this computer. */
  readonly local: string;
}

export interface WebPagesOptions {
  readonly folder: string;
  readonly relay: Relay;
  /** Addresses of this server. */
  readonly reach: () => Reach;
  /** Called after a token was replaced. */
  readonly onTokens: () => Promise<void>;
  /** Called with a sentence: what could not be answered. */
  readonly onError: (what: string) => void;
}

/** Answers for the app's pages, its files and the tokens. */
export function webPages({ folder, relay, reach, onTokens, onError }: WebPagesOptions): RequestListener {
  const files = appFiles(folder);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    const path = pathOf(request.url);
    response.setHeader('Content-Security-Policy', contentPolicy(request, path));
    if (path === undefined) sayText(response, 400, 'This address cannot be read.');
    else if (path === '/relay/tokens') await answerTokens(request, response, { relay, reach, onTokens });
    else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      sayText(response, 405, `Expected GET or HEAD, got ${request.method}.`);
    } else await files(request, response, PAGES[path] ?? path);
  };
  return (request, response) => {
    answer(request, response).catch((error: unknown) => {
      onError(`${request.url}: ${error instanceof Error ? error.message : String(error)}`);
      if (response.headersSent) response.destroy();
      else sayText(response, 500, 'The server could not answer; its window says why.');
    });
  };
}

/** The files of a built app, each as it is on disk when it is asked for; sent packed over a network where a packed form is on disk too. */
function appFiles(folder: string) {
  const find = serveStatic(folder, { cacheControl: false, index: false, redirect: false });
  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const sent = (await sendPacked(request, response, folder, path)) ? `${path}.br` : path;
    request.url = encodeURI(sent).replace(/[?#]/g, encodeURIComponent);
    await new Promise<void>((resolve, reject) => {
      response.once('close', resolve);
      find(request, response, (error?: unknown) => {
        if (error) reject(error);
        else sayText(response, 404, MISSING[path] ?? `There is nothing at ${path}.`);
      });
    });
  };
}

/**
 * Says in the answer's head that the packed form of a file follows, if there is one and it helps: on this computer packing only costs time.
 */
async function sendPacked(request: IncomingMessage, response: ServerResponse, folder: string, path: string): Promise<boolean> {
  response.setHeader('Vary', 'Accept-Encoding');
  if (isFromLoopback(request.socket) || !/\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))) return false;
  if (path.split('/').includes('..') || path.includes('\0')) return false;
  const [file, packed] = await Promise.all(['', '.br'].map((ending) => stat(join(folder, path + ending)).catch(() => undefined)));
  if (!file?.isFile() || !packed?.isFile() || packed.mtimeMs < file.mtimeMs) return false;
  response.setHeader('Content-Type', contentType(extname(path)) || 'application/octet-stream');
  response.setHeader('Content-Encoding', 'br');
  // A page that shows a download's progress counts unpacked bytes.
  response.setHeader('X-Uncompressed-Length', file.size);
  return true;
}

/** For the page that runs the table: `GET` returns the tokens and addresses, so that it can show the links; `POST ?role=` replaces a token. */
async function answerTokens(
  request: IncomingMessage,
  response: ServerResponse,
  { relay, reach, onTokens }: Pick<WebPagesOptions, 'relay' | 'reach' | 'onTokens'>,
): Promise<void> {
  const token = bearerToken(request.headers.authorization);
  const checked = token === undefined ? 'wrong' : relay.checkToken('camera', token, request.socket.remoteAddress);
  if (checked === 'wait') {
    response.setHeader('Retry-After', '60');
    sayText(response, 429, 'Too many wrong tokens from this address: wait a minute.');
    return;
  }
  if (checked === 'wrong') {
    response.setHeader('WWW-Authenticate', 'Bearer');
    sayText(response, 401, 'Expected the camera’s token: Authorization: Bearer TOKEN.');
    return;
  }
  if (request.method === 'POST') {
    const role = new URL(request.url ?? '/', 'http://localhost').searchParams.get('role');
    const known = TABLE_ROLES.find((each) => each === role);
    if (!known) {
      sayText(response, 400, `Expected ?role= with one of ${TABLE_ROLES.join(', ')}, got ${role}.`);
      return;
    }
    relay.replaceToken(known);
    await onTokens();
  }
  const { addresses, local } = reach();
  const { remoteAddress, localAddress } = request.socket;
  // Of no use on another device, where the same name means that device.
  const isHere = isFromLoopback(request.socket) || remoteAddress === localAddress;
  const body = JSON.stringify({ table: relay.table, tokens: relay.tokens(), addresses, ...(isHere && { local }) });
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }).end(body);
}

function sayText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}

/** The path of an address, decoded, without doubled or trailing slashes; undefined when it is malformed. */
function pathOf(url: string | undefined): string | undefined {
  try {
    const path = decodeURIComponent((url ?? '/').split(/[?#]/, 1)[0]!).replace(/\/{2,}/g, '/');
    return path === '/' ? path : path.replace(/\/$/, '');
  } catch {
    return undefined;
  }
}
