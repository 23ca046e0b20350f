import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { generate, type Packet } from 'mqtt-packet';
import { pause, until } from '../until.js';
import { openBench, reportText, sceneText } from './relay-bench.js';

const SEED = 20_260_729;
const RUNS = 250;
const TOPICS = ['scene', 'report', 'status', 'show', '+', '#', 'nothing', ''].map((last) => `hashmark/1/one/${last}`);
const FILTERS = [...TOPICS, '#', '+/+/+/+', '$SYS/#', '$share/x/hashmark/1/one/scene', 'hashmark/1/two/scene', '/', 'a//b'];
/** Few ids, so that they collide; the ends of their range, and an invalid one. */
const messageId = fc.constantFrom(1, 1, 1, 2, 3, 65_535, 0);
const qos = fc.constantFrom(0 as const, 1 as const, 2 as const);
const topic = fc.constantFrom(...TOPICS);
const payload = fc.constantFrom('', '{}', '[1', sceneText(1), sceneText(2), reportText(1), '{"online":true}', 'x'.repeat(5000));
const filters = fc.array(fc.constantFrom(...FILTERS), { minLength: 1, maxLength: 4 });

const packet: fc.Arbitrary<Packet> = fc.oneof(
  fc.record({
    cmd: fc.constant('subscribe' as const),
    messageId,
    subscriptions: filters
      .chain((all) => fc.record({ all: fc.constant(all), qos }))
      .map(({ all, qos }) => all.map((one) => ({ topic: one, qos, nl: true, rap: true, rh: 0 }))),
  }),
  fc.record({ cmd: fc.constant('unsubscribe' as const), messageId, unsubscriptions: filters.map((all) => [...all]) }),
  fc.record({ cmd: fc.constant('publish' as const), topic, payload, qos, messageId, retain: fc.boolean(), dup: fc.boolean() }),
  fc.record({ cmd: fc.constantFrom('puback' as const, 'pubrec' as const, 'pubrel' as const, 'pubcomp' as const), messageId }),
  fc.record({ cmd: fc.constantFrom('pingreq' as const, 'pingresp' as const, 'disconnect' as const) }),
  fc.record({ cmd: fc.constant('connect' as const), clientId: fc.constantFrom('', 'x'), username: fc.constant('viewer') }),
  fc.record({ cmd: fc.constantFrom('suback' as const, 'unsuback' as const), messageId, granted: fc.constant([0]) }),
) as fc.Arbitrary<Packet>;

const session = fc.record({
  version: fc.constantFrom(4, 5),
  role: fc.constantFrom('camera' as const, 'console' as const, 'viewer' as const),
  clientId: fc.constantFrom('', 'same', 'of-the-viewer', 'of-the-console'),
  withWill: fc.boolean(),
  packets: fc.array(packet, { minLength: 1, maxLength: 25 }),
  /** After how many packets the bytes are cut in two writes; 0 sends all at once. */
  cutAfter: fc.nat(10),
  breaksOff: fc.boolean(),
});

test(`no sequence of packets ends the relay or puts out another role: ${RUNS} sessions, MQTT 3.1.1 and 5`, async (t) => {
  const bench = await openBench(t);
  const probe = await bench.connect('viewer', { clientId: 'of-the-viewer' });
  const console_ = await bench.connect('console', { clientId: 'of-the-console' });
  const port = Number(new URL(bench.tcpUrl).port);
  await fc.assert(
    fc.asyncProperty(session, async ({ version, role, clientId, withWill, packets, cutAfter, breaksOff }) => {
      const will = { topic: 'hashmark/1/one/status', payload: Buffer.from('{"online":false}'), qos: 1 as const, retain: true };
      const connect = {
        cmd: 'connect' as const,
        protocolId: 'MQTT' as const,
        protocolVersion: version as 4 | 5,
        // Those of the same role may take each other's place: that is what MQTT's client ids are for.
        clientId: clientId === `of-the-${role}` ? 'same' : clientId,
        clean: true,
        keepalive: 0,
        username: role,
        password: Buffer.from(bench.relay.tokens()[role]),
        ...(withWill && role === 'camera' && { will }),
      };
      const bytes = [connect as Packet, ...packets].map((one) => bytesOf(one, version));
      const socket = connectTcp(port, '127.0.0.1');
      socket.on('error', () => undefined).resume();
      await once(socket, 'connect');
      socket.write(Buffer.concat(bytes.slice(0, cutAfter + 1)));
      if (cutAfter > 0) await pause(3);
      if (!socket.destroyed) socket.write(Buffer.concat(bytes.slice(cutAfter + 1)));
      await pause(2);
      if (breaksOff) socket.resetAndDestroy();
      else socket.end();
    }),
    { seed: SEED, numRuns: RUNS },
  );
  assert.ok(probe.connected && console_.connected);
  const camera = await bench.connect('camera');
  let got = '';
  probe.on('message', (_topic, text) => {
    got = text.toString();
  });
  await probe.subscribeAsync('hashmark/1/one/scene');
  await camera.publishAsync('hashmark/1/one/scene', sceneText(77), { qos: 1 });
  await until('a scene still travels', () => got === sceneText(77));
});

/** A packet on the wire; one that the library refuses to write is sent as what is left of it: a ping. */
function bytesOf(one: Packet, protocolVersion: number): Buffer {
  try {
    return generate(one, { protocolVersion });
  } catch {
    return Buffer.from([0xc0, 0]);
  }
}
