import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { type WebSocket, WebSocketServer } from 'ws';
import { linkObs, type ObsState } from '../../src/app/console/obs-scenes.js';
import { english } from '../../src/texts/english.js';
import { until } from '../until.js';

const PASSWORD = 'correct horse';
const [SALT, CHALLENGE] = ['c2FsdA==', 'Y2hhbGxlbmdl'];
const sha = (text: string) => createHash('sha256').update(text).digest('base64');

/** A stand-in for OBS: Hello, Identify with a password, and the requests about scenes, as protocol.md of obs-websocket 5 has them. */
async function standIn(t: TestContext, sources: Readonly<Record<string, string>> = {}) {
  const scenes = ['Table', 'Commentators'];
  let current = 'Table';
  const sockets = new Set<WebSocket>();
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'obswebsocket.json' });
  const tell = (eventType: string, eventData: object) => {
    for (const socket of sockets) socket.send(JSON.stringify({ op: 5, d: { eventType, eventIntent: 4, eventData } }));
  };
  const urls: Record<string, string> = { ...sources };
  const refreshed: string[] = [];
  const answers: Record<string, (data: Readonly<Record<string, string>>) => object | undefined> = {
    GetInputList: ({ inputKind }) => ({
      inputs: Object.keys(urls).map((inputName) => ({ inputName, inputKind: inputKind ?? 'browser_source' })),
    }),
    GetInputSettings: ({ inputName = '' }) => ({ inputKind: 'browser_source', inputSettings: { url: urls[inputName] } }),
    PressInputPropertiesButton({ inputName = '', propertyName }) {
      if (propertyName !== 'refreshnocache') return undefined;
      refreshed.push(inputName);
      return {};
    },
    GetSceneList: () => ({
      currentProgramSceneName: current,
      scenes: scenes.map((sceneName, sceneIndex) => ({ sceneName, sceneIndex })).reverse(),
    }),
    SetCurrentProgramScene({ sceneName = '' }) {
      if (!scenes.includes(sceneName)) return undefined;
      current = sceneName;
      tell('CurrentProgramSceneChanged', { sceneName });
      return {};
    },
  };
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.send(
      JSON.stringify({ op: 0, d: { obsWebSocketVersion: '5.5.0', rpcVersion: 1, authentication: { challenge: CHALLENGE, salt: SALT } } }),
    );
    socket.on('message', (bytes) => {
      const { op, d } = JSON.parse(String(bytes));
      if (op === 1) {
        if (d.authentication !== sha(sha(PASSWORD + SALT) + CHALLENGE)) socket.close(4009, 'Authentication failed.');
        else socket.send(JSON.stringify({ op: 2, d: { negotiatedRpcVersion: 1 } }));
      } else if (op === 6) {
        const data = answers[d.requestType]?.(d.requestData ?? {});
        const requestStatus = data ? { result: true, code: 100 } : { result: false, code: 600, comment: 'No source was found.' };
        socket.send(
          JSON.stringify({ op: 7, d: { requestType: d.requestType, requestId: d.requestId, requestStatus, responseData: data ?? {} } }),
        );
      }
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => {
    for (const socket of sockets) socket.terminate();
    server.close();
  });
  return {
    url: `ws://127.0.0.1:${(server.address() as { readonly port: number }).port}`,
    current: () => current,
    refreshed,
    stop: () => {
      for (const socket of sockets) socket.terminate();
    },
  };
}

async function linked(t: TestContext, url: string, password: string) {
  const states: ObsState[] = [];
  const link = await linkObs(url, password, (state) => states.push(state));
  t.after(() => link.close());
  return { link, state: () => states.at(-1)! };
}

test('OBS’s scenes are listed as OBS shows them, switched, and followed', async (t) => {
  const obs = await standIn(t);
  const { link, state } = await linked(t, obs.url, PASSWORD);
  assert.deepEqual(state(), { scenes: ['Table', 'Commentators'], current: 'Table', problem: undefined, news: undefined });
  await link.switchTo('Commentators');
  assert.equal(obs.current(), 'Commentators');
  await until('the event', () => state().current === 'Commentators');
  await link.switchTo('Gone');
  assert.match(english(state().problem!), /No source was found/);
});

test('overlays that OBS could not load before Hashmark was started are loaded again with one press, and no other source is', async (t) => {
  const obs = await standIn(t, {
    Map: 'http://localhost:8080/overlay?table=main&view=map#token=x',
    'Over HTTPS': 'https://192.168.1.5:8443/overlay?table=main#token=x',
    Alerts: 'https://alerts.example/overlay-of-others/1',
    Clock: 'file:///home/clock.html',
  });
  const { link, state } = await linked(t, obs.url, PASSWORD);
  await link.reloadOverlays();
  assert.deepEqual(obs.refreshed, ['Map', 'Over HTTPS']);
  assert.equal(english(state().news!), 'OBS loads 2 overlays again.');
  assert.deepEqual([state().problem, state().scenes.length], [undefined, 2]);
});

test('where no source is an overlay, or OBS has gone, that is said', async (t) => {
  const obs = await standIn(t, { Clock: 'https://clock.example/' });
  const { link, state } = await linked(t, obs.url, PASSWORD);
  await link.reloadOverlays();
  assert.deepEqual([obs.refreshed, state().news], [[], undefined]);
  assert.match(english(state().problem!), /No source in OBS has an overlay’s link/);
  obs.stop();
  await until('the end', () => state().scenes.length === 0);
  await link.reloadOverlays();
  assert.match(english(state().problem!), /OBS/);
});

test('a wrong password, an OBS that is not there and one that ends are problems that say what to do', async (t) => {
  const obs = await standIn(t);
  assert.match(english((await linked(t, obs.url, 'wrong')).state().problem!), /password/);
  assert.match(english((await linked(t, 'ws://127.0.0.1:9', '')).state().problem!), /Enable WebSocket server/);
  const { state } = await linked(t, obs.url, PASSWORD);
  obs.stop();
  await until('the end', () => state().problem !== undefined);
  assert.deepEqual([state().scenes, state().current], [[], undefined]);
});
