import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { keepTokens, replaceToken } from '../../src/cli/serve/broker-tokens.js';
import { certificateFor } from '../../src/cli/serve/certificate.js';
import { bridgeToBroker } from '../../src/relay/hall/broker-bridge.js';
import { connectAsCamera } from '../../src/relay/hall/replay-recording.js';
import { makeFolder, startProgram } from '../cli/served.js';
import { pause, until } from '../until.js';
import { type Mosquitto, mosquittoCommand, startMosquitto } from './mosquitto.js';
import { collect, openBench, reportText, sceneText } from './relay-bench.js';

const command = mosquittoCommand();
const skip = command ? false : 'mosquitto is not installed here';
const CAMERA =
  '{"widthPx":1920,"heightPx":1080,"fx":1500,"fy":1500,"cx":960,"cy":540,"distortion":[0,0,0,0,0],"r":[1,0,0,0,1,0,0,0,1],"t":[0,0,900]}';
const MATCH = '{"round":1,"phase":"planning","firstPlayer":1,"order":[],"ships":[]}';
const CALL = '{"calledAtMs":1700000000000,"reason":"range 1 or 2?"}';

// Each has a relay of its own and waits more than it works.
suite('Mosquitto', { concurrency: true }, () => {
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
      'camera@one': {
        writes: ['scene', 'report', 'status', 'camera', 'match', 'call'],
        reads: 'scene report status camera match show call',
      },
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

  test('on Mosquitto too a reader that takes the place of one with its own id gets what is kept and what comes, over both ways', {
    skip,
  }, async (t) => {
    const mosquitto = await start(t, ['one']);
    const relay = await connect(t, mosquitto, 'relay@one');
    const publish = (sequence: number) => relay.publishAsync('hashmark/1/one/scene', sceneText(sequence), { qos: 1, retain: true });
    await publish(1);
    let sequence = 1;
    for (const url of [mosquitto.wsUrl, mosquitto.url]) {
      const first = await collect(await connect(t, mosquitto, 'viewer@one', url, { clientId: 'same' }), 'hashmark/1/one/scene');
      await until('the first has what is kept', () => first.length > 0);
      const second = await connect(t, mosquitto, 'viewer@one', url, { clientId: 'same' });
      const got = await collect(second, 'hashmark/1/one/scene');
      await until(`the second over ${url} has what is kept`, () => got.length === 1);
      await publish(++sequence);
      await until(`the second over ${url} gets what comes`, () => got.length === 2);
      assert.deepEqual(got, [`retained scene: ${sceneText(sequence - 1)}`, `scene: ${sceneText(sequence)}`]);
      await second.endAsync();
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
    await until('viewers learn that the table is gone', () => got.at(-1) === 'status: {"online":false}');
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

  test('of two relays that send one table the first goes on, the other says why it does not, and follows when the first has gone', {
    skip,
  }, async (t) => {
    const mosquitto = await start(t, ['one']);
    const said: string[] = [];
    const got = await collect(await connect(t, mosquitto, 'viewer@one'), 'hashmark/1/one/scene');
    const bridged = async (who: string) => {
      const bench = await openBench(t);
      const close = bridgeToBroker({
        ...{ relay: bench.relay, url: urlFor(mosquitto, 'relay@one'), delayMs: 0 },
        onNews: (what) => said.push(`${who}: ${what}`),
      });
      t.after(close);
      const camera = await bench.connect('camera');
      // What the test leaves is closed in the order of its beginning: the camera before its heart.
      const speak = () => camera.connected && camera.publish('hashmark/1/one/status', '{"online":true}', { qos: 1, retain: true });
      const heart = setInterval(speak, 500);
      t.after(() => clearInterval(heart));
      return {
        close,
        show: (sequence: number) => camera.publishAsync('hashmark/1/one/scene', sceneText(sequence), { qos: 1, retain: true }),
      };
    };
    const first = await bridged('first');
    await first.show(1);
    await until('the first sends', () => got.length === 1);
    const second = await bridged('second');
    await second.show(2);
    await until('the second says why it does not send', () =>
      said.some((what) => /^second: another hashmark serve sends this table/.test(what)),
    );
    await first.show(3);
    await pause(3500);
    assert.deepEqual(got, [`scene: ${sceneText(1)}`, `scene: ${sceneText(3)}`]);
    assert.ok(!said.some((what) => what.startsWith('first: another')), said.join('\n'));
    await first.close();
    await until('the second follows', () => got.at(-1) === `scene: ${sceneText(2)}`);
  });

  test('a token that is replaced while Mosquitto runs puts out who came with the old one, and nobody else', { skip }, async (t) => {
    const mosquitto = await start(t, ['one', 'two']);
    await keepTokens(mosquitto.folder, { director: mosquitto.directorToken, tables: mosquitto.tokens });
    const [viewer, other, desk] = await Promise.all(['viewer@one', 'viewer@two', 'console@one'].map((user) => connect(t, mosquitto, user)));
    const replaced = await replaceToken(mosquitto.folder, 'viewer@one');
    // Started by root, Mosquitto reads them as another user.
    await chmod(join(mosquitto.folder, 'passwords'), 0o644);
    mosquitto.reload();
    await until('the old one is out', () => !viewer!.connected);
    await assert.rejects(connect(t, mosquitto, 'viewer@one'));
    await connect(t, { ...mosquitto, tokens: replaced.tables }, 'viewer@one');
    await pause(300);
    assert.deepEqual([other!.connected, desk!.connected], [true, true]);
    await assert.rejects(
      replaceToken(mosquitto.folder, 'viewer@three'),
      /there is no user "viewer@three": expected director, or one of camera/,
    );
    await assert.rejects(replaceToken(mosquitto.folder, 'name@constructor'), /there is no user/);
  });

  test('a recording is played to a table of Mosquitto as that table’s camera', { skip }, async (t) => {
    const mosquitto = await start(t, ['one']);
    const got = await collect(await connect(t, mosquitto, 'viewer@one'), 'hashmark/1/one/scene');
    const camera = await connectAsCamera(mosquitto.url, 'one', mosquitto.tokens.one!.camera);
    await camera.send('scene', sceneText(1));
    await until('the scene is there', () => got.includes(`scene: ${sceneText(1)}`));
    await camera.close();
  });

  test('`hashmark serve` sends a table to an encrypted Mosquitto whose certificate it was given, and says why not where it was not', {
    skip,
  }, async (t) => {
    const folder = await makeFolder(t);
    const { cert, key } = await certificateFor(['localhost', '127.0.0.1'], folder);
    const tls = { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
    await Promise.all([writeFile(tls.certificate, cert), writeFile(tls.key, key), chmod(folder, 0o755)]);
    const mosquitto = await startMosquitto(command!, ['table'], undefined, {}, undefined, tls);
    t.after(() => mosquitto.stop());
    assert.match(mosquitto.url, /^mqtts:/);
    const args = ['--port', '0', '--json', '--broker', urlFor(mosquitto, 'relay@table')];
    const trusting = await startProgram(t, args, { NODE_EXTRA_CA_CERTS: tls.certificate });
    const { mqtt: url, tokens } = JSON.parse(await trusting.firstLine);
    const viewer = await connect(t, mosquitto, 'viewer@table', `${mosquitto.url}`, { ca: cert });
    const got = await collect(viewer, 'hashmark/1/table/scene');
    const camera = await mqtt.connectAsync(
      url,
      { protocolVersion: 5, username: 'camera', password: tokens.camera, reconnectPeriod: 0 },
      false,
    );
    t.after(() => void camera.end(true));
    await camera.publishAsync('hashmark/1/table/scene', sceneText(1), { qos: 1, retain: true });
    await until('the scene is there', () => got.includes(`scene: ${sceneText(1)}`));
    const doubting = await startProgram(t, args);
    await until('it says why', () => /the broker: self-signed certificate/.test(doubting.stderr()));
  });
});

async function start(t: TestContext, tables: readonly string[]): Promise<Mosquitto> {
  const mosquitto = await startMosquitto(command!, tables);
  t.after(() => mosquitto.stop());
  return mosquitto;
}

async function connect(
  t: TestContext,
  mosquitto: Mosquitto,
  username: string,
  url = mosquitto.url,
  more: IClientOptions = {},
): Promise<MqttClient> {
  const client = await mqtt.connectAsync(
    url,
    { protocolVersion: 5, username, password: tokenOf(mosquitto, username), reconnectPeriod: 0, ...more },
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
