import assert from 'node:assert/strict';
import { test } from 'node:test';
import { channelRowOf, isOwnFilter, isTableName, relayUrlFor, topicOf } from '../../src/relay/wire/topics.js';

test('a topic carries the table’s name and leads back to its document', () => {
  assert.equal(topicOf('table-1', 'report'), 'hashmark/1/table-1/report');
  assert.equal(channelRowOf('table-1', 'hashmark/1/table-1/report')?.channel, 'report');
  assert.equal(channelRowOf('table-2', 'hashmark/1/table-1/report'), undefined);
  assert.throws(() => topicOf('a/#', 'scene'), /expected 1 to 32 of a-z, 0-9 and -/);
});

test('a table is named with 1 to 32 of a-z, 0-9 and -', () => {
  for (const name of ['a', 'table-1', '9'.repeat(32)]) assert.ok(isTableName(name), name);
  for (const name of ['', 'A', 'a b', 'a\n', '+', 'x'.repeat(33)]) assert.ok(!isTableName(name), name);
});

test('a subscription is the table’s own when it reaches nothing else', () => {
  for (const filter of ['hashmark/1/a/scene', 'hashmark/1/a/+', 'hashmark/1/a/#']) assert.ok(isOwnFilter('a', filter), filter);
  for (const filter of ['#', '+/1/a/scene', 'hashmark/1/+/scene', 'hashmark/1/ab/scene', 'hashmark/1/a', 'hashmark/1/a/+/x']) {
    assert.ok(!isOwnFilter('a', filter), filter);
  }
});

test('a page finds the relay on its own server, encrypted when the page is', () => {
  assert.equal(relayUrlFor('https://192.168.1.5:8443/overlay?table=a#token=t'), 'wss://192.168.1.5:8443/mqtt');
  assert.equal(relayUrlFor('http://localhost:8080/'), 'ws://localhost:8080/mqtt');
});
