import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRecording } from '../../src/app/recording/open-recording.js';
import { recordedStates, stateAt } from '../../src/app/recording/recorded-states.js';
import { parseRecording } from '../../src/relay/wire/recording.js';
import { sceneText } from '../relay/relay-bench.js';

const HEAD = '{"format":"hashmark-recording","version":1,"table":"one"}';
const MATCH = '{"round":2,"phase":"planning","firstPlayer":1,"order":[],"ships":[]}';
const line = (atMs: number, channel: string, message: string) => `{"atMs":${atMs},"channel":"${channel}","message":${message}}`;
const text = (...lines: readonly string[]) => `${[HEAD, ...lines].join('\n')}\n`;
const statesOf = (...lines: readonly string[]) => recordedStates(parseRecording(text(...lines)));

test('a recording’s states keep their times, with pauses of more than ten seconds cut, and the match that was known', () => {
  const states = statesOf(
    line(1000, 'status', '{"online":true}'),
    line(5000, 'scene', sceneText(1, 100)),
    line(6500, 'match', MATCH),
    line(7000, 'scene', sceneText(2, 200)),
    line(3_607_000, 'scene', sceneText(3, 300)),
    line(3_608_000, 'match', 'null'),
    line(3_609_000, 'scene', sceneText(4, 400)),
  );
  assert.deepEqual(
    states.map(({ atSeconds, scene, match }) => [atSeconds, scene.ships[0]!.xMm, match?.round]),
    [
      [0, 100, undefined],
      [2, 200, 2],
      [12, 300, 2],
      [14, 400, undefined],
    ],
  );
});

test('at each time the last state that is not after it stands', () => {
  const states = statesOf(...[0, 1, 2, 3, 4].map((i) => line(1000 * i, 'scene', sceneText(i + 1, 100 * i))));
  const xAt = (seconds: number) => stateAt(states, seconds).scene.ships[0]!.xMm;
  assert.deepEqual([0, 0.99, 1, 2.5, 4, 99].map(xAt), [0, 0, 100, 200, 400, 400]);
});

test('a recording without a table is refused in words', () => {
  assert.throws(() => statesOf(line(1, 'status', '{"online":true}')), /no state of a table: expected at least one scene/);
});

test('a file is recognised as a recording by its first line, whatever its name', async () => {
  const utf16 = (words: string) => Uint16Array.from(`\ufeff${words}`, (letter) => letter.charCodeAt(0));
  const fileOf = (body: string, type = '') => new File([body], 'final.log', { type });
  assert.equal(await isRecording(fileOf(text())), true);
  assert.equal(await isRecording(fileOf(sceneText(1))), false);
  assert.equal(await isRecording(fileOf('')), false);
  assert.equal(await isRecording(fileOf(text(), 'video/mp4')), true, 'whatever type a messenger gave it');
  assert.equal(await isRecording(new File([utf16(text())], 'recording.txt')), true);
});
