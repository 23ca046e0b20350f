import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import mqtt from 'mqtt';
import type { Browser, Page } from 'playwright-core';
import { type Service, startService } from '../../src/cli/serve/service.js';
import { sceneOf } from '../../src/table/documents/scene-file.js';
import { ship, tableOf } from '../judge/tables.js';
import { type Mosquitto, mosquittoCommand, startMosquitto } from '../relay/mosquitto.js';
import { startChromium, withoutEngines } from './served-app.js';
import { until } from './until.js';

const TABLE = 'final';
const OTHER = 'second';
const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
const command = mosquittoCommand();

let browser: Browser;

before(async () => {
  browser = await startChromium();
});

after(async () => {
  await browser?.close();
});

/** The broker that the pages of a stream read from, beside the service whose relay the camera's page sends to. */
interface Stage {
  readonly url: string;
  readonly tokens: { readonly console: string; readonly viewer: string };
  readonly foreignToken: string;
  readonly directorToken: string;
  readonly cameraToken: string;
  /** Where the pages' broker listens, its token for a camera, and the user name of a role. */
  readonly brokerUrl: string;
  readonly brokerCameraToken: string;
  userOf(role: string): string;
  /** What is added to a page's address. */
  readonly more: string;
  /** Kills the broker and starts it again at its place, with its tokens. */
  restart(whileAway: () => Promise<void>): Promise<void>;
}

async function builtIn(t: TestContext): Promise<Stage> {
  const cache = await temporary(t);
  let service = await serve(cache, 0);
  t.after(() => service.close());
  const url = service.urls[0]!;
  return {
    ...{ url, tokens: service.tokens(), foreignToken: service.tokens().console, directorToken: service.directorToken },
    ...{ cameraToken: service.tokens().camera, brokerCameraToken: service.tokens().camera },
    ...{ brokerUrl: `${url.replace('http', 'ws')}mqtt`, userOf: (role) => role, more: '' },
    async restart(whileAway) {
      await service.close();
      await whileAway();
      service = await serve(cache, Number(new URL(url).port));
    },
  };
}

async function onMosquitto(t: TestContext): Promise<Stage> {
  let mosquitto: Mosquitto = await startMosquitto(command!, [TABLE, OTHER]);
  t.after(() => mosquitto.stop());
  const { tokens, directorToken } = mosquitto;
  const ports = [mosquitto.url, mosquitto.wsUrl].map((url) => Number(new URL(url).port)) as unknown as readonly [number, number];
  const broker = mosquitto.url.replace('//', `//relay%40${TABLE}:${tokens[TABLE]!.relay}@`);
  const service = await serve(await temporary(t), 0, broker);
  t.after(() => service.close());
  return {
    ...{ url: service.urls[0]!, tokens: tokens[TABLE]!, foreignToken: tokens[OTHER]!.viewer, directorToken },
    ...{ cameraToken: service.tokens().camera, brokerCameraToken: tokens[TABLE]!.camera },
    ...{ brokerUrl: mosquitto.wsUrl, userOf: (role) => `${role}@${TABLE}` },
    more: `&broker=${encodeURIComponent(mosquitto.wsUrl)}`,
    async restart(whileAway) {
      await mosquitto.stop();
      await whileAway();
      mosquitto = await startMosquitto(command!, [TABLE, OTHER], ports, tokens, directorToken);
    },
  };
}

