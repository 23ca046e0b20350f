import assert from 'node:assert/strict';
import { connect as connectTcp, createServer, type Socket } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import type { Report } from '../../src/judge/report/report-file.js';
import { openRelay } from '../../src/relay/broker/broker.js';
import { listenOnTcp } from '../../src/relay/broker/listeners.js';
import { createPublisher, HEARTBEAT_MS, type Publisher, type PublisherOptions } from '../../src/relay/client/publisher.js';
import { openTable, type ReaderStatus, STALE_AFTER_MS, subscribe, type TableNews } from '../../src/relay/client/subscriber.js';
import type { ShowMessage } from '../../src/relay/wire/messages.js';
import type { SceneFile } from '../../src/table/documents/scene-file.js';
import { pause, until } from '../until.js';
import { collect, openBench, reportText, sceneText } from './relay-bench.js';

const report = JSON.parse(reportText(1)).report as Report;

// Each has a relay of its own and waits more than it works.
suite('publisher and subscriber', { concurrency: true }, () => {
  test('what the camera publishes is what the viewer sees, scene and report together', async (t) => {
    const bench = await openBench(t);
    const publisher = publish(t, { url: bench.wsUrl, table: 'one', token: bench.relay.tokens().camera });
    const viewer = watch(t, bench.wsUrl, bench.relay.tokens().viewer);
    publisher.publish(scene(7), report, { framesPerSecond: 12, sigmaMm: 0.3 }, 5000);
    await until('the state arrives', () => viewer.news.length > 0);
    const { sequence, ...state } = viewer.news.at(-1)!;
    assert.deepEqual(state, { capturedAtMs: 5000, scene: scene(7), report });
    assert.ok(sequence >= 1);
    await until('the viewer trusts it', () => !viewer.status().stale);
    const { session, ...camera } = viewer.status().camera!;
    assert.deepEqual(camera, { online: true, framesPerSecond: 12, sigmaMm: 0.3 });
    assert.ok(session);
  });

  test('who asks for no reports is sent none, and has the scene all the same', async (t) => {
    const bench = await openBench(t);
    const director = await bench.connect('director');
    const reports = await collect(director, 'hashmark/1/one/report');
    const states: TableNews[] = [];
    const proxy = await openSilencer(t, Number(new URL(bench.tcpUrl).port));
    t.after(
      subscribe({
        ...{ url: proxy.url, table: 'one', token: bench.relay.tokens().viewer, withoutReports: true },
        ...{ onState: (news) => states.push(news), onStatus: () => undefined },
      }),
    );
    const publisher = publish(t, { url: bench.tcpUrl, table: 'one', token: bench.relay.tokens().camera });
    publisher.publish(scene(1), { ...report, note: 'x'.repeat(1500) } as never, {});
    await until('the state is there', () => states.length > 0);
    await until('a report was sent', () => reports.length > 0);
    await pause(100);
    assert.equal(states[0]!.report, undefined);
    assert.ok(proxy.sentBytes() < 1500, `${proxy.sentBytes()} bytes came`);
  });

  test('of many states offered at once the newest arrives and most of the overtaken ones are never sent', async (t) => {
    const bench = await openBench(t);
    const viewer = watch(t, bench.tcpUrl, bench.relay.tokens().viewer);
    await until('the viewer is there', () => viewer.status().linked);
    const publisher = publish(t, { url: bench.tcpUrl, table: 'one', token: bench.relay.tokens().camera });
    for (let i = 1; i <= 500; i++) publisher.publish(scene(i), report, {}, i);
    await until('the newest arrives', () => viewer.news.at(-1)?.capturedAtMs === 500);
    assert.ok(viewer.news.length < 20, `got ${viewer.news.length} states of 500`);
    const sequences = viewer.news.map((news) => news.sequence);
    assert.deepEqual(
      sequences,
      [...sequences].sort((a, b) => a - b),
    );
  });

  test('when the camera’s page closes, its viewers see at once that the camera is offline', async (t) => {
    const bench = await openBench(t);
    const publisher = publish(t, { url: bench.tcpUrl, table: 'one', token: bench.relay.tokens().camera });
    const viewer = watch(t, bench.tcpUrl, bench.relay.tokens().viewer);
    publisher.publish(scene(1), report, {});
    await until('the table is live', () => !viewer.status().stale);
    await publisher.close();
    await until('the camera is offline', () => viewer.status().camera?.online === false && viewer.status().stale);
  });

  test('the table that an earlier camera session left is not trusted before the new one has sent its own', async (t) => {
    const bench = await openBench(t);
    const token = bench.relay.tokens().camera;
    const first = publish(t, { url: bench.tcpUrl, table: 'one', token });
    const viewer = watch(t, bench.tcpUrl, bench.relay.tokens().viewer);
    first.publish(scene(1), report, {});
    await until('the table is live', () => !viewer.status().stale);
    await first.close();
    const second = publish(t, { url: bench.tcpUrl, table: 'one', token });
    await until('the second camera is online', () => viewer.status().camera?.online === true);
    const later = watch(t, bench.tcpUrl, bench.relay.tokens().viewer);
    await until('a later viewer has the old scene', () => later.news.length === 1);
    await pause(HEARTBEAT_MS + 500);
    assert.ok(viewer.status().stale && later.status().stale);
    second.publish(scene(2), report, {});
    await until('the table is live again', () => !viewer.status().stale);
    assert.deepEqual(viewer.news.at(-1)!.scene, scene(2));
  });

  test('the match that an earlier camera session left is taken off by the next one, which plays none', async (t) => {
    const bench = await openBench(t);
    const token = bench.relay.tokens().camera;
    const match = { round: 3, phase: 'end', firstPlayer: 1, order: [], ships: [] } as const;
    const kept = async () => {
      const got = await collect(await bench.connect('viewer'), 'hashmark/1/one/match');
      await pause(200);
      return got;
    };
    const first = publish(t, { url: bench.tcpUrl, table: 'one', token });
    first.publishMatch({ ...match, order: [], ships: [] });
    const viewer = watch(t, bench.tcpUrl, bench.relay.tokens().viewer);
    await until('the first camera is online', () => viewer.status().camera?.online === true);
    assert.equal((await kept()).length, 1);
    await first.close();
    await until('it is gone', () => viewer.status().camera?.online === false);
    assert.equal((await kept()).length, 1, 'a page that went is no end of a match');
    publish(t, { url: bench.tcpUrl, table: 'one', token });
    await until('the second camera is online', () => viewer.status().camera?.online === true);
    await pause(200);
    assert.deepEqual(await kept(), []);
  });

  test('a camera that falls silent is not trusted any longer, and is again when it speaks', async (t) => {
    const { camera, viewer, clock } = await watchedByClock(t);
    await camera.publishAsync('hashmark/1/one/scene', sceneText(1), { qos: 1, retain: true });
    await until('the table is live', () => !viewer.status().stale);
    clock.nowMs += STALE_AFTER_MS + 1;
    await until('it is stale', () => viewer.status().stale);
    assert.equal(viewer.status().camera?.online, true);
    await camera.publishAsync('hashmark/1/one/scene', sceneText(2), { qos: 1, retain: true });
    await until('the table is live again', () => !viewer.status().stale);
  });

  for (const [ahead, byMs] of [
    ['an hour ahead', 3_600_000],
    ['an hour behind', -3_600_000],
  ] as const) {
    test(`a camera whose clock is ${ahead} is live while it speaks, and is noticed as late as any other when it falls silent`, async (t) => {
      const { camera, viewer, clock } = await watchedByClock(t);
      const send = (sequence: number) => {
        const message = { ...JSON.parse(sceneText(sequence)), capturedAtMs: clock.nowMs + byMs };
        return camera.publishAsync('hashmark/1/one/scene', JSON.stringify(message), { qos: 1, retain: true });
      };
      await send(1);
      await until('the table is live', () => !viewer.status().stale);
      clock.nowMs += STALE_AFTER_MS - 1;
      await send(2);
      await until('the second state arrives', () => viewer.news.length === 2);
      clock.nowMs += STALE_AFTER_MS - 1;
      // Longer than the reader takes to look at its clock again.
      await pause(700);
      assert.equal(viewer.status().stale, false);
      clock.nowMs += 2;
      await until('it is stale', () => viewer.status().stale);
    });
  }

  test('a scene without a report is shown all the same, a moment later', async (t) => {
    const bench = await openBench(t);
    const viewer = watch(t, bench.tcpUrl, bench.relay.tokens().viewer);
    const publisher = publish(t, { url: bench.tcpUrl, table: 'one', token: bench.relay.tokens().camera });
    publisher.publish(scene(3), undefined, {});
    await until('it arrives', () => viewer.news.length === 1);
    assert.equal(viewer.news[0]!.report, undefined);
  });

  test('camera and viewer come back by themselves after the relay was away, with the newest state', { timeout: 40_000 }, async (t) => {
    const tokens = { camera: 'c'.repeat(24), console: 'o'.repeat(24), viewer: 'v'.repeat(24) };
    const open = async (port: number) => {
      const relay = await openRelay({ table: 'one', tokens });
      const tcp = await listenOnTcp(relay, '127.0.0.1', port);
      const close = async () => {
        await relay.close();
        await tcp.close();
      };
      return { port: tcp.port, close };
    };
    const before = await open(0);
    const url = `mqtt://127.0.0.1:${before.port}`;
    const publisher = publish(t, { url, table: 'one', token: tokens.camera });
    const viewer = watch(t, url, tokens.viewer);
    publisher.publish(scene(1), report, {});
    await until('the table is live', () => !viewer.status().stale);
    await before.close();
    await until('the viewer says so', () => !viewer.status().linked && viewer.status().problem?.code === 'relay-unreachable');
    assert.ok(viewer.status().stale);
    publisher.publish(scene(2), report, {});
    await pause(2000);
    const after = await open(before.port);
    t.after(after.close);
    await until('the newest state arrives', () => viewer.news.at(-1)?.scene !== undefined && !viewer.status().stale);
    assert.deepEqual(viewer.news.at(-1)!.scene, scene(2));
  });

  test('a link that died without a word is noticed and replaced', { timeout: 40_000 }, async (t) => {
    const bench = await openBench(t);
    const proxy = await openSilencer(t, Number(new URL(bench.tcpUrl).port));
    const viewer = watch(t, proxy.url, bench.relay.tokens().viewer);
    const publisher = publish(t, { url: bench.tcpUrl, table: 'one', token: bench.relay.tokens().camera });
    publisher.publish(scene(1), report, {});
    await until('the table is live', () => !viewer.status().stale);
    proxy.silence();
    await until('the dead link is noticed', () => !viewer.status().linked);
    publisher.publish(scene(2), report, {});
    await until('the newest state arrives over a new link', () => !viewer.status().stale);
    assert.deepEqual(viewer.news.at(-1)!.scene, scene(2));
  });

  test('a state that the relay refuses is reported to the camera’s page, and viewers keep the one before', async (t) => {
    const bench = await openBench(t);
    const problems: (string | undefined)[] = [];
    const token = bench.relay.tokens().camera;
    const publisher = publish(t, { url: bench.tcpUrl, table: 'one', token, onLink: (problem) => problems.push(problem?.code) });
    const viewer = watch(t, bench.tcpUrl, bench.relay.tokens().viewer);
    publisher.publish(scene(1), report, {});
    await until('the state arrives', () => viewer.news.length === 1);
    publisher.publish({ ...scene(2), version: 2 } as unknown as SceneFile, report, {});
    await until('the page has the problem', () => problems.at(-1) === 'relay-state-refused');
    publisher.publish(scene(3), report, {});
    await until('the next state arrives', () => viewer.news.length === 2 && problems.at(-1) === undefined);
    assert.deepEqual(
      viewer.news.map((news) => news.scene),
      [scene(1), scene(3)],
    );
  });

  test('the camera’s page knows what the commentator has on screen, and when it is cleared', async (t) => {
    const bench = await openBench(t);
    const shown: unknown[] = [];
    const { camera, console: token } = bench.relay.tokens();
    publish(t, { url: bench.tcpUrl, table: 'one', token: camera, onShow: (show) => shown.push(show) });
    let isLinked = false;
    const onStatus = ({ linked }: ReaderStatus) => (isLinked = linked);
    const desk = openTable({ url: bench.tcpUrl, table: 'one', role: 'console', token, onState: () => undefined, onStatus });
    t.after(() => desk.close());
    const pairs = [{ from: 'a', to: 'b' }];
    await until('the desk is linked', () => isLinked);
    await desk.say('show', { pairs });
    await until('the page knows it', () => shown.length > 0);
    await desk.say('show', undefined);
    await until('the page knows that it is cleared', () => shown.at(-1) === undefined);
    assert.deepEqual((shown[0] as ShowMessage).pairs, pairs);
  });

  test('a page with an old token says which link to open', async (t) => {
    const bench = await openBench(t);
    const viewer = watch(t, bench.wsUrl, 'an-old-token');
    await until('the refusal is shown', () => viewer.status().problem?.code === 'relay-token-refused');
  });

  test('a page that is turned away after too many wrong tokens shows that problem, not that its link is wrong', async (t) => {
    const bench = await openBench(t);
    for (let i = 0; i < 25; i++) await bench.connect('viewer', { password: `guess-${i}` }).catch(() => undefined);
    const viewer = watch(t, bench.wsUrl, bench.relay.tokens().viewer);
    await until('the problem is shown', () => viewer.status().problem?.code === 'relay-turned-away');
  });

  test('a second camera’s page shows that another one sends, and gets the table when that has stopped', async (t) => {
    const bench = await openBench(t);
    const problems: [(string | undefined)[], (string | undefined)[]] = [[], []];
    const [first, second] = problems.map((list) =>
      publish(t, { url: bench.tcpUrl, table: 'one', token: bench.relay.tokens().camera, onLink: (problem) => list.push(problem?.code) }),
    );
    await until('one camera has the table and the other has the problem', () => problems.flat().length === 2);
    assert.deepEqual(problems.flat().sort(), ['relay-second-camera', undefined]);
    const [holder, other] = problems[0][0] === undefined ? [first!, second!] : [second!, first!];
    const viewer = watch(t, bench.tcpUrl, bench.relay.tokens().viewer);
    other.publish(scene(9), report, {});
    await holder.close();
    await until('the other has the table', () => viewer.news.length > 0);
    assert.deepEqual(viewer.news[0]!.scene, scene(9));
  });
});

