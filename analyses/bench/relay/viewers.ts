/** All clients of a run, as a process of its own: a camera and its viewers for each table. Answers with what they saw. */
import mqtt, { type MqttClient } from 'mqtt';
import type { BenchTable } from './bench-broker.js';
import { sceneOfSixteenShips } from './sixteen-ships.js';

export interface ViewersJob {
  readonly tables: readonly BenchTable[];
  /** Of each table. */
  readonly viewers: number;
  readonly seconds: number;
  readonly statesPerSecond: number;
}

export interface ViewersResult {
  readonly received: number;
  readonly lost: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly worstMs: number;
}

/** How long stragglers are waited for after the last state, ms. */
const PATIENCE_MS = 3000;

process.once('message', async (job: ViewersJob) => process.send!(await watch(job)));

async function watch({ tables, viewers, seconds, statesPerSecond }: ViewersJob): Promise<ViewersResult> {
  const scene = sceneOfSixteenShips();
  const delaysMs: number[] = [];
  const cameras: (readonly [MqttClient, string])[] = [];
  for (const { table, url, tokens } of tables) {
    const topic = `hashmark/1/${table}/scene`;
    for (let from = 0; from < viewers; from += 20) {
      const some = Array.from({ length: Math.min(20, viewers - from) }, () => connect(url, `viewer@${table}`, tokens.viewer));
      for (const viewer of await Promise.all(some)) {
        viewer.on('message', (_topic, payload) => {
          // Read, not parsed: thousands of viewers share one processor here.
          const sentAtMs = Number(/"capturedAtMs":([\d.]+)/.exec(payload.subarray(0, 80).toString('latin1'))![1]);
          delaysMs.push(nowMs() - sentAtMs);
        });
        await viewer.subscribeAsync(topic, { qos: 0 });
      }
    }
    cameras.push([await connect(url, `camera@${table}`, tokens.camera), topic]);
  }
  const states = seconds * statesPerSecond;
  const periodMs = 1000 / statesPerSecond;
  const everyCamera = cameras.map(async ([camera, topic], i) => {
    // The tables of a hall do not beat in time.
    await pause((periodMs * i) / cameras.length);
    const fromMs = nowMs();
    for (let sequence = 1; sequence <= states; sequence++) {
      camera.publish(topic, JSON.stringify({ sequence, capturedAtMs: nowMs(), scene }), { qos: 0, retain: true });
      await pause(fromMs + sequence * periodMs - nowMs());
    }
  });
  await Promise.all(everyCamera);
  const expected = states * tables.length * viewers;
  const endMs = nowMs() + PATIENCE_MS;
  while (delaysMs.length < expected && nowMs() < endMs) await pause(50);
  const sorted = Float64Array.from(delaysMs).sort();
  const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { received: sorted.length, lost: expected - sorted.length, p50Ms: quantile(0.5), p95Ms: quantile(0.95), worstMs: quantile(1) };
}

function connect(url: string, username: string, password: string): Promise<MqttClient> {
  return mqtt.connectAsync(url, { protocolVersion: 5, username, password, reconnectPeriod: 0 }, false);
}

/** Fractions of a millisecond count here. */
function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
