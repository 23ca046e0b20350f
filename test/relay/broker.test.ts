import assert from 'node:assert/strict';
import { connect as connectTcp } from 'node:net';
import { test } from 'node:test';
import type { ErrorWithReasonCode, IPublishPacket, MqttClient } from 'mqtt';
import { openRelay } from '../../src/relay/broker/broker.js';
import { pause, until } from '../until.js';
import { collect, openBench, reportText, sceneText } from './relay-bench.js';

const SCENE = 'hashmark/1/one/scene';
const REPORT = 'hashmark/1/one/report';
const STATUS = 'hashmark/1/one/status';
const SHOW = 'hashmark/1/one/show';
const CALL = 'hashmark/1/one/call';

for (const protocolVersion of [4, 5] as const) {
  for (const way of ['tcpUrl', 'wsUrl'] as const) {
    test(`a scene travels from camera to viewer, MQTT version ${protocolVersion}, ${way}`, async (t) => {
      const bench = await openBench(t);
      const viewer = await bench.connect('viewer', { url: bench[way], protocolVersion });
      const got = await collect(viewer);
      const camera = await bench.connect('camera', { url: bench[way], protocolVersion });
      await camera.publishAsync(SCENE, sceneText(1), { retain: true });
      await until('the scene arrives', () => got.length === 1);
      assert.equal(got[0], `scene: ${sceneText(1)}`);
    });
  }
}

test('a viewer that comes later gets the retained scene, report, status and show at once', async (t) => {
  const bench = await openBench(t);
  const camera = await bench.connect('camera');
  const console = await bench.connect('console');
  await camera.publishAsync(SCENE, sceneText(1), { retain: true });
  await camera.publishAsync(SCENE, sceneText(2), { retain: true });
  await camera.publishAsync(REPORT, reportText(2), { qos: 1, retain: true });
  await camera.publishAsync(STATUS, '{"online":true,"framesPerSecond":10,"sigmaMm":0.4}', { qos: 1, retain: true });
  await console.publishAsync(SHOW, '{"pairs":[]}', { qos: 1, retain: true });
  const got = await collect(await bench.connect('viewer', { protocolVersion: 4 }));
  await until('four documents arrive', () => got.length >= 4);
  assert.deepEqual(got.map((line) => line.split(':')[0]).sort(), ['retained report', 'retained scene', 'retained show', 'retained status']);
  assert.ok(got.includes(`retained scene: ${sceneText(2)}`));
});

test('a camera that is cut off leaves its will: the table is offline', async (t) => {
  const bench = await openBench(t);
  const will = { topic: STATUS, payload: Buffer.from('{"online":false}'), qos: 1 as const, retain: true };
  const camera = await bench.connect('camera', { will });
  const got = await collect(await bench.connect('viewer'), STATUS);
  await camera.publishAsync(STATUS, '{"online":true,"framesPerSecond":10,"sigmaMm":0.4}', { qos: 1, retain: true });
  camera.stream.destroy();
  await until('the will arrives', () => got.includes('status: {"online":false}'));
  const later = await collect(await bench.connect('viewer'), STATUS);
  await until('the will is retained', () => later.includes('retained status: {"online":false}'));
});

test('a camera that says goodbye leaves no will', async (t) => {
  const bench = await openBench(t);
  const will = { topic: STATUS, payload: Buffer.from('{"online":false}'), qos: 1 as const, retain: true };
  const got = await collect(await bench.connect('viewer'), STATUS);
  const camera = await bench.connect('camera', { will });
  await camera.endAsync();
  await pause(200);
  assert.deepEqual(got, []);
});

test('a will that would write what its role may not is refused with the connection', async (t) => {
  const bench = await openBench(t);
  const will = { topic: STATUS, payload: Buffer.from('{"online":false}'), qos: 1 as const, retain: true };
  await assert.rejects(bench.connect('viewer', { will }), { code: 0x87 });
});

