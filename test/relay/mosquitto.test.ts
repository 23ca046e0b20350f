import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { bridgeToBroker } from '../../src/relay/broker-bridge.js';
import { type Mosquitto, mosquittoCommand, startMosquitto } from './mosquitto.js';
import { collect, openBench, pause, reportText, sceneText, until } from './relay-bench.js';

const command = mosquittoCommand();
const skip = command ? false : 'mosquitto is not installed here';
const CAMERA =
  '{"widthPx":1920,"heightPx":1080,"fx":1500,"fy":1500,"cx":960,"cy":540,"distortion":[0,0,0,0,0],"r":[1,0,0,0,1,0,0,0,1],"t":[0,0,900]}';
const MATCH = '{"round":1,"phase":"planning","firstPlayer":1,"order":[],"ships":[]}';
const CALL = '{"calledAtMs":1700000000000,"reason":"range 1 or 2?"}';

test('on Mosquitto each user writes and reads what its role may of its own table, and nothing else', { skip }, async (t) => {
  const mosquitto = await start(t, ['one', 'two']);
  const documents = {
    scene: sceneText(1),
    report: reportText(1),
    status: '{"online":true}',
    camera: CAMERA,
    match: MATCH,
    show: '{}',
    call: CALL,
  };
  const expected = {
    'camera@one': { writes: ['scene', 'report', 'status', 'camera', 'match', 'call'], reads: 'scene report status camera match show call' },
    'console@one': { writes: ['show', 'call'], reads: 'scene report status camera match show call' },
    'viewer@one': { writes: [], reads: 'scene report status camera match show' },
    'viewer@two': { writes: [], reads: '' },
  };
  const relay = await connect(t, mosquitto, 'relay@one');
  for (const [channel, text] of Object.entries(documents))
    await relay.publishAsync(`hashmark/1/one/${channel}`, text, { qos: 1, retain: true });
  for (const [user, { writes, reads }] of Object.entries(expected)) {
    const client = await connect(t, mosquitto, user);
    const got = await collect(client, 'hashmark/1/one/#');
    await until(`${user} has read`, () => got.length >= reads.split(' ').filter(Boolean).length);
    await pause(50);
    assert.deepEqual(got.map((line) => line.split(/[ :]/)[1]).sort(), reads.split(' ').filter(Boolean).sort(), user);
    for (const channel of Object.keys(documents)) {
      const isTaken = await client.publishAsync(`hashmark/1/one/${channel}`, '', { qos: 1 }).then(
        () => true,
        (error) => error.code !== 0x87,
      );
      assert.equal(isTaken, (writes as readonly string[]).includes(channel), `${user} writes ${channel}`);
    }
  }
  const director = await connect(t, mosquitto, 'director');
  const seen = await collect(director, 'hashmark/1/+/status');
  await (await connect(t, mosquitto, 'camera@two')).publishAsync('hashmark/1/two/status', '{"online":true}', { qos: 1, retain: true });
  await until('the director sees both tables', () => seen.length === 2);
  for (const [username, password] of [
    ['viewer@one', 'wrong'],
    ['viewer@one', mosquitto.tokens.two!.viewer],
    ['nobody', ''],
  ]) {
    await assert.rejects(
      mqtt.connectAsync(mosquitto.url, { protocolVersion: 5, username, password, reconnectPeriod: 0 } as IClientOptions, false),
    );
  }
});

test('what the relay takes is read on Mosquitto after the delay; the director there answers a call', { skip }, async (t) => {
  const mosquitto = await start(t, ['one']);
  const bench = await openBench(t);
  const close = bridgeToBroker({ relay: bench.relay, url: urlFor(mosquitto, 'relay@one'), delayMs: 300, onNews: () => undefined });
  t.after(close);
  const got = await collect(await connect(t, mosquitto, 'viewer@one', mosquitto.wsUrl), 'hashmark/1/one/#');
  const director = await connect(t, mosquitto, 'director');
  const calls = await collect(director, 'hashmark/1/one/call');
  const camera = await bench.connect('camera');
  const atTable = await collect(camera, 'hashmark/1/one/call');
  const fromMs = Date.now();
  await camera.publishAsync('hashmark/1/one/scene', sceneText(1), { qos: 1, retain: true });
  await until('the scene is there', () => got.includes(`scene: ${sceneText(1)}`));
  assert.ok(Date.now() - fromMs >= 290, 'nobody sees the future');
  await camera.publishAsync('hashmark/1/one/call', CALL, { qos: 1, retain: true });
  await until('the director is called', () => calls.includes(`call: ${CALL}`));
  await director.publishAsync('hashmark/1/one/call', '', { qos: 1, retain: true });
  await until('the table has the answer', () => atTable.at(-1) === 'call: ');
  await close();
  await until('viewers are told that the table is gone', () => got.at(-1) === 'status: {"online":false}');
  assert.ok(!got.some((line) => line.startsWith('call')));
});

test('a Mosquitto that was away gets the newest state when it is back', { skip }, async (t) => {
  const first = await start(t, ['one']);
  const bench = await openBench(t);
  const news: string[] = [];
  const ports = [first.url, first.wsUrl].map((url) => Number(new URL(url).port)) as unknown as readonly [number, number];
  t.after(bridgeToBroker({ relay: bench.relay, url: urlFor(first, 'relay@one'), delayMs: 0, onNews: (what) => news.push(what) }));
  const camera = await bench.connect('camera');
  await camera.publishAsync('hashmark/1/one/scene', sceneText(1), { qos: 1, retain: true });
  await until('the bridge stands', () => news.includes('the broker is there'));
  await first.stop();
  await camera.publishAsync('hashmark/1/one/scene', sceneText(2), { qos: 1, retain: true });
  const second = await startMosquitto(command!, ['one'], ports, first.tokens);
  t.after(() => second.stop());
  const got = await collect(await connect(t, second, 'viewer@one'), 'hashmark/1/one/scene');
  await until('the newest state is there', () => got.some((line) => line.endsWith(sceneText(2))));
  assert.ok(!got.some((line) => line.endsWith(sceneText(1))));
});

async function start(t: TestContext, tables: readonly string[]): Promise<Mosquitto> {
  const mosquitto = await startMosquitto(command!, tables);
  t.after(() => mosquitto.stop());
  return mosquitto;
}

async function connect(t: TestContext, mosquitto: Mosquitto, username: string, url = mosquitto.url): Promise<MqttClient> {
  const client = await mqtt.connectAsync(
    url,
    { protocolVersion: 5, username, password: tokenOf(mosquitto, username), reconnectPeriod: 0 },
    false,
  );
  t.after(() => void client.end(true));
  return client;
}

function urlFor(mosquitto: Mosquitto, user: string): string {
  return mosquitto.url.replace('//', `//${encodeURIComponent(user)}:${tokenOf(mosquitto, user)}@`);
}

function tokenOf({ tokens, directorToken }: Mosquitto, user: string): string {
  const [role, table] = user.split('@');
  return table ? tokens[table]![role as 'relay'] : directorToken;
}