function scene(xMm: number): SceneFile {
  return JSON.parse(sceneText(1, xMm)).scene;
}

function publish(t: TestContext, options: PublisherOptions): Publisher {
  const publisher = createPublisher(options);
  t.after(() => publisher.close());
  return publisher;
}

function watch(t: TestContext, url: string, token: string, nowMs?: () => number) {
  const news: TableNews[] = [];
  const statuses: ReaderStatus[] = [];
  const onState = (state: TableNews) => news.push(state);
  const onStatus = (status: ReaderStatus) => statuses.push(status);
  t.after(subscribe({ url, table: 'one', token, onState, onStatus, ...(nowMs && { nowMs }) }));
  return { news, status: () => statuses.at(-1)! };
}

/** A camera that is online, and a linked viewer whose clock goes on when it is set. */
async function watchedByClock(t: TestContext) {
  const bench = await openBench(t);
  const camera = await bench.connect('camera');
  const clock = { nowMs: Date.now() };
  const viewer = watch(t, bench.tcpUrl, bench.relay.tokens().viewer, () => clock.nowMs);
  await until('the viewer is linked', () => viewer.status().linked);
  await camera.publishAsync('hashmark/1/one/status', '{"online":true}', { qos: 1, retain: true });
  return { camera, viewer, clock };
}

/** A way to a port that can be made to swallow everything on its present connections, as a lost Wi-Fi does. */
async function openSilencer(t: TestContext, port: number) {
  const pairs: (readonly [Socket, Socket])[] = [];
  let sentBytes = 0;
  const server = createServer((near) => {
    const far = connectTcp(port, '127.0.0.1');
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.pipe(far);
    far.pipe(near);
    far.on('data', (chunk: Buffer) => {
      sentBytes += chunk.length;
    });
    pairs.push([near, far]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of pairs.flat()) socket.destroy();
    server.close();
  });
  const address = server.address() as { readonly port: number };
  return {
    url: `mqtt://127.0.0.1:${address.port}`,
    sentBytes: () => sentBytes,
    silence() {
      for (const [near, far] of pairs) {
        near.unpipe(far).resume();
        far.unpipe(near).resume();
      }
    },
  };
}
