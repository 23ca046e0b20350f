import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { run as replay } from '../../src/cli/commands/replay.js';
import { openBench } from '../relay/relay-bench.js';
import { until } from '../until.js';
import { hashmark } from './hashmark.js';

const folder = mkdtempSync(join(tmpdir(), 'hashmark-referee-'));
after(() => rmSync(folder, { recursive: true }));
const MATCH = 'test-fixtures/matches/three-rounds.json';

test('referee says how a match stands and what was to be said of it, with the moment', async () => {
  const { status, stdout } = await hashmark('referee', MATCH, '--json');
  assert.equal(status, 0);
  const found = JSON.parse(stdout);
  assert.deepEqual([found.round, found.phase, found.rulesVersion], [4, 'planning', 7]);
  assert.equal(found.ships.find(({ id }: { id: string }) => id === 'howl').isRemoved, true);
  // Howlrunner's base stands on the table when it is removed, at the end of its initiative.
  const off = found.remarks.filter(({ code }: { code: string }) => code === 'take-off');
  assert.deepEqual(
    off.map(({ ship, phase }: { ship: string; phase: string }) => [ship, phase]),
    [['howl', 'engagement']],
  );
  assert.match((await hashmark('referee', MATCH)).stdout, /removed: take it off the table[\s\S]*After round 4, planning/);
});

test('replay of the log of a match prints each state, one on a line', async () => {
  const { status, stdout } = await hashmark('replay', MATCH, '--json');
  assert.equal(status, 0);
  const states = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual([states[0].event.kind, states[0].state.round, states.at(-1).state.round], ['begin', 1, 4]);
  assert.match((await hashmark('replay', MATCH)).stdout, /^1 {2}planning/);
});

test('replay plays the log of a match to a relay: its tables with what is measured on them, and what everyone may know', async (t) => {
  const bench = await openBench(t);
  const viewer = await bench.connect('viewer');
  const got: Record<string, readonly string[]> = {};
  viewer.on('message', (topic, payload) => {
    const channel = topic.split('/').at(-1)!;
    got[channel] = [...(got[channel] ?? []), payload.toString()];
  });
  await viewer.subscribeAsync('hashmark/1/one/+', { qos: 1 });
  const args = [MATCH, '--url', bench.tcpUrl, '--token', bench.relay.tokens().camera, '--table', 'one', '--speed', '1000'];
  assert.equal(await replay(args), 0);
  const last = (channel: string) => JSON.parse(got[channel]!.at(-1)!);
  await until('the end of the match has arrived', () => got.match !== undefined && last('match').round === 4);
  assert.deepEqual([last('match').phase, last('match').ships.length], ['planning', 3]);
  assert.deepEqual(
    last('scene').scene.ships.map(({ id }: { readonly id: string }) => id),
    last('match').ships.map(({ id }: { readonly id: string }) => id),
  );
  assert.deepEqual([last('report').sequence, last('report').report.pairs.length], [last('scene').sequence, 6]);
  const documents = Object.values(got).flat().join();
  assert.doesNotMatch(documents, /isRevealed|seed/, 'dials face down and the dice to come stay behind');
  await until('it ends', () => last('status').online === false);
});

test('replay names a file that cannot be read', async () => {
  for (const [path, why] of [
    [folder, 'got a folder, expected'],
    [join(folder, 'none.json'), 'cannot be read ('],
  ] as const) {
    const { status, stderr } = await hashmark('replay', path);
    assert.equal(status, 1);
    assert.ok(stderr.startsWith(`hashmark replay: ${path}: ${why}`), stderr);
  }
  const scene = join(folder, 'scene.json');
  writeFileSync(scene, '{"format":"hashmark-scene","version":1}');
  assert.match((await hashmark('replay', scene)).stderr, /got a document of format "hashmark-scene", expected the log of a match/);
});

test('a log that the rules do not take, or of an older version, is said to be so', async () => {
  const file = JSON.parse(readFileSync(MATCH, 'utf8'));
  const bad = join(folder, 'bad.json');
  writeFileSync(bad, JSON.stringify({ ...file, entries: [file.entries[0], { n: 2, table: 0, event: { kind: 'reveal' } }] }));
  const { status, stderr } = await hashmark('referee', bad);
  assert.equal(status, 1);
  assert.match(stderr, /entries\[1\]: No ship is activating/);
  const old = await hashmark('referee', 'test-fixtures/matches/three-rounds-v1.json');
  assert.deepEqual([old.status, /played by version 1 of the rules/.test(old.stderr)], [0, true]);
  assert.equal((await hashmark('referee')).status, 2);
});
