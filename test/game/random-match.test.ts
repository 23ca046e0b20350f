import assert from 'node:assert/strict';
import test from 'node:test';
import { replayed } from '../../src/game/log/history.js';
import { matchFile, readMatch } from '../../src/game/log/match-file.js';
import { isRefusal } from '../../src/game/model/refusal.js';
import { randomMatch } from './random-match.js';

/** test/long plays 2,000. */
const MATCHES = 16;

test('a random player plays whole matches by what is offered: always something can be done, and every state is one of the rules', () => {
  const ends = { destroyed: 0, time: 0 };
  const kinds = new Set<string>();
  for (let seed = 1; seed <= MATCHES; seed++) {
    const { history, ended } = randomMatch(seed);
    ends[ended] += 1;
    for (const { kind } of history.entries) kinds.add(kind);
    if (seed > 3) continue;
    // Its log replays to the same state.
    const again = replayed(readMatch(JSON.parse(JSON.stringify(matchFile(history)))));
    assert.ok(!isRefusal(again));
    assert.deepEqual(JSON.parse(JSON.stringify(again.states.at(-1))), JSON.parse(JSON.stringify(history.states.at(-1))));
  }
  assert.equal(ends.destroyed + ends.time, MATCHES);
  for (const kind of ['set dial', 'execute', 'act', 'roll', 'modify', 'deal damage', 'resolve', 'replace', 'order', 'decide', 'no attack'])
    assert.ok(kinds.has(kind), `no match has “${kind}”`);
});
