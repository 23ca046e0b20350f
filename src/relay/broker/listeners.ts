import type { IncomingMessage, Server } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createWebSocketStream, WebSocketServer } from 'ws';
import { MAX_PACKET_BYTES } from '../wire/topics.js';
import type { Relay } from './broker.js';

/** A TCP port on which a relay listens. */
export interface TcpListener {
  readonly port: number;
  close(): Promise<void>;
}

/** A connection this long silent is asked by the system whether anyone is there, ms. */
const KEEP_ALIVE_MS = 30_000;

/** Serves a relay on a TCP port; 0 takes any free one. Rejects when the port cannot be had. */
export async function listenOnTcp(relay: Relay, host: string, port: number): Promise<TcpListener> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.setNoDelay(true);
    // Notices in the end when the other side is gone without a word, also for clients that send no pings.
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    relay.connect(socket, socket.remoteAddress);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** The path on the web server where pages find the relay. */
export const RELAY_PATH = '/mqtt';

/** Serves a relay over WebSocket on a web server that is already there; other upgrades are turned away. */
export function listenOnWebSocket(relay: Relay, server: Pick<Server, 'on'>): void {
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PACKET_BYTES,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : false),
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // The web server has let go of the socket: from here on an error that nobody hears would end the process.
    socket.on('error', () => socket.destroy());
    if (pathOf(request) !== RELAY_PATH) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n', () => socket.destroy());
      return;
    }
    const { remoteAddress } = request.socket;
    request.socket.setKeepAlive(true, KEEP_ALIVE_MS);
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      const { countBytesBelow } = relay.connect(createWebSocketStream(webSocket), remoteAddress);
      socket.on('data', (chunk: Buffer) => countBytesBelow(chunk.length));
    });
  });
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0]!.replace(/^\/+/, '/');
}
