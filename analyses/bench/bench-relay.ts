/**
 * How fast and how surely a table's states reach their viewers, through the built-in broker and through Mosquitto in one run; and what an overlay's page costs.
 *
 *   npm run analyse -- bench-relay [--seconds=15] [--tables=N] [--write]
 *
 * --write puts the tables into docs/scale.md between its marks. Both brokers, the cameras and all viewers share this computer. --tables=1 measures that load alone.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { startBenchBroker } from './relay/bench-broker.js';
import { type FrameCost, frameCosts } from './relay/frame-cost.js';
import { sceneOfSixteenShips } from './relay/sixteen-ships.js';
import type { ViewersJob, ViewersResult } from './relay/viewers.js';

const STATES_PER_SECOND = 10;
const SECONDS = Number(process.argv.find((arg) => arg.startsWith('--seconds='))?.slice('--seconds='.length) ?? 15);
const ONLY_TABLES = process.argv.find((arg) => arg.startsWith('--tables='))?.slice('--tables='.length);
const LOADS = [
  { tables: 1, viewers: 200 },
  { tables: 50, viewers: 40 },
].filter(({ tables }) => ONLY_TABLES === undefined || tables === Number(ONLY_TABLES));
const DOCS = 'docs/scale.md';
const MARKS = ['<!-- bench:relay -->', '<!-- /bench:relay -->'] as const;

const bytes = JSON.stringify({ sequence: 1, capturedAtMs: Date.now(), scene: sceneOfSixteenShips() }).length;
const rows: string[] = [];
for (const load of LOADS) {
  for (const kind of ['built-in', 'mosquitto'] as const) {
    const row = await measure(kind, load);
    rows.push(row);
    process.stderr.write(`${row}\n`);
  }
}
const costs = await frameCosts(SECONDS);
const text = `${[
  `Measured by \`npm run analyse -- bench-relay\` on ${cpus().length} cores that broker, cameras and viewers share, ${SECONDS} s each, ${STATES_PER_SECOND} states a second`,
  `and table. A state of 16 ships is ${bytes} bytes (limit: 4096).`,
  '',
  '| load | broker | states received | lost | p50, ms | p95, ms | worst, ms | broker’s processor time a state received, joining included, µs |',
  '| --- | --- | --- | --- | --- | --- | --- | --- |',
  ...rows,
  '',
  ...costLines(costs),
].join('\n')}\n`;
process.stdout.write(text);
if (process.argv.includes('--write')) {
  const old = await readFile(DOCS, 'utf8');
  const [from, to] = [old.indexOf(MARKS[0]) + MARKS[0].length, old.indexOf(MARKS[1])];
  await writeFile(DOCS, `${old.slice(0, from)}\n${text}${old.slice(to)}`);
}
process.exitCode = bytes <= 4096 ? 0 : 1;

function costLines(costs: readonly FrameCost[] | undefined): readonly string[] {
  if (!costs) return ['What an overlay costs was not measured: the app is not built (npm run build).'];
  return [
    'An overlay of 16 moving ships at 1920 × 1080 in Chromium without a graphics card (limit of the script: 4 ms a frame):',
    '',
    '| view | frames a second here | script to draw, ms a frame | all of the page’s thread, ms a frame | all, ms a state | script at 60 frames and 10 states a second, ms a frame |',
    '| --- | --- | --- | --- | --- | --- |',
    ...costs.map(
      ({ view, framesPerSecond, drawMs, frameMs, stateMs, scriptMs }) =>
        `| ${[view, framesPerSecond.toFixed(0), ...[drawMs, frameMs, stateMs, scriptMs].map((ms) => ms.toFixed(1))].join(' | ')} |`,
    ),
  ];
}

async function measure(kind: 'built-in' | 'mosquitto', { tables, viewers }: (typeof LOADS)[number]): Promise<string> {
  const label = `| ${tables} table${tables > 1 ? 's' : ''} × ${viewers} viewers | ${kind === 'built-in' ? 'built-in' : 'Mosquitto'}`;
  const broker = await startBenchBroker(kind, tables);
  if (!broker) return `${label} | not installed here | | | | | |`;
  try {
    const job: ViewersJob = { tables: broker.tables, viewers, seconds: SECONDS, statesPerSecond: STATES_PER_SECOND };
    const beforeMs = await broker.cpuMs();
    const { received, lost, p50Ms, p95Ms, worstMs } = await inOwnProcess(job);
    // Joining is in it, for both alike.
    const cpuUs = (1000 * ((await broker.cpuMs()) - beforeMs)) / received;
    return `${label} | ${received} | ${lost} | ${[p50Ms, p95Ms, worstMs, cpuUs].map((value) => value.toFixed(1)).join(' | ')} |`;
  } finally {
    await broker.stop();
  }
}

/** The clients have a process of their own, so that they do not take the built-in broker's time. */
function inOwnProcess(job: ViewersJob): Promise<ViewersResult> {
  const child: ChildProcess = fork('analyses/bench/relay/viewers.ts', { execArgv: ['--import', 'tsx'] });
  return new Promise((resolve, reject) => {
    child.once('message', (result) => {
      resolve(result as ViewersResult);
      child.kill();
    });
    child.once('exit', (status) => reject(new Error(`the viewers ended with status ${status}`)));
    child.send(job);
  });
}