async function temporary(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-stream-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function serve(cache: string, port: number, broker?: string): Promise<Service> {
  return startService({ port, host: '127.0.0.1', table: TABLE, viewerDelayMs: 0, folder: DIST, cache, broker, onRefused: () => undefined });
}

/** A page; what its scripts threw is collected. */
async function open(t: TestContext, address: string, thrown: string[] = []): Promise<Page> {
  const page = await withoutEngines(await browser.newPage({ viewport: { width: 1280, height: 720 } }));
  t.after(() => page.close());
  page.on('pageerror', (error) => thrown.push(`${address}: ${error.message}`));
  await page.goto(address);
  return page;
}

/** The camera's page with a table that was opened: what is measured is another test's matter. */
async function show(page: Page, xMm: number): Promise<void> {
  const scene = sceneOf(tableOf([ship('a', 'small', 300, 400, 90), ship('b', 'small', xMm, 400, 90)]));
  const file = { name: 'table.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(scene)) };
  await page.locator('input[type=file]').first().setInputFiles(file);
}

const textOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .textContent({ timeout: 200 })
    .then((text) => text ?? '')
    .catch(() => '');

/** The drawn foot of the second ship; null while none is drawn. */
const drawnBase = (page: Page, selector = 'hm-overlay .base') =>
  page
    .locator(selector)
    .nth(1)
    .getAttribute('d', { timeout: 200 })
    .catch(() => null);

const BROKERS = [
  { name: 'the built-in broker', start: builtIn, skip: false as const },
  { name: 'Mosquitto', start: onMosquitto, skip: command ? (false as const) : 'mosquitto is not installed here' },
];

for (const { name, start, skip } of BROKERS) {
  test(`${name}: all pages follow the camera’s page, heal when the broker was killed and when the camera’s page is reloaded`, {
    timeout: 400_000,
    skip,
  }, async (t) => {
    const stage = await start(t);
    const { url, more, tokens } = stage;
    const thrown: string[] = [];
    const camera = await open(t, `${url}?publish=${TABLE}#token=${stage.cameraToken}`, thrown);
    const overlay = (rest: string) => `${url}overlay?table=${TABLE}&view=map${rest}${more}#token=${tokens.viewer}`;
    const map = await open(t, overlay(''), thrown);
    const small = await open(t, overlay('&scale=0.4&align=bottom-right'), thrown);
    const desk = await open(t, `${url}console?table=${TABLE}${more}#token=${tokens.console}`, thrown);
    const director = await open(t, `${url}director?tables=${TABLE}${more}#token=${stage.directorToken}`, thrown);
    const places = () => Promise.all([drawnBase(map), drawnBase(small), drawnBase(desk, 'hm-console-map .base')]);
    const follow = async (xMm: number, what: string) => {
      const from = await places();
      await show(camera, xMm);
      await until(what, async () => (await places()).every((place, i) => place !== null && place !== from[i]), 90);
      await until(`${what}: the director`, async () => (await textOf(director, 'li.live')).includes('2 ships'));
    };
    await follow(500, 'ships on all pages');
    await follow(700, 'the ship to move on all pages');

    const second = await open(t, `${url}?publish=${TABLE}#token=${stage.cameraToken}`, thrown);
    await show(second, 350);
    await second.getByText('Another camera already sends').first().waitFor();
    await second.close();

    await stage.restart(() => desk.locator('header .problem').waitFor());
    await follow(600, 'all pages to follow again after the broker was away');

    await camera.reload();
    await follow(450, 'all pages to follow the reloaded page');
    assert.deepEqual(thrown, []);
  });

  test(`${name}: a wrong and a foreign token are reported to the editor only, and a viewer that writes is refused`, {
    timeout: 200_000,
    skip,
  }, async (t) => {
    const stage = await start(t);
    const { url, more } = stage;
    for (const token of ['wrong', stage.foreignToken]) {
      const address = (rest: string) => `${url}overlay?table=${TABLE}&view=map${rest}${more}#token=${token}`;
      const page = await open(t, address('&debug'));
      await until('the note', async () => (await textOf(page, '.note')).includes('does not accept this link'));
      const onAir = await open(t, address(''));
      await onAir.waitForTimeout(1500);
      assert.equal(await onAir.evaluate(() => document.querySelector('hm-overlay')!.shadowRoot!.textContent!.trim()), '');
      const desk = await open(t, `${url}console?table=${TABLE}${more}#token=${token === 'wrong' ? token : stage.tokens.viewer}`);
      await desk.getByText('does not accept this link').waitFor();
    }
    const viewer = await mqtt.connectAsync(stage.brokerUrl, {
      ...{ protocolVersion: 5, username: stage.userOf('viewer'), password: stage.tokens.viewer, reconnectPeriod: 0 },
    });
    for (const channel of ['scene', 'show', 'match', 'camera', 'call']) {
      await assert.rejects(viewer.publishAsync(`hashmark/1/${TABLE}/${channel}`, '{}', { qos: 1 }), { code: 0x87 }, channel);
    }
    await viewer.endAsync();
  });

  test(`${name}: documents that are invalid, too large or hostile change nothing on an overlay, and a clock off by an hour does not matter`, {
    timeout: 200_000,
    skip,
  }, async (t) => {
    const stage = await start(t);
    const thrown: string[] = [];
    const address = `${stage.url}overlay?table=${TABLE}&view=map${stage.more}#token=${stage.tokens.viewer}`;
    const overlay = await open(t, address, thrown);
    await overlay.evaluate('window.wasRun = 0');
    const say = async (role: 'camera' | 'console', channel: string, payload: string | Buffer) => {
      const password = role === 'camera' ? stage.brokerCameraToken : stage.tokens.console;
      const client = await mqtt.connectAsync(stage.brokerUrl, {
        ...{ protocolVersion: 5, username: stage.userOf(role), password, reconnectPeriod: 0, clientId: `hostile-${role}` },
      });
      // Refused, cut off or taken: the overlay is what matters.
      const sent = client.publishAsync(`hashmark/1/${TABLE}/${channel}`, payload, { qos: 1, retain: true }).catch(() => undefined);
      await Promise.race([sent, new Promise<void>((resolve) => client.once('close', () => resolve()))]);
      client.end(true);
    };
    const sceneAt = (xMm: number, sequence: number, more: object = {}) => {
      const scene = sceneOf(
        tableOf([ship('a', 'small', 300, 400, 90, { name: '<img src=x onerror="window.wasRun = 1">' }), ship('b', 'small', xMm, 400, 90)]),
      );
      return JSON.stringify({ sequence, capturedAtMs: Date.now() + 3_600_000, scene, ...more });
    };
    await say('camera', 'status', '{"online":true}');
    await say('camera', 'scene', sceneAt(500, 1));
    await until('the first state', async () => (await drawnBase(overlay)) !== null);
    const first = await drawnBase(overlay);
    const nan = sceneAt(650, 2).replace('"xMm":650', '"xMm":NaN');
    const hostile = [
      ['camera', 'scene', nan],
      ['camera', 'scene', sceneAt(650, 3, { scene: { ships: 'none' } })],
      ['camera', 'scene', sceneAt(650, 4).replace('"xMm":650', '"xMm":1e300')],
      ['camera', 'scene', Buffer.from([0xff, 0xfe, 0])],
      ['camera', 'scene', Buffer.alloc(10 * 1024 * 1024, 0x20)],
      ['camera', 'scene', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
      ['camera', 'report', '{"sequence":1,"report":{"pairs":[{"from":"a","to":{"toString":1}}]}}'],
      ['camera', 'match', '{"round":"<script>","ships":null}'],
      ['camera', 'camera', '{"fx":0}'],
      ['console', 'show', '{"drawings":[{"id":"1","kind":"line","pointsMm":[[1,2]]}]}'],
      ['console', 'show', '{"replay":{"id":"1","ships":[{"ship":"a","keys":[]}]}}'],
      ['console', 'show', '{"replay":{"id":"1","ships":[{"ship":"a","keys":[{"atSeconds":1e9,"xMm":1,"yMm":1,"headingDeg":0}]}]}}'],
      ['console', 'show', '{"plates":{"ship":"a"}}'],
    ] as const;
    for (const [role, channel, payload] of hostile) {
      await say(role, channel, payload);
      // A camera that falls silent is taken off the picture.
      await say('camera', 'status', '{"online":true}');
    }
    await overlay.waitForTimeout(500);
    assert.equal(await drawnBase(overlay), first, 'what stood there stands there');
    const plates = [{ ship: 'b', text: '<img src=x onerror="window.wasRun = 2">' }];
    await say('console', 'show', JSON.stringify({ pairs: [], plates }));
    await say('camera', 'status', '{"online":true}');
    await say('camera', 'scene', sceneAt(700, 100));
    await until('the next true state', async () => (await drawnBase(overlay)) !== first);
    assert.equal(await overlay.locator('hm-overlay img').count(), 0);
    assert.equal(await overlay.evaluate('window.wasRun'), 0);
    assert.deepEqual(thrown, []);
  });
}
