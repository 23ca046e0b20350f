import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import mqtt from 'mqtt';
import { generate, type Packet } from 'mqtt-packet';
import { RateLimit } from '../../src/relay/broker/rate-limit.js';
import { visitorOf } from '../../src/relay/wire/network-address.js';
import { pause, until } from '../until.js';
import { collect, openBench, type RelayBench, sceneText } from './relay-bench.js';

const SCENE = 'hashmark/1/one/scene';
const OPCODE_BINARY = 0x02;

for (const version of [4, 5] as const) {
  for (const cmd of ['subscribe', 'unsubscribe'] as const) {
    test(`two ${cmd.toUpperCase()}s with one packet id in one write end their own connection only, MQTT version ${version}`, async (t) => {
      const bench = await openBench(t);
      const viewer = await bench.connect('viewer');
      const got = await collect(viewer, SCENE);
      const question = (
        cmd === 'subscribe'
          ? { cmd, messageId: 7, subscriptions: [{ topic: SCENE, qos: 0 }] }
          : { cmd, messageId: 7, unsubscriptions: [SCENE] }
      ) as Packet;
      const socket = await openSocket(t, bench);
      const isClosed = once(socket, 'close');
      socket.write(
        Buffer.concat([connectOf(bench, version), ...[question, question].map((one) => generate(one, { protocolVersion: version }))]),
      );
      await isClosed;
      await (await bench.connect('camera')).publishAsync(SCENE, sceneText(1), { qos: 1 });
      await until('the others go on', () => got.length === 1);
    });
  }
}

test('a viewer that takes the camera’s or the console’s client id puts out neither', async (t) => {
  const bench = await openBench(t);
  const camera = await bench.connect('camera', { clientId: 'hashmark-one-camera' });
  const console_ = await bench.connect('console', { clientId: 'console' });
  for (const clientId of ['hashmark-one-camera', 'console']) await bench.connect('viewer', { clientId });
  const got = await collect(await bench.connect('viewer'), SCENE);
  await pause(100);
  assert.ok(camera.connected && console_.connected);
  await camera.publishAsync(SCENE, sceneText(1), { qos: 1 });
  await until('the camera is still heard', () => got.length === 1);
});

test('seven hundred sockets that say nothing keep nobody out who has a token', async (t) => {
  const bench = await openBench(t);
  const silent = await Promise.all(Array.from({ length: 700 }, () => openSocket(t, bench)));
  const camera = await bench.connect('camera');
  const got = await collect(await bench.connect('viewer'), SCENE);
  await camera.publishAsync(SCENE, sceneText(1), { qos: 1 });
  await until('the scene arrives', () => got.length === 1);
  await until('at most 256 of one address wait to say who they are', () => silent.filter((one) => !one.destroyed).length <= 256, 4000);
});

test('a WebSocket message of 4 MB is cut off long before its end while its sender has not said who it is', async (t) => {
  const bench = await openBench(t);
  const socket = await openWebSocket(t, bench);
  const sentBytes = await sendUntilClosed(socket, 4 * 1024 * 1024);
  assert.ok(sentBytes < 2 * 1024 * 1024, `${sentBytes} bytes were taken`);
});

test('a viewer, who writes nothing, may not send a packet of 4 MB either; the camera may', async (t) => {
  const bench = await openBench(t);
  const socket = await openSocket(t, bench);
  socket.write(connectOf(bench, 5));
  await once(socket, 'data');
  socket.write(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x01]));
  const sentBytes = await sendUntilClosed(socket, 4 * 1024 * 1024);
  assert.ok(sentBytes < 2 * 1024 * 1024, `${sentBytes} bytes were taken`);
  const camera = await bench.connect('camera', { url: bench.wsUrl });
  const error = await camera.publishAsync('hashmark/1/one/report', `"${'x'.repeat(3_900_000)}"`, { qos: 1 }).catch((reason) => reason);
  assert.equal(error.code, 0x99, 'it is heard, and refused for what it says');
  assert.ok(camera.connected);
});

test('a document of 10 MB cuts off its sender, the camera itself, and nobody else; what was there before stays', {
  timeout: 30_000,
}, async (t) => {
  const bench = await openBench(t);
  const got = await collect(await bench.connect('viewer'), SCENE);
  const desk = await bench.connect('console');
  // A client of MQTT 3.1.1 does not learn how large a packet may be, and sends it.
  const camera = await bench.connect('camera', { protocolVersion: 4 });
  await camera.publishAsync(SCENE, sceneText(1), { qos: 1, retain: true });
  await until('the scene arrives', () => got.length === 1);
  const isClosed = new Promise<void>((resolve) => camera.once('close', () => resolve()));
  camera.on('error', () => undefined);
  camera.publish(SCENE, Buffer.alloc(10 * 1024 * 1024, 0x20), { qos: 1, retain: true }, () => undefined);
  await isClosed;
  assert.ok(desk.connected);
  const later = await collect(await bench.connect('viewer'), SCENE);
  await until('a later viewer has the scene before it', () => later.length === 1);
  await (await bench.connect('camera')).publishAsync(SCENE, sceneText(2), { qos: 1 });
  await until('the others go on', () => got.length === 2);
});

