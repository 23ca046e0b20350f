import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import mqtt from 'mqtt';
import { type Service, startService } from '../../src/cli/serve/service.js';
import { openMenu, servedInChromium, withoutEngines } from './served-app.js';

const TABLE = 'final';
const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
/** A maneuver as it is written anywhere in a document: a whole word. */
const MANEUVER = /\b[0-5][A-Z]{2}\b/g;
/** What each ship flies: different ones, so that each shows whose it is. */
const DIALS = { 'ship-1': '1FW', 'ship-2': '2FW' } as const;

let folder: string;
let service: Service;
const served = servedInChromium();

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hashmark-fair-'));
  service = await startService({
    ...{ port: 0, host: '127.0.0.1', table: TABLE, viewerDelayMs: 0, folder: DIST, cache: folder, onRefused: () => undefined },
    record: join(folder, 'match.jsonl'),
  });
});

after(async () => {
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

test('players set dials and reveal them on the page: no viewer is sent, and no recording holds, one that is not revealed', {
  timeout: 200_000,
}, async () => {
  const [url] = service.urls as [string];
  const heard: string[] = [];
  const viewer = await mqtt.connectAsync(`${url.replace('http', 'ws')}mqtt`, {
    ...{ protocolVersion: 5, username: 'viewer', password: service.tokens().viewer, reconnectPeriod: 0 },
  });
  viewer.on('message', (topic, payload) => heard.push(`${topic}: ${payload}`));
  await assert.rejects(viewer.subscribeAsync('#'), 'not everything that the broker has');
  await viewer.subscribeAsync(`hashmark/1/${TABLE}/#`, { qos: 1 });
  const known = () => [...new Set(heard.flatMap((text) => text.match(MANEUVER) ?? []))].sort();

  const page = await withoutEngines(await served.browser.newPage({ viewport: { width: 1280, height: 900 } }));
  await page.goto(`${url}?publish=${TABLE}#token=${service.tokens().camera}`);
  const ship = (id: string, yMm: number, headingDeg: number, owner: 1 | 2, initiative: number) => ({
    ...{ id, base: 'small', xMm: 450, yMm, headingDeg, owner, initiative, arcs: ['front'] },
  });
  const scene = {
    ...{ format: 'hashmark-scene', version: 1, table: { widthMm: 914.4, depthMm: 914.4 } },
    ships: [ship('ship-1', 200, 0, 1, 5), ship('ship-2', 600, 180, 2, 2)],
  };
  const buffer = Buffer.from(JSON.stringify(scene));
  await page.locator('input[type=file]').first().setInputFiles({ name: 'table.json', mimeType: 'application/json', buffer });
  await page.locator('hm-ships li').nth(1).waitFor();
  await openMenu(page);
  await page.getByText('Play by the rules', { exact: true }).click();
  const game = page.locator('hm-game');
  const press = (text: string) => game.getByRole('button', { name: text }).first().click();
  await press('Begin the match');
  await game.getByText('Enter dials here instead').click();
  for (const [id, code] of Object.entries(DIALS)) {
    await game.locator(`[data-ship=${id}] .set`).click();
    await game.locator(`[data-code="${code}"]`).click();
  }
  await page.waitForTimeout(500);
  assert.ok(
    heard.some((text) => text.includes('"planning"')),
    'the match is sent',
  );
  assert.deepEqual(known(), [], 'both dials are set');
  const opened = heard.length;

  // The ship that is due first activates, and its dial is turned over.
  await press('End the planning phase');
  await page.waitForTimeout(500);
  assert.ok(heard.slice(opened).some((text) => text.includes('"activation"')));
  assert.equal(known().length, 1, `one of the two is revealed: ${known()}`);
  const [first] = known() as [string];

  // Whoever comes now, and whoever has the recording, knows as much.
  const late = await mqtt.connectAsync(`${url.replace('http', 'ws')}mqtt`, {
    ...{ protocolVersion: 5, username: 'viewer', password: service.tokens().viewer, reconnectPeriod: 0 },
  });
  const kept: string[] = [];
  late.on('message', (topic, payload) => kept.push(`${topic}: ${payload}`));
  await late.subscribeAsync(`hashmark/1/${TABLE}/#`, { qos: 1 });
  await page.waitForTimeout(500);
  assert.deepEqual([...new Set(kept.flatMap((text) => text.match(MANEUVER) ?? []))], [first]);
  await page.waitForTimeout(500);
  const recorded = await readFile(join(folder, 'match.jsonl'), 'utf8');
  assert.deepEqual([...new Set(recorded.match(MANEUVER) ?? [])], [first]);
  await Promise.all([viewer.endAsync(), late.endAsync(), page.close()]);
});
