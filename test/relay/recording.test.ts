import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { recordTo } from '../../src/relay/hall/recorder.js';
import { playRecording } from '../../src/relay/hall/replay-recording.js';
import { parseRecording } from '../../src/relay/wire/recording.js';
import { until } from '../until.js';
import { collect, openBench, reportText, sceneText } from './relay-bench.js';

const HEAD = '{"format":"hashmark-recording","version":1,"table":"one"}';

test('what the relay takes of a table is recorded, in order and with its time; what it refuses and calls for a judge are not', async (t) => {
  const bench = await openBench(t);
  const file = join(await makeFolder(t), 'final.jsonl');
  const stop = await recordTo(file, bench.relay);
  const fromMs = Date.now();
  const camera = await bench.connect('camera');
  await camera.publishAsync('hashmark/1/one/scene', sceneText(1), { qos: 1, retain: true });
  await camera.publishAsync('hashmark/1/one/report', reportText(1), { qos: 1, retain: true });
  await camera.publishAsync('hashmark/1/one/scene', 'no scene', { qos: 1 }).catch(() => undefined);
  await camera.publishAsync('hashmark/1/one/call', '{"calledAtMs":1}', { qos: 1, retain: true });
  await (await bench.connect('console')).publishAsync('hashmark/1/one/show', '', { qos: 1, retain: true });
  await stop();
  const { table, documents } = parseRecording(await readFile(file, 'utf8'));
  assert.equal(table, 'one');
  assert.deepEqual(
    documents.map(({ channel, message }) => [channel, message]),
    [
      ['scene', JSON.parse(sceneText(1))],
      ['report', JSON.parse(reportText(1))],
      ['show', null],
    ],
  );
  assert.ok(documents.every(({ atMs }) => atMs >= fromMs && atMs <= Date.now()));
  await assert.rejects(recordTo(file, bench.relay), /is there already: choose another name with --record FILE/);
});

test('a recording whose last line is cut off gives what it has; anything else that does not fit is refused by its line', () => {
  const line = JSON.stringify({ atMs: 5, channel: 'scene', message: JSON.parse(sceneText(1)) });
  assert.equal(parseRecording(`${HEAD}\n${line}\n${line.slice(0, 30)}`).documents.length, 1);
  assert.equal(parseRecording(`${HEAD}\n`).documents.length, 0);
  const bad: readonly (readonly [string, RegExp])[] = [
    ['', /line 1: got "", expected a JSON object/],
    ['{"format":"hashmark-scene"}\n', /line 1: format: got "hashmark-scene", expected 'hashmark-recording'/],
    [`${HEAD.replace('1,"table', '2,"table')}\n`, /line 1: version: got 2/],
    [`${HEAD}\n${line.slice(0, 30)}\n${line}\n`, /line 2: got/],
    [`${HEAD}\n${line}\n${line.replace('"small"', '"gigantic"')}\n`, /line 3: scene: ships\[0\]\.base: got "gigantic"/],
    [`${HEAD}\n${line.replace('scene', 'secret')}\n`, /line 2: channel: got "secret"/],
  ];
  for (const [text, expected] of bad) assert.throws(() => parseRecording(text), expected, text.slice(0, 60));
});

test('a recording plays in its own time, faster where asked, as a new session of now', async () => {
  const old = { sequence: 4, capturedAtMs: 900, session: 'old', scene: JSON.parse(sceneText(1)).scene };
  const documents = [
    { atMs: 1000, channel: 'scene' as const, message: old },
    { atMs: 2000, channel: 'scene' as const, message: { ...old, sequence: 5, capturedAtMs: 1900 } },
    { atMs: 2000, channel: 'status' as const, message: null },
  ];
  const sent: [number, string, string][] = [];
  const fromMs = Date.now();
  await playRecording({
    recording: { table: 'one', documents },
    speed: 5,
    send: async (channel, payload) => void sent.push([Date.now() - fromMs, channel, payload]),
  });
  const [first, second, third] = sent.map(([, , payload]) => payload && JSON.parse(payload));
  assert.ok(sent[0]![0] < 100 && sent[1]![0] >= 195 && sent[1]![0] < 600, `sent after ${sent.map(([ms]) => ms)} ms`);
  assert.equal(first.session, second.session);
  assert.notEqual(first.session, 'old');
  assert.deepEqual([first.sequence, second.sequence, third], [4, 5, '']);
  assert.ok(first.capturedAtMs >= fromMs - 100 && first.capturedAtMs <= Date.now());
  assert.deepEqual(first.scene, old.scene);
});

test('`hashmark replay` plays a file to a relay, prints it, and says what is wrong with another', async (t) => {
  const bench = await openBench(t);
  const got = await collect(await bench.connect('viewer'));
  const file = join(await makeFolder(t), 'final.jsonl');
  const lines = [1, 2, 3].map((i) => JSON.stringify({ atMs: 100 * i, channel: 'scene', message: JSON.parse(sceneText(i)) }));
  await writeFile(file, `${HEAD}\n${lines.join('\n')}\n`);
  const played = await run(['replay', file, '--url', bench.tcpUrl, '--token', bench.relay.tokens().camera]);
  assert.deepEqual([played.status, played.stderr], [0, '']);
  await until('all are there', () => got.length === 4);
  assert.deepEqual(
    got.map((line) => JSON.parse(line.slice(line.indexOf(' '))).sequence),
    [1, 2, 3, undefined],
  );
  assert.match(got[3]!, /^status: {"online":false/);
  const printed = await run(['replay', file, '--json']);
  assert.equal(JSON.parse(printed.stdout).documents.length, 3);
  const refused = await run(['replay', file, '--url', bench.tcpUrl, '--token', 'wrong']);
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /^hashmark replay: [^\n]*Bad User[^\n]*\n$/i);
  assert.match((await run(['replay', 'package.json'])).stderr, /line 1: got "{", expected a JSON object/);
  assert.equal((await run(['replay', file, '--url', bench.tcpUrl])).status, 2);
});

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function run(args: readonly string[]): Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx/esm', 'src/cli/main.ts', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, ...said })));
}
