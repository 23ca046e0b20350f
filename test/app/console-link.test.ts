import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type ConsoleLink, type ConsoleState, linkConsole } from '../../src/app/console/console-link.js';
import { withDrawing, withPair, withReplay } from '../../src/app/console/show-edits.js';
import { collect, openBench, type RelayBench, reportText } from '../relay/relay-bench.js';
import { pause, until } from '../until.js';

const fading = (id: string, fadeSeconds: number) =>
  withDrawing(
    {},
    {
      ...{ id, kind: 'line', colour: 'accent', fadeSeconds },
      pointsMm: [
        [100, 100],
        [200, 200],
      ],
    },
  );
const REPLAY = { id: 'r', ships: [{ ship: 'ship-1', keys: [{ atSeconds: 0, xMm: 100, yMm: 100, headingDeg: 0 }] }] };

function link(t: TestContext, bench: RelayBench): { readonly console: ConsoleLink; readonly state: () => ConsoleState | undefined } {
  let state: ConsoleState | undefined;
  const console = linkConsole({ url: bench.wsUrl, table: 'one', token: bench.relay.tokens().console }, (now) => {
    state = now;
  });
  t.after(() => console.close());
  return { console, state: () => state };
}

/** The show messages that a viewer who joins now receives, as texts. */
async function retained(bench: RelayBench): Promise<readonly string[]> {
  const got = await collect(await bench.connect('viewer'), 'hashmark/1/one/show');
  await pause(200);
  return got;
}

test('a drawing that has faded leaves nothing on the broker', async (t) => {
  const bench = await openBench(t);
  const { console, state } = link(t, bench);
  await until('the link', () => state()?.status?.linked === true);
  console.put(fading('1', 0.1));
  await until('it is on air', () => state()?.isOnAir === true);
  assert.match((await retained(bench))[0] ?? '', /"drawings"/);
  await until('it is taken off', () => state()?.isOnAir === true && state()?.show.drawings === undefined);
  assert.deepEqual(await retained(bench), []);
});

test('a caption that has passed leaves nothing on the broker; one without an end stays', async (t) => {
  const bench = await openBench(t);
  const { console, state } = link(t, bench);
  await until('the link', () => state()?.status?.linked === true);
  console.put({ caption: { id: '1', text: 'A judge comes', fadeSeconds: 0.1 } });
  await until('it is taken off', () => state()?.isOnAir === true && state()?.show.caption === undefined);
  assert.deepEqual(await retained(bench), []);
  console.put({ caption: { id: '2', text: 'Table two' } });
  await until('it is on air', () => state()?.isOnAir === true);
  await pause(1700);
  assert.match((await retained(bench))[0] ?? '', /Table two/);
});

test('what stays is still there when something else has faded, and a replay is over', async (t) => {
  const bench = await openBench(t);
  const { console, state } = link(t, bench);
  await until('the link', () => state()?.status?.linked === true);
  console.put(withReplay(withPair(fading('1', 0.1), 'a', 'b'), REPLAY));
  await until('both are taken off', () => {
    const { show, isOnAir } = state()!;
    return isOnAir && show.drawings === undefined && show.replay === undefined;
  });
  assert.deepEqual(await retained(bench), ['retained show: {"pairs":[{"from":"a","to":"b"}]}']);
});

test('a round’s clock goes on evenly whatever else is put on screen, by this console or another', async (t) => {
  const bench = await openBench(t);
  const [first, second] = [link(t, bench), link(t, bench)];
  for (const { state } of [first, second]) await until('the link', () => state()?.status?.linked === true);
  const startedAtMs = Date.now();
  const show = (console: typeof first) => console.state()!.show;
  first.console.put({ panel: { score: [0, 0], clock: { remainingSeconds: 100, isRunning: true } } });
  await until('the second has it', () => show(second).panel?.clock?.isRunning === true);
  const isTrue = () => {
    const left = 100 - (Date.now() - startedAtMs) / 1000;
    for (const each of [first, second]) {
      const { remainingSeconds } = show(each).panel!.clock!;
      assert.ok(Math.abs(remainingSeconds - left) < 1.2, `${remainingSeconds} s, ${left} s are left`);
    }
  };
  for (let i = 0; i < 4; i++) {
    await pause(900);
    const [by, other] = i % 2 ? [second, first] : [first, second];
    by.console.put({ ...show(by), panel: { ...show(by).panel, score: [i + 1, 0] } });
    await until('the other has it', () => show(other).panel?.score?.[0] === i + 1 && by.state()!.isOnAir);
    isTrue();
  }
});

test('a console that was reopened takes off what fades of the one before', async (t) => {
  const bench = await openBench(t);
  const before = await bench.connect('console');
  await before.publishAsync('hashmark/1/one/show', JSON.stringify(fading('1', 0.1)), { qos: 1, retain: true });
  const { state } = link(t, bench);
  await until('it has it', () => state()?.show.drawings !== undefined);
  await until('it is taken off', () => state()?.isOnAir === true && state()?.show.drawings === undefined);
  assert.deepEqual(await retained(bench), []);
});

test('a movement is kept as the turn’s, and forgotten with another session of the camera', async (t) => {
  const bench = await openBench(t);
  const camera = await bench.connect('camera');
  const say = async (sequence: number, session: string, xMm: number) => {
    const scene = {
      ...{ format: 'hashmark-scene', version: 1, table: { widthMm: 914.4, depthMm: 914.4 } },
      ships: [{ id: 'ship-1', base: 'small', xMm, yMm: 200, headingDeg: 0 }],
    };
    const message = JSON.stringify({ sequence, capturedAtMs: 1000 + sequence, session, scene });
    const report = JSON.stringify({ ...JSON.parse(reportText(sequence)), session });
    await camera.publishAsync('hashmark/1/one/status', JSON.stringify({ online: true, session }), { qos: 1, retain: true });
    await camera.publishAsync('hashmark/1/one/scene', message, { qos: 1, retain: true });
    await camera.publishAsync('hashmark/1/one/report', report, { qos: 1, retain: true });
  };
  const standsAt = (xMm: number) => () => state()?.news?.table.ships[0]?.pose.x === xMm;
  await say(1, 'first', 100);
  // What is kept at the relay may come in any order: the camera’s session after its first scene.
  const { state } = link(t, bench);
  await until('the first state', standsAt(100));
  await say(2, 'first', 180);
  await until('the second state', standsAt(180));
  assert.deepEqual([...state()!.turns!.present.keys()], ['ship-1']);
  assert.deepEqual(
    state()!.flown.map(({ ship, fromMm }) => [ship, fromMm[0]]),
    [['ship-1', 100]],
  );
  // The same table as another camera session has it: turned, so that everything stands elsewhere.
  await say(1, 'second', 700);
  await until('the other session’s state', standsAt(700));
  assert.deepEqual([[...state()!.turns!.present.keys()], state()!.flown], [[], []]);
});
