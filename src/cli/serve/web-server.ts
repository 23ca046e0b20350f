import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { visitorOf } from '../../relay/wire/network-address.js';
import { isFromLoopback } from './addresses.js';
import type { Certificate } from './certificate.js';

export interface WebServerOptions {
  readonly certificate?: Certificate | undefined;
  /** Other time-outs than the usual ones, ms. */
  readonly timeouts?: Partial<typeof TIMEOUTS>;
}

export interface WebServer {
  readonly port: number;
  /** Emitter of connections that want to become WebSockets. */
  readonly upgrades: Pick<Server, 'on'>;
  close(): Promise<void>;
}

/** Time limits of a visitor: for an encrypted greeting, a request's head and a whole request; and for an idle socket, ms. */
const TIMEOUTS = {
  handshakeTimeout: 10_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 5000,
};
const IDLE_MS = 60_000;
/**
 * Maximum number of connections at once. A page keeps up to six for files and one to the relay; a streaming program has dozens of pages at
 * one address.
 */
const MOST = { inAll: 2048, fromOneAddress: 512 };

/** The first byte of every TLS connection; no HTTP request begins so. */
const TLS_HANDSHAKE = 0x16;

/**
 * Listens for pages: plain, or encrypted when there is a certificate. In that case someone who types the address without `https://`
 * is sent to the right one on the same port, except on this computer, where nothing leaves it: a streaming program shows nothing of
 * a page whose certificate it does not know, and does not say so. Rejects when the port cannot be had.
 */
export async function listenForPages(
  host: string,
  port: number,
  answer: RequestListener,
  options: WebServerOptions = {},
): Promise<WebServer> {
  const { certificate } = options;
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const pages = certificate ? createHttpsServer({ ...timeouts, ...certificate }, answer) : createHttpServer(timeouts, answer);
  const plain = createHttpServer(timeouts, (request, response) => {
    if (isFromLoopback(request.socket)) {
      answer(request, response);
      return;
    }
    // For now only: a browser that remembered it would never again find a server that was started without a certificate.
    const location = `https://${request.headers.host ?? 'localhost'}${request.url ?? '/'}`;
    response.writeHead(307, { Location: location, 'Cache-Control': 'no-store', Connection: 'close' }).end();
  });
  plain.on('upgrade', (request, socket, head) => {
    if (isFromLoopback(request.socket)) pages.emit('upgrade', request, socket, head);
    else socket.destroy();
  });
  for (const server of [pages, plain]) server.setTimeout(IDLE_MS);
  const sockets = new Set<Socket>();
  const fromAddress = new Map<string, number>();
  const listener = createTcpServer((socket) => {
    const visitor = visitorOf(socket.remoteAddress);
    const already = fromAddress.get(visitor) ?? 0;
    if (already >= MOST.fromOneAddress) {
      socket.destroy();
      return;
    }
    fromAddress.set(visitor, already + 1);
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      const left = fromAddress.get(visitor)! - 1;
      if (left > 0) fromAddress.set(visitor, left);
      else fromAddress.delete(visitor);
    });
    socket.on('error', () => socket.destroy());
    socket.setNoDelay(true);
    if (!certificate) {
      pages.emit('connection', socket);
      return;
    }
    const silent = setTimeout(() => socket.destroy(), timeouts.handshakeTimeout);
    socket.on('close', () => clearTimeout(silent));
    socket.once('data', (chunk) => {
      clearTimeout(silent);
      socket.pause();
      socket.unshift(chunk);
      (chunk[0] === TLS_HANDSHAKE ? pages : plain).emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
  listener.maxConnections = MOST.inAll;
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(port, host, resolve);
  });
  // Node begins to look for slow requests when a server listens; these two are given their connections by another.
  for (const server of [pages, plain]) server.emit('listening');
  return {
    port: (listener.address() as AddressInfo).port,
    upgrades: pages,
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        for (const socket of sockets) socket.destroy();
        for (const server of [pages, plain]) server.close();
      }),
  };
}
