import { openTable } from '../../src/relay/client/subscriber.js';
import { connectAsCamera } from '../../src/relay/hall/replay-recording.js';
import { startBenchBroker } from '../bench/relay/bench-broker.js';
import { sceneOfSixteenShips } from '../bench/relay/sixteen-ships.js';

/** A broker with some tables of an event, as a director sees them: some send, one calls a judge, one is silent. */
export interface Hall {
  readonly tables: readonly string[];
  readonly broker: string;
  readonly token: string;
  /** Tables that send. */
  readonly live: number;
  stop(): Promise<void>;
}

const PLAYERS = ['Ann', 'Ben', 'Cleo', 'Dana', 'Emil', 'Fay', 'Gus', 'Hana', 'Ivo', 'Jule', 'Kim', 'Lea'] as const;
const HEARTBEAT_MS = 1000;

/** Undefined where Mosquitto is not installed. */
export async function photographedHall(): Promise<Hall | undefined> {
  const broker = await startBenchBroker('mosquitto', PLAYERS.length / 2);
  if (!broker?.hall) return undefined;
  const { webSocketUrl, directorToken } = broker.hall;
  const stops: (() => Promise<void>)[] = [];
  for (const [i, { table, url, tokens }] of broker.tables.entries()) {
    const desk = openTable({
      ...{ url: webSocketUrl, table, role: 'console', token: tokens.console, onState: () => undefined, onStatus: () => undefined },
    });
    stops.push(desk.close);
    const names: [string, string] = [PLAYERS[2 * i]!, PLAYERS[2 * i + 1]!];
    while (!(await desk.say('show', { panel: { names, score: [4 + 3 * i, 12 - 2 * i] } })))
      await new Promise((resolve) => setTimeout(resolve, 100));
    // The last one has not begun.
    if (i === broker.tables.length - 1) continue;
    const camera = await connectAsCamera(url, table, tokens.camera);
    const speak = () => camera.send('status', JSON.stringify({ online: true, sigmaMm: 0.2 + 0.1 * (i % 3) }));
    await camera.send('scene', JSON.stringify({ sequence: 1, capturedAtMs: Date.now(), scene: sceneOfSixteenShips() }));
    await camera.send(
      'match',
      JSON.stringify({ round: 3 + (i % 3), phase: i % 2 ? 'engagement' : 'activation', firstPlayer: 1, order: [], ships: [] }),
    );
    if (i === 3) await camera.send('call', JSON.stringify({ calledAtMs: Date.now(), reason: 'range 1 or 2?' }));
    await speak();
    const heart = setInterval(() => void speak(), HEARTBEAT_MS);
    stops.push(async () => {
      clearInterval(heart);
      await camera.close();
    });
  }
  return {
    tables: broker.tables.map(({ table }) => table),
    broker: webSocketUrl,
    token: directorToken,
    live: broker.tables.length - 1,
    async stop() {
      for (const stop of stops) await stop();
      await broker.stop();
    },
  };
}