test('a wrong, missing or another role’s token is refused, in both protocol versions', async (t) => {
  const bench = await openBench(t);
  const { camera, viewer } = bench.relay.tokens();
  for (const spoiled of [{ password: 'wrong' }, { password: '' }, { username: 'root' }, { username: '__proto__' }, { password: camera }]) {
    await assert.rejects(bench.connect('viewer', spoiled), { code: 0x86 }, JSON.stringify(spoiled));
    await assert.rejects(bench.connect('viewer', { ...spoiled, protocolVersion: 4 }), { code: 4 }, JSON.stringify(spoiled));
  }
  assert.notEqual(camera, viewer);
});

test('each role writes only its own documents; a refusal names the reason and hurts no one', async (t) => {
  const bench = await openBench(t);
  const got = await collect(await bench.connect('viewer'));
  const camera = await bench.connect('camera');
  const attempts: readonly [MqttClient, string][] = [
    [await bench.connect('viewer'), SCENE],
    [await bench.connect('viewer'), SHOW],
    [await bench.connect('console'), SCENE],
    [await bench.connect('console'), STATUS],
    [camera, SHOW],
    [camera, 'hashmark/1/two/scene'],
    [camera, '$SYS/broker'],
  ];
  for (const [client, topic] of attempts) {
    const error = await refusalOf(client, topic, sceneText(1));
    assert.equal(error.code, 0x87, topic);
    assert.ok(client.connected);
  }
  await camera.publishAsync(SCENE, sceneText(1));
  await until('the camera still gets through', () => got.length === 1);
  assert.equal(bench.refused.length, attempts.length);
});

test('a refused document of an MQTT 3.1.1 client is confirmed, dropped and noted', async (t) => {
  const bench = await openBench(t);
  const got = await collect(await bench.connect('viewer'));
  const intruder = await bench.connect('viewer', { protocolVersion: 4 });
  for (const qos of [0, 1, 2] as const) await intruder.publishAsync(SHOW, '{}', { qos });
  await pause(100);
  assert.deepEqual(got, []);
  assert.equal(bench.refused.length, 3);
  assert.ok(intruder.connected);
});

test('subscriptions outside the table are refused one by one', async (t) => {
  const bench = await openBench(t);
  const viewer = await bench.connect('viewer');
  const topics = ['#', 'hashmark/1/two/scene', 'hashmark/1/one/+', '$SYS/#', 'hashmark/1/+/scene', '$share/all/hashmark/1/one/scene'];
  const granted: number[] = [];
  viewer.on('packetreceive', (packet) => {
    if (packet.cmd === 'suback') granted.push(...(packet.granted as number[]));
  });
  await viewer.subscribeAsync(topics, { qos: 2 }).catch(() => undefined);
  assert.deepEqual(granted, [0x87, 0x87, 1, 0x87, 0x87, 0x87]);
  assert.ok(viewer.connected);
});

const BAD: readonly (readonly [string, string | Buffer, RegExp])[] = [
  [SCENE, 'not json', /expected JSON/],
  [SCENE, Buffer.from([0x22, 0xff, 0x22]), /expected JSON in UTF-8/],
  [SCENE, '[]', /message: got \[\], expected an object/],
  [SCENE, sceneText(-1), /sequence: got -1, expected a whole number of at least 0/],
  [SCENE, sceneText(1.5), /sequence/],
  [SCENE, sceneText(1).replace('"capturedAtMs":1001,', ''), /capturedAtMs: got nothing, expected a finite number/],
  [SCENE, sceneText(1).replace('914.4', '0'), /table\.widthMm: got 0, expected a finite number/],
  [SCENE, sceneText(1).replace('"small"', '"enormous"'), /ships\[0\]\.base: got "enormous", expected one of small, medium, large/],
  [SCENE, sceneText(1).replace('"xMm":100', '"xMm":1e999'), /ships\[0\]\.xMm/],
  [SCENE, sceneText(1).replace('"version":1', '"version":2'), /version: got 2, expected 1/],
  [SCENE, `{"pad":"${'x'.repeat(300_000)}"}`, /expected at most 262144 bytes, got 300010/],
  [REPORT, reportText(7), /expected a sequence from 0 to -1, got 7/],
  [STATUS, '{"online":"yes"}', /online: got "yes", expected true or false/],
  [STATUS, '{"online":true,"framesPerSecond":-1}', /framesPerSecond/],
];

