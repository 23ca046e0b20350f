import type { IncomingMessage, Server } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createWebSocketStream, WebSocketServer } from 'ws';
import type { Relay } from './broker.js';
import { MAX_PACKET_BYTES } from './topics.js';

/** A TCP port on which a relay listens. */
export interface TcpListener {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves a relay on a TCP port; 0 takes any free one. Rejects when the port cannot be had. */
export async function listenOnTcp(relay: Relay, host: string, port: number): Promise<TcpListener> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.setNoDelay(true);
    relay.connect(socket);
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
    if (pathOf(request) !== RELAY_PATH) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
      return;
    }
    webSockets.handleUpgrade(request, socket, head, (webSocket) => relay.connect(createWebSocketStream(webSocket)));
  });
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0]!.replace(/^\/+/, '/');
}
