import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { publicState } from '../../src/game/log/public-state.js';
import type { GameState } from '../../src/game/model/game-state.js';
import { createPublisher } from '../../src/relay/client/publisher.js';
import { recordTo } from '../../src/relay/hall/recorder.js';
import { makeFolder } from '../cli/served.js';
import { randomMatch } from '../game/random-match.js';
import { pause, until } from '../until.js';
import { collect, openBench } from './relay-bench.js';

const MANEUVER = /"[0-5][A-Z]{2}"/g;

/** The maneuvers that a state lets everyone know, as they are written in JSON. */
function revealed({ ships, activation }: GameState): readonly string[] {
  return ships.flatMap(({ id, set }) => {
    const code = set?.isRevealed || (activation?.ship === id && activation.maneuver) ? set?.code : undefined;
    return code === undefined ? [] : [`"${code}"`];
  });
}

test('nothing that a viewer is sent in a whole match, is kept or recorded names a maneuver before it is revealed', {
  timeout: 120_000,
}, async (t) => {
  const bench = await openBench(t);
  const file = join(await makeFolder(t), 'match.jsonl');
  const stop = await recordTo(file, bench.relay);
  const got = await collect(await bench.connect('viewer'));
  const publisher = createPublisher({ url: bench.tcpUrl, table: 'one', token: bench.relay.tokens().camera });
  t.after(() => publisher.close());
  await until('the camera is there', () => got.some((line) => line.startsWith('status')));
  const { states } = randomMatch(3).history;
  const isSecret = ({ ships }: GameState) => ships.some(({ set }) => set !== undefined && !set.isRevealed);
  const secrets = states.filter(isSecret);
  assert.ok(secrets.length > 20, `${secrets.length} states with a dial that is set and not revealed`);
  let lately: readonly string[] = [];
  for (const state of states) {
    const from = got.length;
    publisher.publishMatch(publicState(state));
    await pause(1);
    const known = revealed(state);
    // A document may still be on its way: what was known a state before may be in it as well.
    for (const line of got.slice(from)) {
      for (const [code] of line.matchAll(MANEUVER)) assert.ok([...known, ...lately].includes(code), `${code} in ${line}`);
    }
    lately = known;
  }
  await until('the end has come', () => got.at(-1)?.includes(JSON.stringify(publicState(states.at(-1)!))) ?? false);
  await stop();
  const recorded = (await readFile(file, 'utf8')).split('\n').filter((line) => line.includes('"match"'));
  const live = got.filter((line) => line.startsWith('match: {')).map((line) => line.slice('match: '.length));
  assert.deepEqual(
    recorded.map((line) => JSON.parse(line).message).filter(Boolean),
    live.map((text) => JSON.parse(text)),
    'the recording holds what was sent and no more',
  );
  assert.ok(live.length > 50, `${live.length} documents`);
});