test('a malformed document is refused with what was got and expected; the connection and the others go on', async (t) => {
  const bench = await openBench(t);
  const got = await collect(await bench.connect('viewer'));
  const camera = await bench.connect('camera');
  for (const [topic, payload, expected] of BAD) {
    const error = await refusalOf(camera, topic, payload);
    assert.equal(error.code, 0x99, String(expected));
    assert.match(bench.refused.at(-1)!, expected);
  }
  await camera.publishAsync(SCENE, sceneText(1), { qos: 1 });
  await until('a good scene passes', () => got.length > 0);
  assert.deepEqual(got, [`scene: ${sceneText(1)}`]);
});

test('a late scene is refused; a new session counts from the beginning', async (t) => {
  const bench = await openBench(t);
  const camera = await bench.connect('camera');
  const status = (session: string) => camera.publishAsync(STATUS, JSON.stringify({ online: true, session }), { qos: 1 });
  await status('a');
  await camera.publishAsync(SCENE, sceneText(5), { qos: 1 });
  await camera.publishAsync(REPORT, reportText(5), { qos: 1 });
  await camera.publishAsync(SCENE, sceneText(8), { qos: 1 });
  assert.equal((await refusalOf(camera, SCENE, sceneText(8))).code, 0x99);
  assert.equal((await refusalOf(camera, SCENE, sceneText(6))).code, 0x99);
  assert.equal((await refusalOf(camera, REPORT, reportText(4))).code, 0x99);
  assert.equal((await refusalOf(camera, REPORT, reportText(9))).code, 0x99);
  await status('b');
  await camera.publishAsync(SCENE, sceneText(1), { qos: 1 });
});

test('a second camera is refused with the reason, in both versions, and the first goes on; when it has left the next may send', async (t) => {
  const bench = await openBench(t);
  const got = await collect(await bench.connect('viewer'), STATUS);
  const will = (session: string) => ({
    topic: STATUS,
    payload: Buffer.from(JSON.stringify({ online: false, session })),
    qos: 1 as const,
    retain: true,
  });
  const first = await bench.connect('camera', { will: will('a'), clientId: 'hashmark-one-camera' });
  await assert.rejects(bench.connect('camera', { will: will('b'), clientId: 'hashmark-one-camera' }), { code: 0x97 });
  await assert.rejects(bench.connect('camera', { clientId: 'other', protocolVersion: 4 }), { code: 3 });
  assert.match(bench.refused.at(-1)!, /camera: another camera sends this table/);
  assert.ok(first.connected);
  await first.publishAsync(STATUS, '{"online":true,"session":"a"}', { qos: 1, retain: true });
  await first.endAsync();
  const second = await bench.connect('camera', { will: will('b'), clientId: 'hashmark-one-camera' });
  await second.publishAsync(STATUS, '{"online":true,"session":"b"}', { qos: 1, retain: true });
  await until('both were heard, and no will of either', () => got.length === 2);
});

test('a camera that comes back while its old connection is still open takes it over, and its will does not say offline', async (t) => {
  const bench = await openBench(t);
  const will = { topic: STATUS, payload: Buffer.from('{"online":false,"session":"a"}'), qos: 1 as const, retain: true };
  const got = await collect(await bench.connect('viewer'), STATUS);
  const first = await bench.connect('camera', { will });
  let reasonCode: number | undefined;
  first.on('disconnect', (packet) => {
    reasonCode = packet.reasonCode;
  });
  const second = await bench.connect('camera', { will });
  await second.publishAsync(STATUS, '{"online":true}', { qos: 1, retain: true });
  await until('the first one hears of it', () => reasonCode === 0x8e && !first.connected);
  await pause(100);
  assert.deepEqual(got, ['status: {"online":true}']);
});

