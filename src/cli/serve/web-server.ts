import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import type { Certificate } from './certificate.js';

export interface WebServer {
  readonly port: number;
  /** Where connections that want to become WebSockets are announced. */
  readonly upgrades: Pick<Server, 'on'>;
  close(): Promise<void>;
}

/** The first byte of every TLS connection; no HTTP request begins so. */
const TLS_HANDSHAKE = 0x16;

/**
 * Listens for pages: plain, or encrypted when there is a certificate. In that case someone who types the address without `https://`
 * is sent to the right one on the same port. Rejects when the port cannot be had.
 */
export async function listenForPages(host: string, port: number, answer: RequestListener, certificate?: Certificate): Promise<WebServer> {
  const pages = certificate ? createHttpsServer(certificate, answer) : createHttpServer(answer);
  const redirects = createHttpServer((request, response) => {
    response.writeHead(308, { Location: `https://${request.headers.host ?? 'localhost'}${request.url ?? '/'}` }).end();
  });
  const sockets = new Set<Socket>();
  const door = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.setNoDelay(true);
    if (!certificate) {
      pages.emit('connection', socket);
      return;
    }
    socket.once('data', (chunk) => {
      socket.pause();
      socket.unshift(chunk);
      (chunk[0] === TLS_HANDSHAKE ? pages : redirects).emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
  await new Promise<void>((resolve, reject) => {
    door.once('error', reject);
    door.listen(port, host, resolve);
  });
  return {
    port: (door.address() as AddressInfo).port,
    upgrades: pages,
    close: () =>
      new Promise((resolve) => {
        door.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
