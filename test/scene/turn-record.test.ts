import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkMessage } from '../../src/relay/wire/messages.js';
import { CHANNELS } from '../../src/relay/wire/topics.js';
import { replayedTable, replaySeconds } from '../../src/scene/stream/instant-replay.js';
import { pathsOfTurn, recordTurn, replayOfTurn, type TurnRecord } from '../../src/scene/stream/turn-record.js';
import { ship, tableOf } from '../judge/tables.js';

const at = (aMm: number, bMm: number) => tableOf([ship('a', 'small', aMm, 400, 0), ship('b', 'small', bMm, 700, 90)]);

/** The record after a table for each second; `round` of the match where one is played. */
function recorded(states: readonly (readonly [number, number])[], round: (i: number) => number | undefined = () => undefined): TurnRecord {
  let record: TurnRecord | undefined;
  states.forEach(([aMm, bMm], i) => {
    record = recordTurn(record, at(aMm, bMm), 1000 * i, round(i));
  });
  return record!;
}

const places = (record: TurnRecord) => Object.fromEntries(pathsOfTurn(record).map(({ ship: id, fromMm }) => [id, fromMm[0]]));

test('a turn holds each ship that moved with where it stood at its beginning; noise is no movement', () => {
  assert.deepEqual(places(recorded([[100, 200]])), {});
  assert.deepEqual(
    places(
      recorded([
        [100, 200],
        [104, 195],
        [98, 203],
      ]),
    ),
    {},
  );
  assert.deepEqual(
    places(
      recorded([
        [100, 200],
        [180, 200],
        [180, 320],
      ]),
    ),
    { a: 100, b: 200 },
  );
});

test('without a match a new turn begins when a ship moves again after another one, and not when it only goes on', () => {
  assert.deepEqual(
    places(
      recorded([
        [100, 200],
        [180, 200],
        [220, 200],
      ]),
    ),
    { a: 100 },
  );
  assert.deepEqual(
    places(
      recorded([
        [100, 200],
        [180, 200],
        [180, 320],
        [260, 320],
      ]),
    ),
    { a: 180 },
  );
});

test('with a match each round is a turn; before anything has moved in it the previous one is shown', () => {
  const states = [
    [100, 200],
    [180, 200],
    [180, 200],
    [180, 300],
  ] as const;
  const roundOf = (i: number) => (i < 2 ? 1 : 2);
  assert.deepEqual(places(recorded(states.slice(0, 3), roundOf)), { a: 100 });
  assert.deepEqual(places(recorded(states, roundOf)), { b: 200 });
  // Within a round a ship may move twice: it boosts.
  assert.deepEqual(
    places(
      recorded(
        [
          [100, 200],
          [180, 200],
          [180, 300],
          [220, 300],
        ],
        () => 1,
      ),
    ),
    { a: 100, b: 200 },
  );
});

test('a slow push is a movement, however small its steps', () => {
  assert.deepEqual(places(recorded(Array.from({ length: 30 }, (_, i) => [100 + 3 * i, 200] as const))), { a: 100 });
});

test('a replay begins where the turn began, ends where ships stand, and leaves pauses out', () => {
  const record = recorded([
    ...Array.from({ length: 100 }, () => [100, 200] as const),
    [180, 200],
    ...Array(60).fill([180, 200]),
    [180, 300],
  ]);
  const replay = replayOfTurn(record, 'one')!;
  const now = at(180, 300);
  assert.ok(replaySeconds(replay) < 5, `${replaySeconds(replay)} s of 161`);
  const xs = (seconds: number) => replayedTable(now, replay, seconds).ships.map(({ pose }) => pose.x);
  assert.deepEqual(xs(0), [100, 200]);
  assert.deepEqual(xs(replaySeconds(replay)), [180, 300]);
  // The first movement ends after 1.2 s; the second one has not begun then.
  assert.deepEqual(xs(1.2), [180, 200]);
});

test('a long movement is thinned to the states that a replay may have, its end kept', () => {
  const record = recorded(Array.from({ length: 400 }, (_, i) => [100 + 20 * i, 200] as const));
  const [{ keys } = { keys: [] }] = replayOfTurn(record, 'one')!.ships;
  assert.ok(keys.length <= 120, `${keys.length}`);
  assert.equal(keys.at(-1)!.xMm, 100 + 20 * 399);
  assert.ok(keys.every((key, i) => i === 0 || key.atSeconds >= keys[i - 1]!.atSeconds));
});

test('a replay of as many ships as may be on screen fits into what the relay takes', () => {
  let record: TurnRecord | undefined;
  for (let i = 0; i < 60; i++) {
    const ships = Array.from({ length: 64 }, (_, k) => ship(`ship-${k}`, 'small', 100.4 + 20.3 * i, 10.7 * k, -170.3));
    record = recordTurn(record, tableOf(ships), 1000 * i, 1);
  }
  const replay = replayOfTurn(record, 'one')!;
  assert.equal(replay.ships.length, 64);
  const { maxBytes } = CHANNELS.find(({ channel }) => channel === 'show')!;
  assert.ok(JSON.stringify({ replay }).length < 0.9 * maxBytes);
  assert.ok(checkMessage('show', Buffer.from(JSON.stringify({ replay }))).ok);
});

test('between two states of a replay a ship turns the shorter way', () => {
  const keys = [
    { atSeconds: 0, xMm: 0, yMm: 0, headingDeg: 170 },
    { atSeconds: 2, xMm: 20, yMm: 0, headingDeg: -170 },
  ];
  const [a] = replayedTable(at(0, 0), { id: 'r', ships: [{ ship: 'a', keys }] }, 1).ships;
  assert.equal(a!.pose.x, 10);
  assert.ok(Math.abs(Math.abs(a!.pose.headingRad) - Math.PI) < 1e-9);
});