test('a reader that takes the place of one with its own id gets the documents that are kept and those that come, over both ways', async (t) => {
  const bench = await openBench(t);
  const camera = await bench.connect('camera');
  await camera.publishAsync('hashmark/1/one/scene', sceneText(1), { qos: 1, retain: true });
  let sequence = 0;
  for (const url of [bench.wsUrl, bench.tcpUrl]) {
    for (const role of ['viewer', 'console'] as const) {
      const first = await bench.connect(role, { url, clientId: 'same' });
      const before = await collect(first);
      await until('the first has what is kept', () => before.length > 0);
      const second = await bench.connect(role, { url, clientId: 'same' });
      const got = await collect(second);
      await until('the second has what is kept', () => got.length > 0);
      await camera.publishAsync('hashmark/1/one/scene', sceneText(2 + sequence++), { qos: 1, retain: true });
      await until(`${role} over ${url} gets what comes`, () => got.length > 1);
      await second.endAsync();
    }
  }
});

test('a reader that says goodbye and comes back with its own id gets the documents that are kept and those that come, over both ways', async (t) => {
  const bench = await openBench(t);
  const camera = await bench.connect('camera');
  await camera.publishAsync('hashmark/1/one/scene', sceneText(1), { qos: 1, retain: true });
  let sequence = 2;
  for (const url of [bench.wsUrl, bench.tcpUrl]) {
    for (let visit = 0; visit < 2; visit++) {
      const reader = await bench.connect('viewer', { url, clientId: 'same' });
      const got = await collect(reader);
      await until(`what is kept, visit ${visit}`, () => got.length === 1);
      await camera.publishAsync('hashmark/1/one/scene', sceneText(sequence++), { qos: 1, retain: true });
      await until(`what comes, visit ${visit}`, () => got.length === 2);
      await reader.endAsync();
    }
  }
});

test('two tabs of one console’s link both get everything', async (t) => {
  const bench = await openBench(t);
  const tabs = [
    await collect(await bench.connect('console', { url: bench.wsUrl })),
    await collect(await bench.connect('console', { url: bench.wsUrl })),
  ];
  await (await bench.connect('camera')).publishAsync('hashmark/1/one/scene', sceneText(1), { qos: 1, retain: true });
  await until('both have it', () => tabs.every((got) => got.length === 1));
});

test('a call for a judge reaches console and director, never a viewer; the director answers it', async (t) => {
  const bench = await openBench(t);
  const director = await bench.connect('director', { username: 'director@one' });
  const [seen, heard, shown] = [
    await collect(director),
    await collect(await bench.connect('console')),
    await collect(await bench.connect('viewer')),
  ];
  const camera = await bench.connect('camera', { username: 'camera@one' });
  const call = '{"calledAtMs":1700000000000,"reason":"is it in arc?"}';
  await camera.publishAsync(CALL, call, { qos: 1, retain: true });
  await camera.publishAsync(SCENE, sceneText(1), { qos: 1 });
  await until('the call arrives', () => seen.length === 2 && heard.length === 2);
  assert.deepEqual([seen[0], heard[0]], [`call: ${call}`, `call: ${call}`]);
  await director.publishAsync(CALL, '', { qos: 1, retain: true });
  await until('the answer arrives', () => heard.at(-1) === 'call: ');
  assert.deepEqual(shown, [`scene: ${sceneText(1)}`]);
  assert.equal((await refusalOf(director, SCENE, sceneText(2))).code, 0x87);
  assert.equal((await refusalOf(camera, CALL, '{"calledAtMs":"now"}')).code, 0x99);
  await assert.rejects(bench.connect('camera', { username: 'camera@two' }), { code: 0x86 });
});

test('a replaced token puts out those who came with the old one, and only them', async (t) => {
  const bench = await openBench(t);
  const old = bench.relay.tokens().viewer;
  const viewer = await bench.connect('viewer');
  const camera = await bench.connect('camera');
  const fresh = bench.relay.replaceToken('viewer');
  await until('the viewer is out', () => !viewer.connected);
  assert.ok(camera.connected);
  await assert.rejects(bench.connect('viewer', { password: old }), { code: 0x86 });
  assert.ok((await bench.connect('viewer', { password: fresh })).connected);
});

