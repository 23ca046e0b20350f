import { once } from 'node:events';
import { createServer } from 'node:net';

// Below what systems give to outgoing connections (Linux: 32768 and more), one of which would take a port between this look at it and its use.
const [LOWEST, HIGHEST] = [20_000, 32_000];

/** A port of this machine that nothing listens on, for a program that is given its port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