test('a client that floods is cut off with the reason, and the others go on', async (t) => {
  const bench = await openBench(t);
  const got = await collect(await bench.connect('viewer'), SCENE);
  const flood = await bench.connect('viewer');
  const reason = new Promise<number | undefined>((resolve) => flood.on('disconnect', (packet) => resolve(packet.reasonCode)));
  for (let i = 0; i < 3000; i++) flood.publish(SCENE, 'x');
  assert.equal(await reason, 0x96);
  await (await bench.connect('camera')).publishAsync(SCENE, sceneText(1), { qos: 1 });
  await until('the others go on', () => got.length === 1);
});

test('a visitor who guessed a token wrong too often is turned away, even with the right one', async (t) => {
  const bench = await openBench(t);
  const codes: number[] = [];
  for (let i = 0; i < 40; i++) {
    const error = await bench.connect('viewer', { password: `guess-${i}` }).catch((reason) => reason);
    codes.push(error.code);
  }
  assert.deepEqual([...new Set(codes)], [0x86, 0x9f]);
  assert.ok(codes.indexOf(0x9f) >= 20, 'a few pages with an old link are no attack');
  const right = await mqtt
    .connectAsync(bench.tcpUrl, { username: 'viewer', password: bench.relay.tokens().viewer, reconnectPeriod: 0 }, false)
    .catch((reason) => reason);
  assert.equal(right.code, 3, 'MQTT 3.1.1 has "server unavailable" for it');
});

test('a request for another upgrade is answered and its socket closed', async (t) => {
  const bench = await openBench(t);
  const socket = connectTcp({ port: Number(new URL(bench.wsUrl).port), host: '127.0.0.1', allowHalfOpen: true });
  t.after(() => socket.destroy());
  socket.write('GET /elsewhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  const [answer] = await once(socket.setEncoding('utf8'), 'data');
  assert.match(answer, /^HTTP\/1.1 404/);
  const isClosed = new Promise((resolve) => socket.on('error', resolve));
  await once(socket, 'end');
  // What is written to a connection that is half open is taken in silence; to one that is closed it is answered with an error.
  const writing = setInterval(() => socket.write('x'), 20);
  await isClosed;
  clearInterval(writing);
});

test('addresses of one household are one visitor', () => {
  assert.equal(visitorOf('::ffff:192.168.1.5'), '192.168.1.5');
  assert.equal(visitorOf('2001:db8:1:2:3:4:5:6'), visitorOf('2001:db8:1:2:ffff::1'));
  assert.equal(visitorOf('2001:db8::1'), '2001:db8:0:0');
  assert.notEqual(visitorOf('2001:db8:1:2::1'), visitorOf('2001:db8:1:3::1'));
  assert.equal(visitorOf('fe80::1%eth0'), 'fe80:0:0:0');
});

test('a rate limit lets its burst pass at once and then its rate, for each key by itself', () => {
  let nowMs = 0;
  const limit = new RateLimit({ burst: 3, perSecond: 2 }, () => nowMs);
  assert.deepEqual(
    [1, 2, 3, 4].map(() => limit.take('a')),
    [true, true, true, false],
  );
  assert.ok(limit.allows('b'));
  nowMs = 1000;
  assert.deepEqual(
    [1, 2, 3].map(() => limit.take('a')),
    [true, true, false],
  );
  nowMs = 60_000;
  assert.deepEqual(
    [1, 2, 3, 4].map(() => limit.take('a')),
    [true, true, true, false],
  );
});

function connectOf(bench: RelayBench, protocolVersion: 4 | 5): Buffer {
  const password = Buffer.from(bench.relay.tokens().viewer);
  return generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion,
    clientId: 'raw',
    clean: true,
    keepalive: 0,
    username: 'viewer',
    password,
  });
}

async function openSocket(t: TestContext, bench: RelayBench): Promise<Socket> {
  const socket = connectTcp(Number(new URL(bench.tcpUrl).port), '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  return socket;
}

/** A socket on which a WebSocket message of 4 MB has begun. */
async function openWebSocket(t: TestContext, bench: RelayBench): Promise<Socket> {
  const socket = connectTcp(Number(new URL(bench.wsUrl).port), '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => undefined);
  const key = Buffer.alloc(16).toString('base64');
  socket.write(
    `GET /mqtt HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n`,
  );
  const [answer] = await once(socket, 'data');
  assert.match(answer.toString(), /^HTTP\/1.1 101/);
  const head = Buffer.alloc(14);
  head[0] = 0x80 | OPCODE_BINARY;
  head[1] = 0x80 | 127;
  head.writeBigUInt64BE(BigInt(4 * 1024 * 1024), 2);
  socket.write(head);
  socket.resume();
  return socket;
}

/** Sends zeros until the other side closes or all is sent; how many bytes it took. */
async function sendUntilClosed(socket: Socket, bytes: number): Promise<number> {
  const piece = Buffer.alloc(16 * 1024);
  const before = socket.bytesWritten;
  while (!socket.destroyed && socket.bytesWritten - before < bytes) {
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close'), pause(2000)]).catch(() => undefined);
    await pause(1);
  }
  return socket.bytesWritten - before;
}
