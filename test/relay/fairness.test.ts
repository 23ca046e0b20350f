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
  for (const state of states) {
    publisher.publishMatch(publicState(state));
    await pause(1);
  }
  await until('the end has come', () => got.at(-1)?.includes(JSON.stringify(publicState(states.at(-1)!))) ?? false);
  // A document may be on its way while the next states are published: each counts as the state that it is.
  const documents = states.map((state) => `match: ${JSON.stringify(publicState(state))}`);
  let at = 0;
  for (const line of got) {
    const codes = [...line.matchAll(MANEUVER)].map(([code]) => code);
    const isDocument = line.startsWith('match: {');
    if (isDocument) at = documents.indexOf(line, at);
    assert.ok(at >= 0, `${line} is no state that was published, or comes after a later one`);
    const known = isDocument ? revealed(states[at]!) : [];
    assert.deepEqual(
      codes.filter((code) => !known.includes(code)),
      [],
      line,
    );
  }
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
