import assert from 'node:assert/strict';
import test from 'node:test';
import { report } from '../../src/judge/report/report.js';
import { createPublisher } from '../../src/relay/client/publisher.js';
import type { MatchMessage } from '../../src/relay/wire/messages.js';
import { sceneOf } from '../../src/table/documents/scene-file.js';
import { ship, tableOf } from '../judge/tables.js';
import { englishSought, textsOf } from './english-texts.js';
import { servedInChromium } from './served-app.js';

const served = servedInChromium({ isPublishing: true });

const ONE: Omit<MatchMessage['ships'][number], 'id' | 'name'> = {
  owner: 1,
  initiative: 3,
  hull: 2,
  shields: 1,
  crits: 1,
  isDestroyed: false,
  tokens: [{ kind: 'focus', count: 2 }],
};
const MATCH: MatchMessage = {
  round: 2,
  phase: 'engagement',
  firstPlayer: 1,
  order: ['ship-1'],
  active: 'ship-1',
  ships: [
    { ...ONE, id: 'ship-1', name: 'focus' },
    { ...ONE, id: 'ship-2', name: 'Wedge', owner: 2 },
  ],
  attack: {
    attacker: 'ship-1',
    defender: 'ship-2',
    range: 2,
    isObstructed: true,
    attackDice: ['hit', 'focus'],
    defenseDice: ['evade'],
    damageOdds: [0.25, 0.75],
  },
};

test('console, director and overlay speak German where the browser does, the overlay another language where its address says so, and names stay', {
  timeout: 120_000,
}, async () => {
  const english = await englishSought();
  const relay = `${new URL(served.app.url).origin.replace('http', 'ws')}/mqtt`;
  const publisher = createPublisher({ url: relay, table: served.app.table, token: served.app.tokens.camera });
  const table = tableOf([ship('ship-1', 'small', 300, 400, 90, { name: 'focus' }), ship('ship-2', 'small', 500, 400, 90)]);
  const measured = { ...report(table), measured: { from: 'ship-1', to: 'ship-2' } };
  publisher.publish(sceneOf(table), measured, {});
  publisher.publishMatch(MATCH);
  const context = await served.browser.newContext({ locale: 'de-DE', viewport: { width: 1280, height: 800 } });
  const met: string[] = [];
  const visit = async (path: string, words: readonly string[]) => {
    const page = await context.newPage();
    await page.goto(new URL(path, served.app.url).href);
    for (const word of words) await page.getByText(word).first().waitFor();
    const texts = await textsOf(page);
    met.push(...texts.filter(english).map((text) => `${path.split('#')[0]}: ${text}`));
    await page.close();
  };
  await visit(`console?table=${served.app.table}#token=${served.app.tokens.console}`, ['Im Bild', 'Auf Sendung']);
  await visit(`director?tables=${served.app.table}`, ['Turnierleitung', 'Dieser Adresse fehlt']);
  await visit(`overlay?table=${served.app.table}&view=panel#token=${served.app.tokens.viewer}`, ['Runde 2', '2 Fokus']);
  await visit(`overlay?table=${served.app.table}&view=map#token=${served.app.tokens.viewer}`, ['focus\u200e → Schiff 2', 'Reichweite']);
  await visit('overlay?table=a&view=top&debug', ['Unbekannte Ansicht']);
  assert.deepEqual(met, []);
  const page = await context.newPage();
  await page.goto(new URL(`overlay?table=${served.app.table}&view=map&language=en#token=${served.app.tokens.viewer}`, served.app.url).href);
  await page.getByText('focus\u200e → Ship 2').waitFor();
  await publisher.close();
  await context.close();
});
