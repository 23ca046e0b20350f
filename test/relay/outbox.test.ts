import assert from 'node:assert/strict';
import { Duplex } from 'node:stream';
import { test } from 'node:test';
import { type IPublishPacket, type Packet, parser } from 'mqtt-packet';
import { Outbox, type OutboxLimits } from '../../src/relay/broker/outbox.js';

/** A client's socket: what was written, as it was handed over and as packets. */
function client(limits: OutboxLimits) {
  const written: Buffer[] = [];
  const packets: Packet[] = [];
  const reader = parser({ protocolVersion: limits.version });
  reader.on('packet', (packet) => packets.push(packet));
  const socket = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk);
      reader.parse(chunk);
      done();
    },
  });
  return { outbox: new Outbox(socket, limits), written, published: () => packets as IPublishPacket[] };
}

const REPORT = { topic: 'hashmark/1/one/report', payload: Buffer.from('{"sequence":1}'), retain: false };

test('a document is packed once for all who are sent it in one version, with and without confirmation', () => {
  for (const qos of [0, 1] as const) {
    const [a, b, old] = [client({ version: 5 }), client({ version: 5 }), client({ version: 4 })];
    for (const { outbox } of [a, b, old]) outbox.document(REPORT, qos);
    assert.equal(a.written[0], b.written[0], 'the very same bytes');
    assert.notEqual(a.written[0], old.written[0]);
    for (const { published } of [a, b, old]) assert.equal(String(published()[0]!.payload), '{"sequence":1}');
  }
});

test('no two unconfirmed documents of a client have one packet id, also when the same document is sent again', () => {
  const { outbox, published } = client({ version: 5 });
  for (let i = 0; i < 3; i++) outbox.document(REPORT, 1);
  outbox.document({ ...REPORT, payload: Buffer.from('{"sequence":2}') }, 1);
  const ids = published().map(({ messageId }) => messageId);
  assert.equal(new Set(ids).size, 4, ids.join());
  assert.ok(ids.every((id) => id! > 0));
});

test('one payload under two topics goes out under each', () => {
  const { outbox, published } = client({ version: 5 });
  outbox.document(REPORT, 0);
  outbox.document({ ...REPORT, topic: 'hashmark/1/one/scene' }, 0);
  assert.deepEqual(
    published().map(({ topic }) => topic),
    ['hashmark/1/one/report', 'hashmark/1/one/scene'],
  );
});

test('more than a client allows waits for its confirmations, and of each topic only the newest', () => {
  const { outbox, published } = client({ version: 5, receiveMaximum: 1 });
  const send = (sequence: number) => outbox.document({ ...REPORT, payload: Buffer.from(`{"sequence":${sequence}}`) }, 1);
  for (const sequence of [1, 2, 3]) send(sequence);
  assert.deepEqual(
    published().map(({ payload }) => String(payload)),
    ['{"sequence":1}'],
  );
  outbox.confirmed(published()[0]!.messageId!);
  assert.deepEqual(
    published().map(({ payload }) => String(payload)),
    ['{"sequence":1}', '{"sequence":3}'],
  );
});