test('a viewer that stops reading does not hold up the others, and has the newest scene when it reads again', async (t) => {
  const bench = await openBench(t);
  const frozen = await bench.connect('viewer');
  const seen = await collect(frozen, SCENE);
  const got = await collect(await bench.connect('viewer'), SCENE);
  const camera = await bench.connect('camera');
  frozen.stream.pause();
  const pad = JSON.stringify(Array.from({ length: 100 }, () => 's'.repeat(1000)));
  const big = (sequence: number) => sceneText(sequence).replace('{', `{"pad":${pad},`);
  for (let sequence = 1; sequence <= 200; sequence++) await camera.publishAsync(SCENE, big(sequence), { qos: 1, retain: true });
  await until('the other viewer has the last scene', () => got.at(-1) === `scene: ${big(200)}`);
  assert.ok(seen.length < 200);
  frozen.stream.resume();
  await until('the frozen viewer has the last scene', () => seen.at(-1) === `scene: ${big(200)}`);
  assert.ok(seen.length < 150, `overtaken scenes are forgotten, got ${seen.length} of 200`);
});

test('garbage, an endless packet and a wrong beginning end only their own connection', async (t) => {
  const bench = await openBench(t);
  const viewer = await bench.connect('viewer');
  const got = await collect(viewer);
  const port = Number(new URL(bench.tcpUrl).port);
  const pieces = [
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f, 0]),
    Buffer.from([0xc0, 0]),
    Buffer.from([0x10, 0x02, 0, 0]),
  ];
  for (const piece of pieces) {
    const socket = connectTcp(port, '127.0.0.1');
    const isClosed = new Promise<void>((resolve) => socket.on('close', () => resolve()).on('error', () => resolve()));
    socket.write(piece);
    // The second piece announces 256 MiB; the gateway closes as soon as more than a CONNECT needs has come.
    if (piece[1] === 0xff) socket.write(Buffer.alloc(64 * 1024));
    socket.resume();
    await isClosed;
  }
  await (await bench.connect('camera')).publishAsync(SCENE, sceneText(1));
  await until('the viewer still hears the camera', () => got.length === 1);
});

test('viewers are kept behind by the delay, with the retained scene too; the console sees the present', async (t) => {
  const bench = await openBench(t, { viewerDelayMs: 400 });
  const camera = await bench.connect('camera');
  const consoleGot = await collect(await bench.connect('console'), SCENE);
  await camera.publishAsync(SCENE, sceneText(1), { qos: 1, retain: true });
  const got = await collect(await bench.connect('viewer'), SCENE);
  const startMs = Date.now();
  await camera.publishAsync(SCENE, sceneText(2), { qos: 1, retain: true });
  await until('the console has both', () => consoleGot.length === 2);
  assert.deepEqual(got, []);
  await until('the viewer has both', () => got.length === 2);
  assert.ok(Date.now() - startMs >= 390);
  assert.deepEqual(got, [`retained scene: ${sceneText(1)}`, `scene: ${sceneText(2)}`]);
});

test('a relay is not opened for a table name outside [a-z0-9-]{1,32}', async () => {
  for (const table of ['', 'A', 'a/b', 'a'.repeat(33), 'tisch ü']) await assert.rejects(openRelay({ table }), /expected 1 to 32 of a-z/);
});

/** What a publish with confirmation is answered. */
async function refusalOf(client: MqttClient, topic: string, payload: string | Buffer): Promise<ErrorWithReasonCode> {
  const answer: IPublishPacket | undefined | ErrorWithReasonCode = await client
    .publishAsync(topic, payload, { qos: 1 })
    .then(() => undefined)
    .catch((error) => error);
  assert.ok(answer, `expected ${topic} to be refused`);
  return answer as unknown as ErrorWithReasonCode;
}
